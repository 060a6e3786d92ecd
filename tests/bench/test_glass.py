"""The screen of pyte that tests look at."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.bench.glass import Glass, GlassStream

SIZE = (12, 5)
TEXTS = ("ab", "├─┤", "e\u0301", "\u0301", "long enough to wrap")
SEQUENCES = (
    *("H", "2;3H", "5;12H", "J", "1J", "2J", "K", "1K", "2K", "3X", "2@", "2P", "2L", "2M", "S", "2T", "4b"),
    *("2;4r", "r", "41m", "m", "?7l", "?7h", "4h", "4l", "?5h", "?5l"),
)
PIECES = (*TEXTS, "\r\n", "\n", "\x1bM", "\x1bc", *(f"\x1b[{each}" for each in SEQUENCES))
SIZES = ((20, 5), (12, 8), (7, 3), SIZE)


@given(st.lists(st.sampled_from(PIECES) | st.sampled_from(SIZES), max_size=30))
@example(["漢字", "\x1b[H", "ab"])
@example(["\x1b[5;12H", (7, 3), "e\u0301"])
def test_rows_that_are_kept_are_those_that_pyte_reads(pieces: list[str | tuple[int, int]]) -> None:
    """Whatever is written and however it is resized: the display is asked for after each piece."""
    glass = Glass(*SIZE)
    stream = GlassStream(glass)
    for piece in pieces:
        if isinstance(piece, tuple):
            glass.resize(piece[1], piece[0])
        else:
            stream.feed(piece.encode())

        assert glass.display == super(Glass, glass).display
