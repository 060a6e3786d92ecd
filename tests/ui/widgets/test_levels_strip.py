"""The list of visited levels, beside the log of a large screen."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import TakeStairs, Wait
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.scenario import draw
from roguelike.settings.settings import Settings
from tests.watching import watch

EMBER = load_ruleset("ember")
HALL = "#" * 60 + "\n#@)" + "." * 55 + ">#\n" + "#" * 60


@pytest.mark.parametrize("size", [(132, 43), (150, 40), (200, 60)])
def test_each_level_is_listed_with_its_known_facts(size: tuple[int, int]) -> None:
    """The list names items that were left, and nothing that the player never saw."""
    game = draw(HALL, EMBER, legend={">": "stairs down"})
    game.play(Wait())
    stairs = game.world.level.exit_at(Exit.DOWN)
    assert stairs is not None
    game.world.level.move(game.world.player, stairs)
    game.play(Wait())
    game.play(TakeStairs("down"))
    text = watch(game, size=size).last.text()

    assert "Level 1: stairs down; left:" in text
    assert "Level 2 (here): stairs up" in text
    assert "Level 3" not in text


def test_a_game_of_one_level_needs_no_list() -> None:
    """The log has the room."""
    game = draw("#@#", load_ruleset("classic"))

    assert "Levels seen" not in watch(game, size=(200, 60)).last.text()


@pytest.mark.parametrize("size", [(132, 43), (150, 40), (200, 60)])
def test_the_keys_are_listed_below_the_levels_until_hints_are_off(size: tuple[int, int]) -> None:
    """A screen with blank rows need not wait for `?`; a screen with 80 columns has none."""
    game = draw(HALL, EMBER, legend={">": "stairs down"})
    told = watch(game, "x", size=size).texts()
    without = watch(game, size=size, settings=Settings(hints=False)).last.text()

    assert "o explore" in told[0]
    assert "previous target" in told[1]
    assert "o explore" not in told[1]
    assert "o explore" not in without
    assert "o explore" not in watch(game, size=(80, 24)).last.text()
