"""Packages that settings need."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from roguelike.serve.settings import ServeSettings

_NEEDED: Final = {
    "metrics": (
        "prometheus_client",
        "metrics need the package prometheus_client (pip install it, or leave metrics out)",
    ),
    "web": ("aiohttp", "pages need more packages (pip install '.[web]' in the folder of the source)"),
    "database": ("psycopg", "a database needs more packages (pip install '.[hosts]' in the folder of the source)"),
}
"""Package by setting, and the error without it."""


def missing_package(settings: ServeSettings) -> tuple[str, str]:
    """Return the first setting whose package is not installed, and the error; both empty if there is none."""
    for setting, (package, problem) in _NEEDED.items():
        if getattr(settings, setting) and importlib.util.find_spec(package) is None:
            return setting, problem
    return "", ""
