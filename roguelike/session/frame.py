"""Frames: the result of a step of a session, with a canvas and effects for the terminal."""

from __future__ import annotations

import enum

from roguelike.cells.canvas import Canvas
from roguelike.classes import frozen


class DisplayRequest(enum.Enum):
    """Requests to the terminal before it shows a frame."""

    FORGET = "forget"
    """Redraw everything, since the screen may differ from the last frame."""
    FORGET_TYPED = "forget typed"
    """Discard unread input."""
    TOGGLE_MOUSE = "toggle mouse"
    """Turn mouse reports off or on."""
    APPLY_SETTINGS = "apply settings"
    """Apply the session's present settings."""


@frozen
class Frame:
    """A canvas to show, and the time of the session's next step."""

    canvas: Canvas
    wait: float | None
    """Seconds until the next step if there is no input; None to wait for input."""
    effects: tuple[DisplayRequest, ...] = ()
    """Applied in order, before the canvas is shown."""
