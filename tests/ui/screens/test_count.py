"""A count before a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.settings.keymap import Keymap
from roguelike.settings.presets import PRESETS
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture
def hall(fixture_rules: RuleSet) -> Game:
    """Return a game in a long hall."""
    return draw("##################\n#@...............#\n##################", fixture_rules)


@pytest.mark.parametrize(
    ("keys", "x", "turn"),
    [
        (["#", "7", "l"], 8, 7),
        (["#", "1", "2", "right"], 13, 12),
        (["#", "1", "2", "backspace", "l"], 2, 1),
        (["#", "0", "3", "l"], 4, 3),
        (["#", "8", "."], 1, 8),
        (["#", "8", "s"], 1, 8),
        (["#", "8", "tab"], 1, 0),
        (["#", "9", "9", "9", "9", "l"], 16, 15),
        (["#", "l"], 2, 1),
        (["#", "7", "escape", "l"], 2, 1),
        (["#", "5", "x"], 1, 0),
    ],
    ids=str,
)
def test_a_count_repeats_the_action_of_a_key(hall: Game, keys: list[str], x: int, turn: int) -> None:
    """Until it is impossible; an action that cannot be repeated is not performed at all."""
    watch(hall, *keys, 30.0)

    assert (Point(x, 1), turn) == (hall.world.player.at, hall.world.turn)


def test_the_number_is_shown_while_it_is_typed(hall: Game) -> None:
    """The line also shows the next key to press."""
    texts = watch(hall, "#", "1", "2").texts()

    assert "Repeat: _ " in texts[1]
    assert "Repeat: 12_ " in texts[3]
    assert "Esc: cancel" in texts[3]


def test_a_key_without_a_number_acts_once(hall: Game) -> None:
    """As if nothing had been typed before it."""
    assert watch(hall, "x").last.rows == watch(hall, "#", "x").last.rows


def test_any_key_stops_it(hall: Game) -> None:
    """Like every automation."""
    watched = watch(hall, "#", "9", "l", 0.05, "escape", 1.0)

    assert "You stop repeating." in watched.last.text()
    assert 1 < hall.world.player.at.x < 9


def test_digits_that_are_no_steps_begin_a_count(hall: Game) -> None:
    """With the key preset `vi`, as in the games that it is named after."""
    watch(hall, "1", "2", "l", 30.0, keymap=Keymap(preset=PRESETS["vi"]))

    assert Point(13, 1) == hall.world.player.at
