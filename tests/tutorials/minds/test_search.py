"""The mind that searches a few steps ahead for the cell nearest to the player (P-C22 to P-C26, section 5.9)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Moved, Struck
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw
from roguelike.tutorials.minds.search import Search
from roguelike.tutorials.perception import Line

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level

EAST, NORTH, WEST, SOUTH = Direction.EAST, Direction.NORTH, Direction.WEST, Direction.SOUTH
LEFT_OF = {EAST: NORTH, NORTH: WEST, WEST: SOUTH, SOUTH: EAST}
RIGHT_OF = {EAST: SOUTH, SOUTH: WEST, WEST: NORTH, NORTH: EAST}


@pytest.fixture(scope="module")
def searchers(arena: RuleSet) -> RuleSet:
    """Return the rules with orcs that search, in four directions, and see 10 cells along a line."""
    return searching(arena, Search())


def searching(rules: RuleSet, mind: Search) -> RuleSet:
    """Return the rules with orcs of this mind."""
    orc = attrs.evolve(rules.monsters["orc"], mind=mind)
    return attrs.evolve(
        rules, diagonal=False, monsters_diagonal=False, perception=Line(10), monsters={**rules.monsters, "orc": orc}
    )


def orc(game: Game) -> Actor:
    """Return the first orc."""
    return next(actor for actor in game.world.level.actors if actor.kind.name == "orc")


def test_it_comes_a_step_nearer_every_turn_and_strikes(searchers: RuleSet) -> None:
    """Stepping into the player is the attack (P-C25)."""
    game = draw("@..o", searchers)

    moves = [[*game.play(Wait())] for _ in range(3)]

    assert Point(1, 0) == orc(game).at
    assert Struck(orc(game).ref, game.world.player.ref, 1) in moves[-1]


def test_beside_is_beside_in_four_directions_only(searchers: RuleSet) -> None:
    """A corner is two steps away (P-C21)."""
    game = draw("@.\n.o", searchers)

    events = game.play(Wait())

    assert not any(isinstance(event, Struck) for event in events)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [("o..\n...\n..@", EAST), ("..o\n...\n@..", WEST), ("@..\n...\n..o", NORTH), ("..@\n...\no..", EAST)],
)
def test_of_equal_ways_the_first_searched_is_taken(searchers: RuleSet, picture: str, expected: Direction) -> None:
    """East, north, west, south from its cell (section 5.9)."""
    game = draw(picture, searchers)

    assert Move(expected) == Search().choose(game.world, orc(game))


def test_it_goes_round_a_fellow_though_the_first_step_leads_away(searchers: RuleSet) -> None:
    """Stepping back first pays if a cell within five steps is nearer to the player (P-C24)."""
    game = draw(
        """
        @.So#
        .##.#
        ....#
        """,
        attrs.evolve(searchers, perception=Line(10)),
    )
    orc(game).noticed_on = 0

    game.play(Wait())

    assert Point(3, 1) == orc(game).at


def test_it_waits_where_five_steps_lead_nowhere_nearer(searchers: RuleSet) -> None:
    """Longer paths do not matter, as the search has only five steps (P-C24)."""
    game = draw("@.So....\n.######.\n........", searchers)

    game.play(Wait())

    assert Point(3, 0) == orc(game).at


def test_how_far_it_looks_ahead_is_the_rule_sets_choice(arena: RuleSet) -> None:
    """With enough steps for the detour, it moves."""
    game = draw("@.So....\n.######.\n........", searching(arena, Search(ahead=14)))

    game.play(Wait())

    assert Point(4, 0) == orc(game).at


@pytest.mark.parametrize(("far", "moves"), [(4, True), (3, False)])
def test_beyond_the_distance_map_it_waits(arena: RuleSet, far: int, *, moves: bool) -> None:
    """Cells farther from the player have no distance (section 5.9)."""
    game = draw("@...o", searching(arena, Search(far=far)))

    events = game.play(Wait())

    assert moves == any(isinstance(event, Moved) for event in events)


def test_it_never_goes_through_cells_beyond_the_map_either(arena: RuleSet) -> None:
    """At its edge, there can be a detour that the search does not know."""
    game = draw("@.So#\n.##.#\n....#", searching(arena, Search(far=3)))

    game.play(Wait())

    assert Point(3, 0) == orc(game).at


@pytest.mark.parametrize("memory", [0, 1, 3])
def test_it_acts_for_as_long_as_it_remembers(arena: RuleSet, memory: int) -> None:
    """The turns count from the last one on which it noticed the player (P-C23)."""
    game = draw(
        """
        @..............
        ##############.
        .o.............
        """,
        searching(arena, Search(memory=memory, far=99)),
    )
    game.world.level.move(game.world.player, Point(6, 2))
    update_fov(game.world)
    game.play(Wait())
    game.world.level.move(game.world.player, Point(0, 0))
    update_fov(game.world)

    walked = [any(isinstance(event, Moved) for event in game.play(Wait())) for _ in range(memory + 3)]

    assert [True] * memory + [False] * 3 == walked


def test_it_waits_until_it_has_seen_the_player(searchers: RuleSet) -> None:
    """The counter starts where memory ends (P-C23)."""
    game = draw("@..\n##.\no..", searchers)

    game.play(Wait())

    assert Point(0, 2) == orc(game).at


def test_it_never_strikes_or_enters_a_fellow(searchers: RuleSet) -> None:
    """It goes around a fellow in its way, or waits (P-C21)."""
    game = draw("#####\n#@So#\n#####", searchers)

    for _ in range(5):
        game.play(Wait())

    assert [10, 10] == [actor.hit_points for actor in game.world.level.actors[1:]]
    assert Point(3, 1) == orc(game).at


@given(
    st.lists(st.text(alphabet="....#S", min_size=8, max_size=8), min_size=6, max_size=6),
    st.tuples(st.integers(0, 7), st.integers(0, 5)),
    st.tuples(st.integers(0, 7), st.integers(0, 5)),
)
@example(["........"] * 6, (0, 0), (5, 5))
def test_its_step_is_that_of_the_search_written_out(
    searchers: RuleSet, rows: list[str], player: tuple[int, int], start: tuple[int, int]
) -> None:
    """Pruning must not change the result, not even for ties (section 5.9)."""
    if player == start:
        return
    cells = {Point(x, y): glyph for y, row in enumerate(rows) for x, glyph in enumerate(row)}
    cells |= {Point(*player): "@", Point(*start): "o"}
    game = draw("\n".join("".join(cells[Point(x, y)] for x in range(8)) for y in range(6)), searchers)
    monster = orc(game)
    monster.noticed_on = 0
    direction = _written_out(game.world.level, monster.at, game.world.player.at)

    assert (Wait() if direction is None else Move(direction)) == Search().choose(game.world, monster)


def _written_out(level: Level, start: Point, player: Point) -> Direction | None:
    """Search as in section 5.9, expanding every cell within five steps."""
    distances = {player: 0}
    waiting = deque([player])
    while waiting:
        cell = waiting.popleft()
        for neighbour in map(cell.step, CARDINALS):
            if neighbour not in distances and level.is_walkable(neighbour) and distances[cell] < 20:
                distances[neighbour] = distances[cell] + 1
                waiting.append(neighbour)
    if start not in distances:
        return None
    best, first_of_best = distances[start], None
    seen = {start}
    steps = deque((start.step(way), way, way, 1) for way in (EAST, NORTH, WEST, SOUTH))
    while steps:
        cell, way, first, depth = steps.popleft()
        other = level.actor_at(cell)
        if cell in seen or cell not in distances or not (other is None or other.is_player) or depth > 5:
            continue
        seen.add(cell)
        if distances[cell] < best:
            best, first_of_best = distances[cell], first
        steps.extend((cell.step(turn), turn, first, depth + 1) for turn in (way, LEFT_OF[way], RIGHT_OF[way]))
    return first_of_best


@pytest.mark.parametrize("numbers", [{"memory": -1}, {"far": -1}, {"ahead": 0}])
def test_numbers_that_make_no_sense_are_refused(numbers: dict[str, int]) -> None:
    """A search without steps would never find a cell."""
    with pytest.raises(ValueError, match="must be"):
        Search(**numbers)
