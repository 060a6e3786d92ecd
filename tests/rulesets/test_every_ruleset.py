"""What holds in every rule set: it can be played on every screen, and the front-end is the same."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay import autoplay
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Move
from roguelike.engine.events import ActorRef, ConditionEnded, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.rules.ways import ON_FOOT, mobility, ways_of
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.narrator import Narrator
from roguelike.play.perspective import Perspective
from tests.rulesets.reading import named
from tests.watching import spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

KEYS = ["up", "down", "left", "right", *"hjklyubn.gidxm?Qabcf+- ", "enter", "escape", "tab", "shift_tab", "page_up"]


@pytest.fixture(params=ruleset_names())
def ruleset(request: pytest.FixtureRequest) -> RuleSet:
    """Return each of them."""
    return load_ruleset(request.param)


def test_all_are_there() -> None:
    """The game's own in the order of the title, and one for each source."""
    assert ["ember", "spark", "classic", "chargrid", "kasidin", "roguebasin", "tcod"] == ruleset_names()


def test_the_bot_plays_it_to_the_same_end_twice(ruleset: RuleSet) -> None:
    """The same seed, the same game."""
    for policy in ("random", "seek"):
        assert autoplay(ruleset, 3, 60, policy) == autoplay(ruleset, 3, 60, policy)


def test_where_all_walk_alike_there_is_one_way_for_all(ruleset: RuleSet) -> None:
    """Whatever kind they are of, and on which side they are."""
    level = new_game(ruleset, 3).world.level
    walkers = [mobility(kind, side) for kind in ruleset.monsters.values() for side in Side]
    one_way = {ways_of(level, who) for who in walkers} == {ways_of(level, ON_FOOT)}

    assert ruleset.walks_alike <= one_way
    assert ruleset.walks_alike != bool(ruleset.fire)


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.slow) for size in ((40, 15), (120, 40)))], ids=str
)
def test_any_keys_can_be_pressed(ruleset: RuleSet, size: tuple[int, int]) -> None:
    """On whatever screen they lead to; every frame is drawn."""
    chance = random.Random(ruleset.name)
    keys = [chance.choice(KEYS) for _ in range(150)]
    watched = watch(lambda: new_game(ruleset, 5), "n", "enter", *keys, size=size, at_title=True)

    assert all(frame.width == size[0] and frame.height == size[1] for frame in watched.frames)


def test_a_game_begins_with_its_goal_and_where_help_is(ruleset: RuleSet) -> None:
    """Nobody has to look for either; where nothing is won, that is said."""
    text = watch(lambda: new_game(ruleset, 5), size=(80, 24)).last.text()

    assert f"{ruleset.objective} Press ? for help." in text


def test_a_wall_says_nothing(ruleset: RuleSet) -> None:
    """It is on the map; whether it costs a turn is the rules' own."""
    game = draw("#@#", ruleset)
    perspective = Perspective(game)
    perspective.tell(event for event in game.play(Move(Direction.EAST)) if not isinstance(event, TurnEnded))

    assert [] == perspective.log.entries
    assert int(ruleset.turns.bump) == game.world.turn


def letter_of(game: Game) -> str:
    """Return the letter of the first thing that the player carries."""
    return stacks(observe(game.world))[0].letter if game.world.ruleset.comfort else "a"


def test_the_item_menus_show_empty_slots_in_chargrid_alone(ruleset: RuleSet) -> None:
    """In a frame with the title on it (C8-28, C8-37); where nothing can be carried no menu opens."""
    text = watch(new_game(ruleset, 5), "i", size=(80, 60)).last.text()

    assert ("┤Use Item├" in text) == (ruleset.inventory.slots > 0 and not ruleset.comfort)
    assert ("┤Inventory " in text) == ruleset.comfort
    assert ("Nothing can be carried in this game." in text) == (ruleset.inventory.slots == 0)
    assert (10 if ruleset.name == "chargrid" else 0) == text.count(") -")
    assert ("nothing carried" in text) == (ruleset.name in {"classic", "tcod", "roguebasin"})


def test_enemies_left_is_shown_wherever_there_is_no_lamp(ruleset: RuleSet) -> None:
    """Over the whole level, seen or not; in the dark nobody counts them, and the lamp is shown."""
    game = new_game(ruleset, 5)
    text = watch(game, "x").last.text()

    assert (f"Enemies left: {game.world.enemies_left}" in text) != bool(ruleset.lamp)
    assert ("Oil 900  Noise 0" in text) == bool(ruleset.lamp)


def test_only_the_classic_log_omits_events_out_of_sight(ruleset: RuleSet) -> None:
    """The sources log it wherever it happens; kasidin has nobody to confuse."""
    monster = next(iter(ruleset.monsters.values()))
    told = Narrator(ruleset).tell(ConditionEnded(ActorRef(2, monster), ruleset.conditions["confused"], seen=False))

    assert (told is not None) == (ruleset.name in {"chargrid", "tcod", "roguebasin"})
    silent = Narrator(attrs.evolve(ruleset, tells_unseen=False))
    assert silent.tell(ConditionEnded(ActorRef(2, monster), ruleset.conditions["confused"], seen=False)) is None


@pytest.mark.rows("C8-42", "T9-35", "K4-40")
def test_escape_in_play_asks_to_leave_with_save_and_quit_chosen(ruleset: RuleSet) -> None:
    """So that Enter leaves, as Escape alone does in the documents; Escape again goes on playing (ruling D22).

    Without a document, Escape pressed once too often is no wish to leave: its menu begins with the way back.
    """
    asked = watch(new_game(ruleset, 5), "escape", "escape", "escape", "enter")

    assert (">    Keep playing" if ruleset.comfort else ">    Save and quit") in asked.after[1].text()
    assert asked.after[0].text() == asked.after[2].text()
    assert ruleset.comfort == asked.hung_up
    assert not watch(new_game(ruleset, 5), "Q", "enter").hung_up


@pytest.mark.rows("C8-42")
def test_escape_on_the_title_ends_the_program(ruleset: RuleSet) -> None:
    """At once: nothing is lost there (ruling D22). Without a document it only names the key."""
    watched = watch(new_game(ruleset, 5), "escape", at_title=True)

    assert ruleset.comfort == watched.hung_up


@pytest.mark.rows("N-5")
def test_help_lists_only_keys_of_these_rules(ruleset: RuleSet) -> None:
    """Four directions or eight, and keys for items only where something can be carried; on the title, too."""
    in_play = watch(new_game(ruleset, 5), "?", size=(80, 60)).last.text()
    on_title = watch(new_game(ruleset, 5), "h", size=(80, 60), at_title=True).last.text()

    for text in (in_play, on_title):
        assert ruleset.diagonal == ("Home" in text) == ("y k u" in text)
        assert (ruleset.inventory.slots > 0) == ("inventory" in text) == ("drop an item" in text)


@pytest.mark.rows("N-5")
def test_a_diagonal_key_says_so_where_there_are_four_directions(ruleset: RuleSet) -> None:
    """No turn passes."""
    game = new_game(ruleset, 5)
    told = "No diagonal moves in this game." in watch(game, "y").last.text()

    assert told == (not ruleset.diagonal)
    assert not told or not game.world.turn


@pytest.mark.rows("T9-51", "T9-36", "R9-15")
@pytest.mark.parametrize("name", ["tcod", "roguebasin"])
def test_the_mouse_names_everything_under_it(name: str) -> None:
    """It names the monster, every item of a pile, a corpse beneath; without room, how many more (ruling D24)."""
    ruleset = load_ruleset(name)
    game = draw("@..!o", ruleset, legend={"!": next(iter(ruleset.items))})
    orc, items = game.world.level.actors[1], list(ruleset.items.values())
    assert orc.kind.corpse is not None
    for kind in (orc.kind.corpse, items[0]):
        game.world.level.put(Item(kind), orc.at)
    for kind in items[1:] * 3:
        game.world.level.put(Item(kind), Point(3, 0))
    watched = watch(game, Mouse(Button.MOVE, 4, 0), Mouse(Button.MOVE, 3, 0))
    orc_and_more, pile = (named(canvas, 5) for canvas in watched.after[1:])
    wide = " ".join(" ".join(row[6:].strip() for row in watched.last.text().split("\n")).split())
    narrow = watch(game, Mouse(Button.MOVE, 3, 0), size=(40, 15)).last.text()

    assert f"{orc.kind.name}, {items[0].name}, {orc.kind.corpse.name}" == orc_and_more
    assert items[-1].name == pile
    assert 3 * 3 == len(wide.partition("Also: ")[2].split(items[0].name)[0].split(", "))
    assert re.search(r" \+\d", narrow)


@pytest.mark.rows("C9-10", "C9-11")
@pytest.mark.parametrize("name", ["classic", "chargrid", "tcod", "roguebasin"])
def test_enter_on_the_players_own_cell_is_refused(name: str) -> None:
    """With nobody in view whoever presses Enter in a hurry must not burn (ruling D25).

    The aim of a document starts on the player; another one starts ahead, and asks before it burns the player, too.
    """
    ruleset = load_ruleset(name)
    fireball = next(item.name for item in ruleset.items.values() if "fireball" in item.name.lower())
    game = draw("#####\n#@..#\n#####", ruleset, inventory=[fireball])
    keys = ("i", letter_of(game), "enter") if ruleset.comfort else ("i", "a")
    watched = watch(game, *keys, "enter")

    assert "AIM" in watched.last.text()
    assert ("-14 HP (you have 30 HP)" if ruleset.comfort else "yourself") in watched.last.text()
    assert (0, ruleset.player.hit_points) == (game.world.turn, game.world.player.hit_points)


@pytest.mark.rows("C9-9")
@pytest.mark.parametrize("name", ["classic", "chargrid", "tcod", "roguebasin"])
def test_a_double_click_on_an_item_points_before_it_fires(name: str) -> None:
    """What a button fires at was previewed: the second press of two on a menu's row only points."""
    ruleset = load_ruleset(name)
    fireball = next(item.name for item in ruleset.items.values() if "fireball" in item.name.lower())
    game = draw("\n".join(["." * 40] * 9 + ["." * 5 + "@" + "." * 34] + ["." * 40] * 9), ruleset, inventory=[fireball])
    row = f"{letter_of(game)}) "
    keys = ("i", letter_of(game)) if ruleset.comfort else ("i",)
    x, y = spot(watch(game, *keys).last, "u) " if ruleset.comfort else row)
    press = Mouse(Button.LEFT, x, y)
    watched = watch(game, *keys, press, press, press)

    assert ["AIM" in canvas.text() for canvas in watched.after[-4:]] == [False, True, True, False]
    assert (x, y) == watched.after[-2].cursor
