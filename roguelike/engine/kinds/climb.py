"""The climb: what awaits the player who comes up with what they went down for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import deep_iterable, ge, le

from roguelike.classes import frozen
from roguelike.engine.kinds.families import WayChange
from roguelike.engine.kinds.limits import DEEPEST, FASTEST, SLOWEST
from roguelike.engine.schema import shown

if TYPE_CHECKING:
    from collections.abc import Sequence


@frozen(kw_only=True)
class Climb:
    """On each level to which the player comes up with it first, one horde hunts them on the way to the stairs."""

    more_danger: int = attrs.field(default=2, validator=[ge(0), le(DEEPEST)])
    """How much higher its danger is than that of the level."""
    most_danger: int = attrs.field(default=8, validator=[ge(1), le(DEEPEST)])
    """It is never more dangerous than this."""
    dangers: tuple[int, ...] = attrs.field(default=(), validator=deep_iterable([ge(1), le(DEEPEST)]))
    """Its danger by depth, from the first level on, the last for all deeper ones; empty for that of the level."""
    speeds: tuple[int, ...] = attrs.field(default=(), validator=deep_iterable([ge(SLOWEST), le(FASTEST)]))
    """By depth too, the speed of monsters that always follow while the player carries it; empty for their own."""
    counts: bool = False
    """Whether the player is shown how many rounds the nearest of those is behind."""
    gathers: bool = False
    """Whether monsters that were left awake on a level roam near the way between its stairs when the player returns."""
    changed: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """On how many of the levels above the last one the way has changed, as the seed of the game decides."""
    changes: tuple[WayChange, ...] = ()
    """The changes; each level tries all of them, beginning with another one, until one is possible."""
    told: str = shown(default="")
    """What the player feels then: a template with `who` waits, `s` for the verb of one, and `where`, a direction."""
    steps: str = shown(default="")
    """What the player hears when one that always follows is less than ten rounds from the stairs."""

    @told.validator
    def _names_what_is_known(self, _: object, told: str) -> None:
        try:
            told.format(who="", s="", where="")
        except (KeyError, IndexError, ValueError, AttributeError):
            raise ValueError("'told' must be a template of nothing but {who}, {s} and {where}") from None

    def danger(self, depth: int, usual: int) -> int:
        """Return the danger of the horde at a depth, where that of the level is the `usual`."""
        return _at(self.dangers, depth) or min(self.most_danger, usual + self.more_danger)

    def speed(self, depth: int) -> int:
        """Return the speed of those that always follow; 0 for their own."""
        return _at(self.speeds, depth)


def _at(numbers: Sequence[int], depth: int) -> int:
    return numbers[min(depth, len(numbers)) - 1] if numbers else 0
