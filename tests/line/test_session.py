"""Playing in lines: the words, the questions and the answers."""

from __future__ import annotations

import re

import pytest

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.ui.actions import Keymap
from roguelike.ui.screens.play import PlayScreen
from roguelike.ui.screens.screen import Begin, Continue
from tests.library_fixtures import few_games
from tests.line.talking import CLASSIC, FIXTURE_RULES, talk
from tests.watching import FakeLibrary

ROOM = """
    ############
    #..........#
    #.@........#
    #..........#
    ############
"""
FIGHT = """
    ############
    #..........#
    #.@....o...#
    #.....T....#
    ############
"""
AMBUSH = """
    ###########
    #@........#
    #########.#
    #######T..#
    ###########
"""
NORTH_EAST, EAST = Move(Direction.NORTH_EAST), Move(Direction.EAST)


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("u", [NORTH_EAST]),
        ("north-east", [NORTH_EAST]),
        ("northeast", [NORTH_EAST]),
        ("NE", [NORTH_EAST]),
        ("north east", [NORTH_EAST]),
        ("move ne", [NORTH_EAST]),
        ("page_up", [NORTH_EAST]),
        ("3 east", [EAST, EAST, EAST]),
        ("3 l", [EAST, EAST, EAST]),
        ("2 wait", [Wait(), Wait()]),
        (".", [Wait()]),
        ("sea", [Wait()] * 5),
        ("pick up", [PickUp()]),
        ("get", [PickUp()]),
        ("travel 3 east 1 south", [Move(Direction.SOUTH_EAST), EAST, EAST]),
        ("travel to 4,2", [EAST, EAST]),
        ("L", [EAST] * 8),
        ("run east", [EAST] * 8),
    ],
)
def test_commands_by_word_and_by_key(line: str, commands: list[object]) -> None:
    """They are journalled as from any other front-end."""
    room = talk(ROOM)
    room.say(line)

    assert commands == room.library.plays[0].written


def test_a_step_says_that_it_was_one_and_a_wall_that_it_was_none() -> None:
    """Silence would tell a listener nothing."""
    assert ["Moved 1 cell east."] == talk(ROOM).say("east")
    assert ["Turn 1."] == talk(ROOM).say("wait")
    assert [] != talk("#@#").say("east")


@pytest.mark.parametrize("name", ruleset_names())
def test_every_action_of_the_play_screen_has_a_word(name: str) -> None:
    """Whatever is added there; and none of them opens a screen that has no words."""
    for action in PlayScreen.ACTIONS:
        told = talk("#.@.#", rules=load_ruleset(name)).say(action.name.replace("_", "-"))

        assert not any("Unknown word" in line or "not in line mode" in line for line in told), action.name


def test_words_can_be_cut_short_and_mistyped() -> None:
    """As long as they mean one thing; a wrong one is answered with the nearest."""
    room = talk(ROOM)

    assert ["Moved 1 cell north."] == room.say("nort")
    assert room.say("s") == room.say("sear") == ["You find nothing new.", "Passed: 5 turns."]
    assert ["Unknown word: 'exlore' (did you mean 'explore'?). Type help for all commands."] == room.say("exlore")
    assert "Which one: " in room.say("re")[0]
    assert ["Nothing typed. Type help for commands."] == room.say("  ")


def test_the_keys_are_those_of_the_person() -> None:
    """A single character is a key before it is anything else."""
    keymap = Keymap({"play": {"wait": ("w",)}})
    room = talk(ROOM, keymap=keymap)

    assert ["Turn 1."] == room.say("w")
    assert "Keys: w" in room.say("help wait")[0]
    assert "Unknown key" in room.say("$")[0]


def test_look_tells_monsters_first_then_items_and_the_nearest_of_each_first() -> None:
    """Then what is here and where one can go."""
    told = talk("""
        ############
        #..........#
        #.@!...o..T#
        #....?.....#
        ############
    """).say("look")

    assert "1: orc, 5 cells east, HP 13/13" == told[0]
    assert told[1].startswith("2: troll, 8 cells east, HP 24/24")
    assert "3: health potion, 1 cell east" == told[2]
    assert told[3].endswith("scroll, 3 cells east")
    assert "Here: floor." == told[4]
    assert told[5].startswith("Exits: north 1, north-east 1, east 4,")


def test_items_out_of_view_are_told_as_remembered() -> None:
    """They may be gone by now."""
    place = talk("""
        #######
        #@...!#
        #.#####
        #.#
        #.#
        ###
    """)

    assert ["1: health potion, 4 cells north-east, remembered"] == place.say("3 south", "look")[:1]


def test_an_enemy_comes_into_view_with_distance_and_direction() -> None:
    """And stops what was going on, in the same words as everywhere."""
    told = talk(AMBUSH).say("explore")

    assert any(re.fullmatch(r"A troll comes into view, \d cells? (south-)?west\.", line) for line in told)
    assert re.fullmatch(r"Moved \d cells east, \d turns\.", told[-2])
    assert re.fullmatch(r"In view: troll \d cells? (south-)?west\.", told[-1])


def test_what_only_a_map_would_show_is_told() -> None:
    """A rule set may leave it to the map that somebody comes into view."""
    told = talk(AMBUSH, rules=load_ruleset("tcod")).say("explore")

    assert any(re.fullmatch(r"A Troll comes into view, \d cells? (south-)?west\.", line) for line in told)
    assert told[-1].startswith("In view: Troll ")


def test_what_is_carried_is_used_by_number_letter_or_name() -> None:
    """Several of a kind are one row; an ambiguous name is asked about."""
    place = talk(ROOM, "health potion", "health potion", "lightning scroll", hit_points=5)

    assert "1: health potion (x2). Heals up to 10 HP." == place.say("inventory")[0]
    assert "Use what? Or cancel." == place.say("use")[0]
    assert ["Cancelled."] == place.say("cancel")
    assert ["Not carried: '0'."] == place.say("use 0")
    place.say("use health")
    place.say("use", "2")
    place.say("use b")
    place.say("drop lightning")

    assert [Use(0), Use(2), Use(1), Drop(2)] == place.library.plays[0].written


def test_an_aim_asks_at_what_with_the_prospects() -> None:
    """By number, by name, or by place; while it asks, one can look around."""
    place = talk(FIGHT, "fireball scroll", "confusion scroll", "confusion scroll")
    asked = place.say("use fireball")
    place.say("look", "2", "use 2 at troll", "use c at 4 east")

    assert "Aim the fireball scroll at what? Or cancel." == asked[0]
    assert asked[1].startswith("1: troll, 4 cells east, HP 24/24, ")
    assert "troll about 14 damage" in asked[1]
    assert asked[2].startswith("2: orc, 5 cells east, HP 13/13, ")
    first, second, third = place.library.plays[0].written
    assert Use(0, Point(7, 2)) == first
    assert isinstance(second, Use)
    assert Use(2, Point(6, 2)) == third
    assert not place.game.in_flight


def test_a_number_means_what_it_meant_when_it_was_told() -> None:
    """The order of the list may have changed since."""
    place = talk(FIGHT, "confusion scroll")
    place.say("look")
    place.game.world.level.move(place.game.world.level.actor_at(Point(7, 2)), Point(3, 2))  # type: ignore[arg-type]
    place.game.steps += 1
    told = place.say("examine 2")

    assert "orc: 1 cell east (1 east)." == told[0]


def test_a_name_that_fits_two_is_asked_about() -> None:
    """The numbers of the answers count."""
    place = talk("#@...o..o#")

    assert ["Which orc? Or cancel.", "1: orc, 4 cells east, HP 13/13"] == place.say("examine orc")[:2]
    assert "orc: 7 cells east (7 east)." == place.say("2")[0]
    assert "orc: 7 cells east (7 east)." == place.say("examine orc 2")[0]
    assert ["Nothing by that name: 'dragon'."] == place.say("examine dragon")
    assert ["Off the map: 99 east."] == place.say("examine 99 east")


def test_a_command_ends_a_question() -> None:
    """Nobody is caught in one."""
    place = talk(ROOM, "health potion")

    assert ["Moved 1 cell east."] == place.say("drop", "east")
    assert ["No such answer: 'nonsense'. Type its number, or cancel."] == place.say("drop", "nonsense")
    assert ["Saved on turn 1."] == place.say("quit")
    assert not place.session.is_running


def test_the_map_is_text_with_coordinates_that_can_be_travelled_to() -> None:
    """Only what is known."""
    place = talk("#####\n#@.!#\n#####")

    assert [
        "Columns 0 to 4, rows 0 to 2.",
        "  0 #####",
        "  1 #@.!#",
        "  2 #####",
        "Legend: ! health potion, @ you.",
    ] == place.say("map")
    place.say("travel 3,1")
    assert Point(3, 1) == place.game.world.player.at


def test_the_prompt_has_hit_points_once_they_are_not_full() -> None:
    """They are what to mind."""
    assert "> " == talk(ROOM).session.game.prompt
    assert "HP 7/30 > " == talk(ROOM, hit_points=7).session.game.prompt


def test_four_directions_are_four_here_as_well() -> None:
    """The rules decide, and nothing is carried where they have no pack."""
    chargrid, kasidin = load_ruleset("chargrid"), load_ruleset("kasidin")

    assert ["No diagonal moves in this game."] == talk(ROOM, rules=chargrid).say("ne")
    assert ["Exits: north 1, east 8, south 1, west 1."] == talk(ROOM, rules=chargrid).say("look")[-1:]
    assert ["Nothing can be carried in this game."] == talk(ROOM, rules=kasidin).say("use")


def test_the_end_tells_all_and_new_begins_another() -> None:
    """What is played is over; everything else still answers."""
    place = talk("#o@#", hit_points=1, rules=FIXTURE_RULES)
    told = place.say("wait")

    assert "kim died, killed by an orc." in told
    assert any(line == "Score 0" or line.startswith("Score 0 ") for line in told)
    assert ["Game over. Type new for another game, or quit."] == place.say("explore") == place.say("use")
    assert place.say("status")[0].startswith("HP 0/")
    assert place.say("messages") != []
    assert ["seen"] == place.library.plays[0].endings
    assert place.say("new")[0].endswith("kim's game, turn 0. Type help for commands.")
    assert ["seen", "closed"] == place.library.plays[0].endings


def test_a_new_game_in_place_of_one_in_progress_is_asked_about() -> None:
    """Nothing is lost by a slip."""
    place = talk(ROOM)

    assert "Abandon your game in progress? Or cancel." == place.say("new seed 5")[0]
    assert ["Nothing happens."] == place.say("n")
    assert ["No rule set 'classik' (did you mean 'classic'?). Type rules for all of them."] == place.say("new classik")
    place.say("new classic seed 5", "yes")
    assert ("begin", "kim", "classic", 5) == place.library.asked[-1]
    assert ["Seed: a whole number from 0 to 18446744073709551615."] == place.say("new seed x")


def test_every_list_is_there() -> None:
    """Scores, games, replays and rules, a line each."""
    place = talk(ROOM, library=few_games(lambda: draw(ROOM, CLASSIC)))

    assert place.say("scores")[0].startswith("1: 12340, alice, won on turn 1400, tcod, ")
    assert place.say("games")[0].startswith("alice: turn 1204, Classic, ")
    assert place.say("replays")[0].startswith("alice-0002: died on turn 140, Classic, ")
    assert place.say("rules")[0].startswith("classic: Classic. ")
    assert ["Cannot replay alice-0001 here."] == place.say("watch alice-0001")
    assert ["No game. Type new, continue, games, scores, replays or quit."] == place.say("title")
    assert ["No game. Type new, continue, games, scores, replays or quit."] == place.say("look")
    assert place.say("continue ALICE")[0].startswith("Classic, alice's game, turn ")


def test_an_end_that_was_not_seen_is_told_first() -> None:
    """Then `new` does what was asked for."""
    library = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    library.ended = {"kim": {"past": [Wait()]}}
    place = talk("#o@#", rules=FIXTURE_RULES, library=library, start=Begin("kim", "stage", 7))
    began = list(place.written)
    place.say("new")

    assert "kim died, killed by an orc." in began
    assert ["seen", "closed"] == library.plays[0].endings
    assert ("begin", "kim", "stage", 7) == library.asked[-1]


def test_a_resumed_game_tells_its_last_messages_and_what_is_in_view() -> None:
    """And no more of them than a listener wants."""
    library = FakeLibrary(lambda: draw(ROOM, CLASSIC), resumed={"past": [Move(Direction.EAST)] * 20})
    place = talk(ROOM, library=library, start=Continue("kim"))

    assert "Classic, kim's game, turn 8. Type help for commands." == place.written[0]
    assert 5 >= place.written.index("Nothing in view.") - 1


def test_what_cannot_be_kept_has_not_happened() -> None:
    """A command says so; an automation leaves the game where it was kept."""
    failing = {"append": ["the disk is full."], "together": ["the disk is full."]}
    place = talk(AMBUSH, library=FakeLibrary(lambda: draw(AMBUSH, CLASSIC), failing=failing))

    assert "Not done: the disk is full. Try again." in place.say("east")
    assert ["the disk is full.", "No game. Type new, continue, games, scores, replays or quit."] == place.say("explore")
    assert ["released"] == place.library.plays[0].endings


def test_repeat_repeats_the_last_line() -> None:
    """Whatever it was, and never itself."""
    room = talk(ROOM)
    room.say("east", "repeat", "repeat")

    assert [EAST] * 3 == room.library.plays[0].written
    assert ["Type the number first: 5 wait."] == room.say("count")
    assert ["Nothing to repeat."] == talk(ROOM).say("repeat")


def test_help_lists_every_word_and_tells_of_one() -> None:
    """With the keys."""
    told = talk(ROOM).say("help")

    assert any(line.startswith("explore: ") and "Keys: o" in line for line in told)
    assert all(any(line.startswith(f"{word}: ") for line in told) for word in ("look", "status", "map", "use", "quit"))
    assert talk(ROOM).say("help trav")[0].startswith("travel: ")


def test_what_would_hurt_is_asked_about_here_as_well() -> None:
    """Only yes burns the player, too."""
    kept = talk("#@..T#", "fireball scroll")
    asked = kept.say("use fireball at 2 east")
    kept.say("no")
    burnt = talk("#@..T#", "fireball scroll")
    burnt.say("use fireball at 2 east", "yes")

    assert any("?" in line for line in asked)
    assert kept.game.world.player.inventory.slots[0] is not None
    assert burnt.game.world.player.hit_points < burnt.game.world.player.max_hit_points
