"""Replays: the world after every command of a recorded game, checked against the recorded digests."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.commands.plain import decode
from roguelike.engine.events import AnyEvent
from roguelike.engine.game import Game
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import snapshot
from roguelike.store.errors import UNREADABLE, StoreError, abridged, unreadable
from roguelike.store.listings import in_edition
from roguelike.store.new_game import initial_world
from roguelike.store.record import refuse_other_engine
from roguelike.store.records import Damage, Row, edition_of

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterator, Mapping

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.record import Record

DIFFERENT: Final = 4
"""The exit code for a replay that differs."""
EVERY: Final = 100
"""Commands between two snapshots that a replay caches, so that it can seek backwards."""


class Differs(StoreError):
    """A replay diverges from its recording; the text is one sentence that says where."""

    def __init__(self, path: pathlib.Path, number: int, turn: int, what: str = "") -> None:
        where = what or f"before command {number}"
        super().__init__(
            f"{abridged(path)} does not match its replay: first difference on turn {turn}, {where}.", DIFFERENT
        )
        self.number = number
        """The first command before which the worlds differ, from 1."""
        self.turn = turn


@frozen
class Step:
    """A game after a command."""

    row: Row
    events: Sequence[AnyEvent]
    game: Game


def _other_rules(record: Record, ruleset: RuleSet) -> str:
    """Return a clause about the other rules that a game began with."""
    begun = edition_of(record.about)
    if begun == ruleset.version:
        return f"it was played with a different version of the rule set {ruleset.name}"
    return f"it was recorded in {in_edition(begun)} of {ruleset.title}, and this is {in_edition(ruleset.version)}"


class Replay:
    """A recorded game with the rule set it was played with.

    The whole record is in memory, so the replay stays valid when the file changes, moves or is deleted.
    """

    def __init__(self, record: Record, ruleset: RuleSet) -> None:
        """Prepare to replay a record with its rule set.

        Raises:
            StoreError: the game began with other rules.
        """
        self.record = record
        self.about: Mapping[str, str] = record.about
        """The metadata: "name", "ruleset" (the title), "seed", "begun", "id" and more."""
        self.ruleset = ruleset
        self.rows: Sequence[Row] = record.rows
        """Every command that can be replayed, in order."""
        self.ends_because = ""
        """A sentence about why the replay ends before the game; empty if it is complete."""
        refuse_other_engine(record)
        if record.about["fingerprint"] != ruleset.fingerprint:
            raise StoreError(
                f"{abridged(record.path)} cannot be replayed: {_other_rules(record, ruleset)}.", UNREADABLE
            )
        self._refuse_other_name()
        if record.changes and record.changes[0][0] < len(record.rows):
            last = record.changes[0][0]
            self.rows = record.rows[:last]
            turn = record.rows[last].turn
            self.ends_because = f"The rules changed on turn {turn}: later turns cannot be replayed."
        self._kept: dict[int, bytes] = {}
        self._kept_in_file: list[int] | None = None

    @property
    def length(self) -> int:
        """Number of commands that can be replayed."""
        return len(self.rows)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that nothing about it needs to stay hidden."""
        return self.record.outcome is not None

    @property
    def turns(self) -> int:
        """The recorded turn of the end, or else the turn of the last command."""
        if self.record.turn is not None and not self.ends_because:
            return self.record.turn
        return self.rows[-1].turn if self.rows else 0

    def command(self, number: int) -> Command:
        """Return command `number`, from 1, which is performed in the world of `game_at(number - 1)`.

        Raises:
            StoreError: a command is unknown.
        """
        try:
            return decode(self.rows[number - 1].command)
        except BadPlain:
            raise unreadable(self.record.path, f"command {number} is unknown") from None

    def game_at(self, number: int) -> Game:
        """Return a new game after `number` commands, from 0 to `length`, with nothing in flight.

        After 0 commands its event queue holds the events of the start; after more it is empty.

        Raises:
            Differs: the replay diverges from the recording.
            StoreError: a command is unknown.
        """
        start, game = self._nearest(number)
        for step in self._steps(game, start, number):
            self._keep(step)
        if number < self.length:
            self.check(game, self.rows[number])
        return game

    def steps(self) -> Iterator[Step]:
        """Replay the game from its seed; yield the events of each command, and the game, the same object each time.

        Raises:
            Differs: the replay diverges from the recording.
        """
        game = self.game_at(0)
        for step in self._steps(game, 0, self.length):
            self._keep(step)
            yield step

    def check(self, game: Game, row: Row) -> None:
        """Compare a game with the digest recorded before a command.

        Raises:
            Differs: the worlds differ.
        """
        if game.world.turn != row.turn or game.digest() != row.before:
            raise Differs(self.record.path, row.number, min(game.world.turn, row.turn))

    def check_end(self, game: Game) -> None:
        """Compare a game after its last command with the recorded end.

        Raises:
            Differs: the worlds differ.
        """
        record = self.record
        ended = (record.outcome, record.turn) if record.outcome in {"died", "won"} else (game.outcome, game.world.turn)
        is_same = record.digest in {None, game.digest()} and ended == (game.outcome, game.world.turn)
        if not self.ends_because and not is_same:
            raise Differs(record.path, self.length + 1, game.world.turn, "at its end")

    def _refuse_other_name(self) -> None:
        """Refuse a rule set that differs only in its name: the name is part of the world, and so of every digest."""
        name = self.about["rules"].rpartition("/")[2]
        if self.ruleset.name == name or not self.rows:
            return
        if initial_world(self.ruleset, self.about).digest() != self.rows[0].before:
            raise StoreError(
                f"{abridged(self.record.path)} was played with a rule set in a folder named "
                f"{abridged(repr(name))}, not {abridged(repr(self.ruleset.name))}: rename the folder.",
                UNREADABLE,
            )

    def _steps(self, game: Game, start: int, end: int) -> Iterator[Step]:
        for row in self.rows[start:end]:
            self.check(game, row)
            yield Step(row, game.play(self.command(row.number)), game)

    def _keep(self, step: Step) -> None:
        number = step.row.number
        if number % EVERY == 0 and number not in self._kept:
            plain = json.dumps(snapshot(step.game.world), separators=(",", ":"))
            self._kept[number] = zlib.compress(plain.encode(), level=1)

    def _nearest(self, number: int) -> tuple[int, Game]:
        """Return the latest cached or stored world up to that command, and its number."""
        known = {*self._kept, *self._in_file()}
        for kept in sorted((kept for kept in known if 0 < kept <= number and kept < self.length), reverse=True):
            game = self._restored(kept)
            if game is not None:
                return kept, game
        return 0, initial_world(self.ruleset, self.about)

    def _restored(self, number: int) -> Game | None:
        """Return the snapshot after `number` commands if its digest matches the journal."""
        try:
            plain = json.loads(zlib.decompress(self._kept[number])) if number in self._kept else self._stored(number)
            game = restore(self.ruleset, plain)
        except (StoreError, Damage, BadPlain):
            return None
        return game if game.digest() == self.rows[number].before else None

    def _stored(self, number: int) -> object:
        return None if self.record.worlds is None else self.record.worlds.world(number)

    def _in_file(self) -> list[int]:
        if self._kept_in_file is None:
            self._kept_in_file = [] if self.record.worlds is None else self.record.worlds.numbers()
        return self._kept_in_file
