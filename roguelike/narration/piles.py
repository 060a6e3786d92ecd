"""The order of items in a pile, as seen from above."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.item import Item


def topmost(pile: Sequence[Item]) -> Item:
    """Return the visible item of a pile: the last portable one, else the last."""
    return next((item for item in reversed(pile) if item.kind.portable), pile[-1])


def from_the_top(pile: Sequence[Item]) -> list[Item]:
    """Return a pile from the top: portable items before others, the latest first."""
    latest_first = list(reversed(pile))
    return sorted(latest_first, key=lambda item: not item.kind.portable)
