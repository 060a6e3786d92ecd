"""Games in a folder: one SQLite file each, and what is beside them."""

from __future__ import annotations
