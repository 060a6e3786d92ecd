"""Imports the modules of the first game, and reads its rule set, in steps while the title waits for a key."""

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
"""Packages of which a game needs nearly all modules; the lowest come first, so that each import is short."""
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
"""Further modules that a game needs."""


def prepared(rules: str) -> Iterator[None]:
    """Import modules, then read a rule set; yield after each.

    It ends early if a file cannot be read: the game reports that later.
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
