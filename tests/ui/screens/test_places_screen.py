"""The list of known places, and travel to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.travel import Travel
from roguelike.cells.input import Paste
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, TakeStairs
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.state.frozen_level import freeze, thaw
from roguelike.settings.keymap import Keymap
from roguelike.settings.presets import PRESETS
from roguelike.settings.settings import DEFAULTS
from tests.automation.driving import drive
from tests.drawn_levels import with_levels
from tests.line.talking import talk
from tests.watching import Deed, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = """
    ##################
    #@....,....!.....#
    ##################
"""


@pytest.fixture
def hall(fixture_rules: RuleSet) -> Game:
    """Return a game in a hall with two things in it."""
    return draw(HALL, fixture_rules)


def test_places_are_listed_with_bearings_nearest_first(hall: Game) -> None:
    """And looking takes no turn."""
    before = hall.digest()
    canvas = watch(hall, "G").last

    assert "Go to (type to search)" in canvas.text()
    assert ", pebble         5 cells east" in canvas.text()
    assert "! health potion  10 cells east" in canvas.text()
    assert spot(canvas, "5 cells east")[1] + 1 == spot(canvas, "10 cells east")[1]
    assert before == hall.digest()
    assert [*canvas.fields] == [*range(spot(canvas, "Go to")[1] + 1)]


def test_on_a_narrow_screen_directions_are_initials(fixture_rules: RuleSet) -> None:
    """No direction is cut."""
    pictures = ("@..,.", "@...." + 2 * "\n....." + "\n...!.")
    texts = [watch(draw(picture, fixture_rules), "G", size=(40, 15)).last.text() for picture in pictures]

    assert ", pebble  3 cells east" in texts[0]
    assert "! health potion  3SE" in texts[1]


@pytest.mark.parametrize("typed", [["h", "e", "a"], [Paste("health")], ["H", "x", "backspace"]], ids=str)
def test_typing_narrows_the_list_and_enter_travels(hall: Game, typed: list[Deed]) -> None:
    """Letters are text here, even those with an action in the game; case is ignored."""
    watched = watch(hall, "G", *typed, "enter", 1.0)

    assert "5 cells east" not in watched.after[1 + len(typed)].text()
    assert Point(11, 1) == hall.world.player.at
    assert "You have arrived." in watched.last.text()


def test_a_sign_is_searched_for_as_the_map_shows_it(fixture_rules: RuleSet) -> None:
    """In lines as well; the stairs underfoot are among them."""
    watched = watch(two_levels(fixture_rules), "G", "<", "backspace", ",")
    place = talk("######\n#@.>.#\n######", rules=load_ruleset("ember"), legend={">": "stairs down"})

    assert "< stairs up" in watched.after[2].text()
    assert "stairs down" not in watched.after[2].text()
    assert ", pebble  level 1" in watched.last.text()
    assert place.say("find >")[1] == "1: stairs down, 2 cells east"
    place.say("travel >")
    assert Point(3, 1) == place.game.world.player.at


def test_unexplored_places_are_not_found(hall: Game) -> None:
    """Enter reports it, Ctrl-U deletes the text, and Escape goes back."""
    watched = watch(hall, "ctrl_f", *"orc", "enter", "ctrl_u", "escape")

    assert "Nothing matches." in watched.after[-3].text()
    assert "Nothing matches." not in watched.after[-2].text()
    assert "Go to (type to search)" in watched.after[-2].text()
    assert watched.after[0].rows == watched.last.rows


def two_levels(rules: RuleSet) -> Game:
    """Return a game in which the player has seen a pebble on the first level, and gone down."""
    game = new_game(with_levels(rules, "###########\n#@...>..,.#\n###########", "####\n#<.#\n####"))
    drive(game, Travel(Point(5, 1)))
    game.play(TakeStairs("down"))
    return game


def test_places_of_another_level_are_listed_and_reached(fixture_rules: RuleSet) -> None:
    """The level is one of the words that narrow the list."""
    game = two_levels(fixture_rules)
    watched = watch(game, "G", *"peb 1", "enter", 2.0)

    assert ", pebble       level 1" in watched.after[1].text()
    assert ", pebble  level 1" in watched.after[6].text()
    assert (1, Point(8, 1)) == (game.world.depth, game.world.player.at)
    assert "You have arrived." in watched.last.text()


def test_equal_finds_of_a_level_are_one_row_that_leads_to_the_nearest(fixture_rules: RuleSet) -> None:
    """Monsters have a row each, since they stand at different distances."""
    text = watch(draw("##################\n#@!.,.!..!..oo...#\n##################", fixture_rules), "G").last.text()
    rows = [line.split("│")[1] for line in text.splitlines() if "cell" in line]
    game = draw("##################\n#..!.@..,.!..!...#\n##################", fixture_rules)
    watch(game, "G", *"health", "enter", 1.0)

    told = ("orc ", "health potion (x3)  1 cell east", "pebble ")
    assert [2, 1, 1] == [sum(name in row for row in rows) for name in told]
    assert 4 == len(rows)
    assert Point(3, 1) == game.world.player.at


def test_plain_ground_comes_after_the_finds_of_other_levels() -> None:
    """It is everywhere, and seldom looked for; its name still finds it."""
    ember = attrs.evolve(load_ruleset("ember"), possessions=())
    game = draw('######\n#@".>#\n######', ember, legend={'"': "grass", ">": "stairs down"}, inventory=("spear",))
    game.play(Drop(0))
    drive(game, Travel(Point(4, 1)))
    game.play(TakeStairs("down"))
    level = game.world.level
    level.set_terrain(game.world.player.at.offset(1, 0), level.code("shallow water"))
    watched = watch(game, "G", *"shall")
    listed = watched.after[1].text()

    assert -1 < listed.find("spear ") < listed.find("shallow water ") < listed.find("grass ")
    assert "shallow water" in watched.last.text()


def test_an_ally_that_was_left_is_listed_with_its_level() -> None:
    """Travel leads to the stairs, since the player does not know on which cell it is."""
    game = draw("#########\n#@>#...o#\n#########", load_ruleset("ember"), legend={">": "stairs down"})
    follow(game.world, game.world.level.actors[1])
    before = watch(game, "O").last.text()
    game.play(Move(Direction.EAST))
    game.play(TakeStairs("down"))
    watched = watch(game, "O", "escape", "G", *"orc", "enter", 2.0)
    listed = watched.after[6].text()

    assert "your orc" not in before
    assert "Level 1: stairs down; your orc" in watched.after[1].text()
    assert "your orc  level 1" in listed
    assert (1, Point(2, 1)) == (game.world.depth, game.world.player.at)


def test_equal_finds_of_two_levels_are_two_rows(fixture_rules: RuleSet) -> None:
    """Each with its level."""
    game = new_game(with_levels(fixture_rules, "###########\n#@..,>..,.#\n###########", "#####\n#<,.#\n#####"))
    drive(game, Travel(Point(5, 1)))
    game.play(TakeStairs("down"))
    text = watch(game, "G").last.text()

    assert ", pebble       1 cell east" in text
    assert ", pebble (x2)  level 1" in text


def test_a_digit_in_the_travel_prompt_lists_the_places_of_that_level(fixture_rules: RuleSet) -> None:
    """With a preset whose digits do not move the cursor."""
    settings = attrs.evolve(DEFAULTS, keymap=Keymap(preset=PRESETS["vi"]))
    game = two_levels(fixture_rules)
    watched = watch(game, "_", "1", "enter", 1.0, settings=settings)

    assert "Go to: level 1_" in watched.after[2].text()
    assert 1 == game.world.depth


def test_tab_narrows_the_list_to_monsters_items_or_places(fixture_rules: RuleSet) -> None:
    """And then to all again."""
    watched = watch(two_levels(fixture_rules), "G", *["tab"] * 4)
    texts = [canvas.text() for canvas in watched.after[1:]]

    assert "│ Tab: monsters, items, places" in texts[0]
    assert [False, False, True, False, False] == ["[items]" in text for text in texts]
    assert [True, False, True, False, True] == ["pebble" in text for text in texts]
    assert [True, False, False, True, True] == ["stairs down" in text for text in texts]


def test_hidden_facts_do_not_change_the_list(fixture_rules: RuleSet) -> None:
    """Items that were moved on a level that was left are listed where they were seen."""
    game, other = two_levels(fixture_rules), two_levels(fixture_rules)
    left = thaw(other.world.frozen[1], other.world.ruleset)
    (item,) = left.items_at(Point(8, 1))
    left.take(item, Point(8, 1))
    left.put(item, Point(2, 1))
    other.world.frozen[1] = freeze(left, other.world.ruleset, other.world.frozen[1].left_on)

    assert watch(game, "G").last.rows == watch(other, "G").last.rows


def test_exploring_names_items_left_on_other_levels(fixture_rules: RuleSet) -> None:
    """Without unwanted items."""
    game = two_levels(fixture_rules)

    assert "Explored. Elsewhere: level 1 (pebble)." in watch(game, "o", 1.0).last.text()
    settings = attrs.evolve(DEFAULTS, autopickup=("potion",))
    assert "Elsewhere" not in watch(game, "o", 1.0, settings=settings).last.text()
