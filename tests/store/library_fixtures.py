"""A library in a folder of its own, somebody who plays in it, and a system that lets it down."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.store.port import Account
from roguelike.store.records import LEAD
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import pytest

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.store import KeptStore
    from roguelike.store.kept.stored_game import StoredGame
    from roguelike.store.listings import ScoreLine

LONG: Final = ("classic", 0)
"""Rules and seed of a game in which our player lives for more than 300 commands."""
SHORT: Final = ("kasidin", 10)
"""The same of one that is over after a few."""
LEVELS: Final = ("ember", 5)
"""The same of one with several levels."""
FILE_CALLS: Final = ("open", "mkdir", "chmod", "fchmod", "rename", "replace", "unlink", "fsync", "pwrite")
"""The calls of the system that change files, by their names in `os`; SQLite makes its own."""

known_rules = functools.cache(load_ruleset)


def other_rules(name: str) -> RuleSet:
    """Return a rule set that has changed since, in little."""
    rules = known_rules(name)
    return attrs.evolve(rules, player=attrs.evolve(rules.player, speed=rules.player.speed + 1))


def library_in(root: pathlib.Path) -> SqliteStore:
    """Return the library of a folder, as a program that has just started has it."""
    return SqliteStore(DataFolder(root), known_rules)


def scores_of(library: KeptStore) -> list[ScoreLine]:
    """Return the scores when all is found out about them."""
    *_, scores = library.scores()
    return scores


def begun(library: KeptStore, name: str = "kim", game: tuple[str, int] = LONG) -> Playing:
    """Begin a game."""
    return Playing(library.begin(name, *game))


def resumed(library: KeptStore, name: str = "kim") -> Playing:
    """Go on with a game, which has caught up."""
    return Playing(library.resume(name))


def crashed(library: SqliteStore, playing: Playing) -> SqliteStore:
    """Return the library as the next start finds it if the program is killed at this moment."""
    root = library.folder.root
    left = root.with_name(f"{root.name}+")
    shutil.copytree(root, left)
    playing.play.release()
    return library_in(left)


def copying(root: pathlib.Path, left: pathlib.Path) -> Callable[[str], None]:
    """Return what to have happen so that the files as they are at that moment are left in another place."""

    def copy(_: str) -> None:
        shutil.copytree(root, left)

    return copy


class Playing:
    """Plays a game as a session does: takes each command, performs it and reports its events."""

    def __init__(self, play: StoredGame) -> None:
        self.play = play
        first = play.journal.number - len(play.pending) + 1
        lead = [] if play.lead is None else [each.events for each in play.lead.commands]
        self.told: dict[int, Sequence[AnyEvent]] = dict(enumerate(lead, start=first - len(lead)))
        """The events of each command that had any, by its number; 0 is the beginning."""
        if play.game.events:
            self.told[0] = list(play.game.events)
            play.game.events.clear()
        self.replayed = len(play.pending)
        """How many commands were performed again."""
        for number, events in enumerate(play.catch_up(), start=first):
            self._tell(number, events)

    @property
    def digest(self) -> str:
        """The digest of the world."""
        return self.play.game.digest()

    @property
    def account(self) -> Account:
        """What is kept of the game if it is over now."""
        return Account("The story.\n", "killed by a rat")

    def retells(self, story: Mapping[int, Sequence[AnyEvent]]) -> bool:
        """Return whether the log of this loaded game has the same events as the story, and enough of them."""
        last = self.play.journal.number
        enough = set(range(max(0, last - LEAD) + 1, last + 1)) <= self.told.keys()
        return enough and all(story[number] == events for number, events in self.told.items() if number)

    def next(self) -> Command:
        """Choose a command: any, but the same one in the same place."""
        number = self.play.journal.number
        return POLICIES["random"](PCG32(number)).choose(observe(self.play.game.world))

    def step(self, count: int = 1) -> Self:
        """Do so many commands."""
        for _ in range(count):
            self.perform(self.next())
        return self

    def perform(self, command: Command) -> Self:
        """Do one command."""
        self.play.append(command)
        self._tell(self.play.journal.number, self.play.game.play(command))
        return self

    def to_the_end(self) -> Self:
        """Play until the game is over."""
        while self.play.game.outcome is None:
            self.step()
        return self

    def quit(self) -> None:
        """Save and close the game."""
        self.play.close()

    def _tell(self, number: int, events: Sequence[AnyEvent]) -> None:
        self.told[number] = events


class System:
    """Counts what is asked of the system and of SQLite, and fails the call that a test chooses.

    SQLite's statements stand for what it asks of the system itself.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.made = 0
        """How many calls were made while something was to happen, the last time."""
        self._act: Callable[[str], None] = lambda _: None
        for name in FILE_CALLS:
            monkeypatch.setattr(os, name, self._watched(name, getattr(os, name)))
        system = self

        class Watched(sqlite3.Connection):
            """A connection whose statements are watched."""

            def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:  # noqa: ANN401 -- as SQLite's
                system.called(statement)
                return super().execute(statement, *given)

            def executemany(self, statement: str, *given: Any) -> sqlite3.Cursor:  # noqa: ANN401 -- as SQLite's
                system.called(statement)
                return super().executemany(statement, *given)

        monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Watched))

    def called(self, what: str) -> None:
        """Note a call that is about to be made."""
        self.calls.append(what)
        self._act(what)

    @contextlib.contextmanager
    def at(self, number: int, act: Callable[[str], None]) -> Iterator[None]:
        """Replace that call, counted from 0 within, with `act`."""

        def once(what: str) -> None:
            if len(self.calls) == number + 1:
                act(what)

        with self.always(once):
            yield

    @contextlib.contextmanager
    def always(self, act: Callable[[str], None]) -> Iterator[None]:
        """Run `act` before every call within."""
        self.calls.clear()
        self._act = act
        try:
            yield
        finally:
            self.made = len(self.calls)
            self._act = lambda _: None

    def _watched(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **named: Any) -> Any:  # noqa: ANN401 -- as the system's
            self.called(name)
            return call(*given, **named)

        return watched


def database_error(name: str) -> sqlite3.OperationalError:
    """Return the error that SQLite raises under that name."""
    error = sqlite3.OperationalError("something is wrong")
    error.sqlite_errorname = name
    return error
