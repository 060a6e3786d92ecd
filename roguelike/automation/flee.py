"""Flight: one step away from the enemies in view, preferably towards stairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.automation import Stop, astray, awake
from roguelike.automation.dangers import TIDE, getting_away
from roguelike.automation.tour import Ways
from roguelike.engine.commands import Move
from roguelike.engine.distances import DistanceMap
from roguelike.engine.geometry import direction_to
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.rules.tides import rising_soon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

NOBODY: Final = "No awake enemy in view can reach you."
ON_STAIRS: Final = "You stand on the stairs {way}: take them to escape."
CORNERED: Final = "You are cornered: no safe step leads away."
STAIRS: Final = (Exit.DOWN, Exit.UP)
FURTHEST: Final = 12
"""Maximum steps to the cells that are compared."""


def flight(seen: Observation) -> Move | Stop:
    """Return a step to the nearest known stairs or away from all enemies, or the reason why there is none."""
    if (stop := astray(seen)) is not None:
        return stop
    hunters = [_Hunter(seen, foe) for foe in awake(seen) if seen.reaches(foe)]
    if not hunters:
        return Stop(NOBODY)
    way = next((way for way in _stairs(seen) if seen.level.exit_at(way) == seen.me.at), None)
    if way is not None:
        return Stop(ON_STAIRS.format(way=way.value))
    clear = getting_away(seen)
    clear = attrs.evolve(
        clear, avoided=clear.avoided | board_of(seen.level.grid.index(each.at) for each in seen.others)
    )
    for known in _driest_first(clear):
        if step := _to_stairs(known, hunters) or _out_of_reach(known, hunters) or _apart(known, hunters):
            return Move(direction_to(seen.me.at, seen.level.grid.point(step)))
    return Stop(CORNERED)


def _driest_first(seen: Observation) -> Iterator[Observation]:
    """Yield observations that avoid fewer and fewer cells: shores, cells soon flooded, cells flooded next round."""
    flooded = rising_soon(seen.level, seen.round, 1)
    soon = rising_soon(seen.level, seen.round, TIDE) | flooded
    for avoided in dict.fromkeys((seen.shores | soon, soon, flooded)):
        yield attrs.evolve(seen, avoided=seen.avoided | avoided)


def _stairs(seen: Observation) -> list[Exit]:
    """Return the stairs that the player can take from this level."""
    return [way for way in STAIRS if not (way is Exit.UP and seen.locked_in)]


class _Hunter:
    """An enemy in view, and its distance to all known cells."""

    def __init__(self, seen: Observation, foe: Actor) -> None:
        level = seen.level
        self._speeds = seen.me.speed, foe.speed
        self._none = level.grid.size
        deep = level.cells("deep") if foe.kind.swims else 0
        reach = level.grid.spread(deep, diagonally=True) if deep >> level.grid.index(foe.at) & 1 else level.grid.inside
        self._steps = DistanceMap(
            level.grid, level.passable & reach, level.grid.index(foe.at), diagonally=seen.ruleset.diagonal
        )

    def steps(self, cell: int) -> int:
        """Return its steps to a cell; more than the longest path if it has none."""
        steps = self._steps.distance(cell)
        return self._none if steps is None else steps

    def is_later(self, cell: int, steps: int) -> bool:
        """Return whether the player, `steps` away from a cell, gets there before it does."""
        mine, its = self._speeds
        return self.steps(cell) * mine > steps * its


def _to_stairs(seen: Observation, hunters: list[_Hunter]) -> int:
    """Return the next cell of the shortest path to stairs that no approached enemy reaches first; 0 if none."""
    places = [seen.level.exit_at(way) for way in _stairs(seen)]
    goals = [seen.level.grid.index(at) for at in places if at is not None and seen.is_safe(at)]
    paths = [path for goal in goals if (path := Ways.known(seen).path(seen.cell, goal))]
    for path in sorted(paths, key=len):
        nearer = [each for each in hunters if each.steps(path[0]) < each.steps(seen.cell)]
        if all(each.is_later(path[-1], len(path)) for each in nearer):
            return path[0]
    return 0


def _out_of_reach(seen: Observation, hunters: list[_Hunter]) -> int:
    """Return the next cell towards the cell farthest from enemies, on a path that they cannot intercept; 0 if none."""
    ways = Ways.known(seen)
    front = reached = 1 << seen.cell
    for steps in range(1, FURTHEST + 1):
        ring = seen.level.grid.spread(front, diagonally=ways.diagonally) & ways.passable & ~reached
        front = board_of(cell for cell in cells_of(ring) if all(each.is_later(cell, steps) for each in hunters))
        reached |= front
    goal = _furthest(seen, reached, hunters)
    return Ways(ways.grid, reached, diagonally=ways.diagonally).path(seen.cell, goal)[0] if goal else 0


def _apart(seen: Observation, hunters: list[_Hunter]) -> int:
    """Return the adjacent cell farthest from all enemies; 0 if none is farther than the player's."""
    beside = seen.level.grid.spread(1 << seen.cell, diagonally=seen.ruleset.diagonal)
    return _furthest(seen, beside & seen.safe, hunters)


def _furthest(seen: Observation, board: int, hunters: list[_Hunter]) -> int:
    """Return the cell of a bitboard farthest from the nearest enemy, then from all; 0 if none beats the player's."""

    def room(cell: int) -> tuple[int, int]:
        steps = [each.steps(cell) for each in hunters]
        return min(steps), sum(steps)

    best = max(cells_of(board), key=room, default=seen.cell)
    return best if room(best)[0] > room(seen.cell)[0] else 0
