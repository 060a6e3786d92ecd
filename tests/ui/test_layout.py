"""Where things are on screens of any size."""

from __future__ import annotations

import itertools

import pytest
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


def test_beside_a_low_level_the_panel_has_room_for_its_facts() -> None:
    """Custom rule sets can have levels of eight rows, whose monsters have as many facts."""
    layout = lay_out(80, 24, 30, 8)

    assert Rect(0, 0, 30, 8) == layout.map
    assert Rect(30, 0, 50, 20) == layout.panel
    assert Rect(0, 20, 80, 4) == layout.log


SHAPES = st.fixed_dictionaries(
    {"has_status": st.booleans(), "has_pack": st.booleans(), "has_levels": st.booleans()}
    | {"wide": st.sampled_from([True, False, None])}
)


@given(st.integers(1, 260), st.integers(1, 80), st.integers(1, 200), st.integers(1, 80), SHAPES)
def test_the_parts_never_overlap_and_never_leave_the_screen(
    width: int, height: int, level_width: int, level_height: int, shape: dict[str, bool]
) -> None:
    """At any size, even too small to play."""
    layout = lay_out(width, height, level_width, level_height, **shape)
    parts = [layout.map, layout.panel, layout.log, layout.pack, layout.levels]
    shown = [part for part in parts if part.width and part.height]

    assert all(part.x >= 0 and part.y >= 0 and part.width >= 0 and part.height >= 0 for part in parts)
    assert all(part.x + part.width <= width and part.y + part.height <= height for part in shown)
    assert not any(overlap(one, other) for one, other in itertools.combinations(shown, 2))
    assert 0 == layout.map.width % layout.columns


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two rectangles have a cell in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.parametrize(
    ("size", "parts"),
    [
        ("40x15", "20x11 20x11 40x4 - -"),
        ("41x18", "21x14 20x14 41x4 - -"),
        ("41x19", "41x10 41x4 41x5 - -"),
        ("40x24", "40x13 40x4 40x7 - -"),
        ("41x45", "41x20 41x9 41x16 - -"),
        ("50x60", "50x20 50x9 50x18 50x13 -"),
        ("59x26", "39x20 20x20 59x6 - -"),
        ("60x40", "40x20 20x20 60x20 - -"),
        ("80x24", "60x20 20x20 80x4 - -"),
        ("99x40", "60x20 39x20 99x20 - -"),
        ("100x23", "60x19 40x19 100x4 - -"),
        ("100x24", "60x20 40x16 60x4 40x8 -"),
        ("100x30", "60x20 40x16 60x10 40x14 -"),
        ("119x50", "60x20 59x20 60x30 59x21 59x9"),
        ("120x24", "60x20 30x20 90x4 30x24 -"),
        ("132x36", "60x20 32x20 92x16 40x20 40x16"),
        ("132x43", "60x20 32x20 92x23 40x20 40x23"),
        ("150x33", "60x20 45x20 105x13 45x20 45x13"),
        ("150x40", "120x20 30x20 72x20 30x20 48x20"),
        ("160x50", "120x20 40x20 72x20 40x30 48x20"),
        ("200x60", "120x20 40x40 120x20 40x60 40x20"),
        ("300x90", "120x20 90x55 120x35 90x90 90x35"),
    ],
)
def test_each_size_uses_its_rows_and_columns(size: str, parts: str) -> None:
    """The map stays at the left; panel, log, inventory and levels use the rest, below it on a portrait screen."""
    width, height = map(int, size.split("x"))
    layout = lay_out(width, height, 60, 20, has_pack=True, has_levels=True, wide=None)
    shown = (layout.map, layout.panel, layout.log, layout.pack, layout.levels)

    assert 0 == layout.map.x
    assert parts.split() == [f"{part.width}x{part.height}" if part.height else "-" for part in shown]


@given(st.integers(100, 260), st.integers(24, 80))
def test_from_100_columns_no_cell_of_the_screen_is_left_over(width: int, height: int) -> None:
    """Map, panel, log, inventory and levels fill it; a large screen centres the map vertically."""
    layout = lay_out(width, height, 60, 20, has_pack=True, has_levels=True, wide=None)
    parts = (layout.map, layout.panel, layout.log, layout.pack, layout.levels)

    above, below = layout.map.y, layout.log.y - layout.map.y - layout.map.height
    assert width * height == sum(part.width * part.height for part in parts) + (above + below) * layout.map.width
    assert above in {below, below - 1}
    assert above == 0 or (width >= 150 and layout.log.height >= 20)
    assert layout.pack.height >= 8
    assert layout.pack.width >= 30


def test_wide_cells_can_be_refused_and_wished_for() -> None:
    """By itself, the map takes two columns a cell only where all of the level has room."""
    assert [1, 1, 2] == [
        lay_out(150, 40, width, 20, wide=wide).columns for width, wide in ((60, False), (61, None), (60, None))
    ]
    assert [2, 60] == [lay_out(80, 24, 60, 20, wide=True).columns, lay_out(80, 24, 60, 20, wide=True).map.width]
    assert 1 == lay_out(40, 15, 60, 20, wide=True).columns


@given(st.integers(SMALLEST[0], 200), st.integers(SMALLEST[1], 80))
def test_a_screen_that_is_large_enough_has_room_for_everything(width: int, height: int) -> None:
    """Nothing is missing at 40x15 and more; a portrait screen has all of its columns for the map."""
    layout = lay_out(width, height, 60, 20)

    if layout.panel.x == 0:
        assert (width, width) == (layout.map.width, layout.panel.width)
        assert layout.map.height >= 9
        assert layout.panel.height >= 4
        assert layout.log.height >= 5
        return
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
