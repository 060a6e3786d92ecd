"""How far the map is scrolled along one axis."""

from __future__ import annotations

from roguelike.classes import define


@define
class Scroll:
    """Where the map begins; it stays there when the screen changes its size, until what is looked at leaves its middle.

    A level that does not fit moves by a third of the area at a time, so that most steps change a few cells only.
    """

    shown: int = 0
    """The cells of the level that the map showed last."""
    first: int = 0
    """The first of them."""
    is_kept: bool = False
    """Whether the map begins where it did before the screen changed its size."""

    def first_of(self, focus: int, shown: int, whole: int, *, also: int) -> int:
        """Return the first of `shown` cells around `focus`, of `whole` ones; `also` is among them if both fit."""
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
