"""How far the player is heard."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.schema import added

LOUDEST = 200
"""The greatest distance at which anything is heard, in steps."""


def _steps(usual: int) -> int:
    return attrs.field(default=usual, validator=[ge(0), le(LOUDEST)])


@frozen(kw_only=True)
class Noise:
    """How far each thing that the player does is heard, in steps."""

    step: int = _steps(14)
    still: int = _steps(7)
    """Standing, searching, throwing, drinking: whatever is no step."""
    covered_step: int = _steps(7)
    """A step with the lamp covered."""
    covered_still: int = _steps(3)
    blow: int = _steps(14)
    """Whatever the lamp does."""
    work: int = added(default=20, validator=[ge(0), le(LOUDEST)])
    """A turn of work at a feature, whatever the lamp does."""
    quietest_step: int = _steps(7)
    """What a step with the lamp open comes to, whatever is worn to be quiet."""
    quietest: int = _steps(3)
    """Likewise for everything else."""
