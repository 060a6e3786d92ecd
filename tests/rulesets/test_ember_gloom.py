"""The gloom of Ember: on the climb it dims the light of the player, until fire drives it off or they leave."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.distances import DistanceMap
from roguelike.engine.events import Harm, LampChange, LampChanged
from roguelike.engine.geometry import Direction, Point, chebyshev_distance, direction_to
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.hordes import draw_horde
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.engine.turns import look
from roguelike.line.surroundings import status
from roguelike.narration.conditions import AMBER, lasting
from roguelike.narration.examine import examine
from roguelike.narration.hints import EVERY, Hints
from roguelike.play.perspective import Perspective
from tests.automation.driving import drive
from tests.dark import others, scene, wait
from tests.effort import some
from tests.rulesets.test_ember_climb import FIRST, LAST, go
from tests.rulesets.test_ember_climb import HALL as CLIMB
from tests.rulesets.test_ember_climb import begin as climbing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
SEEDS = range(some(40))
HIT_POINTS: Final = 70
LIGHT, DIMMED = 12, 4
HALL = """
    ####################
    #..................#
    #..................#
    #............1.....#
    #.@......G........<#
    #............2.....#
    #..................#
    #..................#
    ####################
    """
STAIRS = Point(18, 4)
ALONE = {"1": "floor", "2": "floor"}
ARCHERS = {"1": "orc archer", "2": "orc archer"}


def begin(
    picture: str, seed: int = 1, mood: Mood = Mood.HUNTING, given: Mapping[str, str] = MappingProxyType(ALONE)
) -> Game:
    """Begin on the climb, with the Ember and late gear; monsters that hunt never lose track."""
    legend = {letter: name for letter, name in {"<": "stairs up", **given}.items() if letter in picture}
    game = scene(picture, EMBER, mood, seed=seed, legend=legend)
    player = game.world.player
    player.max_hit_points = player.hit_points = HIT_POINTS
    slots = player.inventory.slots
    for name, place in (("sword", "weapon"), ("mail", "armour")):
        slot = next(number for number, each in enumerate(slots) if each is not None and each.kind.equips == place)
        slots[slot] = attrs.evolve(Item.of(EMBER.items[name]), worn=True, plus=4)
    player.inventory.insert(Item.of(EMBER.items["Ember"]))
    for actor in others(game):
        actor.relentless = mood is Mood.HUNTING
    look(game.world)
    return game


def gloom_of(game: Game) -> Actor:
    """Return the gloom."""
    return next(each for each in others(game) if each.kind.name == "gloom")


def sees(game: Game) -> int:
    """Return how far to the east the player sees, in cells."""
    level, at = game.world.level, game.world.player.at
    return max(x - at.x for x in range(at.x, level.grid.width) if level.is_visible(Point(x, at.y)))


def flare(game: Game) -> None:
    """Use the Ember."""
    slots = game.world.player.inventory.slots
    game.play(Use(next(slot for slot, each in enumerate(slots) if each is not None and each.kind.light)))


def fought(game: Game, *, flares: int) -> int:
    """Wait for the monsters, flare within 4 cells, as often as said, strike, and return the hit points lost."""
    player = game.world.player
    for _ in range(60):
        foe = min(others(game), key=lambda each: chebyshev_distance(each.at, player.at), default=None)
        if foe is None or game.outcome is not None:
            break
        gap = chebyshev_distance(foe.at, player.at)
        if flares and gap <= DIMMED:
            flares -= 1
            flare(game)
        else:
            game.play(Move(direction_to(player.at, foe.at)) if gap == 1 else Wait())
    return HIT_POINTS - player.hit_points


def left(game: Game) -> int:
    """Go round the monsters to the stairs, and return the hit points that it costs."""
    level, player = game.world.level, game.world.player
    for _ in range(60):
        if player.at == STAIRS or game.outcome is not None:
            break
        beside = 0
        for each in others(game):
            beside |= level.grid.spread(1 << each.cell, diagonally=True)
        maps = (
            DistanceMap(level.grid, ways, level.grid.index(STAIRS), diagonally=True)
            for ways in (level.passable & ~beside | 1 << player.cell, level.passable)
        )
        step = next(cells[0] for each in maps if (cells := cells_of(each.downhill(player.cell))))
        game.play(Move(direction_to(player.at, level.grid.point(step))))
    assert STAIRS == player.at
    return HIT_POINTS - player.hit_points


@pytest.mark.parametrize(
    ("picture", "reaches"),
    [
        ("@.....G.............", LIGHT),
        ("@....G..............", DIMMED),
        ("....G...............\n####################\n@...................", DIMMED),
        (".....G..............\n####################\n@...................", LIGHT),
    ],
)
def test_within_five_cells_the_ember_lights_four(picture: str, reaches: int) -> None:
    """Through walls, too: light that shrinks says that one is near. An ally dims nothing."""
    game = begin(picture, mood=Mood.ASLEEP)
    assert reaches == sees(game)
    assert (reaches == DIMMED) == (observe(game.world).dimmed == DIMMED)

    gloom_of(game).side = Side.PLAYER
    look(game.world)
    assert LIGHT == sees(game)


@pytest.mark.parametrize(("covered", "reaches"), [(False, DIMMED), (True, 3)])
def test_a_lamp_is_dimmed_while_it_is_open(covered: bool, reaches: int) -> None:  # noqa: FBT001 -- a case
    """Covered it gives less light anyway."""
    game = scene("@....G..............", EMBER, Mood.ASLEEP)
    game.world.player.covered = covered
    look(game.world)

    assert reaches == sees(game)
    assert (None if covered else DIMMED) == observe(game.world).dimmed


@pytest.mark.slow
def test_a_flare_costs_a_charge_and_leaving_costs_steps_but_fighting_costs_most() -> None:
    """And archers who shoot out of the dark make all of that dearer."""
    costs: dict[str, list[float]] = {}
    for legend in (ALONE, ARCHERS):
        games = [begin(HALL, seed, given=legend) for seed in SEEDS]
        copies = [[restore(EMBER, snapshot(each.world)) for each in games] for _ in range(2)]
        lost = {
            "fought": [fought(game, flares=0) for game in games],
            "flared": [fought(game, flares=1) for game in copies[0]],
            "left": [left(game) for game in copies[1]],
        }
        for name, each in lost.items():
            costs.setdefault(name, []).append(sum(each) / len(each))

    assert all(flared * 2 < fought for flared, fought in zip(costs["flared"], costs["fought"], strict=True))
    assert costs["left"][0] < 2
    assert costs["left"][1] < costs["fought"][1] * 0.75
    assert costs["fought"][0] > 6
    assert costs["fought"][1] > costs["fought"][0] * 1.5


def test_flames_in_view_keep_it_away_until_they_are_out() -> None:
    """However near the player it was: beside a fire their light is whole again."""
    for seed in range(5):
        game = begin(HALL.replace(".@......G", ".@..G...."), seed)
        world, gloom = game.world, gloom_of(game)
        kindle(world, 1 << world.level.grid.index(Point(3, 4)), 10)
        wait(game, 4)
        while world.level.burning:
            assert observe(world).dimmed is None
            wait(game)
        assert HIT_POINTS == world.player.hit_points
        wait(game, 14)
        assert (Mood.HUNTING, DIMMED) == (gloom.mood, observe(world).dimmed)


@pytest.mark.parametrize(("damage", "comes_back"), [(1, True), (12, False)])
def test_fire_that_wounds_it_drives_it_off(damage: int, comes_back: bool) -> None:  # noqa: FBT001 -- a case
    """For ten rounds, or until most of the wound has healed; a blade does not."""
    for harm in (Harm.FIRE, Harm.OTHER):
        game = begin(HALL.replace(".@......G", ".@G......"))
        world, gloom = game.world, gloom_of(game)
        hurt(world, gloom, damage, harm, Cause(world.player.ref, world.player.at))
        wait(game, 9)
        assert (gloom.mood is Mood.FLEEING) == (harm is Harm.FIRE)
        assert (HIT_POINTS == world.player.hit_points) == (harm is Harm.FIRE)
        wait(game, 20)
        assert (gloom.mood is Mood.HUNTING) == (comes_back or harm is not Harm.FIRE)


def test_it_waits_on_the_climb_alone() -> None:
    """At every danger of that at least one horde in ten has one; none is on the way down, nor comes by the stairs."""
    game = scene("@....", EMBER)
    assert EMBER.climb is not None
    for danger in EMBER.climb.dangers:
        with_one = 0
        for seed in range(200):
            game.world.rng = PCG32(seed)
            usual, waiting = draw_horde(game.world, danger), draw_horde(game.world, danger, climbs=True)
            assert usual is not None
            assert waiting is not None
            assert usual.leader != "gloom"
            with_one += waiting.leader == "gloom"
        assert 20 <= with_one <= 60
    for kind in EMBER.hordes.values():
        names = {kind.leader, *(each.monster for each in kind.members)}
        assert ("gloom" in names) == kind.climb_only
        assert not (kind.climb_only and any(kind.weight(danger) for danger in range(1, 9)))


def test_it_does_not_follow_by_the_stairs() -> None:
    """So that leaving is a way out."""
    game = climbing(FIRST, CLIMB, LAST.replace("X", "."))
    go(game, Exit.UP)
    for actor in others(game):
        game.world.level.remove(actor)
    beside = spawn(game.world, EMBER.monsters["gloom"], game.world.player.at, mood=Mood.HUNTING)
    assert beside is not None
    go(game, Exit.UP)
    wait(game, 40)

    assert beside not in others(game)


def test_shrinking_light_is_reported_and_stops_automations() -> None:
    """Once as it begins, by panel, look, line mode and a hint; a save knows that it was told."""
    game = begin("@..............<\n################\n.........G......", mood=Mood.ASLEEP)
    assert "Your light shrinks." == drive(game, Travel(Point(11, 0))).reason
    assert Point(5, 0) == game.world.player.at
    seen, about = observe(game.world), examine(observe(game.world), game.world.player.at)
    keys = {"use": "press i", "throw": "press t"}

    assert ("Dim 4", AMBER) in [(each.text, each.color) for each in lasting(seen)]
    assert about is not None
    assert "Dim 4: something near dims your light to 4 cells." in about.lines
    assert "Light dimmed to 4" in status(Perspective(game, "kim"))
    assert "it fears fire: press i to flare, press t to throw oil, or leave." == Hints(EVERY - {"dimmed"}).next(
        seen, (), keys
    )
    again = restore(EMBER, snapshot(game.world))
    assert not [each for each in again.play(Wait()) if isinstance(each, LampChanged)]
    for slot in game.world.player.inventory.slots:
        if slot is not None and slot.kind.light:
            slot.charges = 0
    assert "flare" not in Hints(EVERY - {"dimmed"}).next(observe(game.world), (), keys)


def test_the_light_shrinks_again_only_after_it_was_whole() -> None:
    """One message each time."""
    game = begin("@.....G.............", mood=Mood.ASLEEP)
    told = [each.change for _ in range(4) for each in game.play(Move(Direction.EAST)) if isinstance(each, LampChanged)]
    assert [LampChange.DIMMED] == told
    gloom_of(game).side = Side.PLAYER
    wait(game)
    gloom_of(game).side = Side.MONSTERS
    assert [LampChange.DIMMED] == [each.change for each in game.play(Wait()) if isinstance(each, LampChanged)]
