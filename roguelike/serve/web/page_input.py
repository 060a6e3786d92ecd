"""Messages of a page that plays: keys, pointer, pastes and sizes, as input for a session."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from roguelike.cells.input import Button, Input, Key, Mouse, Paste, Redraw
from roguelike.cells.keys import KEY_NAMES
from roguelike.cells.text import is_one_column
from roguelike.classes import frozen
from roguelike.engine.plain import Plain
from roguelike.serve.environment import MAX_SIZE, cut_size

MAX_INPUT: Final = 8 << 10
"""Maximum bytes of a message."""
_MAX_KEYS: Final = 64
_MAX_PASTE: Final = 4096
"""Characters of a paste."""
_MAX_NUMBER: Final = 1 << 40
_BUTTONS: Final = {button.value: button for button in Button}
_NAMES: Final = frozenset(KEY_NAMES) - {"ctrl_c", "ctrl_z"}
"""Keys that pages send by name, without those that end or stop a program."""


@frozen
class PageInput:
    """A message of a page."""

    inputs: Sequence[Input] = ()
    echo: int | None = None
    """Number of the newest key, for the frame that answers it."""
    size: tuple[int, int] | None = None
    """New size of the page, in columns and rows."""


def read_message(text: bytes) -> PageInput:
    """Parse a message; unknown fields and keys are ignored.

    Raises:
        ValueError: it is not a valid message.
    """
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(message, dict):
        raise ValueError("not an object")  # noqa: TRY004 -- every invalid message gets the same error
    given = {name: Plain(value, name) for name, value in message.items()}
    inputs: list[Input] = [Redraw()] if "n" in given else []
    for name in given["k"].list(_MAX_KEYS) if "k" in given else ():
        key = name.text(16)
        if key == "ctrl_l":
            inputs.append(Redraw())
        elif key in _NAMES or (len(key) == 1 and is_one_column(key)):
            inputs.append(Key(key))
    if "m" in given:
        button, x, y = given["m"].list(3, least=3)
        place = x.integer(0, MAX_SIZE[0] - 1), y.integer(0, MAX_SIZE[1] - 1)
        inputs.append(Mouse(_BUTTONS[button.one_of(_BUTTONS)], *place))
    if "p" in given:
        inputs.append(Paste(given["p"].text(_MAX_PASTE)))
    size = None
    if "s" in given:
        columns, rows = given["s"].list(2, least=2)
        size = cut_size(columns.integer(1, _MAX_NUMBER), rows.integer(1, _MAX_NUMBER))
    echo = given["e"].integer(0, _MAX_NUMBER) if "e" in given else None
    return PageInput(inputs, echo, size)
