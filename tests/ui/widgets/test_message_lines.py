"""The message log on the screen."""

from __future__ import annotations

import pytest

from roguelike.cells.canvas import Canvas, Cell, Rect, Style
from roguelike.cells.color import grey
from roguelike.narration.message import Message, Span
from roguelike.narration.message_log import MessageLog
from roguelike.ui.widgets.message_lines import draw_line, draw_log
from tests.calls import count_calls

GREEN = (0, 187, 0)


def log_of(*texts: str) -> MessageLog:
    """Return a log of plain messages."""
    log = MessageLog()
    for text in texts:
        log.add(Message((Span(text),)))
    return log


def shown(log: MessageLog, width: int = 30, height: int = 3) -> list[str]:
    """Return the rows of a log."""
    canvas = Canvas(width, height)
    draw_log(canvas, canvas.area, log, "m")
    return canvas.text().split("\n")


def test_the_newest_message_is_last() -> None:
    """It is read from top to bottom like any text."""
    assert ["one", "two", ""] == shown(log_of("one", "two"))


def test_old_messages_make_room() -> None:
    """Messages that were shown before may scroll out silently."""
    log = log_of("one", "two", "three", "four")
    log.fresh = 1

    assert ["two", "three", "four"] == shown(log)


def test_new_messages_that_did_not_fit_are_announced_with_the_key_that_shows_them() -> None:
    """A line announces new messages that do not fit."""
    note = "[2 more above: m]"

    assert ["three".ljust(13) + note, "four", "five"] == shown(log_of("one", "two", "three", "four", "five"))


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        ("twelve words", "twelve words [2 more above: m]"),
        ("Kill every enemy to win.", "             [3 more above: m]"),
    ],
)
def test_the_announcement_covers_no_part_of_a_message(top: str, expected: str) -> None:
    """A line without room for it is hidden and counted with the others."""
    assert [expected, "four", "five"] == shown(log_of("one", "two", top, "four", "five"))


@pytest.mark.parametrize(
    ("first", "rows", "whole"),
    [
        ("one two three four", ["  three four", "  five six"], ["", "  five six"]),
        ("one two three 4", ["- one two", "  three 4", "  five six"], ["- one two", "  three 4", "  five six"]),
        ("one two four", ["  four five", "  six"], ["  five", "  six"]),
    ],
)
def test_the_end_of_a_message_is_left_out_where_messages_are_shown_whole(
    first: str, rows: list[str], whole: list[str]
) -> None:
    """Below a prompt it would read as the end of that; a message that shares its line stays."""
    log = log_of(first, "five", "six")
    log.fresh = 0
    for only_whole, expected in ((False, rows), (True, whole)):
        canvas = Canvas(12, len(rows))
        draw_log(canvas, canvas.area, log, "m", marks_turns=True, whole=only_whole)

        assert expected == canvas.text().split("\n")


def test_new_messages_without_their_beginning_are_counted() -> None:
    """The note about new lines above includes the row that is left out."""
    log = log_of("one two three four five six", "seven")
    canvas = Canvas(24, 2)
    draw_log(canvas, canvas.area, log, "m", whole=True)

    assert ["       [2 more above: m]", "seven"] == canvas.text().split("\n")


def test_names_keep_their_colours() -> None:
    """Each span is drawn as it is."""
    canvas = Canvas(12, 1)
    draw_line(canvas, 1, 0, (Span("The ", grey(255)), Span("orc", GREEN, bold=True)), 8)

    assert Cell("T", Style(grey(255))) == canvas.rows[0][1]
    assert [Cell(char, Style(GREEN, bold=True)) for char in "orc"] == canvas.rows[0][5:8]


def test_a_line_is_cut_at_its_width() -> None:
    """Over all of its spans."""
    canvas = Canvas(12, 1)
    draw_line(canvas, 1, 0, (Span("The "), Span("orc", GREEN), Span("s")), 6)

    assert " The or" == canvas.text()


def test_a_line_that_was_in_the_frame_before_costs_next_to_nothing() -> None:
    """Most of the log stays the same from frame to frame, so its cells are worked out once."""
    canvas, line = Canvas(40, 1), (Span("The ", (1, 2, 3)), Span("orc", (4, 5, 6)), Span(" hits.", (1, 2, 3)))
    draw_line(canvas, 0, 0, line, 40, is_old=True)

    assert count_calls(lambda: draw_line(canvas, 0, 0, line, 40, is_old=True)) <= 3  # this, the line, the canvas


def test_a_log_in_a_corner_stays_there() -> None:
    """It keeps to its area."""
    canvas = Canvas(20, 4)
    draw_log(canvas, Rect(5, 2, 10, 1), log_of("seen before"), "m")

    assert ["", ""] == canvas.text().split("\n")[:2]
    assert "" == canvas.text().split("\n")[3]


def test_turns_are_marked_and_old_messages_dim() -> None:
    """The result of the last key is bright, and marked where there are no colours."""
    log = log_of("You miss the troll.", "The troll hits you.")
    log.fresh, log.turn = 0, 1
    log.add(Message((Span("You hit "), Span("the troll", GREEN, bold=True))))
    canvas = Canvas(22, 3)
    draw_log(canvas, canvas.area, log, "m", marks_turns=True)

    assert ["- You miss the troll.", "  The troll hits you.", "- You hit the troll"] == canvas.text().split("\n")
    assert [Style(grey(159)), Style(grey(255))] == [canvas.rows[row][2].style for row in (1, 2)]
    assert Style(GREEN, bold=True) == canvas.rows[2][11].style


def test_without_marks_every_message_has_its_own_line() -> None:
    """As source documents define it."""
    log = log_of("one", "two")
    log.fresh, log.recent = 0, 0
    canvas = Canvas(22, 2)
    draw_log(canvas, canvas.area, log, "m")

    assert Cell("o", Style(grey(255))) == canvas.rows[0][0]
