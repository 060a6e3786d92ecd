"""A line of text that is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas, Style
from roguelike.play.views.text_field import MOST, TextField
from roguelike.ui.widgets.text_field import draw_field


def drawn(field: TextField, width: int = 10) -> str:
    """Return the text of a field, with a bar before the character under the cursor."""
    canvas = Canvas(60, 1)
    at = draw_field(canvas, field, (2, 0), width, Style())
    text = canvas.text()
    return f"{text[:at]}|{text[at:]}"[2:]


def test_it_is_typed_into_where_the_cursor_is() -> None:
    """A letter that was forgotten can be put in."""
    field = TextField("Ada")
    field.move(-2)
    field.insert("b")

    assert "[Ab|da    ]" == drawn(field)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (TextField.erase_before, "[A|a      ]"),
        (TextField.erase_after, "[Ad|      ]"),
        (TextField.to_start, "[|Ada     ]"),
        (TextField.to_end, "[Ada|     ]"),
        (TextField.clear, "[|        ]"),
    ],
)
def test_it_can_be_mended(change: object, expected: str) -> None:
    """Every field has the same keys for editing."""
    field = TextField("Ada")
    field.move(-1)
    assert callable(change)
    change(field)

    assert expected == drawn(field)


def test_at_its_ends_there_is_nothing_to_delete_and_nowhere_to_go() -> None:
    """Keys held down do no harm."""
    field = TextField("Ada")
    field.erase_after()
    field.move(1)
    assert "[Ada|     ]" == drawn(field)
    field.to_start()
    field.erase_before()
    field.move(-1)

    assert "[|Ada     ]" == drawn(field)


def test_text_that_is_too_long_moves_with_the_cursor() -> None:
    """Typed characters are always visible."""
    field = TextField("abcdefghijklmnop")
    assert "[jklmnop| ]" == drawn(field)
    field.to_start()

    assert "[|abcdefgh]" == drawn(field)


@given(st.lists(st.one_of(st.text(max_size=60), st.integers(-5, 5)), max_size=10), st.integers(3, 30))
def test_typed_text_stays_in_its_brackets(deeds: list[str | int], width: int) -> None:
    """No escape sequence gets in, and no more than there is room for."""
    field = TextField()
    for deed in deeds:
        field.move(deed) if isinstance(deed, int) else field.insert(deed)
        text = drawn(field, width)

        assert len(field.text) <= MOST
        assert field.text.isprintable()
        assert 0 <= field.cursor <= len(field.text)
        assert (width + 1, "[", "]") == (len(text), text.lstrip("|")[0], text[-1])
