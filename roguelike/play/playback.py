"""Playback of a recorded game, with its position and messages."""

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
"""Limits of the speed, in commands a second."""
USUAL = 4
MAX_RETRACED = 20_000
"""Maximum commands that are replayed for a plot; longer games are plotted as far as known."""
COMMANDS_AT_ONCE = 20
MAX_ANIMATED = 4
"""Maximum speed, in commands a second, at which flights are shown."""
DIFFERS = "The replay ends here: it no longer matches the recording."
UNKNOWN = "The replay ends here: unknown command."


class Step(Protocol):
    """One command of a recorded game."""

    @property
    def command(self) -> Any:  # noqa: ANN401 -- of any origin
        """The command as plain data."""

    @property
    def turn(self) -> int:
        """The turn in which it is performed."""

    @property
    def at(self) -> int:
        """Time of play until then, in milliseconds."""

    @property
    def before(self) -> str:
        """The digest of the world before it."""


class Recording(Protocol):
    """The recording of a game."""

    @property
    def about(self) -> Mapping[str, str]:
        """The head of the recording: the player, the rule set, the seed."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over, so that nothing in it is secret."""

    @property
    def rows(self) -> Sequence[Step]:
        """Its commands, in order."""

    @property
    def ends_because(self) -> str:
        """Why the commands end, as a sentence; empty if that needs no reason."""

    def game_at(self, number: int) -> Game:
        """Return a private copy of the game after `number` commands."""


class Playback:
    """Plays a recording in one `perspective`, without changing the recording."""

    def __init__(self, recording: Recording) -> None:
        self.number = 0
        """Number of commands performed."""
        self.length = len(recording.rows)
        """Number of commands in the recording, or up to the first that cannot be performed."""
        self.playing = False
        """Whether it plays by itself."""
        self.speed = USUAL
        """Commands a second."""
        self.reveals = recording.is_over
        """Whether the viewer may reveal the parts of the level that the player has not seen."""
        self.hidden = False
        """Whether these parts are shown."""
        self.recording = recording
        self._rows = recording.rows
        self._why = recording.ends_because
        self._first = 0
        """Number of commands before the first one in the log."""
        self._told: list[list[LoggedMessage]] = [[]]
        """The messages before it, then those of each command."""
        self.perspective = Perspective(recording.game_at(0), printable(recording.about.get("name", "")))
        self._begin_at(0, self.perspective.game)
        self._tell_end()

    @property
    def is_over(self) -> bool:
        """Whether all commands are performed."""
        return self.number >= self.length

    def advance(self) -> None:
        """Perform the next command, skipping flights at high speed; at the end, stop."""
        self.forward()
        if self.speed > MAX_ANIMATED:
            self.land()
        if self.is_over:
            self.playing = False

    def forward(self) -> bool:
        """Finish animations, then perform the next command and leave its own unfinished.

        Return whether there was a command to perform.
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
        """Count a command that the player performs, which is now the last one of the recording.

        Its messages are not stored: they are narrated again when `go_to` leads back.
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
        """Seek to the state after `number` commands, clamped to the length of the game."""
        number = max(0, min(number, self.length))
        if not self.number <= number <= self.number + LEAD:
            self._jump(number)
        while self.number < number and self.forward():
            pass
        self.land()

    def go_to_turn(self, turn: int) -> None:
        """Seek to the beginning of a turn, or to the end if the game ended before."""
        later = (number for number, row in enumerate(self._rows) if row.turn >= turn)
        self.go_to(next(later, self.length))

    def change_speed(self, speed: int) -> None:
        """Set the speed, in commands a second, clamped to its limits."""
        self.speed = max(SLOWEST, min(speed, FASTEST))

    def _jump(self, number: int) -> None:
        """Restore the game after `number` commands if its messages are known, else up to `LEAD` commands earlier."""
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
        """Restore the log from the known messages."""
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
        """Return the next command; if it does not match or is unknown, end the replay here."""
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
    """Replay a recorded game; yield None after every piece of work, and its health record at the end.

    Yields no record if the game is too long or cannot be replayed to its end.
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
