"""The policy `seek`: a careful player who explores everything and fights in good positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.memory import Memory
from roguelike.autoplay.tactics.fight import follow, meet, strike
from roguelike.autoplay.tactics.ground import withdraw
from roguelike.autoplay.tactics.onward import fetch, look_around, take
from roguelike.autoplay.tactics.survive import run_for_healing, use
from roguelike.engine.commands import Command, Wait

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Plain
    from roguelike.engine.observation import Observation
    from roguelike.engine.rng import PCG32

MAX_MINDED = 32
"""Maximum nearest monsters that are considered: hundreds take seconds to evaluate."""

_TACTICS: Final[tuple[Plain, ...]] = (
    use,
    run_for_healing,
    withdraw,
    strike,
    take,
    meet,
    follow,
    fetch,
    look_around,
)


class ExplorerPolicy:
    """Tries its tactics in order of urgency, and takes the first that applies."""

    def __init__(self, rng: PCG32) -> None:
        self._memory = Memory(rng)

    def choose(self, seen: Observation) -> Command:
        """Return the command of the first tactic that applies; wait if none does."""
        self._memory.look(seen)
        seen = attrs.evolve(seen, foes=seen.foes[:MAX_MINDED])
        return next((command for tactic in _TACTICS if (command := tactic(seen, self._memory))), Wait())
