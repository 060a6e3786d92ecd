"""Hordes, foes and moods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import CameIntoView, LostTrack, Noticed
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.hordes import lose
from roguelike.engine.rules.moods import flee, foe_of, notice
from roguelike.engine.state.actor import Side
from tests.dark import dark, moods, others, put_to, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


def lead(game: Game) -> list[Actor]:
    """Set the first monster as the leader of all others; return them all."""
    leader, *rest = others(game)
    for actor in rest:
        actor.leader = leader.id
    return [leader, *rest]


def befriend(actor: Actor) -> Actor:
    """Turn a monster into an ally of the player."""
    actor.side, actor.leader, actor.mood = Side.PLAYER, 1, Mood.FOLLOWING
    return actor


def test_a_leader_that_notices_alerts_its_horde(arena: RuleSet) -> None:
    """Distance does not matter."""
    game = scene("@.o...............o", dark(arena, sure=False))
    leader, _ = lead(game)

    notice(game.world, leader)

    assert [Mood.HUNTING] * 2 == moods(game)


def test_a_member_that_notices_alerts_those_near_it(arena: RuleSet) -> None:
    """Within 8 cells; the others must notice the player themselves."""
    game = scene("@.o.o.........o", dark(arena, sure=False))
    _, member, _ = lead(game)

    notice(game.world, member)

    assert [Mood.HUNTING, Mood.HUNTING, Mood.ROAMING] == moods(game)


def test_a_monster_comes_into_view_before_it_notices(arena: RuleSet) -> None:
    """Both in one turn: the step reveals it, and it is reported once."""
    game = scene("@#....\n.....o", dark(arena))

    events = game.play(Move(Direction.SOUTH))

    assert [CameIntoView, Noticed] == [type(each) for each in events if isinstance(each, CameIntoView | Noticed)]
    assert [game.world.player.at] == [each.seen_from for each in events if isinstance(each, CameIntoView)]


def test_another_horde_goes_on_as_it_did(arena: RuleSet) -> None:
    """Packs act as packs."""
    game = scene("@.oo", dark(arena, sure=False), Mood.ASLEEP)

    notice(game.world, others(game)[0])

    assert [Mood.HUNTING, Mood.ASLEEP] == moods(game)


def test_a_wound_wakes_and_alerts_a_monster(arena: RuleSet) -> None:
    """Its horde as well."""
    game = scene("@oo", dark(arena, sure=False), Mood.ASLEEP)
    lead(game)

    game.play(Move(Direction.EAST))

    assert [Mood.HUNTING] * 2 == moods(game)


def test_a_leader_and_its_horde_roam_between_waypoints(arena: RuleSet) -> None:
    """Each member keeps within three cells, and one step."""
    game = scene("@...\n####\n.o.o..............\n.o................\n..................", dark(arena, sure=False))
    game.world.level.waypoints = [Point(2, 4), Point(9, 2), Point(17, 4)]
    leader, *rest = lead(game)
    reached = set()
    for _ in range(60):
        wait(game)
        reached |= {point for point in game.world.level.waypoints if chebyshev_distance(leader.at, point) <= 1}
        assert all(chebyshev_distance(each.at, leader.at) <= 4 for each in rest)

    assert set(game.world.level.waypoints) == reached


def test_the_next_in_line_leads_when_the_leader_is_gone(arena: RuleSet) -> None:
    """The others follow it."""
    game = scene("@.ooo", dark(arena, sure=False))
    leader, heir, last = lead(game)

    leader.hit_points = 0
    game.world.level.remove(leader)
    lose(game.world, leader)

    assert (0, heir.id) == (heir.leader, last.leader)


def test_a_hunter_that_loses_track_roams(arena: RuleSet) -> None:
    """Once its memory has run out."""
    game = scene("@.........#o\n............", dark(arena, sure=False), Mood.HUNTING)
    game.world.turn, game.world.player.covered = 30, True

    events = game.play(Wait())

    assert [LostTrack] == [type(event) for event in events if isinstance(event, LostTrack)]
    assert [Mood.ROAMING] == moods(game)


def test_a_fleeing_monster_returns_once_it_has_healed(arena: RuleSet) -> None:
    """It returns at three quarters of its hit points."""
    game = scene("@o..............", dark(arena), Mood.HUNTING)
    orc = others(game)[0]
    orc.hit_points = 4
    flee(game.world, orc)
    wait(game, 4)
    assert Point(5, 0) == orc.at

    orc.hit_points = 8
    wait(game, 2)
    assert Mood.HUNTING == orc.mood
    assert orc.at.x < 6


def test_a_fleeing_monster_out_of_view_calms_down(arena: RuleSet) -> None:
    """After twenty turns."""
    game = scene("@..#o\n...#.\n.....", dark(arena, sure=False))
    orc = others(game)[0]
    orc.hit_points = 4
    orc.kind = attrs.evolve(orc.kind, speed=1)
    flee(game.world, orc)

    game.world.turn = 19
    orc.energy = 100
    wait(game)
    assert [Mood.FLEEING] == moods(game)
    game.world.turn = 20
    orc.energy = 100
    wait(game)
    assert [Mood.ROAMING] == moods(game)


def test_a_cornered_monster_fights(arena: RuleSet) -> None:
    """It has no cell to flee to."""
    game = scene("#@o#", dark(arena), Mood.HUNTING)
    flee(game.world, others(game)[0])
    others(game)[0].hit_points = 1

    wait(game)

    assert 19 == game.world.player.hit_points


def test_monsters_go_for_the_nearest_foe_and_for_the_player_in_a_tie(arena: RuleSet) -> None:
    """Allies are noticed in view within seven cells."""
    game = scene("@.o.o.........o", dark(arena), Mood.HUNTING)
    world, (near, ally, far) = game.world, others(game)
    befriend(ally)

    assert world.player is foe_of(world, near, 20)
    world.level.move(near, Point(3, 0))
    assert ally is foe_of(world, near, 20)
    far.mood = Mood.ROAMING
    assert foe_of(world, far, 20) is None
    world.level.move(far, Point(11, 0))
    assert ally is foe_of(world, far, 20)


def test_allies_fight_hunters_and_ignore_sleepers(arena: RuleSet) -> None:
    """Allies also ignore monsters that have not noticed anyone, so that the player can sneak."""
    game = scene("@o.S", dark(arena, sure=False), Mood.ASLEEP)
    ally, statue = others(game)
    befriend(ally)
    wait(game, 3)
    assert 10 == statue.hit_points

    statue.mood = Mood.HUNTING
    wait(game, 3)
    assert statue.hit_points < 10


def test_allies_follow(arena: RuleSet) -> None:
    """Within three cells."""
    game = scene("@o...........", dark(arena, sure=False))
    ally = befriend(others(game)[0])
    game.play(Move(Direction.EAST))
    for _ in range(8):
        game.play(Move(Direction.EAST))

    assert chebyshev_distance(ally.at, game.world.player.at) <= 3
    assert 0 == game.world.enemies_left


def test_allies_that_are_badly_hurt_flee_until_they_are_well(arena: RuleSet) -> None:
    """Below a quarter, up to three quarters of their hit points."""
    game = scene("@.oS.........", dark(arena, sure=False), Mood.HUNTING)
    ally, _ = others(game)
    befriend(ally).hit_points = 2
    wait(game)
    assert Mood.FLEEING == ally.mood

    ally.hit_points = 8
    wait(game)
    assert Mood.FLEEING != ally.mood


def test_the_sleeping_do_nothing(arena: RuleSet) -> None:
    """Held monsters do nothing either."""
    game = scene("@.o", dark(arena, sure=False), Mood.ASLEEP)
    wait(game, 5)
    put_to(Mood.HELD, game)
    wait(game, 5)

    assert Point(2, 0) == others(game)[0].at
