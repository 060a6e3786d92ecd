"""Every section of keys: those of the screens of this package."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from roguelike.ui import screens
from roguelike.ui.screens.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.settings.keymap import Section


def screens_by_section() -> dict[str, type[Screen]]:
    """Return every screen with keys of its own, by the section in which a person may choose others."""
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    found, looked_at = {}, [Screen]
    while looked_at:
        kind = looked_at.pop()
        looked_at += kind.__subclasses__()
        if vars(kind).get("section") and kind.__module__.startswith(screens.__name__):
            found[kind.section] = kind
    return dict(sorted(found.items()))


def sections() -> Mapping[str, Section]:
    """Return every section by its name; imports every screen."""
    return {name: kind.own_section() for name, kind in screens_by_section().items()}
