"""A terminal roguelike: a blessed front-end over a pure-Python simulation core."""

from __future__ import annotations

__version__ = "0.3.0"
