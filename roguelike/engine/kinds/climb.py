"""The climb: what awaits the player who comes up with what they went down for."""

from __future__ import annotations

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.schema import shown


@frozen(kw_only=True)
class Climb:
    """On each level to which the player comes up with it first, one horde hunts them on the way to the stairs."""

    more_danger: int = attrs.field(default=2, validator=[ge(0), le(DEEPEST)])
    """How much higher its danger is than that of the level."""
    most_danger: int = attrs.field(default=8, validator=[ge(1), le(DEEPEST)])
    """It is never more dangerous than this."""
    told: str = shown(default="")
    """What the player feels then."""
