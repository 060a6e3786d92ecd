"""What a step of a session returns: a canvas to show, and effects for the terminal."""

from __future__ import annotations

import enum

from roguelike.cells.canvas import Canvas
from roguelike.classes import frozen


class DisplayRequest(enum.Enum):
    """What the terminal must do before it shows a frame."""

    FORGET = "forget"
    """Redraw everything: the screen may not show what was drawn last."""
    FORGET_TYPED = "forget typed"
    """Discard typed input that has not been read yet."""
    TOGGLE_MOUSE = "toggle mouse"
    """Turn mouse reports off or on."""
    APPLY_SETTINGS = "apply settings"
    """Draw as the settings of the session say now."""


@frozen
class Frame:
    """What to show, and when the session needs its next step."""

    canvas: Canvas
    wait: float | None
    """Seconds until the next step if there is no input; None to wait for input."""
    effects: tuple[DisplayRequest, ...] = ()
    """To be applied in order, before the canvas is shown."""
