"""Where things are on screens of any size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.cells.canvas import Rect
from roguelike.ui.layout import SMALLEST, is_too_small, lay_out


def test_a_classic_level_fills_80x24_beside_panel_and_log() -> None:
    """60x20 of map, 20 columns of panel, 4 rows of log: that is why levels are 60x20."""
    layout = lay_out(80, 24, 60, 20)

    assert Rect(0, 0, 60, 20) == layout.map
    assert Rect(60, 0, 20, 20) == layout.panel
    assert Rect(0, 20, 80, 4) == layout.log


def test_more_room_goes_to_panel_and_log() -> None:
    """The level does not grow, so the rest is for words."""
    layout = lay_out(120, 40, 60, 20)

    assert Rect(0, 0, 60, 20) == layout.map
    assert Rect(60, 0, 60, 20) == layout.panel
    assert Rect(0, 20, 120, 20) == layout.log


def test_a_level_larger_than_the_screen_leaves_panel_and_log_their_room() -> None:
    """Health and messages matter more than the far end of the level."""
    layout = lay_out(80, 24, 200, 100)

    assert Rect(0, 0, 60, 20) == layout.map
    assert Rect(60, 0, 20, 20) == layout.panel


def test_beside_a_low_level_the_panel_has_room_for_what_it_tells() -> None:
    """A rule set of one's own may have levels of eight rows, and its monsters have as much to say."""
    layout = lay_out(80, 24, 30, 8)

    assert Rect(0, 0, 30, 8) == layout.map
    assert Rect(30, 0, 50, 20) == layout.panel
    assert Rect(0, 20, 80, 4) == layout.log


@given(st.integers(1, 200), st.integers(1, 80), st.integers(1, 200), st.integers(1, 80))
def test_the_parts_never_overlap_and_never_leave_the_screen(
    width: int, height: int, level_width: int, level_height: int
) -> None:
    """On a screen of any size, even one that is too small to play on."""
    layout = lay_out(width, height, level_width, level_height)
    counts = [
        sum(part.contains(x, y) for part in (layout.map, layout.panel, layout.log))
        for y in range(height)
        for x in range(width)
    ]

    assert 1 == max(counts)
    for part in (layout.map, layout.panel, layout.log):
        assert part.width >= 0
        assert part.height >= 0


@given(st.integers(SMALLEST[0], 200), st.integers(SMALLEST[1], 80))
def test_a_screen_that_is_large_enough_has_room_for_everything(width: int, height: int) -> None:
    """Nothing is missing at 40x15 and more."""
    layout = lay_out(width, height, 60, 20)

    assert layout.map.width >= 20
    assert layout.map.height >= 11
    assert layout.panel.width >= 20
    assert layout.panel.height >= 11
    assert layout.log.height >= 4


def test_below_40x15_there_is_no_room() -> None:
    """One column or row less than the smallest is too small."""
    assert not is_too_small(40, 15)
    assert is_too_small(39, 15)
    assert is_too_small(40, 14)
