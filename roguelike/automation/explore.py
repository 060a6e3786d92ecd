"""Exploring: to the nearest cell that was never seen, or the nearest item, until there is none."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from roguelike.automation.automation import Automation, Stop, hindrance
from roguelike.automation.path import Path
from roguelike.automation.pick_up import is_wanted, wanted
from roguelike.automation.tour import Ways
from roguelike.engine.commands import Command, PickUp

if TYPE_CHECKING:
    from roguelike.automation.pick_up import Kinds
    from roguelike.engine.observation import Observation

MOST_NAMED = 3
"""Items left behind that are told by name."""


class Explore(Automation):
    """Looks at all that can be reached without known harm, and picks up what it comes by."""

    doing: ClassVar[str] = "exploring"

    def __init__(self, kinds: Kinds = None) -> None:
        self._kinds = kinds
        """The kinds of items to pick up, by name; None for all."""
        self._stood = 0
        """The bitboard of the cells on which the player has stood: nothing new is seen from them."""
        self._path = Path(-1, [])

    def next(self, seen: Observation) -> Command | Stop:
        """Return a step to the next goal, or pick up what lies here."""
        self._stood |= 1 << seen.cell
        if (stop := hindrance(seen)) is not None:
            return stop
        items = wanted(seen, self._kinds)
        if items >> seen.cell & 1:
            return PickUp()
        goals = (seen.frontier & ~self._stood | items) & seen.safe
        goal = self._path.goal
        step = None if goal is None or not goals >> goal & 1 else self._path.step(seen)
        if step is None:
            self._path = Path(seen.cell, Ways.known(seen).path_on_tour(seen.cell, goals & ~(1 << seen.cell)))
            step = self._path.step(seen)
        return Stop(_explored(seen, self._kinds)) if step is None else step


def _explored(seen: Observation, kinds: Kinds) -> str:
    """Return that all was explored, what was left, and why."""
    reachable = Ways.known(seen).reachable(seen.cell)
    left = [item for cell, items in sorted(seen.lying.items()) for item in items if is_wanted(item, kinds)]
    told = ["Explored."]
    if left:
        why = "no room" if seen.me.inventory.is_full else "no safe path"
        counts = Counter(item.kind.name for item in left)
        names = [name if count == 1 else f"{name} (x{count})" for name, count in counts.items()]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        told.append(f"Left behind ({why}): {', '.join(names[:MOST_NAMED])}{more}.")
    if seen.level.passable & ~reachable:
        told.append("Some places have no safe path.")
        if seen.frontier & ~reachable:
            told[0] = "Nothing more to explore safely."
    return " ".join(told)
