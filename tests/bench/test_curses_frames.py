"""The comparison with ncurses: it must compare the same pictures, or it says nothing."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from tests.bench.curses_frames import DifferentPictures, check_same, compared
from tests.bench.glass import Glass, GlassStream
from tests.bench.recorded import record, written
from tests.bench.rival import curses_color


@pytest.mark.parametrize(
    ("parameter", "number"),
    [("38;5;231", 231), ("48;5;16", 16), ("31", 1), ("97", 15), ("40", 0), ("107", 15), ("39", -1), ("49", -1)],
)
def test_curses_is_asked_for_the_colours_that_the_palette_chose(parameter: str, number: int) -> None:
    """Other colours could have shorter sequences."""
    assert number == curses_color(parameter)


@pytest.mark.terminal
@pytest.mark.parametrize("colors", [0, 8, 16, 256])
def test_both_sides_show_the_same_in_every_depth(colors: int) -> None:
    """`compared` raises where they do not."""
    pytest.importorskip("_curses", reason="this Python has no curses")
    pairs = compared(record(load_ruleset("classic"), 20), colors)

    assert 20 == sum(pair.kind == "step" for pair in pairs)
    assert all(pair.ours and pair.theirs for pair in pairs if pair.cells)


def test_different_pictures_are_refused() -> None:
    """A side that leaves something out writes fewer bytes."""
    ours = written(record(load_ruleset("classic"), 3), 256)
    with pytest.raises(DifferentPictures):
        check_same(ours, [*ours[:-1], b""])


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (b"a\x1b[3b", "aaaa  "),
        (b"abc\x1b[1;2H\x1b[P", "ac    "),
        (b"abc\x1b[1;2H\x1b[@", "a bc  "),
        (b"abc\n\rdef\x1b[H\x1b[M", "def   "),
        (b"abc\x1b[S", "      "),
    ],
)
def test_the_glass_knows_what_ncurses_writes(text: bytes, row: str) -> None:
    """What the emulator did not know would look like a different picture."""
    glass = Glass(6, 2)
    GlassStream(glass).feed(text)

    assert row == glass.display[0]


@pytest.mark.parametrize("sequence", [b"\x1b[2J", b"\x1b[K", b"\x1b[6X", b"\x1b[M", b"\x1b[6@", b"\x1b[6P"])
def test_what_the_glass_blanks_has_the_background_in_use(sequence: bytes) -> None:
    """So do the terminals that both sides write for."""
    glass = Glass(6, 1)
    GlassStream(glass).feed(b"abcdef\x1b[H\x1b[1;41m" + sequence)

    assert {(" ", "red", False)} == {(cell.data, cell.bg, cell.bold) for cell in glass.buffer[0].values()}
