"""Feats: achievements of a game, as bounds on its counts."""

from __future__ import annotations

from typing import Final, Literal

import attrs
from attrs.validators import ge, min_len

from roguelike.classes import frozen

_MOST: Final = 10**9

Count = Literal[
    "turns",
    "hit points",
    "companions",
    "treasuries",
    "waits",
    "covered",
    "covered percent",
    "unknown used",
    "used",
    "kills at depth",
    "kills asleep",
    "struck with",
    "enchanted",
    "felled",
    "fell",
    "burned",
]
"""The counts of a game.

The player's turns; hit points at the end; living allies beside the player, without summoned ones; treasuries from which
an item was taken; turns that the player waited or searched; turns that ended with a covered lamp, and their percentage;
unidentified items used or thrown. By kind or number: items used; the player's kills by the number of the level; kills
of sleeping monsters; attacks that hit, by weapon ("bare hands" without one); enchantments, by the kind of item ("an
ally" for allies); kills of monsters that revive; monsters that fell to the level below; and, as "in one fire", the most
enemies that burned to death with fewer than ten rounds from one to the next.
"""


FALLING: Final[frozenset[Count]] = frozenset({"hit points", "companions", "covered percent"})
"""The counts that can fall during a game."""


@frozen(kw_only=True)
class Need:
    """A bound on a count."""

    count: Count
    of: tuple[str, ...] = ()
    """The entries of a count by kind that are added up; all by default."""
    besides: tuple[str, ...] = ()
    """The entries that are left out."""
    kinds: bool = False
    """Whether it bounds the number of entries instead of their sum."""
    least: int = attrs.field(default=0, validator=ge(0))
    most: int = attrs.field(default=_MOST, validator=ge(0))

    def is_met(self, entries: dict[str, int]) -> bool:
        """Return whether the entries of the count are within the bounds."""
        return self.least <= self._number(entries) <= self.most

    def is_missed(self, entries: dict[str, int]) -> bool:
        """Return whether the entries of the count exceed the upper bound permanently."""
        return self.count not in FALLING and self._number(entries) > self.most

    def _number(self, entries: dict[str, int]) -> int:
        numbers = [
            number for name, number in entries.items() if (not self.of or name in self.of) and name not in self.besides
        ]
        return len(numbers) if self.kinds else sum(numbers)


@frozen(kw_only=True)
class Feat:
    """An achievement: all its needs are met when the game is over."""

    name: str = attrs.field(validator=min_len(1))
    told: str = attrs.field(validator=min_len(1))
    """What the player did, in a few words."""
    won: bool = True
    """Whether the game must be won."""
    needs: tuple[Need, ...] = attrs.field(validator=min_len(1))

    @name.validator
    def _is_one_of_a_list(self, _: object, name: str) -> None:
        if ";" in name:
            raise ValueError("'name' must not have a semicolon in it")
