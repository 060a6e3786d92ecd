"""What the first game needs, imported and read a bit at a time while the title waits for a key."""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
from typing import TYPE_CHECKING, Final

from roguelike.store.kept.store import GAME_MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGES: Final = (
    "roguelike.engine.kinds",
    "roguelike.engine.events",
    "roguelike.engine.state",
    "roguelike.engine.rules",
    "roguelike.engine.commands",
    "roguelike.engine.parts",
    "roguelike.engine.parts.effects",
    "roguelike.engine.parts.behaviours",
    "roguelike.engine.parts.passes",
    "roguelike.automation",
    "roguelike.narration",
)
"""Packages of which a game needs nearly all modules, the lowest first, so that each import takes a few milliseconds."""
_MODULES: Final = (
    "roguelike.content.reader",
    *GAME_MODULES,
    "roguelike.store.kept.hints",
    "roguelike.store.sqlite.lookup",
    "roguelike.play.journaled_game",
    "roguelike.play.play",
    "roguelike.ui.viewport",
    "roguelike.play.views.playing",
    "roguelike.ui.screens.play",
)
"""What a game needs besides."""


def prepared(rules: str) -> Iterator[None]:
    """Yield after each module that has been imported, and then read the rule set of that name.

    It ends early where a file cannot be read: the game that needs the file will say so.
    """
    with contextlib.suppress(OSError):
        yield from _prepared(rules)


def _prepared(rules: str) -> Iterator[None]:
    for name in (*_modules(), *_MODULES):
        if name not in sys.modules:
            importlib.import_module(name)
            yield
    from roguelike.content.loader import ContentError, load_ruleset

    try:
        ruleset = load_ruleset(rules)
    except ContentError:
        return  # told when it is chosen
    yield
    _ = ruleset.fingerprint  # computed when it is asked for first
    yield


def _modules() -> Iterator[str]:
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            yield f"{package}.{module.name}"
