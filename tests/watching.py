"""Whole sessions on a display of glass: scripted input, a clock that only moves when the person waits, frames kept.

Their games are kept by a library in memory, which counts what it is asked for, and fails when a test wants it to.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.cells.canvas import Canvas
from roguelike.cells.display import DisplayOptions
from roguelike.cells.input import HangUp, Input, Key, Resize
from roguelike.engine.commands import Command
from roguelike.engine.game import Game
from roguelike.play.lobby import Lobby
from roguelike.play.lobby_views import LobbyViews
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.requests import Begin, ToTitle
from roguelike.session import Session, run
from roguelike.settings.keymap import USUAL
from roguelike.settings.settings import DEFAULTS, Settings
from roguelike.store.errors import StoreError
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine, Standing
from roguelike.store.port import Account, Lead
from roguelike.store.statistics import Ended, figures
from roguelike.ui.last_screen import last_screen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.cells.canvas import Cell
    from roguelike.engine.events import AnyEvent
    from roguelike.narration.hints import Hints
    from roguelike.play.views.view import Request, View
    from roguelike.settings.keymap import Keymap
    from roguelike.settings.settings import SettingsStore
    from roguelike.store.statistics import Statistics


NOBODY_IN_PARTICULAR = NewGameDefaults("you")
"""Somebody who has chosen neither a name nor a seed."""


@attrs.frozen
class Size:
    """The person makes the terminal this large."""

    width: int
    height: int


@attrs.frozen
class Stall:
    """The machine does nothing at all for `seconds` seconds."""

    seconds: float


@attrs.frozen
class Ahead:
    """The person presses these keys at once, before anything that comes of the first is on the screen."""

    keys: Sequence[str]


Deed = str | Input | float | Size | Stall | Ahead
"""What a person does: press the key of that name, anything else that is an input, wait so many seconds, or resize."""


@attrs.define
class Watched:
    """What a session showed, and how it waited."""

    script: list[Deed]
    size: tuple[int, int] = (80, 24)
    lag: float = 0.0
    """How long the machine takes to do anything."""
    now: float = 0.0
    frames: list[Canvas] = attrs.field(factory=list)
    """Every frame in the order in which it was shown."""
    after: list[Canvas] = attrs.field(factory=list)
    """What was on the screen before anything was done, then after each deed."""
    waits: list[float | None] = attrs.field(factory=list)
    """How long the session was ready to wait, each time it asked for input."""
    forgotten: int = 0
    """How often all of the next frame was asked for."""
    takes_mouse: bool = True
    applied: list[DisplayOptions] = attrs.field(factory=list)
    """The options of each `apply`."""
    hung_up: bool = False
    """Whether the session went on until the script was at its end."""
    _waiting: float = 0.0
    _typed: list[str] = attrs.field(factory=list)

    @property
    def last(self) -> Canvas:
        """What was on the screen in the end."""
        return self.frames[-1]

    def texts(self) -> list[str]:
        """Return the characters after each deed."""
        return [canvas.text() for canvas in self.after]

    def read(self, timeout: float | None) -> Input | None:
        """Return what the person does next, or let time pass."""
        self.waits.append(timeout)
        self.now += self.lag
        if self._typed:
            return Key(self._typed.pop(0))
        if not self._waiting:
            self.after.append(self.frames[-1])
            if not self.script:
                self.hung_up = True
                return HangUp()
            deed = self.script.pop(0)
            if isinstance(deed, Stall):
                self.now += deed.seconds
                return None
            if isinstance(deed, Ahead):
                self._typed += deed.keys
                return Key(self._typed.pop(0))
            if not isinstance(deed, float):
                return self._done(deed)
            self._waiting = deed
        passed = self._waiting if timeout is None else min(self._waiting, timeout)
        self.now += passed
        self._waiting = 0.0 if passed == self._waiting else self._waiting - passed
        return None if self._waiting or timeout is not None else self.read(None)

    def show(self, canvas: Canvas) -> None:
        """Keep a frame."""
        self.frames.append(canvas)

    def forget(self) -> None:
        """Count it."""
        self.forgotten += 1

    def forget_typed(self) -> None:
        """Forget the keys that were pressed at once with the last key."""
        self._typed.clear()

    def toggle_mouse(self) -> None:
        """Keep whether the mouse is taken."""
        self.takes_mouse = not self.takes_mouse

    def apply(self, options: DisplayOptions) -> None:
        """Keep them."""
        self.applied.append(options)

    def _done(self, deed: str | Input | Size) -> Input:
        if isinstance(deed, Size):
            self.size = (deed.width, deed.height)
            return Resize()
        return Key(deed) if isinstance(deed, str) else deed


@attrs.define
class FakePlay:
    """A game that is kept in memory, and what was asked of it in what order."""

    game: Game
    name: str
    library: FakeLibrary = attrs.field(repr=False)
    notices: Sequence[str] = ()
    lead: Lead | None = None
    told_after: int = 0
    spoiled: bool = False
    seeded: bool = False
    key: str = ""
    board: str = ""
    begun_in: int | None = None
    is_new_to_rules: bool = False
    past: list[Command] = attrs.field(factory=list)
    """What is to be caught up with."""
    written: list[Command] = attrs.field(factory=list)
    before: list[str] = attrs.field(factory=list)
    """The digest of the world at each of them."""
    accounts: list[Account] = attrs.field(factory=list)
    endings: list[str] = attrs.field(factory=list)
    """ "closed" or "released", each time that it was."""
    lost: str = ""
    """Why it is not kept any more."""

    def catch_up(self) -> Iterator[list[AnyEvent]]:
        """Do what was done before."""
        for command in self.past:
            yield self.game.play(command)
            self.library.fail("catch up")

    def prepare(self) -> None:
        """Do nothing."""

    def append(self, command: Command) -> None:
        """Keep it, if nothing is to go wrong."""
        assert not self.endings
        self.library.fail("append")
        self.written.append(command)
        self.before.append(self.game.digest())

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Keep what is appended within, unless that is to go wrong in the end."""
        before = len(self.written)
        yield
        try:
            self.library.fail("together")
        except StoreError:
            del self.written[before:]
            raise

    def finish(self, account: Account) -> str:
        """Keep the account, if nothing is to go wrong."""
        assert not self.endings
        self.library.fail("finish")
        self.accounts.append(account)
        self.key = f"{self.name}-0001"
        return self.key

    def see_end(self) -> None:
        """Note it."""
        self.endings.append("seen")

    def close(self) -> str:
        """Note it, and report that it is lost, if a test wants that."""
        self.endings.append("closed")
        return self.lost

    def release(self) -> None:
        """Note it."""
        self.endings.append("released")


@attrs.define
class FakeLibrary:
    """Games in memory: those of a test beside those that are begun."""

    make: Callable[[], Game]
    games: list[SavedGame] = attrs.field(factory=list)
    past: list[FinishedGame] = attrs.field(factory=list)
    best: list[ScoreLine] = attrs.field(factory=list)
    failing: dict[str, list[str]] = attrs.field(factory=dict)
    """By what is asked for, the sentences with which it fails, one after the other; an empty one is none."""
    plays: list[FakePlay] = attrs.field(factory=list)
    asked: list[tuple[Any, ...]] = attrs.field(factory=list)
    """Which games were begun, gone on with and set aside."""
    resumed: Mapping[str, Any] = attrs.field(factory=dict)
    """What is known of a game that is gone on with: see `FakePlay`."""
    ended: dict[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """By their names, what is known of games that ended unseen."""
    unread: str = ""
    """Notice when a game is set aside."""

    def fail(self, what: str) -> None:
        """Raise what a test wants raised."""
        if (sentences := self.failing.get(what)) and (sentence := sentences.pop(0)):
            raise StoreError(sentence)

    def saved(self) -> list[SavedGame]:
        """Return the test's games."""
        self.fail("saved")
        return list(self.games)

    def begin(self, name: str, rules: str, seed: int | None = None, *, sets_aside: bool = False) -> FakePlay:
        """Make a game."""
        told = self.set_aside(name) if sets_aside else ""
        self.asked.append(("begin", name, rules, seed))
        self.fail("begin")
        return self._play(name, notices=[told] if told else [])

    def unsaved(self, rules: str, seed: int | None = None) -> Callable[[], Game]:
        """Return what makes the test's game, which is not kept."""
        self.asked.append(("unsaved", rules, seed))
        self.fail("unsaved")
        return self.make

    def resume(self, name: str) -> FakePlay:
        """Make a game as it was loaded."""
        self.asked.append(("resume", name))
        self.fail("resume")
        for game in self.games:
            if game.name == name and game.trouble:
                raise StoreError(game.trouble)
        return self._play(name, **self.resumed)

    def unseen(self, name: str) -> FakePlay | None:
        """Make a game that is over, if a test wants one."""
        self.fail("unseen")
        return self._play(name, **self.ended.pop(name)) if name in self.ended else None

    def set_aside(self, name: str) -> str:
        """Take it out of the games in progress."""
        self.asked.append(("set aside", name))
        self.fail("set aside")
        self.games = [game for game in self.games if game.name != name]
        return self.unread

    def finished(self) -> list[FinishedGame]:
        """Return the test's games."""
        self.fail("finished")
        return list(self.past)

    def scores(self) -> Iterator[list[ScoreLine]]:
        """Yield the test's scores."""
        self.fail("scores")
        yield list(self.best)

    def standing(self, name: str, score: int, board: str = "") -> Standing:
        """Count the test's scores."""
        self.fail("standing")
        every = [line for line in self.best if line.board == board]
        own = [line for line in every if line.name == name]
        first, overall = (1 + sum(line.score > score for line in lines) for lines in (own, every))
        return Standing(first, len(own), overall, len(every), board)

    def statistics(self, name: str = "", rules: str = "") -> Iterator[Statistics | None]:
        """Yield the figures over the test's scores, after a bit of work."""
        self.fail("statistics")
        yield None
        yield figures(
            Ended(line, "", {}) for line in self.best if name in {"", line.name} and rules in {"", line.ruleset}
        )

    def _play(self, name: str, **known: Any) -> FakePlay:  # noqa: ANN401 -- whatever the test knows
        self.plays.append(FakePlay(self.make(), name, self, **known))
        return self.plays[-1]


def watch(
    game: Game | Callable[[], Game],
    *deeds: Deed,
    size: tuple[int, int] = (80, 24),
    at_title: bool = False,
    lag: float = 0.0,
    others: Sequence[RuleChoice] = (),
    wishes: NewGameDefaults = NOBODY_IN_PARTICULAR,
    library: FakeLibrary | None = None,
    start: Request = None,
    show_replay: Callable[[str, int], View] | None = None,
    keymap: Keymap = USUAL,
    settings: Settings = DEFAULTS,
    settings_store: SettingsStore | None = None,
    hints: Hints | None = None,
    screens: LobbyViews | None = None,
) -> Watched:
    """Run a session, straight into `game` unless it is begun at the title, until it ends or the deeds are done.

    The form for a new game has `others` to choose from beside the rule set of the game, and begins with `wishes`.
    """
    watched = Watched(list(deeds), size, lag)
    start = start or (ToTitle() if at_title else Begin(wishes.name, ""))
    screens = screens or make_lobby(game, others=others, wishes=wishes, library=library, show_replay=show_replay)
    settings = attrs.evolve(settings, keymap=keymap) if keymap is not USUAL else settings
    if hints is not None:
        screens.lobby.hints = lambda _: hints
    show(watched, Session(start, screens, settings, settings_store))
    return watched


def show(watched: Watched, session: Session) -> None:
    """Run a session on a display of glass, by its clock."""
    run(watched, session, clock=lambda: watched.now)


def make_lobby(
    game: Game | Callable[[], Game],
    *,
    others: Sequence[RuleChoice] = (),
    wishes: NewGameDefaults = NOBODY_IN_PARTICULAR,
    library: FakeLibrary | None = None,
    show_replay: Callable[[str, int], View] | None = None,
) -> LobbyViews:
    """Return a lobby in which `game` is begun."""
    make = game if callable(game) else lambda: game
    ruleset = make().world.ruleset
    first = RuleChoice(ruleset.name, ruleset.title, ruleset.summary, ruleset.diagonal, ruleset.capabilities)
    library = FakeLibrary(make) if library is None else library
    screens = LobbyViews(Lobby(library, first, last_screen, lambda: [first, *others], wishes))
    return screens if show_replay is None else attrs.evolve(screens, watch=show_replay)


def spot(canvas: Canvas, text: str) -> tuple[int, int]:
    """Return where `text` begins on a canvas, the first time from the top.

    Raises:
        ValueError: it is not there.
    """
    for y, row in enumerate(canvas.rows):
        x = "".join(cell.char for cell in row).find(text)
        if x >= 0:
            return x, y
    raise ValueError(f"{text!r} is not on the canvas:\n{canvas.text()}")


def cells(canvas: Canvas, x: int, y: int, count: int = 1) -> list[Cell]:
    """Return a run of cells."""
    return canvas.rows[y][x : x + count]


def words(canvas: Canvas, x: int, y: int, count: int) -> str:
    """Return the characters of a run of cells."""
    return "".join(cell.char for cell in cells(canvas, x, y, count))


def keys(text: Iterable[str]) -> list[Key]:
    """Return a key for each name."""
    return [Key(name) for name in text]
