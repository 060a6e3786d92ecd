"""The mind that takes the shortest path around other actors (T9-56 to T9-58)."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Moved, Struck
from roguelike.engine.geometry import COMPASS, Direction, Point, squared_distance
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.tutorials.minds.assault import Assault
from roguelike.tutorials.pathing.straight import straight_step

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@pytest.fixture(scope="module")
def raiders(arena: RuleSet) -> RuleSet:
    """Return the rules with orcs that assault, in eight directions."""
    return raiding(arena, Assault())


def raiding(rules: RuleSet, mind: Assault) -> RuleSet:
    """Return the rules with orcs of this mind."""
    orc = attrs.evolve(rules.monsters["orc"], mind=mind)
    return attrs.evolve(rules, diagonal=True, monsters_diagonal=True, monsters={**rules.monsters, "orc": orc})


def orc(game: Game) -> Actor:
    """Return the first orc."""
    return next(actor for actor in game.world.level.actors if actor.kind.name == "orc")


def see_all(game: Game) -> None:
    """Show the player the whole level, which makes the player visible from everywhere."""
    game.world.level.visible[:] = b"\1" * len(game.world.level.visible)


@pytest.mark.parametrize("picture", ["@o", "o@", "@.\n.o", ".o\n@."])
def test_from_any_neighbouring_cell_it_strikes(raiders: RuleSet, picture: str) -> None:
    """Diagonal neighbours are at 1.41, which is less than 2 (T9-57)."""
    game = draw(picture, raiders)
    player, monster = game.world.player, orc(game)

    events = game.play(Wait())

    assert Struck(monster.ref, player.ref, 1) in events


def test_two_cells_away_it_steps(raiders: RuleSet) -> None:
    """A distance of 2 is not less than 2 (T9-56)."""
    game = draw("@.o", raiders)

    events = game.play(Wait())

    assert not any(isinstance(event, Struck) for event in events)
    assert Point(1, 0) == orc(game).at


def test_it_acts_only_in_the_players_view(raiders: RuleSet) -> None:
    """It remembers nothing (T9-56)."""
    game = draw("@...o\n#####\n.....", raiders)
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 2))
    update_fov(game.world)

    game.play(Wait())

    assert Point(3, 0) == orc(game).at


def test_it_goes_round_a_fellow(raiders: RuleSet) -> None:
    """Blocking actors are obstacles (T9-58)."""
    game = draw("#####\n@.So.\n.....", raiders)

    game.play(Wait())

    assert Point(2, 2) == orc(game).at


def test_of_ways_with_as_many_steps_the_one_with_fewer_diagonals_is_shorter(raiders: RuleSet) -> None:
    """A diagonal counts 1.41 (T9-58): six steps in zigzag below are further than six above, four of them straight."""
    game = draw(
        """
        #.....#
        @#.#.#o
        #.#.#.#
        """,
        raiders,
    )
    see_all(game)

    assert Move(Direction.NORTH_WEST) == Assault().choose(game.world, orc(game))


def test_each_finds_the_others_where_they_are_now(raiders: RuleSet) -> None:
    """They act one after another: the second can use the cell that the first has just left."""
    game = draw("#######\n@..oo##\n#######", raiders)

    game.play(Wait())

    assert [Point(2, 1), Point(3, 1)] == [actor.at for actor in game.world.level.actors[1:]]


def test_an_earlier_monster_is_in_the_way_of_the_next(raiders: RuleSet) -> None:
    """The second looks for a path around the cell that the first has just entered."""
    game = draw(
        """
        ####o
        @...#
        #.##o
        ##..#
        """,
        raiders,
    )
    see_all(game)

    game.play(Wait())

    assert [Point(3, 1), Point(3, 3)] == [actor.at for actor in game.world.level.actors[1:]]


def test_a_path_of_24_steps_is_taken(raiders: RuleSet) -> None:
    """Shorter than 25 cells, its own not counted (T9-58)."""
    game = _way_of(24, raiders)

    assert Move(Direction.EAST) == Assault().choose(game.world, orc(game))


def test_a_path_of_25_steps_is_given_up_for_a_straight_step(raiders: RuleSet) -> None:
    """As the straight step leads into a wall, it waits (T9-58)."""
    game = _way_of(25, raiders)

    assert Wait() == Assault().choose(game.world, orc(game))


def test_how_long_a_path_may_be_is_the_rule_sets_choice(raiders: RuleSet) -> None:
    """It is a field of the mind."""
    game = _way_of(25, raiders)

    assert Move(Direction.EAST) == Assault(longest=26).choose(game.world, orc(game))


@pytest.mark.parametrize(("longest", "expected"), [(10, Wait()), (11, Move(Direction.NORTH))])
def test_the_shortest_path_counts_and_not_the_one_with_the_fewest_steps(
    raiders: RuleSet, longest: int, expected: Move | Wait
) -> None:
    """Ten steps above with two diagonals are shorter than the eight diagonals below, but still too many."""
    game = draw(
        """
        #.......#
        .#######.
        @#.#.#.#o
        #.#.#.#.#
        """,
        raiders,
    )
    see_all(game)

    assert expected == Assault(longest=longest).choose(game.world, orc(game))


def _way_of(steps: int, rules: RuleSet) -> Game:
    """Return a level with a single path, east, around two corners and back west, of a given number of steps."""
    out = (steps - 2) // 2
    back = steps - 2 - out
    width = max(out, back) + 3
    lead = "#" * (back - out)
    rows = [f"{lead}o{'.' * out}".ljust(width, "#"), "#" * (len(lead) + out + 1) + ".", f"@{'.' * back}"]
    game = draw("\n".join(row.ljust(width, "#") for row in rows), rules)
    see_all(game)
    return game


def test_without_a_path_it_takes_a_straight_step(raiders: RuleSet) -> None:
    """It moves on even behind a row of fellows (T9-58)."""
    game = draw("#######\n@S...o#\n#######", raiders)

    game.play(Wait())

    assert Point(4, 1) == orc(game).at


def test_without_a_path_and_with_the_straight_step_blocked_it_waits(raiders: RuleSet) -> None:
    """It neither attacks its fellow nor walks through it (T9-58)."""
    game = draw("#######\n@.So..#\n#######", raiders)

    events = game.play(Wait())

    assert not any(isinstance(event, Moved | Struck) for event in events)


def test_a_crowd_closes_in_from_all_sides(raiders: RuleSet) -> None:
    """In the open, monsters behind go around those in front, until eight are adjacent to the player."""
    game = draw("\n".join(["." * 12] * 3 + [".....@...ooo"] + [".........ooo"] * 2 + ["." * 10 + "oo"]), raiders)
    player = game.world.player
    player.hit_points = player.max_hit_points = 10**6

    for _ in range(12):
        game.play(Wait())

    assert 8 == sum(squared_distance(actor.at, player.at) <= 2 for actor in game.world.level.actors[1:])


rows_of_cells = st.lists(st.text(alphabet="....##S", min_size=9, max_size=9), min_size=7, max_size=7)
places = st.tuples(st.integers(0, 8), st.integers(0, 6))


@given(rows_of_cells, places, places, st.sampled_from([3, 6, 9, 25]))
def test_its_step_is_on_a_shortest_way_by_a_plain_search(
    raiders: RuleSet, rows: list[str], player: tuple[int, int], start: tuple[int, int], longest: int
) -> None:
    """Shifts of whole bitboards must give the results of Dijkstra's algorithm, cell by cell."""
    if player == start:
        return
    game = _drawn(rows, {Point(*player): "@", Point(*start): "o"}, raiders)

    assert _plain_command(game.world, orc(game), longest) == Assault(longest=longest).choose(game.world, orc(game))


@given(rows_of_cells, places, st.sets(places, min_size=2, max_size=16))
def test_the_map_is_updated_while_a_crowd_moves(
    raiders: RuleSet, rows: list[str], player: tuple[int, int], starts: set[tuple[int, int]]
) -> None:
    """The map is never computed again within a turn, and stays true for every monster."""
    glyphs = {Point(*start): "o" for start in sorted(starts)} | {Point(*player): "@"}
    game = _drawn(rows, glyphs, raiders)
    level = game.world.level

    for _ in range(2):
        for monster in [actor for actor in level.actors if actor.kind.name == "orc"]:
            command = Assault().choose(game.world, monster)
            assert _plain_command(game.world, monster, 25) == command
            if isinstance(command, Move) and level.actor_at(goal := monster.at.step(command.direction)) is None:
                level.move(monster, goal)


def _drawn(rows: list[str], glyphs: dict[Point, str], rules: RuleSet) -> Game:
    cells = {Point(x, y): glyph for y, row in enumerate(rows) for x, glyph in enumerate(row)} | glyphs
    game = draw("\n".join("".join(cells[Point(x, y)] for x in range(9)) for y in range(7)), rules)
    see_all(game)
    return game


def _plain_command(world: World, monster: Actor, longest: int) -> Move | Wait:
    """Choose by Dijkstra's search from the player, with a queue of cells and the steps counted on the way."""
    level, goal = world.level, world.player.at
    costs = {goal: 0}
    steps = {goal: 0}
    queue = [(0, goal)]
    while queue:
        cost, cell = heapq.heappop(queue)
        if cost > costs[cell] or (cell != goal and level.actor_at(cell) is not None):
            continue  # nobody goes on through a fellow
        for way in COMPASS:
            neighbour, further = cell.step(way), cost + (100 if way.is_cardinal else 141)
            if level.is_walkable(neighbour) and further < costs.get(neighbour, 10**9):
                costs[neighbour] = further
                steps[neighbour] = steps[cell] + 1
                heapq.heappush(queue, (further, neighbour))
    start = monster.at
    if start in costs and steps[start] < longest:
        ways = [
            way
            for way in COMPASS
            if costs.get(end := start.step(way)) == costs[start] - (100 if way.is_cardinal else 141)
            and (end == goal or level.actor_at(end) is None)
        ]
        return Move(min(ways, key=lambda way: squared_distance(start.step(way), goal)))
    direction = straight_step(world, monster)
    return Wait() if direction is None else Move(direction)


@pytest.mark.parametrize("longest", [0, -1, 101])
def test_numbers_that_make_no_sense_are_refused(longest: int) -> None:
    """Beyond a hundred steps, the cost no longer determines the number of steps."""
    with pytest.raises(ValueError, match="must be"):
        Assault(longest=longest)
