"""Blows that one sees coming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.commands.deeds import Blow, Raise
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.parts import Behaviour, named
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("wind_up")
@frozen
class WindUp(Behaviour):
    """Raise a weapon beside a foe, and strike its cell a turn later, whoever is there by then."""

    deed: str = shown(default="raises its weapon")
    """What the player is told of the first."""

    @property
    def winds_up(self) -> bool:
        """Always."""
        return True

    def act(self, world: World, actor: Actor, foe: Actor | None) -> Command | None:
        """Return the blow, or the beginning of one."""
        if actor.aims_at is not None:
            if king_distance(actor.at, actor.aims_at) <= 1:
                return Blow(actor.aims_at)
            actor.aims_at = None
        if foe is None or king_distance(actor.at, foe.at) > 1:
            return None
        return Raise(foe.at, self.deed)
