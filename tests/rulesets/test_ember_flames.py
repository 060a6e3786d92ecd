"""Fire and gas in `ember` among doors, bridges, traps, monsters and the lamp."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, TakeStairs, Wait
from roguelike.engine.events import Exploded, Fell, GasReleased, Harm, Harmed, TrapSprung
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Lightning
from roguelike.engine.parts.effects.fire import Breathe
from roguelike.engine.parts.minds import Beast
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.level_catchup import ACTS_FOR, simulate_absence
from roguelike.engine.rules.pursuit import step_to, step_to_foe
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from tests.burning import cells, ember, light
from tests.drawn_levels import Drawn

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EAST, SOUTH = Direction.EAST, Direction.SOUTH


def monster(game: Game) -> Actor:
    """Return the only monster."""
    return next(actor for actor in game.world.level.actors if not actor.is_player)


def ground(game: Game, x: int) -> str:
    """Return the name of the ground of a cell in the first row."""
    return game.world.level.terrain_at(Point(x, 0)).name


def suffer(game: Game, victim: Actor, name: str, turns: int) -> None:
    """Afflict an actor with a condition."""
    afflict(game.world, victim, game.world.ruleset.conditions[name], turns)


def let_out(game: Game, gas: str, at: Point, volume: int) -> None:
    """Release gas on a cell."""
    release(game.world, game.world.ruleset.gases[gas], at, volume)


def test_a_burning_door_does_not_close() -> None:
    """Although it is empty, it does not block sight, until it is floor."""
    game = ember("@.+.")
    light(game, (2, 0))
    found = []
    for _ in range(12):
        game.perform(Wait())
        found.append(ground(game, 2))

    assert ["open door"] * 9 + ["floor"] * 3 == found


def test_actors_on_a_burned_bridge_fall() -> None:
    """To the next level, in the round in which it disappears; over water they swim."""
    for bridge, fallen in (("b", True), ("B", False)):
        game = ember(f"@..{bridge}r", mind=None, hit_points=100)
        game.world.ruleset = attrs.evolve(game.world.ruleset, depths=2, generator=Drawn(("@", "@")))
        rat = monster(game)
        game.world.level.move(rat, Point(3, 0))
        light(game, (3, 0))
        events = [event for _ in range(4) for event in game.play(Wait())]

        assert fallen == any(isinstance(event, Fell) for event in events)
        assert fallen == (rat not in game.world.level.actors)
        assert fallen or "swimming" in rat.conditions


@pytest.mark.parametrize(("flies", "burns"), [(False, False), (True, True)])
def test_water_extinguishes_only_actors_in_it(*, flies: bool, burns: bool) -> None:
    """Not flyers above it."""
    game = ember("@...~r", mind=None, hit_points=100, flies=flies)
    rat = monster(game)
    suffer(game, rat, "burning", 9)
    game.world.level.move(rat, Point(4, 0))
    game.perform(Wait())

    assert burns == ("burning" in rat.conditions)


def test_flames_free_actors_stuck_in_a_web() -> None:
    """They also burn the actors."""
    game = ember("@w..")
    game.perform(Move(EAST))
    assert "held" in game.world.player.conditions

    light(game, (1, 0), rounds=1)
    game.perform(Wait())

    assert ["burning"] == list(game.world.player.conditions)


@pytest.mark.parametrize("ground", ["deep water", "crystal", "chasm"])
def test_ground_that_bears_nothing_bears_no_flames(ground: str) -> None:
    """Even if it is laid on burning cells; other snapshots are refused."""
    game = ember("@..,,,")
    light(game, (3, 0), (4, 0))
    change(game.world, cells(game, (4, 0), (5, 0)), ground)

    assert cells(game, (3, 0)) == game.world.level.burning
    light(game, (5, 0), rounds=9)
    assert cells(game, (3, 0)) == game.world.level.burning

    game.world.level.fire = (cells(game, (4, 0)), *game.world.level.fire[1:])
    with pytest.raises(BadPlain, match="nothing burns on ground that bears no cover"):
        restore(game.world.ruleset, snapshot(game.world))


@pytest.mark.parametrize(("vent", "gas", "volume"), [("c", "caustic gas", 350), ("s", "stupor gas", 200)])
def test_a_vent_lets_its_gas_out_once(vent: str, gas: str, volume: int) -> None:
    """The gas surrounds the actor that steps on it."""
    game = ember(f"@{vent}.......")
    events = game.play(Move(EAST))

    assert [gas] == [event.gas.name for event in events if isinstance(event, GasReleased)]
    assert {} == game.world.level.features
    kind = next(kind for name, kind in load_ruleset("ember").features.items() if name == gas.replace("gas", "vent"))
    assert volume == getattr(kind.enter[0], "volume", 0)


def test_a_flame_jet_burns_at_once_and_again_after_twenty_rounds() -> None:
    """Also all adjacent cells, even bare floor."""
    game = ember(".....\n@f...\n.....")
    events = game.play(Move(EAST))
    assert "burning" in game.world.player.conditions
    assert any(isinstance(event, TrapSprung) for event in events)
    assert 5 == game.world.level.burning.bit_count()

    sprung = []
    for direction in (EAST, Direction.WEST) * 12:
        sprung += [game.world.round for event in game.play(Move(direction)) if isinstance(event, TrapSprung)]
    assert [21] == sprung


@pytest.mark.parametrize(("rounds", "springs"), [(10, False), (24, True)])
def test_a_flame_jet_counts_its_rounds_while_the_player_is_away(rounds: int, *, springs: bool) -> None:
    """After a visit below, it is as if the player had waited beside it."""
    rules = attrs.evolve(load_ruleset("ember"), depths=2, generator=Drawn(("@", "..<..")), arrivals=None)
    game = draw("f@>", rules, legend={"f": "flame jet", ">": "stairs down"}, hit_points=900)
    world = game.world
    for direction in (Direction.WEST, EAST, EAST):
        game.play(Move(direction))
    game.play(TakeStairs("down"))
    while world.round < rounds:
        game.play(Wait())
    game.play(TakeStairs("up"))
    game.play(Move(Direction.WEST))
    events = game.play(Move(Direction.WEST))

    assert world.depth == 1
    assert springs == any(isinstance(event, TrapSprung) for event in events)


def test_a_wisp_ignites_the_actors_that_it_touches() -> None:
    """Even on bare floor, except fire-immune actors."""
    for proof in (False, True):
        game = ember("@.")
        wisp = game.world.ruleset.monsters["wisp"]
        sure = attrs.evolve(wisp, stats=attrs.evolve(wisp.stats, attack=60), mind=Beast())
        assert spawn(game.world, sure, Point(1, 0)) is not None
        if proof:
            suffer(game, game.world.player, "fireproof", 20)
        harms = [event.harm for _ in range(3) for event in game.play(Wait()) if isinstance(event, Harmed)]

        assert proof == ("burning" not in game.world.player.conditions)
        assert proof == (Harm.FIRE not in harms)


def test_a_drifter_bursts_into_caustic_gas() -> None:
    """When it dies."""
    game = ember("@.....d..")
    hurt(game.world, monster(game), 4, None, Cause(None, Point(0, 0)))

    assert [("caustic gas", 250)] == game.world.level.gases_at(Point(6, 0))


def test_the_breath_of_a_drake_ignites_flammable_cells() -> None:
    """Those in its line, and explosive gas there."""
    game = ember("@.,,,..D\n#######.", hit_points=100)
    let_out(game, "marsh gas", Point(6, 0), 100)
    seen = observe(game.world)
    drake, breath = monster(game), Breathe(7, 10)
    at = game.world.player.at
    assert ["grass"] == [kind.name for kind in breath.preview(seen, Point(7, 0)).lights]
    assert () == breath.preview(seen, Point(7, 0)).expected  # what is fire itself is proof against it

    breath.apply(game.world, Cause(drake.ref, drake.at), at)

    assert cells(game, (2, 0), (3, 0), (4, 0)) == game.world.level.burning
    assert {} == game.world.level.gas
    assert 1000 > game.world.player.hit_points


def test_lightning_sets_off_marsh_gas() -> None:
    """Where it hits; it does not ignite grass."""
    for gas, burns in ((0, False), (100, True)):
        game = ember("@.,,,r", mind=None, hit_points=500)
        if gas:
            let_out(game, "marsh gas", Point(4, 0), gas)
            game.perform(Wait())
        Lightning(damage=3, range=9).apply(game.world, Cause(game.world.player.ref, Point(0, 0)), Point(0, 0))

        assert burns == bool(game.world.level.burning)


def test_the_bang_of_marsh_gas_wakes_monsters_in_earshot() -> None:
    """Twenty steps away."""
    game = ember("@,................r", mind=None)
    rat = monster(game)
    rat.mood = Mood.ASLEEP
    let_out(game, "marsh gas", Point(1, 0), 100)
    light(game, (1, 0))
    events = game.play(Wait())

    assert any(isinstance(event, Exploded) for event in events)
    assert Mood.ASLEEP != rat.mood


def test_marsh_gas_rises_from_mud() -> None:
    """One cell in a hundred releases some each round, without a message; the same seed gives the same cells."""
    found = []
    for _ in range(2):
        game = ember("@\n" + "m" * 100 + "\n" + "." * 100)
        amounts, events = [], []
        for _ in range(20):
            events += game.play(Wait())
            amounts.append(game.world.level.gas.get("marsh gas", 0))
        assert not any(isinstance(event, GasReleased) for event in events)
        found.append(amounts)

    assert found[0] == found[1]
    assert 8 <= len({*found[0]}) <= 20


def test_hunters_go_round_flames_and_roamers_wait_until_they_are_out() -> None:
    """Neither steps towards a burning goal, unless it is immune to fire."""
    for immune, hunting, roaming in (((), EAST, None), (("fire",), SOUTH, SOUTH)):
        game = ember("######\nr.....\n.####.\n@.....", mind=None, immune=immune)
        world, rat = game.world, monster(game)
        light(game, (0, 2), rounds=9)

        assert hunting == step_to_foe(world, rat, world.player)
        assert roaming == step_to(world, rat, Point(2, 3))
        assert roaming == step_to(world, rat, Point(0, 2))
        world.level.put_out(world.level.burning)
        assert SOUTH == step_to(world, rat, Point(2, 3))


def test_the_player_is_led_round_flames_and_out_of_gas() -> None:
    """No known path leads where a step asks, but paths lead out of such cells."""
    game = ember("......\n@.....\n......")
    light(game, (1, 0), (1, 1), rounds=9)
    seen = observe(game.world)
    goal = seen.level.grid.index(Point(5, 1))
    assert Move(Direction.SOUTH_EAST) == seen.step_to(goal)

    game = ember("@.....")
    let_out(game, "caustic gas", Point(0, 0), 400)
    for _ in range(3):
        game.perform(Wait())
    seen = observe(game.world)
    assert Move(EAST) == seen.step_to(seen.level.grid.index(Point(5, 0)))


def test_fire_is_seen_from_afar_with_the_lamp_covered() -> None:
    """The flames, not the floor before them."""
    game = ember("@.............,..")
    game.perform(Cover())
    light(game, (14, 0))
    game.perform(Wait())
    level = observe(game.world).level

    assert [True, False] == [level.is_visible(Point(x, 0)) for x in (14, 12)]
    assert level.is_burning(Point(14, 0))


@pytest.mark.parametrize(("rounds", "hit_points", "left"), [(5, 96, 45), (30, 90, 20), (400, 100, 0)])
def test_poison_harms_on_a_level_that_was_left_for_a_while_only(rounds: int, hit_points: int, left: int) -> None:
    """It runs out with the rounds, of which at most twenty cost a hit point; then the player regenerates."""
    assert 20 == ACTS_FOR
    game = ember("@....r", mind=None, hit_points=100)
    world, rat = game.world, monster(game)
    suffer(game, rat, "poisoned", 50)
    world.level.remove(world.player)

    simulate_absence(world, rounds)

    assert hit_points == rat.hit_points
    assert left == (rat.conditions["poisoned"].left if "poisoned" in rat.conditions else 0)
