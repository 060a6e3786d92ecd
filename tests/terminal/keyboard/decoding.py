"""What terminals send, and a way to decode it in pieces."""

from __future__ import annotations

from roguelike.terminal.keyboard.resync import KeyDecoder

SOON = 0.001
PAUSE = 0.5
LONG = 2.0


def decoded(*pieces: bytes, gap: float = PAUSE) -> list[str]:
    """Return the decoded keys when the pieces arrive with `gap` seconds between and after them."""
    key_decoder, now, texts = KeyDecoder(), 100.0, []
    for piece in pieces:
        texts += key_decoder.feed(piece, now)
        now += gap
        while key_decoder.deadline is not None and key_decoder.deadline <= now:
            texts += key_decoder.expire(key_decoder.deadline)
    if key_decoder.deadline is not None:
        texts += key_decoder.expire(key_decoder.deadline)
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
    b"\x1b[?997;1n",
    b"\x1b[48;24;80;480;640t",
    b"\x1b[2;3$y",
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[T",
    b"\x1bOZ",
    b"\x1b]4;1;rgb:cdcd/0000/0000\x1b\\",
    b"\x1b]52;c;aGprbGh5dWJu\x07",
    b"\x1bP!|7E565445\x1b\\",
    b"\x1bP1$r0;1m\x1b\\",
    b"\x1b[32;5;6M",
]
