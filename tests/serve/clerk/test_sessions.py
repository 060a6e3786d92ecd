"""Sessions whose games are in a database: as a player has them, when their seat is lost, and when no answer comes."""

from __future__ import annotations

import contextlib
import functools
import itertools
import select
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest

from roguelike.cells.input import HangUp, Key
from roguelike.play.views.film import Film
from roguelike.serve.accounts import Account
from roguelike.serve.channel import Channel
from roguelike.serve.game import resource_limits, served_session
from roguelike.serve.game.channel_link import ChannelLink
from roguelike.serve.game.in_lines import InLines, ServedConsole
from roguelike.serve.game.lobby import served_lobby
from roguelike.serve.game.on_screen import OnScreen
from roguelike.serve.game.options import PlayerSettings, settings_in
from roguelike.serve.game.outcome import FAILED, FINE
from roguelike.serve.game.rules import shipped
from roguelike.serve.game.served_session import NO_SEAT, SLOW, ServedSession
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.settings import ServeSettings
from roguelike.serve.watching.privacy import EVERYBODY, NOBODY, PLAYERS, WATCHED, watched_choice
from roguelike.settings.settings import Settings
from roguelike.store.errors import StoreError
from roguelike.store.kept import store
from roguelike.store.remote import clerk_link
from roguelike.store.remote.clerk_link import NO_ANSWER, SEAT_LOST, ClerkLink, SeatLost
from roguelike.store.remote.player_rows import DatabaseRows
from roguelike.terminal.signals import Signals
from tests.serve.clerk.running import KEY, RunningClerk, running
from tests.store.library_fixtures import SHORT, begun, scores_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import DisplayOptions, Source
    from roguelike.cells.input import Input

SAY_NOW: Final = InLines.say_now
KASIDIN: Final = ServeSettings(rules=("kasidin",))
QUIET: Final = (1, 5)
"""Dice and seed of a game in which nobody is in view for some turns."""
TURN: Final = "."
WAIT: Final = "wait until a moment passes without input"
MOMENT: Final = 0.5


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield a clerk on a new database, in the folder of a server."""
    with running(database) as clerk:
        clerk.places.make()
        yield clerk


class ScriptedTerminal:
    """A terminal on which keys are typed, and other things happen in between; then it is closed."""

    takes_mouse = False
    ended_by = None
    size = (80, 24)

    def __init__(self, script: list[str | Callable[[], object]], happens: Callable[[str], object]) -> None:
        self._script = script
        self._happens = happens
        """What to do with each text that is shown."""
        self._sources: list[Source] = []
        self.applied: list[DisplayOptions] = []

    def listen_to(self, source: Source) -> None:
        """Take from it, too."""
        self._sources.append(source)

    def read(self, timeout: float | None) -> Input | None:
        """Return what comes next."""
        waits = self._script[:1] == [WAIT]
        ready = select.select(self._sources, [], [], min(MOMENT, timeout or MOMENT) if waits else 0)[0]
        for source in ready:
            if (event := source.take()) is not None:
                return event
        if waits and ready:
            return None
        if not self._script:
            return HangUp()
        deed = self._script.pop(0)
        if callable(deed):
            deed()
        return Key(deed) if isinstance(deed, str) and deed != WAIT else None

    def show(self, canvas: Canvas) -> None:
        """Do what is to be done when this is seen."""
        self._happens(canvas.text())

    def apply(self, options: DisplayOptions) -> None:
        """Keep the options."""
        self.applied.append(options)

    def forget(self) -> None:
        """Do nothing."""

    def forget_typed(self) -> None:
        """Do nothing."""


class ScriptedConsole(ServedConsole):
    """A console on which lines are typed, and other things happen in between; then the input ends."""

    def __init__(self, script: list[str | Callable[[], object]]) -> None:
        super().__init__(-1, -1, Signals(), unicode=True)
        self._script = script
        self.written: list[str] = []

    def ask(self, prompt: str) -> str | None:  # noqa: ARG002 -- it asks nobody
        """Return the next line."""
        while self._script:
            deed = self._script.pop(0)
            if isinstance(deed, str):
                return deed
            deed()
        return None

    def write(self, lines: Iterable[str]) -> None:
        """Keep the lines."""
        self.written += lines


class Gateway(ChannelLink):
    """The link to a gateway that ends another session of the player, and takes the seat, when it is asked to."""

    def __init__(self, seat: Callable[[], str]) -> None:
        self._ours, self._theirs = Channel.pair()
        super().__init__(self._ours)
        self.told: list[dict[str, Any]] = []
        self._seat = seat

    def send(self, **message: Any) -> None:  # noqa: ANN401 -- as of every link
        """Keep the message, and do as it says."""
        self.told.append(message)
        if "take_over" in message:
            self._theirs.send({"taken_over": True, "seat": self._seat()})

    def close(self) -> None:
        """Close both ends."""
        self._ours.close()
        self._theirs.close()


class Player:
    """Somebody with an account, whose sessions come one after the other."""

    def __init__(self, clerk: RunningClerk, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.account = Account(clerk.account(name), name)
        self.clerk = clerk
        self._monkeypatch = monkeypatch
        monkeypatch.setattr(resource_limits, "_renew_cpu_limit", lambda: None)  # would kill the tests later
        self.link = Gateway(self.seat)

    def close(self) -> None:
        """Close their link."""
        self.link.close()

    def seat(self) -> str:
        """Take their seat."""
        return self.clerk.seat(self.account.id)

    def plays(
        self,
        *script: str | Callable[[], object],
        elsewhere: bool = False,
        has_seat: bool = True,
        happens: Callable[[str], object] = str,
    ) -> tuple[int, ScriptedTerminal]:
        """Run a session; return its exit code, and the terminal."""
        terminal, places = ScriptedTerminal([*script], happens), self.clerk.places
        terminal.listen_to(self.link)
        screen = OnScreen(terminal, self.link, places, 0)  # type: ignore[arg-type]
        self._monkeypatch.setattr(served_session, "on_screen", lambda *_: contextlib.nullcontext(screen))
        return self._runs(elsewhere=elsewhere, has_seat=has_seat), terminal

    def plays_in_lines(self, *script: str | Callable[[], object], elsewhere: bool = False) -> tuple[int, list[str]]:
        """Run a session in lines; return its exit code, and the lines."""
        console = ScriptedConsole([*script])
        lines = InLines(console, self.link, Signals())
        self._monkeypatch.setenv("TERM", "dumb")
        self._monkeypatch.setattr(served_session, "in_lines", lambda *_: contextlib.nullcontext(lines))
        return self._runs(elsewhere=elsewhere), console.written

    def _runs(self, *, elsewhere: bool, has_seat: bool = True) -> int:
        request = {
            "account": {"id": self.account.id, "name": self.account.name},
            "guest": False,
            "key": None,
            "user": self.account.name,
            "elsewhere": {"address": "192.0.2.1", "since": "10:00"} if elsewhere else None,
            "clerk": True,
            "seat": self.seat() if has_seat and not elsewhere else None,
        }
        return ServedSession(request, KASIDIN, self.clerk.places.root, self.link).run()

    @property
    def store(self) -> ServedStore:
        """Their games, as another session has them that takes the seat."""
        rows = DatabaseRows(self.clerk.sit_down(self.account.id), lambda: KEY)
        return ServedStore(rows, rows, shipped, self.link.send)

    def finish(self) -> None:
        """Play a short game to its end."""
        playing = begun(self.store, self.account.name, SHORT).to_the_end()
        playing.play.finish(playing.account)
        playing.quit()


@pytest.fixture
def kim(clerk: RunningClerk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """Yield a player, in whose games nobody comes near for the first turns: danger would drop keys."""
    bits = itertools.cycle(QUIET)
    monkeypatch.setattr(store, "random_bits", lambda: next(bits))
    with contextlib.closing(Player(clerk, "kim", monkeypatch)) as kim:
        yield kim


@pytest.fixture
def lee(clerk: RunningClerk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """Yield another player."""
    with contextlib.closing(Player(clerk, "lee", monkeypatch)) as lee:
        yield lee


def test_a_game_goes_on_in_the_next_session(kim: Player) -> None:
    """After a take-over at once; the player needs no folder on the host."""
    code, _ = kim.plays("p", TURN, TURN)
    assert FINE == code
    assert [2] == [game.turn for game in kim.store.saved(thoroughly=True)]
    assert {"game_begun": "kasidin"} in kim.link.told

    assert FINE == kim.plays("enter", WAIT, TURN, elsewhere=True)[0]
    assert [3] == [game.turn for game in kim.store.saved(thoroughly=True)]
    assert not any(kim.clerk.places.players.iterdir())


def test_all_see_the_verified_scores_and_replays_of_all(kim: Player, lee: Player) -> None:
    """Also after the proof of a game is lost, which is played again; but nothing of a game in progress."""
    kim.finish()
    lee.finish()
    begun(lee.store, "lee", SHORT).quit()
    store = kim.store

    both = [("kim-0001", True), ("lee-0001", True)]
    assert both == sorted((line.game, line.verified) for line in scores_of(store))
    assert {"kim-0001", "lee-0001"} == {game.key for game in store.finished()}
    lobby = served_lobby(kim.clerk.places, store, kim.account, KASIDIN, [])
    assert isinstance(lobby.watch("lee-0001", 0), Film)
    with pytest.raises(StoreError, match="not here any more"):
        lobby.lobby.recording("lee-0002")
    with psycopg.connect(kim.clerk.url) as connection:
        connection.execute("DELETE FROM rl.texts WHERE kind = 'proof'")
    for _ in range(2):
        assert both == sorted((line.game, line.verified) for line in scores_of(kim.store))
    with psycopg.connect(kim.clerk.url) as connection:
        names = connection.execute("SELECT name FROM rl.texts WHERE kind = 'proof' ORDER BY 1").fetchall()
    assert [(f"{lee.account.id}/lee-0001",), ("kim-0001",)] == names


def test_options_are_kept_for_the_player_alone(kim: Player, lee: Player) -> None:
    """Also whether they may be watched; what cannot be read is told once."""
    rows = kim.store.rows
    settings = Settings(choices=(watched_choice(rows),))
    assert PLAYERS == watched_choice(rows).value
    settings, trouble = PlayerSettings(rows).change(settings, "palette", "deuteranopia")
    settings, more = PlayerSettings(rows).change(settings, WATCHED, NOBODY)
    assert ("", "") == (trouble, more)

    assert "deuteranopia" == settings_in(kim.store.rows)[0].palette
    assert NOBODY == watched_choice(kim.store.rows).value
    for elsewhere in (False, True):
        _, terminal = kim.plays(*(["enter", WAIT] if elsewhere else []), elsewhere=elsewhere)
        assert ["deuteranopia"] == [options.palette for options in terminal.applied]
    assert (Settings(), "") == settings_in(lee.store.rows)
    rows = kim.store.rows
    for value in (EVERYBODY, PLAYERS):
        PlayerSettings(rows).change(settings, WATCHED, value)
        assert value == watched_choice(rows).value
    with psycopg.connect(kim.clerk.url) as connection:
        connection.execute("UPDATE rl.texts SET body = 'palette = 7' WHERE kind = 'settings'")
    assert [True, False] == [bool(settings_in(rows)[1]) for _ in range(2)]


def test_a_lost_seat_ends_the_session_with_a_sentence(kim: Player, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is reported, as nothing has failed; the other session has all that was done."""
    code, _ = kim.plays("p", TURN, kim.seat, TURN, TURN)

    assert (FINE, f"{SEAT_LOST}\n") == (code, capsys.readouterr().out.replace("\r", ""))
    assert [1] == [game.turn for game in kim.store.saved(thoroughly=True)]
    assert not [message for message in kim.link.told if "trouble" in message]
    rows = kim.store.rows
    kim.seat()
    with pytest.raises(SeatLost):
        PlayerSettings(rows).change(Settings(), "palette", "deuteranopia")


def test_lines_are_as_a_screen(
    kim: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game begins, is taken over, waits for the database and ends with the seat."""
    monkeypatch.setattr(clerk_link, "SLOW", 0.5)
    assert FINE == kim.plays_in_lines("wait")[0]
    with psycopg.connect(kim.clerk.url) as connection:

        def say_now(lines: InLines, text: str) -> None:
            connection.commit()
            SAY_NOW(lines, text)

        def lock() -> None:
            connection.execute("SELECT FROM rl.seats FOR UPDATE")

        monkeypatch.setattr(InLines, "say_now", say_now)
        code, written = kim.plays_in_lines("yes", "wait", lock, "wait", kim.seat, "wait", elsewhere=True)

    assert (FINE, f"{SEAT_LOST}\n") == (code, capsys.readouterr().out.replace("\r", ""))
    assert SLOW in written
    assert [3] == [game.turn for game in kim.store.saved(thoroughly=True)]


def test_a_turn_without_an_answer_ends_the_session(
    kim: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether it is kept is unknown, so that nothing can follow it; the administrator reads of it."""
    monkeypatch.setattr(clerk_link, "SLOW", 0.05)
    monkeypatch.setattr(served_session, "ClerkLink", functools.partial(ClerkLink, patience=0.3))
    told: list[str] = []
    kim.plays("p", TURN, kim.clerk.kill, TURN, TURN, happens=told.append)
    kim.clerk.start()

    assert any(SLOW in text for text in told)
    assert NO_ANSWER in capsys.readouterr().out
    assert {"trouble": NO_ANSWER} in kim.link.told
    assert [1] == [game.turn for game in kim.store.saved(thoroughly=True)]


def test_a_slow_database_is_told_while_the_player_waits(kim: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a turn, below what is shown, until the answer is there."""
    monkeypatch.setattr(clerk_link, "SLOW", 0.05)
    told: list[str] = []
    with psycopg.connect(kim.clerk.url) as connection:

        def lock() -> None:
            connection.execute("SELECT FROM rl.seats FOR UPDATE")

        def happens(text: str) -> None:
            if SLOW in text:
                told.append(text)
                connection.commit()

        assert FINE == kim.plays("p", lock, TURN, TURN, happens=happens)[0]
    assert {SLOW} == {text.splitlines()[-1].strip() for text in told}
    assert [2] == [game.turn for game in kim.store.saved(thoroughly=True)]


def test_without_a_seat_a_session_ends(
    kim: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence says so."""
    monkeypatch.setattr(served_session, "_SEAT_TIMEOUT", 0.01)
    code, _ = kim.plays("p", TURN, has_seat=False)

    assert (FAILED, f"{NO_SEAT}\n") == (code, capsys.readouterr().out.replace("\r", ""))
