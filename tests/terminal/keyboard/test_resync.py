"""Litter from the line, and the keys between."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.keyboard.resync import ESCAPE_DELAY, TORN_DELAY, KeyDecoder
from tests.every import every
from tests.terminal.keyboard.decoding import ANSWERS, KEYS, LONG, PAUSE, SOON, decoded


@every("key", KEYS)
def test_whole_keys_come_through_whole(key: str) -> None:
    """That is what it is for; one after the other, too."""
    assert [key] == decoded(key.encode())
    assert [key, "j", key] == decoded(f"{key}j{key}".encode())


@every("key", KEYS)
@every("gap", [SOON, 0.02])
def test_keys_in_pieces_are_put_together(key: str, gap: float) -> None:
    """A slow line delivers a sequence in as many packets as it likes."""
    received = key.encode()
    for cut in range(1, len(received)):
        assert [key, "j"] == decoded(received[:cut], received[cut:], b"j", gap=gap)

    assert [key] == decoded(*(bytes((byte,)) for byte in received), gap=gap)


@every("key", [key for key in KEYS if len(key) > 2 and not key.startswith(("\x1b[2", "\x1b[[", "\x1b[M"))])
def test_torn_keys_are_no_other_keys(key: str) -> None:
    """A packet that is late must not walk: the key comes late, or not at all, with an Escape and a bracket at worst.

    Of those with three bytes, the last one alone may be typed as well.
    """
    received = key.encode()
    for cut in range(1, len(received)):
        texts = decoded(received[:cut], received[cut:])
        assert texts in ([key], ["\x1b"], [], ["\x1b", "["][: 2 * (cut == 2)]) or len(received) == 3
        assert ["j"] == decoded(received[:cut], received[cut:], b"j")[-1:]


@every("answer", ANSWERS)
def test_answers_are_swallowed(answer: bytes) -> None:
    """Nobody asked, but the program before us may have; as keys they would be moves."""
    assert [] == decoded(answer)
    assert ["h", "j"] == decoded(b"h" + answer + b"j")
    assert ["j"] == decoded(*(bytes((byte,)) for byte in answer), b"j", gap=SOON)


@every("answer", ANSWERS)
def test_torn_answers_are_swallowed_and_keys_come_through_again(answer: bytes) -> None:
    """Torn anywhere, with a pause longer than an Escape is waited for."""
    for cut in range(1, len(answer)):
        head, tail = answer[:cut], answer[cut:]
        texts = decoded(head, tail, b"", b"", b"", b"j")
        assert "j" == texts[-1]
        taken_for_keys = [] if cut > 2 and not head.startswith(b"\x1b_G") else list(head.decode())
        assert texts[:-1] in ([], ["\x1b"], taken_for_keys) or len(answer) == 3, cut


@every("answer", ANSWERS)
def test_an_answer_torn_at_every_byte_is_swallowed(answer: bytes) -> None:
    """The slowest of lines, as long as its bytes come sooner than a person types."""
    for gap in (SOON, 0.02):
        assert ["j"] == decoded(*(bytes((byte,)) for byte in answer), b"j", gap=gap)


@pytest.mark.parametrize("head", [b"\x1b[<35;1", b"\x1b[<0;5;6", b"\x1b]11;", b"\x1b]11;rgb", b"\x1bP1+r52"])
def test_a_key_that_cannot_be_the_rest_is_a_key(head: bytes) -> None:
    """Whatever ate the rest must not eat the player's moves."""
    assert ["j", "k"] == decoded(head, b"j", b"k")
    assert ["j"] == decoded(head, b"j", gap=LONG)


@pytest.mark.parametrize("head", [b"\x1b[?20", b"\x1b[1;", b"\x1b[9"])
def test_what_may_end_an_answer_is_not_a_key(head: bytes) -> None:
    """Nobody knows all answers: the letter that ends one late would be a move. Lines lose nothing, so it comes."""
    for letter in (b"n", b"y", b"z", b"j", b"l"):
        assert ["k"] == decoded(head, letter, b"k", gap=6.0)


@pytest.mark.parametrize("head", [b"\x1b[?20", b"\x1b[M", b"\x1b]0;tit", b"\x1bP>|XT", b"\x1b_Gi="])
def test_what_never_goes_on_is_given_up_in_the_end(head: bytes) -> None:
    """The keyboard must come back."""
    assert ["j", "5", "["] == decoded(head, b"j5[", gap=TORN_DELAY + 0.1)


@pytest.mark.parametrize("begin", "[OP]_")
def test_escape_and_a_key_that_begin_a_sequence_are_keys_soon(begin: str) -> None:
    """Typed at once they look like the beginning of an answer, so they wait as long as an Escape does."""
    expected = ["\x1b", begin, "j"]
    assert expected == decoded(b"\x1b" + begin.encode(), b"j", gap=ESCAPE_DELAY)
    assert expected == decoded(b"\x1b" + begin.encode(), b"j", gap=0.06)
    assert ["\x1b", begin, "\r"] == decoded(b"\x1b" + begin.encode() + b"\r")
    assert ["\x1b", begin, "\x1b[A"] == decoded(b"\x1b" + begin.encode() + b"\x1b[A")
    assert ["\x1b", begin, "é"] == decoded(f"\x1b{begin}é".encode())


@every("gap", [0.06, 0.1, 0.13, 1.0, 6.0])
@every("keys", [*map(chr, range(0x20, 0x7F)), "_666", "OH", "OA", "[A", "[1;2A", "]11;", "P1+r", "_Gi=1"])
def test_no_key_after_escape_is_held_or_lost(keys: str, gap: float) -> None:
    """What a person types arrives key by key, and acts at once: each is given when it is fed."""
    key_decoder, now, texts = KeyDecoder(), 5.0, []
    key_decoder.feed(b"\x1b", now)
    for key in keys:
        now += gap
        texts += key_decoder.expire(now) + key_decoder.feed(key.encode(), now)
        assert key == texts[-1]

    assert ["\x1b", *keys] == texts
    assert key_decoder.deadline is None


@pytest.mark.parametrize("keys", ["_666", "_O", "]j", "Pj", "_GG"])
def test_keys_that_a_slow_line_brings_with_escape_are_keys(keys: str) -> None:
    """A line delivers what was typed in pieces of its own; only the beginnings of answers are none."""
    assert "\x1b" + keys == "".join(decoded(b"\x1b" + keys.encode()))
    assert ["\x1b", *keys] == decoded(b"\x1b", keys.encode())


@every("key", ["[A", "[1;2A", "[5~", "[<0;5;6M", "[M !!", "[Z"])
@every("gap", [0.06, PAUSE, 6.0])
def test_the_rest_of_a_torn_key_walks_nowhere(key: str, gap: float) -> None:
    """It comes in one piece, which nobody types: soon enough it is the key, else the Escape was one already."""
    texts = decoded(b"\x1b", key.encode(), b"j", gap=gap)

    assert (["\x1b" + key, "j"] if gap < ESCAPE_DELAY else ["\x1b", "j"]) == texts


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        (b"\x1b[", b"?2026;2$y"),
        (b"\x1b[", b"24;80R"),
        (b"\x1b[", b"<0;5;6M"),
        (b"\x1bP", b"1+r524742=38\x1b\\"),
        (b"\x1b]", b"11;rgb:0/0/0\x07"),
        (b"\x1b_", b"Gi=31;OK\x1b\\"),
    ],
)
def test_the_rest_of_what_was_taken_for_two_keys_is_known(head: bytes, tail: bytes) -> None:
    """Two keys too many are enough."""
    assert ["\x1b", chr(head[1]), "j"] == decoded(head, tail, b"j", gap=PAUSE)


@pytest.mark.parametrize("tail", [b"35;11;6M", b"1;1;6M", b"5;11;6m"])
def test_a_mouse_report_may_be_late(tail: bytes) -> None:
    """The digits would be moves; the report is one still."""
    assert [f"\x1b[<{tail.decode()}", "j"] == decoded(b"\x1b[<", tail, b"j", gap=6.0)


@every("cut", range(1, 6))
@every("gap", [SOON, PAUSE, 6.0])
def test_a_torn_report_of_an_old_mouse_leaves_no_bytes(cut: int, gap: float) -> None:
    """Its three bytes are any keys, and any bytes at all further right."""
    for report in (b"\x1b[M jk", b"\x1b[M#\xe9\xf0", b"\x1b[M \x00\x00", b"\x1b[M\x9b\x90l"):
        texts = decoded(report[:cut], report[cut:], b"l", gap=gap)

        assert "l" == texts[-1]
        assert texts[:-1] in ([report.decode("latin-1")], ["\x1b"], ["\x1b", "["][: 2 * (cut == 2)])


@every(
    "answer",
    [
        b"\x9b1;1R",
        b"\x9b?62;22c",
        "\x9b1;1R".encode(),
        b"\x90>|XTerm(370)\x9c",
        b"\x9d11;rgb:0/0/0\x9c",
        "\x9d11;rgb:0/0/0\x9c".encode(),
        b"\x9fGi=31;OK\x9c",
        b"\x8fz",
        b"\x9c",
        b"\x1b\\",
        "\x1b]lSchl\xfcssel “ל” 盜\x1b\\".encode(),
        b"\x1bPtmux;\x1b\x1b]11;rgb:0/0/0\x07\x1b\\",
    ],
)
def test_answers_of_eight_bits_and_odd_ends_are_swallowed(answer: bytes) -> None:
    """A terminal may use the short forms, and an end may come alone."""
    assert ["h", "j"] == decoded(b"h" + answer, b"j")
    assert ["j"] == decoded(*(bytes((byte,)) for byte in answer), b"j", gap=SOON)


def test_keys_of_eight_bits_are_keys() -> None:
    """Old terminals can be set to send them."""
    assert ["\x1b[A", "\x1bOB"] == decoded(b"\x9bA\x8fB")


def test_a_key_that_ends_in_a_dollar_is_one_if_nothing_follows() -> None:
    """In rxvt that is Shift and Home; another letter at once behind it makes it an unknown key."""
    assert ["\x1b[7$", "j"] == decoded(b"\x1b[7$", b"j", gap=0.2)
    assert ["\x1b[7$", "\x1b[A"] == decoded(b"\x1b[7$\x1b[A")
    assert ["j"] == decoded(b"\x1b[7$w", b"j")


def test_gaps_and_the_escape_leave_each_other_room() -> None:
    """A gap of 100 ms, and some more for a busy machine, is none; a lone Escape acts within 150 ms, the frame too."""
    key_decoder = KeyDecoder()
    assert [] == key_decoder.feed(b"\x1b", 5.0)
    assert [] == key_decoder.expire(5.045)
    assert [] == key_decoder.feed(b"[", 5.045)
    assert [] == key_decoder.expire(5.16)
    assert ["\x1b[A"] == key_decoder.feed(b"A", 5.16)

    key_decoder.feed(b"\x1b", 5.5)
    assert [] == key_decoder.expire(5.615)
    assert ["\x1b[A"] == key_decoder.feed(b"[A", 5.615)

    key_decoder.feed(b"\x1b", 6.0)
    assert ["\x1b"] == key_decoder.expire(6.135)


def test_a_forgotten_beginning_comes_to_nothing() -> None:
    """What was typed before the danger is dropped, even half a key; its rest is not played either."""
    for received in (b"\x1b[A", b"\x1b[<0;5;6M", b"\x1b[200~jjj\x1b[201~", b"\x1bOA"):
        for cut in range(1, len(received)):
            key_decoder = KeyDecoder()
            before = key_decoder.feed(received[:cut], 5.0)
            key_decoder.forget()
            assert [] == before + key_decoder.feed(received[cut:], 5.05)
            assert ["j"] == key_decoder.feed(b"j", 6.0)

    key_decoder = KeyDecoder()
    key_decoder.feed(b"\x1b", 5.0)
    key_decoder.forget()
    assert ["j"] == key_decoder.feed(b"j", 5.01)


def test_escape_alone_is_escape_within_a_moment() -> None:
    """It closes what is open, and must not feel slow."""
    key_decoder = KeyDecoder()

    assert [] == key_decoder.feed(b"\x1b", 5.0)
    assert [] == key_decoder.expire(5.05)
    assert ["\x1b"] == key_decoder.expire(5.15)
    assert ["j"] == key_decoder.feed(b"j", 5.3)


def test_escape_and_then_a_key_are_both_there() -> None:
    """Typed fast they are Alt and the key, typed slowly they are two."""
    assert ["\x1bj", "k"] == decoded(b"\x1bjk")
    assert ["\x1b", "j"] == decoded(b"\x1b", b"j")
    assert ["\x1b", "\x1b"] == decoded(b"\x1b\x1b")
    assert ["\x1b", "\x1b[A"] == decoded(b"\x1b\x1b[A")
    assert ["\x1b", "\r"] == decoded(b"\x1b\r")
    assert ["\x1b", " "] == decoded(b"\x1b ")
    assert ["\x1b", "é"] == decoded("\x1bé".encode())
    assert ["\x1b", "O"] == decoded(b"\x1b", b"O")
    for char in map(chr, range(0x21, 0x7F)):
        if char != "\\":
            assert "\x1b" + char == "".join(decoded(b"\x1b" + char.encode(), b"", b"", b"")), char


def test_control_characters_end_whatever_was_begun() -> None:
    """Ctrl-C and Enter must always work."""
    for head in (b"\x1b[<3;", b"\x1b[?2", b"\x1bO2", b"\x1b]0;tit", b"\x1bP1+r", b"\x1b[M !"):
        assert ["\x03", "j"] == decoded(head + b"\x03j")
        assert ["\x1b[A"] == decoded(head + b"\x1b[A")


@pytest.mark.parametrize(
    "noise", [b"\xff", b"\x00", b"\xc3", b"\xed\xa0\x80", "\x9b\x85".encode(), b"\x1c\x1f", "\ufffd".encode()]
)
def test_noise_on_the_line_is_dropped(noise: bytes) -> None:
    """One bad byte must neither end the game nor act in it."""
    assert ["h", "j"] == decoded(b"h" + noise + b"\rj")[::2]
    assert ["h", "\r", "j"] == decoded(b"h" + noise + b"\rj")


@given(st.lists(st.binary(max_size=12), max_size=6), st.sampled_from([SOON, PAUSE, LONG]))
def test_whatever_arrives_keys_are_heard_again(pieces: list[bytes], gap: float) -> None:
    """A line with noise on it is no reason to lose the game."""
    key_decoder, now = KeyDecoder(), 0.0
    for piece in pieces:
        now += gap
        key_decoder.feed(piece, now)
    for _ in range(2):
        assert key_decoder.deadline is None or key_decoder.deadline <= now + TORN_DELAY
        now += TORN_DELAY
        key_decoder.expire(now)

    assert key_decoder.deadline is None
    assert ["j"] == key_decoder.feed(b"j", now + 10)


@given(st.lists(st.sampled_from(KEYS), min_size=1, max_size=12), st.data())
def test_however_it_is_cut_the_keys_are_the_same(keys: list[str], data: st.DataObject) -> None:
    """Packets know nothing of keys."""
    received = "".join(keys).encode()
    cuts = sorted(data.draw(st.sets(st.integers(1, len(received)), max_size=5)))
    pieces = [received[start:end] for start, end in zip([0, *cuts], [*cuts, len(received)], strict=True)]

    assert keys == decoded(*filter(None, pieces), gap=0.02)
