"""A session at a terminal: turn keys and ticks into commands, then journal, perform and show them."""

from __future__ import annotations

from roguelike.cells.display import Display
from roguelike.cells.timing import TICK
from roguelike.session.frame import DisplayRequest, Frame
from roguelike.session.loop import run
from roguelike.session.session import Session

__all__ = ["TICK", "Display", "DisplayRequest", "Frame", "Session", "run"]
