"""Win by killing every enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from roguelike.classes import frozen
from roguelike.engine.kinds.parts import Goal, named

if TYPE_CHECKING:
    from roguelike.engine.state.world import Outcome, World


@named("kill_all")
@frozen
class KillAll(Goal):
    """Win when the last enemy dies."""

    counts_enemies: ClassVar[bool] = True

    def judge(self, world: World) -> Outcome | None:
        """Return victory once no hostile actor is left."""
        return None if world.enemies_left else "won"
