"""The list of the levels that were visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, TakeStairs, Wait
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from roguelike.line.surroundings import look
from roguelike.narration.levels import LevelTexts
from tests.drawn_levels import Drawn
from tests.line.talking import talk
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
LEGEND = {"A": "altar", "+": "locked door", ">": "stairs down", "$": "key"}
HALL = """
    ############
    #@>..A.o...#
    #######+##.#
    #!.........#
    ############
"""
BELOW = """
    ############
    #.<........#
    ############
"""


def left_behind() -> Game:
    """Return a game in which the player has dropped darts on the first level, seen its hall, and gone down."""
    rules = attrs.evolve(EMBER, generator=Drawn((BELOW, BELOW)))
    game = draw(HALL, rules, legend=LEGEND)
    level = game.world.level
    (altar,) = level.features.values()
    altar.holds = Item(EMBER.items["key"])
    level.actors[1].side, level.actors[1].mood = Side.NONE, Mood.HELD
    game.play(Drop(2))
    stairs = level.exit_at(Exit.DOWN)
    assert stairs is not None
    level.move(game.world.player, stairs)
    game.play(Wait())
    game.play(TakeStairs("down"))
    return game


def told(game: Game) -> list[tuple[str, str]]:
    """Return the descriptions of all levels."""
    return LevelTexts().told(game.world)


def test_each_level_has_a_line_with_its_known_facts() -> None:
    """Things in view on departure are remembered; the unseen potion is not listed."""
    game = left_behind()

    assert [
        ("Level 1", "stairs down; locked door; altar with a key; captive orc; left: 8 darts"),
        ("Level 2 (here)", "stairs up"),
    ] == told(game)
    assert told(game) == told(restore(game.world.ruleset, snapshot(game.world)))


def test_the_feeling_on_arrival_is_listed_with_the_level() -> None:
    """In the list, in a look in lines, and through a save; no save makes it more than a line of text."""
    game = left_behind()
    game.world.level.felt = ["You hear someone weeping."]
    again = restore(game.world.ruleset, snapshot(game.world))

    assert ("Level 2 (here)", "stairs up; felt: You hear someone weeping.") == told(again)[1]
    assert "When you came to this level: You hear someone weeping." in look(observe(again.world), ())
    game.world.level.felt = ["\x1b[2J"]
    with pytest.raises(BadPlain, match="what is felt is a line of text"):
        restore(game.world.ruleset, snapshot(game.world))


def test_o_lists_them_on_the_screen_and_levels_does_in_lines() -> None:
    """Where there are levels."""
    text = watch(left_behind(), "O").last.text()

    assert "Level 1: stairs down; locked door; altar with a key; captive orc;" in text
    assert ["Level 1 (here): no stairs seen."] == talk("###@###", rules=EMBER).say("levels")
    assert talk("###@###").say("levels")[0].startswith("Unknown word")
