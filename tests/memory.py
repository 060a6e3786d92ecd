"""A settings store without a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.play.sections import sections
from roguelike.settings.keys import with_preset
from roguelike.settings.reading import value_of
from roguelike.settings.settings import Written

if TYPE_CHECKING:
    from roguelike.settings.settings import Settings


@attrs.define
class Memory:
    """Settings that are kept in memory, unless a test wants trouble."""

    trouble: str = ""
    changed: list[tuple[str, Written]] = attrs.field(factory=list)

    def change(self, settings: Settings, name: str, value: Written) -> tuple[Settings, str]:
        """Change them."""
        self.changed.append((name, value))
        if name == "preset":
            return attrs.evolve(settings, keymap=with_preset(settings.keymap, str(value), sections)), self.trouble
        return attrs.evolve(settings, **{name: value_of(name, value)}), self.trouble
