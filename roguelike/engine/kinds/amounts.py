"""Numbers that grow with the plus of their item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.schema import added

if TYPE_CHECKING:
    from collections.abc import Callable

STEEPEST = 1000
"""The maximum growth of a number per plus."""


@frozen
class Amount:
    """A number that grows or falls with each plus, but never below 0."""

    base: int
    """The amount without a plus."""
    per_plus: int = attrs.field(default=0, validator=[ge(-STEEPEST), le(STEEPEST)])
    every: int = added(default=1, validator=[gt(0), le(STEEPEST)])
    """The number of pluses that add `per_plus`; a remainder adds it once more."""


Growing = int | Amount
"""A whole number in files, or a table such as `{ base = 7, per_plus = 2 }`."""


def amount_at(amount: Growing, plus: int) -> int:
    """Return an amount at a plus."""
    return amount if isinstance(amount, int) else max(0, amount.base + amount.per_plus * -(-plus // amount.every))


def between(low: int, high: int) -> Callable[[Any, attrs.Attribute[Any], Growing], None]:
    """Return the validator of amounts that are from `low` to `high` without a plus."""

    def check(owner: Any, field: attrs.Attribute[Any], amount: Growing) -> None:  # noqa: ANN401 -- any attrs object
        for limit in (ge(low), le(high)):
            limit(owner, field, amount if isinstance(amount, int) else amount.base)

    return check
