"""The potions of Ember, drunk and thrown, on drawn maps."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Use, Wait
from roguelike.engine.events import BurnedUp, ConditionEnding, Exploded, FloorHeld, Healed
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_throw, preview_use
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.identity import chance_of_bad, odds_of
from roguelike.engine.rules.levels import create_actor
from roguelike.engine.rules.terrain import change
from roguelike.engine.rules.throwing import land
from roguelike.engine.rules.veils import veil
from roguelike.engine.scenario import draw, picture
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.arrival import Arrival
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.projectile import Projectile
from roguelike.narration.aiming import outcome
from roguelike.narration.narrator import Narrator
from roguelike.narration.unknown import odds_told
from tests.burning import EMBER_LEGEND, cells, flames, light

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
EAST = Direction.EAST


def quiet() -> RuleSet:
    """Return Ember's rules without starting items, and with rats that never move."""
    rat = attrs.evolve(EMBER.monsters["rat"], mind=None, hit_points=1000)
    return attrs.evolve(EMBER, possessions=(), mending=None, monsters={**EMBER.monsters, "rat": rat})


def scene(drawn: str, *carried: str, seed: int = 1) -> Game:
    """Return a game on a drawn map, in which the player carries some items."""
    return draw(drawn, quiet(), legend=EMBER_LEGEND, seed=seed, inventory=[f"potion of {name}" for name in carried])


def drink(game: Game, slot: int = 0) -> list[AnyEvent]:
    """Drink the potion in a slot."""
    return game.play(Use(slot))


def throw(game: Game, x: int, y: int = 0, slot: int = 0) -> list[AnyEvent]:
    """Throw the item in a slot."""
    return game.play(ThrowItem(slot, Point(x, y)))


def others(game: Game) -> list[Actor]:
    """Return the monsters, by rising id."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def left(actor: Actor, name: str) -> int:
    """Return the remaining rounds of an actor's condition."""
    return actor.conditions[name].left if name in actor.conditions else 0


def wait(game: Game, rounds: int) -> None:
    """Wait for `rounds` rounds."""
    for _ in range(rounds):
        game.play(Wait())


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Afflict an actor with a condition."""
    afflict(game.world, victim, game.world.ruleset.conditions[name], turns)


def test_healing_ends_poison_and_confusion() -> None:
    """It heals forty."""
    game = scene("@", "healing")
    me = game.world.player
    me.hit_points = 1
    suffer(game, me, "poisoned", 20)
    suffer(game, me, "confused", 20)

    drink(game)

    assert me.max_hit_points == me.hit_points
    assert {} == me.conditions


def test_healing_burns_the_undead_and_heals_their_neighbours() -> None:
    """Every actor within one cell is affected."""
    game = draw("@..Wr", quiet(), legend={"W": "wight"}, inventory=["potion of healing"])
    wight, rat = others(game)
    wight.mood = Mood.HELD
    wight.hit_points = wight.max_hit_points = 100
    rat.hit_points = 1

    throw(game, 3)

    assert (60, 41) == (wight.hit_points, rat.hit_points)


@pytest.mark.parametrize("name", ["skeleton", "wight", "shade"])
def test_these_are_undead(name: str) -> None:
    """All monsters that healing damages."""
    assert EMBER.monsters[name].undead


def test_swiftness_doubles_the_speed_for_fifteen_rounds() -> None:
    """Of all actors within one cell, if thrown."""
    drunk, thrown = scene("@", "swiftness"), scene("@..rr.r", "swiftness")
    drink(drunk)
    throw(thrown, 3)

    assert 200 == drunk.world.player.speed
    assert [200, 200, 100] == [rat.speed for rat in others(thrown)]
    assert 14 == left(others(thrown)[0], "hasted")


def test_a_drinker_of_levitation_floats_over_a_chasm_and_is_warned() -> None:
    """It lasts twenty rounds, with a warning three rounds before the end."""
    game = scene("@:::.", "feather")
    drink(game)
    for _ in range(4):
        game.play(Move(EAST))

    assert (1, Point(4, 0)) == (game.world.depth, game.world.player.at)
    told = [event for _ in range(15) for event in game.play(Wait()) if isinstance(event, ConditionEnding)]
    assert [3] == [event.left for event in told]
    assert "afloat" not in game.world.player.conditions


def test_thrown_levitation_sets_actors_adrift_and_sinking_over_a_chasm_is_a_fall() -> None:
    """For six rounds, actors float uncontrollably."""
    game = scene("@..:::::\n...::r::\n...:::::", "feather")
    throw(game, 5, 1)
    rat = others(game)[0]

    assert 5 == left(rat, "adrift")
    wait(game, 6)
    assert [] == others(game)
    assert [rat] == [arrival.actor for arrival in game.world.arrivals]


@pytest.mark.parametrize(
    ("name", "gas", "condition"),
    [
        ("caustic gas", "caustic gas", "poisoned"),
        ("confusion", "confusion gas", "confused"),
        ("stupor", "stupor gas", "stunned"),
    ],
)
def test_gases_reach_actors_where_they_are_released(name: str, gas: str, condition: str) -> None:
    """The drinker, or the target, but not the thrower."""
    drunk, thrown = scene("@....r", name), scene("@....r", name)
    drink(drunk)
    throw(thrown, 5)

    assert gas in drunk.world.level.gas
    assert condition in others(thrown)[0].conditions
    assert condition not in thrown.world.player.conditions


def test_a_potion_of_fire_burns_on_bare_floor_for_six_rounds() -> None:
    """Within two cells, the drinker included."""
    game = scene(".....\n.....\n..@..\n.....\n.....", "fire")
    drink(game)

    assert "..&..\n.&&&.\n&&@&&\n.&&&.\n..&.." == flames(game)
    assert "burning" in game.world.player.conditions
    wait(game, 5)
    assert not game.world.level.fire


def test_bursts_are_described_by_their_effects_and_named_once_seen() -> None:
    """The second of two is identified when it is thrown."""
    game = scene("@..r", "healing", "healing")
    others(game)[0].hit_points = 1
    first = throw(game, 3)

    assert ["potion of healing"] == game.world.knowledge.identified
    assert any(isinstance(event, Healed) for event in first)


def test_a_drinker_of_fire_immunity_stops_burning_and_walks_through_flames() -> None:
    """For sixty rounds."""
    game = scene("@.,,,.", "fireproof")
    me = game.world.player
    suffer(game, me, "burning", 4)
    drink(game)
    light(game, (2, 0), rounds=6)
    for _ in range(3):
        game.play(Move(EAST))

    assert ["fireproof"] == list(me.conditions)
    assert me.max_hit_points == me.hit_points
    assert 60 - 4 == left(me, "fireproof")


def test_fireproof_thrown_puts_fire_out_and_keeps_it_out_for_twenty_rounds() -> None:
    """Nothing burns within four of it, neither grass nor bare floor under a burst; then it burns as before."""
    game = scene("@..,,,,,,,,,,,,", "fireproof", "fire", "fire")
    light(game, (5, 0), (6, 0), rounds=9)
    throw(game, 4)

    assert ",,,,,," == flames(game)[3:9]
    throw(game, 5, slot=1)
    assert "&" not in flames(game)
    wait(game, 19)
    assert not game.world.level.veils
    throw(game, 5, slot=1)
    assert "&" in flames(game)


def test_fire_does_not_spread_to_wet_cells() -> None:
    """Grass beside them burns, but not the wet grass."""
    game = scene("@ #,,,,,,,", "fireproof")
    veil(game.world, "wet", cells(game, (6, 0), (7, 0), (8, 0), (9, 0)), 100)
    light(game, (5, 0))
    wait(game, 30)

    assert not game.world.level.fire
    assert ",,,," == picture(game)[6:]


def test_the_dark_drinker_sees_two_cells_and_is_heard_half_as_far() -> None:
    """For sixty rounds, with any amount of oil."""
    game = scene("@" + "." * 12, "darkness")
    assert game.world.level.is_visible(Point(9, 0))
    drink(game)
    game.play(Move(EAST))

    assert 7 == game.world.noise
    assert [True, False] == [game.world.level.is_visible(Point(x, 0)) for x in (3, 4)]
    wait(game, 59)
    assert game.world.level.is_visible(Point(9, 0))


def test_hunters_in_the_dark_lose_the_player_and_hear_them_only_nearby() -> None:
    """Hunters outside go on hunting; the player sees only two cells into it."""
    game = scene("@.....r\n.......\nr......", "darkness")
    inside, outside = others(game)
    for rat in (inside, outside):
        rat.mood, rat.noticed_on = Mood.HUNTING, 0
    throw(game, 6)

    assert (Mood.ROAMING, Mood.HUNTING) == (inside.mood, outside.mood)
    assert inside not in game.world.in_sight()
    assert 0 == observe(game.world).chance_to_notice(inside)
    wait(game, 30)
    assert inside in game.world.in_sight()


def test_no_darkness_dims_the_ember() -> None:
    """Neither drunk nor thrown; only noise is halved."""
    game = scene("@" + "." * 11, "darkness", "darkness")
    game.world.player.inventory.insert(Item.of(EMBER.items["Ember"]))
    drink(game)
    throw(game, 4)

    assert game.world.level.is_visible(Point(11, 0))
    game.play(Move(EAST))
    assert 14 == game.world.noise


def test_area_effects_are_saved_and_seen_as_far_as_they_are_known() -> None:
    """The player does not know cells behind a wall."""
    game = scene("@..#...")
    veil(game.world, "wet", cells(game, (1, 0), (5, 0)), 20)
    seen = observe(game.world)

    assert cells(game, (1, 0)) == seen.level.veiled("wet")
    assert digest(game.world) == digest(restore(game.world.ruleset, snapshot(game.world)).world)


def test_revealing_shows_all_monsters_and_tells_good_from_bad() -> None:
    """For forty turns, even behind walls; unidentified items in the pack and on the floor are marked, but not named."""
    game = scene("@.#r...r", "revealing", "fire")
    game.world.level.put(Item.of(EMBER.items["potion of swiftness"]), Point(7, 0))
    drink(game)

    assert [3, 7] == [actor.at.x for actor in observe(game.world).sensed]
    assert ["potion of fire", "potion of swiftness"] == game.world.knowledge.judged
    assert ["potion of revealing"] == game.world.knowledge.identified
    wait(game, 39)
    assert () == observe(game.world).sensed


def test_items_marked_bad_have_the_odds_of_bad_kinds_only() -> None:
    """The exact odds of bad kinds not yet identified, by their numbers in a hundred games."""
    game = scene("@", "revealing", "fire")
    drink(game)
    seen = observe(game.world)
    odds = odds_of(EMBER, seen.identified, unknown_in(game, 1))

    bad = {name: number for name, number in EMBER.expected.items() if EMBER.items[name].bad and "potion" in name}
    assert Fraction(bad["potion of fire"], sum(bad.values())) == dict(odds)[EMBER.items["potion of fire"]]
    assert 1 == chance_of_bad(EMBER, seen.identified, unknown_in(game, 1))
    assert "bad to use 100%" == odds_told(seen, unknown_in(game, 1))[0]


def test_the_odds_of_unidentified_items_are_those_of_a_whole_game() -> None:
    """Guaranteed healing counts: two in five unidentified potions are healing, and three in ten are bad."""
    game = scene("@", "stupor")
    odds = dict(odds_of(EMBER, (), unknown_in(game, 0)))

    assert 43 == round(100 * odds[EMBER.items["potion of healing"]])
    assert 28 == round(100 * chance_of_bad(EMBER, (), unknown_in(game, 0)))


def test_thrown_revealing_shows_hidden_things_within_five() -> None:
    """Vipers in the grass, and traps."""
    game = draw(
        "@.....,V.....,V", quiet(), legend={",": "grass", "V": "grass viper"}, inventory=["potion of revealing"]
    )
    near, far = others(game)
    for viper in (near, far):
        change(game.world, cells(game, viper.at), "grass")
    throw(game, 6)

    assert [True, False] == [viper in game.world.in_sight() for viper in (near, far)]


def test_a_drinker_of_descent_falls_unhurt_with_adjacent_actors() -> None:
    """They land at most two cells apart, and the others are stunned for a round."""
    game = scene("......\n..@r..\n.....r", "descent")
    beside = others(game)[0]
    drink(game)
    me = game.world.player

    assert 2 == game.world.depth
    assert me.max_hit_points == me.hit_points
    assert chebyshev_distance(me.at, beside.at) <= 2
    assert 1 == left(beside, "stunned")
    assert beside in game.world.level.actors
    wait(game, 1)
    assert 0 == left(beside, "stunned")


def test_thrown_descent_drops_actors_and_the_hole_closes_after_eight_rounds() -> None:
    """The grass is destroyed permanently, items fall, and stairs stay."""
    game = draw("@...r,.\n...>i..\n.......", quiet(), legend={"i": "dart", ",": "grass", ">": "stairs down"})
    game.world.player.inventory.insert(Item.of(EMBER.items["potion of descent"]))
    throw(game, 4)

    assert "@..:::.\n...>:..\n......." == picture(game)
    assert (1, []) == (game.world.depth, others(game))
    assert ["rat", None] == [each.actor and each.actor.kind.name for each in game.world.arrivals]
    wait(game, 7)
    assert "@......\n...>...\n......." == picture(game)


def test_a_summoned_monster_does_not_fall_with_its_caller() -> None:
    """It vanishes when its caller leaves the level, even in the same hole."""
    game = draw("@...Nz.", quiet(), legend={"N": "necromancer", "z": "skeleton"})
    caller, raised = others(game)
    raised.summoner = caller.id
    game.world.player.inventory.insert(Item.of(EMBER.items["potion of descent"]))
    throw(game, 4)

    assert "@..:::." == picture(game)
    assert ["necromancer"] == [each.actor and each.actor.kind.name for each in game.world.arrivals]


def test_the_last_level_does_not_open() -> None:
    """It becomes rubble for eight rounds, and says so."""
    game = scene(".....\n..@..\n.....", "descent")
    game.world.depth = 8
    told = drink(game)

    assert ".....\n..@..\n....." == picture(game).replace(";", ".")
    assert 4 == picture(game).count(";")
    assert any(isinstance(event, FloorHeld) for event in told)
    wait(game, 7)
    assert ";" not in picture(game)
    assert 8 == game.world.depth


def test_floating_actors_do_not_fall() -> None:
    """A hole does not affect them."""
    game = scene("@...", "feather", "descent")
    drink(game)
    drink(game, 1)

    assert 1 == game.world.depth


@pytest.mark.parametrize(
    ("covered", "bears", "burns"), [(False, False, True), (True, False, False), (True, True, True)]
)
def test_oil_is_thrown_lit_unless_the_lamp_is_covered(*, covered: bool, bears: bool, burns: bool) -> None:
    """Oil covers cells within one of where it breaks; the bearer of the Ember always throws it lit."""
    game = scene(".......\n@.......\n.......")
    inventory = game.world.player.inventory
    inventory.insert(Item.of(EMBER.items["oil flask"]))
    if bears:
        inventory.insert(Item.of(EMBER.items["Ember"]))
    game.world.player.covered = covered
    preview = preview_throw(EMBER.items["oil flask"], observe(game.world), Point(3, 1))
    throw(game, 3, 1)

    assert burns == bool(preview.lights or game.world.level.fire)
    assert 5 == len(cells_of(game.world.level.burning if burns else slick(game)))


def test_a_dagger_that_is_thrown_and_picked_up_is_back_in_hand() -> None:
    """Throwing takes a round, and getting it back only the steps."""
    game = draw("@..", EMBER)
    game.play(ThrowItem(0, Point(2, 0)))
    assert (1, None) == (game.world.turn, game.world.player.inventory.worn("weapon"))
    for _ in range(2):
        game.play(Move(EAST))
    dagger = game.world.player.inventory.worn("weapon")

    assert dagger is not None
    assert ("dagger", 3) == (dagger.kind.name, game.world.turn)


def unknown_in(game: Game, slot: int) -> UnknownKind:
    """Return the kind of the item in a slot, as the player knows it."""
    item = observe(game.world).me.inventory.at(slot)
    assert item is not None
    assert isinstance(item.kind, UnknownKind)
    return item.kind


def slick(game: Game) -> int:
    """Return the bitboard of the cells with oil."""
    level = game.world.level
    return board_of(level.grid.index(at) for at in level.grid.points() if level.layers_at(at)[0].name == "oil slick")


def test_bursts_out_of_view_are_neither_seen_nor_named() -> None:
    """Neither by the event, nor by its effects, nor by its victims."""
    game = scene("@.#r", "healing")
    potion = game.world.player.inventory.take_one(0)
    skeleton = others(game)[0]
    skeleton.kind, skeleton.hit_points = EMBER.monsters["skeleton"], 1
    land(game.world, Projectile(None, game.world.player.ref, Point(3, 0), [], potion), skeleton)
    events = list(game.world.events)

    assert [] == game.world.knowledge.identified
    assert not any(event.seen for event in events)
    named = [each for event in events for each in (getattr(event, "item", None), getattr(event, "means", None)) if each]
    assert all(isinstance(each, UnknownKind) for each in named)


def test_burned_unidentified_items_stay_unidentified() -> None:
    """The player learns only that a scroll burned."""
    rules = quiet()
    scroll = attrs.evolve(rules.items["scroll of insight"], burns=True)
    rules = attrs.evolve(rules, items={**rules.items, scroll.name: scroll})
    game = draw("@.?", rules, legend={"?": scroll.name})
    light(game, (2, 0), rounds=2)
    burned = next(event for event in game.play(Wait()) if isinstance(event, BurnedUp))

    assert isinstance(burned.item, UnknownKind)
    assert not game.world.level.items_at(Point(2, 0))


def test_the_aim_of_a_burst_shows_its_victims_and_the_cells_that_it_ignites() -> None:
    """The grass, an adjacent thrower, and actors that fall; a dart has its chance."""
    game = scene("@.,r...", "fire", "descent")
    game.world.knowledge.identified = sorted(["potion of fire", "potion of descent"])
    seen = observe(game.world)
    fire = preview_throw(EMBER.items["potion of fire"], seen, Point(2, 0))
    hole = preview_throw(EMBER.items["potion of descent"], seen, Point(3, 0))
    dart = preview_throw(EMBER.items["dart"], seen, Point(3, 0))

    assert "you: burning for 4 turns, rat: burning for 8 turns, lights the grass" == outcome(seen, fire)
    assert "rat: down to the next level" == outcome(seen, hole)
    assert "rat: about -4 HP (hit 91%)" == outcome(seen, dart)


def test_effects_without_victims_are_reported_by_their_results() -> None:
    """A bolt of stone or a cloud without a victim is not a miss."""
    seen = observe(draw("#@....#", EMBER).world)

    def told(name: str, x: int, *, thrown: bool = False) -> str:
        how = preview_throw if thrown else preview_use
        return outcome(seen, how(EMBER.items[name], seen, Point(x, 0)))

    assert ["crystal", "you hop there"] == [told(f"staff of {name}", 3) for name in ("stone", "blinking")]
    assert ["digs 1 cell", "digs 1 cell"] == [told("staff of digging", x) for x in (0, 5)]
    clouds = [told(f"potion of {name}", 4, thrown=True) for name in ("darkness", "caustic gas", "fire", "descent")]
    assert ["darkness", "caustic gas", "flames", "chasm"] == clouds
    assert "hits nothing" == told("dart", 4, thrown=True)


@pytest.mark.parametrize(
    ("drawn", "potion", "settled"),
    [
        ("@..b.", "descent", "@.:::"),
        ("@..+.", "descent", "@:::."),
        ("@.,,,", "descent", "@.:::"),
        ("@.~~~", "descent", "@.~~~"),
        ("@.=~=", "descent", "@.~~~"),
        ("@.,b,", "fireproof", "@.,.,"),
        ("@.,b,", "fire", "@&&&&"),
        ("@.~,=", "fire", "@&~&~"),
    ],
)
def test_a_burst_affects_covers_bridges_and_doors(drawn: str, potion: str, settled: str) -> None:
    """Covers, bridges and doors disappear with the floor, water stays, and a closed door stops thrown items."""
    game = scene(drawn, potion)
    throw(game, 3)

    assert settled == flames(game)


def test_a_wet_bridge_does_not_burn() -> None:
    """Flames beside it go out."""
    game = scene("@.,b,", "fireproof", "fire")
    throw(game, 3)
    throw(game, 3, slot=1)
    wait(game, 5)

    assert not game.world.level.fire
    assert "bridge" == game.world.level.terrain_at(Point(3, 0)).name


@pytest.mark.parametrize(("covered", "explodes"), [(True, False), (False, True)])
def test_marsh_gas_explodes_of_burning_oil_and_not_of_the_lamp(*, covered: bool, explodes: bool) -> None:
    """Neither an open lamp ignites it, nor oil thrown with a covered lamp."""
    game = scene("@.......")
    game.world.player.inventory.insert(Item.of(EMBER.items["oil flask"]))
    release(game.world, EMBER.gases["marsh gas"], Point(1, 0), 800)
    told = game.play(Wait())
    assert not any(isinstance(event, Exploded) for event in told)
    game.world.player.covered = covered
    told = throw(game, 2)

    assert explodes == any(isinstance(event, Exploded) for event in told)


def test_falling_actors_never_land_in_deep_water() -> None:
    """They land on the nearest ground that does not ask."""
    game = scene("=====\n=====\n==..@")
    game.world.arrivals = [Arrival(1, Exit.FALL, 0, Point(1, 1), spawned(game, "rat"))]
    wait(game, 1)

    assert [Point(2, 2)] == [rat.at for rat in others(game)]


def spawned(game: Game, name: str) -> Actor:
    """Return a monster that is not on the level."""
    return create_actor(game.world.new_id(), game.world.ruleset.monsters[name], Point(0, 0), Inventory.empty(0))


def test_changes_that_the_map_cannot_show_are_reported() -> None:
    """Wet or dark cells, a full lamp, another level; but no healing without wounds."""
    game = scene("@..r", "healing", "fireproof", "darkness", "descent")
    narrator = Narrator(game.world.ruleset)
    game.world.player.inventory.insert(Item.of(EMBER.items["oil flask"]))
    events = [*drink(game), *throw(game, 3, slot=1), *throw(game, 3, slot=2), *drink(game, 4), *drink(game, 3)]
    told = [message.text for event in events if (message := narrator.tell(event)) is not None]

    assert {"Everything here is wet and cannot burn.", "Darkness spreads.", "You fill your lamp."} < set(told)
    assert "You come down to level 2 unhurt." in told
    assert not any("feel better" in text for text in told)
