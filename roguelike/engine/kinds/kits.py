"""Kits: different starts of the same rule set, of which the player chooses one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.limits import MAX_HIT_POINTS, MAX_IN_STACK, MAX_PLUS
from roguelike.engine.kinds.names import ActorName, ItemName

MAX_PLAN: Final = 60
"""The maximum length of a plan, in characters."""


@frozen(kw_only=True)
class Possession:
    """One of the player's starting items, or a stack of them."""

    item: ItemName
    number: int = attrs.field(default=1, validator=[ge(1), le(MAX_IN_STACK)])
    plus: int = attrs.field(default=0, validator=[ge(-MAX_PLUS), le(MAX_PLUS)])
    worn: bool = False


@frozen(kw_only=True)
class Kit:
    """A start of the game; keys that are left out have the values of `ruleset.toml`.

    The first kit is the usual start: it has only a plan.
    """

    plan: str
    """Advice on playing it, one line of at most 60 characters, shown in the menu of kits."""
    hit_points: int = attrs.field(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """The player's maximum hit points; 0 for the value of `player`."""
    possessions: tuple[Possession, ...] = ()
    """The starting items, which replace those of the rule set; empty for the same."""
    gauges: Mapping[str, int] = attrs.field(factory=dict)
    """The amounts in gauges at the start, by name."""
    companions: tuple[ActorName, ...] = ()
    """Allies beside the player at the start."""

    @property
    def is_usual(self) -> bool:
        """Whether it changes nothing."""
        return not (self.hit_points or self.possessions or self.gauges or self.companions)
