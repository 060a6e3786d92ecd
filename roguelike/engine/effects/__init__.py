"""What items, missiles and blows do: one effect a file, found by its name in a rule set's data."""

from __future__ import annotations

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
