"""Levels and their layers (C8-1 to C8-4)."""

from __future__ import annotations

import ast
import pathlib
import random
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.terrain import FLOOR, TRAITS, WALL
from roguelike.engine.rules.ways import ON_FOOT, ways_of
from roguelike.engine.scenario import draw
from roguelike.engine.state import level as level_module
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.item import Item
from roguelike.engine.state.level import Level

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

OUTSIDE = [Point(-1, 0), Point(0, -1), Point(5, 0), Point(0, 1), Point(-(10**9), 10**9)]


@pytest.mark.parametrize("point", OUTSIDE)
def test_outside_there_is_nothing_but_rock(arena: RuleSet, point: Point) -> None:
    """Look-ups work for any cell, however far off the map (ruling D21)."""
    level = draw("@.o.!", arena).world.level

    assert "nothing" == level.terrain_at(point).name
    assert not level.is_walkable(point)
    assert level.actor_at(point) is None
    assert not level.items_at(point)
    assert not level.is_visible(point)
    assert not level.is_explored(point)


def test_an_actor_and_an_item_share_a_cell(arena: RuleSet) -> None:
    """Actors and items are separate layers."""
    game = draw("@!", arena)

    game.play(Move(Direction.EAST))

    level = game.world.level
    assert game.world.player is level.actor_at(Point(1, 0))
    assert ["potion"] == [item.kind.name for item in level.items_at(Point(1, 0))]


def test_an_actor_is_found_where_it_went(arena: RuleSet) -> None:
    """The look-up by cell is always up to date."""
    game = draw("@..", arena)
    level = game.world.level

    level.move(game.world.player, Point(2, 0))

    assert level.actor_at(Point(0, 0)) is None
    assert game.world.player is level.actor_at(Point(2, 0))
    assert game.world.player is level.actor_on(level.grid.index(Point(2, 0)))


def test_an_actor_can_come_and_go(arena: RuleSet) -> None:
    """New actors act last."""
    level = draw("@.o", arena).world.level
    kind = arena.monsters["snail"]
    newcomer = Actor(9, kind, Point(1, 0), 10, 10)

    level.add(newcomer)
    present = [actor.id for actor in level.actors], level.actor_at(Point(1, 0))
    level.remove(newcomer)

    assert ([1, 2, 9], newcomer) == present
    assert [1, 2] == [actor.id for actor in level.actors]
    assert level.actor_at(Point(1, 0)) is None


def test_only_the_level_sets_the_cell_of_an_actor() -> None:
    """Its cell and the level's own records would differ from `at`."""
    level, engine = pathlib.Path(level_module.__file__), pathlib.Path(level_module.__file__).parents[1]
    found = [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted({*engine.rglob("*.py")} - {level})
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr in {"at", "cell"}
    ]

    assert ["projectile.at"] == [place.rpartition(" ")[2] for place in found], found


def test_a_level_made_with_its_actors_finds_them(arena: RuleSet) -> None:
    """Like a level that is read from a save."""
    drawn = draw("@.o", arena).world.level
    made = Level(drawn.grid, drawn.kinds, drawn.terrain, actors=list(drawn.actors))

    assert drawn.actors == [made.actor_at(Point(0, 0)), made.actor_at(Point(2, 0))]
    assert made.actor_at(Point(1, 0)) is None


def test_items_pile_up_and_the_latest_is_last(arena: RuleSet) -> None:
    """Rule sets with piles take from the top."""
    level = draw("@!", arena).world.level
    pebble = Item(arena.items["pebble"])

    level.put(pebble, Point(1, 0))
    pile = [item.kind.name for item in level.items_at(Point(1, 0))]
    level.take(pebble, Point(1, 0))

    assert ["potion", "pebble"] == pile
    assert ["potion"] == [item.kind.name for item in level.items_at(Point(1, 0))]


def test_taking_one_of_two_alike_takes_the_right_one(arena: RuleSet) -> None:
    """Items of one kind are still distinct."""
    level = draw("@,", arena).world.level
    first = level.items_at(Point(1, 0))[0]
    second = Item(first.kind)
    level.put(second, Point(1, 0))

    level.take(second, Point(1, 0))

    assert first is level.items_at(Point(1, 0))[0]


def test_an_emptied_cell_is_forgotten(arena: RuleSet) -> None:
    """A cell that once held an item is saved like one that never did."""
    taken, cleared, bare = (draw(f"@{glyph}", arena).world.level for glyph in "!!.")

    taken.take(taken.items_at(Point(1, 0))[0], Point(1, 0))
    cleared.clear(Point(1, 0))

    assert bare.items == taken.items
    assert bare.items == cleared.items


def test_clearing_a_bare_cell_does_no_harm(arena: RuleSet) -> None:
    """A death can clear its cell without looking for items first."""
    level = draw("@.", arena).world.level

    level.clear(Point(1, 0))

    assert not level.items


def test_new_terrain_blocks_steps_and_sight_immediately(arena: RuleSet) -> None:
    """The tables that the searches use follow the terrain."""
    level = draw("@.o", arena).world.level
    cell = level.grid.index(Point(1, 0))
    before = cell in cells_of(level.passable), level.opaque[cell]

    level.set_terrain(Point(1, 0), WALL)
    between = cell in cells_of(level.passable), level.opaque[cell]
    level.set_terrain(Point(1, 0), FLOOR)

    assert ((True, 0), (False, 1)) == (before, between)
    assert (True, 0) == (cell in cells_of(level.passable), level.opaque[cell])


def test_seen_cells_stay_explored_out_of_view(arena: RuleSet) -> None:
    """Remembered terrain is terrain that is explored and not visible."""
    game = draw(
        """
        #####
        #...#
        #.#@#
        #.###
        #####
        """,
        arena,
    )
    level = game.world.level
    hidden = level.is_explored(Point(1, 3))

    for way in (Direction.NORTH, Direction.WEST, Direction.WEST, Direction.SOUTH, Direction.SOUTH):
        game.play(Move(way))

    assert not hidden
    assert (True, True) == (level.is_visible(Point(1, 3)), level.is_explored(Point(1, 3)))
    assert (False, True) == (level.is_visible(Point(3, 2)), level.is_explored(Point(3, 2)))


def test_known_terrain_is_the_same_as_computed_again() -> None:
    """After any sequence of changes of ground and covers."""
    rules = load_ruleset("ember")
    chance = random.Random(8)
    level = new_game(rules, 8).world.level
    for _ in range(150):
        code, cells = chance.randrange(len(rules.terrain)), chance.sample(cells_of(level.grid.inside), 4)
        level.lay(board_of(cells), code)
        anew = Level(level.grid, level.kinds, level.terrain, cover=level.cover, features=level.features)

        assert {trait: anew.cells(trait) for trait in TRAITS} == {trait: level.cells(trait) for trait in TRAITS}
        assert (anew.passable, anew.opaque) == (level.passable, level.opaque)
        assert [anew.is_walkable(at) for at in level.grid.points()] == list(map(level.is_walkable, level.grid.points()))
        assert ways_of(anew, ON_FOOT) == ways_of(level, ON_FOOT)


def test_opaque_stays_the_same_object_unless_it_changes() -> None:
    """The field of view is computed again only if this object is replaced."""
    rules = load_ruleset("ember")
    level = new_game(rules, 8).world.level
    floor = level.cells("bears") & -level.cells("bears")
    level.lay(floor, level.code("grass"))
    before = level.opaque

    level.lay(floor, level.code("nothing"))
    assert before is level.opaque
    level.lay(floor, level.code("wall"))
    assert before is not level.opaque
