"""Known harm is confirmed, and only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.parts.effects.damage import Strike
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw
from tests.fixture_rules import make_fixture_rules
from tests.watching import Ahead, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
FIRE = TerrainKind(
    name="fire", glyph=Glyph("^", (255, 95, 0)), remembered=Glyph("^", (90, 40, 0)), stand=(Strike(Stats(attack=1)),)
)
SPRING = attrs.evolve(FIRE, name="spring", glyph=Glyph("~", (0, 0, 255)), stand=(Heal(amount=1),))
RULES = attrs.evolve(FIXTURE_RULES, terrain=(*FIXTURE_RULES.terrain, FIRE, SPRING))
ASKED = "Walk into the fire?"
BURNING = ("i", "b", "enter")
"""Aims the fireball at the mouse."""


def hall(picture: str = "#@^^.#", rules: RuleSet = RULES, *carried: str) -> Game:
    """Return a game with fire on the floor."""
    return draw(picture, rules, inventory=carried, legend={"^": "fire", "~": "spring"})


def near(rules: RuleSet = FIXTURE_RULES) -> Game:
    """Return a game in which every fireball reaches the player."""
    return draw("#@m.#", rules, inventory=["fireball scroll"] * 2)


def places(game: Game, *keys: str) -> list[int]:
    """Press keys, and return the column of the player after each."""
    return [canvas.text().splitlines()[0].index("@") for canvas in watch(game, *keys).after[1:]]


def test_a_step_into_fire_is_confirmed_with_its_cost() -> None:
    """The player does not move before the answer."""
    game = hall()
    text = watch(game, "l").last.text()

    assert ASKED in text
    assert "-1 HP (you have 20 HP)" in text
    assert (Point(1, 0), 0) == (game.world.player.at, game.world.turn)


@pytest.mark.parametrize("answer", ["n", "escape", "enter", " ", "l"])
def test_all_but_yes_means_no(answer: str) -> None:
    """Enter too: a player in a hurry must not burn."""
    game = hall()
    watch(game, "l", answer)

    assert (Point(1, 0), 0) == (game.world.player.at, game.world.turn)


def test_yes_walks_in_and_the_next_question_comes_after_leaving() -> None:
    """A step from one fire to the next asks nothing; a step from the floor asks again."""
    game = hall()
    watched = watch(game, "l", "y", "l", "l", "h")

    assert [False, True, False, False, False, True] == [ASKED in text for text in watched.texts()]
    assert Point(4, 0) == game.world.player.at


def test_harmless_steps_are_not_confirmed() -> None:
    """A spring, a monster in the fire, and games after a document."""
    spring, monster = hall("#@~..#"), hall("#@m^.#")
    document = hall("#@^^.#", attrs.evolve(RULES, comfort=False))

    assert [2] == places(spring, "l")
    assert "You kill the mouse!" in watch(monster, "l").last.text()
    assert [2] == places(document, "l")


AGAIN = attrs.evolve(RULES, confirms_again=True)


@pytest.mark.parametrize(("answer", "column"), [("enter", 2), ("l", 2), ("y", 1), ("n", 1), ("h", 1), (" ", 1)])
def test_where_letters_are_steps_the_same_step_again_or_enter_means_yes(answer: str, column: int) -> None:
    """Every other key is no, and takes no step."""
    game = hall(rules=AGAIN)
    watched = watch(game, "l", 0.8, answer)

    assert "Enter or the same step again" in watched.after[1].text()
    assert (Point(column, 0), ASKED in watched.last.text()) == (game.world.player.at, False)


def test_a_step_that_is_held_is_no_answer() -> None:
    """It repeats, so that it would be one after a moment."""
    held = hall("@.^^.", AGAIN)
    watched = watch(held, "l", *[deed for _ in range(30) for deed in (1 / 30, "l")])

    assert ASKED in watched.last.text()
    assert Point(1, 0) == held.world.player.at


def test_with_an_item_only_enter_means_yes() -> None:
    """A fireball has no direction."""
    yes, no = (near(attrs.evolve(FIXTURE_RULES, confirms_again=True)) for _ in range(2))
    watch(yes, *BURNING, "enter", 0.8, "enter", 1.0)
    watch(no, *BURNING, "enter", 0.8, "y", 1.0)

    assert [1, 0] == [yes.world.turn, no.world.turn]


def test_keys_typed_before_the_question_are_no_answer() -> None:
    """Nor is a held key: `y` also means north-west."""
    ahead, held, meant = hall(), hall("^..\n.@.\n..."), hall("^..\n.@.\n...")
    watch(ahead, Ahead("ly"))
    watch(held, "y", *[deed for _ in range(30) for deed in (1 / 30, "y")])
    watch(meant, "y", 0.8, "y")

    assert [(1, 0), (1, 1), (0, 0)] == [(*game.world.player.at,) for game in (ahead, held, meant)]


def test_nothing_automatic_steps_into_it() -> None:
    """Neither exploring nor travelling."""
    game = hall("#@..^.#")
    travelled = watch(game, "o", 1.0, Mouse(Button.LEFT, 5, 0), 1.0)

    assert "no safe path" in travelled.last.text()
    assert Point(1, 0) == game.world.player.at


def test_a_burst_that_reaches_the_player_asks_first() -> None:
    """With its effects; no leaves the aim open."""
    game = near()
    watched = watch(game, *BURNING, "enter", "n", "escape")

    assert "This will hit you. Fire anyway?" in watched.after[4].text()
    assert "-9 HP (you have 20 HP)" in watched.after[4].text()
    assert "AIM" in watched.after[5].text()
    assert 0 == game.world.turn


def test_a_burst_that_would_kill_says_so() -> None:
    """It is the last question that it can ask."""
    game = draw("#@m.#", FIXTURE_RULES, inventory=["fireball scroll"], hit_points=9)

    assert "This will kill you. Fire anyway?" in watch(game, *BURNING, "enter").last.text()


def test_a_use_is_confirmed_once_in_a_fight() -> None:
    """A yes holds for that item until no enemy is in view."""
    game = draw("#@T.#", FIXTURE_RULES, inventory=["fireball scroll"] * 3)
    watched = watch(game, *BURNING, "enter", "y", 1.0, *BURNING, "enter", 1.0)

    assert 1 == sum("Fire anyway?" in text for text in watched.texts())
    assert 2 == game.world.player.hit_points


def test_rule_sets_that_follow_a_document_confirm_nothing() -> None:
    """Its game does not ask."""
    game = near(attrs.evolve(FIXTURE_RULES, comfort=False))
    watch(game, "i", "a", "enter")

    assert game.in_flight


def test_a_step_that_kills_is_never_confirmed_by_the_same_step() -> None:
    """The question warns of it, and proposes no."""
    game = draw("#####\n#@,.#\n#####", load_ruleset("ember"), hit_points=3, legend={",": "grass"})
    kindle(game.world, 1 << game.world.level.grid.index(Point(2, 1)), 9)
    game.world.level.look(cells_of(game.world.level.grid.inside))
    asked = watch(game, "l").last.text()
    assert "have 3 HP: this kills you" in asked
    watch(game, "l", "l", "enter")

    assert 3 == game.world.player.hit_points
