"""Kinds of items to pick up, by the names that the player sees."""

from __future__ import annotations

from typing import Final

from roguelike.classes import frozen


@frozen
class Kinds:
    """The kinds of items to pick up."""

    only: tuple[str, ...] | None = None
    """Whole names, or last words: "potion" means all potions; None for all kinds."""
    never: tuple[str, ...] = ()
    """Whole names of kinds that are never picked up."""

    def has(self, name: str) -> bool:
        """Return whether to pick up a kind."""
        if name in self.never:
            return False
        return self.only is None or name in self.only or name.rpartition(" ")[2] in self.only


ALL: Final = Kinds()
