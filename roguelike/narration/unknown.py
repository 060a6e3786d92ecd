"""The odds of an unidentified item in words."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.rules.identity import chance_of_bad, odds_of, unknown_kinds

if TYPE_CHECKING:
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation

NOT_COUNTED: Final = "chances unknown"
"""Shown in a rule set whose author has not run `roguelike odds` since the last change."""


MAX_ODDS: Final = 4
"""Maximum lines of odds in menus; the page of an item lists all."""


def odds_in_short(seen: Observation, kind: ItemKind) -> list[str]:
    """Return the short odds of an unidentified item: its chance to be bad, and the likeliest kinds."""
    return odds_told(seen, kind)[:MAX_ODDS]


def odds_told(seen: Observation, kind: ItemKind) -> list[str]:
    """Return the exact odds of an unidentified item, and how many kinds of its sort are known.

    Empty for identified items.
    """
    if not isinstance(kind, UnknownKind):
        return []
    every = sum(other.disguised and other.sort == kind.sort for other in seen.ruleset.items.values())
    known = every - len(unknown_kinds(seen.ruleset, seen.identified, kind.sort))
    if not seen.ruleset.expected:
        return [NOT_COUNTED, f"{known} of {every} known"]
    odds = odds_of(seen.ruleset, seen.identified, kind)
    bad = chance_of_bad(seen.ruleset, seen.identified, kind)
    told = [f"bad to use {percent(bad)}", f"{known} of {every} known"]
    return [*told, *(f"{_short(each)} {percent(share)}" for each, share in odds)]


def percent(share: Fraction) -> str:
    """Return a share in whole percent, rounded half up, for use wherever one is shown."""
    hundredths = math.floor(share * 100 + Fraction(1, 2))
    return "<1%" if share and not hundredths else f"{hundredths}%"


def _short(kind: ItemKind) -> str:
    """Return a name without its sort, which all candidates share: "healing"."""
    return kind.name.removeprefix(f"{kind.sort} of ")
