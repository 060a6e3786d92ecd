"""What a person does, as the screens see it: keys, the mouse, a changed size, the line going dead."""

from __future__ import annotations

import enum

import attrs


@attrs.frozen
class Key:
    """A key press: a printable character as itself, any other key by its name.

    Names: up down left right home end page_up page_down center (the numpad's 5 without a number), enter escape tab
    shift_tab backspace delete insert, f1 to f12, ctrl_a to ctrl_z. The numpad's digits come as digits.
    """

    name: str


class Button(enum.Enum):
    """What a mouse event is about."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    WHEEL_UP = "wheel up"
    WHEEL_DOWN = "wheel down"
    MOVE = "move"


@attrs.frozen
class Mouse:
    """A mouse press, turn of the wheel or movement on the cell (x, y) of the screen, from (0, 0)."""

    button: Button
    x: int
    y: int


@attrs.frozen
class Paste:
    """Text that was pasted; never played as commands."""

    text: str


@attrs.frozen
class Resize:
    """The terminal has another size now."""


@attrs.frozen
class Redraw:
    """The screen may hold something else than was drawn: draw all of it anew."""


@attrs.frozen
class HangUp:
    """The terminal is gone, or the program was told to end."""


Input = Key | Mouse | Paste | Resize | Redraw | HangUp
