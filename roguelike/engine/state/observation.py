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
    """What the player knows at one moment; nothing done to it changes the game."""

    ruleset: RuleSet
    me: Actor
    foes: tuple[Actor, ...]
    """The monsters in view that are or were enemies, nearest first, with their hit points, conditions and moods."""
    others: tuple[Actor, ...]
    """All of them, with captives and allies."""
    level: Level
    """The level as it is known: cells never seen are nothing, and only what is in view stands, lies or flies there."""
    sensed: tuple[Actor, ...]
    """The monsters out of view whose place something reveals, nearest first."""
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
    """The ids of the monsters among them that visibly notice the player now."""
    identified: tuple[str, ...] = ()
    """The names of the disguised kinds of items that the player knows; for the others something else stands here."""
    plus: int = 0
    """The plus of the item whose use is previewed."""
    behind: tuple[ActorKind, int] | None = None
    """The nearest of those that always follow, and in how many rounds it reaches the player; None if unknown."""
    noise: int
    """The player's noise radius of the last round, in steps, where that counts."""
    is_still: bool = False
    """Whether the player stood still in the last round and carried nothing loud, where that counts."""
    lamp: Lamp
    """What light the player has."""
    dimmed: int | None = None
    """The radius in cells to which something near the player dims that light; None where nothing does."""
    avoided: int = 0
    """The bitboard of cells that the deciding code avoids as if they did harm."""
    ignored: frozenset[int] = frozenset()
    """The ids of enemies that cannot reach the player, and of which the player was warned."""
    braves_shores: bool = False
    """Whether the player was warned that there is no other way than along such water."""
    doubtful: int = 0
    """The bitboard of water and the cells beside it where the deciding code fears what hides."""
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
        """What lies on each cell index, as it is seen now or was seen last."""
        return {**self.level.remembered, **self.level.items}
