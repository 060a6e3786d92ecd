"""What a person does, as the screens see it: keys, the mouse, a changed size, the line going dead."""

from __future__ import annotations

import enum

import attrs

from roguelike.classes import frozen


@frozen
class Key:
    """A key press: a printable character as itself, any other key by its name, which is one of `keys.KEY_NAMES`.

    The numpad's digits come as digits.
    """

    name: str
    label: str = attrs.field(default="", eq=False, repr=False)
    """The code point of a character that this terminal cannot show; empty for any other key."""


class Button(enum.Enum):
    """What a mouse event is about."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    WHEEL_UP = "wheel up"
    WHEEL_DOWN = "wheel down"
    MOVE = "move"


@frozen
class Mouse:
    """A mouse press, turn of the wheel or movement on the cell (x, y) of the screen, from (0, 0)."""

    button: Button
    x: int
    y: int


@frozen
class Paste:
    """Text that was pasted; never played as commands."""

    text: str


@frozen
class Resize:
    """The terminal has another size now."""


@frozen
class Redraw:
    """The screen may no longer show what was drawn: redraw all of it."""


@frozen
class HangUp:
    """The terminal is gone, or the program received a signal to end."""


@frozen
class Notice:
    """A message to the player from outside of the game."""

    text: str


@frozen
class Refresh:
    """Something that is shown has changed by itself."""


Input = Key | Mouse | Paste | Resize | Redraw | HangUp | Notice | Refresh
