"""Pastes, floods and whatever never ends: none of it is played, and none of it takes the keyboard away."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.keyboard.resync import (
    ESCAPE_DELAY,
    INTERRUPT,
    INTERRUPT_TIME,
    LONGEST_TIME,
    MAX_PASTE,
    MAX_TYPED,
    MOST_TIME,
    TORN_DELAY,
    KeyDecoder,
)
from tests.every import every
from tests.terminal.keyboard.decoding import PAUSE, SOON, decoded

PASTES = b"\x1b[200~"
UNENDING = [
    PASTES,
    b"\x1b]",
    b"\x1b]52;c;",
    b"\x1bP",
    b"\x1bP>|",
    b"\x1b_",
    b"\x1b_G",
    b"\x1b^",
    b"\x1bX",
    b"\x1b[",
    b"\x9b",
]
UNENDING += [
    b"\x1b[<",
    b"\x1b[<35;",
    b"\x1b[M",
    b"\x1b[M!",
    b"\x1bO",
    b"\x1b",
    b"\x90",
    b"\x9d0;",
    b"\xe2\x82",
    PASTES + b"\x1b[20",
]
"""How everything begins that has an end, and some things that have none."""
PIECES = st.lists(
    st.tuples(
        st.sampled_from([0.0, SOON, 0.05, 0.1, 0.124, 0.2, 0.5, 1.4, 3.0, 6.4, 9.0]),
        st.lists(
            st.sampled_from(UNENDING) | st.binary(max_size=12) | st.text("0123456789;<:?").map(str.encode), max_size=4
        ).map(b"".join),
    ),
    max_size=8,
)
"""Bytes of any kind, after pauses in seconds."""


def test_a_paste_without_an_end_is_over_after_a_silence() -> None:
    """The keyboard must come back."""
    assert ["\x1b[200~abc\x1b[201~", "j"] == decoded(b"\x1b[200~abc", b"j", gap=TORN_DELAY)


def test_a_paste_may_pause() -> None:
    """A long text over a slow line comes in pieces."""
    assert ["\x1b[200~abc\x1b[201~"] == decoded(b"\x1b[200~a", b"bc\x1b[20", b"1~", gap=3.9)
    assert ["\x1b[200~abc\x1b[201~"] == decoded(b"\x1b[200~a", b"bc\x1b[201~", gap=6.0)


def test_a_long_paste_over_a_slow_line_is_one_paste() -> None:
    """Twenty seconds of it: its end would be a walk."""
    pieces = [b"hjkl" * 100] * 50
    (paste,) = decoded(PASTES + pieces[0], *pieces[1:], b"\x1b[201~", gap=0.4)

    assert "\x1b[200~" + "hjkl" * 5000 + "\x1b[201~" == paste


PASTE = b"\x1b[200~l\x1b[Aj\x1b[200~k\x1b\n5\x1b[201~"


@pytest.mark.parametrize("gap", [SOON, 0.04])
def test_a_paste_torn_at_every_byte_is_one_paste(gap: float) -> None:
    """Played, it would be a walk; an inner beginning is text like any other."""
    texts = decoded(*(bytes((byte,)) for byte in PASTE), b"j", gap=gap)

    assert [PASTE.decode(), "j"] == texts


@every("cut", range(1, len(PASTE)))
@every("gap", [PAUSE, 6.0])
def test_no_piece_of_a_torn_paste_is_played(cut: int, gap: float) -> None:
    """Not even where the tear is in its mark."""
    texts = decoded(PASTE[:cut], PASTE[cut:], b"j", gap=gap)

    assert "j" == texts[-1]
    assert texts[:-1] in ([PASTE.decode()], ["\x1b"][: cut == 1], ["\x1b", "["][: 2 * (cut == 2)])


def test_a_paste_that_the_terminal_does_not_mark_is_not_played() -> None:
    """Screen and the console know no marks, but nobody types four thousand keys in one moment."""
    key_decoder = KeyDecoder()
    book = b"jklh.i" * 700
    texts = [text for number in range(50) for text in key_decoder.feed(book[:4095], 5.0 + number / 20)]
    texts += key_decoder.feed(b"jjj", 7.5)

    assert [] == texts
    assert ["j"] == key_decoder.feed(b"j", 8.0)
    assert ["."] * MAX_TYPED == key_decoder.feed(b"." * MAX_TYPED, 9.0)


def test_a_flood_of_the_mouse_is_no_paste() -> None:
    """Its reports are long, and come while the game is busy."""
    assert ["\x1b[<35;10;20M"] * 300 == decoded(b"\x1b[<35;10;20M" * 300)


def test_a_flood_is_kept_within_bounds() -> None:
    """Neither memory nor the player's patience is for sale."""
    (paste,) = decoded(b"\x1b[200~" + b"x" * (3 * MAX_PASTE) + b"\x1b[201~")

    assert len(paste) <= MAX_PASTE + 20
    assert paste.endswith("x\x1b[201~")
    assert ["j"] == decoded(b"\x1b[" + b"1;" * 100_000 + b"W" + b"j")


@every("head", [b"\x1b]11;rgb", b"\x1bP>|XT", b"\x1b[<3", b"\x1b[1", b"\x1bP1+r4"])
@every("key", [b"j", b"5", b"d"])
def test_keys_pressed_into_a_torn_answer_do_not_keep_it_open(head: bytes, key: bytes) -> None:
    """Else whoever goes on typing would never be heard again."""
    texts = decoded(head, *([key] * 45), gap=0.25)

    assert [key.decode()] * 9 == texts[-9:]


def test_no_number_goes_on_for_ever() -> None:
    """A player of the number pad is heard soon, even after a torn answer."""
    assert ["5"] * 5 == decoded(b"\x1b[1", *([b"5"] * 11), gap=PAUSE)


@pytest.mark.parametrize("head", [b"\x1b[", b"\x1b[<", b"\x1bO", b"\x1bP>|", b"\x1b]0;", b"\x1b_G", b"\x1b[200~"])
def test_what_never_ends_takes_no_room(head: bytes) -> None:
    """A line gone mad is no reason to fill the machine."""
    key_decoder = KeyDecoder()
    key_decoder.feed(head, 5.0)
    tracemalloc.start()
    for _ in range(5 * MAX_PASTE // 4096):
        key_decoder.feed(b"1;" * 2048, 5.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 4 * MAX_PASTE


@every("head", UNENDING)
@every("rest", [b"1", b";", b"a", b"\xe9"])
def test_what_trickles_for_ever_is_over_in_the_end(head: bytes, rest: bytes) -> None:
    """A byte now and then, so that it is never quiet, and never seems to be torn either: keys are heard again."""
    key_decoder = KeyDecoder()
    key_decoder.feed(head, 100.0)
    for tenth in range(1, 111):
        key_decoder.feed(rest, 100 + tenth / 10)

    assert ["l"] == key_decoder.feed(b"l", 111.05)


def test_no_paste_takes_longer_than_anybody_waits() -> None:
    """A kilobyte a second, for ever."""
    key_decoder = KeyDecoder()
    key_decoder.feed(PASTES, 100.0)
    for tenth in range(1, 10 * int(LONGEST_TIME + MOST_TIME) + 2):
        key_decoder.feed(b"x" * 100, 100 + tenth / 10)

    assert ["l"] == key_decoder.feed(b"l", 100 + LONGEST_TIME + MOST_TIME + 1)


@pytest.mark.parametrize("head", UNENDING)
def test_what_floods_for_ever_is_over_in_the_end(monkeypatch: pytest.MonkeyPatch, head: bytes) -> None:
    """As fast as a line can: nothing of it is played, and a moment of silence gives the keyboard back."""
    most = 1 << 16  # so that it does not take half a minute
    monkeypatch.setattr("roguelike.terminal.keyboard.resync.MAX_BYTES", most)
    key_decoder, texts = KeyDecoder(), []
    key_decoder.feed(head, 100.0)
    for number in range(most // 4096 + 2):
        texts += key_decoder.feed(b"1;" * 2048, 100 + number / 1000)
    now = 101 + ESCAPE_DELAY

    assert len(texts) <= 1
    assert key_decoder.expire(now) == []
    assert ["l"] == key_decoder.feed(b"l", now)


def with_interrupt(pieces: list[tuple[float, bytes]], pause: float) -> tuple[KeyDecoder, float, bool]:
    """Send pieces and, after a pause, Ctrl-C; returns the decoder, the time, and whether it came through at once."""
    key_decoder, now = KeyDecoder(), 100.0
    for gap, received in pieces:
        now += gap
        while key_decoder.deadline is not None and key_decoder.deadline <= now:
            key_decoder.expire(key_decoder.deadline)
        key_decoder.feed(received, now)
    return key_decoder, now + pause, INTERRUPT in key_decoder.feed(b"\x03", now + pause)


@given(PIECES, st.sampled_from([SOON, 0.1, 3.0]))
def test_control_c_comes_through_whatever_was_begun(pieces: list[tuple[float, bytes]], pause: float) -> None:
    """At once; only where it may be text, in a paste that is marked, it takes a moment of silence."""
    key_decoder, now, at_once = with_interrupt(pieces, pause)

    assert at_once or b"\x1b[200~" in b"".join(received for _, received in pieces)
    assert at_once or INTERRUPT in key_decoder.expire(now + ESCAPE_DELAY)


@given(PIECES, st.sampled_from([0.009, 0.05, 0.1, 0.123]), st.lists(st.binary(max_size=6), min_size=1))
def test_control_c_comes_through_whatever_follows(
    pieces: list[tuple[float, bytes]], gap: float, after: list[bytes]
) -> None:
    """It does so even if input never pauses again, except for the end of a paste, which makes it text."""
    key_decoder, now, at_once = with_interrupt(pieces, SOON)
    texts, end = [], now + INTERRUPT_TIME + 0.2
    while not at_once and now < end and b"~" not in b"".join(after):
        for received in after:
            now += gap + SOON
            texts += key_decoder.expire(now) + key_decoder.feed(received, now)

    assert at_once or INTERRUPT in texts or b"~" in b"".join(after)


@given(st.lists(st.sampled_from([b"\x03", b"j", b"\x03q\r"]), min_size=1, max_size=9), st.floats(0.0, 0.05))
def test_control_c_in_a_whole_paste_is_text(pasted: list[bytes], gap: float) -> None:
    """Some terminals paste control characters as they are, and what is pasted is never played."""
    key_decoder, now = KeyDecoder(), 500.0
    texts = key_decoder.feed(PASTES, now)
    for part in pasted:
        now += gap
        texts += key_decoder.expire(now) + key_decoder.feed(part, now)
    texts += key_decoder.feed(b"\x1b[201~", now + gap)

    assert [(PASTES + b"".join(pasted) + b"\x1b[201~").decode()] == texts
    assert not key_decoder.spills


def test_control_c_is_heard_in_a_flood() -> None:
    """What nobody can have typed is dropped, but this is how to get away from it."""
    key_decoder = KeyDecoder()

    assert [INTERRUPT] == key_decoder.feed(b"jkl" * 1000 + b"\x03" + b"jkl" * 300, 5.0)
    assert [INTERRUPT] == key_decoder.feed(b"jk\x03l", 5.05)
    assert key_decoder.spills


def test_control_l_and_control_z_are_text_in_a_paste_and_keys_everywhere_else() -> None:
    """Old files are full of both, and neither is the way out."""
    assert ["\x1b[200~a\x0c\x1ab\x1b[201~"] == decoded(b"\x1b[200~a\x0c\x1a", b"b\x1b[201~", gap=1.0)
    for head in (b"\x1b]0;tit", b"\x1bP1+r", b"\x1b_Gi=", b"\x1b[<35;", b"\x1b[12;", b"\x1b[M!", b"\x1bO1"):
        assert ["\x0c", "\x1a"] == decoded(head + b"\x0c\x1a")
