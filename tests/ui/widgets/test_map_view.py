"""The level as the player knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import BLANK, Canvas, Cell, Mark, Rect, Style
from roguelike.cells.color import grey
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rules.damage import hurt
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.engine.state.projectile import Projectile
from roguelike.terminal.colors.depths import without_color
from roguelike.terminal.colors.schemes import Scheme
from roguelike.ui.widgets.map_view import FLASH, at_screen, draw_cursor, draw_map, on_screen, tint
from roguelike.ui.widgets.shades import deadened, dimmed, redden_unknown
from tests.fixture_rules import FIREBALL, FLOOR_BACKGROUND, ORC, POTION, TROLL, WALL, WALL_BACKGROUND
from tests.views import view
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.viewport import Viewport

HALL = """
    ########
    #@.T.!.#
    ######.#
    #o...#.#
    ########
"""
WALL_CELL = Cell("#", Style(WALL, WALL_BACKGROUND))
FLOOR_CELL = Cell(".", Style(grey(63), FLOOR_BACKGROUND))
REMEMBERED_WALL = Cell("#", Style(grey(80), faint=True))
REMEMBERED_FLOOR = Cell(".", Style(grey(40), faint=True))


def whole(viewport: Viewport) -> Canvas:
    """Return a canvas of exactly the level's size with the map on it."""
    level = viewport.perspective.world.level
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    return canvas


def blind(viewport: Viewport) -> None:
    """Take the player's sight, not the memory."""
    viewport.perspective.world.level.visible = bytearray(viewport.perspective.world.level.grid.size)


def test_visible_terrain_is_drawn_in_its_own_look(fixture_rules: RuleSet) -> None:
    """Glyphs stand on the background of the terrain beneath them."""
    rows = whole(view(draw(HALL, fixture_rules))).rows

    assert WALL_CELL == rows[0][0]
    assert FLOOR_CELL == rows[1][2]
    assert Cell("@", Style(grey(255), FLOOR_BACKGROUND)) == rows[1][1]
    assert Cell("T", Style(TROLL, FLOOR_BACKGROUND, bold=True)) == rows[1][3]
    assert Cell("!", Style(POTION, FLOOR_BACKGROUND)) == rows[1][5]


def test_a_glyph_with_a_background_covers_the_terrain(fixture_rules: RuleSet) -> None:
    """A rule set may want that for a thing on an altar."""
    orc = fixture_rules.monsters["orc"]
    loud = attrs.evolve(orc, glyph=attrs.evolve(orc.glyph, background=(9, 8, 7)))
    game = draw("@o", attrs.evolve(fixture_rules, monsters={"orc": loud}))

    assert Cell("o", Style(ORC, (9, 8, 7))) == whole(view(game)).rows[0][1]


def test_unexplored_cells_are_blank(fixture_rules: RuleSet) -> None:
    """The orc in the other room, its floor and its walls."""
    rows = whole(view(draw(HALL, fixture_rules))).rows

    assert [BLANK] * 5 == rows[3][:5]


def test_terrain_out_of_sight_is_remembered_in_its_faded_look(fixture_rules: RuleSet) -> None:
    """It differs clearly from terrain in view."""
    viewport = view(draw(HALL, fixture_rules))
    blind(viewport)
    rows = whole(viewport).rows

    assert REMEMBERED_WALL == rows[0][0]
    assert REMEMBERED_FLOOR == rows[1][2]


def test_actors_and_items_are_drawn_only_in_sight(fixture_rules: RuleSet) -> None:
    """Items may be gone, and monsters move."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.world.level.projectiles.append(
        Projectile(
            fixture_rules.projectiles["stone"], viewport.perspective.world.player.ref, Point(4, 1), [Point(5, 1)]
        )
    )
    blind(viewport)

    assert [REMEMBERED_FLOOR] * 6 == whole(viewport).rows[1][1:7]


@pytest.mark.parametrize(("rules", "shown"), [("ember", "#@o#"), ("classic", "#%o#")])
def test_the_dead_player_is_shown_where_no_corpse_lies(rules: str, shown: str) -> None:
    """Summary, morgue file and end screen show where it happened."""
    viewport = view(draw("####\n#@o#\n####", load_ruleset(rules)))
    world = viewport.perspective.world
    hurt(world, world.player, 99, None, Cause(None, world.player.at))

    assert shown == whole(viewport).text().splitlines()[1]


def test_a_rule_set_may_remember_nothing(fixture_rules: RuleSet) -> None:
    """Then cells out of view are as dark as unexplored ones."""
    viewport = view(draw(HALL, attrs.evolve(fixture_rules, remembers=False)))
    blind(viewport)

    assert "" == whole(viewport).text().strip()


def test_the_order_is_terrain_items_actors_projectiles(fixture_rules: RuleSet) -> None:
    """Each hides the layer beneath."""
    game = draw("@T..", fixture_rules)
    level = game.world.level
    for x in (1, 2, 3):
        level.put(Item(fixture_rules.items["health potion"]), Point(x, 0))
    for x in (1, 3):
        level.projectiles.append(
            Projectile(fixture_rules.projectiles["fireball"], game.world.player.ref, Point(x, 0), [Point(x + 1, 0)])
        )

    assert "@*!*" == whole(view(game)).text()
    level.projectiles.clear()
    assert "@T!!" == whole(view(game)).text()


def test_a_burst_flashes_where_it_can_be_seen(fixture_rules: RuleSet) -> None:
    """Its cells light up behind glyphs; bursts out of sight show nothing."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.flash.cells = (Point(2, 1), Point(3, 1), Point(2, 3))
    rows = whole(viewport).rows

    assert Cell(".", Style(grey(63), FLASH, mark=Mark.AREA)) == rows[1][2]
    assert Cell("T", Style(TROLL, FLASH, bold=True, mark=Mark.AREA)) == rows[1][3]
    assert BLANK == rows[3][2]


BIG = "\n".join(["." * 37] * 13 + ["@" + "." * 36] + ["." * 37] * 9)


def test_a_level_larger_than_its_area_scrolls_and_loses_nothing(fixture_rules: RuleSet) -> None:
    """For a focus on every cell: it is visible at its reported position, and mouse and map agree on all cells."""
    viewport = view(draw(BIG, fixture_rules))
    area = Rect(2, 1, 20, 11)
    level = viewport.perspective.world.level
    for focus in (Point(x, y) for y in range(level.height) for x in range(level.width)):
        viewport.perspective.pointer.focus = focus
        spot = on_screen(area, viewport, focus)

        assert spot is not None
        assert area.contains(*spot)
        assert focus == at_screen(area, viewport, *spot)
        left, top = viewport.origin(area)
        assert 0 <= left <= level.width - area.width
        assert 0 <= top <= level.height - area.height


@pytest.mark.parametrize("focus", [Point(0, 0), Point(18, 11), Point(36, 22)])
def test_a_scrolled_map_shows_the_cells_of_the_level(fixture_rules: RuleSet, focus: Point) -> None:
    """Cell by cell the same as on a canvas with room for all of it."""
    viewport = view(draw(BIG.replace("@", "@!T", 1).replace("." * 37, "." * 18 + "#" * 19, 4), fixture_rules))
    everything = whole(viewport).rows
    viewport.perspective.pointer.focus = focus
    area = Rect(3, 2, 20, 11)
    canvas = Canvas(30, 15)
    draw_map(canvas, area, viewport, viewport.seen)
    left, top = viewport.origin(area)

    for y in range(15):
        for x in range(30):
            expected = everything[y - 2 + top][x - 3 + left] if area.contains(x, y) else BLANK
            assert expected == canvas.rows[y][x]


def test_there_is_no_cell_beside_the_map(fixture_rules: RuleSet) -> None:
    """A click on the panel points at nothing."""
    viewport = view(draw(HALL, fixture_rules))

    assert at_screen(Rect(0, 0, 8, 5), viewport, 8, 0) is None
    assert at_screen(Rect(0, 0, 20, 10), viewport, 12, 2) is None
    assert on_screen(Rect(0, 0, 4, 5), viewport, Point(6, 1)) is None


def test_a_tint_changes_nothing_but_backgrounds(fixture_rules: RuleSet) -> None:
    """Things on a marked cell must stay recognizable."""
    viewport = view(draw("@T.!", fixture_rules))
    canvas = whole(viewport)
    tint(canvas, canvas.area, viewport, [Point(1, 0), Point(3, 0), Point(9, 9)], (1, 2, 3))

    assert Cell("T", Style(TROLL, (1, 2, 3), bold=True, mark=Mark.AREA)) == canvas.rows[0][1]
    assert FLOOR_CELL == canvas.rows[0][2]
    assert Cell("!", Style(POTION, (1, 2, 3), mark=Mark.AREA)) == canvas.rows[0][3]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (Point(0, 0), Cell("#", Style(WALL, (158, 190, 190)))),
        (Point(2, 1), Cell(".", Style(grey(63), (127, 127, 158)))),
        (Point(3, 1), Cell("T", Style(TROLL, (127, 127, 158), bold=True))),
        (Point(2, 3), Cell(" ", Style(grey(255), grey(127)))),
    ],
    ids=["wall", "floor", "troll", "never seen"],
)
def test_the_cursor_lights_the_background_and_nothing_else(fixture_rules: RuleSet, at: Point, expected: Cell) -> None:
    """The source's numbers; the terminal's own cursor rests there too."""
    viewport = view(draw(HALL, fixture_rules))
    canvas = whole(viewport)
    viewport.perspective.pointer.cursor = at
    draw_cursor(canvas, canvas.area, viewport)

    assert Cell(expected.char, expected.style._replace(mark=Mark.CURSOR)) == canvas.rows[at.y][at.x]
    assert tuple(at) == canvas.cursor


def test_no_cursor_no_light(fixture_rules: RuleSet) -> None:
    """Also when it is scrolled out of the map."""
    viewport = view(draw(BIG, fixture_rules))
    canvas = Canvas(20, 11)
    viewport.perspective.pointer.focus = Point(0, 0)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    before = [row[:] for row in canvas.rows]
    for cursor in (None, Point(36, 22)):
        viewport.perspective.pointer.cursor = cursor
        draw_cursor(canvas, canvas.area, viewport)

        assert before == canvas.rows
        assert canvas.cursor is None


@pytest.mark.parametrize(
    ("style", "dim", "dead"),
    [
        (Style(grey(63), FLOOR_BACKGROUND), Style(grey(31), (0, 0, 31)), Style((52, 21, 21), (31, 0, 21))),
        (Style(WALL, WALL_BACKGROUND), Style((0, 31, 31), (31, 63, 63)), Style((31, 21, 21), (52, 42, 42))),
        (Style(grey(255)), Style(grey(127)), Style((116, 85, 85), (31, 0, 0))),
        (Style(ORC), Style((0, 93, 0)), Style((31, 62, 0), (31, 0, 0))),
        (Style(TROLL, bold=True), Style((93, 0, 0), bold=True), Style((93, 0, 0), (31, 0, 0), bold=True)),
        (Style(POTION), Style((127, 0, 127)), Style((116, 0, 85), (31, 0, 0))),
        (Style(FIREBALL), Style((127, 63, 0)), Style((116, 42, 0), (31, 0, 0))),
    ],
    ids=["floor", "wall", "player", "orc", "troll", "potion", "fireball"],
)
def test_dim_and_dead_cells_have_the_sources_colours(style: Style, dim: Style, dead: Style) -> None:
    """Under a menu every colour is halved; for the dead it is a third, and red."""
    assert Cell("x", dim) == dimmed(Cell("x", style))
    assert Cell("x", dead._replace(mark=Mark.DEATH)) == deadened(Cell("x", style))


def test_unexplored_cells_are_red_after_death(fixture_rules: RuleSet) -> None:
    """The fill is drawn through the same filter: (41, 0, 0)."""
    viewport = view(draw(HALL, fixture_rules))
    canvas = whole(viewport)
    redden_unknown(canvas, canvas.area)
    canvas.change(canvas.area, deadened)

    assert (41, 0, 0) == canvas.rows[3][2].style.background
    assert Style((31, 21, 21), (52, 42, 42), mark=Mark.DEATH) == canvas.rows[0][0].style


def test_the_map_follows_a_walk(fixture_rules: RuleSet) -> None:
    """It shows the present world."""
    viewport = view(draw("#..@..#", fixture_rules))
    for expected in ("#.@...#", "#@....#"):
        viewport.perspective.game.play(Move(Direction.WEST))

        assert expected == whole(viewport).text()


def test_looking_around_shows_how_far_the_player_was_heard() -> None:
    """Along known paths; not while playing, nor in games without noise. Without colours it is a ring."""
    picture = """
        ################
        #@.............#
        #####.##########
        #..............#
        ################
    """
    game = draw(picture, load_ruleset("ember"))
    game.world.noise = 5
    played, looked = watch(game, "x").after
    heard = {
        (x, y) for y, row in enumerate(looked.rows[:5]) for x, cell in enumerate(row) if cell.style.mark is Mark.NOISE
    }

    assert not any(cell.style.mark is Mark.NOISE for row in played.rows for cell in row)
    assert {(x, 1) for x in range(2, 7)} | {(5, 2)} == heard
    assert without_color(looked.rows[1][2].style, Scheme()) == without_color(played.rows[1][2].style, Scheme())
    ring = [x for x in range(1, 15) if without_color(looked.rows[1][x].style, Scheme()).underline]
    assert [1, 6] == ring  # the cursor, and the last cell


def test_pointing_at_a_bell_shows_how_far_it_is_heard() -> None:
    """The ring is around the bell, and the panel has its radius; on the player, the player's."""
    rules = load_ruleset("ember")
    game = draw(
        """
        ##################
        #@...............#
        ##################
    """,
        rules,
    )
    game.world.noise = 5
    level = game.world.level
    level.set_feature(level.grid.index(Point(3, 1)), Feature(rules.features["bell trap"]))
    _, own, _, bell = watch(game, "x", "l", "l").after

    assert "Heard within 5 steps" in own.text()
    assert "Heard within 40 steps" in bell.text()
    assert Mark.NOISE is bell.rows[1][9].style.mark
    assert Mark.NOISE is not own.rows[1][9].style.mark
