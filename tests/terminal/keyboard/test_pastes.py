"""Pastes, floods and whatever never ends: none of it is played, and none of it takes the keyboard away."""

from __future__ import annotations

import tracemalloc

import pytest

from roguelike.terminal.keyboard.resync import ESCAPE_DELAY, LONGEST_PASTE, MOST_TEARS, MOST_TYPED, TORN_DELAY, Sieve
from tests.terminal.keyboard.sifting import PAUSE, SOON, sifted


def test_a_paste_without_an_end_is_over_after_a_silence() -> None:
    """The keyboard must come back."""
    assert ["\x1b[200~abc\x1b[201~", "j"] == sifted(b"\x1b[200~abc", b"j", gap=TORN_DELAY)


def test_a_paste_may_pause() -> None:
    """A long text over a slow line comes in pieces."""
    assert ["\x1b[200~abc\x1b[201~"] == sifted(b"\x1b[200~a", b"bc\x1b[20", b"1~", gap=6.0)


PASTE = b"\x1b[200~l\x1b[Aj\x1b[200~k\x1b\n5\x1b[201~"


@pytest.mark.parametrize("gap", [SOON, 0.1, PAUSE, 1.4])
def test_a_paste_torn_at_every_byte_is_one_paste(gap: float) -> None:
    """Played, it would be a walk; an inner beginning is text like any other."""
    texts = sifted(*(bytes((byte,)) for byte in PASTE), b"j", gap=gap)

    assert ([PASTE.decode()] if gap <= ESCAPE_DELAY else ["\x1b"]) + ["j"] == texts


@pytest.mark.parametrize("cut", range(1, len(PASTE)))
@pytest.mark.parametrize("gap", [PAUSE, 6.0])
def test_no_piece_of_a_torn_paste_is_played(cut: int, gap: float) -> None:
    """Not even where the tear is in its mark."""
    texts = sifted(PASTE[:cut], PASTE[cut:], b"j", gap=gap)

    assert "j" == texts[-1]
    assert texts[:-1] in ([PASTE.decode()], ["\x1b"][: cut == 1], ["\x1b", "["][: 2 * (cut == 2)])


def test_a_paste_that_the_terminal_does_not_mark_is_not_played() -> None:
    """Screen and the console know no marks, but nobody types four thousand keys in one moment."""
    sieve = Sieve()
    book = b"jklh.i" * 700
    texts = [text for number in range(50) for text in sieve.feed(book[:4095], 5.0 + number / 20)]
    texts += sieve.feed(b"jjj", 7.5)

    assert [] == texts
    assert ["j"] == sieve.feed(b"j", 8.0)
    assert ["."] * MOST_TYPED == sieve.feed(b"." * MOST_TYPED, 9.0)


def test_a_flood_of_the_mouse_is_no_paste() -> None:
    """Its reports are long, and come while the game is busy."""
    assert ["\x1b[<35;10;20M"] * 300 == sifted(b"\x1b[<35;10;20M" * 300)


def test_a_flood_is_kept_within_bounds() -> None:
    """Neither memory nor the player's patience is for sale."""
    (paste,) = sifted(b"\x1b[200~" + b"x" * (3 * LONGEST_PASTE) + b"\x1b[201~")

    assert len(paste) <= LONGEST_PASTE + 20
    assert paste.endswith("x\x1b[201~")
    assert ["j"] == sifted(b"\x1b[" + b"1;" * 100_000 + b"W" + b"j")


@pytest.mark.parametrize("head", [b"\x1b]11;rgb", b"\x1bP>|XT", b"\x1b[<3", b"\x1b[1", b"\x1bP1+r4"])
@pytest.mark.parametrize("key", [b"j", b"5", b"d"])
def test_keys_pressed_into_a_torn_answer_do_not_keep_it_open(head: bytes, key: bytes) -> None:
    """Else whoever goes on typing would never be heard again."""
    texts = sifted(head, *([key] * (MOST_TEARS + 10)), gap=0.25)

    assert [key.decode()] * 9 == texts[-9:]


def test_no_number_goes_on_for_ever() -> None:
    """A player of the number pad is heard soon, even after a torn answer."""
    assert ["5"] * 5 == sifted(b"\x1b[1", *([b"5"] * 11), gap=PAUSE)


@pytest.mark.parametrize("head", [b"\x1b[", b"\x1b[<", b"\x1bO", b"\x1bP>|", b"\x1b]0;", b"\x1b_G", b"\x1b[200~"])
def test_what_never_ends_takes_no_room(head: bytes) -> None:
    """A line gone mad is no reason to fill the machine."""
    sieve = Sieve()
    sieve.feed(head, 5.0)
    tracemalloc.start()
    for _ in range(5 * LONGEST_PASTE // 4096):
        sieve.feed(b"1;" * 2048, 5.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 4 * LONGEST_PASTE
