"""Cover the lamp, or open it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.events import CannotDo, LampChange, LampChanged, Reason
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("cover")
@frozen
class Cover(Command):
    """Cover the lamp if it is open, which takes a turn; open it otherwise, which takes none."""

    def perform(self, world: World, actor: Actor) -> int:
        """Cover or open the lamp."""
        lamp = lamp_of(world)
        if not world.ruleset.lamp or not actor.is_player or lamp == Lamp.CARRIED:
            raise CannotDo(Reason.NO_LAMP)
        if lamp == Lamp.OUT:
            raise CannotDo(Reason.LAMP_OUT)
        actor.covered = not actor.covered
        world.emit(LampChanged(LampChange.COVERED if actor.covered else LampChange.OPENED))
        return TURN if actor.covered else 0
