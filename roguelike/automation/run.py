"""Running in a direction, around bends of corridors, until something is worth a look."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, hindrance_on_the_way
from roguelike.automation.dangers import getting_away, in_the_way
from roguelike.engine.commands import Command, Move
from roguelike.engine.events import AnyEvent, PickedUp
from roguelike.engine.geometry import COMPASS, Direction
from roguelike.english import capital, with_article

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation

LONGEST = 1000
"""Maximum steps, so that no run goes in circles forever."""


class Run(Automation):
    """Goes straight on in the open, and follows the bends of a corridor until it forks or ends."""

    doing: ClassVar[str] = "running"

    def __init__(self, direction: Direction) -> None:
        self._direction = direction
        self._sides: tuple[bool, ...] | None = None
        """Whether the cells to the left and right of the player were free before the last step."""
        self._steps = 0

    def next(self, seen: Observation) -> Command | Stop:
        """Return the next step."""
        if (stop := hindrance_on_the_way(seen)) is not None:
            return stop
        known, seen = seen, getting_away(seen)
        at = seen.me.at
        if not self._steps:
            if not _is_free(seen, at.step(self._direction)):
                return Stop(in_the_way(known, at.step(self._direction)) or "You cannot go that way.")
        elif self._steps >= LONGEST:
            return Stop("You have run far enough.")
        elif (found := _underfoot(seen)) is not None:
            return Stop(found)
        elif (stop := self._turn(seen, at)) is not None:
            return stop
        self._steps += 1
        self._sides = _sides(seen, at, self._direction)
        return Move(self._direction)

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Stop also after a pick-up."""
        return Stop("") if isinstance(event, PickedUp) and event.who.is_player else super().interruption(event)

    def _turn(self, seen: Observation, at: Point) -> Stop | None:
        """Follow a bend of a corridor; return the reason to stop at a fork or dead end."""
        direction = self._direction
        ahead, sides = _is_free(seen, at.step(direction)), _sides(seen, at, direction)
        if ahead and not any(now and not was for now, was in zip(sides, self._sides or sides, strict=True)):
            return None
        ways = [
            way for way in seen.ruleset.directions if _is_free(seen, at.step(way)) and not _leads_back(way, direction)
        ]
        straight = [way for way in ways if way.is_cardinal] or ways
        if len(straight) != 1 or (ahead and straight != [direction]):
            return Stop(_choice(seen, at, direction) if ways else "Dead end.")
        self._direction = straight[0]
        return None


def _choice(seen: Observation, at: Point, direction: Direction) -> str:
    """Return the reason to stop at a cell with several exits: a fork, an opening or an obstacle."""
    if not _is_open(seen, at):
        return "The path forks."
    ahead = at.step(direction)
    if _is_free(seen, ahead):
        return "An opening."
    return "The way is blocked." if seen.level.is_walkable(ahead) else "A wall is in the way."


def _is_open(seen: Observation, at: Point) -> bool:
    """Return whether a cell is in a free 2x2 square, and so in a room rather than a corridor."""
    free = [_is_free(seen, at.step(way)) for way in COMPASS]
    corners = [turn for turn, way in enumerate(COMPASS) if not way.is_cardinal]
    return any(free[turn - 1] and free[turn] and free[(turn + 1) % 8] for turn in corners)


def _is_free(seen: Observation, at: Point) -> bool:
    return seen.is_safe(at) and seen.level.actor_at(at) is None


def _sides(seen: Observation, at: Point, direction: Direction) -> tuple[bool, ...]:
    """Return whether the cells to the left and right of a direction are free."""
    turn = COMPASS.index(direction)
    return tuple(_is_free(seen, at.step(COMPASS[(turn + quarter) % 8])) for quarter in (-2, 2))


def _leads_back(way: Direction, direction: Direction) -> bool:
    """Return whether a direction leads back, or to a cell adjacent to the player's last one."""
    return COMPASS.index(way) in {(COMPASS.index(direction) + turn) % 8 for turn in (3, 4, 5)}


def _underfoot(seen: Observation) -> str | None:
    items = seen.level.items_at(seen.me.at)
    if not items or not items[-1].kind.name:
        return None
    kind = items[-1].kind
    return f"{capital(with_article(kind.name, unique=kind.kept, mass=kind.mass))} here."
