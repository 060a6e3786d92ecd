"""Flight: cell by cell, up to the first thing in the way (C9-29 to C9-42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import ConditionBegan, Exploded, Launched, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.parts.effects.launch import Launch
from roguelike.engine.restore import restore
from roguelike.engine.rules.flight import launch
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def watch(game: Game, target: Point) -> list[Point]:
    """Launch what is in the first slot and give the cells over which it is seen."""
    game.submit(Use(0, target))
    game.update()
    flight = []
    while game.in_flight:
        flight.append(game.world.level.projectiles[0].at)
        game.tick()
    return flight


def burst(game: Game) -> list[Point]:
    """Return the cells over which something has burst."""
    return [event.at for event in game.events if isinstance(event, Exploded)]


def with_projectile(arena: RuleSet, name: str, **changes: object) -> RuleSet:
    """Return the rules with one item's projectile changed."""
    projectile = attrs.evolve(arena.projectiles[name], **changes)  # type: ignore[arg-type]
    return with_item(arena, name, Launch(projectile=projectile))


def with_item(arena: RuleSet, name: str, effect: Launch) -> RuleSet:
    """Return the rules with one item's effect changed."""
    items: Mapping[str, object] = {**arena.items, name: attrs.evolve(arena.items[name], effects=(effect,))}
    return attrs.evolve(arena, items=items)  # type: ignore[arg-type]


def test_it_flies_one_cell_a_tick_and_stops_at_its_target(arena: RuleSet) -> None:
    """It begins above its thrower, and never flies past the target (ruling D1)."""
    game = draw("@........", arena, inventory=["fireball"])

    flight = watch(game, Point(5, 0))

    assert [Point(x, 0) for x in range(5)] == flight
    assert [Point(5, 0)] == burst(game)


def test_it_stops_at_the_first_actor(arena: RuleSet) -> None:
    """Whoever gets in the way is the one who is hit (C9-34)."""
    game = draw("@..S..S", arena, inventory=["bolt"])
    _, first, second = game.world.level.actors

    watch(game, Point(6, 0))

    assert ConditionBegan(first.ref, game.world.ruleset.conditions["confused"], 4) in game.events
    assert not second.conditions


def test_it_stops_before_the_first_wall(arena: RuleSet) -> None:
    """It is never inside the wall, and bursts in front of it (C9-33)."""
    unseen = with_item(arena, "fireball", Launch(projectile=arena.projectiles["fireball"], in_sight=False))
    game = draw("@..#....", unseen, inventory=["fireball"])

    flight = watch(game, Point(7, 0))

    assert [Point(0, 0), Point(1, 0), Point(2, 0)] == flight
    assert [Point(2, 0)] == burst(game)


def test_thrown_at_the_next_wall_it_bursts_above_its_thrower(arena: RuleSet) -> None:
    """A bad idea, and a possible one."""
    game = draw("@#", arena, inventory=["fireball"])

    watch(game, Point(1, 0))

    assert [Point(0, 0)] == burst(game)
    assert 16 == game.world.player.hit_points


def test_what_lies_on_the_floor_does_not_stop_it(arena: RuleSet) -> None:
    """Items and corpses are flown over (C9-35)."""
    game = draw("@,!S", arena, inventory=["bolt"])

    watch(game, Point(3, 0))

    assert game.world.level.actors[1].conditions
    assert game.world.level.items_at(Point(1, 0))


def test_one_that_hits_nobody_ends_without_effect(arena: RuleSet) -> None:
    """`on_hit` is for those who are hit (C9-37)."""
    game = draw("@.......S", arena, inventory=["bolt"])

    watch(game, Point(4, 0))

    assert not any(isinstance(event, ConditionBegan) for event in game.events)


def test_it_never_hits_its_thrower(arena: RuleSet) -> None:
    """The first step leaves the thrower's cell (C9-54)."""
    game = draw("@..", arena, inventory=["bolt"])

    watch(game, Point(1, 0))

    assert not game.world.player.conditions


def test_a_diagonal_projectile_takes_the_kings_way(arena: RuleSet) -> None:
    """As many ticks as the longer side is long."""
    game = draw("@...\n....\n....", arena, inventory=["bolt"])

    flight = watch(game, Point(2, 2))

    assert [Point(0, 0), Point(1, 1)] == flight


def test_a_cardinal_projectile_takes_the_rooks_way(arena: RuleSet) -> None:
    """In other games nothing flies diagonally; (3, 1) is east, south, east, east (C9-30, 5.7)."""
    game = draw("@...\n....\n....", with_projectile(arena, "bolt", diagonal=False), inventory=["bolt"])

    flight = watch(game, Point(3, 1))

    assert [Point(0, 0), Point(1, 0), Point(1, 1), Point(2, 1)] == flight


def test_two_that_meet_ignore_each_other(arena: RuleSet) -> None:
    """They pass through one another, and each hits what it was meant for (C9-36)."""
    game = draw("@.....S", arena)
    world = game.world
    player, statue = world.level.actors
    launch(world, arena.projectiles["stone"], player.ref, player.at, statue.at)
    launch(world, arena.projectiles["stone"], statue.ref, statue.at, player.at)

    while game.in_flight:
        game.tick()

    assert (19, 9) == (player.hit_points, statue.hit_points)


def test_those_that_land_together_take_effect_in_order_of_launch(arena: RuleSet) -> None:
    """Everything moves first, then everything that has landed acts (C9-42)."""
    game = draw("@.m", arena)
    world = game.world
    player, mouse = world.level.actors
    for kind in ("stone", "fireball", "bolt"):
        launch(world, arena.projectiles[kind], player.ref, player.at, mouse.at)

    while game.in_flight:
        game.tick()

    told = [type(event).__name__ for event in game.events if not isinstance(event, Launched)]
    assert ["Harmed", "Died", "Exploded", "Harmed", "Won"] == told


@pytest.mark.parametrize(("reach", "refused"), [(4, True), (5, False)])
def test_a_range_bounds_the_aim(arena: RuleSet, reach: int, *, refused: bool) -> None:
    """Straight distance again: 3 across and 4 down are 5."""
    ranged = with_item(arena, "bolt", Launch(projectile=arena.projectiles["bolt"], range=reach))
    game = draw("@...\n....\n....\n....\n....", ranged, inventory=["bolt"])

    events = game.play(Use(0, Point(3, 4)))

    assert refused == (events == [Refused(Reason.OUT_OF_RANGE)])


def test_a_cell_out_of_view_cannot_be_aimed_at(arena: RuleSet) -> None:
    """Unless the rule set lets it be."""
    blind = with_item(arena, "bolt", Launch(projectile=arena.projectiles["bolt"], in_sight=False))
    seeing, unseeing = (draw("@.#.", ruleset, inventory=["bolt"]) for ruleset in (arena, blind))

    assert [Refused(Reason.OUT_OF_SIGHT)] == seeing.play(Use(0, Point(3, 0)))
    assert isinstance(unseeing.play(Use(0, Point(3, 0)))[0], Launched)


def test_a_wall_in_view_can_be_aimed_at(arena: RuleSet) -> None:
    """Fire against a wall is how one burns what stands before it."""
    game = draw("@...#", arena, inventory=["fireball"])

    watch(game, Point(4, 0))

    assert [Point(3, 0)] == burst(game)


def test_a_launch_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """Nobody is told of a missile that leaves from behind a wall."""
    game = draw("@.#s", arena)
    slinger = game.world.level.actors[1]

    launch(game.world, arena.projectiles["stone"], slinger.ref, slinger.at, game.world.player.at)

    assert [Launched(slinger.ref, arena.projectiles["stone"], seen=False)] == list(game.events)


def test_a_range_below_zero_is_refused(arena: RuleSet) -> None:
    """Nothing could ever be aimed at."""
    with pytest.raises(ValueError, match="range"):
        Launch(projectile=arena.projectiles["bolt"], range=-1)


def test_what_a_projectile_launches_where_it_ends_ends_there_too(arena: RuleSet) -> None:
    """A rule set may have a shell burst into another projectile; it takes effect with the next tick."""
    shell = attrs.evolve(arena.projectiles["fireball"], on_stop=(Launch(projectile=arena.projectiles["fireball"]),))
    game = draw("@...o", arena, inventory=["fireball"])
    launch(game.world, shell, game.world.player.ref, game.world.player.at, Point(3, 0))

    for _ in range(3):
        game.tick()
    assert [] == burst(game)
    assert [] == game.world.level.projectiles[0].path
    assert game.digest() == restore(game.world.ruleset, snapshot(game.world)).digest()
    game.tick()

    assert [Point(3, 0)] == burst(game)
    assert not game.in_flight
