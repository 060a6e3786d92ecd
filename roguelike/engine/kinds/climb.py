"""The climb: what awaits a player who carries the prize up."""

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
    """On each level to which the player first carries the prize up, one horde hunts them on the path to the stairs."""

    more_danger: int = attrs.field(default=2, validator=[ge(0), le(DEEPEST)])
    """The danger of the horde above that of the level."""
    most_danger: int = attrs.field(default=8, validator=[ge(1), le(DEEPEST)])
    """The maximum danger of the horde."""
    dangers: tuple[int, ...] = attrs.field(default=(), validator=deep_iterable([ge(1), le(DEEPEST)]))
    """The danger of the horde by depth, beginning with the first level; the last value also counts below. Empty: by
    `more_danger`."""
    speeds: tuple[int, ...] = attrs.field(default=(), validator=deep_iterable([ge(SLOWEST), le(FASTEST)]))
    """The speed by depth, in the same way, of monsters that always follow a player with the prize; empty for their
    own."""
    counts: bool = False
    """Whether the player is shown how many rounds the nearest of these monsters is behind."""
    gathers: bool = False
    """Whether monsters left awake on a level roam near the path between its stairs when the player returns."""
    changed: int = attrs.field(default=0, validator=[ge(0), le(DEEPEST)])
    """The number of levels above the last one on which the path has changed; the seed of the game chooses them."""
    changes: tuple[WayChange, ...] = ()
    """The changes; each of these levels begins with another one and tries all until one is possible."""
    told: str = shown(default="")
    """The message about the horde, a template with `who` waits, `s` for the verb of a single monster, and `where`, a
    direction."""
    steps: str = shown(default="")
    """The message when a monster that always follows is less than ten rounds from the stairs."""

    @told.validator
    def _names_what_is_known(self, _: object, told: str) -> None:
        try:
            told.format(who="", s="", where="")
        except (KeyError, IndexError, ValueError, AttributeError):
            raise ValueError("'told' must be a template of nothing but {who}, {s} and {where}") from None

    def danger(self, depth: int, usual: int) -> int:
        """Return the danger of the horde at a depth, where `usual` is that of the level."""
        return _at(self.dangers, depth) or min(self.most_danger, usual + self.more_danger)

    def speed(self, depth: int) -> int:
        """Return the speed of monsters that always follow, at a depth; 0 for their own."""
        return _at(self.speeds, depth)


def _at(numbers: Sequence[int], depth: int) -> int:
    return numbers[min(depth, len(numbers)) - 1] if numbers else 0
