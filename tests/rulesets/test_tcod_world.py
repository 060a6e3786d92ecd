"""Levels, sight and what is seen in the `tcod` rule set (P-T1 to P-T4, P-T10 to P-T12, T9-50 to T9-52, T9-59)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point, squared_distance
from roguelike.engine.kinds.ruleset import InventoryShape, TurnCosts
from roguelike.engine.parts.perception.mutual import Mutual
from roguelike.engine.scenario import draw
from roguelike.tutorials.combat import Power
from roguelike.tutorials.fov.raycast import Rays
from roguelike.ui.canvas import Style
from roguelike.ui.color import grey
from roguelike.ui.input import Button, Mouse
from tests.rulesets.tcod_words import COLORS, DARK_RED, YELLOW
from tests.sight_pictures import GAPS, plain, seen
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

LIGHT_WALL, LIGHT_GROUND = (130, 110, 50), (200, 180, 50)
DARK_WALL, DARK_GROUND = (0, 0, 100), (50, 50, 150)
LARGE = (110, 50)
GAPS_BY_LIBTCOD = """
         ..   #
    .   ..#  .#
    ..##..#...#
    ..........#
    ...@......#
    ......#...#
    ##....#   #
     ......
    ####..##
"""
CAVE = """
    #####################
    ####....####...######
    ##......##.......####
    #....#.....###....###
    ##...##...@####....##
    ###.......##......###
    ####..#.......##...##
    ######...##.....#####
    #####################
"""
CAVE_BY_LIBTCOD = """
       ####
       #...  ###
        ....##..
         #.....#
          #...@#
      #.......##
      ##. #...
       ###...#
         ####
"""


@pytest.fixture(scope="module")
def tcod() -> RuleSet:
    """Return the rule set."""
    return load_ruleset("tcod")


def seen_from(picture: str, tcod: RuleSet) -> set[Point]:
    """Return the cells that the player sees after a turn of waiting."""
    game = draw(picture, tcod)
    game.play(Wait())
    level = game.world.level
    return {point for point in level.grid.points() if level.is_visible(point)}


@pytest.mark.rows("P-T10")
def test_in_the_open_one_sees_10_cells_far(tcod: RuleSet) -> None:
    """A circle, of every cell at a straight distance of at most 10."""
    rows = [["."] * 25 for _ in range(25)]
    rows[12][12] = "@"
    picture = "\n".join("".join(row) for row in rows)
    circle = {
        Point(x, y) for x in range(25) for y in range(25) if squared_distance(Point(x, y), Point(12, 12)) <= 10 * 10
    }

    assert circle == seen_from(picture, tcod)


@pytest.mark.rows("P-T10")
def test_walls_are_lit_and_hide_what_is_behind_them(tcod: RuleSet) -> None:
    """All four walls of the room, its corners too, and nothing of the next one."""
    picture = "#######....\n#.....#....\n#..@..#....\n#.....#....\n#######....\n..........."
    expected = {Point(x, y) for x in range(7) for y in range(5)}

    assert expected == seen_from(picture, tcod)


@pytest.mark.rows("P-T10")
@pytest.mark.parametrize(("level", "expected"), [(GAPS, GAPS_BY_LIBTCOD), (CAVE, CAVE_BY_LIBTCOD)])
def test_walls_with_gaps_are_seen_through_as_by_libtcod(tcod: RuleSet, level: str, expected: str) -> None:
    """The pictures are what libtcod sees; walls beside what is seen are lit, also past the circle."""
    game = draw(level, tcod)
    game.play(Wait())

    assert plain(expected) == plain(seen(game))


@pytest.mark.rows("P-T10")
def test_sight_follows_every_step(tcod: RuleSet) -> None:
    """Round a corner there is more to see, and what is behind is remembered."""
    game = draw("@.#\n#.#\n#.......", tcod)
    level = game.world.level

    assert not level.is_visible(Point(6, 2))

    game.play(Move(Direction.SOUTH_EAST))
    game.play(Move(Direction.SOUTH))

    assert level.is_visible(Point(6, 2))
    assert level.is_explored(Point(0, 0))


def test_the_parts_of_the_rules_are_those_of_the_rows(tcod: RuleSet) -> None:
    """Sight, notice, blows, turns: all there is beside kinds, levels and texts."""
    assert Rays(radius=10) == tcod.sight
    assert Mutual() == tcod.perception
    assert Power() == tcod.combat
    assert TurnCosts() == tcod.turns
    assert InventoryShape(slots=26, compact=True) == tcod.inventory
    assert (True, True, True, True) == (tcod.diagonal, tcod.monsters_diagonal, tcod.piles, tcod.remembers)
    assert ((), False, True) == (
        tcod.goals,
        tcod.removes_dead_late,
        tcod.conditions["confused"].recovery_takes_turn,
    )
    assert "" == tcod.status
    assert 1 == tcod.version


@pytest.mark.rows("P-T5", "P-T6", "P-T7", "P-T11", "T9-42", "T9-43", "T9-44", "T9-45")
def test_everything_has_its_glyph_and_its_colour(tcod: RuleSet) -> None:
    """On the lit ground; the player has 30 hit points."""
    scrolls = {"f": "Fireball Scroll", "c": "Confusion Scroll", "l": "Lightning Scroll"}
    canvas = watch(draw("@o.T!fcl\n########", tcod, legend=scrolls), size=LARGE).last
    glyphs = ["@", "o", ".", "T", "!", "#", "#", "#"]
    names = ["Player", "Orc", "", "Troll", "Healing Potion", *scrolls.values()]

    assert glyphs == [cell.char for cell in canvas.rows[0][:8]]
    assert {LIGHT_GROUND} == {cell.style.background for cell in canvas.rows[0][:8]}
    assert [COLORS[name] for name in names if name] == [
        cell.style.foreground for cell, name in zip(canvas.rows[0], names, strict=False) if name
    ]
    assert [("#", LIGHT_WALL)] * 8 == [(cell.char, cell.style.background) for cell in canvas.rows[1][:8]]
    assert "30/30" in canvas.text()


@pytest.mark.rows("P-T11", "P-T12", "T9-59")
def test_what_is_left_behind_is_drawn_dark_and_empty(tcod: RuleSet) -> None:
    """Terrain stays on the map in its dark colours, monsters and items vanish from it."""
    game = draw("#####\n@.!.#\n....#\n.######\n.......", tcod)
    watched = watch(game, "j", "j", "j", size=LARGE)
    before, after = watched.after[0].rows, watched.last.rows

    assert "!" == before[1][2].char
    assert [LIGHT_GROUND, LIGHT_WALL] == [before[1][x].style.background for x in (2, 4)]
    assert ["#", ".", DARK_WALL, DARK_GROUND] == [
        after[1][4].char,
        after[1][2].char,
        after[1][4].style.background,
        after[1][2].style.background,
    ]


@pytest.mark.rows("T9-59")
def test_actors_are_drawn_over_items_and_items_over_corpses(tcod: RuleSet) -> None:
    """Whatever was there first."""
    game = draw("@o....", tcod, inventory=["Healing Potion"])
    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))
    corpse = watch(game, "z").last.rows[0][1]
    watched = watch(game, "l", "d", "a", "l", size=LARGE)

    assert ("%", DARK_RED) == (corpse.char, corpse.style.foreground)
    assert "@" == watched.after[1].rows[0][1].char
    assert "@" == watched.after[3].rows[0][1].char
    assert ("!", COLORS["Healing Potion"]) == (watched.last.rows[0][1].char, watched.last.rows[0][1].style.foreground)


@pytest.mark.rows("P-T1")
def test_all_of_a_level_has_room_beside_the_panel_and_above_the_log(tcod: RuleSet) -> None:
    """On a screen of 100x47 and more nothing scrolls: the map at the top left, 80x43 of it."""
    game = new_game(tcod, 1)
    x, y = game.world.player.at
    canvas = watch(game, size=(100, 47)).last

    assert "@" == canvas.rows[y][x].char
    assert (81, 0) <= spot(canvas, "30/30") < (100, 1)


@pytest.mark.rows("T9-50")
def test_the_log_keeps_the_last_messages_and_wraps_long_ones(tcod: RuleSet) -> None:
    """Oldest first, below the map; the oldest make room, and `m` shows all of them."""
    picture = "\n".join(["@" + "." * 29, *["." * 30] * 19])
    game = draw(picture, tcod, inventory=["Healing Potion", "Fireball Scroll"])
    canvas = watch(game, "i", "a", "escape", "g", "i", "b", "escape", size=(50, 24)).last
    lines = [row.rstrip(" ") for row in canvas.text().splitlines()[20:24]]

    assert "There is nothing here to pick up." == lines[0]
    assert ["Left-click a target tile for the fireball, or", "right-click to cancel.", "Targeting cancelled"] == lines[
        1:
    ]
    assert {YELLOW} == {cell.style.foreground for cell in cells(canvas, 0, 20, 5)}
    assert "full health" not in canvas.text()
    assert "full health" in watch(game, "i", "a", "escape", "g", "i", "b", "escape", "m", size=(80, 30)).last.text()


@pytest.mark.rows("T9-51")
@pytest.mark.parametrize(("at", "name"), [(3, "Orc"), (1, "Healing Potion"), (0, "yourself")])
def test_what_the_mouse_is_on_is_named_in_the_panel(tcod: RuleSet, at: int, name: str) -> None:
    """In view only."""
    canvas = watch(draw("@!.o\n####\n...o", tcod), Mouse(Button.MOVE, at, 0)).last
    rows = ["".join(cell.char for cell in row[5:]).strip() for row in canvas.rows[4:6]]

    assert name in rows
    hidden = watch(draw("@!.o\n####\n...o", tcod), Mouse(Button.MOVE, 3, 2)).last
    assert [""] * 2 == ["".join(cell.char for cell in row[5:]).strip() for row in hidden.rows[4:6]]


@pytest.mark.rows("T9-52")
def test_the_health_bar_shows_the_share_and_the_numbers(tcod: RuleSet) -> None:
    """In white on red, of which nine tenths are bright."""
    canvas = watch(draw("@", tcod, hit_points=27)).last
    x, y = spot(canvas, "27/30")
    bar = [cell.style for cell in canvas.rows[y][2:12]]

    assert [Style(grey(255), (200, 0, 0))] * 9 + [Style(grey(255), (100, 0, 0))] == bar
    assert 2 < x < 12
