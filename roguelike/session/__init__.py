"""A session at one terminal: keys and ticks become commands, which are journalled, performed and shown."""

from __future__ import annotations

from roguelike.cells.display import TICK, Display
from roguelike.session.frame import DisplayRequest, Frame
from roguelike.session.lobby_screens import LobbyScreens
from roguelike.session.loop import run
from roguelike.session.session import Session

__all__ = ["TICK", "Display", "DisplayRequest", "Frame", "LobbyScreens", "Session", "run"]
