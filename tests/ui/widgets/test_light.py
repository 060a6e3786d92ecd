"""Light on the map: warm, cool and glowing, where the rule set has it and the player wants it."""

from __future__ import annotations

from unicodedata import east_asian_width

import pytest

from roguelike.cells.canvas import Canvas, Cell
from roguelike.cells.color import BLACK
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.grid import cells_of
from roguelike.engine.scenario import draw
from roguelike.engine.state.feature import Feature
from roguelike.terminal.colors.palette import PALETTES, TRUE_COLOR, Palette
from roguelike.terminal.drawing.glyphs import shown
from roguelike.ui.widgets.light import LIT_GROUND
from roguelike.ui.widgets.map_view import draw_map
from tests.views import view

EMBER = load_ruleset("ember")
LEGEND = {"}": "lava", "~": "deep water"}
HALL = """
    ###########
    #@....}...#
    #.........#
    ###########
"""


def drawn(
    light: str, picture: str = HALL, *, rules: str = "ember", fire: int = 0, away: bool = False, all_seen: bool = False
) -> list[Cell]:
    """Return the second row of a picture in a light, with `away` as remembered, and with `all_seen` through walls."""
    game = draw(picture, load_ruleset(rules), legend=LEGEND)
    level = game.world.level
    if fire:
        level.set_fire((1 << level.grid.index(Point(fire, 1)), 0, 0))
    if all_seen:
        level.look(cells_of(level.grid.inside))
    if away:
        level.visible = bytearray(level.grid.size)
    viewport = view(game)
    viewport.light = light
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    return canvas.rows[1]


def test_without_light_no_cell_has_any() -> None:
    """The look of before."""
    assert all(cell.style.unlit is None for cell in drawn("off"))


@pytest.mark.parametrize("light", ["plain", "rich"])
def test_the_unlit_style_is_the_one_without_light(light: str) -> None:
    """Sixteen colours and the palettes for other eyes show exactly that."""
    lit, plain = drawn(light), drawn("off")

    assert [cell.char for cell in plain] == [cell.char for cell in lit]
    assert [cell.style for cell in plain] == [cell.style.unlit or cell.style for cell in lit]
    for depth, name in [
        (0, "default"),
        (8, "default"),
        (16, "default"),
        *((TRUE_COLOR, each) for each in PALETTES[1:]),
    ]:
        palette = Palette(depth, name)
        assert [palette.look(cell.style) for cell in plain] == [palette.look(cell.style) for cell in lit]


def test_a_rule_set_without_light_looks_as_its_document_says() -> None:
    """The tutorials have colours of their own."""
    assert drawn("off", "#####\n#@..#\n#####", rules="classic") == drawn("rich", "#####\n#@..#\n#####", rules="classic")


def test_visible_cells_are_warm_and_remembered_cells_cool() -> None:
    """Red is above blue in the one, and below it in the other."""
    seen, remembered = drawn("plain")[2].style.foreground, drawn("plain", away=True)[2].style.foreground

    assert seen[0] > seen[2]
    assert remembered[0] < remembered[2]
    assert max(remembered) < max(seen)


def test_the_lit_floor_is_a_pool_of_light() -> None:
    """Remembered cells are dark."""
    assert LIT_GROUND == drawn("plain")[2].style.background
    assert BLACK == drawn("plain", away=True)[2].style.background


def test_lava_glows_three_cells_far_the_nearer_the_brighter() -> None:
    """And no farther."""
    row = drawn("plain")
    reds = [row[x].style.background[0] for x in (5, 4, 3, 2)]

    assert reds[0] > reds[1] > reds[2] > reds[3] == LIT_GROUND[0]


def test_no_glow_comes_through_a_wall() -> None:
    """A wall is lit on this side only."""
    row = drawn("plain", "######\n#}##@#\n######", all_seen=True)

    assert row[2].style.background[0] > LIT_GROUND[0]
    assert [LIT_GROUND] * 2 == [cell.style.background for cell in row[3:5]]


def test_fire_lights_adjacent_cells_while_it_burns() -> None:
    """Its eight neighbours."""
    burning, dark = drawn("plain", fire=3), drawn("plain")

    assert burning[2].style.background > dark[2].style.background


def test_water_has_shades_that_stay() -> None:
    """Still water: the same cell has the same colour in every turn, and its neighbour another."""
    row = drawn("plain", "########\n#@~~~~.#\n########")
    blues = [row[x].style.foreground for x in (2, 3, 4, 5)]

    assert 3 == len(set(blues))
    assert blues[0] == blues[3]


def test_only_in_rich_light_the_lamp_lights_four_cells_around() -> None:
    """The ring moves with the player, which costs bytes."""
    plain, rich = (
        drawn("plain", "###########\n#@........#\n###########"),
        drawn("rich", "###########\n#@........#\n###########"),
    )
    brighter = [x for x in range(2, 10) if rich[x].style.background != plain[x].style.background]

    assert [2, 3, 4, 5] == brighter


def test_a_feature_glows_as_well() -> None:
    """Altars, and lamps that burn."""
    game = draw("#@...#", EMBER)
    level = game.world.level
    level.set_feature(level.grid.index(Point(4, 0)), Feature(EMBER.features["altar"]))
    viewport = view(game)
    viewport.light = "plain"
    canvas = Canvas(level.width, level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)

    assert canvas.rows[0][3].style.background > (0, 0, 0)


def test_every_glyph_beyond_ascii_has_its_own_as_a_stand_in() -> None:
    """A terminal that has only ASCII shows `char`, and line mode prints it."""
    glyphs = [glyph for kind in EMBER.terrain for glyph in (kind.glyph, kind.remembered)]
    glyphs += [kind.glyph for kind in EMBER.features.values()]
    beyond = [glyph for glyph in glyphs if glyph.unicode]

    assert beyond
    for glyph in beyond:
        assert glyph.char == shown(glyph.unicode, unicode=False)
        narrow = glyph.char if east_asian_width(glyph.unicode) == "A" else glyph.unicode
        assert narrow == shown(glyph.unicode, unicode=True, narrow=True)
