"""What a policy remembers of a game."""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.automation.automation import Automation
from roguelike.autoplay.outlook import ailing
from roguelike.classes import define
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.item import Item

RECENT: Final = 60
"""Turns of which the ways are remembered."""
BUSY: Final = 40
"""So many steps of them, within few cells, lead nowhere."""
FEW: Final = 6
"""Cells."""


@define
class Memory:
    """What a player keeps in mind; all but the chance is about the level on which they are."""

    rng: PCG32
    """For what is left to chance."""
    depth: int = 0
    items: dict[int, ItemKind] = attrs.field(factory=dict)
    """What was last seen to lie where, of what can be picked up; by cell index."""
    stood: int = 0
    """The bitboard of the cells on which the player has stood."""
    swept: int = 0
    """The bitboard of the cells seen since the player last began to go round."""
    trail: int | None = None
    """The cell where a foe was last seen, until the player has been there."""
    waited: int = 0
    """How many turns in a row the foes were let come."""
    fitted: tuple[object, ...] = ()
    """What was carried to wear, and where, when nothing of it was better than what is worn."""
    daring: bool = False
    """Whether the player goes where something may lurk, since there is no other way on."""
    stalked: int | None = None
    """The cell of the sleeper that the player stalks."""
    mark: int | None = None
    """The cell of the sleeper that the player robs."""
    hit_points: int = 0
    """How many the player had when they last looked."""
    wounded_on: int = -100
    """The turn on which the player was last seen to have lost some by more than what ails them."""
    refuge: int | None = None
    """The cell to which the player runs from an unseen attacker."""
    haunted: bool = False
    """Whether a body was seen that stands up again."""
    left_by: int | None = None
    """The cell from which the player went for what may be guarded: there they run with it."""
    lifting_on: int = -100
    """The turn on which the player last went on to an altar."""
    running_out: bool = False
    """Whether they do."""
    crossing: int | None = None
    """The cell to which the player goes through what acts in a beat."""
    crossed_from: int | None = None
    """The cell from which they set out."""
    wading: int | None = None
    """The cell to which the player goes through webs, water and the like."""
    idle: int = 0
    """How many turns in a row the player stood still because there was nothing to do."""
    cut_off_on: int = -100
    """The turn on which the player was last seen not to get to the stairs before those who hunt."""
    sidesteps: int = 0
    """How many steps in a row the player took out of what does harm, with an enemy beside."""
    hidden: int = 0
    """How many turns in a row the player went out of the line of those that shoot."""
    captives: dict[int, int] = attrs.field(factory=dict)
    """The cells of the captives that were seen, by their ids."""
    left_alone: set[int] = attrs.field(factory=set)
    """The ids of the captives that nothing sets free."""
    helped: int = 0
    """How many turns the player has worked at shackles on this level."""
    refused: set[int] = attrs.field(factory=set)
    """The cells of features and doors that were tried already."""
    unlocked: int | None = None
    """The cell of the door that a key has opened, or one behind it, until the player has what is there."""
    given: set[int] = attrs.field(factory=set)
    """The cells of features on which something was laid."""
    hunters: dict[int, int] = attrs.field(factory=dict)
    """The cells where hunting enemies were last seen, by their ids; enemies that cannot come back are removed."""
    hunted_on: int = -100
    """The turn on which one was last in view that has not been seen to fall."""
    held_on: int = -100
    """The turn on which the player last went behind a door, or let foes come there."""
    fell_back_on: int = -100
    """The turn on which the player last took the stairs to be followed one at a time."""
    retreat: int | None = None
    """The cell of the stairs to which the player falls back."""
    followed: Counter[str] = attrs.field(factory=Counter)
    """How many turns on this level each tactic was followed, by their names."""
    came_on: int = 0
    """The turn on which the player came to this level."""
    running: Automation | None = None
    """What was started by one key, and goes on."""
    steps: deque[int] = attrs.field(factory=lambda: deque(maxlen=RECENT))
    """The cells where the player was of late."""
    restless_on: int = -100
    """The turn on which they were last found to walk back and forth."""
    finished: int | None = None
    """The bitboard of what was left to see, and to fetch, when the level was explored as far as it can be."""

    def look(self, seen: Observation) -> None:
        """Take note of what is in view."""
        if seen.depth != self.depth:
            self._arrive(seen.depth, seen.turn)
        if seen.me.hit_points < self.hit_points - ailing(seen.me.conditions.values(), rounds=1):
            self.wounded_on = seen.turn
        self.hit_points = seen.me.hit_points
        level = seen.level
        lying = {cell: item.kind for cell, items in level.items.items() for item in items if _is_to_be_had(item)}
        self.items = {cell: kind for cell, kind in self.items.items() if not level.visible[cell]} | lying
        self.stood |= 1 << seen.cell
        self._look_back(seen)
        self.swept |= seen.visible
        if seen.foes:
            self.trail = level.grid.index(seen.foes[0].at)
        elif self.trail == seen.cell:
            self.trail = None
        self._look_for_hunters(seen)
        if not seen.foes:
            self.waited = self.hidden = 0

    def copied(self) -> Memory:
        """Return a memory of the same that goes on alone, without what runs."""
        twin = attrs.evolve(self, rng=attrs.evolve(self.rng), running=None)
        for name in (field.name for field in attrs.fields(Memory)):
            if isinstance(value := getattr(twin, name), dict | set | deque):
                setattr(twin, name, value.copy())
        return twin

    def _look_back(self, seen: Observation) -> None:
        """Notice that the player walks back and forth."""
        if self.steps and self.steps[-1] != seen.cell:
            self.idle = 0
        self.steps.append(seen.cell)
        if (
            len(self.steps) == RECENT
            and len(set(self.steps)) <= FEW
            and sum(a != b for a, b in pairwise(self.steps)) >= BUSY
        ):
            self.restless_on = seen.turn
            self.steps.clear()

    def _look_for_hunters(self, seen: Observation) -> None:
        """Remember who hunts: who is gone from cells that are all in view has fallen."""
        grid = seen.level.grid
        hunters = {foe.id: grid.index(foe.at) for foe in seen.foes if seen.hunts(foe)}
        gone = {number: cell for number, cell in self.hunters.items() if number not in hunters}
        unseen = (seen.level.passable | seen.unknown) & ~seen.visible
        may_come = any(grid.spread(1 << cell, diagonally=True) & unseen for cell in gone.values())
        if hunters or may_come:
            self.hunted_on = seen.turn
        elif gone:
            self.hunted_on = -100
        self.hunters = hunters

    def _arrive(self, depth: int, turn: int) -> None:
        self.depth, self.items, self.trail, self.running, self.finished = depth, {}, None, None, None
        self.stood = self.swept = self.waited = 0
        self.steps.clear()
        self.restless_on = self.cut_off_on = -100
        self.captives, self.refused, self.hidden, self.helped, self.refuge = {}, set(), 0, 0, None
        self.haunted, self.left_by, self.running_out, self.given = False, None, False, set()
        self.lifting_on = -100
        self.unlocked = self.crossing = self.crossed_from = None
        self.mark, self.stalked, self.wading, self.daring, self.hunters = None, None, None, False, {}
        self.followed, self.came_on, self.retreat = Counter(), turn, None


def _is_to_be_had(item: Item) -> bool:
    return item.kind.portable and not item.dropped
