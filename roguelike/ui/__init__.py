"""The front-end without a terminal: screens and widgets that draw the world on a canvas of cells."""

from __future__ import annotations
