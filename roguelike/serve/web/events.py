"""What a page sends: keys, the pointer, pastes and sizes, as input for a session."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from roguelike.cells.input import Button, Input, Key, Mouse, Paste, Redraw
from roguelike.cells.keys import KEY_NAMES
from roguelike.cells.text import is_one_column
from roguelike.classes import frozen
from roguelike.engine.plain import Plain
from roguelike.serve.environment import LARGEST, cut_size

LONGEST: Final = 8 << 10
"""Bytes of a message."""
_KEYS: Final = 64
_PASTED: Final = 4096
_NEWEST: Final = 1 << 40
_BUTTONS: Final = {button.value: button for button in Button}
_NAMES: Final = frozenset(KEY_NAMES) - {"ctrl_c", "ctrl_z"}
"""The keys that a page sends by name: of the others, one ends a program, and one stops it."""


@frozen
class Event:
    """One message of a page."""

    inputs: Sequence[Input] = ()
    echo: int | None = None
    """The number of its newest key, which a frame answers."""
    size: tuple[int, int] | None = None
    """Columns and rows of the page."""


def read_event(text: bytes) -> Event:
    """Return what a message says; what does not belong to it is ignored.

    Raises:
        ValueError: the text is not a message.
    """
    try:
        message = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(message, dict):
        raise ValueError("no object")  # noqa: TRY004 -- every unfit message gets the same error
    given = {name: Plain(value, name) for name, value in message.items()}
    inputs: list[Input] = [Redraw()] if "n" in given else []
    for name in given["k"].list(_KEYS) if "k" in given else ():
        key = name.text(16)
        if key == "ctrl_l":
            inputs.append(Redraw())
        elif key in _NAMES or (len(key) == 1 and is_one_column(key)):
            inputs.append(Key(key))
    if "m" in given:
        button, x, y = given["m"].list(3, least=3)
        place = x.integer(0, LARGEST[0] - 1), y.integer(0, LARGEST[1] - 1)
        inputs.append(Mouse(_BUTTONS[button.one_of(_BUTTONS)], *place))
    if "p" in given:
        inputs.append(Paste(given["p"].text(_PASTED)))
    size = None
    if "s" in given:
        columns, rows = given["s"].list(2, least=2)
        size = cut_size(columns.integer(1, _NEWEST), rows.integer(1, _NEWEST))
    echo = given["e"].integer(0, _NEWEST) if "e" in given else None
    return Event(inputs, echo, size)
