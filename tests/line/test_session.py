"""Playing in lines: the words, the questions and the answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.line.ending import ending_lines
from roguelike.narration.bearing import bearing
from roguelike.narration.decisions import Choice, Decision
from roguelike.narration.health import HealthRecord
from roguelike.narration.hints import Hints
from roguelike.narration.message_filter import MessageFilter
from roguelike.play.ending import Ending
from roguelike.play.requests import Begin, Continue
from roguelike.play.views.inventory import InventoryMenu
from roguelike.play.views.items import EMPTY, UseMenu
from roguelike.play.views.playing import Playing
from roguelike.play.views.summary import Summary
from roguelike.serve.game.lobby import rule_choices
from roguelike.settings.keymap import Keymap
from roguelike.store.listings import SavedGame
from tests.drawn_levels import Drawn
from tests.library_fixtures import few_games
from tests.line.talking import CLASSIC, FIXTURE_RULES, talk
from tests.memory import Memory
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

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
BY_HAND = attrs.evolve(CLASSIC, autopickup=False)
SPRING = TerrainKind(name="spring", glyph=Glyph("~", (0, 0, 255)), remembered=Glyph("~", (0, 0, 99)))
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
    """A listener learns nothing from silence."""
    assert ["Moved 1 cell east."] == talk(ROOM).say("east")
    assert ["Turn 1."] == talk(ROOM).say("wait")
    assert ["Blocked east: wall."] == talk("#@#").say("east")


@pytest.mark.parametrize("rules", ["chargrid", "roguebasin"])
def test_a_bump_says_that_a_turn_passed(rules: str) -> None:
    """It does so even in a turn with other messages."""
    alone = talk("#@#", rules=load_ruleset(rules))
    attacked = talk("#@o#", rules=load_ruleset(rules)).say("west")

    assert ["Blocked east: wall. 1 turn passed."] == alone.say("east")
    assert "Blocked west: wall. 1 turn passed." in attacked
    assert 1 == alone.game.world.turn
    assert len(attacked) > 1


@pytest.mark.parametrize("name", ruleset_names())
def test_every_action_of_the_play_screen_has_a_word(name: str) -> None:
    """Including new ones; none opens a view that lines cannot print."""
    rules = load_ruleset(name)
    for action in [each for each in Playing.ACTIONS if each.needs in {None, *rules.capabilities}]:
        told = talk("#.@.#", rules=rules).say(action.name.replace("_", "-"))

        assert not any("Unknown word" in line or "not in line mode" in line for line in told), action.name


def test_words_can_be_cut_short_and_mistyped() -> None:
    """As long as they mean one thing; a wrong one is answered with the nearest."""
    room = talk(ROOM)

    assert ["Moved 1 cell north."] == room.say("nort")
    assert room.say("s") == room.say("sear") == ["You find nothing new.", "5 turns passed."]
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


def test_look_lists_monsters_then_items_nearest_first() -> None:
    """Then items underfoot and exits."""
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


def test_items_out_of_view_are_marked_as_remembered() -> None:
    """They may have gone."""
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
    """And stops automations, with the usual message."""
    told = talk(AMBUSH).say("explore")

    assert any(re.fullmatch(r"A troll comes into view, \d cells? (south-)?west\.", line) for line in told)
    assert re.fullmatch(r"Moved \d cells east, \d turns\.", told[-2])
    assert re.fullmatch(r"In view: troll \d cells? (south-)?west\.", told[-1])


def test_changes_that_only_the_map_shows_are_reported() -> None:
    """Some rule sets show new monsters only on the map."""
    told = talk(AMBUSH, rules=load_ruleset("tcod")).say("explore")

    assert any(re.fullmatch(r"A Troll comes into view, \d cells? (south-)?west\.", line) for line in told)
    assert told[-1].startswith("In view: Troll ")


def test_carried_items_are_used_by_number_letter_or_name() -> None:
    """Several of a kind are one row; an ambiguous name is asked about."""
    place = talk(ROOM, "health potion", "health potion", "lightning scroll", hit_points=5)

    assert place.say("inventory")[0].startswith("1: 2 health potions (a). ")
    assert "Use what? Type cancel to go back." == place.say("use")[0]
    assert ["Cancelled."] == place.say("cancel")
    assert ["Not carried: '0'."] == place.say("use 0")
    place.say("use health")
    place.say("use", "2")
    place.say("use a")
    place.say("drop lightning")

    assert [Use(0), Use(2), Use(1), Drop(2)] == place.library.plays[0].written


def test_row_numbers_are_the_same_in_every_list() -> None:
    """In the inventory, in questions and in commands; letters stay with the kind."""
    place = talk(ROOM, "confusion scroll", "fireball scroll", "health potion", "health potion", hit_points=5)
    place.say("drop fireball", "east")
    rows = ["1: 2 health potions (a)", "2: confusion scroll (d)"]

    assert rows == [line.split(".")[0] for line in place.say("inventory")][:2]
    assert rows == place.say("use")[1:] == place.say("cancel", "drop")[1:]
    place.say("1", "use 1", "east")
    assert ["Not carried: 'a'."] == place.say("use a")
    assert ["Not carried: '2'."] == place.say("drop 2")
    place.say("drop 1")
    assert [Drop(1), EAST, Drop(2), Use(3), EAST, Drop(0)] == place.library.plays[0].written


def test_some_of_the_rows_keep_their_numbers() -> None:
    """Where a name means several, and no other row can be meant."""
    place = talk(ROOM, "confusion scroll", "fireball scroll", "health potion")

    assert ["2: fireball scroll (c)", "3: confusion scroll (d)"] == place.say("drop scroll")[1:]
    assert ["No such answer: '1'. Type its number, or cancel."] == place.say("1")
    place.say("3")
    assert [Drop(0)] == place.library.plays[0].written


@pytest.mark.parametrize("name", [name for name in ruleset_names() if load_ruleset(name).inventory.slots])
def test_letters_are_those_of_the_screen(name: str) -> None:
    """By kind, or by slot if a document has slots; lines also have the odds of unidentified items."""
    rules = load_ruleset(name)
    place = talk(ROOM, *list(rules.items)[:3], rules=rules)
    place.say("drop 1")
    menu = (InventoryMenu if rules.comfort else UseMenu)(place.session.game.playing.perspective)
    shown = [f"{row.name} ({row.key})" for row in menu.rows() if row.name != EMPTY]

    assert 2 == len(shown) - len(rules.possessions)
    told = [line.partition(": ")[2] for line in place.say("use")[1:]]
    assert shown == [re.sub(r": bad to use .*(?= \()", "", line) for line in told]


def test_an_aim_asks_for_a_target_with_the_prospects() -> None:
    """By number, name or place; the player can look around during the question."""
    place = talk(FIGHT, "fireball scroll", "confusion scroll", "confusion scroll")
    asked = place.say("use fireball")
    place.say("look", "2", "use 1 at troll", "use d at 4 east")

    assert "Aim the fireball scroll at what? Type cancel to go back." == asked[0]
    assert "1: troll, 4 cells east, HP 24/24; troll: -14 HP, orc: killed" == asked[1]
    assert "2: orc, 5 cells east, HP 13/13; troll: -14 HP, orc: killed" == asked[2]
    first, second, third = place.library.plays[0].written
    assert Use(0, Point(7, 2)) == first
    assert isinstance(second, Use)
    assert Use(2, Point(6, 2)) == third
    assert not place.game.in_flight


def test_a_refused_number_still_asks_for_a_target() -> None:
    """The prompt of an item always comes with its question."""
    place = talk(FIGHT, "Confusion Scroll", rules=load_ruleset("tcod"), legend={"T": "Troll", "o": "Orc"})
    told = place.say("2 use a")
    place.say("troll")

    assert told[0] == "Left-click an enemy to confuse it, or right-click to cancel."
    assert told[1] == "Aim the Confusion Scroll at what? Type cancel to go back."
    assert told[-1] == "Only a step, an attack, a wait, a search or a pickup can be repeated."
    assert [Use(0, Point(6, 3))] == place.library.plays[0].written


def test_a_name_answers_an_aim_even_if_others_are_hit() -> None:
    """The prospects name others."""
    place = talk(FIGHT, "fireball scroll")
    place.say("use fireball", "orc")

    assert [Use(0, Point(7, 2))] == place.library.plays[0].written


def test_again_fires_at_the_last_target() -> None:
    """With an item of the same kind, at the target's present cell; without the target, it asks."""
    place = talk("#@.........T##o#", *["fireball scroll"] * 3)

    assert ["Nothing to fire again."] == place.say("again")
    place.say("use fireball at troll")
    (troll,) = place.session.game.playing.perspective.seen.foes
    assert any("troll" in line for line in place.say("again"))
    assert [Use(0, Point(11, 0)), Use(1, troll.at)] == place.library.plays[0].written
    assert place.say("again")[-1].startswith("Aim the fireball scroll at what? ")


def test_a_refused_item_is_not_the_last_aimed() -> None:
    """As on the screen."""
    place = talk(AMBUSH, "fireball scroll")
    place.say("use fireball at 9,3")

    assert ["Nothing to fire again."] == place.say("again")


def test_a_number_keeps_its_meaning_from_the_list() -> None:
    """The order of the list may have changed since."""
    place = talk(FIGHT, "confusion scroll")
    place.say("look")
    place.game.world.level.move(place.game.world.level.actor_at(Point(7, 2)), Point(3, 2))  # type: ignore[arg-type]
    place.game.steps += 1
    told = place.say("examine 2")

    assert "orc: 1 cell east (1 east)." == told[0]


def test_an_ambiguous_name_asks() -> None:
    """The numbers of the answers count."""
    place = talk("#@...o..o#")

    assert ["Which orc? Type cancel to go back.", "1: orc, 4 cells east, HP 13/13"] == place.say("examine orc")[:2]
    assert "orc: 7 cells east (7 east)." == place.say("2")[0]
    assert "orc: 7 cells east (7 east)." == place.say("examine orc 2")[0]
    assert ["Nothing by that name: 'dragon'."] == place.say("examine dragon")
    assert ["Off the map: 99 east."] == place.say("examine 99 east")


def test_terrain_that_stands_out_can_be_named() -> None:
    """The nearest of it, as in the list of places; walls and floors are everywhere."""
    rules = attrs.evolve(CLASSIC, terrain=(*CLASSIC.terrain, SPRING))
    place = talk("#########\n#@.!..~~#\n#########", rules=rules, legend={"~": "spring"})

    assert ["1: health potion, 2 cells east", "2: spring, 5 cells east"] == place.say("look")[:2]
    assert "spring: 5 cells east (5 east)." == place.say("examine spring")[0] == place.say("examine 2")[0]
    assert "Legend: ! health potion, @ you, ~ spring." == place.say("map")[-1]
    assert ["Travel to what? Type cancel to go back.", *place.say("look")[:2]] == place.say("places")
    assert ["Nothing by that name: 'wall'."] == place.say("cancel", "examine wall")
    place.say("travel to spring")
    assert Point(6, 1) == place.game.world.player.at


def test_hunters_are_named_first() -> None:
    """Three at most, as in the panel."""
    place = talk("""
        #########
        #@.o.T.T#
        #.....oo#
        #########
    """)
    orc = place.game.world.level.actor_at(Point(3, 1))
    assert orc is not None
    afflict(place.game.world, orc, CLASSIC.conditions["confused"], 30)
    near = place.say("wait")[-1]

    assert not near.startswith(f"In view: orc {bearing(place.game.world.player.at, orc.at)}")
    assert 2 == near.count(", ")
    assert near.endswith(" and 2 more.")


def test_settings_are_changed_permanently() -> None:
    """Only those that matter without a screen; the answer confirms the change."""
    store = Memory()
    place = talk("#@!.#", store=store)

    assert ["Hints off."] == place.say("hints")
    assert ["Hints on."] == place.say("hints")
    rows = ["1: Hints: on", "2: Key preset: standard: all", "3: Autopickup: on", "4: Don't pick up: nothing"]
    stops = [
        "5: Out of reach: stop for enemies",
        "6: Stop within: any distance",
        "7: Harmless: stop for enemies",
        "8: Always ignore: nothing",
    ]
    assert ["Change which option? Type cancel to go back.", *rows, *stops] == place.say("options")
    assert ["Autopickup: off."] == place.say("3")
    place.say("east")
    assert place.say("options key", "vi") == [
        "Key preset: vi: hjklyubn. Move with arrows or h j k l y u b n. Digits are free."
    ]
    place.say("6")
    assert [("hints", False), ("hints", True), ("autopickup", False), ("preset", "vi")] == store.changed
    assert [Move(Direction.EAST)] == place.library.plays[0].written


def test_settings_of_the_screen_are_not_changed_here() -> None:
    """The answer says where."""
    place = talk(ROOM)

    assert ["Palette: change it on the full screen, or in the settings file."] == place.say("options", "palette")
    assert ["No such option: 'nonsense'."] == place.say("options nonsense")


def test_a_setting_that_is_not_saved_says_so_and_nothing_else() -> None:
    """The store knows why."""
    assert ["Not saved."] == talk(ROOM, store=Memory("Not saved.")).say("hints")


def test_the_game_in_play_is_listed_as_this_one() -> None:
    """The store finds it locked by a process, which is this."""
    games = [SavedGame("ann", "Classic", 7), SavedGame("kim", trouble="the game kim is being played.", is_played=True)]
    place = talk(ROOM, library=FakeLibrary(lambda: draw(ROOM, CLASSIC), games=games))

    assert place.say("wait", "games")[0].startswith("ann: turn 7, Classic")
    assert "kim: this game, turn 1, Classic" == place.say("games")[1]
    assert "kim: the game kim is being played." == place.say("title", "games")[1]


def test_a_command_ends_a_question() -> None:
    """The player cannot get stuck in one."""
    place = talk(ROOM, "health potion")

    assert ["Moved 1 cell east."] == place.say("drop", "east")
    assert ["No such answer: 'nonsense'. Type its number, or cancel."] == place.say("drop", "nonsense")
    place.say("quit")
    assert not place.session.is_running


def test_the_map_is_text_with_coordinates_that_can_be_travelled_to() -> None:
    """Only known cells."""
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
    """Lost hit points need attention."""
    assert "> " == talk(ROOM).session.game.prompt
    assert "HP 7/30 > " == talk(ROOM, hit_points=7).session.game.prompt


def test_four_directions_are_four_here_as_well() -> None:
    """The rules decide, and nothing is carried where they have no pack."""
    chargrid, kasidin = load_ruleset("chargrid"), load_ruleset("kasidin")

    assert ["No diagonal moves in this game."] == talk(ROOM, rules=chargrid).say("ne")
    assert ["Exits: north 1, east 8, south 1, west 1."] == talk(ROOM, rules=chargrid).say("look")[-1:]
    assert ["Nothing can be carried in this game."] == talk(ROOM, rules=kasidin).say("use")


def test_the_end_lists_everything_and_new_begins_another_game() -> None:
    """Commands of the game are refused; all others still work."""
    place = talk("#o@#", hit_points=1, rules=FIXTURE_RULES)
    told = place.say("wait")

    assert "kim died, killed by an orc." in told
    assert any(line == "Score 0" or line.startswith("Score 0 ") for line in told)
    assert ["Game over. Type new for another game, or quit."] == place.say("explore") == place.say("use")
    assert place.say("status")[0].startswith("HP 0/")
    assert place.say("messages") != []
    assert ["seen"] == place.library.plays[0].endings
    assert place.say("new")[0].endswith("kim's game, turn 0. Type explore, look, north, or help for more.")
    assert ["seen", "closed"] == place.library.plays[0].endings


def test_a_new_game_with_a_kit() -> None:
    """By its own name, or after that of the rule set; the next game keeps it."""
    place = talk(ROOM)
    choices = rule_choices(("ember", "classic"))
    place.session.lobby.choices, place.session.lobby.last = (lambda: choices), choices[0]

    assert "poacher: Cover the lamp, creep up in the cloak, and stab sleepers." in place.say("kits")
    for words, rules in (
        ("new poacher", "ember:poacher"),
        ("new", "ember:poacher"),
        ("new ember:gentle chandler seed 7", "ember:chandler:gentle"),
        ("new lamplighter", "ember:gentle"),
        ("new ember:sellsword", "ember:sellsword"),
    ):
        place.say(words, "yes")
        assert ("begin", "kim", rules) == place.library.asked[-1][:3]
    wrong = "No rule set or kit 'pocher' (did you mean 'poacher'?). Type rules or kits for all of them."
    assert [wrong] == place.say("new pocher")
    place.say("new classic", "yes")
    assert ["Classic has no kits: all games start alike."] == place.say("kits")


def test_a_new_game_in_place_of_one_in_progress_is_confirmed() -> None:
    """Nothing is lost by a slip."""
    place = talk(ROOM)

    assert "Abandon your game in progress? Type cancel to go back." == place.say("new seed 5")[0]
    assert ["Cancelled."] == place.say("n")
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
    assert ["Saved.", "No game. Type new, continue, games, scores, replays or quit."] == place.say("title")
    assert ["No game. Type new, continue, games, scores, replays or quit."] == place.say("look")
    assert place.say("continue ALICE")[0].startswith("Classic, alice's game, turn ")


def test_an_unseen_end_is_shown_first() -> None:
    """Then `new` begins the requested game."""
    library = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    library.ended = {"kim": {"past": [Wait()]}}
    place = talk("#o@#", rules=FIXTURE_RULES, library=library, start=Begin("kim", "stage", 7))
    began = list(place.written)
    place.say("new")

    assert "kim died, killed by an orc." in began
    assert ["seen", "closed"] == library.plays[0].endings
    assert ("begin", "kim", "stage", 7) == library.asked[-1]


def test_a_resumed_game_prints_its_last_messages_and_the_view() -> None:
    """And no more of them than a listener wants."""
    library = FakeLibrary(lambda: draw(ROOM, CLASSIC), resumed={"past": [Move(Direction.EAST)] * 20})
    place = talk(ROOM, library=library, start=Continue("kim"))

    assert "Classic, kim's game, turn 8. Type explore, look, north, or help for more." == place.written[0]
    assert 5 >= place.written.index("Nothing in view.") - 1


def test_commands_that_cannot_be_saved_have_not_happened() -> None:
    """A command reports it; an automation leaves the game at its last saved state."""
    failing = {"append": ["the disk is full."], "together": ["the disk is full."]}
    place = talk(AMBUSH, library=FakeLibrary(lambda: draw(AMBUSH, CLASSIC), failing=failing))

    assert "Not done: the disk is full. Try again." in place.say("east")
    assert ["the disk is full.", "No game. Type new, continue, games, scores, replays or quit."] == place.say("explore")
    assert ["released"] == place.library.plays[0].endings


def test_repeat_repeats_the_last_line() -> None:
    """Any line except "repeat" itself."""
    room = talk(ROOM)
    room.say("east", "repeat", "repeat")

    assert [EAST] * 3 == room.library.plays[0].written
    assert ["Type the number first: 5 wait."] == room.say("count")
    assert ["Nothing to repeat."] == talk(ROOM).say("repeat")


def test_attacks_and_searches_take_a_number_too() -> None:
    """Like the commands that keys can repeat; others are refused with a list of these."""
    fight = talk(FIGHT)
    assert ': "fight" attacks.' in " ".join(fight.say("explore"))

    assert "No enemy in view." in " ".join(fight.say("30 attack")) or "below half HP" in " ".join(fight.say("attack"))
    assert 3 == len(talk(ROOM).game.world.level.actors) or talk(ROOM).say("3 search")
    assert ["Only a step, an attack, a wait, a search or a pickup can be repeated."] == talk(ROOM).say("3 explore")


def test_repeat_keeps_the_count_and_its_care() -> None:
    """No command is repeated while an enemy is in view."""
    room, fight = talk(ROOM), talk("#@....o#")
    room.say("3 wait", "repeat")

    assert [Wait()] * 6 == room.library.plays[0].written
    assert fight.say("3 wait") == fight.say("repeat")
    assert [] == fight.library.plays[0].written


@pytest.mark.parametrize("name", ruleset_names())
def test_a_dead_player_can_examine_the_killer(name: str) -> None:
    """The description has no prediction of the player's death."""
    rules = load_ruleset(name)
    place = talk("#@m#", hit_points=1, rules=rules, legend={"m": next(iter(rules.monsters))})
    assert any("kills you" in line for line in place.say("examine 1"))
    while place.game.outcome is None:
        place.say("wait")
    told = place.say("examine 1")

    assert told[0].endswith(": 1 cell east (1 east).")
    assert not any("kills you" in line for line in told)


def test_the_summary_can_be_read_again_once_the_game_is_over() -> None:
    """Word for word."""
    place = talk("#o.@o....T#", hit_points=9, rules=FIXTURE_RULES)
    assert ["The summary comes after the game. Type status."] == place.say("summary")
    told: list[str] = []
    while not place.session.game.playing.is_over:
        told = place.say("wait")
    place.say("look")
    again = place.say("summary")

    assert again == told[-len(again) :]
    assert again[0].startswith("kim died")


def test_the_last_decisions_are_lines_once_the_game_is_over() -> None:
    """First the meaning of the numbers; a message if the game cannot be replayed."""
    decision = Decision(
        7, 3, 5, 6, 12, Choice("wait", 1), is_the_bots=False, others=(Choice("use the potion", 4, "heal"),)
    )
    place = talk("#o@#", hit_points=3, rules=FIXTURE_RULES)
    assert ["The last decisions come after the game. Type status."] == place.say("decisions")
    while not place.session.game.playing.is_over:
        place.say("wait")
    assert ["This game cannot be played again."] == place.say("decisions")
    view = place.session.game.view
    assert isinstance(view, Summary)
    view.ending = Ending(decisions=lambda: iter([None, decision]))
    told = place.say("d")

    assert told[0].startswith("Each choice was played 6 times")
    assert "Turn 7, HP 3, at most 5 lost. You: wait, lived 1 of 6; Bot: use the potion (heal), lived 4 of 6." == told[1]


def test_help_lists_every_word_and_explains_one() -> None:
    """Under headings, the basics first; each line also names the keys."""
    told = talk(ROOM).say("help")

    assert any(line.startswith("explore: ") and "Keys: o" in line for line in told)
    assert all(any(line.startswith(f"{word}: ") for line in told) for word in ("look", "status", "map", "use", "quit"))
    headings = [line for line in told if line.endswith(":")]
    assert ["Basics:", "Moving and waiting:", "Items:", "Looking:", "Practice:", "Games:", "Other words:"] == headings
    basics = told[told.index("Basics:") + 1 : told.index("Moving and waiting:")]
    assert ["move", "explore", "look"] == [line.partition(":")[0] for line in basics][:3]
    assert talk(ROOM).say("help trav")[0].startswith("travel: ")


def test_known_harm_is_confirmed_in_lines() -> None:
    """Only yes burns the player."""
    kept = talk("#@..T#", "fireball scroll")
    asked = kept.say("use fireball at 2 east")
    kept.say("no")
    burnt = talk("#@..T#", "fireball scroll")
    burnt.say("use fireball at 2 east", "yes")

    assert asked[0].endswith("? -14 HP (you have 30 HP). Type cancel to go back.")
    assert kept.game.world.player.inventory.slots[0] is not None
    assert burnt.game.world.player.hit_points < burnt.game.world.player.max_hit_points


@pytest.mark.parametrize("late", ["1", "5", "7", "y", "n", "yes", "no", "No", "2 no"])
def test_an_answer_that_comes_too_late_is_no_step(late: str) -> None:
    """The question may have ended by itself."""
    room = talk(ROOM)
    before = room.game.digest()

    assert ["No question is waiting. To move, type a direction, such as north."] == room.say(late)
    assert before == room.game.digest()


def test_hints_name_words_and_not_keys() -> None:
    """Keys of the full screen mean other actions here, or none."""
    lobby_hints = Hints(frozenset())
    place = talk("#@...o#", hints=lobby_hints)

    assert any("; type examine to look first." in line for line in place.say("wait"))


def test_the_view_at_the_beginning_is_one_line() -> None:
    """With any number of things; the numbers are those that "look" would list."""
    place = talk("""
        ############
        #.T!o......#
        #.@!?...o..#
        #.!?!......#
        ############
    """)

    assert "In view: troll 1 cell north, orc 2 cells north-east, orc 6 cells east and 6 more." == place.written[1]
    assert place.written[2].startswith("Exits: north-east 1, east 5, ")
    assert 3 == len(place.written)
    assert "troll: 1 cell north (1 north)." == place.say("examine 1")[0]


@pytest.mark.parametrize("line", ["travel", "travel to", "travel to "])
def test_travel_without_a_name_asks_for_a_goal(line: str) -> None:
    """The preposition is none."""
    assert "Travel to what? Type cancel to go back." == talk(FIGHT).say(line)[0]


def test_without_a_game_one_line_says_what_is_possible() -> None:
    """For any command; help lists only commands without a game."""
    possible = "No game. Type new, continue, games, scores, replays or quit."
    place = talk(ROOM, "health potion")

    assert ["Saved.", possible] == place.say("title")
    for line in ("east", "o", "use potion", "look", "hints", "title"):
        assert [possible] == place.say(line), line
    assert [f"Unknown word: 'xyzzy'. {possible}"] == place.say("xyzzy")
    assert {"new", "continue", "scores", "options", "help"} <= listed(place.say("help"))
    assert not {"look", "use", "travel", "explore"} & listed(place.say("help"))


def listed(told: list[str]) -> set[str]:
    """Return the words in a list of them."""
    return {line.partition(": ")[0] for line in told}


def test_the_end_has_numbers_for_a_plot_and_words_for_a_map() -> None:
    """Last hits, hit points since the first change, and the map in words; keys work, except those that scroll."""
    place = talk("#o.@o....T#", hit_points=9, rules=FIXTURE_RULES)
    told: list[str] = []
    while not place.session.game.playing.is_over:
        told = place.say("wait")
    blows = [line for line in told if re.fullmatch(r"Turn \d+: orc -\d+, HP \d+\.", line)]
    left = [int(number) for line in told if line.startswith("HP, last turns: ") for number in re.findall(r"\d+", line)]

    assert blows[-1].endswith("HP 0.")
    assert 9 == left[0] > left[1]
    assert left == sorted(left, reverse=True)
    assert 0 == left[-1]
    assert not [line for line in told if line.startswith(("In view: ", "Exits: "))]
    assert "Type new, watch, practice, decisions, summary, map, messages, title or quit." == told[-1]
    assert {"new-game", "map", "look"} <= listed(place.say("help"))
    assert not {"line-up", "end", "use", "travel"} & listed(place.say("help"))
    assert ["Game over. Type new for another game, or quit."] == place.say("n") == place.say("n", "repeat")
    assert ["Game over. Type new for another game, or quit."] == place.say("o") == place.say("tab")
    assert ["Unknown key: $. Type help for all commands."] == place.say("$")
    assert 1 == len(place.library.plays)
    assert place.say("new")[0].startswith("Stage, kim's game, turn 0.")


def test_the_hit_points_of_an_earlier_sitting_are_in_the_game_file() -> None:
    """Where this one was too short."""
    now, before = HealthRecord(40, 0, 20), HealthRecord(40, 0, 20)
    before.by_turn.extend([20, 20, 12, 3])
    place = talk(ROOM)
    perspective = place.session.game.playing.perspective
    perspective.narration.health = now
    told = ending_lines(perspective, Ending(retraced=iter([None, before])))

    assert "HP, last turns: 0, 20, 20, 12, 3." in told


@pytest.mark.parametrize(("answer", "left"), [("no", 1), ("cancel", 1), ("yes", 0)])
def test_a_shot_that_would_miss_asks_first(answer: str, left: int) -> None:
    """As the aim screen shows where the flight ends. A clear line needs no question."""
    place = talk("#@.o..T..#", "confusion scroll", "confusion scroll")
    asked = place.say("use confusion at troll")
    by_place = place.say("cancel", "use confusion at 7 east")
    place.say("cancel", "use confusion at orc", "use confusion at troll", answer)

    assert asked[0].startswith("No clear line to the troll: stops 2 cells east, orc: confused for ")
    assert asked[1:] == ["1: No (n)", "2: Yes (y)"]
    assert by_place[0].startswith("No clear line: stops 2 cells east, ")
    assert left == sum(item is not None for item in place.game.world.player.inventory.slots)


def test_a_target_behind_another_shows_the_monster_hit_instead() -> None:
    """The first orc's numbers are not those of the second, which has the same name."""
    place = talk("#@.o.o..#", "confusion scroll")
    first, second = place.say("use confusion")[1:3]

    assert re.fullmatch(r"1: orc, 2 cells east, HP [^;]*; confused for \d+ turns", first)
    assert "; no clear line to the orc: stops 2 cells east, orc: confused for " in second


def test_examine_me_lists_hit_points_and_conditions() -> None:
    """As the panel does."""
    place = talk(ROOM, hit_points=7)
    afflict(place.game.world, place.game.world.player, CLASSIC.conditions["confused"], 5)
    place.game.steps += 1

    assert ["yourself: here.", "HP 7/30", "Confused 5"] == place.say("examine me")


def test_look_at_a_thing_examines_it() -> None:
    """As in natural English."""
    place = talk(FIGHT)

    assert place.say("examine troll") == place.say("look at troll") == place.say("look troll")


def test_wounds_and_conditions_of_monsters_in_view_are_named() -> None:
    """As in the panel; unhurt monsters have no number."""
    place = talk("#@.o..T..#")
    troll, orc = place.game.world.level.actor_at(Point(6, 0)), place.game.world.level.actor_at(Point(3, 0))
    assert troll is not None
    assert orc is not None
    troll.hit_points = 5
    afflict(place.game.world, orc, CLASSIC.conditions["confused"], 30)
    near = place.say("wait")[-1]

    assert re.search(r"troll \d cells? east \(HP 5/24\)", near)
    assert re.search(r"orc \d cells? east \(confused\)", near)


def test_words_after_a_complete_command_are_refused() -> None:
    """The player must have meant another command."""
    place = talk(FIGHT)

    assert ["Type the number first: 5 wait."] == place.say("wait 5")
    assert ["rest: rest until healed. Type it alone."] == place.say("rest until healed")
    assert ["Too far to attack. Type fight to go to the nearest enemy."] == place.say("fight troll")
    assert [] == place.library.plays[0].written


def test_statistics_have_no_plots() -> None:
    """Forty block characters are read one by one."""
    library = few_games(lambda: draw(ROOM, CLASSIC))
    told = talk(ROOM, library=library, start=Begin("alice", "classic")).say("statistics")

    assert told[0].startswith("Games ")
    assert any(line.startswith("Last scores: ") for line in told)
    assert all(line.isascii() and "##" not in line and "  " not in line for line in told)


def test_watch_without_a_name_lists_the_replays() -> None:
    """The game in play cannot."""
    place = talk(ROOM, library=few_games(lambda: draw(ROOM, CLASSIC)))

    assert place.say("replays") == place.say("watch")


@pytest.mark.parametrize("line", ["attack orc", "kill orc", "attack east", "fight east", "a east"])
def test_an_attack_takes_a_name_or_a_direction(line: str) -> None:
    """On the adjacent one of that name, even if another is earlier in the list."""
    place = talk("""
        #####
        #.T.#
        #.@o#
        #####
    """)
    place.say(line)

    assert [EAST] == place.library.plays[0].written


def test_an_attack_needs_a_direction_of_the_game() -> None:
    """Diagonal neighbours are out of reach in rule sets without diagonal moves."""
    place = talk("#####\n#@..#\n#.o.#\n#####", rules=load_ruleset("chargrid"))

    assert ["No diagonal moves in this game."] == place.say("attack orc")


@pytest.mark.parametrize("line", ["go to 4 east", "walk 4 east", "_ 4 east"])
def test_walking_somewhere_is_travel(line: str) -> None:
    """All three verbs travel."""
    room = talk(ROOM)
    room.say(line)

    assert [EAST] * 4 == room.library.plays[0].written


def test_a_key_takes_the_same_words_as_its_verb() -> None:
    """`i` uses, `x` examines; the case of a key counts, and that of a name does not."""
    place = talk(FIGHT, "health potion", hit_points=5)

    assert place.say("examine orc") == place.say("x Orc")
    place.say("i 1")
    assert [Use(0)] == place.library.plays[0].written
    assert "Type the number first: 5 wait." == place.say("Z 3")[0]


def test_a_pickup_of_nothing_says_so() -> None:
    """Also where the rule set has no words for it."""
    assert ["Nothing picked up."] == talk(ROOM, rules=load_ruleset("roguebasin")).say("get potion")


def test_save_says_that_there_is_nothing_to_do() -> None:
    """It is typed all the same."""
    assert ["Every turn is saved at once. Type quit to leave."] == talk(ROOM).say("save")


def test_messages_that_are_hidden_are_not_printed_and_others_stop() -> None:
    """The filters of the settings apply here; the history is complete."""
    messages = MessageFilter(hide=("health potion",), stop=("fireball scroll",))
    store = talk("#@!?....#", legend={"?": "fireball scroll"}, messages=messages)
    told = store.say("travel 6 east")

    assert ["You pick up the fireball scroll.", "Moved 2 cells east, 4 turns."] == told
    assert "You pick up the health potion." in store.say("history")


def test_a_fight_that_is_hidden_is_no_wall() -> None:
    """Attacks were exchanged, and a turn has passed."""
    hidden = talk("#@T#", messages=MessageFilter(hide=("you", "troll")))

    assert ["Turn 1", "In view: troll 1 cell east"] == [
        re.split(r" \(", line)[0].rstrip(".") for line in hidden.say("east")
    ]
    assert "Turn 2." == talk("#@!#", rules=BY_HAND, messages=MessageFilter(hide=("you",))).say("east", "get")[0]


def test_a_filter_knows_a_line_with_or_without_its_bearing() -> None:
    """As it is written in the settings of the screen."""
    hidden = talk("#@T#", messages=MessageFilter(hide=("misses you.",)))
    told = [line for _ in range(6) for line in hidden.say("wait")]

    assert any("The troll misses you from the east." in line for line in hidden.say("history"))
    assert any("The troll hits you" in line for line in told)
    assert [] == [line for line in told if "troll misses you" in line]


def test_no_filter_hides_that_a_command_was_not_kept() -> None:
    """It is the only message about it."""
    library = FakeLibrary(lambda: draw("#@T#", CLASSIC), failing={"append": ["The disk is full."]})
    place = talk("#@T#", library=library, messages=MessageFilter(hide=("full", "done")))

    assert ["Not done: The disk is full. Try again."] == place.say("east")


@pytest.mark.parametrize("line", ["attack east", "hit north", "kill 1 south"])
def test_an_attack_on_an_empty_cell_takes_no_step(line: str) -> None:
    """The player wanted to attack."""
    room = talk(ROOM)

    assert ["No enemy there."] == room.say(line)
    assert [] == room.library.plays[0].written


def test_a_game_that_cannot_be_continued_leaves_the_one_in_play() -> None:
    """A name that is mistyped must not end a session."""
    library = FakeLibrary(lambda: draw(ROOM, CLASSIC), failing={"resume": ["No game bob."]})
    place = talk(ROOM, library=library)

    assert ["No game bob."] == place.say("continue bob")
    assert ["Moved 1 cell east."] == place.say("east")
    assert [] == library.plays[0].endings
    assert "Classic, ann's game, turn 0. Type explore, look, north, or help for more." in place.say("continue ann")
    assert ["closed"] == library.plays[0].endings


@pytest.mark.parametrize("past", [[], [EAST]], ids=["after quitting", "after a crash"])
def test_a_resumed_game_names_the_items_underfoot(past: list[Move]) -> None:
    """After leaving it in any way."""

    def make() -> Game:
        game = draw("#@!.#", BY_HAND)
        if not past:
            game.play(EAST)
        return game

    library = FakeLibrary(make, resumed={"past": past})
    place = talk("#@!.#", library=library, start=Continue("kim"))

    assert "You see a health potion here. Type pick-up." == place.written[-1]
    assert "You see a health potion here. (g)" in watch(make, library=library, start=Continue("kim")).last.text()


def test_find_lists_known_places_of_all_levels() -> None:
    """It travels to the chosen one, over stairs."""
    rules = attrs.evolve(load_ruleset("ember"), generator=Drawn(("####\n#@.#\n####", "#####\n#.<.#\n#####")))
    place = talk("########\n#@.!>..#\n########", rules=rules, legend={">": "stairs down"})
    place.say(">", ">")
    assert 2 == place.game.world.depth

    assert ["Travel to what? Type cancel to go back.", "1: stairs down, level 1"] == place.say("find level 1 down")
    place.say("1")
    assert 1 == place.game.world.depth
    assert ["You know of nothing by that name on any level."] == place.say("find level 2 axe")


def test_find_names_equal_finds_once() -> None:
    """The answer leads to the nearest of them."""
    place = talk("############\n#@..!...!..#\n############")

    assert ["Travel to what? Type cancel to go back.", "1: health potion (x2), 3 cells east"] == place.say(
        "find health"
    )
    place.say("1")
    assert Point(4, 1) == place.game.world.player.at


def test_a_count_before_known_harm_confirms_the_step() -> None:
    """As without it; no is an answer like any other."""
    place = talk("#@=..#", rules=load_ruleset("ember"), legend={"=": "lava"})

    for line in ("5 east", "1 east", "east"):
        assert any(told.startswith("Walk into the lava?") for told in place.say(line))
        assert ["Cancelled."] == place.say("n")
    assert Point(1, 0) == place.game.world.player.at


def test_an_unknown_key_is_answered_with_the_help_of_line_mode() -> None:
    """Keys only of the full screen are unknown here."""
    place = talk("#@..#", rules=load_ruleset("ember"))

    assert ['Unknown key: ". Type help for all commands.'] == place.say('"')


def test_save_does_not_promise_guests_their_game() -> None:
    """It ends with the session."""
    place = talk(ROOM)
    place.session.lobby.ends_with_session = True

    assert ["A guest's game ends with the session. Type quit to leave."] == place.say("save")
