"""Validators of ranges: two numbers, the least and the most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import attrs


def rising(least: int, most: int) -> Callable[[object, attrs.Attribute[Any], tuple[int, ...]], None]:
    """Return a validator of two rising numbers within bounds."""

    def check(_: object, field: attrs.Attribute[Any], numbers: tuple[int, ...]) -> None:
        if len(numbers) != len(("least", "most")) or not least <= numbers[0] <= numbers[1] <= most:
            raise ValueError(f"'{field.name}' must be two rising numbers from {least} to {most}")

    return check
