"""From the line to the screens: whatever a terminal sends, cut and delayed anyhow, only keys are keys."""

from __future__ import annotations

import itertools

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.cells.input import Button, Input, Key, Mouse, Paste
from roguelike.terminal.keyboard.keys import inputs
from roguelike.terminal.keyboard.resync import ESCAPE_DELAY, LONGEST_TIME, TORN_DELAY, KeyDecoder
from roguelike.terminal.keyboard.sequences import BEGINS_STRING
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter
from tests.effort import some

TERMINAL = QuietTerminal(TtyWriter(-1))
TERMINAL._dec_mode_cache.update(dict.fromkeys((1002, 1006, 2004), 1))

KEYS: list[tuple[bytes, Input]] = [
    *((char.encode(), Key(char)) for char in "hjkluncty5.; ?éλ♫"),
    (b"\r", Key("enter")),
    (b"\t", Key("tab")),
    (b"\x7f", Key("backspace")),
    (b"\x03", Key("ctrl_c")),
    (b"\x1b[A", Key("up")),
    (b"\x1bOB", Key("down")),
    (b"\x1bOd", Key("left")),
    (b"\x1b[1;5C", Key("right")),
    (b"\x1b[5~", Key("page_up")),
    (b"\x1b[[A", Key("f1")),
    (b"\x1b[97;5u", Key("ctrl_a")),
    (b"\x1b[<0;5;6M", Mouse(Button.LEFT, 4, 5)),
    (b"\x1b[200~l\x1b[Aj;5\xff\x1b[201~", Paste("l[Aj;5")),
]
NUMBERS = st.lists(st.integers(0, 9999), min_size=1, max_size=6).map(lambda some: ";".join(map(str, some)))
TEXT = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20)
ENDS = st.sampled_from(["\x1b\\", "\x07"])


def joined(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return texts made of those parts."""
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map("".join)


ANSWERS = st.one_of(
    joined("\x1b[?", NUMBERS, st.sampled_from(["$y", "R", "c", "n", "u", "S"])),
    joined("\x1b[", NUMBERS, st.sampled_from(["R", "c", "n", "t", "x", "y", "M"])),
    joined("\x1b[", st.sampled_from(["", "?", ">", "="]), NUMBERS, st.sampled_from(["", " ", "'", "!"]), "z"),
    joined("\x1b[", NUMBERS, ";1$", st.sampled_from("wyz")),
    joined("\x1b[>", NUMBERS, st.sampled_from("cmq")),
    joined("\x1b[<", st.sampled_from(["0;5;6m", "2;100;60m", "0;0;0M", "128;9;9M"])),
    joined("\x1b[M#", st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=2, max_size=2)),
    joined("\x1bP>|", TEXT, "\x1b\\"),
    joined("\x1bP", st.sampled_from(["1+r524742=38", "0+r", "1+r544E=787465726D;436F=323536"]), "\x1b\\"),
    joined("\x1bP", NUMBERS, st.sampled_from(["$r", "!u", "q", "+q"]), TEXT, "\x1b\\"),
    joined("\x1b]", st.sampled_from(["4;7", "5;1", "10", "11", "17"]), ";rgb:cdcd/0000/ffff", ENDS),
    joined("\x1b]", st.sampled_from(["52;c;", "8;;", "99;i=1;", "1337;", "l", "L"]), TEXT, ENDS),
    joined("\x1b_Gi=", TEXT, "\x1b\\"),
    st.sampled_from(
        ["\x1b[I", "\x1b[O", "\x1bOZ", "\x1bON", "\x1b[48;24;80;480;640t", "\x1b[?997;1n", "\x1b[T", "\x1b\\"]
    ),
).map(str.encode)


@attrs.frozen
class Piece:
    """Bytes that come at once, after a pause in seconds."""

    pause: float
    received: bytes


@attrs.frozen
class Sent:
    """What is sent in pieces, and what has to come of it."""

    pieces: list[Piece]
    expected: list[Input]


def pieces_of(draw: st.DrawFn, received: bytes, pauses: st.SearchStrategy[float]) -> list[Piece]:
    """Cut what is sent in up to nine places, with pauses that are shorter together than anything may take."""
    cuts = sorted(draw(st.sets(st.integers(1, len(received) - 1), max_size=8))) if len(received) > 1 else []
    if cuts and is_unsure(received[: cuts[0]]):  # more would be keys: typed ones come one by one
        del cuts[len(received) > SHORTEST :]
    parts = [received[start:end] for start, end in zip([0, *cuts], [*cuts, len(received)], strict=True)]
    drawn = [0.0, *(draw(pauses) for _ in parts[1:])]
    passed = itertools.accumulate(drawn)
    return [
        Piece(pause if so_far < LONGEST_TIME else 0.0, part)
        for pause, so_far, part in zip(drawn, passed, parts, strict=True)
    ]


def taken_for_keys(pieces: list[Piece]) -> list[Input]:
    """Return the keys that a torn sequence is taken for, which are these and no others.

    An Escape, if nothing follows it soon, since it has to act soon; an Escape and the character after it; or the first
    characters of a string.
    The rest comes in one piece then, as nobody types. The end of a string is nothing.
    """
    whole = b"".join(piece.received for piece in pieces)
    end = len(pieces[0].received)
    torn = len(pieces) > 1 and pieces[1].pause >= ESCAPE_DELAY
    return [Key("escape"), *(Key(chr(char)) for char in whole[1:end])] if torn and is_unsure(whole[:end]) else []


def is_unsure(begun: bytes) -> bool:
    """Return whether `begun` may be typed keys as well as the start of a sequence."""
    return len(begun) <= UNSURE or BEGINS_STRING.fullmatch(begun) is not None


SHORTEST = 3
"""Bytes of a sequence whose rest may be a single key."""
UNSURE = 2
"""Length in bytes up to which the start of any sequence may be typed keys."""
SHORT = st.sampled_from([0.0, 0.001, 0.02])
ANY = st.sampled_from([0.0, 0.001, 0.02, 0.1, 0.2, 0.5, 1.0, 1.4, 1.6, 3.0, 6.0])


@st.composite
def an_answer(draw: st.DrawFn, pauses: st.SearchStrategy[float]) -> Sent:
    """Draw an answer in pieces."""
    pieces = pieces_of(draw, draw(ANSWERS), pauses)
    return Sent(pieces, taken_for_keys(pieces))


@st.composite
def a_key(draw: st.DrawFn, pauses: st.SearchStrategy[float]) -> Sent:
    """Draw a key or its like, in pieces that are 100 ms apart at most."""
    received, expected = draw(st.sampled_from(KEYS))
    first, *rest = pieces_of(draw, received, SHORT)
    return Sent([attrs.evolve(first, pause=draw(pauses)), *rest], [expected])


def heard(pieces: list[Piece]) -> list[Input]:
    """Return what the screens hear of all these pieces, one after the other."""
    key_decoder, now, texts = KeyDecoder(), 100.0, []
    for piece in [*pieces, Piece(2 * TORN_DELAY, b"")]:
        now += piece.pause
        while key_decoder.deadline is not None and key_decoder.deadline <= now:
            texts += key_decoder.expire(key_decoder.deadline)
        texts += key_decoder.feed(piece.received, now) if piece.received else []
    return [each for text in texts if (keystroke := TERMINAL.decode(text)) is not None for each in inputs(keystroke)]


def all_in_one(sent: list[Sent]) -> list[Piece]:
    """Return the pieces of all, those without a pause between them as one."""
    pieces: list[Piece] = []
    for piece in (piece for each in sent for piece in each.pieces):
        if pieces and not piece.pause:
            pieces[-1] = Piece(pieces[-1].pause, pieces[-1].received + piece.received)
        else:
            pieces.append(piece)
    return pieces


@settings(max_examples=some(400))
@given(st.lists(an_answer(ANY) | a_key(ANY), max_size=8))
def test_answers_torn_anyhow_are_never_keys(sent: list[Sent]) -> None:
    """Any answers, in any pieces, up to six seconds apart and all within eight: what is heard is what was typed."""
    assert [each for one in sent for each in one.expected] == heard(all_in_one(sent))


@settings(max_examples=some(200))
@given(st.lists(an_answer(SHORT) | a_key(SHORT), max_size=10))
def test_with_short_gaps_nothing_is_lost_and_nothing_torn(sent: list[Sent]) -> None:
    """A gap of 100 ms is none: the keys are the keys, and there is no Escape among them."""
    typed = [each for one in sent for each in one.expected]

    assert typed == heard(all_in_one(sent))
    assert Key("escape") not in typed


def is_an_input(each: Input) -> bool:
    """Return whether the screens know such a thing."""
    if isinstance(each, Key):
        return each.name.isprintable() and (len(each.name) == 1 or each.name.replace("_", "").isalnum())
    return (isinstance(each, Mouse) and each.x >= 0 <= each.y) or isinstance(each, Paste)


ODD = st.sampled_from(
    [b"\x1b", b"\x1b[", b"\x1bO", b"\x1bP", b"\x1b]", b"\x9b", b"\x1b[<", b"\x1b[200~", b"\x1b[201~", b"u"]
)


@settings(max_examples=some(300))
@given(st.lists(st.tuples(ANY, st.lists(st.binary(max_size=8) | ODD, max_size=6).map(b"".join)), max_size=8))
def test_whatever_bytes_come_only_inputs_come_of_them(line: list[tuple[float, bytes]]) -> None:
    """Noise raises nothing and is no unheard-of key; afterwards the keyboard works."""
    pieces = [Piece(pause, received) for pause, received in line]
    texts = heard([*pieces, Piece(3 * TORN_DELAY, b"j")])

    assert all(map(is_an_input, texts))
    assert Key("j") == texts[-1]
