"""The attribution of harm that goes on by itself: fire, gas, and conditions that wound."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen
from roguelike.engine.codecs import flag, text
from roguelike.engine.schema import saved

_MAX_NAME: Final = 1000


@frozen
class Attribution:
    """Names for the account of a death: still true when the actor and the thing are gone."""

    who: str = saved(text(_MAX_NAME), default="")
    """The kind of monster that did it; empty for the player, or where nobody did."""
    own: bool = saved(flag(), default=False)
    """Whether the player did it."""
    means: str = saved(text(_MAX_NAME), default="")
    """What it was done with, or what did it; empty for bare hands."""
    gas: str = saved(text(_MAX_NAME), default="")
    """The gas by which the harm came, if one did."""
