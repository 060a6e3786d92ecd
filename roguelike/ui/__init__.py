"""The full-screen front-end, independent of terminals: screens and widgets that draw on a canvas of cells."""

from __future__ import annotations
