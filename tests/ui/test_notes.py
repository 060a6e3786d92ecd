"""Messages and kills as plain data, which may come from anybody's file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.ui.narration import Message, Span
from roguelike.ui.notes import LONGEST_TEXT, MOST_KINDS, MOST_SPANS, plain_message, read_kills, read_message

TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=20)
CHANNELS = st.integers(0, 255)
SPANS = st.builds(Span, TEXTS, st.tuples(CHANNELS, CHANNELS, CHANNELS), st.booleans())
MESSAGES = st.builds(Message, st.lists(SPANS, max_size=4).map(tuple))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(MESSAGES)
def test_a_message_comes_back_as_it_was(message: Message) -> None:
    """In its words, in its colours, through a file."""
    assert message == read_message(json.loads(json.dumps(plain_message(message))))


def test_what_cannot_be_printed_becomes_a_question_mark() -> None:
    """A file from a stranger must not move the cursor, ring the bell or turn the text round."""
    assert Message((Span("a?[2J?b?", (1, 2, 3)),)) == read_message([["a\x1b[2J\x07b\u202e", [1, 2, 3], False]])


@pytest.mark.parametrize(
    "plain",
    [
        None,
        "text",
        [["text"]],
        [["text", [1, 2, 3]]],
        [[1, [1, 2, 3], False]],
        [["text", [1, 2], False]],
        [["text", [1, 2, 256], False]],
        [["text", [1, 2, -1], False]],
        [["text", [1, 2, True], False]],
        [["text", [1, 2, 3.0], False]],
        [["text", [1, 2, 3], 0]],
        [["x" * (LONGEST_TEXT + 1), [1, 2, 3], False]],
        [["x", [1, 2, 3], False]] * (MOST_SPANS + 1),
        {"text": "x"},
    ],
)
def test_what_is_no_message_is_left_out(plain: object) -> None:
    """Nothing is guessed, and nothing is without bounds."""
    assert read_message(plain) is None


@given(ANYTHING)
def test_nothing_at_all_makes_reading_fail(plain: Any) -> None:  # noqa: ANN401 -- anybody's
    """A game is not lost for a line of its log."""
    message = read_message(plain)

    assert message is None or message.text.isprintable()
    assert all(name.isprintable() and count > 0 for name, count in read_kills(plain).items())


def test_kills_are_read_with_care() -> None:
    """What is right is kept."""
    kills = {"orc": 3, "bad\n": 1, "none": 0, "less": -1, "half": 1.5, "true": True, "x" * 201: 1, "most": 10**10}

    assert {"orc": 3, "bad?": 1} == read_kills(kills)
    assert {} == read_kills([["orc", 3]])
    assert MOST_KINDS == len(read_kills({str(number): 1 for number in range(MOST_KINDS + 5)}))
