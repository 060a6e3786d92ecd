"""Automations in play: a key starts one, its steps are shown, and it gives its reason to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, PickUp
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.parts.goals import Escape
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.session.session import STEP
from roguelike.settings.keymap import USUAL, Keymap
from tests.drawn_levels import with_levels
from tests.fixture_rules import make_fixture_rules
from tests.watching import FakeLibrary, Stall, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
HALL = """
    ####################
    #@.......!.........#
    ####################
"""
EAST = Move(Direction.EAST)


def hall(picture: str = HALL, *carried: str) -> Game:
    """Return a game in a long hall."""
    return draw(picture, FIXTURE_RULES, inventory=carried)


def test_one_key_explores_and_every_step_is_shown() -> None:
    """Sixty steps a second, and in the end the log reports the level as explored."""
    game = hall()
    watched = watch(game, "o", 1.0)
    places = dict.fromkeys(canvas.cursor for canvas in watched.frames)

    assert Point(9, 1) == game.world.player.at
    assert [(x, 1) for x in range(1, 10)] == [*places]
    assert "Explored." in watched.last.text()
    assert "health potion" in watched.last.text()


def test_an_explored_level_names_the_key_of_the_known_stairs() -> None:
    """The player's own key binding; with the goal of the game, that of the way up."""
    level, gem = "######\n#<@.>#\n######", FIXTURE_RULES.items["health potion"]
    rules = with_levels(FIXTURE_RULES, level, level)
    won = attrs.evolve(rules, goals=(Escape(gem.name),))
    own = Keymap({"play": {"descend": ("f2",)}})

    def told(rules: RuleSet, *keys: str, keymap: Keymap = USUAL) -> str:
        game = new_game(rules, 1)
        if rules is won:
            game.world.player.inventory.slots[0] = Item(gem)
        return watch(game, *keys, "o", 1.0, keymap=keymap).last.text()

    assert "Explored. > travels to the stairs down." in told(rules)
    assert "Explored. F2 travels to the stairs down." in told(rules, keymap=own)
    assert "Explored. > takes the stairs down." in told(rules, "l", "l")
    assert "Explored. < travels to the stairs up." in told(won)
    assert "stairs" not in watch(hall(), "o", 1.0).last.text().rpartition("Explored.")[2]


def test_automations_are_journalled_as_plain_commands() -> None:
    """As if the player had pressed the keys."""
    library = FakeLibrary(hall)
    watch(hall, "o", 1.0, library=library)

    assert [*[EAST] * 8, PickUp()] == library.plays[0].written


def test_the_same_steps_by_hand_give_the_same_game() -> None:
    """Digest by digest."""
    by_itself, by_hand = hall(), hall()
    watch(by_itself, "o", 1.0)
    watch(by_hand, *"l" * 8)

    assert by_itself.digest() == by_hand.digest()


@pytest.mark.parametrize("key", ["l", "escape", "?", "o"])
def test_any_key_stops_it_and_does_nothing_else(key: str) -> None:
    """The log names the stopped activity."""
    game = hall()
    watched = watch(game, "o", 3 * STEP, key, 1.0)

    assert Point(5, 1) == game.world.player.at
    assert "You stop exploring." in watched.last.text()


@pytest.mark.parametrize(("key", "depth", "x"), [(">", 2, 1), ("<", 1, 5)])
def test_the_key_of_stairs_pressed_on_the_path_takes_them_on_arrival(key: str, depth: int, x: int) -> None:
    """A second press goes down in one; the key of other stairs stops, as any key does."""
    game = new_game(
        with_levels(FIXTURE_RULES, "####################\n#@......>..........#\n####################", "#<@....#")
    )
    watch(game, ">", 3 * STEP, key, 1.0)

    assert (depth, x) == (game.world.depth, game.world.player.at.x)


def test_the_mouse_stops_it_when_it_is_pressed_and_not_when_it_moves() -> None:
    """A hand on the mouse is no reason."""
    pressed, moved = hall(), hall()
    watch(pressed, "o", 3 * STEP, Mouse(Button.LEFT, 4, 1), 1.0)
    watch(moved, "o", 3 * STEP, Mouse(Button.MOVE, 4, 1), 1.0)

    assert (5, 9) == (pressed.world.player.at.x, moved.world.player.at.x)


def test_an_enemy_that_comes_into_view_stops_it() -> None:
    """With one message, in the rule set's words."""
    game = hall("###########\n#@........#\n#########.#\n#######T..#\n###########")
    watched = watch(game, "o", 1.0)

    assert 1 == watched.last.text().count("A troll comes into view, 1 cell west.")
    assert game.world.player.at.x >= 8


def test_where_frames_are_slow_each_shows_several_steps() -> None:
    """All of them are on the disk before it is shown."""
    game = hall()
    watched = watch(game, "o", Stall(5 * STEP))
    moves = [canvas.cursor for canvas in watched.frames]

    assert (2, 1) in moves
    assert (7, 1) in moves
    assert (4, 1) not in moves


def test_steps_that_cannot_be_saved_have_not_happened() -> None:
    """The title gives the reason; the game continues from its last saved state."""
    library = FakeLibrary(hall, failing={"together": ["", "the disk is full."]})
    watched = watch(hall, "o", 1.0, library=library)

    assert "disk is full." in watched.last.text()
    assert [EAST] == library.plays[0].written
    assert ["released"] == library.plays[0].endings


def test_travel_goes_to_the_pointed_cell_and_shows_the_path() -> None:
    """Keys and a click both do it."""
    by_keys, by_click = hall(), hall()
    watched = watch(by_keys, "_", "right", "right", "right", "enter", 1.0)
    watch(by_click, Mouse(Button.MOVE, 4, 1), Mouse(Button.LEFT, 4, 1), 1.0)

    assert "TRAVEL: 3 steps" in watched.after[4].text()
    assert (4, 4) == (by_keys.world.player.at.x, by_click.world.player.at.x)


def test_shift_runs_and_so_do_capitals() -> None:
    """The run ends at an item."""
    for key in ("shift_right", "L"):
        game = hall()
        watch(game, key, 1.0)
        assert Point(9, 1) == game.world.player.at


def test_a_step_onto_an_item_picks_it_up_unless_an_enemy_is_in_view() -> None:
    """Never an item that the player has dropped."""
    alone, watched_by_a_troll = hall("#@!..#"), hall("#@!..T#")
    watch(alone, "l")
    watch(watched_by_a_troll, "l")
    dropped = hall("#@...#", "health potion")
    watch(dropped, "d", "a", "l", "h")

    assert alone.world.player.inventory.at(0) is not None
    assert watched_by_a_troll.world.player.inventory.at(0) is None
    assert dropped.world.player.inventory.at(0) is None


def test_a_key_held_down_into_a_fight_stops_at_the_first_sight_of_it() -> None:
    """It repeats thirty times a second while held; another key counts immediately."""
    game = hall("############\n#@.........#\n##########.#\n##########o#\n############")
    held = [deed for _ in range(60) for deed in ("l", 1 / 30)]
    watched = watch(game, *held, ".")
    before, after = (int(canvas.text().split("Turn ")[1].split()[0]) for canvas in watched.after[-2:])

    assert "Keys ignored" in watched.after[-2].text()
    assert 1 >= 20 - game.world.player.hit_points
    assert after == before + 1


def test_an_ignored_key_is_reported_again() -> None:
    """One press between two holds counts, and the following keys must not be swallowed silently."""
    game = hall("############\n#@.........#\n##########.#\n##########o#\n############")
    hold = [deed for _ in range(10) for deed in ("l", 1 / 30)]
    watched = watch(game, *hold, *hold, 0.6, *hold)

    assert watched.last.text().rstrip().endswith("Keys ignored: release and press again.")
    assert 2 == watched.last.text().count("Keys ignored")


def test_an_ignored_key_is_reported_again_without_other_messages(arena: RuleSet) -> None:
    """An old line is dim, and looks like the earlier report."""
    game = draw("###############\n#@............#\n#####.#########\n#####S#########\n###############", arena)
    hold = [deed for _ in range(10) for deed in ("l", 1 / 30)]
    watched = watch(game, *hold, *hold, 0.6, *hold)

    assert "Keys ignored: release and press again. (x2)" in watched.last.text()
