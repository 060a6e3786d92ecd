"""The player's noise."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.schema import added

LOUDEST = 200
"""The maximum noise radius, in steps."""


def _steps(usual: int) -> int:
    return attrs.field(default=usual, validator=[ge(0), le(LOUDEST)])


@frozen(kw_only=True)
class Noise:
    """The noise radius of the player's actions, in steps."""

    step: int = _steps(14)
    still: int = _steps(7)
    """Every action that is not a step: standing, searching, throwing, drinking."""
    covered_step: int = _steps(7)
    """A step with a covered lamp."""
    covered_still: int = _steps(3)
    blow: int = _steps(14)
    """An attack, whether the lamp is covered or not."""
    work: int = added(default=20, validator=[ge(0), le(LOUDEST)])
    """A turn of work at a feature, whether the lamp is covered or not."""
    quietest_step: int = _steps(7)
    """The minimum for a step with an open lamp, whatever the player wears."""
    quietest: int = _steps(3)
    """The minimum for everything else."""
