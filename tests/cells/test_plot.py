"""Plots of numbers."""

from __future__ import annotations

import pytest

from roguelike.cells.plot import bar, columns
from roguelike.terminal.drawing.glyphs import shown


def test_columns_stand_on_each_other() -> None:
    """The top row first; eighths of a cell count."""
    assert ["  ▄█", " ███"] == columns([0, 8, 12, 16], 10, 2, 16)


def test_many_values_share_a_column_and_the_lowest_shows() -> None:
    """A dip that lasted one turn is what killed somebody."""
    assert ["█▁"] == columns([8, 8, 8, 8, 1, 8], 2, 1, 8)
    assert ["██"] == columns([1, 8, 8, 1], 2, 1, 8, max)


@pytest.mark.parametrize("value", [1, 1000])
def test_what_is_more_than_nothing_shows(value: int) -> None:
    """However little it is."""
    assert "" != bar(value, 1000, 10)
    assert [" "] != columns([value], 10, 1, 1000)


def test_nothing_at_all_can_be_plotted() -> None:
    """A game without turns, a player without games."""
    assert ["", ""] == columns([], 10, 2, 5)
    assert [" "] == columns([0], 10, 1, 0)
    assert "" == bar(0, 0, 10)


def test_bars_are_as_long_as_their_share() -> None:
    """The unit is an eighth of a column."""
    assert "█████" == bar(5, 10, 10)
    assert "██▌" == bar(1, 4, 10)


def test_in_ascii_a_plot_can_still_be_read() -> None:
    """Full and partly full cells differ."""
    rows = columns([0, 3, 8, 12, 16], 10, 2, 16)

    assert ["   :#", " :###"] == ["".join(shown(char, unicode=False) for char in row) for row in rows]
