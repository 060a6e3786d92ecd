"""The memory of a policy during a game."""

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
"""Number of remembered turns of movement."""
BUSY: Final = 40
"""This many steps among `RECENT` turns, within `FEW` cells, count as walking back and forth."""
FEW: Final = 6
"""Maximum distinct cells of walking back and forth."""


@define
class Memory:
    """The memory of a bot; all of it except `rng` concerns the present level."""

    rng: PCG32
    """The random stream of the policy."""
    depth: int = 0
    items: dict[int, ItemKind] = attrs.field(factory=dict)
    """The kind of the last seen portable item on each cell, by cell index."""
    stood: int = 0
    """The bitboard of the cells where the player has been."""
    swept: int = 0
    """The bitboard of the cells seen since the last round of the level began."""
    trail: int | None = None
    """The cell where an enemy was last seen, until the player has been there."""
    waited: int = 0
    """Number of turns in a row that the player waited for enemies to come."""
    fitted: tuple[object, ...] = ()
    """The carried gear, as of the last check that found nothing better to wear."""
    daring: bool = False
    """Whether the player enters cells where monsters may lurk, for lack of another path."""
    stalked: int | None = None
    """The cell of the sleeper that the player stalks."""
    mark: int | None = None
    """The cell of the sleeper from which the player steals."""
    hit_points: int = 0
    """The player's hit points at the last `look`."""
    wounded_on: int = -100
    """The last turn on which the player lost hit points beyond the damage of conditions."""
    refuge: int | None = None
    """The cell to which the player runs from an unseen attacker."""
    haunted: bool = False
    """Whether a corpse that will revive was seen."""
    left_by: int | None = None
    """The cell from which the player went to an altar, and to which they run with its item."""
    lifting_on: int = -100
    """The last turn on which the player walked towards an altar."""
    running_out: bool = False
    """Whether the player runs to `left_by`."""
    crossing: int | None = None
    """The goal of a path through periodic traps."""
    crossed_from: int | None = None
    """The cell where that path began."""
    wading: int | None = None
    """The goal of a path through webs, water and the like."""
    idle: int = 0
    """Number of turns in a row in which the player had nothing to do."""
    cut_off_on: int = -100
    """The last turn on which hunters were closer to the stairs than the player."""
    sidesteps: int = 0
    """Number of steps in a row out of harmful cells with an enemy adjacent."""
    hidden: int = 0
    """Number of turns in a row of hiding from shooters."""
    captives: dict[int, int] = attrs.field(factory=dict)
    """The cells of known captives, by id."""
    left_alone: set[int] = attrs.field(factory=set)
    """The ids of captives that could not be freed."""
    helped: int = 0
    """Number of turns spent on shackles on this level."""
    refused: set[int] = attrs.field(factory=set)
    """The cells of features and doors that were already tried."""
    unlocked: int | None = None
    """The cell of an unlocked door, or one behind it, until the player has taken an item there."""
    given: set[int] = attrs.field(factory=set)
    """The cells of features on which the player has dropped an item."""
    hunters: dict[int, int] = attrs.field(factory=dict)
    """The cells where hunting enemies were last seen, by id; enemies that cannot return are removed."""
    hunted_on: int = -100
    """The last turn on which a hunter was in view or could return."""
    held_on: int = -100
    """The last turn on which the player went, or waited, behind a door."""
    fell_back_on: int = -100
    """The last turn on which the player took stairs so that enemies follow one at a time."""
    retreat: int | None = None
    """The stairs to which the player falls back."""
    followed: Counter[str] = attrs.field(factory=Counter)
    """Number of turns on this level for each tactic, by name."""
    came_on: int = 0
    """The turn of arrival on this level."""
    running: Automation | None = None
    """The running automation; None if none runs."""
    steps: deque[int] = attrs.field(factory=lambda: deque(maxlen=RECENT))
    """The player's recent cells."""
    restless_on: int = -100
    """The last turn on which the player was found walking back and forth."""
    finished: int | None = None
    """The bitboard of unexplored cells and items left when exploration stopped."""

    def look(self, seen: Observation) -> None:
        """Update the memory from an observation."""
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
        """Return an independent copy, without the running automation."""
        twin = attrs.evolve(self, rng=attrs.evolve(self.rng), running=None)
        for name in (field.name for field in attrs.fields(Memory)):
            if isinstance(value := getattr(twin, name), dict | set | deque):
                setattr(twin, name, value.copy())
        return twin

    def _look_back(self, seen: Observation) -> None:
        """Detect walking back and forth."""
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
        """Record hunters; one that is missing while all cells around its last one are in view counts as dead."""
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
