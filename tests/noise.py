"""What a line gone mad sends to a terminal: streams of noise, many of which begin something that never ends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import attrs

INTERRUPT: Final = b"\x03"
QUIT: Final = b"\x1c"
LONGEST: Final = 3.0
"""Seconds that a stream takes at most."""

UNFINISHED: Final = {
    "paste": b"\x1b[200~",
    "OSC": b"\x1b]52;c;",
    "DCS": b"\x1bP1+r",
    "APC": b"\x1b_G",
    "PM": b"\x1b^",
    "SOS": b"\x1bX",
    "CSI": b"\x1b[?1;",
    "mouse": b"\x1b[<35;",
    "old mouse": b"\x1b[M",
    "8-bit OSC": b"\x9d0;",
    "8-bit CSI": b"\x9b1;",
}
WHOLE: Final = (
    b"h", b"j", b"x", b"i", b"a", b"m", b"\r", b"\x1b", b"\x1b[A", b"\x1bOB", b"\t", b"\x0c", b"?", b"M",
    b"\x1b[<35;40;12M", b"\x1b[<35;7;3M", b"\x1b[<0;12;5M", b"\x1b[<0;12;5m", b"\x1b[<65;9;9M", b"\x1b[M !!",
    b"\x1b[200~hjkl\rq\x1b[201~", b"\x1b]11;rgb:0/0/0\x1b\\", b"\x1bP>|XTerm(370)\x1b\\", b"\x1b[24;80R",
)  # fmt: skip
ALPHABETS: Final = (
    bytes(range(256)),
    bytes(range(0x20, 0x7E)),
    b"0123456789;",
    b"\x1b[]PO_X^<M~;0123\x9b\x90\x9d",
    b"hjkl",
)


@attrs.frozen
class Piece:
    """Bytes that come at once, after a pause in seconds."""

    pause: float
    received: bytes


FLOOD: Final = [Piece(0.0, b"\x1b[<0;5;6M" * 400)] * 1000
"""More clicks than anybody can answer."""


@attrs.frozen
class Stream:
    """A kind, the pieces up to Ctrl-C, and the pieces after it."""

    kind: str
    pieces: Sequence[Piece]
    after: Sequence[Piece]


def make_stream(number: int) -> Stream:
    """Return the stream of that number: a third of them are unfinished, a third any bytes, and a third what is sent."""
    chance = random.Random(number)
    kind = (chance.choice([*UNFINISHED, *["paste"] * 5]), "bytes", "keys")[number % 3]
    content = _content(kind, chance)
    silence = Piece(chance.choice((0.0, 0.0, 0.2, 1.0)), b"")
    pieces = [*_cut(content.replace(INTERRUPT, b""), chance), silence]
    return Stream(kind, pieces, chance.choice(([], [], _trickle(chance), FLOOD)))


def _trickle(chance: random.Random) -> list[Piece]:
    """Return what goes on for two seconds, without the end of a paste, which would make Ctrl-C text."""
    return [Piece(0.05, bytes((byte,))) for byte in chance.choices(ALPHABETS[2] + b"hjkl", k=40)]


def _content(kind: str, chance: random.Random) -> bytes:
    count = chance.choice((0, 3, 30, 300, 5000))
    if kind == "keys":
        return b"".join(chance.choices(WHOLE, k=count // 4 + 1))
    noise = bytes(chance.choices(chance.choice(ALPHABETS), k=count))
    if kind == "bytes":
        return noise
    before = b"".join(chance.choices(WHOLE, k=chance.choice((0, 0, 5))))
    # Few bytes end a string, and few letters a control sequence, so that most of these stay unfinished.
    body = noise.translate(None, b"\x07\x1b\x9c~") if chance.random() < 0.8 else noise
    return before + UNFINISHED[kind] + (body.translate(None, bytes(range(0x40, 0x7F))) if "CSI" in kind else body)


def _cut(content: bytes, chance: random.Random) -> list[Piece]:
    """Cut it anywhere, and send it fast, or trickling."""
    count = min(len(content), chance.choice((1, 2, 8, 40)))
    cuts = sorted(chance.sample(range(1, len(content)), count - 1)) if count > 1 else []
    slowest = chance.choice((0.0, 0.002, 0.09, 0.3, 1.0))
    pauses = [chance.uniform(0, min(slowest, LONGEST / max(count, 1))) for _ in range(count)]
    parts = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    return [Piece(pause, part) for pause, part in zip(pauses, parts, strict=False)]
