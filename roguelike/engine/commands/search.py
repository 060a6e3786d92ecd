"""Search for hidden features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.counting import note
from roguelike.engine.rules.features import find
from roguelike.engine.rules.noise import do
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

IN_A_ROW: Final = 5
"""Turns of searching that reveal everything hidden nearby."""
REACH: Final = 7
"""Steps within which they are revealed."""


@named("search")
@frozen
class Search(Command):
    """Search for a turn; the fifth in a row reveals all hidden features in view within seven steps."""

    def perform(self, world: World, actor: Actor) -> int:
        """Search for one more turn."""
        do(world, actor, Activity.WAIT)
        if actor.is_player:
            note(world, "waits")
        actor.searched = (actor.searched + 1) % IN_A_ROW
        if actor.is_player and not actor.searched:
            find(world, REACH)
        return TURN
