"""Messages of pages, valid and hostile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roguelike.cells.input import Button, Key, Mouse, Paste, Redraw
from roguelike.cells.keys import KEY_NAMES
from roguelike.serve.web.page_input import PageInput, read_message

if TYPE_CHECKING:
    from roguelike.cells.input import Input


def test_each_part_of_a_message_is_input() -> None:
    """Keys by name, the pointer, a paste, a size and the number of the newest key, together."""
    text = json.dumps(
        {"n": 1, "k": ["a", "é", "shift_tab"], "m": ["wheel up", 3, 4], "p": "two\nlines", "s": [100, 30], "e": 7}
    )
    keys: list[Input] = [Key("a"), Key("é"), Key("shift_tab")]
    inputs = [Redraw(), *keys, Mouse(Button.WHEEL_UP, 3, 4), Paste("two\nlines")]

    assert read_message(text.encode()) == PageInput(inputs, 7, (100, 30))


def test_all_keys_but_two_have_their_names() -> None:
    """Ctrl-L redraws, as in a terminal; keys that end or stop a program belong to the browser."""
    kept = set(KEY_NAMES) - {"ctrl_c", "ctrl_z", "ctrl_l"}
    for name in sorted(kept):
        assert read_message(json.dumps({"k": [name]}).encode()).inputs == [Key(name)]
    assert read_message(b'{"k":["ctrl_l"]}').inputs == [Redraw()]
    for name in ("ctrl_c", "ctrl_z", "ctrl_alt_x", "", "ab", "\x1b", "\u0301", "漢"):
        assert read_message(json.dumps({"k": [name]}).encode()).inputs == []


def test_sizes_are_cut() -> None:
    """Columns and rows are clamped to the limits of a window."""
    assert read_message(b'{"s":[99999,1]}').size == (500, 5)


@pytest.mark.parametrize(
    "text",
    [
        *(
            b"",
            b"\xff",
            b"[]",
            b"1",
            b'{"k":"a"}',
            b'{"k":[1]}',
            b'{"k":[[]]}',
            b'{"e":-1}',
            b'{"e":1e9}',
            b'{"e":true}',
        ),
        *(b'{"m":[1,2]}', b'{"m":["jump",1,1]}', b'{"m":["left",-1,0]}', b'{"m":["left",0,200]}', b'{"s":[0,5]}'),
        *(b'{"p":1}', b"[" * 5000, b'{"k":' + b"[" * 8000, b'{"s":["80","24"]}', b'{"k":["' + b"a" * 17 + b'"]}'),
        json.dumps({"k": ["a"] * 65}).encode(),
        json.dumps({"p": "a" * 4097}).encode(),
    ],
)
def test_what_is_no_message_is_refused(text: bytes) -> None:
    """A hostile message raises `ValueError`, and nothing else."""
    with pytest.raises(ValueError):  # noqa: PT011 -- of several kinds, all of them errors of values
        read_message(text)
