"""A settings store without a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.play.sections import sections
from roguelike.settings.choices import Written
from roguelike.settings.saving import with_setting

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
        return with_setting(settings, name, value, sections), self.trouble
