"""Kits: what the player can start a game of the same rule set with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_IN_STACK, MAX_PLUS
from roguelike.engine.kinds.names import ActorName, ItemName

MAX_PLAN: Final = 60
"""Characters of a plan."""


@frozen(kw_only=True)
class Possession:
    """Something that the player has from the start."""

    item: ItemName
    number: int = attrs.field(default=1, validator=[ge(1), le(MAX_IN_STACK)])
    plus: int = attrs.field(default=0, validator=[ge(-MAX_PLUS), le(MAX_PLUS)])
    worn: bool = False


@frozen(kw_only=True)
class Kit:
    """A start of the game; whatever is left out is as the rest of `ruleset.toml` says.

    The first kit is the game without any: it has a plan alone.
    """

    plan: str
    """What to do with it, in one line of at most 60 characters, shown where it is chosen."""
    hit_points: int = attrs.field(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """The player's hit points; 0: as the player's kind."""
    possessions: tuple[Possession, ...] = ()
    """The starting items, in place of all others; empty: as in other games."""
    gauges: Mapping[str, int] = attrs.field(factory=dict)
    """What gauges start with, by their names."""
    companions: tuple[ActorName, ...] = ()
    """Allies beside the player at the start."""

    @property
    def is_usual(self) -> bool:
        """Whether it changes nothing."""
        return not (self.hit_points or self.possessions or self.gauges or self.companions)
