"""Interactions in `ember`: entries of the design's table, and rulings, that no other test draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Use, Wait
from roguelike.engine.events import Exploded, Harm, Harmed, Launched, TrapSprung
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.fire import kindle, light
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.hordes import arrive
from roguelike.engine.rules.identity import learn
from roguelike.engine.rules.score import score_parts
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw, picture
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from tests.drawn_levels import Drawn

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import Outcome

EAST, WEST = Direction.EAST, Direction.WEST
LEGEND = {
    "+": "door",
    "L": "locked door",
    ",": "grass",
    "%": "foliage",
    "w": "web",
    "o": "oil slick",
    "b": "bridge",
    "~": "shallow water",
    "=": "deep water",
    ":": "chasm",
    "}": "lava",
    "|": "crystal",
    "S": "statue",
    "*": "sanctuary",
    "_": "altar",
    "C": "locked cage",
    "B": "bell trap",
    ">": "stairs down",
    "<": "stairs up",
}
EMBER = load_ruleset("ember")
QUIET = attrs.evolve(
    EMBER,
    possessions=(),
    arrivals=None,
    monsters={**EMBER.monsters, "rat": attrs.evolve(EMBER.monsters["rat"], mind=None, hit_points=1000)},
)


def scene(drawn: str, *items: str, hit_points: int | None = None) -> Game:
    """Start a game with a passive rat and identified items."""
    game = draw(drawn, QUIET, legend=LEGEND, hit_points=hit_points)
    for name in items:
        item = Item.of(QUIET.items[name], plus=2 * name.startswith("staff"))
        game.world.player.inventory.insert(item)
        learn(game.world, item.kind)
    return game


def others(game: Game) -> list[Actor]:
    """Return the monsters, by rising id."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def cell(game: Game, x: int, y: int = 0) -> int:
    """Return the bitboard of a cell."""
    return 1 << game.world.level.grid.index(Point(x, y))


def wait(game: Game, rounds: int) -> None:
    """Wait for `rounds` rounds."""
    for _ in range(rounds):
        game.play(Wait())


def cloud(game: Game, gas: str, x: int, volume: int = 400) -> None:
    """Release gas in the first row."""
    release(game.world, QUIET.gases[gas], Point(x, 0), volume)


# --- fire


@pytest.mark.parametrize("thing", ["|", "S", "L", "_", "C"])
def test_stone_locks_altars_and_cages_never_burn(thing: str) -> None:
    """Although the grass on both sides does."""
    game = scene(f"@...,,{thing},,")
    before = picture(game)
    light(game.world, cell(game, 5) | cell(game, 7))
    wait(game, 20)

    assert before.replace(",", ".") == picture(game)
    assert not game.world.level.fire


@pytest.mark.parametrize("gas", ["caustic gas", "stupor gas", "confusion gas"])
def test_gas_that_does_not_explode_neither_burns_nor_puts_out(gas: str) -> None:
    """Flames burn in it as long as elsewhere."""
    game = scene("@.........,.")
    cloud(game, gas, 10)
    light(game.world, cell(game, 10))
    before = game.world.level.gases_at(Point(10, 0))
    events = game.play(Wait())

    assert before[0][0] == gas
    assert game.world.level.gases_at(Point(9, 0))
    assert game.world.level.is_burning(Point(10, 0))
    assert not any(isinstance(event, Exploded) for event in events)


# --- lightning


def test_lightning_lights_nothing_and_breaks_nothing() -> None:
    """It affects neither plants, nor wood, nor items on the floor, nor any gas except marsh gas."""
    drawn = "@,wo,b.i.."
    game = draw(drawn, QUIET, legend={**LEGEND, "i": "scroll of mapping"})
    staff = Item.of(QUIET.items["staff of lightning"], plus=2)
    game.world.player.inventory.insert(staff)
    learn(game.world, staff.kind)
    before = picture(game)
    cloud(game, "caustic gas", 8)
    game.play(Use(0, Point(5, 0)))

    assert not game.world.level.fire
    assert before == picture(game)
    assert game.world.level.gases_at(Point(8, 0))


# --- what is wet


def test_a_wet_door_does_not_burn() -> None:
    """Not even if fire is thrown at it; twenty rounds later it would."""
    game = scene("@..,+,,", "potion of fireproof")
    game.play(ThrowItem(0, Point(3, 0)))
    light(game.world, cell(game, 4) | cell(game, 3))

    assert not game.world.level.fire
    wait(game, 20)
    light(game.world, cell(game, 4))
    assert game.world.level.is_burning(Point(4, 0))


# --- pushes


@pytest.mark.parametrize(
    ("drawn", "after"),
    [("@r|.", "@r|."), ("@r=.", "@.r."), ("@r~.", "@.r."), ("@rB.", "@.r."), ("@r:.", "@.:."), ("@r..", "@.r.")],
)
def test_the_mace_pushes_into_various_cells(drawn: str, after: str) -> None:
    """Crystal does damage like a wall, falling actors leave the level, and none drown."""
    rules = attrs.evolve(QUIET, depths=2, generator=Drawn((drawn, "@...")))
    game = draw(drawn, rules, legend=LEGEND)
    mace = Item.of(QUIET.items["mace"])
    mace.worn = True
    game.world.player.inventory.insert(mace)
    (rat,) = others(game)
    rat.mood = Mood.ASLEEP  # no blow misses it
    events = game.play(Move(EAST))
    hard = [event.damage for event in events if isinstance(event, Harmed) and event.harm == Harm.OTHER]
    wait(game, 5)

    assert after == picture(game)
    assert ([4] if "|" in drawn else []) == hard
    assert ("B" in drawn) == any(isinstance(event, TrapSprung) for event in events)
    assert (":" in drawn) == (rat not in game.world.level.actors)
    assert rat.is_alive


def test_the_mace_pushes_into_flames() -> None:
    """They burn immediately, and water behind them puts them out."""
    game = scene("@r..~")
    mace = Item.of(QUIET.items["mace"])
    mace.worn = True
    game.world.player.inventory.insert(mace)
    (rat,) = others(game)
    kindle(game.world, cell(game, 2), 6)
    rat.mood = Mood.ASLEEP
    game.play(Move(EAST))
    burns = "burning" in rat.conditions
    game.world.level.move(rat, Point(4, 0))
    wait(game, 1)

    assert burns
    assert "burning" not in rat.conditions


# --- ways for gas


def test_digging_opens_a_way_for_gas() -> None:
    """Through a wall, also for marsh gas."""
    game = scene("@.#......", "staff of digging")
    for gas in ("caustic gas", "marsh gas"):
        cloud(game, gas, 4, 800)
    wait(game, 3)
    shut = game.world.level.gases_at(Point(1, 0))
    game.play(Use(0, Point(2, 0)))
    wait(game, 3)

    assert [] == shut
    assert ["caustic gas", "marsh gas"] == sorted(name for name, _ in game.world.level.gases_at(Point(1, 0)))


def test_marsh_gas_passes_a_sanctuary() -> None:
    """A sanctuary bars only monsters and allies."""
    game = scene("@.***....")
    cloud(game, "marsh gas", 6, 4000)
    wait(game, 6)

    assert game.world.level.gases_at(Point(3, 0))


# --- things


def test_descent_drops_the_items_there() -> None:
    """They are on the next level, near where they fell."""
    rules = attrs.evolve(QUIET, depths=2, generator=Drawn(("@", "@......")))
    game = draw("@...i..", rules, legend={"i": "sword"})
    item = Item.of(QUIET.items["potion of descent"])
    game.world.player.inventory.insert(item)
    game.play(ThrowItem(0, Point(4, 0)))
    wait(game, 1)

    assert not game.world.level.items
    assert ["sword"] == [item.kind.name for each in game.world.arrivals for item in each.items]


@pytest.mark.parametrize(
    ("name", "glyph"), [("potion of life", "}"), ("key", "}"), ("key", "="), ("potion of life", ":"), ("key", ":")]
)
def test_life_and_keys_are_lost_to_no_terrain(name: str, glyph: str) -> None:
    """Lava destroys neither; a key does not drift or fall, and life falls to the next level at most."""
    rules = attrs.evolve(QUIET, depths=2, generator=Drawn(("@", "@......")))
    game = draw(f"@....{glyph}.", rules, legend=LEGEND)
    world = game.world
    item = Item.of(QUIET.items[name])
    item.home = Point(6, 0) if item.kind.stays else None
    world.level.put(item, Point(5, 0))
    wait(game, 30)
    lying = [each.kind.name for pile in world.level.items.values() for each in pile]
    fallen = [each.kind.name for arrival in world.arrivals for each in arrival.items]

    assert [name] == lying + fallen
    assert name == "potion of life" or not fallen


# --- rulings


def test_arrivals_take_the_other_stairs_and_go_where_the_player_was() -> None:
    """A player waiting on the farther stairs is not safe from them; the leader's first goal is the player's cell."""
    for drawn, comes in (("@>...........<", 12), (">............<@", 1)):
        game = scene(drawn)
        game.world.depth = 2
        assert arrive(game.world)
        leader = others(game)[0]
        assert abs(leader.at.x - comes) <= 2
        assert game.world.player.at == leader.goal
        assert Mood.ROAMING == leader.mood


def test_a_level_has_sixteen_jellies_at_most() -> None:
    """Even if they are damaged often."""
    game = draw("....\n....\n.J..\n....\n....\n####\n@...", QUIET, legend={"J": "jelly"})
    (jelly,) = others(game)
    jelly.hit_points = jelly.max_hit_points = 10_000
    for _ in range(40):
        for each in others(game):
            hurt(game.world, each, 1, Harm.OTHER, Cause(None, each.at))

    assert 16 == len(others(game))


def test_stupor_gas_stuns_the_player_for_eight_rounds_of_a_cloud_and_monsters_throughout() -> None:
    """The player is then immune for ten rounds."""
    game = scene("@r" + "#")
    (rat,) = others(game)
    stunned = []
    for _ in range(16):
        for x in range(2):
            cloud(game, "stupor gas", x, 100)
        game.play(Wait())
        stunned.append("stunned" in rat.conditions)

    assert all(stunned)
    assert "stunned" not in game.world.player.conditions
    assert "steady" in game.world.player.conditions


def test_flasks_score_nothing() -> None:
    """Only the oil in the lamp counts, a tenth of it, and only for winners."""
    scores = []
    endings: tuple[tuple[Outcome, int], ...] = (("won", 0), ("won", 5), ("died", 5))
    for outcome, flasks in endings:
        game = scene("@..", *["oil flask"] * flasks)
        game.world.player.gauges["oil"] = 444
        game.world.outcome = outcome
        scores.append(dict(score_parts(game.world)).get("oil in the lamp", 0))

    assert [44, 44, 0] == scores


def test_the_cages_of_a_treasury_that_was_broken_into_stay_shut() -> None:
    """Until the key turns in its door."""
    game = scene("@.#CL", "staff of digging", "key")
    world = game.world
    at = Point(3, 0)
    world.level.features[world.level.grid.index(at)].holds = Item.of(QUIET.items["sword"])
    game.play(Use(0, Point(2, 0)))
    for _ in range(3):
        game.play(Move(EAST))
    shut = world.level.feature_at(at)

    assert "@" == picture(game)[2]
    assert shut is not None
    assert shut.kind.shut
    assert shut.holds is not None


# --- who meets what


def test_a_sleeper_in_the_grass_burns_with_it() -> None:
    """The first damage wakes it, but it is already burning."""
    game = draw("@......,,,,j,,", EMBER, legend=LEGEND, hit_points=900)
    (jackal,) = others(game)
    jackal.mood = Mood.ASLEEP
    change(game.world, cell(game, 11), "grass")
    kindle(game.world, cell(game, 11))
    asleep = jackal.mood
    wait(game, 2)

    assert jackal.hit_points < jackal.max_hit_points
    assert (Mood.ASLEEP, True) == (asleep, jackal.mood is not Mood.ASLEEP)


def test_the_item_of_a_thief_drifts_if_it_dies_in_water() -> None:
    """To a nearby cell, not out of the game."""
    game = draw("......\n@..=R.\n......", EMBER, legend=LEGEND)
    (thief,) = others(game)
    thief.carries = Item.of(EMBER.items["sword"])
    game.world.level.move(thief, Point(3, 1))
    hurt(game.world, thief, 99, Harm.OTHER, Cause(None, thief.at))
    wait(game, 20)

    ((at, pile),) = game.world.level.items.items()
    assert ["sword"] == [item.kind.name for item in pile]
    assert Point(3, 1) != game.world.level.grid.point(at)


def test_confused_actors_at_an_edge_can_stumble_in() -> None:
    """No question comes first."""
    rules = attrs.evolve(QUIET, depths=2, generator=Drawn(("@", "@......")))
    depths = set()
    for seed in range(20):
        game = draw("...\n:@:\n...", rules, legend=LEGEND, seed=seed)
        afflict(game.world, game.world.player, rules.conditions["confused"], 5)
        game.play(Move(Direction.NORTH))
        depths.add(game.world.depth)

    assert {1, 2} == depths


@pytest.mark.parametrize(("drawn", "shoots"), [("@...o..a", False), ("@......a", True)])
def test_monsters_do_not_shoot_through_fellows(drawn: str, *, shoots: bool) -> None:
    """They wait for a clear line, or approach."""
    still = attrs.evolve(EMBER.monsters["orc"], mind=None)
    rules = attrs.evolve(EMBER, monsters={**EMBER.monsters, "orc": still})
    game = draw(f"########\n{drawn}\n########", rules, legend={"o": "orc", "a": "orc archer"}, hit_points=900)
    others(game)[-1].mood = Mood.HUNTING
    events = [event for _ in range(5) for event in game.play(Wait())]

    assert shoots == any(isinstance(event, Launched) for event in events)


def test_a_killed_keeper_revives_beside_an_actor_on_its_body() -> None:
    """Neither flames nor a hole remove the body."""
    game = draw("@....X.", EMBER, legend={"X": "Keeper"}, hit_points=900)
    world, (keeper,) = game.world, others(game)
    keeper.mood = Mood.HUNTING
    at = keeper.at
    die(world, keeper, Cause(world.player.ref, world.player.at))
    light(world, cell(game, 5))
    kindle(world, cell(game, 5), 10)
    wait(game, 15)
    bodies = [item.kind.name for item in world.level.items_at(at)]
    world.level.move(world.player, at)
    wait(game, 30)

    assert ["Keeper's body"] == bodies
    assert ["Keeper"] == [each.kind.name for each in others(game)]
    assert world.player.at == at
