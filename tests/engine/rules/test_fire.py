"""Fire: how it spreads, what it leaves, and the actors that it burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import BurnedUp, FlaredUp, Ignited, TurnEnded
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.fire import Fuel
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fire import kindle, put_out
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.level_catchup import ACTS_FOR, simulate_absence
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest
from tests.burning import HELD, LEGEND, MARSH, PROOF, blazing, cells, flames, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def burns_over(arena: RuleSet, drawn: str, lit: tuple[int, int], rounds: int) -> list[str]:
    """Return the map after each of `rounds` rounds, with one cell lit before the first."""
    game = scene(arena, drawn)
    kindle(game.world, cells(game, lit), 1)
    maps = []
    for _ in range(rounds):
        game.perform(Wait())
        maps.append(flames(game))
    return maps


def test_grass_burns_from_cell_to_cell_and_leaves_ash(arena: RuleSet) -> None:
    """Each cell burns three rounds and ignites its four orthogonal neighbours."""
    drawn = """\
@........
...,.....
...,,,...
..,......
"""
    expected = [
        "@........\n...&.....\n...&,,...\n..,......",
        "@........\n...&.....\n...&&,...\n..,......",
        "@........\n..._.....\n...&&&...\n..,......",
        "@........\n..._.....\n..._&&...\n..,......",
        "@........\n..._.....\n..._&&...\n..,......".replace("&&", "_&"),
    ]

    game = scene(arena, drawn)
    kindle(game.world, cells(game, (3, 1)))
    maps = []
    for _ in range(5):
        game.perform(Wait())
        maps.append(flames(game))

    assert expected == maps


@pytest.mark.parametrize(
    ("drawn", "after", "settled"),
    [
        ("@..,,~~", "@..&&~~", "@..__~~"),
        ("@..,##,", "@..&##,", "@.._##,"),
        ("@..,+,.", "@..&&,.", "@.._._."),
        ("@..,==.", "@..&&=.", "@.._~~."),
        ("@..,%%.", "@..&&%.", "@.._..."),
    ],
    ids=["water stops it", "walls stop it", "doors burn down", "bridges fall", "webs burn away"],
)
def test_fire_meets_what_is_beside_it(arena: RuleSet, drawn: str, after: str, settled: str) -> None:
    """One round later, and when all has burned out."""
    maps = burns_over(arena, drawn, (3, 0), 16)

    assert after == maps[0]
    assert settled == maps[-1]


def test_a_door_that_burns_stands_open(arena: RuleSet) -> None:
    """Sight and gas then pass through it."""
    game = scene(arena, "@..+..o")
    level = game.world.level
    assert not level.is_visible(Point(6, 0))

    kindle(game.world, cells(game, (3, 0)))
    game.perform(Wait())

    assert level.is_visible(Point(6, 0))
    assert not level.cells("gas") & cells(game, (3, 0))


def test_bare_ground_burns_for_the_given_rounds_and_water_does_not(arena: RuleSet) -> None:
    """Flames on bare ground burn out after the given rounds; grass burns at least as long."""
    game = scene(arena, "@..,.~#")
    kindle(game.world, cells(game, *((x, 0) for x in range(2, 7))), 6)
    maps = []
    for _ in range(6):
        maps.append(flames(game))
        game.perform(Wait())

    assert ["@.&&&~#"] * 6 == maps
    assert "@.._.~#" == flames(game)


def test_an_actor_in_flames_burns_for_four_more_rounds(arena: RuleSet) -> None:
    """Three damage a round, and each further round in the flames restarts the four rounds."""
    game = scene(arena, "@.......S")
    player, statue = game.world.player, game.world.level.actors[1]
    kindle(game.world, cells(game, (0, 0), (8, 0)), 1)
    lost = []
    for _ in range(6):
        game.perform(Wait())
        lost.append((20 - player.hit_points, 10 - statue.hit_points))

    assert [(3, 3), (6, 6), (9, 9), (12, 10), (12, 10), (12, 10)] == lost


def test_fire_that_spreads_burns_only_from_the_next_round_on(arena: RuleSet) -> None:
    """An actor has a turn to get away from spreading flames."""
    game = scene(arena, "...@,,.")
    kindle(game.world, cells(game, (5, 0)))
    game.world.level.lay(cells(game, (3, 0)), game.world.level.code("grass"))

    game.perform(Wait())
    assert "...@&&." == flames(game)
    game.perform(Wait())
    assert game.world.level.is_burning(Point(3, 0))
    assert 20 == game.world.player.hit_points
    game.perform(Wait())
    assert 17 == game.world.player.hit_points


def test_stepping_into_flames_burns_immediately_and_water_ends_it(arena: RuleSet) -> None:
    """The condition starts with the step into flames, and ends with a step into water."""
    game = scene(arena, "@.~.")
    kindle(game.world, cells(game, (1, 0)), 5)

    game.perform(Move(Direction.EAST))
    assert 17 == game.world.player.hit_points
    game.perform(Move(Direction.EAST))
    assert {} == game.world.player.conditions
    game.perform(Wait())
    assert 17 == game.world.player.hit_points


def test_the_fireproof_do_not_burn(arena: RuleSet) -> None:
    """Whether by their kind or by a condition; a web around them burns away nevertheless."""
    rules = blazing(arena)
    monsters = {**rules.monsters, "statue": attrs.evolve(rules.monsters["statue"], immune=("fire",))}
    game = draw("@S", attrs.evolve(rules, monsters=monsters))
    player, statue = game.world.level.actors
    afflict(game.world, player, PROOF, 9)
    for actor in (player, statue):
        afflict(game.world, actor, HELD, 9)
    kindle(game.world, cells(game, (0, 0), (1, 0)), 3)

    game.perform(Wait())

    assert (20, 10) == (player.hit_points, statue.hit_points)
    assert ["fireproof"] == list(player.conditions)
    assert {} == statue.conditions


def test_items_burn_and_oil_feeds_the_fire(arena: RuleSet) -> None:
    """Scrolls burn, stones stay; one event reports all items that burned, except those that burst into flames."""
    game = scene(arena, "@......\n...?!*.\n.......")
    game.world.level.put(game.world.level.items_at(Point(3, 1))[0], Point(4, 1))
    kindle(game.world, cells(game, (3, 1), (4, 1), (5, 1)), 1)

    events = game.play(Wait())

    assert [2] == [event.number for event in events if isinstance(event, BurnedUp)]
    assert [Point(4, 1)] == [event.at for event in events if isinstance(event, FlaredUp)]
    assert "@..&&&.\n...&&&.\n...&&&." == flames(game)
    for _ in range(5):
        game.perform(Wait())
    assert "@......\n.....*.\n......." == flames(game)


def test_fire_is_reported_once_however_far_it_spreads(arena: RuleSet) -> None:
    """The first flames have a text, while their spread only shows on the map."""
    game = scene(arena, "@..,,,,,")
    kindle(game.world, cells(game, (3, 0)))
    told = [event.variant for _ in range(5) for event in game.play(Wait()) if isinstance(event, Ignited)]

    assert ["starts", "spreads", "spreads", "spreads", "spreads"] == told


def test_monsters_go_round_flames_and_out_of_them(arena: RuleSet) -> None:
    """Hunters avoid flames, burning actors take the shortest path out, and monsters immune to fire walk through."""
    drawn = "#######\n@....o.\n.#####.\n......."
    game = scene(arena, drawn)
    orc = game.world.level.actors[1]
    kindle(game.world, cells(game, (3, 1)), 10)

    game.perform(Wait())
    assert Point(6, 2) == orc.at

    game = scene(arena, drawn)
    orc = game.world.level.actors[1]
    afflict(game.world, orc, PROOF, 9)
    kindle(game.world, cells(game, (3, 1), (4, 1)), 10)
    game.perform(Wait())
    assert Point(4, 1) == orc.at


def test_water_thrown_on_it_puts_fire_out(arena: RuleSet) -> None:
    """Burning terrain and actors are put out; unburned grass remains."""
    game = scene(arena, "@,,..S")
    kindle(game.world, cells(game, (0, 0), (1, 0), (5, 0)), 5)
    game.perform(Wait())

    put_out(game.world, cells(game, *((x, 0) for x in range(6))))

    assert "@,,..S" == flames(game)
    assert () == game.world.level.fire
    assert all(not actor.conditions for actor in game.world.level.actors)


def test_fire_lights_gas_and_the_explosion_lights_grass(arena: RuleSet) -> None:
    """The whole connected cloud explodes and burns the actors in it; other clouds stay."""
    game = scene(arena, "@..,,.S.##..")
    world = game.world
    for x in (2, 5, 6, 10):
        release(world, MARSH, Point(x, 0), 400)
    for _ in range(2):
        game.perform(Wait())
    kindle(world, cells(game, (1, 0)), 1)
    game.perform(Wait())

    statue = world.level.actors[1]
    assert 2 == statue.hit_points
    assert "@..&&.S.##.." == flames(game)
    assert 0 == max((amount for x in range(8) for _, amount in world.level.gases_at(Point(x, 0))), default=0)
    assert world.level.gases_at(Point(10, 0))


def test_chance_decides_by_rising_cells(arena: RuleSet) -> None:
    """The same seed gives the same fire; a likelier fuel burns sooner."""
    rules = blazing(arena)

    def burned(chance: int, seed: int) -> Game:
        kinds = tuple(
            attrs.evolve(kind, fuel=Fuel(chance, 3, "ash")) if kind.name == "grass" else kind for kind in rules.terrain
        )
        game = draw(
            "@.......\n" + ",,,,,,,,\n" * 6, attrs.evolve(rules, terrain=kinds), legend=LEGEND, seed=seed, hit_points=20
        )
        kindle(game.world, cells(game, (7, 3)))
        for _ in range(6):
            game.perform(Wait())
        return game

    assert digest(burned(50, 4).world) == digest(burned(50, 4).world)
    assert digest(burned(50, 4).world) != digest(burned(50, 5).world)
    ashes = [sum(flames(burned(chance, seed)).count(",") for seed in range(20)) for chance in (20, 50, 80)]
    assert sorted(ashes, reverse=True) == ashes


def test_a_level_that_was_left_burns_on_for_a_while_and_no_longer(arena: RuleSet) -> None:
    """At most twenty rounds, which also burn monsters there; after that all fire and gas are gone."""
    drawn = "@" + "," * 40 + "S...S"
    for rounds, left in ((5, 34), (ACTS_FOR, 19), (1000, 19)):
        game = scene(arena, drawn)
        world = game.world
        world.level.remove(world.player)
        kindle(world, cells(game, (40, 0), (41, 0)), 1)
        release(world, MARSH, Point(2, 0), 3)

        simulate_absence(world, rounds)

        assert left == flames(game).count(",")
        assert (rounds < ACTS_FOR) == bool(world.level.fire)
        assert [3] == [actor.id for actor in world.level.actors]


def test_fire_waits_once_the_budget_of_the_turn_is_spent(arena: RuleSet) -> None:
    """However slow the player is, a turn takes no noticeable time."""
    rules = blazing(arena)
    slow = attrs.evolve(rules, player=attrs.evolve(rules.player, speed=1))
    game = draw("@..\n" + "," * 150 + "\n" + "," * 150, slow, legend=LEGEND)
    kindle(game.world, cells(game, (149, 0)))

    assert any(isinstance(event, TurnEnded) for event in game.play(Wait()))
