"""Gas: how it spreads, and its effects on actors in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.engine.commands import Wait
from roguelike.engine.events import Exploded, GasReleased
from roguelike.engine.geometry import Point
from roguelike.engine.grid import LANE, Grid, cells_of
from roguelike.engine.kinds.gases import MAX_GAS, MIN_GAS
from roguelike.engine.rules.gas import cells_with, flow_over, ignite_gas, release
from roguelike.engine.scenario import draw
from tests.burning import ACRID, MARSH, amounts, blazing, cells, scene

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def plainly_spread(grid: Grid, open_cells: int, cloud: int) -> int:
    """Return a cloud one round later, computed cell by cell."""

    def at(cell: int) -> int:
        return cloud >> LANE * cell & MAX_GAS

    after = 0
    for cell in cells_of(open_cells):
        beside = [cell + dx + dy * grid.stride for dx, dy in SIDES]
        shared = sum(at(other if open_cells >> other & 1 else cell) for other in beside)
        after |= (4 * at(cell) + shared) // 8 << LANE * cell
    return after


@given(st.data())
def test_the_whole_cloud_spreads_as_each_cell_would(data: st.DataObject) -> None:
    """A cell keeps half, shares the rest with four neighbours, and gets the shares of walls back."""
    grid = Grid(data.draw(st.integers(1, 7)), data.draw(st.integers(1, 5)))
    inside = cells_of(grid.inside)
    open_cells = sum(1 << cell for cell in data.draw(st.sets(st.sampled_from(inside), min_size=1)))
    amount = st.integers(0, MAX_GAS)
    cloud = sum(data.draw(amount) << LANE * cell for cell in cells_of(open_cells))

    assert plainly_spread(grid, open_cells, cloud) == flow_over(grid, open_cells).spread(cloud)
    least = data.draw(st.integers(1, MAX_GAS))
    thick = [cell for cell in inside if cloud >> LANE * cell & MAX_GAS >= least]
    assert thick == cells_of(cells_with(cloud, grid.size, least))


def test_gas_fills_a_room_and_stops_at_a_closed_door(arena: RuleSet) -> None:
    """It thins out in time, and its total never grows."""
    game = scene(arena, "#########\n#@..#...#\n#...+...#\n#...#...#\n#########")
    release(game.world, MARSH, Point(2, 2), 1500)
    sums = []
    for _ in range(40):
        game.perform(Wait())
        sums.append(sum(map(sum, amounts(game, "marsh gas"))))

    assert 1500 >= sums[0]
    assert sorted(sums, reverse=True) == sums
    assert all(row[4:] == [0] * 5 for row in amounts(game, "marsh gas"))
    game.world.level.lay(cells(game, (4, 2)), game.world.level.code("open door"))
    for _ in range(3):
        game.perform(Wait())
    assert any(any(row[5:]) for row in amounts(game, "marsh gas"))


@pytest.mark.parametrize(("volume", "lost"), [(MIN_GAS - 1, 0), (MIN_GAS, 1), (39, 1), (40, 2)])
def test_gas_acts_by_its_thickness(arena: RuleSet, volume: int, lost: int) -> None:
    """Below four it has no effect, and from forty it is thick; here all stays on the only open cell."""
    game = scene(arena, "@#S")
    release(game.world, ACRID, Point(2, 0), volume)

    game.perform(Wait())

    assert 10 - lost == game.world.level.actors[1].hit_points


def test_immune_monsters_breathe_gas_unharmed(arena: RuleSet) -> None:
    """The immunity of a kind counts."""
    rules = blazing(arena)
    monsters = {**rules.monsters, "statue": attrs.evolve(rules.monsters["statue"], immune=("gas",))}
    game = draw("@#S", attrs.evolve(rules, monsters=monsters))
    release(game.world, ACRID, Point(2, 0), 100)

    game.perform(Wait())

    assert 10 == game.world.level.actors[1].hit_points


def test_a_cell_holds_no_more_than_it_can(arena: RuleSet) -> None:
    """Any excess is lost, and walls release no gas."""
    game = scene(arena, "@#")
    for _ in range(3):
        release(game.world, ACRID, Point(0, 0), MAX_GAS)
    release(game.world, ACRID, Point(1, 0), 100)

    assert [[MAX_GAS, 0]] == amounts(game, "acrid gas")
    events = [event for event in game.play(Wait()) if isinstance(event, GasReleased)]
    assert 3 == len(events)


def test_an_explosion_is_one_event_with_all_its_cells(arena: RuleSet) -> None:
    """Only explosive gas explodes, and is gone afterwards."""
    game = scene(arena, "@....")
    release(game.world, MARSH, Point(3, 0), 100)
    release(game.world, ACRID, Point(3, 0), 3)
    game.perform(Wait())
    game.take_events()

    assert 0 == ignite_gas(game.world, cells(game, (0, 0)))
    assert cells(game, (2, 0), (3, 0), (4, 0)) == ignite_gas(game.world, cells(game, (4, 0)))

    exploded = [event for event in game.take_events() if isinstance(event, Exploded)]
    assert [(Point(2, 0), Point(3, 0), Point(4, 0))] == [event.cells for event in exploded]
    assert "marsh gas" not in game.world.level.gas
