"""Scrolling of the map along one axis."""

from __future__ import annotations

from roguelike.classes import define


@define
class Scroll:
    """The first visible cell; after a resize it stays until the focus leaves the middle of the map.

    A level that does not fit scrolls by a third of the area at a time, so that most steps change only a few cells.
    """

    shown: int = 0
    """Number of visible cells at the last drawing."""
    first: int = 0
    """The first visible cell."""
    is_kept: bool = False
    """Whether the first cell is kept from before a resize."""

    def first_of(self, focus: int, shown: int, whole: int, *, also: int) -> int:
        """Return the first of `shown` cells around `focus`, within `whole` cells; they include `also` if both fit."""
        if shown != self.shown:
            self.is_kept = self.shown > 0
            self.shown = shown
        last = max(0, whole - shown)
        self.first = min(self.first, last)
        margin = shown // 6
        is_near = (not self.first or focus >= self.first + margin) and (
            self.first == last or focus < self.first + shown - margin
        )
        self.is_kept = self.is_kept and is_near
        if not self.is_kept:
            third = max(1, shown // 3)
            self.first = max(0, min((focus - third) // third * third, last))
        if abs(also - focus) < shown:
            self.first = max(also - shown + 1, min(self.first, also))
        return self.first
