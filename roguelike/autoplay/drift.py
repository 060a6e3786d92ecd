"""The policy `random`: random commands that look possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from roguelike.classes import define
from roguelike.engine.commands import Command, Drop, Move, PickUp, Throw, Use, Wait
from roguelike.engine.dice import roll
from roguelike.engine.grid import cells_of
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.observation import Observation

_T = TypeVar("_T")


@define
class RandomPolicy:
    """Chooses first a sort of command, walking half of the time, then one of that sort."""

    rng: PCG32

    def choose(self, seen: Observation) -> Command:
        """Return a random command that looks possible to the player."""
        steps = self._steps(seen)
        others = [sort for sort in self._others(seen) if sort]
        return self._any(steps if steps and roll(self.rng, 0, 1) else self._any(others))

    def _steps(self, seen: Observation) -> list[Command]:
        at = seen.me.at
        return [Move(way) for way in seen.ruleset.directions if seen.level.is_walkable(at.step(way))]

    def _others(self, seen: Observation) -> list[list[Command]]:
        level = seen.level
        target = level.grid.point(self._any(cells_of(seen.visible & level.passable)))
        slots = [slot for slot, item in enumerate(seen.me.inventory.slots) if item is not None]
        return [
            [Wait()],
            [PickUp()] if any(item.kind.portable for item in level.items_at(seen.me.at)) else [],
            [Drop(slot) for slot in slots],
            [Use(slot, target) for slot, _ in seen.usable()],
            [Throw(target)] if seen.me.kind.missile else [],
        ]

    def _any(self, choices: Sequence[_T]) -> _T:
        return choices[roll(self.rng, 0, len(choices) - 1)]
