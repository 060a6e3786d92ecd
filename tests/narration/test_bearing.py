"""Where something is, in words."""

from __future__ import annotations

import pytest

from roguelike.engine.geometry import Point, squared_distance
from roguelike.narration.bearing import bearing, offset, place

HERE = Point(50, 50)


@pytest.mark.parametrize(
    ("dx", "dy", "words"),
    [
        (0, 0, "here"),
        (1, 0, "1 cell east"),
        (0, -7, "7 cells north"),
        (5, -5, "5 cells north-east"),
        (-5, 3, "5 cells south-west"),
        (-5, 2, "5 cells west"),
        (2, 5, "5 cells south"),
        (3, 5, "5 cells south-east"),
    ],
)
def test_the_nearest_of_eight_directions(dx: int, dy: int, words: str) -> None:
    """The distance is that of a king."""
    assert words == bearing(HERE, HERE.offset(dx, dy))


def test_all_directions_take_an_eighth_of_the_cells_around() -> None:
    """All eight names are about equally frequent."""
    square = [HERE.offset(dx, dy) for dx in range(-40, 41) for dy in range(-40, 41)]
    around = [at for at in square if 0 < squared_distance(HERE, at) <= 1600]
    told = [bearing(HERE, at).split()[2] for at in around]

    assert 8 == len(set(told))
    assert all(0.115 < told.count(name) / len(told) < 0.135 for name in set(told))


def test_a_place_has_bearing_and_offsets() -> None:
    """It is rough for looking, and exact for counting."""
    assert "5 cells north-east (4 east, 5 north)" == place(HERE, HERE.offset(4, -5))
    assert "here" == place(HERE, HERE)


def test_offsets_are_given_by_axis() -> None:
    """A player can walk it by hand."""
    assert ("4 east, 5 north", "3 west", "here") == (
        offset(HERE, HERE.offset(4, -5)),
        offset(HERE, HERE.offset(-3, 0)),
        offset(HERE, HERE),
    )
