"""Throwing missiles that never run out, as monsters do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Throw, Wait
from roguelike.engine.events import CannotDo, Harm, Harmed, Launched, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_a_missile_flies_like_any_projectile(arena: RuleSet) -> None:
    """It moves one cell a tick from its thrower, and commands wait for it."""
    game = draw("@...s", arena)
    player, slinger = game.world.level.actors
    game.submit(Wait())
    game.update()
    flight = []

    while game.in_flight:
        flight.append(game.world.level.projectiles[0].at)
        game.tick()

    assert [Point(x, 0) for x in (4, 3, 2, 1)] == flight
    assert Launched(slinger.ref, arena.projectiles["stone"]) in game.events
    assert Harmed(player.ref, 1, Harm.MISSILE, means=arena.projectiles["stone"]) in game.events
    assert 19 == player.hit_points


def test_throwing_needs_nothing_in_the_pack(arena: RuleSet) -> None:
    """It can be repeated any number of times."""
    game = draw("@...s", arena)

    for _ in range(5):
        game.play(Wait())

    assert 15 == game.world.player.hit_points


def test_a_missile_lands_within_the_turn_in_which_it_is_thrown(arena: RuleSet) -> None:
    """The next monster acts once it has landed, and the turn ends after all have acted."""
    game = draw("@...s\n....o", arena)

    kinds = [type(event).__name__ for event in game.play(Wait())]

    assert ["Launched", "Harmed", "Moved", "TurnEnded"] == kinds


def test_a_death_by_a_missile_is_one_turn(arena: RuleSet) -> None:
    """The last command counts once."""
    game = draw("@...s", arena, hit_points=1)

    game.play(Wait())

    assert ("died", 1) == (game.outcome, game.world.turn)


def test_a_player_without_a_missile_is_refused(arena: RuleSet) -> None:
    """The player of `arena` has no missile."""
    game = draw("@..S", arena)
    before = game.digest()

    events = game.play(Throw(Point(3, 0)))

    assert [Refused(Reason.NO_MISSILE)] == events
    assert before == game.digest()


def test_a_player_can_be_given_a_missile(arena: RuleSet) -> None:
    """Player and monsters use the same commands."""
    player = attrs.evolve(arena.player, missile=arena.projectiles["stone"], missile_range=7)
    game = draw("@..S", attrs.evolve(arena, player=player))

    game.play(Throw(Point(3, 0)))

    assert 9 == game.world.level.actors[1].hit_points


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (Point(0, 0), Reason.OWN_CELL),
        (Point(8, 0), Reason.OUT_OF_RANGE),
        (Point(5, 5), Reason.OUT_OF_RANGE),
        (Point(-1, 0), Reason.OUT_OF_RANGE),
    ],
)
def test_a_useless_throw_is_refused(arena: RuleSet, target: Point, reason: Reason) -> None:
    """Seven cells are the straight distance, not the number of steps."""
    player = attrs.evolve(arena.player, missile=arena.projectiles["stone"], missile_range=7)
    game = draw("@........\n" + "\n".join(["." * 9] * 5), attrs.evolve(arena, player=player))
    before = game.digest()

    events = game.play(Throw(target))

    assert [Refused(reason)] == events
    assert before == game.digest()


@pytest.mark.parametrize("target", [Point(7, 0), Point(4, 5)])
def test_the_end_of_the_range_is_in_range(arena: RuleSet, target: Point) -> None:
    """A range of seven includes targets at a distance of seven and of the root of 41."""
    player = attrs.evolve(arena.player, missile=arena.projectiles["stone"], missile_range=7)
    game = draw("@........\n" + "\n".join(["." * 9] * 5), attrs.evolve(arena, player=player))

    game.play(Throw(target))

    assert 1 == game.world.turn


def test_a_monster_that_cannot_throw_loses_nothing_but_its_turn(arena: RuleSet) -> None:
    """A mind that chooses an impossible command must not crash the game."""
    game = draw("@..S", arena)
    statue = game.world.level.actors[1]
    before = game.digest()

    with pytest.raises(CannotDo, match=Reason.NO_MISSILE):
        Throw(Point(0, 0)).perform(game.world, statue)
    assert before == game.digest()
