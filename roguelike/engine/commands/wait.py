"""Do nothing for a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands.command import Command, called

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@called("wait")
@attrs.frozen
class Wait(Command):
    """Let a turn pass."""

    def perform(self, world: World, actor: Actor) -> bool:
        """Do nothing."""
        return world.ruleset.turns.wait
