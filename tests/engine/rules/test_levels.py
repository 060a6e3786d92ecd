"""Changes of level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Drop, Move, TakeStairs, Wait
from roguelike.engine.digests import digest_of
from roguelike.engine.events import ArrivedBehind, ChangedLevel, Harm, Harmed, Reason, Refused
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.families import Mind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.level_plan import PlannedItem
from roguelike.engine.parts.goals import Escape
from roguelike.engine.restore import BadPlain, restore
from roguelike.engine.rules.falling import fall
from roguelike.engine.rules.levels import build_level
from roguelike.engine.scenario import picture, plan_of
from roguelike.engine.state.frozen_level import freeze, thaw
from roguelike.engine.state.item import Item
from tests.drawn_levels import with_levels
from tests.engine.moments import saved
from tests.gear import with_gear

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

EAST, WEST = Direction.EAST, Direction.WEST
ALTAR = FeatureKind(name="altar", glyph=Glyph("_", (200, 200, 200)))
DOWN, UP = TakeStairs("down"), TakeStairs("up")
ROOM = """
    #########
    #<......#
    #.......#
    #......>#
    #########
"""
START = """
    #########
    #@>.....#
    #########
"""


def begin(arena: RuleSet, *pictures: str) -> Game:
    """Begin a game of drawn levels."""
    return new_game(with_levels(arena, *pictures))


def play(game: Game, *commands: Move | TakeStairs | Wait | Drop) -> list[AnyEvent]:
    """Perform several commands; return their events."""
    return [event for command in commands for event in game.play(command)]


def reasons(events: list[AnyEvent]) -> list[Reason]:
    """Return why commands were refused."""
    return [event.reason for event in events if isinstance(event, Refused)]


def test_stairs_lead_down_and_back(arena: RuleSet) -> None:
    """The player arrives on the stairs, and dropped items are still there."""
    game = begin(arena, START, ROOM)
    events = play(game, Move(EAST), DOWN)

    assert [(Exit.DOWN, 2)] == [(event.by, event.depth) for event in events if isinstance(event, ChangedLevel)]
    assert Point(1, 1) == game.world.player.at
    assert 2 == game.world.depth

    play(game, UP)

    assert 1 == game.world.depth
    assert Point(2, 1) == game.world.player.at


def test_a_level_is_as_it_was_left(arena: RuleSet) -> None:
    """Items, actors and explored cells are kept."""
    game = begin(arena, "#######\n#@>.S!#\n#######", ROOM)
    before = picture(game).replace("@>", ".@")
    explored = bytes(game.world.level.explored)

    play(game, Move(EAST), DOWN, Wait(), UP)

    assert before == picture(game)
    assert explored == bytes(game.world.level.explored)


@pytest.mark.parametrize(("command", "why"), [(DOWN, Reason.NO_STAIRS), (UP, Reason.NO_STAIRS)])
def test_there_must_be_stairs_underfoot(arena: RuleSet, command: TakeStairs, why: Reason) -> None:
    """Otherwise the command is refused and takes no time."""
    game = begin(arena, START, ROOM)

    assert [why] == reasons(play(game, command))
    assert 0 == game.world.turn


def test_leaving_the_first_level_with_the_prize_wins(arena: RuleSet) -> None:
    """Without the prize the stairs out are refused."""
    rules = attrs.evolve(with_levels(arena, "####\n#@<#\n####", ROOM), goals=(Escape("pebble"),))
    game = new_game(rules)
    play(game, Move(EAST))

    assert [Reason.NOT_YET] == reasons(play(game, UP))

    game.world.player.inventory.insert(Item(rules.items["pebble"]))
    play(game, UP)

    assert "won" == game.outcome


def test_hunters_near_the_stairs_follow_one_a_round_and_others_do_not(arena: RuleSet) -> None:
    """Hunters within ten steps, the nearest first; the player acts first on the new level."""
    game = begin(arena, "#################\n#@>.o.o........o#\n#################", ROOM)
    play(game, Move(EAST))

    events = play(game, DOWN)

    assert [] == [event for event in events if isinstance(event, ArrivedBehind)]

    came = [[event.who.id for event in play(game, Wait()) if isinstance(event, ArrivedBehind)] for _ in range(4)]

    assert [[2], [3], [], []] == came
    assert {2, 3} == {actor.id for actor in game.world.level.actors if not actor.is_player}


def test_a_quick_return_meets_the_followers(arena: RuleSet) -> None:
    """Stairs split no pack, and no monster is lost between levels."""
    game = begin(arena, "#########\n#@>.o.o.#\n#########", ROOM)

    play(game, Move(EAST), DOWN, UP, Wait(), Wait())

    assert {2, 3} == {actor.id for actor in game.world.level.actors if not actor.is_player}
    assert [] == game.world.arrivals


def test_a_fall_ends_below_and_hurts(arena: RuleSet) -> None:
    """At the same cell, or the nearest free one."""
    game = begin(arena, START, ROOM)

    assert fall(game.world, game.world.player)
    events = play(game, Wait())

    assert 2 == game.world.depth
    assert Point(1, 1) == game.world.player.at
    assert [Harm.FALL] == [event.harm for event in events if isinstance(event, Harmed)]
    assert game.world.player.hit_points < game.world.player.max_hit_points


def test_no_fall_ends_in_a_closed_room(arena: RuleSet) -> None:
    """A closed room could be locked with its key outside; on a level without stairs any room counts."""
    closed = "#########\n#..#....#\n#..#...>#\n#########"
    for below, lands in ((closed, Point(4, 1)), (closed.replace(">", "."), Point(1, 1))):
        game = begin(arena, START, below)
        fall(game.world, game.world.player)
        play(game, Wait())

        assert lands == game.world.player.at


def test_a_monster_that_falls_waits_below(arena: RuleSet) -> None:
    """It is there when the player comes."""
    game = begin(arena, "#########\n#@>...S.#\n#########", ROOM)
    statue = game.world.level.actor_at(Point(6, 1))
    assert statue is not None
    statue.hit_points = statue.max_hit_points = 99  # enough for any fall

    fall(game.world, statue)
    play(game, Move(EAST), DOWN, Wait())

    assert game.world.level.actor_at(Point(6, 1)) is statue


@attrs.define
class Leap(Mind):
    """A mind that falls, and counts its calls."""

    asked: int = 0

    def choose(self, world: World, actor: Actor) -> Wait:
        """Fall immediately."""
        self.asked += 1
        fall(world, actor)
        return Wait()


def test_a_falling_monster_does_nothing_more_in_that_round(arena: RuleSet) -> None:
    """A fast monster used to go on acting on the cell that it had left."""
    game = begin(arena, "#########\n#@>...S.#\n#########", ROOM)
    statue = game.world.level.actor_at(Point(6, 1))
    assert statue is not None
    leap = Leap()
    statue.kind, statue.energy = attrs.evolve(statue.kind, mind=leap), 300

    game.play(Wait())

    assert 1 == leap.asked
    assert game.world.level.actor_at(Point(6, 1)) is None


def test_the_floor_of_the_last_level_holds(arena: RuleSet) -> None:
    """There is no level below it."""
    game = begin(arena, START, ROOM)
    play(game, Move(EAST), DOWN)

    assert not fall(game.world, game.world.player)


def test_a_game_of_levels_is_saved_whole(arena: RuleSet) -> None:
    """It continues as if it had never been saved, and its digest can be computed from the snapshot."""
    game = begin(arena, "#########\n#@>.o.S!#\n#########", ROOM)
    play(game, Move(EAST), DOWN, Wait())
    plain = saved(game)

    loaded = restore(game.world.ruleset, plain)

    assert digest_of(plain) == game.digest() == loaded.digest()
    for one in (game, loaded):
        play(one, Wait(), Wait(), UP, Wait())
    assert game.digest() == loaded.digest()
    assert picture(game) == picture(loaded)


@pytest.mark.parametrize("wrong", ["missing", "changed", "another", "no text", "two"])
def test_another_level_than_the_one_left_is_refused(arena: RuleSet, wrong: str) -> None:
    """An untrusted file can contain anything."""
    game = begin(arena, START, ROOM)
    play(game, Move(EAST), DOWN)
    plain = saved(game)
    text = plain["levels"][0][1]
    other = saved(game)
    other["levels"] = [[1, text]]
    if wrong == "missing":
        del plain["levels"]
    elif wrong == "changed":
        plain["levels"] = [[1, text[:40] + ("A" if text[40] != "A" else "B") + text[41:]]]
    elif wrong == "another":
        plain["levels"] = [[2, text]]
    elif wrong == "no text":
        plain["levels"] = [[1, "%%"]]
    else:
        plain["levels"] = [[1, text], [1, text]]

    with pytest.raises(BadPlain):
        restore(game.world.ruleset, plain)


def test_a_level_that_was_left_is_checked_like_the_one_in_play(arena: RuleSet) -> None:
    """Even if its digest is right."""
    game = begin(arena, START, ROOM)
    play(game, Move(EAST), DOWN)
    world = game.world
    level = thaw(world.frozen[1], world.ruleset)
    level.cover = bytes(FLOOR * (cell == level.grid.index(Point(0, 0))) for cell in range(level.grid.size))
    world.frozen[1] = freeze(level, world.ruleset, world.round)

    with pytest.raises(BadPlain, match="what covers the ground is a cover"):
        restore(world.ruleset, saved(game))


def test_items_are_as_planned(arena: RuleSet) -> None:
    """Their number, plus and full charges; those on altars as well."""
    rules = with_gear(arena, features={"altar": ALTAR})
    plan = plan_of("...", rules)
    plan.add_item(rules.items["dart"], Point(0, 0), number=7)
    plan.add_feature(ALTAR, Point(2, 0), holds=PlannedItem(rules.items["rod"], Point(2, 0), plus=2))

    level = build_level(plan, rules, 2)

    held = level.features[level.grid.index(Point(2, 0))].holds
    assert [("dart", 7)] == [(item.kind.name, item.number) for item in level.items_at(Point(0, 0))]
    assert held is not None
    assert ("rod", 2, 3) == (held.kind.name, held.plus, held.charges)
