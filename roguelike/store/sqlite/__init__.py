"""Games in a folder: one SQLite file each, with their lock files and markers."""

from __future__ import annotations
