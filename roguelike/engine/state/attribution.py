"""The attribution of indirect harm: fire, gas, and conditions that wound."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen
from roguelike.engine.codecs import flag, text
from roguelike.engine.schema import saved

_MAX_NAME: Final = 1000


@frozen
class Attribution:
    """Names for the cause of a death: still valid when the actor and the thing are gone."""

    who: str = saved(text(_MAX_NAME), default="")
    """The kind of monster that caused it; empty for the player, or if no actor did."""
    own: bool = saved(flag(), default=False)
    """Whether the player caused it."""
    means: str = saved(text(_MAX_NAME), default="")
    """The name of the means; empty for bare hands."""
    gas: str = saved(text(_MAX_NAME), default="")
    """The name of the gas that did the harm; empty for none."""
