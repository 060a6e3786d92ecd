"""The prices of the key rooms of Ember, first half: each is walked as it is drawn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roguelike.automation.travel import Travel
from roguelike.engine.commands import Cover, Drop, PickUp, Use
from roguelike.engine.events import FeatureActed, Reason, Refused, TrapSprung
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.restore import restore
from roguelike.engine.rules.fire import light
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.actor import Side
from tests.automation.driving import drive
from tests.rulesets.drawn_rooms import EMBER, OUTSIDE, STEPS, a, carried, feature, furnish, lost, told, walk
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game


WIDE, TALL = 79, 21
"""Of the level, so that a question fits beside it."""


def room(vault: str, *, hit_points: int | None = None, seed: int = 1) -> Game:
    """Start a game at the far end of a corridor that leads to the door of a vault in the east wall."""
    kind = EMBER.vaults[vault]
    rows = ["".join("#" if key in "# " else "." for key in row) for row in kind.rows]
    rows = [row + ("." * (OUTSIDE - 1) + "@" if row[-1] == "." else "#" * OUTSIDE) for row in rows]
    rows = [row.ljust(WIDE, "#") for row in [*rows, *[""] * (TALL - len(rows))]]
    game = draw("\n".join(rows), EMBER, seed=seed, hit_points=hit_points)
    furnish(game, vault)
    for at in game.world.level.grid.points():
        game.world.level.explored[game.world.level.grid.index(at)] = 1
    return game


def ground(game: Game, x: int, y: int) -> str:
    """Return the name of the ground of a cell."""
    return game.world.level.terrain_at(Point(x, y)).name


def asked(vault: str, *keys: str) -> str:
    """Return the texts of the screen after some keys, from the far end of the corridor, without boxes and map."""
    shown = watch(room(vault), *keys).after[-1].text()
    return re.sub(r"[#│─┌┐└┘^_+'\s]+|\.(?=[.#])", " ", shown)


def rung(events: list[object]) -> int:
    """Return the number of sprung traps."""
    return sum(isinstance(event, TrapSprung) for event in events)


# --- counterweight


def test_the_counterweight_locks_the_player_in_for_fifty_rounds() -> None:
    """They wait, unhurt, and leave with the key: no lock is permanent."""
    game = room("counterweight")
    walk(game, "w" * 11)
    assert ["key"] == carried(game)
    assert "fallen gate" == ground(game, 8, 2)
    walk(game, "e" * 6 + "." * 43)
    assert "fallen gate" == ground(game, 8, 2)

    walk(game, ".")
    assert "raised gate" == ground(game, 8, 2)
    walk(game, "ee")
    assert Point(9, 2) == game.world.player.at
    assert 0 == lost(game)


def test_the_counterweight_opens_for_anything_that_is_left() -> None:
    """One of a stack, permanently; a key that goes back to its altar can be fetched again."""
    game = room("counterweight")
    game.world.player.inventory.insert(a("dart", 3))
    walk(game, "w" * 11)
    acted = [event.feature.name for event in game.play(Drop(0)) if isinstance(event, FeatureActed)]

    assert ["risen altar"] == acted
    assert "raised gate" == ground(game, 8, 2)
    assert 2 == next(item.number for item in game.world.player.inventory.slots if item and item.kind.name == "dart")
    walk(game, "e" * 60)
    assert Point(12, 2) == game.world.player.at
    assert ["dart", "key"] == sorted(carried(game))
    assert "raised gate" == ground(game, 8, 2)


def test_an_actor_that_holds_the_gate_open_avoids_the_price() -> None:
    """Only an ally in the doorway does so, which is also a price."""
    game = room("counterweight")
    walk(game, "w" * 10)
    ally = spawn(game.world, EMBER.monsters["orc"], Point(8, 2), mood=Mood.ROAMING)
    assert ally is not None
    ally.side = Side.PLAYER

    walk(game, "w")

    assert ["key"] == carried(game)
    assert "raised gate" == ground(game, 8, 2)


def test_a_fallen_gate_is_saved() -> None:
    """It rises in the same round after loading."""
    game = room("counterweight")
    walk(game, "w" * 11)
    again = restore(EMBER, snapshot(game.world))

    for each in (game, again):
        walk(each, "." * 50)

    assert digest(game.world) == digest(again.world)
    assert "raised gate" == ground(again, 8, 2)


def test_the_balanced_altar_is_asked_about_before_it_is_robbed() -> None:
    """The question states the whole price."""
    keys = ["left"] * 11

    assert "Taking it drops the gate for 50 turns. Anything left on the altar raises it." in asked(
        "counterweight", *keys
    )
    assert "Stand on it and drop anything: it stays, and the gate rises." in asked("counterweight", *keys, "enter")


# --- toll


def test_the_toll_is_two_hundred_oil() -> None:
    """A hundred for each lamp, once; then the key is free, and the remaining oil still burns."""
    game = room("toll")
    walk(game, "wwwwwwywww")
    oil = game.world.player.gauges["oil"]
    assert Point(2, 1) == game.world.player.at
    assert "barred altar" == feature(game, 4, 2).kind.name

    walk(game, "w")
    assert "barred altar" == feature(game, 4, 2).kind.name
    walk(game, "sj")
    assert "open altar" == feature(game, 4, 2).kind.name
    walk(game, "du")
    assert ["key"] == carried(game)
    assert oil - 200 - 5 == game.world.player.gauges["oil"]
    walk(game, "uw")
    assert ["burning lamp"] * 2 == [feature(game, 1, y).kind.name for y in (1, 3)]


def test_a_player_with_too_little_oil_pays_nothing() -> None:
    """Their own lamp burns on."""
    game = room("toll")
    walk(game, "wwwwwwywww")
    game.world.player.gauges["oil"] = 99

    assert [Refused(Reason.CANNOT_PAY)] == walk(game, "w")
    assert 99 == game.world.player.gauges["oil"]
    assert "dark lamp" == feature(game, 1, 1).kind.name


def test_the_lamps_describe_their_price() -> None:
    """Before any oil is poured, and automations do not walk into them."""
    question = asked("toll", *["left"] * 6, "y", *["left"] * 4)

    assert "Give 100 oil to the dark lamp?" in question
    assert "Fill both with 100 oil, and the altar opens." in question
    assert drive(room("toll"), Travel(Point(1, 1))).reason == "You are beside it. Walk into it to act."


# --- ferry

ACROSS: Final = "w" * 14
"""From the far end of the corridor to the altar."""


def test_the_icy_ferry_costs_a_quarter_of_a_beginners_hit_points() -> None:
    """Six cells of swimming there, once; the way back is shallow, and nothing drifts away."""
    game = room("icy ferry")
    game.world.player.inventory.insert(a("scroll of enchantment"))
    assert "2 HP a turn" in told(game, Point(5, 2))
    walk(game, ACROSS)
    wounds = lost(game)

    walk(game, "e" * 10)

    assert 10 <= wounds <= 12
    assert lost(game) <= wounds
    assert ["key", "scroll of enchantment"] == sorted(carried(game))
    assert Point(11, 2) == game.world.player.at


@pytest.mark.parametrize(("vault", "turns"), [("cleft ferry", 20), ("molten ferry", 0)])
def test_the_other_ferries_cost_the_potion_beside_the_door(vault: str, turns: int) -> None:
    """It is identified and lasts for the path there; a floating player must sink beside the altar first."""
    game = room(vault)
    walk(game, "wwwwwn")
    assert 1 == len(carried(game))

    game.play(Use(0))
    walk(game, "j" + "w" * 8 + "." * turns)
    game.play(PickUp())
    walk(game, "e" * 10)

    assert ["key"] == carried(game)
    assert Point(11, 2) == game.world.player.at
    assert 0 == lost(game)


def test_no_step_into_a_ferry_is_unasked() -> None:
    """Travelling ends before the water, the cleft or the pool."""
    for vault in ("icy ferry", "cleft ferry", "molten ferry"):
        game = room(vault)
        drive(game, Travel(Point(1, 2)))
        assert game.world.player.at.x >= 9
        assert "Walk into the" in asked(vault, *["left"] * 7)


# --- furnace


def read_the_beat(game: Game, way: str, steps: int) -> None:
    """Walk a number of steps, and wait where the next jet glows or burns."""
    level = game.world.level
    while steps:
        ahead = game.world.player.at.step(STEPS[way])
        jet = level.feature_at(ahead)
        waits = level.is_burning(ahead) or (jet is not None and jet.kind.asks)
        walk(game, "." if waits else way)
        steps -= not waits


@pytest.mark.parametrize("late", range(4))
def test_a_player_who_times_the_furnace_is_not_burned(late: int) -> None:
    """There and back, at any time: a jet is safe to cross unless it glows or burns."""
    game = room("furnace")
    walk(game, "." * late)
    read_the_beat(game, "w", 14)
    read_the_beat(game, "e", 10)

    assert ["key"] == carried(game)
    assert 0 == lost(game)


def test_a_player_who_runs_through_the_furnace_is_burned() -> None:
    """Each flame costs about a fifth of 60 HP."""
    wounds = []
    for late in range(4):
        game = room("furnace")
        game.world.player.hit_points = game.world.player.max_hit_points = 60
        walk(game, "." * late + "w" * 14)
        wounds.append(lost(game))

    assert sum(10 <= each <= 36 for each in wounds) >= 3


def test_a_jet_glows_before_it_fires() -> None:
    """On the map, in words under the player, and in a question; automations cross none."""
    game = room("furnace")
    names = []
    for _ in range(8):
        walk(game, ".")
        names.append(feature(game, 8, 2).kind.name)
    assert 2 == names.count("fourth hot jet")
    hot = names.index("fourth hot jet")
    game = room("furnace")
    walk(game, "." * hot)
    assert "fourth jet" == feature(game, 8, 2).kind.name
    game.world.level.move(game.world.player, Point(8, 2))
    acted = [event.feature for event in walk(game, ".") if isinstance(event, FeatureActed)]
    assert ["The jet under you glows!"] == [kind.told.template for kind in acted if kind.told]
    drive(game, Travel(Point(1, 2)))
    assert game.world.player.at.x >= 7
    walk(game, ".")
    assert 0 < lost(game)


def test_the_beat_goes_on_after_a_load() -> None:
    """The beat keeps its phase."""
    game = room("furnace")
    walk(game, "wwwwww")
    again = restore(EMBER, snapshot(game.world))
    for each in (game, again):
        walk(each, "." * 7)

    assert digest(game.world) == digest(again.world)


# --- larder


def larder(seed: int = 1) -> Game:
    """Begin a game before the larder, with its spider asleep."""
    game = room("larder", seed=seed)
    for at in (Point(2, 5),):
        spider = spawn(game.world, EMBER.monsters["web spider"], at, mood=Mood.ASLEEP)
        assert spider is not None
        game.world.level.move(spider, at)
    return game


def webs(game: Game) -> int:
    """Return how many cells have webs."""
    return game.world.level.cells("asks").bit_count()


def test_fire_clears_the_larder_and_wakes_its_spider() -> None:
    """It burns, and comes."""
    game = larder()
    walk(game, "wwwww")
    level = game.world.level
    light(game.world, 1 << level.grid.index(Point(8, 3)))
    game.world.player.hit_points = game.world.player.max_hit_points = 500
    walk(game, "eee" + "." * 14)

    spiders = [each for each in level.actors if not each.is_player]
    assert not any(each.mood is Mood.ASLEEP for each in spiders)
    assert all(each.hit_points <= each.max_hit_points // 2 for each in spiders)
    assert webs(game) < 9


def test_walking_through_the_larder_takes_long() -> None:
    """Each web holds once: the path back is free, and no one is shut in."""
    game = room("larder")
    game.world.player.hit_points = 40
    turns = 0
    while not carried(game):
        walk(game, "w")
        turns += 1
    walk(game, "e" * 9)

    assert 16 <= turns
    assert Point(10, 3) == game.world.player.at


def goes_unheard(seed: int, *, covered: bool) -> bool:
    """Return whether the spider of a larder sleeps until the player has the key."""
    game = larder(seed)
    spiders = [each for each in game.world.level.actors if not each.is_player]
    if covered:
        game.play(Cover())
    while not carried(game) and all(each.mood is Mood.ASLEEP for each in spiders):
        walk(game, "w")
    return bool(carried(game))


def test_a_covered_lamp_is_the_silent_way_through_the_larder() -> None:
    """Often; an open lamp nearly always wakes the spider."""
    dark, lit = (sum(goes_unheard(seed, covered=covered) for seed in range(20)) for covered in (True, False))

    assert 8 <= dark
    assert lit <= 5


def test_nothing_walks_into_a_web_of_the_larder_unasked() -> None:
    """The altar describes the effect of fire."""
    game = room("larder")
    drive(game, Travel(Point(1, 3)))

    assert game.world.player.at.x >= 9
    assert "Walk into the web?" in asked("larder", *["left"] * 6)
    assert "Fire clears the webs, and wakes the spider." in told(game, Point(1, 3))


# --- hall of bells


def test_one_way_through_the_hall_of_bells_is_silent() -> None:
    """There and back, with the key."""
    game = room("hall of bells")

    events = walk(game, "wwwww" + "yjyjjyyj" + "udduudud" + "e")

    assert 0 == rung(events)
    assert ["key"] == carried(game)


def test_a_player_who_runs_through_the_hall_of_bells_is_heard() -> None:
    """Each bell wakes all monsters within thirty steps, each time."""
    game = room("hall of bells")
    events = walk(game, "w" * 6)
    sleeper = spawn(game.world, EMBER.monsters["orc"], Point(14, 2), mood=Mood.ASLEEP)
    events += walk(game, "w" * 7)

    assert 4 == rung(events)
    assert sleeper is not None
    assert not sleeper.is_unaware


def test_nothing_walks_onto_a_bell_unasked() -> None:
    """Travelling reaches the side of the altar by the silent path, and a step onto a bell asks."""
    game = room("hall of bells")
    events = drive(game, Travel(Point(1, 2)))
    assert "You are beside it" in events.reason

    question = asked("hall of bells", *["left"] * 6)

    assert "Walk into the floor bell?" in question
    assert "Rings and wakes everything within 30 steps." in question


# --- all of them

ROOMS: Final = (
    "counterweight",
    "toll",
    "hall of bells",
    "icy ferry",
    "cleft ferry",
    "molten ferry",
    "furnace",
    "larder",
)
