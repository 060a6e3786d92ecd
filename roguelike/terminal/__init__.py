"""The terminal: it reads keys, shows frames, and is always restored at the end."""

from __future__ import annotations
