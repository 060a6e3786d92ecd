"""The message log: repeats fold, lines break between words, nothing is lost."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.cells.color import grey
from roguelike.narration.message import Message, Span
from roguelike.narration.message_filter import WARNING, MessageFilter, as_warning
from roguelike.narration.message_log import MAX_MESSAGES, NEAR, Line, MessageLog, wrap
from tests.calls import count_calls
from tests.effort import EFFORT

GREEN = (0, 187, 0)

SPANS = st.builds(Span, st.text("ab .", max_size=12), st.sampled_from([grey(255), GREEN]), st.booleans())
MESSAGES = st.builds(Message, st.lists(SPANS, max_size=4).map(tuple))


def text_of(line: Line) -> str:
    """Return the characters of a line."""
    return "".join(span.text for span in line)


def log_of(*texts: str) -> MessageLog:
    """Return a log of plain messages."""
    log = MessageLog()
    for text in texts:
        log.add(Message((Span(text),)))
    return log


def last_lines(log: MessageLog, width: int, height: int) -> tuple[list[Line], int]:
    """Return the parts of the last lines, and how many new ones come before them."""
    lines, unseen = log.newest(width, height)
    return [line.parts for line in lines], unseen


def test_a_repeat_folds_into_one_line_with_a_count() -> None:
    """Ten misses in a row must not push out earlier messages."""
    log = log_of("You miss.", "You miss.", "You miss.", "You hit.")

    assert ["You miss. (x3)", "You hit."] == [text_of(line) for line in log.lines(80)]


def test_repeats_among_the_last_of_a_turn_fold_and_come_last() -> None:
    """Two orcs that attack by turns fill two lines; the newest message is still the lowest."""
    log = log_of("You miss.", "The orc hits you.", "You miss.", "The orc hits you.", "You hit.", "You miss.")

    assert ["The orc hits you. (x2)", "You hit.", "You miss. (x3)"] == [text_of(line) for line in log.lines(80)]


def test_a_repeat_in_a_later_turn_is_printed_again() -> None:
    """The order of events must not change between turns."""
    log = log_of("You miss.", "The orc hits you.")
    log.turn = 1
    log.add(Message((Span("You miss."),)))

    assert ["You miss.", "The orc hits you.", "You miss."] == [text_of(line) for line in log.lines(80)]


def test_messages_that_differ_by_place_fold_within_a_turn() -> None:
    """A pack that comes into view fills one line, which has the place of its nearest; the next turn has its own."""
    log = MessageLog()
    for turn, cells in ((1, 3), (1, 5), (1, 4), (2, 6)):
        log.turn = turn
        log.add(
            Message((Span(f"A rat comes into view, {cells} cells west."),), "A rat comes into view.", folds_places=True)
        )
    log.add(Message((Span("A dart hits you from the north."),), "A dart hits you."))
    log.add(Message((Span("A dart hits you from the south."),), "A dart hits you."))

    assert [
        "A rat comes into view, 3 cells west. (x3)",
        "A rat comes into view, 6 cells west.",
        "A dart hits you from the north.",
        "A dart hits you from the south.",
    ] == [text_of(line) for line in log.lines(80)]


def test_a_message_too_far_above_does_not_fold() -> None:
    """A player overlooks a count that changes far above."""
    log = log_of("Hiss!", *"abcd", "Hiss!")

    assert ["Hiss!", *"abcd", "Hiss!"] == [text_of(line) for line in log.lines(80)]


def test_a_line_knows_whether_it_is_recent_and_begins_a_turn() -> None:
    """Keys that do nothing make nothing old; a message after one does."""
    log = log_of("You hit.", "It hits you.")
    log.fresh = 0
    assert [True, True] == [line.is_recent for line in log.newest(80, 4)[0]]
    log.turn = 1
    log.add(Message((Span("You miss."),)))
    log.add(Message((Span("It hits you twice."),)))

    lines = log.newest(9, 5)[0]
    expected = [(False, False), (True, True), (False, True), (False, True), (False, True)]
    assert expected == [(line.begins_turn, line.is_recent) for line in lines]


def test_the_messages_of_a_turn_share_lines_where_they_are_joined() -> None:
    """Refusals and hints are separate, and so are messages since the last key."""
    log = MessageLog()
    for turn, told, is_aside in [
        (1, "You hit.", False),
        (1, "It hits you.", False),
        (1, "It hits you.", False),
        (2, "You miss.", False),
        (2, "Hint: flee.", True),
        (2, "Not now.", True),
    ]:
        log.turn = turn
        log.fresh *= told != "Not now."
        log.add(Message((Span(told, GREEN),), is_aside=is_aside))
    expected = [("You hit.", True), ("It hits you. (x2)", False), ("You miss.", True), ("Hint: flee.", False)]
    expected += [("Not now.", False)]

    assert expected == [(text_of(line.parts), line.begins_turn) for line in log.newest(18, 9, joins=True)[0]]
    assert "You hit. It hits you. (x2)" == text_of(log.newest(26, 9, joins=True)[0][0].parts)
    log.fresh = 1
    log.add(Message((Span("You win."),)))
    assert 1 == log.newest(18, 1, joins=True)[1]


@pytest.mark.parametrize("height", [3, 4, 5])
def test_hints_give_way_to_events(height: int) -> None:
    """On a low or narrow screen the last action is shown first, its newest message on the lowest line."""
    log = MessageLog(turn=1)
    log.add(Message((Span("You wait."),)))
    log.fresh = 0
    log.turn = 2
    for told, is_hint in [
        ("A rat comes.", False),
        ("A rat: It bites.", True),
        ("The rat bites you.", False),
        ("Hint: flee.", True),
    ]:
        log.add(Message((Span(told),), is_aside=is_hint, is_hint=is_hint))

    def shown() -> list[tuple[str, bool]]:
        return [(text_of(line.parts), line.begins_turn) for line in log.newest(12, height, joins=True)[0]]

    lines = [("A rat: It", True), ("bites.", False), ("Hint: flee.", False)]
    lines += [("A rat comes.", False), ("The rat", False), ("bites you.", False)]
    assert shown() == lines[-height:]
    assert log.newest(12, height, joins=True)[1] == 6 - height
    log.fresh = 0
    assert shown() == lines[-height:]
    assert text_of(log.newest(12, 6, joins=True)[0][-1].parts) == "Hint: flee."


def test_a_repeat_of_something_old_is_recent() -> None:
    """Nothing that just happened is drawn as if it had not."""
    log = log_of("You miss.", "You hit.")
    log.fresh = 0
    log.add(Message((Span("You miss."),)))

    assert [("You hit.", False), ("You miss. (x2)", True)] == [
        (text_of(line.parts), line.is_recent) for line in log.newest(80, 4)[0]
    ]


def test_the_same_words_in_other_colours_do_not_fold() -> None:
    """Two kinds may share a name, and only their colours differ."""
    log = MessageLog()
    log.add(Message((Span("orc", GREEN),)))
    log.add(Message((Span("orc", grey(255)),)))

    assert 2 == len(log.lines(80))


def test_lines_break_between_words_and_keep_their_colours() -> None:
    """A name that is carried over is still green and bold there."""
    parts = (Span("You kill the "), Span("mighty orc", GREEN, bold=True), Span("!"))

    expected = [
        (Span("You kill the "), Span("mighty", GREEN, bold=True)),
        (Span("orc", GREEN, bold=True), Span("!")),
    ]
    assert expected == wrap(parts, 20)


def test_a_full_stop_stays_with_its_name() -> None:
    """A name and the stop behind it wear two colours, but they are one word."""
    parts = (Span("You kill the "), Span("orc", GREEN, bold=True), Span("!"))

    assert ["You kill the", "orc!"] == [text_of(line).rstrip() for line in wrap(parts, len("You kill the orc"))]


def test_a_word_that_fits_on_no_line_is_cut() -> None:
    """It must not run out of its place."""
    assert ["abc", "def", "g h"] == [text_of(line) for line in wrap((Span("abcdefg h"),), 3)]


@given(st.lists(SPANS, max_size=5).map(tuple), st.integers(1, 15))
def test_wrapping_loses_nothing(parts: Line, width: int) -> None:
    """Every character but blanks comes through in its order, in its colour, within the width."""
    lines = wrap(parts, width)

    kept = [(char, span.color, span.bold) for line in lines for span in line for char in span.text if char != " "]
    assert [(char, span.color, span.bold) for span in parts for char in span.text if char != " "] == kept
    assert all(len(text_of(line).rstrip()) <= width for line in lines)


@given(st.lists(SPANS, max_size=5).map(tuple), st.integers(1, 15))
def test_words_that_fit_are_not_cut(parts: Line, width: int) -> None:
    """Joined with blanks, the lines are the words of the text, unless one is longer than a line."""
    words = text_of(parts).split()

    if all(len(word) <= width for word in words):
        assert words == " ".join(text_of(line) for line in wrap(parts, width)).split()


@given(st.lists(MESSAGES, max_size=8), st.integers(1, 15), st.integers(0, 6))
def test_the_last_lines_are_the_end_of_all_lines(messages: list[Message], width: int, height: int) -> None:
    """The log at the bottom of the screen and the history have the same lines."""
    log = MessageLog()
    for message in messages:
        log.add(message)
    lines = log.lines(width)

    assert (lines[-height:] if height else []) == last_lines(log, width, height)[0]


def test_new_messages_that_did_not_fit_are_counted_in_lines() -> None:
    """The player is asked to open the history when a message has not fitted on the lines."""
    log = log_of("one", "two", "three")

    assert 2 == last_lines(log, 80, 1)[1]
    assert 0 == last_lines(log, 80, 3)[1]
    log.fresh = 2
    assert 1 == last_lines(log, 80, 1)[1]
    log.fresh = 0
    assert 0 == last_lines(log, 80, 1)[1]


def test_a_long_message_that_is_cut_counts_its_hidden_lines() -> None:
    """Half a message is not the message."""
    assert 2 == last_lines(log_of("aa bb cc"), 2, 1)[1]


def test_old_messages_that_are_cut_are_no_news() -> None:
    """They were shown whole before."""
    log = log_of("aa bb cc", "dd")
    log.fresh = 1

    assert 0 == last_lines(log, 2, 2)[1]


def test_a_repeat_is_news() -> None:
    """The count changes, so that the player is to be shown it."""
    log = log_of("You miss.", "You hit.")
    log.fresh = 0
    log.add(Message((Span("You hit."),)))

    assert 1 == log.fresh


def test_every_message_is_fresh_until_it_is_shown() -> None:
    """Fresh counts entries, however they are folded."""
    assert 2 == log_of("a", "a", "b").fresh


def test_only_the_last_messages_are_remembered() -> None:
    """A game of a week must not fill the memory; the oldest go first, repeats one by one."""
    log = log_of(*["old"] * 3, *(str(number) for number in range(MAX_MESSAGES - 2)))
    assert "old (x2)" == text_of(log.lines(80)[0])
    log.add(Message((Span("new"),)))
    log.add(Message((Span("newer"),)))

    lines = [text_of(line) for line in log.lines(80)]
    assert MAX_MESSAGES == len(lines)
    assert ["0", "newer"] == [lines[0], lines[-1]]
    assert MAX_MESSAGES == log.fresh


@pytest.mark.slow
@settings(max_examples=25 * EFFORT)
@given(st.lists(st.tuples(st.sampled_from("aabc"), st.booleans()), max_size=30))
def test_a_trimmed_log_equals_one_of_its_last_messages(told: list[tuple[str, bool]]) -> None:
    """A resumed game shows the same log; `make soak` tries more of them."""
    told = [*told, *((str(number // 2), number % 3 > 0) for number in range(MAX_MESSAGES - 10)), *told]
    turns = list(itertools.accumulate(ends for _, ends in told))
    logs = MessageLog(), MessageLog()
    for log, skipped in zip(logs, (0, len(told) - MAX_MESSAGES), strict=True):
        for (text, _), log.turn in list(zip(told, turns, strict=True))[max(0, skipped) :]:
            log.add(Message((Span(text),)))

    assert list(logs[0].by_turn()) == list(logs[1].by_turn())


def test_new_messages_are_given_once_each_repeat_by_itself() -> None:
    """They are written down one by one."""
    log = log_of("a", "a", "b")

    assert ["a", "a", "b"] == [told.message.text for told in log.take_new()]
    assert [] == log.take_new()
    log.turn = 7
    log.add(Message((Span("b"),)))
    assert [(7, "b")] == [(told.turn, told.message.text) for told in log.take_new()]


def test_a_hidden_message_is_only_in_the_history() -> None:
    """It takes no row, counts for nothing that did not fit, and the next of its turn is marked as its first."""
    log = log_of("You miss.", "The orc hits you.", "You MISS the orc!")
    log.use(MessageFilter(hide=("you miss",)))
    lines, unseen = log.newest(80, 2)

    assert [("The orc hits you.", True)] == [(text_of(line.parts), line.begins_turn) for line in lines]
    assert 0 == unseen
    assert 3 == len(list(log.by_turn()))
    assert ["The orc hits you."] == [told.message.text for told in log.take_new()]


def test_a_message_to_stop_for_is_a_warning_and_never_hidden() -> None:
    """Colours inside the text do not matter."""
    log = MessageLog(filters=MessageFilter(hide=("orc",), stop=("hits you",)))
    log.add(Message((Span("The "), Span("orc", GREEN), Span(" hits you."))))

    assert [True, False] == [log.take_stop(), log.take_stop()]
    assert [(Span("The orc hits you.", WARNING, bold=True),)] == last_lines(log, 80, 4)[0]


def test_filters_apply_to_messages_of_a_resumed_game() -> None:
    """The person's filters are known only after the log was filled again; past messages stop nothing."""
    log = log_of("The orc hits you.", "You miss.")
    log.use(MessageFilter(stop=("hits you",)))

    assert [WARNING] == [line[0].color for line in last_lines(log, 80, 4)[0] if line[0].color == WARNING]
    assert not log.take_stop()


def test_hidden_messages_do_not_keep_repeats_apart() -> None:
    """Neither lines nor counts reveal them; the history folds hidden messages in the same way."""
    log = MessageLog(filters=MessageFilter(hide=("miss",)))
    for text in ("You hit.", "It misses.", "You hit.", *["It misses."] * NEAR, "You hit."):
        log.add(Message((Span(text),)))

    assert ["You hit. (x3)"] == [text_of(line) for line in last_lines(log, 80, 4)[0]]
    assert ["It misses. (x5)", "You hit. (x3)"] == [text_of(line) for line in log.lines(80)]


def test_hidden_messages_cost_a_frame_next_to_nothing() -> None:
    """Whether a message is hidden is decided when it is added."""
    log = MessageLog(filters=MessageFilter(hide=("hiss",)))
    for number in range(MAX_MESSAGES):
        log.add(Message((Span(f"Hiss {number}!"),)))
    log.fresh = 0

    assert count_calls(lambda: log.newest(80, 4)) <= 5


def test_other_filters_show_hidden_messages() -> None:
    """Immediately, as with all settings."""
    log = MessageLog(filters=MessageFilter(hide=("miss",)))
    log.add(Message((Span("You miss."),)))
    log.use(MessageFilter())

    assert ["You miss."] == [text_of(line) for line in last_lines(log, 80, 4)[0]]


def test_notices_of_the_program_are_never_hidden() -> None:
    """A disk that is full must not go unnoticed because of a word."""
    log = MessageLog(filters=MessageFilter(hide=("full", "low")))
    log.add(Message((Span("The disk is full."),), always_shown=True))
    log.add(as_warning(Message((Span("Low HP!"),))))
    log.add(Message((Span("You feel full."),)))

    assert ["The disk is full.", "Low HP!"] == [text_of(line) for line in last_lines(log, 80, 4)[0]]
