"""What the player knows, as plain fields."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.level import Level
from roguelike.engine.state.world import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.item import Item


@frozen(eq=False, kw_only=True, slots=False)
class ObservedState:
    """What the player knows at one moment; changes of it never affect the game."""

    ruleset: RuleSet
    me: Actor
    foes: tuple[Actor, ...]
    """The monsters in view that are or were enemies, nearest first, with their hit points, conditions and moods."""
    others: tuple[Actor, ...]
    """All monsters in view, captives and allies included."""
    level: Level
    """The known level: unexplored cells are blank, and only actors, items and projectiles in view are on it."""
    sensed: tuple[Actor, ...]
    """The monsters out of view whose cells are revealed, nearest first."""
    captives: tuple[Actor, ...] = ()
    """The captives out of view on cells that the player has seen, nearest first: they do not move."""
    fallen: tuple[Actor, ...] = ()
    """The fallen allies on the level, in view or not, nearest first."""
    astray: tuple[Actor, ...] = ()
    """The allies that would stay behind if the player took the stairs now, nearest first; those on their way last."""
    turn: int
    depth: int
    round: int = 0
    outcome: Outcome | None
    noticed: frozenset[int]
    """The ids of the monsters in view that visibly notice the player now."""
    identified: tuple[str, ...] = ()
    """The names of the disguised kinds of items that the player has identified; stand-ins represent the others."""
    plus: int = 0
    """The plus of the item whose use is previewed."""
    behind: tuple[ActorKind, int] | None = None
    """The kind of the nearest hound, and its rounds to reach the player; None if unknown."""
    noise: int
    """The player's noise radius of the last round, in steps; 0 in rule sets without noise."""
    is_still: bool = False
    """Whether the player stood still in the last round and carried no noisy item."""
    lamp: Lamp
    """The state of the player's light."""
    dimmed: int | None = None
    """The radius in cells to which enemies near the player dim that light; None if none does."""
    avoided: int = 0
    """The bitboard of cells that the deciding code avoids as if they did harm."""
    ignored: frozenset[int] = frozenset()
    """The ids of enemies that cannot reach the player, and of which the player was warned."""
    braves_shores: bool = False
    """Whether the player was warned that every path leads along water in which a swimmer was seen."""
    doubtful: int = 0
    """The bitboard of water and adjacent cells where the deciding code fears hidden swimmers."""
    leads_most: bool = False
    """Whether the player leads as many allies as they can."""
    locked_in: bool = False
    """Whether the stairs up from here lead out, and the player may not leave yet."""
    enemies_left: int
    """The number of living enemies on the level, in view or not, for status lines that show it."""

    @functools.cached_property
    def cell(self) -> int:
        """The index of the player's cell."""
        return self.level.grid.index(self.me.at)

    @functools.cached_property
    def lying(self) -> dict[int, Sequence[Item]]:
        """The items on each cell index, as seen now or last."""
        return {**self.level.remembered, **self.level.items}
