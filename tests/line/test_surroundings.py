"""Lines about the player's surroundings, which a screen simply shows."""

from __future__ import annotations

import re

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use
from roguelike.engine.geometry import Point
from roguelike.engine.grid import LANE
from roguelike.engine.kinds.gases import MIN_GAS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.gas import release
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.line.surroundings import NOTHING_SEEN, glance
from roguelike.play.requests import Continue
from tests.line.talking import talk
from tests.watching import FakeLibrary

EMBER = load_ruleset("ember")
WAYS = {"+": "door", ">": "stairs down"}
HALL = """
    ##############################
    #............................#
    #............................#
    #.@..........................#
    #............................#
    #............................#
    ##############################
"""
TRAPS = """
    ###########
    ###^^.....#
    ###^^.....#
    #@+......T#
    ###^^.....#
    ###^^.....#
    ###########
"""


def test_a_player_in_gas_reads_the_way_out() -> None:
    """Automations only advise to step away; on the map, gas has a symbol."""
    place = talk(HALL, "potion of confusion", rules=EMBER)
    place.say("drink d")
    looked, drawn = place.say("look"), place.say("map")

    assert any(line.startswith("Here: confusion gas") for line in looked)
    assert any(line.startswith("Nearest clear air: ") for line in looked)
    assert "x@x" in drawn[4]
    assert "x confusion gas" in drawn[-1]


def test_a_trace_of_gas_is_not_reported() -> None:
    """Less than one breathes is nowhere, where nothing else is in view either."""
    game = draw("#########\n#@......#\n#########", EMBER)
    game.world.level.gas["caustic gas"] = (MIN_GAS - 1) << LANE * game.world.level.grid.index(Point(4, 1))

    assert NOTHING_SEEN == glance(observe(game.world))[0]


def test_a_game_resumed_in_gas_reports_the_gas_first() -> None:
    """Neither the first lines nor `look` begin with "Nothing in view", as if the player were safe."""
    game = draw(HALL, EMBER, inventory=["potion of confusion"])
    library = FakeLibrary(lambda: game, resumed={"past": [Use(3)]})
    place = talk(HALL, rules=EMBER, library=library, start=Continue("kim"))
    told = next(line for line in place.written if line.startswith("Here: "))

    assert re.fullmatch(r"Here: confusion gas\. Nearest clear air: .+", told)
    assert not any("Nothing in view" in line for line in place.written)
    looked = place.say("look")
    assert looked[0].startswith("Here: confusion gas")
    assert "Nothing in view." not in looked


def test_gas_in_view_is_in_view() -> None:
    """Gas is listed as things are, also by the first lines of a resumed game."""
    game = draw(HALL, EMBER)
    release(game.world, EMBER.gases["confusion gas"], Point(9, 3), 40)
    place = talk(HALL, rules=EMBER, library=FakeLibrary(lambda: game, resumed={"past": []}), start=Continue("kim"))

    assert "In view: confusion gas 7 cells east." in place.written
    assert "1: confusion gas, 7 cells east" == place.say("look")[0]


def test_conditions_stand_in_the_prompt() -> None:
    """As they stand on the panel all the time."""
    place = talk(HALL, "potion of confusion", rules=EMBER)
    place.say("drink d")

    assert "Confused 2 > " == place.session.game.prompt


def test_a_confused_player_reads_of_no_wall_that_is_not_there() -> None:
    """They bump where they stumble, which is not where they meant to go."""
    place = talk("####\n#@.#\n####", "potion of confusion", rules=EMBER)
    place.say("drink d")
    told = {line for _ in range(20) for line in place.say("east", "west")}

    assert "You stumble and stay where you are. 1 turn passed." in told
    assert not {line for line in told if line.endswith(": floor.")}


def test_exits_lead_no_further_than_danger() -> None:
    """A cell that needs a confirmation is no exit."""
    place = talk("########\n#@..~~.#\n########", rules=EMBER, legend={"~": "deep water"})

    assert "Exits: east 2 to deep water." in place.say("look")


def test_new_sights_are_reported() -> None:
    """Behind a door there can be stairs and items."""
    place = talk("########\n#@+.!.>#\n########", rules=EMBER, legend={"!": "potion of life", **WAYS})
    told = place.say("east")

    assert ["Moved 1 cell east.", "Seen: potion of life 2 cells east, stairs down 4 cells east."] == told[:2]
    assert not any(line.startswith("Seen") for line in place.say("east"))


def test_looking_only_counts_the_terrain_that_is_out_of_view() -> None:
    """Levels have dozens of places; their list is another word."""
    place = talk("########\n#>@+...#\n########", rules=EMBER, legend=WAYS)
    place.say("2 east", "3 east")
    looked = place.say("look")

    assert "Out of view: 1 known place. Type places." in looked
    assert not any("stairs" in line for line in looked)
    assert any(line.endswith("stairs down, 5 cells west, remembered") for line in place.say("places"))


def test_a_new_level_is_looked_at() -> None:
    """The exits are the first question on arrival."""
    place = talk(HALL, "potion of descent", rules=EMBER)
    told = place.say("drink d")

    assert 2 == place.game.world.depth
    assert any(line.startswith("Exits: ") for line in told)


def test_discoveries_are_short_and_begin_with_the_likeliest() -> None:
    """Names without their sort, and one number each."""
    place = talk(HALL, "potion of confusion", rules=EMBER)
    told = place.say("drink d", "discoveries")

    assert told[0].startswith("Potions: Known life, confusion. Unknown healing ")
    assert "potion of" not in told[0]


def test_an_attack_is_not_followed_by_its_turn() -> None:
    """The turn is of no interest there."""
    place = talk("#@r....#", rules=EMBER)

    assert "1 turn passed." not in place.say("fight")


def test_a_player_can_examine_their_own_cell() -> None:
    """Not only themselves."""
    place = talk("#####\n#@g.#\n#####", rules=EMBER, legend={"g": "cracked floor"})
    told = place.say("east", "examine cracked")

    assert ["yourself, cracked floor: here.", "HP 40/40", "Heard within 14 steps.", "Will soon give way."] == told


def test_travel_ends_adjacent_to_a_captive() -> None:
    """As to an altar: it is freed from there."""
    place = talk(HALL.replace("#.@.....", "#.@....o"), rules=EMBER)
    captive = place.game.world.level.actors[1]
    captive.mood, captive.side = Mood.HELD, Side.NONE

    assert "You are beside it. Walk into it to act." in place.say("wait", "travel to orc")


def test_new_obstacles_are_reported() -> None:
    """On the screen, crystal is simply there."""
    place = talk(HALL, "staff of stone", rules=EMBER)
    staff = place.game.world.player.inventory.slots[3]
    assert staff is not None
    staff.charges = 1
    place.say("wait")

    assert any(line.startswith("Crystal is in the way now, ") for line in place.say("zap d at 5 east"))


def test_a_trap_found_while_walking_is_reported_once() -> None:
    """By its own message; visible features are only listed as seen."""
    place = talk(TRAPS, rules=EMBER, legend={"^": "trapdoor", "T": "trapdoor", **WAYS})
    level = place.game.world.level
    for cell, feature in level.features.items():
        feature.hidden = level.grid.point(cell).x < 5
    told = place.say("east")
    about = [line for line in told if "trapdoor" in line]

    assert len(about) > 1
    assert all(line.startswith("You find a trapdoor, ") for line in about[:-1])
    assert "Seen: trapdoor 7 cells east." == about[-1]
