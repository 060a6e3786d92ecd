"""Practice: games that go back and branch off, neither saved nor scored."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import snapshot
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.last_choices import LastChoices
from roguelike.play.playback import Playback
from roguelike.play.tables import in_a_line
from roguelike.play.unsaved import UnsavedGame
from roguelike.store.records import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.play.play import Play
    from roguelike.play.playback import Recording, Step
    from roguelike.settings.keymap import Keymap

EVERY: Final = 20
"""Number of commands between two snapshots of a branch."""
LEFT: Final = "You leave the recorded game here."


class Branch:
    """A recording whose later commands are replaced by others, without changing the recorded game."""

    def __init__(self, trunk: Recording) -> None:
        self.about: Mapping[str, str] = trunk.about
        self.is_over = trunk.is_over
        self.rows: list[Step] = list(trunk.rows)
        self.ends_because = ""
        self._trunk = trunk
        self._shared = len(self.rows)
        """Number of first commands shared with the recorded game."""
        self._snapshots: dict[int, bytes] = {}
        """Compressed worlds of the branch, by the number of commands before them."""
        self._before: tuple[list[Step], int, dict[int, bytes]] = ([], self._shared, {})
        """Removed commands, shared count and snapshots from before the last `take`."""

    def take(self, number: int, command: Command, game: Game) -> None:
        """Replace all commands after the first `number` by one; `game` is the game before it."""
        self._before = self.rows[number:], self._shared, self._snapshots
        del self.rows[number:]
        self._shared = min(self._shared, number)
        self._snapshots = {kept: packed for kept, packed in self._snapshots.items() if kept <= number}
        if number > self._shared and number % EVERY == 0 and number not in self._snapshots:
            plain = json.dumps(snapshot(game.world), separators=(",", ":"))
            self._snapshots[number] = zlib.compress(plain.encode(), level=1)
        self.rows.append(Row(number + 1, encode(command), game.world.turn, 0, game.digest()))

    def settle(self, game: Game) -> bool:
        """Take back the last command if it has not changed `game`; return whether it stays."""
        stays = game.digest() != self.rows[-1].before
        if not stays:
            self.rows[-1:], self._shared, self._snapshots = self._before
        return stays

    @property
    def has_left(self) -> bool:
        """Whether the last command replaced commands of the recorded game."""
        return self._shared < self._before[1]

    def game_at(self, number: int) -> Game:
        """Return a new game after `number` commands, with nothing in flight.

        Raises:
        StoreError: the recorded game cannot be replayed.
        """
        if number <= self._shared:
            return self._trunk.game_at(number)
        start = max((kept for kept in self._snapshots if kept <= number), default=self._shared)
        game = self._trunk.game_at(min(start, self._shared))
        if start > self._shared:
            game = restore(game.world.ruleset, json.loads(zlib.decompress(self._snapshots[start])))
        for row in self.rows[start:number]:
            game.play(decode(row.command))
        return game


class Unplayed:
    """A recording without commands: a new game."""

    is_over = True
    rows: Sequence[Step] = ()
    ends_because = ""

    def __init__(self, name: str, make: Callable[[], Game]) -> None:
        """Take the player's name and a function that returns the same new game each time."""
        self.about: Mapping[str, str] = {"name": name}
        self._make = make

    def game_at(self, number: int) -> Game:  # noqa: ARG002 -- it has only one state
        """Return the new game."""
        return self._make()


class PracticeGame(UnsavedGame):
    """An open game that branches off from a state of a recorded game."""

    def __init__(self, recording: Recording, number: int) -> None:
        """Begin after `number` commands of a recorded game, counted from its end if negative.

        If the game is over then, it begins before the command that ended it.

        Raises:
            StoreError: the recorded game cannot be played again.
        """
        self._branch = Branch(recording)
        super().__init__(Playback(self._branch))
        self.go_to(number if number >= 0 else self.length + number)
        while self.game.outcome is not None and self.number:
            self.go_to(self.number - 1)
        self.perspective.is_practice = True

    @property
    def number(self) -> int:
        """Number of commands before the present state."""
        return self.playback.number

    @property
    def length(self) -> int:
        """Number of all commands, including later ones."""
        return self.playback.length

    def go_to(self, number: int) -> None:
        """Seek to the state after `number` commands, clamped to the length of the game.

        Raises:
            StoreError: the recorded game cannot be played again.
        """
        self.playback.go_to(number)

    def presented(self) -> JournaledGame:
        """Return the present state as a game for front-ends."""
        self.perspective.choices = LastChoices()
        self.perspective.pointer.reset()
        self.perspective.advice.resume()
        return PractisedGame(self, self.perspective, lambda _: [])

    def append(self, command: Command) -> None:
        """Branch off with a command that is performed next, then settled."""
        self._branch.take(self.number, command, self.game)

    def settle(self) -> None:
        """Count the performed command, unless it has changed nothing."""
        if not self._branch.settle(self.game):
            return
        self.playback.branch()
        if self._branch.has_left:
            self.perspective.notify(LEFT)


class PractisedGame(JournaledGame):
    """A practice game in play."""

    def perform(self, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command; if it changes nothing, it is not counted and later commands stay."""
        is_asked = not self.stored.game.in_flight
        events = super().perform(command)
        if is_asked and isinstance(self.stored, PracticeGame):
            self.stored.settle()
        return events


def practice_status(play: Play, keymap: Keymap, width: int) -> str:
    """Return the status of a practice game, its step and the keys to other steps, in `width` columns."""
    from roguelike.play.views.playing import Playing

    practice = play.kept.stored
    if not isinstance(practice, PracticeGame):
        return ""
    keys = keymap.first_keys(Playing.section, Playing.ACTIONS)
    told = [
        "PRACTICE",
        "unsaved",
        f"step {practice.number}/{practice.length}",
        *([f"{keys['step_back']}: back"] if practice.number else []),
        *([f"{keys['step_forward']}: forward"] if practice.number < practice.length else []),
    ]
    return in_a_line(told, width)
