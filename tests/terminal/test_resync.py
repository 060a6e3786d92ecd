"""Litter from the line, and the keys between."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.resync import ESCAPE_DELAY, LONGEST_PASTE, TORN_DELAY, Sieve

SOON = 0.001
PAUSE = 0.5
LONG = 2.0


def sifted(*pieces: bytes, gap: float = PAUSE) -> list[str]:
    """Give what comes through when the pieces arrive with that many seconds between and after them."""
    sieve, now, texts = Sieve(), 100.0, []
    for piece in pieces:
        texts += sieve.feed(piece, now)
        now += gap
        while sieve.deadline is not None and sieve.deadline <= now:
            texts += sieve.expire(sieve.deadline)
    if sieve.deadline is not None:
        texts += sieve.expire(sieve.deadline)
    return texts


KEYS = [
    *(
        "h",
        "é",
        "♫",
        "\r",
        "\t",
        "\x7f",
        "\x1b[A",
        "\x1bOA",
        "\x1b[1;2A",
        "\x1b[5~",
        "\x1b[Z",
        "\x1b[24~",
        "\x1bOP",
        "\x1bOM",
    ),
    *(
        "\x1b[[A",
        "\x1b[<0;5;6M",
        "\x1b[<35;100;60M",
        "\x1b[<0;5;6m",
        "\x1b[M !!",
        "\x1b[200~ab\x1b[A\nc\x1b[201~",
        "\x1b[E",
    ),
    *("\x1bOq", "\x1b[57417u"),
]
ANSWERS = [
    b"\x1b[?2026;2$y",
    b"\x1b[?1006;0$y",
    b"\x1b[1;1R",
    b"\x1b[24;80R",
    b"\x1b[?62;22c",
    b"\x1b[>0;276;0c",
    b"\x1b[0n",
    b"\x1b[8;24;80t",
    b"\x1bP>|XTerm(370)\x1b\\",
    b"\x1bP1+r524742=38\x1b\\",
    b"\x1bP0+r\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\",
    b"\x1b]10;rgb:ffff/ffff/ffff\x07",
    b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[?1u",
    b"\x1b[9;9Z",
    b"\x1b[12;34;56W",
    b"\x1b[5 q",
    b"\x1b[=5z",
]


@pytest.mark.parametrize("key", KEYS)
def test_whole_keys_come_through_whole(key: str) -> None:
    """That is what it is for; one after the other, too."""
    assert [key] == sifted(key.encode())
    assert [key, "j", key] == sifted(f"{key}j{key}".encode())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("gap", [SOON, 0.09])
def test_keys_in_pieces_are_put_together(key: str, gap: float) -> None:
    """A slow line delivers a sequence in as many packets as it likes."""
    received = key.encode()
    for cut in range(1, len(received)):
        assert [key, "j"] == sifted(received[:cut], received[cut:], b"j", gap=gap)

    assert [key] == sifted(*(bytes((byte,)) for byte in received), gap=gap)


@pytest.mark.parametrize(
    "key", [key for key in KEYS if len(key) > 2 and not key.startswith(("\x1b[2", "\x1b[[", "\x1b[M"))]
)
def test_torn_keys_are_no_other_keys(key: str) -> None:
    """A packet that is late must not walk: the key comes late, or not at all, with an Escape at worst."""
    received = key.encode()
    for cut in range(1, len(received)):
        texts = sifted(received[:cut], received[cut:])
        assert texts in ([key], ["\x1b"], []) or (received[:2] == b"\x1bO" and cut == 2)
        assert ["j"] == sifted(received[:cut], received[cut:], b"j")[-1:]


@pytest.mark.parametrize("answer", ANSWERS)
def test_answers_are_swallowed(answer: bytes) -> None:
    """Nobody asked, but the program before us may have; as keys they would be moves."""
    assert [] == sifted(answer)
    assert ["h", "j"] == sifted(b"h" + answer + b"j")
    assert ["j"] == sifted(*(bytes((byte,)) for byte in answer), b"j", gap=SOON)


@pytest.mark.parametrize("answer", [answer for answer in ANSWERS if answer[-2:] not in (b" q", b"5z", b"6W", b"9Z")])
def test_torn_answers_are_swallowed_and_keys_come_through_again(answer: bytes) -> None:
    """Torn anywhere, with a pause longer than an Escape is waited for."""
    for cut in range(1, len(answer)):
        head, tail = answer[:cut], answer[cut:]
        texts = sifted(head, tail, b"", b"", b"", b"j")
        assert "j" == texts[-1]
        assert texts[:-1] in ([], ["\x1b"]), cut


@pytest.mark.parametrize(
    "head", [b"\x1b[", b"\x1b[<35;1", b"\x1b[?20", b"\x1b[1;", b"\x1bO", b"\x1bP", b"\x1b]", b"\x1b[M"]
)
def test_a_key_after_a_torn_head_is_a_key(head: bytes) -> None:
    """What never comes is waited for, but not with the keys that a person presses meanwhile."""
    assert ["j"] == sifted(head, b"j", gap=LONG)
    if head != b"\x1b[M":
        assert ["j", "k"] == sifted(head, b"j", b"k")


@pytest.mark.parametrize("tail", [b"35;11;6M", b";11;6M", b"1;6M"])
def test_a_tail_that_comes_very_late_is_known(tail: bytes) -> None:
    """The head was given up a second ago; the digits would be moves still."""
    assert ["j"] == sifted(b"\x1b[<", tail, b"j", gap=LONG)


def test_escape_alone_is_escape_within_a_moment() -> None:
    """It closes what is open, and must not feel slow."""
    sieve = Sieve()

    assert [] == sieve.feed(b"\x1b", 5.0)
    assert [] == sieve.expire(5.05)
    assert ["\x1b"] == sieve.expire(5.15)
    assert ["j"] == sieve.feed(b"j", 5.3)


def test_escape_and_then_a_key_are_both_there() -> None:
    """Typed fast they are Alt and the key, typed slowly they are two."""
    assert ["\x1bj", "k"] == sifted(b"\x1bjk")
    assert ["\x1b", "j"] == sifted(b"\x1b", b"j")
    assert ["\x1b", "\x1b"] == sifted(b"\x1b\x1b")
    assert ["\x1b", "\x1b[A"] == sifted(b"\x1b\x1b[A")
    assert ["\x1b", "\r"] == sifted(b"\x1b\r")
    assert ["\x1b", " "] == sifted(b"\x1b ")
    assert ["\x1b", "é"] == sifted("\x1bé".encode())
    assert ["\x1b", "O"] == sifted(b"\x1b", b"O")


def test_control_characters_end_whatever_was_begun() -> None:
    """Ctrl-C and Enter must always work."""
    for head in (b"\x1b[", b"\x1b[<3;", b"\x1bO", b"\x1b]0;tit", b"\x1bP1+r"):
        assert ["\x03", "j"] == sifted(head + b"\x03j")
        assert ["\x1b[A"] == sifted(head + b"\x1b[A")


@pytest.mark.parametrize(
    "noise", [b"\xff", b"\x00", b"\xc3", b"\xed\xa0\x80", "\x9b\x85".encode(), b"\x1c\x1f", "\ufffd".encode()]
)
def test_noise_on_the_line_is_dropped(noise: bytes) -> None:
    """One bad byte must neither end the game nor act in it."""
    assert ["h", "j"] == sifted(b"h" + noise + b"\rj")[::2]
    assert ["h", "\r", "j"] == sifted(b"h" + noise + b"\rj")


def test_a_paste_without_an_end_is_over_after_a_silence() -> None:
    """The keyboard must come back."""
    assert ["\x1b[200~abc\x1b[201~", "j"] == sifted(b"\x1b[200~abc", b"j", gap=LONG + 1)


def test_a_paste_may_pause() -> None:
    """A long text over a slow line comes in pieces."""
    assert ["\x1b[200~abc\x1b[201~"] == sifted(b"\x1b[200~a", b"bc\x1b[20", b"1~", gap=1.5)


def test_a_flood_is_kept_within_bounds() -> None:
    """Neither memory nor the player's patience is for sale."""
    (paste,) = sifted(b"\x1b[200~" + b"x" * (3 * LONGEST_PASTE) + b"\x1b[201~")

    assert len(paste) <= LONGEST_PASTE + 20
    assert paste.endswith("x\x1b[201~")
    assert ["j"] == sifted(b"\x1b[" + b"1;" * 100_000 + b"W" + b"j")


def test_keys_pressed_into_a_torn_answer_do_not_keep_it_open() -> None:
    """Else whoever goes on typing would never be heard again."""
    texts = sifted(b"\x1b]11;rgb", *([b"j"] * 10), gap=TORN_DELAY / 4)

    assert ["j"] * 6 == texts[:6]


@given(st.lists(st.binary(max_size=12), max_size=6), st.sampled_from([SOON, PAUSE, LONG]))
def test_whatever_arrives_keys_are_heard_again(pieces: list[bytes], gap: float) -> None:
    """A line with noise on it is no reason to lose the game."""
    sieve, now = Sieve(), 0.0
    for piece in pieces:
        now += gap
        sieve.feed(piece, now)
    for _ in range(3):
        now += LONG + ESCAPE_DELAY
        sieve.expire(now)

    assert ["j"] == sieve.feed(b"j", now + 10)


@given(st.lists(st.sampled_from(KEYS), min_size=1, max_size=12), st.data())
def test_however_it_is_cut_the_keys_are_the_same(keys: list[str], data: st.DataObject) -> None:
    """Packets know nothing of keys."""
    received = "".join(keys).encode()
    cuts = sorted(data.draw(st.sets(st.integers(1, len(received)), max_size=5)))
    pieces = [received[start:end] for start, end in zip([0, *cuts], [*cuts, len(received)], strict=True)]

    assert keys == sifted(*filter(None, pieces), gap=0.05)
