"""Monsters and allies that follow the player to another level, or stay behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.commands import Move, TakeStairs, Wait
from roguelike.engine.events import PLAYER_ID, ArrivedBehind, FollowsLater, LostAlly
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.falling import fall
from roguelike.engine.state.actor import Side
from tests.dark import SUMMONED, dark, others, put_to
from tests.drawn_levels import with_levels

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

DOWN, UP = TakeStairs("down"), TakeStairs("up")
CAVE = """
    ############
    #<........>#
    ############
"""


def begin(arena: RuleSet, picture: str, mood: Mood, *, sure: bool = False, **orc: Any) -> Game:  # noqa: ANN401 -- fields of a kind
    """Start a game of two levels, with the player next to the stairs of the first."""
    game = new_game(with_levels(dark(arena, sure=sure, **orc), picture, CAVE))
    put_to(mood, game)
    game.play(Move(Direction.EAST))
    return game


def ally(game: Game) -> Actor:
    """Turn the first monster into an ally."""
    friend = others(game)[0]
    friend.side, friend.mood, friend.leader = Side.PLAYER, Mood.FOLLOWING, PLAYER_ID
    return friend


def arrived(game: Game, turns: int) -> list[int]:
    """Return the turns, counted from 1, on which a follower arrived."""
    came = [any(isinstance(event, ArrivedBehind) for event in game.play(Wait())) for _ in range(turns)]
    return [turn for turn, has_come in enumerate(came, start=1) if has_come]


@pytest.mark.parametrize("kind", [{"rooted": True}, {"no_stairs": True}, {}])
def test_monsters_that_take_no_stairs_stay(arena: RuleSet, kind: dict[str, bool]) -> None:
    """Even if they hunt the player from nearby."""
    game = begin(arena, "#######\n#@>.o.#\n#######", Mood.HUNTING, sure=True, **kind)
    game.play(Wait())
    game.play(DOWN)

    assert ([] if kind else [1]) == arrived(game, 3)


def test_sleepers_stay(arena: RuleSet) -> None:
    """They have not noticed the player."""
    game = begin(arena, "#######\n#@>.o.#\n#######", Mood.ASLEEP)
    game.play(DOWN)

    assert [] == arrived(game, 3)


def test_summoned_monsters_vanish_when_their_summoner_leaves(arena: RuleSet) -> None:
    """They vanish as soon as their summoner takes the stairs."""
    game = begin(arena, "#######\n#@>om.#\n#######", Mood.HUNTING, sure=True)
    orc, mouse = others(game)
    mouse.summoner = orc.id
    game.play(Wait())
    game.play(DOWN)
    arrived(game, 2)

    assert [orc] == others(game)
    assert not mouse.is_alive


@pytest.mark.parametrize(("away", "turns"), [(6, [1]), (7, [7]), (40, [40]), (41, [])])
def test_allies_follow_immediately_or_later(arena: RuleSet, away: int, turns: list[int]) -> None:
    """Allies within six steps arrive immediately, others one round later per step, beyond forty never.

    An event reports each of them.
    """
    row = f"#@>{'.' * (away - 1)}o..#"
    game = begin(arena, f"{'#' * len(row)}\n{row}\n{'#' * len(row)}", Mood.ROAMING, rooted=False)
    friend = ally(game)
    friend.energy = -10_000  # it stands still until the player has gone

    events = game.play(DOWN)

    assert turns == arrived(game, 42)
    assert (friend in others(game)) == bool(turns)
    assert bool(turns) == (LostAlly(friend.ref, is_dead=False) not in events)
    assert [FollowsLater(friend.ref, wait) for wait in turns if wait > 1] == [
        event for event in events if isinstance(event, FollowsLater)
    ]


@pytest.mark.parametrize(("back", "lost"), [(False, True), (True, False)])
def test_an_ally_that_is_still_on_its_way_is_left_behind(arena: RuleSet, *, back: bool, lost: bool) -> None:
    """It arrives on a level that the player has left; a player who returns meets it there."""
    row = f"#@>{'.' * 19}o..#"
    stairs = "#####\n#<>.#\n#####"
    rules = with_levels(dark(arena, rooted=False), f"{'#' * len(row)}\n{row}\n{'#' * len(row)}", stairs, CAVE)
    game = new_game(rules)
    put_to(Mood.ROAMING, game)
    game.play(Move(Direction.EAST))
    friend = ally(game)
    friend.energy = -10_000
    game.play(DOWN)
    if not back:
        game.play(Move(Direction.EAST))
    foreseen = [each.id for each in observe(game.world).astray]
    events = game.play(UP if back else DOWN)

    assert lost == (foreseen == [friend.id])
    assert lost == (LostAlly(friend.ref, is_dead=False) in events)


def test_allies_grow_with_each_level_that_is_new_to_the_player(arena: RuleSet) -> None:
    """Allies do not grow on a level that the player has visited before."""
    row = "#@>o..#"
    arena = attrs.evolve(arena, ally_growth=6)
    game = begin(arena, f"{'#' * len(row)}\n{row}\n{'#' * len(row)}", Mood.ROAMING, rooted=False)
    friend = ally(game)
    friend.energy, friend.hit_points, most = -10_000, 1, friend.max_hit_points
    grown = [(friend.plus, friend.hit_points, friend.max_hit_points)]

    for way in (DOWN, UP, DOWN):
        game.play(way)
        game.play(Wait())
        assert friend in others(game)
        grown.append((friend.plus, friend.hit_points, friend.max_hit_points))

    assert [(0, 1, most), *[(1, 7, most + 6)] * 3] == grown


def test_allies_of_a_falling_player_come_by_the_stairs(arena: RuleSet) -> None:
    """They take a round for each step to the stairs."""
    game = begin(arena, "#########\n#@.....>#\n#.....o.#\n#########", Mood.ROAMING)
    friend = ally(game)
    friend.energy = -10_000
    friend.conditions.clear()

    fall(game.world, game.world.player)
    game.play(Wait())

    assert 2 == game.world.depth
    assert [1] == arrived(game, 3)
    assert Point(1, 1) == game.world.level.exit_at(Exit.UP)
    assert friend.at.x <= 2


def away(game: Game, rounds: int) -> None:
    """Leave the level, and come back after `rounds` rounds."""
    game.play(DOWN)
    for _ in range(rounds - 1):
        game.play(Wait())
    game.play(UP)


LONG = "######################\n#@>..o..............m#\n######################"


@pytest.mark.parametrize(("rounds", "place"), [(12, 9), (2, 5)])
def test_a_roaming_monster_is_at_a_waypoint_that_it_could_reach(arena: RuleSet, rounds: int, place: int) -> None:
    """It is at most one step away for each round of absence; sleepers stay asleep."""
    game = begin(arena, LONG, Mood.ASLEEP)
    orc, mouse = others(game)
    game.world.level.waypoints = [Point(9, 1), Point(20, 1)]
    at, orc.mood, orc.energy = orc.at, Mood.ROAMING, -10_000

    away(game, rounds)
    orc, mouse = others(game)

    assert Point(place if rounds > 2 else at.x, 1) == orc.at
    assert (Point(20, 1), Mood.ASLEEP) == (mouse.at, mouse.mood)


def test_a_follower_is_beside_its_leader(arena: RuleSet) -> None:
    """A horde stays together."""
    game = begin(arena, LONG, Mood.ROAMING)
    orc, mouse = others(game)
    mouse.leader = orc.id
    game.world.level.waypoints = [Point(9, 1)]
    orc.energy = mouse.energy = -10_000

    away(game, 30)
    orc, mouse = others(game)

    assert [Point(9, 1), Point(8, 1)] == [orc.at, mouse.at]


def test_hunters_forget_and_conditions_end(arena: RuleSet) -> None:
    """Monsters that did not follow roam; timed conditions have ended, and summoned monsters are gone."""
    game = begin(arena, LONG, Mood.HUNTING, no_stairs=True)
    orc, mouse = others(game)
    afflict(game.world, mouse, SUMMONED, 5)
    orc.noticed_on = game.world.turn

    away(game, 8)

    assert [(orc.id, Mood.ROAMING, None)] == [(each.id, each.mood, each.noticed_on) for each in others(game)]


def test_quick_returns_do_not_split_a_pack(arena: RuleSet) -> None:
    """One follows each round; a player who returns within twenty rounds meets all the others together."""
    game = begin(arena, "#########\n#@>.ooo.#\n#########", Mood.HUNTING, sure=True)
    game.world.player.max_hit_points = game.world.player.hit_points = 1000
    game.play(Wait())
    counts = [
        sum(isinstance(event, ArrivedBehind) for event in game.play(command))
        for command in (DOWN, Wait(), Wait(), UP, Wait())
    ]

    assert [0, 1, 1] == counts[:3]
    assert 2 <= max(counts[3:])
