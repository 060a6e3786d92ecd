"""The names of keys for screens, from blessed's names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roguelike.cells.input import Button, Key, Mouse, Paste
from roguelike.cells.keys import SHIFTED

if TYPE_CHECKING:
    from blessed.keyboard import Keystroke

    from roguelike.cells.input import Input

_NAMES: Final = {
    **{name: name.lower() for name in ("UP", "DOWN", "LEFT", "RIGHT", "HOME", "END", "ENTER", "ESCAPE", "TAB")},
    **{name: name.lower() for name in ("CENTER", "BACKSPACE", "DELETE", "INSERT")},
    **{f"F{number}": f"f{number}" for number in range(1, 13)},
    **{f"KP_{digit}": str(digit) for digit in range(10)},
    "KP_ADD": "+",
    "KP_SUBTRACT": "-",
    "KP_MULTIPLY": "*",
    "KP_DIVIDE": "/",
    "KP_DECIMAL": ".",
    "KP_SEPARATOR": ",",
    "KP_EQUAL": "=",
    "KP_ENTER": "enter",
    "PGUP": "page_up",
    "PGDOWN": "page_down",
    "BTAB": "shift_tab",
    "KP_BEGIN": "center",
    "SUSPEND": "ctrl_z",
}
_MODIFIERS: Final = re.compile("(?:(?:SHIFT|CTRL|ALT|SUPER|HYPER|META)_)+(?=..)")
_BUTTONS: Final = {
    "LEFT": Button.LEFT,
    "MIDDLE": Button.MIDDLE,
    "RIGHT": Button.RIGHT,
    "SCROLL_UP": Button.WHEEL_UP,
    "SCROLL_DOWN": Button.WHEEL_DOWN,
}
_MAX_PASTE: Final = 4096


def inputs(keystroke: Keystroke) -> tuple[Input, ...]:
    """Return the inputs of a key press: none for an unknown key, and two for Alt with a key.

    Terminals send Alt with a key like Escape and then the key in quick succession, so it means both.
    """
    name = keystroke.name or ""
    if name.startswith("MOUSE_"):
        return _mouse(name.removeprefix("MOUSE_"), *keystroke.mouse_xy)
    if name == "BRACKETED_PASTE":
        return (Paste(_clean(keystroke.text or "")),)
    if name.startswith("KEY_"):
        return _named_key(name.removeprefix("KEY_"), keystroke)
    return (Key(str(keystroke)),) if _is_a_character(keystroke) else ()


def _named_key(name: str, keystroke: str) -> tuple[Input, ...]:
    if name in _NAMES:
        return (Key(_NAMES[name]),)
    if re.fullmatch("CTRL_[A-Z]", name):
        return (Key(name.lower()),)
    if keystroke.startswith("\x1b"):
        if _is_a_character(keystroke[1:]):
            return Key("escape"), Key(keystroke[1:])
        plain = _NAMES.get(_MODIFIERS.sub("", name, count=1))
        if plain is None:
            return ()
        shifted = f"shift_{plain}"
        return (Key(shifted if name.startswith("SHIFT_") and shifted in SHIFTED else plain),)
    return ()


def _mouse(name: str, x: int, y: int) -> tuple[Input, ...]:
    if x < 0 or y < 0 or name.endswith("_RELEASED"):
        return ()
    if name.endswith("MOTION"):
        return (Mouse(Button.MOVE, x, y),)
    button = _BUTTONS.get(_MODIFIERS.sub("", name, count=1))
    return () if button is None else (Mouse(button, x, y),)


def _is_a_character(text: str) -> bool:
    return len(text) == 1 and text.isprintable()


def _clean(text: str) -> str:
    """Return a pasted text with only its printable characters and line breaks."""
    text = text[:_MAX_PASTE].replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in text if char == "\n" or (char.isprintable() and char != "\ufffd"))
