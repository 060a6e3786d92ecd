"""Striking the nearest enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import Harm, Harmed, Reason, Refused, TurnEnded, Won
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.effects.launch import Launch
from roguelike.engine.parts.effects.lightning import Lightning
from roguelike.engine.parts.fov.shadowcast import Shadowcast
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_the_nearest_enemy_is_struck(arena: RuleSet) -> None:
    """Whoever was created first; the turn is spent, and so is the scroll."""
    game = draw("S...@..S", arena, inventory=["lightning"])
    _, far, near = game.world.level.actors

    events = game.play(Use(0))

    assert [Harmed(near.ref, 4, Harm.LIGHTNING, arena.items["lightning"]), TurnEnded(1)] == events
    assert (10, 6) == (far.hit_points, near.hit_points)
    assert game.world.player.inventory.at(0) is None


def test_of_two_equally_near_the_older_is_struck(arena: RuleSet) -> None:
    """A tie is decided the same way everywhere."""
    game = draw("S..@..S", arena, inventory=["lightning"])

    game.play(Use(0))

    assert [20, 6, 10] == [actor.hit_points for actor in game.world.level.actors]


def test_near_is_the_straight_distance(arena: RuleSet) -> None:
    """Four steps along a row are nearer than three across the corner (ruling D8)."""
    game = draw(
        """
        @...S
        .....
        .....
        ...S.
        """,
        arena,
        inventory=["lightning"],
    )

    game.play(Use(0))

    assert [20, 6, 10] == [actor.hit_points for actor in game.world.level.actors]


@pytest.mark.parametrize("at", [Point(5, 0), Point(0, 5), Point(3, 4), Point(4, 3)])
def test_an_enemy_at_the_end_of_the_range_is_struck(arena: RuleSet, at: Point) -> None:
    """Five cells straight, or the root of 9 and 16, are in a range of five."""
    game = draw("@.....\n" + "\n".join(["......"] * 5) + "S", arena, inventory=["lightning"])
    statue = game.world.level.actors[1]
    game.world.level.move(statue, at)

    game.play(Use(0))

    assert 6 == statue.hit_points


@pytest.mark.parametrize("at", [Point(6, 0), Point(1, 5), Point(4, 4)])
def test_nobody_in_range_refuses_and_keeps_the_scroll(arena: RuleSet, at: Point) -> None:
    """The root of 26 is too far for five; nothing changes, no turn passes."""
    game = draw("@......\n" + "\n".join(["......."] * 5) + "S", arena, inventory=["lightning"])
    game.world.level.move(game.world.level.actors[1], at)
    before = game.digest()

    events = game.play(Use(0))

    assert [Refused(Reason.NOBODY_IN_RANGE)] == events
    assert before == game.digest()


def test_an_enemy_behind_a_wall_is_not_struck(arena: RuleSet) -> None:
    """It strikes what is in view, however near the others are."""
    game = draw("S.#@...S", arena, inventory=["lightning"])

    game.play(Use(0))

    assert [20, 10, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_an_enemy_beyond_the_players_sight_is_not_struck(arena: RuleSet) -> None:
    """The range is not all: who cannot be seen cannot be chosen."""
    game = draw("@...S", attrs.evolve(arena, sight=Shadowcast(radius=3)), inventory=["lightning"])

    assert [Refused(Reason.NOBODY_IN_RANGE)] == game.play(Use(0))


def test_nobody_at_all_refuses(arena: RuleSet) -> None:
    """The player is no enemy of their own."""
    game = draw("@....", arena, inventory=["lightning"])

    assert [Refused(Reason.NOBODY_IN_RANGE)] == game.play(Use(0))


def test_armour_is_no_help(arena: RuleSet) -> None:
    """Lightning takes its damage, whatever anyone wears."""
    statue = attrs.evolve(arena.monsters["statue"], stats=Stats(defence=200, armour=200))
    game = draw("@..S", attrs.evolve(arena, monsters={"statue": statue}), inventory=["lightning"])

    game.play(Use(0))

    assert 6 == game.world.level.actors[1].hit_points


def test_it_kills(arena: RuleSet) -> None:
    """The last enemy may die by lightning."""
    game = draw("@..m", arena, inventory=["lightning"])
    mouse = game.world.level.actors[1]

    events = game.play(Use(0))

    assert Harmed(mouse.ref, 4, Harm.LIGHTNING, arena.items["lightning"], fatal=True) == events[0]
    assert Won() == events[-1]
    assert 0 == mouse.hit_points


def storm(arena: RuleSet) -> RuleSet:
    """Return the rules with a scroll whose missile brings lightning to where it lands."""
    bolt = attrs.evolve(arena.projectiles["bolt"], on_hit=(), on_stop=(Lightning(damage=4, range=3),))
    scroll = attrs.evolve(arena.items["bolt"], effects=(Launch(projectile=bolt),))
    return attrs.evolve(arena, items={"bolt": scroll})


def test_a_missile_brings_lightning_to_whoever_is_nearest_to_its_end(arena: RuleSet) -> None:
    """Nearest to where it lands, not to the player."""
    game = draw("..S..S.\n@......", storm(arena), inventory=["bolt"])

    game.play(Use(0, Point(4, 1)))

    assert [20, 10, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_a_missile_that_lands_far_from_anyone_strikes_nobody(arena: RuleSet) -> None:
    """It has been thrown all the same."""
    game = draw("@...S..........", storm(arena), inventory=["bolt"])
    game.world.level.move(game.world.level.actors[1], Point(14, 0))

    events = game.play(Use(0, Point(5, 0)))

    assert not any(isinstance(event, Harmed) for event in events)
    assert 1 == game.world.turn


@pytest.mark.parametrize("numbers", [{"damage": -1, "range": 1}, {"damage": 1, "range": -1}])
def test_numbers_below_zero_are_refused(numbers: dict[str, int]) -> None:
    """Damage below zero would heal."""
    with pytest.raises(ValueError, match="must be >= 0"):
        Lightning(**numbers)
