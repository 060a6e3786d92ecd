"""The keys that mean a direction."""

from __future__ import annotations

import pytest

from roguelike.engine.geometry import Direction
from roguelike.ui.directions import DIRECTION_KEYS

KEYS = {
    Direction.NORTH: ["up", "k", "8"],
    Direction.SOUTH: ["down", "j", "2"],
    Direction.WEST: ["left", "h", "4"],
    Direction.EAST: ["right", "l", "6"],
    Direction.NORTH_WEST: ["home", "y", "7"],
    Direction.NORTH_EAST: ["page_up", "u", "9"],
    Direction.SOUTH_WEST: ["end", "b", "1"],
    Direction.SOUTH_EAST: ["page_down", "n", "3"],
}


@pytest.mark.parametrize("direction", Direction)
def test_arrows_vi_keys_and_numpad_all_mean_a_direction(direction: Direction) -> None:
    """Whatever a player is used to, it moves; Home to PgDn are the numpad's corners without a number lock."""
    assert KEYS[direction] == [key for key, meant in DIRECTION_KEYS.items() if meant is direction]


def test_nothing_else_is_a_direction() -> None:
    """The numpad's 5 waits."""
    assert {key for keys in KEYS.values() for key in keys} == set(DIRECTION_KEYS)
