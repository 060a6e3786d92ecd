"""The policy `seek`: a careful player, who looks for all there is and fights it in good places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.autoplay.prospects import damage_per_turn, turns_to_kill
from roguelike.autoplay.uses import best_use, heals
from roguelike.classes import define
from roguelike.engine.commands import Command, Move, PickUp, Wait
from roguelike.engine.dice import percent
from roguelike.engine.geometry import direction_to, king_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.observation import Observation

LONGEST_WAIT = 4
"""How many turns in a row it lets those in view come before it goes to them."""

LONGEST_RETREAT = 6
"""How many steps it goes back to stand in a narrow place."""

AMBUSH = 20
"""The chance in a hundred, each turn, that it stands still instead of following: this ends every dance at a corner."""

NARROW = 2
"""A cell with so many exits or fewer is a good place to stand against many."""

MOST_MINDED = 32
"""Of more monsters than that the nearest are minded: to weigh up hundreds takes seconds."""


@define
class ExplorerPolicy:
    """Goes through its ideas in order of urgency, and takes the first that fits."""

    rng: PCG32
    """For the one thing that it leaves to chance, an ambush."""
    items: dict[int, ItemKind] = attrs.field(factory=dict)
    """What it last saw lie where, of what can be picked up; by cell index."""
    stood: int = 0
    """The bitboard of the cells on which it has stood."""
    swept: int = 0
    """The bitboard of the cells seen since it last began to go round."""
    trail: int | None = None
    """The cell where a foe was last seen, until it has been there."""
    waited: int = 0
    """How many turns in a row it has let the foes come."""

    def choose(self, seen: Observation) -> Command:
        """Return what the first idea that fits comes to; without any, wait."""
        self._remember(seen)
        seen = attrs.evolve(seen, foes=seen.foes[:MOST_MINDED])
        ideas: tuple[Callable[[Observation], Command | None], ...] = (
            best_use,
            self._run_for_healing,
            self._withdraw,
            self._strike,
            self._take,
            self._meet,
            self._follow,
            self._fetch,
            self._explore,
        )
        return next((command for idea in ideas if (command := idea(seen))), Wait())

    def _remember(self, seen: Observation) -> None:
        """Take note of what is in view."""
        level = seen.level
        lying = {cell: item.kind for cell, items in level.items.items() for item in items if item.kind.portable}
        self.items = {cell: kind for cell, kind in self.items.items() if not level.visible[cell]} | lying
        self.stood |= 1 << seen.cell
        self.swept |= seen.visible
        if seen.foes:
            self.trail = level.grid.index(seen.foes[0].at)
        elif self.trail == seen.cell:
            self.trail = None
        if not seen.foes:
            self.waited = 0

    def _run_for_healing(self, seen: Observation) -> Command | None:
        """Go for something that heals, when badly hurt and sure to be there first."""
        if seen.me.hit_points * 2 > seen.me.max_hit_points or seen.me.inventory.is_full:
            return None
        healing = [cell for cell, kind in self.items.items() if heals(kind) and _is_first_at(seen, cell)]
        goal = seen.nearest(board_of(healing))
        if goal == seen.cell:
            return PickUp()
        return None if goal is None else seen.step_to(goal)

    def _withdraw(self, seen: Observation) -> Command | None:
        """Go back to where few can stand around, when there are many."""
        grid = seen.level.grid
        strikers = [foe for foe in seen.foes if foe.kind.missile is None]
        if len(strikers) <= 1 or seen.exits(seen.me.at) <= NARROW:
            return None
        around = cells_of(seen.around(LONGEST_RETREAT))
        narrow = [cell for cell in around if seen.exits(grid.point(cell)) <= NARROW and _is_first_at(seen, cell)]
        goal = seen.nearest(board_of(narrow))
        return None if goal is None else seen.step_to(goal)

    def _strike(self, seen: Observation) -> Command | None:
        """Strike the one beside who falls soonest for the harm it does."""
        beside = [foe for foe in seen.foes if seen.is_beside(foe)]
        if not beside:
            return None
        self.waited = 0
        victim = max(beside, key=lambda foe: damage_per_turn(seen, foe) / turns_to_kill(seen, foe))
        return Move(direction_to(seen.me.at, victim.at))

    def _take(self, seen: Observation) -> Command | None:
        """Pick up what lies underfoot."""
        return PickUp() if seen.cell in self.items and not seen.me.inventory.is_full else None

    def _meet(self, seen: Observation) -> Command | None:
        """Wait for enemies in view, since the one who is approached strikes first; go to those that do not come."""
        for foe in seen.foes:
            step = seen.step_to(seen.level.grid.index(foe.at))
            if step is None:
                continue
            if foe.kind.missile is None and self.waited < LONGEST_WAIT:
                self.waited += 1
                return Wait()
            return step
        return None

    def _follow(self, seen: Observation) -> Command | None:
        """Go after one that has slipped out of view; now and then stand still, for it may come round the corner."""
        if self.trail is None:
            return None
        return Wait() if percent(self.rng, AMBUSH) else seen.step_to(self.trail)

    def _fetch(self, seen: Observation) -> Command | None:
        """Go to the nearest item."""
        goal = None if seen.me.inventory.is_full else seen.nearest(board_of(self.items))
        return None if goal is None else seen.step_to(goal)

    def _explore(self, seen: Observation) -> Command | None:
        """Go to the nearest cell with something unknown beside it; when there is none, go round again."""
        level = seen.level
        goal = seen.nearest(seen.frontier & ~self.stood)
        if goal is None:
            goal = seen.nearest(level.passable & ~self.swept)
        if goal is None:
            self.swept = seen.visible
            goal = seen.nearest(level.passable & ~self.swept)
        return None if goal is None else seen.step_to(goal)


def _is_first_at(seen: Observation, cell: int) -> bool:
    """Return whether the player gets to a cell before every foe that comes near; those that throw do not."""
    steps = seen.ways.distance(cell)
    goal = seen.level.grid.point(cell)
    return steps is not None and all(
        foe.kind.missile or king_distance(foe.at, goal) * seen.me.speed > steps * foe.speed for foe in seen.foes
    )
