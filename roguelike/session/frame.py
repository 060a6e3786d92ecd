"""What a step of a session returns: a canvas to show, and what else the terminal has to do."""

from __future__ import annotations

import enum

from roguelike.classes import frozen
from roguelike.ui.canvas import Canvas


class Effect(enum.Enum):
    """What a terminal is to do before it shows a frame."""

    FORGET = "forget"
    """Draw all of it: the screen may hold something else than was drawn."""
    FORGET_TYPED = "forget typed"
    """Forget what was typed until now and has not been read."""
    TOGGLE_MOUSE = "toggle mouse"
    """Leave the mouse to the terminal, or take it back."""


@frozen
class Frame:
    """What is to be shown, and when the session goes on by itself."""

    canvas: Canvas
    wait: float | None
    """Seconds after which it wants its next step though nothing was done; None for never."""
    effects: tuple[Effect, ...] = ()
    """In their order, before the canvas is shown."""
