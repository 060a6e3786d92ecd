"""Numbers that grow with the plus of the item that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from collections.abc import Callable

STEEPEST = 1000
"""The most that a number grows with one plus."""


@frozen
class Amount:
    """A number that grows with each plus, or falls; never below 0."""

    base: int
    """The amount without a plus."""
    per_plus: int = attrs.field(default=0, validator=[ge(-STEEPEST), le(STEEPEST)])
    every: int = added(default=1, validator=[gt(0), le(STEEPEST)])
    """How many pluses it takes to add that; what is left over counts as well."""


Growing = int | Amount
"""What files say as a whole number, or as `{ base = 7, per_plus = 2 }`."""


def amount_at(amount: Growing, plus: int) -> int:
    """Return what an amount is at a plus."""
    return amount if isinstance(amount, int) else max(0, amount.base + amount.per_plus * -(-plus // amount.every))


def between(low: int, high: int) -> Callable[[Any, attrs.Attribute[Any], Growing], None]:
    """Return the validator of amounts that are from `low` to `high` with no plus."""

    def check(owner: Any, field: attrs.Attribute[Any], amount: Growing) -> None:  # noqa: ANN401 -- any attrs object
        for limit in (ge(low), le(high)):
            limit(owner, field, amount if isinstance(amount, int) else amount.base)

    return check
