"""Goals: conditions that end a game, apart from the player's death."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Goal, named
from roguelike.engine.kinds.names import ItemName

if TYPE_CHECKING:
    from roguelike.engine.state.world import Outcome, World


@named("escape")
@frozen
class Escape(Goal):
    """Win by taking the stairs up from the first level with an `item`."""

    item: ItemName

    @property
    def victory(self) -> str:
        """The clause that is true when it is reached."""
        return f"the {self.item} was brought out"

    def judge(self, world: World) -> Outcome | None:
        """Return None, as no death reaches it."""
        return None

    def may_leave(self, world: World) -> bool:
        """Return whether the player carries the item."""
        kind = world.ruleset.items[self.item]
        return any(item is not None and item.kind is kind for item in world.player.inventory.slots)


@named("kill_all")
@frozen
class KillAll(Goal):
    """Win when the last enemy dies."""

    counts_enemies: ClassVar[bool] = True

    def judge(self, world: World) -> Outcome | None:
        """Return victory once no hostile actor is left."""
        return None if world.enemies_left else "won"
