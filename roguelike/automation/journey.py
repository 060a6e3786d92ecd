"""Travel to a known cell of another level."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from roguelike.automation.automation import Automation, Stop
from roguelike.automation.travel import Travel
from roguelike.engine.commands import TakeStairs
from roguelike.engine.kinds.exits import Exit

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

NO_STAIRS: Final = "You have not seen any stairs {way}."


class Journey(Automation):
    """Walks to a cell of another level over known stairs, as `Travel` walks on each level."""

    doing: ClassVar[str] = "travelling"

    def __init__(self, depth: int, goal: Point) -> None:
        self.depth = depth
        """The depth of the goal's level, from 1."""
        self.goal = goal
        self._leg: tuple[int, Travel] | None = None
        """The travel on one level, with its depth."""

    def next(self, seen: Observation) -> Command | Stop:
        """Return the next step, or the command to take the stairs."""
        if self._leg is None or self._leg[0] != seen.depth:
            leg = self._leg_on(seen)
            if isinstance(leg, Stop):
                return leg
            self._leg = seen.depth, leg
        return self._leg[1].next(seen)

    def _leg_on(self, seen: Observation) -> Travel | Stop:
        """Return the travel on this level: to the goal, or to the stairs towards its level."""
        if seen.depth == self.depth:
            return Travel(self.goal)
        way: Literal["down", "up"] = "down" if self.depth > seen.depth else "up"
        stairs = seen.level.exit_at(Exit(way))
        if stairs is None:
            return Stop(NO_STAIRS.format(way=way))
        leg = Travel(stairs)
        leg.then = TakeStairs(way)
        return leg
