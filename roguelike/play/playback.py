"""A recorded game as it is watched: its position, and the messages until then."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Protocol

from roguelike.cells.text import printable
from roguelike.engine.commands.plain import decode
from roguelike.engine.plain import BadPlain
from roguelike.narration.health import HealthRecord
from roguelike.narration.message_log import LEFT_OUT, LoggedMessage, MessageLog
from roguelike.play.perspective import Perspective
from roguelike.store.records import LEAD

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game

SLOWEST, FASTEST = 1, 64
"""Commands a second."""
USUAL = 4
MAX_RETRACED = 20_000
"""The most commands that are played again for a plot: a longer game is shown as far as it is known."""
COMMANDS_AT_ONCE = 20
MAX_ANIMATED = 4
"""The speed up to which one sees things fly."""
DIFFERS = "The replay ends here: it no longer matches the recording."
UNKNOWN = "The replay ends here: unknown command."


class Step(Protocol):
    """One command of a recorded game."""

    @property
    def command(self) -> Any:  # noqa: ANN401 -- anybody's
        """As plain data."""

    @property
    def turn(self) -> int:
        """The turn of the world in which it is performed."""

    @property
    def at(self) -> int:
        """Milliseconds of play until then."""

    @property
    def before(self) -> str:
        """The digest of that world."""


class Recording(Protocol):
    """A game that was played, as it was written down."""

    @property
    def about(self) -> Mapping[str, str]:
        """The head of the recording: the player, the rule set, the seed."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that nothing of it is a secret any more."""

    @property
    def rows(self) -> Sequence[Step]:
        """Its commands, in order."""

    @property
    def ends_because(self) -> str:
        """Why there are no more of them, in a sentence; empty where that needs no reason."""

    def game_at(self, number: int) -> Game:
        """Return a private copy of the game after that many commands."""


class Playback:
    """Shows one moment after the other of a recording, in the one `perspective`; the recording stays as it is."""

    def __init__(self, recording: Recording) -> None:
        self.number = 0
        """Commands that have been done."""
        self.length = len(recording.rows)
        """Commands that there are, or that can be done."""
        self.playing = False
        """Whether it goes on by itself."""
        self.speed = USUAL
        """Commands a second."""
        self.reveals = recording.is_over
        """Whether what the player could not see may be shown."""
        self.hidden = False
        """Whether that is shown too which the player could not see."""
        self.recording = recording
        self._rows = recording.rows
        self._why = recording.ends_because
        self._first = 0
        """The number of commands before the first one in the log."""
        self._told: list[list[LoggedMessage]] = [[]]
        """The messages before that, and then those of each command."""
        self.perspective = Perspective(recording.game_at(0), printable(recording.about.get("name", "")))
        self._begin_at(0, self.perspective.game)
        self._tell_end()

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to come."""
        return self.number >= self.length

    def advance(self) -> None:
        """Do the next command, without what flies where that is too fast to be seen; at the end, stop."""
        self.forward()
        if self.speed > MAX_ANIMATED:
            self.land()
        if self.is_over:
            self.playing = False

    def forward(self) -> bool:
        """Do the next command, after whatever flies has landed, and leave in the air what flies then.

        False where there is no more to come.
        """
        self.land()
        command = None if self.is_over else self._next_command()
        if command is None:
            return False
        self._note()
        self._told.append([])
        self.number += 1
        self.perspective.log.fresh = 0
        self.perspective.game.perform(command)
        self.perspective.take_events()
        self._tell_end()
        return True

    def branch(self) -> None:
        """Count a command that a player performs now, the last one that the recording has since.

        Its messages are not kept: they are narrated again where `go_to` leads back.
        """
        self.number += 1
        self.length = self._first = self.number
        self._told = [[]]

    def land(self) -> None:
        """Finish all animations."""
        while self.perspective.is_moving:
            self.tick()

    def tick(self) -> None:
        """Advance animations by one tick."""
        self.perspective.tick()

    def go_to(self, number: int) -> None:
        """Show the game after `number` commands, or as many as there are."""
        number = max(0, min(number, self.length))
        if not self.number <= number <= self.number + LEAD:
            self._jump(number)
        while self.number < number and self.forward():
            pass
        self.land()

    def go_to_turn(self, turn: int) -> None:
        """Show the game as it was on that turn, before anything was done; the end, if it was over before."""
        later = (number for number, row in enumerate(self._rows) if row.turn >= turn)
        self.go_to(next(later, self.length))

    def change_speed(self, speed: int) -> None:
        """Play so many commands a second, or as near to it as is possible."""
        self.speed = max(SLOWEST, min(speed, FASTEST))

    def _jump(self, number: int) -> None:
        """Go to a moment by way of the recording: to itself where its messages are known, else some way before it."""
        self._note()
        known = self._told[: number - self._first + 1] if self._first <= number < self.number else []
        start = number if known else max(0, number - LEAD)
        self._begin_at(start, self.recording.game_at(start))
        if known:
            self._first, self._told = number - len(known) + 1, known
            self._recall()

    def _begin_at(self, number: int, game: Game) -> None:
        game.take_events()
        self.number = self._first = number
        self.perspective.game = game
        self.perspective.begin(self.perspective.now)
        self._told = [[LoggedMessage(game.world.turn, LEFT_OUT)] if number else []]
        self._recall()
        if not number:
            self.perspective.tell_beginning()

    def _recall(self) -> None:
        """Restore the log as far as it is known."""
        log = self.perspective.narration.log = MessageLog()
        for told in itertools.chain.from_iterable(self._told):
            log.turn = told.turn
            log.add(told.message)
        log.turn = self.perspective.world.turn
        log.take_new()
        self.perspective.retell(())

    def _note(self) -> None:
        self._told[-1] += self.perspective.log.take_new()

    def _next_command(self) -> Command | None:
        """Return the next command; where there cannot be one, the end is here."""
        row = self._rows[self.number]
        try:
            if (self.perspective.world.turn, self.perspective.game.digest()) == (row.turn, row.before):
                return decode(row.command)
            self._why = DIFFERS
        except BadPlain:
            self._why = UNKNOWN
        self.length = self.number
        self._tell_end()
        return None

    def _tell_end(self) -> None:
        if self.is_over and self._why:
            self.perspective.notify(self._why)


def retrace(recording: Recording) -> Iterator[HealthRecord | None]:
    """Play a recorded game again, and yield its record at the end, and None after every bit of work.

    Yields no record where the game is too long, or can be played again in part only.
    """
    if recording.ends_because or len(recording.rows) > MAX_RETRACED:
        return
    game = recording.game_at(0)
    record = HealthRecord.of(game.world)
    for number, row in enumerate(recording.rows):
        try:
            events = game.play(decode(row.command))
        except BadPlain:
            return
        for event in events:
            record.note(event)
        if number % COMMANDS_AT_ONCE == 0:
            yield None
    yield record
