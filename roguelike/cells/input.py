"""What a person does, as the screens see it: keys, the mouse, a changed size, the line going dead."""

from __future__ import annotations

import enum
import string
from typing import Final

import attrs

from roguelike.classes import frozen

DIRECTIONS: Final = ("up", "down", "left", "right", "home", "end", "page_up", "page_down")
SHIFTED: Final = {f"shift_{name}": name for name in DIRECTIONS}
"""The keys with Shift that have names of their own, with those that they are without it."""
KEY_NAMES: Final = (
    *DIRECTIONS,
    *SHIFTED,
    "center",
    *("enter", "escape", "tab", "shift_tab", "backspace", "delete", "insert"),
    *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl_{letter}" for letter in string.ascii_lowercase if letter not in "hijm"),
)
"""All keys but those of characters; "center" is the numpad's 5 without a number.

Ctrl with h, i, j or m is what Backspace, Tab and Enter send.
"""


@frozen
class Key:
    """A key press: a printable character as itself, any other key by its name, which is one of `KEY_NAMES`.

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
