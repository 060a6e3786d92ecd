"""Go for a foe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands import STEP_OR_WAIT
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.rules.pursuit import step_to_foe

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("pursue")
@frozen
class Pursue(Behaviour):
    """Step nearer, strike when beside the foe, wait when every way is blocked."""

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the next step of a hunt, or the blow that ends it."""
        return None if foe is None else STEP_OR_WAIT[step_to_foe(world, actor, foe)]
