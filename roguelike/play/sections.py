"""The sections of key bindings, from the views of this package."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from roguelike.play import views
from roguelike.play.views.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.settings.keymap import Section


def views_by_section() -> dict[str, type[View]]:
    """Return every view with key bindings, by the section in which players can change them."""
    for module in pkgutil.iter_modules(views.__path__):
        importlib.import_module(f"{views.__name__}.{module.name}")
    found, looked_at = {}, [View]
    while looked_at:
        kind = looked_at.pop()
        looked_at += kind.__subclasses__()
        if vars(kind).get("section") and kind.__module__.startswith(views.__name__):
            found[kind.section] = kind
    return dict(sorted(found.items()))


def sections() -> Mapping[str, Section]:
    """Return every section by its name; imports every view."""
    return {name: kind.own_section() for name, kind in views_by_section().items()}
