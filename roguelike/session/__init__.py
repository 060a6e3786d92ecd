"""One sitting at one terminal: the loop in which keys and ticks become commands, and commands are kept and shown."""

from __future__ import annotations

from roguelike.session.frame import Effect, Frame
from roguelike.session.lobby import Lobby
from roguelike.session.loop import run
from roguelike.session.session import Session
from roguelike.ui.display import TICK, Display

__all__ = ["TICK", "Display", "Effect", "Frame", "Lobby", "Session", "run"]
