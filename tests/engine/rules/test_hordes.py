"""Monsters that appear during play: summoned, split off, revived, or arriving by the stairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import HordeArrived, Rose, Split, Summoned, Vanished
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.gauges import Arrivals
from roguelike.engine.kinds.hordes import HordeKind, Members
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.effects import monsters
from roguelike.engine.rules.hordes import spawn_horde
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from tests.arena import REMAINS
from tests.dark import SUMMONED, dark, moods, others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

ORCS = HordeKind(
    name="orcs", leader="orc", members=(Members(monster="mouse", least=2, most=2),), dangers=(1,), weights=(1,)
)


def test_a_spawned_monster_stands_on_the_nearest_free_cell(arena: RuleSet) -> None:
    """On the same side of a wall, and with an id that was never used."""
    game = draw("@.#..\n..#..\n..#..", dark(arena))
    world, kind = game.world, dark(arena).monsters["orc"]

    first = spawn(world, kind, Point(3, 0))
    second = spawn(world, kind, Point(3, 0))

    assert first is not None
    assert second is not None
    assert (Point(3, 0), Point(4, 0)) == (first.at, second.at)
    assert (2, 3, 4) == (first.id, second.id, world.next_id)


def test_without_room_nothing_is_spawned(arena: RuleSet) -> None:
    """The player occupies the only cell."""
    game = draw("@", dark(arena))

    assert spawn(game.world, game.world.ruleset.monsters["orc"], Point(0, 0)) is None


def test_the_id_of_a_dead_monster_is_never_reused(arena: RuleSet) -> None:
    """References to the old monster would otherwise mean the new one."""
    game = scene("@m.", dark(arena))
    game.play(Move(Direction.EAST))

    born = spawn(game.world, game.world.ruleset.monsters["orc"], Point(2, 0))

    assert born is not None
    assert 3 == born.id


def test_a_horde_spawns_its_leader_first(arena: RuleSet) -> None:
    """The others follow it, and stand around it."""
    game = draw("@....\n.....\n.....", dark(arena))

    leader, *rest = spawn_horde(game.world, ORCS, Point(4, 2), mood=Mood.ROAMING)

    assert ("orc", ["mouse", "mouse"]) == (leader.kind.name, [each.kind.name for each in rest])
    assert [leader.id] * 2 == [each.leader for each in rest]


def test_summoned_monsters_vanish_with_their_summoner_or_after_their_time(arena: RuleSet) -> None:
    """They leave no remains."""
    game = scene("@m.......", dark(arena))
    world, caller = game.world, others(game)[0]
    call = monsters.Summon("statue", number=2, rounds=3, condition=SUMMONED, most=3)

    call.apply(world, Cause(caller.ref, caller.at), caller.at)
    call.apply(world, Cause(caller.ref, caller.at), caller.at)
    assert 3 == sum(isinstance(event, Summoned) for event in game.take_events())
    wait(game, 2)
    assert 4 == len(others(game))
    assert 3 == sum(isinstance(event, Vanished) for event in game.play(Wait()))

    call.apply(world, Cause(caller.ref, caller.at), caller.at)
    game.play(Move(Direction.EAST))
    assert [] == others(game)


def test_a_wound_splits_a_jelly(arena: RuleSet) -> None:
    """Half of the remaining hit points, rounded down, go to the new one; the other keeps the rest."""
    rules = dark(arena, on_wound=(monsters.Split(most=3),))
    game = scene("@o..\n....", rules)
    events = game.play(Move(Direction.EAST))

    assert [5, 4] == sorted((each.hit_points for each in others(game)), reverse=True)
    assert any(isinstance(event, Split) for event in events)


def test_a_jelly_splits_no_further_than_there_is_room_and_life(arena: RuleSet) -> None:
    """Neither with one hit point left, nor without a free cell, nor beyond the most there may be."""
    rules = dark(arena, on_wound=(monsters.Split(most=2),))
    for picture, hit_points in (("@o..", 2), ("@o", 9), ("@o.o", 9)):
        game = scene(picture, rules, Mood.ASLEEP)
        others(game)[0].hit_points = hit_points
        before = len(others(game))
        game.play(Move(Direction.EAST))
        assert before == len(others(game))


def test_dead_monsters_revive(arena: RuleSet) -> None:
    """On the cell of their corpse, at full health; the corpse is gone."""
    rules = dark(arena, hit_points=1, corpse=REMAINS, on_death=(monsters.Rise(rounds=4),))
    game = scene("@o..", rules)
    game.play(Move(Direction.EAST))
    wait(game, 2)
    assert [] == others(game)

    events = game.play(Wait())

    assert [Rose(others(game)[0].ref)] == [event for event in events if isinstance(event, Rose)]
    assert [1] == [each.hit_points for each in others(game)]
    assert [Mood.HUNTING] == moods(game)
    assert () == game.world.level.items_at(Point(1, 0))


def test_dead_monsters_without_a_corpse_do_not_revive(arena: RuleSet) -> None:
    """It burned or sank."""
    rules = dark(arena, hit_points=1, corpse=REMAINS, on_death=(monsters.Rise(rounds=4),))
    game = scene("@o..", rules)
    game.play(Move(Direction.EAST))
    game.world.level.clear(Point(1, 0))

    wait(game, 9)

    assert [] == others(game)


def with_stairs(arena: RuleSet) -> RuleSet:
    """Return a rule set in which hordes arrive."""
    rules = dark(arena, sure=False)
    floor = rules.terrain[2]
    stairs = (attrs.evolve(floor, name=way, exit=way) for way in ("up", "down"))
    return attrs.evolve(
        rules, terrain=(*rules.terrain, *stairs), hordes={"orcs": ORCS}, arrivals=Arrivals(first=(3, 3), later=(5, 5))
    )


def test_a_horde_arrives_by_the_stairs_further_from_the_player(arena: RuleSet) -> None:
    """It heads for the player's position on arrival, and does not learn of later moves."""
    game = draw("@.<....>..", with_stairs(arena), legend={"<": "up", ">": "down"})
    game.world.depth = 1
    events = [event for _ in range(4) for event in game.play(Wait())]

    assert [HordeArrived(Exit.UP)] == [event for event in events if isinstance(event, HordeArrived)]
    leader = others(game)[0]
    assert Point(7, 0) == leader.at
    assert (Mood.ROAMING, Point(0, 0)) == (leader.mood, leader.goal)
    assert 5 == game.world.level.horde_in


def test_on_the_first_level_nothing_comes_from_outside(arena: RuleSet) -> None:
    """They take the other stairs, even when the player stands beside those."""
    game = draw("<......>@.", with_stairs(arena), legend={"<": "up", ">": "down"})
    wait(game, 4)

    assert 3 == len(others(game))
    assert others(game)[0].at.x >= 5


def test_rules_without_rounds_count_none(arena: RuleSet) -> None:
    """Their games are saved as before."""
    game = draw("@..", arena)
    wait(game, 3)

    assert (0, 0, None) == (game.world.round, game.world.next_id, game.world.level.horde_in)
