"""The choices of minds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.events import Launched, Moved, Struck
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point, chebyshev_distance
from roguelike.engine.parts.minds import Chase, Erratic, Panic, Skirmish, Stagger, Wander, any_direction
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from tests.arena import confuse, confused_turns, with_confusion
from tests.calls import count_calls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


def monster(game: Game) -> Actor:
    """Return the first monster."""
    return game.world.level.actors[1]


def hide(game: Game, at: Point) -> None:
    """Move the player to another cell between two turns."""
    game.world.level.move(game.world.player, at)
    update_fov(game.world)


def test_a_chaser_comes_a_step_nearer_every_turn(arena: RuleSet) -> None:
    """By the shortest path, and it stops beside the player."""
    game = draw("@...o", arena)
    way = []

    for _ in range(3):
        game.play(Wait())
        way.append(monster(game).at)

    assert [Point(3, 0), Point(2, 0), Point(1, 0)] == way


def test_beside_the_player_a_chaser_strikes(arena: RuleSet) -> None:
    """Diagonally too."""
    game = draw("@.\n.o", arena)
    player, orc = game.world.level.actors

    events = game.play(Wait())

    assert Struck(orc.ref, player.ref, 1) == events[0]
    assert Point(1, 1) == orc.at


def test_without_diagonal_moves_a_chaser_walks_around_the_corner(arena: RuleSet) -> None:
    """Only cells in four directions are adjacent."""
    game = draw("@.\n.o", attrs.evolve(arena, diagonal=False, monsters_diagonal=False))

    first, second = game.play(Wait()), game.play(Wait())

    assert isinstance(first[0], Moved)
    assert isinstance(second[0], Struck)


def test_a_chaser_stays_where_it_is_until_it_has_seen_the_player(arena: RuleSet) -> None:
    """It does not hunt a player who sneaks past behind a wall."""
    game = draw(
        """
        @....
        ####.
        o....
        """,
        arena,
    )

    for _ in range(10):
        game.play(Wait())

    assert Point(0, 2) == monster(game).at
    assert monster(game).noticed_on is None


@pytest.mark.parametrize("memory", [0, 1, 3, 6])
def test_a_chaser_follows_for_as_long_as_it_remembers(arena: RuleSet, memory: int) -> None:
    """Out of sight, it follows for that number of turns, on the path to the player's actual cell."""
    orc = attrs.evolve(arena.monsters["orc"], mind=Chase(memory=memory))
    game = draw(
        """
        @...................
        ###################.
        .o..................
        """,
        attrs.evolve(arena, monsters={"orc": orc}),
    )
    hide(game, Point(6, 2))
    game.play(Wait())
    hide(game, Point(0, 0))

    walked = [any(isinstance(event, Moved) for event in game.play(Wait())) for _ in range(memory + 3)]

    assert [True] * memory + [False] * 3 == walked


def test_the_memory_of_a_chaser_restarts_whenever_it_sees_the_player(arena: RuleSet) -> None:
    """Three turns from the last sighting, not from the first."""
    game = draw("@......o", arena)

    for _ in range(3):
        game.play(Wait())

    assert 2 == monster(game).noticed_on


def test_a_chaser_finds_the_way_round_walls(arena: RuleSet) -> None:
    """It follows the distance map, even if the first step leads away from the player."""
    game = draw(
        """
        #######
        #@#..o#
        #.#.#.#
        #...#.#
        #######
        """,
        attrs.evolve(arena, monsters={"orc": attrs.evolve(arena.monsters["orc"], mind=Chase(memory=99))}),
    )
    monster(game).noticed_on = 0

    for _ in range(6):
        game.play(Wait())

    assert Point(1, 2) == monster(game).at


def test_a_chaser_waits_behind_a_fellow_in_a_corridor(arena: RuleSet) -> None:
    """It neither strikes its fellow nor walks through it."""
    game = draw("#######\n#@oo..#\n#######", arena)

    game.play(Wait())

    assert [Point(2, 1), Point(3, 1)] == [actor.at for actor in game.world.level.actors[1:]]


def test_a_chaser_does_not_see_through_a_player_who_left(arena: RuleSet) -> None:
    """It chooses its step by the player's current cell, in the same turn."""
    game = draw("...\n@..\n...\n...\n...\n..o", arena)

    game.play(Move(Direction.NORTH))

    assert Point(1, 4) == monster(game).at


def test_a_chaser_takes_no_memory_below_zero() -> None:
    """It would silently never hunt."""
    with pytest.raises(ValueError, match="memory"):
        Chase(memory=-1)


UNSEEN = """
    @#...
    ##.w.
    ##...
"""
BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


@pytest.mark.parametrize("seed", range(12))
def test_unseeing_a_wanderer_steps_by_the_top_two_bits_of_one_draw(arena: RuleSet, seed: int) -> None:
    """0 is up, 1 down, 2 right and 3 left, and no more than one number is drawn (K4-15, y turned by ruling D20)."""
    game = draw(UNSEEN, arena, seed=seed)
    foreseen = PCG32(seed)
    expected = Point(3, 1).step(BY_TOP_BITS[foreseen.next_u32() >> 30])

    game.play(Wait())

    assert expected == game.world.level.actors[1].at
    assert foreseen == game.world.rng


def test_all_four_directions_come_up_equally_often() -> None:
    """And no diagonal ever does."""
    rng = PCG32(1)
    drawn = [any_direction(rng) for _ in range(4000)]

    assert set(BY_TOP_BITS) == set(drawn)
    assert all(880 < drawn.count(way) < 1120 for way in BY_TOP_BITS)


def test_a_wall_in_the_way_costs_a_wanderer_the_turn(arena: RuleSet) -> None:
    """It can walk into a wall, and then stays where it is (K4-17)."""
    game = draw("@####\n####w\n#####", arena)

    for _ in range(10):
        game.play(Wait())

    assert Point(4, 1) == game.world.level.actors[1].at
    assert 10 == game.world.turn


def test_a_fellow_in_the_way_is_not_struck(arena: RuleSet) -> None:
    """Bumping into another monster does nothing (K4-16)."""
    game = draw("@#####\n##wSw#\n######", arena)

    for _ in range(20):
        game.play(Wait())

    assert [10, 10, 10] == [actor.hit_points for actor in game.world.level.actors[1:]]


def test_seeing_the_player_a_wanderer_chases(arena: RuleSet) -> None:
    """No number is drawn for that (K4-14)."""
    game = draw("@...w", arena)

    game.play(Wait())

    assert Point(3, 0) == game.world.level.actors[1].at
    assert PCG32(1) == game.world.rng


def test_without_memory_a_wanderer_wanders_off_at_once(arena: RuleSet) -> None:
    """It forgets the player as soon as they are out of sight."""
    game = draw("@...w\n#####\n.....", arena)
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)
    before = attrs.evolve(game.world.rng)

    game.play(Wait())

    assert before != game.world.rng


def test_with_memory_a_wanderer_hunts_on(arena: RuleSet) -> None:
    """For exactly `memory` turns."""
    wanderer = attrs.evolve(arena.monsters["wanderer"], mind=Wander(memory=2))
    game = draw("w...@......\n##########.\n...........", attrs.evolve(arena, monsters={"wanderer": wanderer}))
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)
    draws = []

    for _ in range(3):
        before = game.world.rng.state
        game.play(Wait())
        draws.append(game.world.rng.state != before)

    assert [False, False, True] == draws


def test_a_wanderer_takes_no_memory_below_zero() -> None:
    """As for every mind."""
    with pytest.raises(ValueError, match="memory"):
        Wander(memory=-1)


def gap(game: Game) -> int:
    """Return the distance of the slinger from the player, in steps."""
    return chebyshev_distance(game.world.player.at, game.world.level.actors[1].at)


def kinds(game: Game) -> list[str]:
    """Wait a turn, and return the names of the events."""
    return [type(event).__name__ for event in game.play(Wait())]


def test_at_its_distance_a_skirmisher_throws(arena: RuleSet) -> None:
    """It stays in place and throws."""
    game = draw("@..s....", arena)

    assert ["Launched", "Harmed", "TurnEnded"] == kinds(game)
    assert 3 == gap(game)


def test_too_near_a_skirmisher_backs_off(arena: RuleSet) -> None:
    """Until it has regained its distance."""
    game = draw("@s......", arena)
    gaps = []

    for _ in range(4):
        game.play(Wait())
        gaps.append(gap(game))

    assert [2, 3, 3, 3] == gaps


def test_a_skirmisher_backs_off_the_way_that_leads_furthest(arena: RuleSet) -> None:
    """Diagonally, if that is farther."""
    game = draw("@....\n.s...\n.....\n.....", arena)

    game.play(Wait())

    assert Point(2, 2) == game.world.level.actors[1].at


def test_cornered_a_skirmisher_fights(arena: RuleSet) -> None:
    """A wall behind it leaves it nowhere to retreat."""
    game = draw("#####\n##@s#\n#####", arena)
    player, slinger = game.world.level.actors

    events = game.play(Wait())

    assert Struck(slinger.ref, player.ref, 1) == events[0]


def test_a_fellow_in_its_back_corners_a_skirmisher_too(arena: RuleSet) -> None:
    """It cannot walk through other actors."""
    game = draw("######\n#@sS.#\n######", arena)

    assert "Struck" == kinds(game)[0]


def test_too_near_with_no_way_out_but_room_between_it_throws(arena: RuleSet) -> None:
    """At two steps' distance, it can still throw."""
    game = draw("#####\n#@.s#\n#####", arena)

    assert "Launched" == kinds(game)[0]


def test_out_of_range_a_skirmisher_comes_nearer(arena: RuleSet) -> None:
    """Its range is seven cells."""
    game = draw("@........s", arena)

    names = [kinds(game)[0] for _ in range(3)]

    assert ["Moved", "Moved", "Launched"] == names
    assert 7 == gap(game)


def test_a_skirmisher_does_not_throw_at_its_fellows_backs(arena: RuleSet) -> None:
    """Without a clear line it comes nearer instead."""
    game = draw("@..S...s", arena)

    events = game.play(Wait())

    assert not any(isinstance(event, Launched) for event in events)
    assert any(isinstance(event, Moved) for event in events)


def test_a_skirmisher_throws_no_more_often_than_its_chance(arena: RuleSet) -> None:
    """Half the time it waits."""
    slinger = attrs.evolve(arena.monsters["slinger"], mind=Skirmish(distance=3, throws=50))
    ruleset = attrs.evolve(arena, monsters={"slinger": slinger})
    thrown = 0
    for seed in range(200):
        game = draw("@...s", ruleset, seed=seed)
        thrown += "Launched" in kinds(game)

    assert 70 < thrown < 130


def test_a_skirmisher_waits_until_it_has_noticed_someone(arena: RuleSet) -> None:
    """It does not throw at a player behind a wall."""
    game = draw("@.#.s", arena)

    assert ["TurnEnded"] == kinds(game)


def test_without_a_missile_a_skirmisher_comes_nearer(arena: RuleSet) -> None:
    """It must attack by hand."""
    slinger = attrs.evolve(arena.monsters["slinger"], missile=None)
    game = draw("@....s", attrs.evolve(arena, monsters={"slinger": slinger}))

    assert "Moved" == kinds(game)[0]
    assert 4 == gap(game)


def test_confusion_overrides_a_skirmisher(arena: RuleSet) -> None:
    """A confused monster does not aim."""
    game = draw(".....\n@...s\n.....\n", arena)
    confuse(game.world, game.world.level.actors[1], 5)

    events = [event for _ in range(5) for event in game.play(Wait())]

    assert not any(isinstance(event, Launched) for event in events)


@pytest.mark.parametrize("numbers", [{"distance": -1, "throws": 5}, {"distance": 1, "throws": 101}])
def test_numbers_that_make_no_sense_are_refused(numbers: dict[str, int]) -> None:
    """Chances are percentages, and distances are not negative."""
    with pytest.raises(ValueError, match="must be"):
        Skirmish(**numbers)


CENTER = Point(4, 1)


def around(directions: Iterable[Direction]) -> set[Point]:
    """Return the neighbours of the center."""
    return {CENTER.step(direction) for direction in directions}


def after_a_turn(ruleset: RuleSet, glyph: str, seeds: int = 200) -> list[Point]:
    """Return the cells of a confused monster after one turn, seed by seed."""
    ends = []
    for seed in range(seeds):
        game = draw(f"......\n@...{glyph}.\n......", ruleset, seed=seed)
        confuse(game.world, game.world.level.actors[1], 3)
        game.play(Wait())
        ends.append(game.world.level.actors[1].at)
    return ends


@pytest.mark.parametrize("glyph", ["o", "S", "w", "b", "s"])
def test_any_mind_staggers_in_all_directions(arena: RuleSet, glyph: str) -> None:
    """Even one that never moves otherwise."""
    assert around(COMPASS) == set(after_a_turn(arena, glyph))


def test_every_direction_is_equally_likely(arena: RuleSet) -> None:
    """One in eight each, not one in nine, nor biased towards the player."""
    ends = after_a_turn(arena, "o", 1600)

    assert all(145 < ends.count(cell) < 255 for cell in around(COMPASS))


def test_without_diagonal_moves_a_staggerer_has_four_directions(arena: RuleSet) -> None:
    """A quarter each (C9-48)."""
    ends = after_a_turn(attrs.evolve(arena, diagonal=False, monsters_diagonal=False), "o")

    assert around(CARDINALS) == set(ends)
    assert all(30 < ends.count(cell) < 75 for cell in around(CARDINALS))


def test_a_rule_set_can_have_a_staggerer_stand_at_times(arena: RuleSet) -> None:
    """In one source game, dx and dy are each -1 to 1, and both can be 0."""
    ends = after_a_turn(with_confusion(arena, overrides=Stagger(stands=True)), "o", 400)

    assert around(COMPASS) | {CENTER} == set(ends)
    assert 20 < ends.count(CENTER) < 75


def test_a_wall_in_the_way_costs_a_staggerer_the_turn(arena: RuleSet) -> None:
    """The turn still counts towards its confusion (C9-48)."""
    game = draw("@####\n####o\n#####", arena)
    orc = game.world.level.actors[1]
    confuse(game.world, orc, 2)

    game.play(Wait())

    assert Point(4, 1) == orc.at
    assert 1 == confused_turns(orc)


def test_a_staggerer_strikes_the_player_that_it_stumbles_into(arena: RuleSet) -> None:
    """It is an attack like any other (C9-52)."""
    game = draw("###\n#@#\n#o#\n###", arena)
    player, orc = game.world.level.actors
    confuse(game.world, orc, 100)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert Struck(orc.ref, player.ref, 1) in events


def test_a_rule_set_can_make_a_staggerer_harmless(arena: RuleSet) -> None:
    """Then it stops before other actors, but still walks onto free cells."""
    harmless = with_confusion(arena, overrides=Stagger(attacks=False))
    game = draw("###\n#@#\n#o#\n###", harmless)
    confuse(game.world, game.world.level.actors[1], 100)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert not any(isinstance(event, Struck) for event in events)
    assert around(COMPASS) == set(after_a_turn(harmless, "o"))


def test_a_staggerer_never_strikes_its_fellows(arena: RuleSet) -> None:
    """Stumbling into another monster has no effect (C9-52)."""
    game = draw("@####\n##SSS\n##SoS\n##SSS", arena)
    confuse(game.world, next(actor for actor in game.world.level.actors if actor.kind.name == "orc"), 50)

    for _ in range(50):
        game.play(Wait())

    assert {10} == {actor.hit_points for actor in game.world.level.actors[1:]}


AROUND = {Point(x, y) for x in range(6, 9) for y in range(3)} - {Point(7, 1)}


def flitting(arena: RuleSet, flits: int) -> RuleSet:
    """Return the rules with a bat that flits with a given chance, in percent."""
    bat = attrs.evolve(arena.monsters["bat"], mind=Erratic(flits=flits))
    return attrs.evolve(arena, monsters={**arena.monsters, "bat": bat})


def after_flitting(ruleset: RuleSet, seeds: int) -> list[Point]:
    """Return the cells of a bat in sight of the player after one turn, seed by seed."""
    ends = []
    for seed in range(seeds):
        game = draw(".........\n@......b.\n.........", ruleset, seed=seed)
        game.play(Wait())
        ends.append(game.world.level.actors[1].at)
    return ends


def test_always_flitting_an_erratic_monster_goes_anywhere(arena: RuleSet) -> None:
    """It moves in all eight directions, whether or not it sees an enemy."""
    assert set(after_flitting(flitting(arena, 100), 100)) == AROUND


def test_never_flitting_an_erratic_monster_chases(arena: RuleSet) -> None:
    """Without flitting, it hunts the way a beast does."""
    assert {Point(6, 1)} == set(after_flitting(flitting(arena, 0), 40))


def test_half_the_time_an_erratic_monster_does_either(arena: RuleSet) -> None:
    """Half of its steps, and an eighth of the others, lead straight to the player: 56 in a hundred."""
    straight = after_flitting(flitting(arena, 50), 400).count(Point(6, 1))

    assert 185 < straight < 265


def test_without_prey_an_erratic_monster_waits_when_it_does_not_flit(arena: RuleSet) -> None:
    """It does not know where the player is."""
    game = draw("@#...\n##.b.\n##...", flitting(arena, 0))

    for _ in range(5):
        game.play(Wait())

    assert Point(3, 1) == game.world.level.actors[1].at


def test_an_erratic_monster_flits_without_seeing_the_player(arena: RuleSet) -> None:
    """A bat never stays in place."""
    game = draw("@#...\n##.b.\n##...", arena)

    game.play(Wait())

    assert Point(3, 1) != game.world.level.actors[1].at


def test_an_erratic_monster_strikes_when_it_flits_into_the_player(arena: RuleSet) -> None:
    """It does so eventually, in a cell whose only exit is the player's cell."""
    game = draw("###\n#@#\n#b#\n###", arena)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert any(isinstance(event, Struck) for event in events)


def test_without_diagonal_moves_an_erratic_monster_flits_in_four_directions(arena: RuleSet) -> None:
    """It loses no turns on impossible steps."""
    ends = set(after_flitting(attrs.evolve(flitting(arena, 100), diagonal=False, monsters_diagonal=False), 60))

    assert {Point(6, 1), Point(8, 1), Point(7, 0), Point(7, 2)} == ends


@pytest.mark.parametrize("flits", [-1, 101])
def test_a_chance_is_one_in_a_hundred(flits: int) -> None:
    """101 percent is a mistake."""
    with pytest.raises(ValueError, match="flits"):
        Erratic(flits=flits)


EMBER = attrs.evolve(load_ruleset("ember"), arrivals=None)
CORRIDOR = "#############\n#@...oo.....#\n#############"


def choices(*, other_side: Side, discord: bool = False) -> Command:
    """Return the command of the second of two orcs in panic; the first is nearer to the player."""
    world = draw(CORRIDOR, EMBER, legend={"o": "orc"}).world
    near, far = world.level.actors[1:]
    near.side = other_side
    if discord:
        afflict(world, near, EMBER.conditions["discord"], 5)
    forget_distances(world)
    world.player.hit_points = 0  # nobody else to run from
    return Panic().choose(world, far)


def test_panic_flees_from_the_nearest_enemy_of_any_side() -> None:
    """It flees from no other monster."""
    assert Move(Direction.EAST) == choices(other_side=Side.PLAYER)
    assert Move(Direction.EAST) == choices(other_side=Side.MONSTERS, discord=True)
    assert Wait() == choices(other_side=Side.MONSTERS)


def test_a_crowd_in_panic_costs_no_more_for_each_than_a_few() -> None:
    """No monster examines all others."""

    def calls(rows: int) -> int:
        world = draw("@" + "." * 11 + "\n" + ("." + "o" * 10 + ".\n") * rows, EMBER, legend={"o": "orc"}).world
        forget_distances(world)
        monsters = world.level.actors[1:]
        return count_calls(lambda: [Panic().choose(world, each) for each in monsters])

    assert calls(16) < 6 * calls(4)
