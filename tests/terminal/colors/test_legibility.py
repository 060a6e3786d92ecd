"""Whether everything can be read: in every rule set, on every screen, in every palette and depth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from roguelike.cells.canvas import Mark, Style
from roguelike.cells.color import BLACK
from roguelike.engine.scenario import draw
from roguelike.terminal.colors.palette import PALETTES, TRUE_COLOR, Palette
from tests.every import every
from tests.terminal.colors import scenes
from tests.terminal.colors.ansi import TABLES, XTERM, colors_of
from tests.terminal.colors.vision import difference, wcag
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.terminal.colors.palette import SgrStyle
    from tests.terminal.colors.vision import Color

DEPTHS = (8, 16, 256, TRUE_COLOR)
VISIBLE = 10.0
"""How far from black a background is that says something, in CIEDE2000."""

channels = st.integers(0, 255)
colors = st.tuples(channels, channels, channels)
styles = st.builds(
    Style,
    colors,
    colors | st.just(BLACK),
    st.booleans(),
    faint=st.booleans(),
    mark=st.sampled_from(Mark),
    unlit=st.none(),
)


def shown(look: SgrStyle, depth: int) -> Iterator[tuple[Color, Color]]:
    """Yield what terminals make of a look: in few colours, one for each table, brightened by bold or not."""
    if depth >= 256:
        yield colors_of(look)
        return
    for table in TABLES.values():
        for brightens in (False, True):
            yield colors_of(look, table, bold_brightens=brightens)


def ratio(style: Style, palette: Palette, depth: int, *, exact: bool = False) -> float:
    """Return the least contrast that a style has wherever it is shown."""
    return min(wcag(*pair) for pair in shown(palette.look(style, exact=exact), depth))


@every("depth", DEPTHS)
@every("name", PALETTES)
@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_every_glyph_of_every_screen_can_be_read(rules: str, name: str, depth: int) -> None:
    """3:1, and 2:1 for what is remembered; the sources' colours are left alone where a terminal can show them all."""
    palette = Palette(depth, name)
    too_faint = {
        (cell, exact): ratio(cell.style, palette, depth, exact=exact)
        for cell, exact in scenes.cells(rules)
        if not (exact and name == "default" and depth == TRUE_COLOR)
        and ratio(cell.style, palette, depth, exact=exact) < (2 if cell.style.faint else 3)
    }

    assert {} == too_faint


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_the_screens_looked_at_have_all_there_is_to_see(rules: str) -> None:
    """What no scene shows is not judged by them: marks, what is remembered, and all kinds of the rule set."""
    kinds = scenes.ruleset(rules)
    found = scenes.cells(rules)
    marks = {cell.style.mark for cell, _ in found}

    assert {Mark.CURSOR, Mark.DEATH} <= marks
    assert (Mark.AREA in marks) == any(item.aimed or item.thrown for item in kinds.items.values())
    assert kinds.remembers == any(cell.style.faint for cell, _ in found)
    glyphs = [*(kind.glyph for kind in kinds.monsters.values()), *(kind.glyph for kind in kinds.items.values())]

    assert {glyph.char for glyph in glyphs} <= {cell.char for cell, _ in found}


@given(styles)
@example(Style((255, 0, 255), (0, 0, 255), mark=Mark.AREA))
def test_any_style_at_all_can_be_read(style: Style) -> None:
    """Whoever makes a rule set may choose any colours; they come out legible."""
    for depth in DEPTHS:
        for name in PALETTES:
            assert ratio(style, Palette(depth, name), depth) >= (2 if style.faint else 3), (depth, name)


@given(styles)
@example(Style((0, 0, 0), (0, 105, 0)))
def test_high_contrast_is_twice_as_strong(style: Style) -> None:
    """7:1, and 4.5:1 for what is remembered: as WCAG 2 asks for at its levels AAA and AA."""
    for depth in (256, TRUE_COLOR):
        assert ratio(style, Palette(depth, "high-contrast"), depth) >= (4.5 if style.faint else 7)


@given(colors)
def test_high_contrast_has_nothing_weak_in_sixteen_colors(color: Color) -> None:
    """On black, 4.5:1 is what their tables have for seven hues, and for what is remembered."""
    for faint in (False, True):
        assert ratio(Style(color, faint=faint), Palette(16, "high-contrast"), 16) >= 4.5


@given(styles)
def test_nothing_is_dark_blue_on_black(style: Style) -> None:
    """It cannot be read on most screens."""
    for depth in (8, 16):
        for name in PALETTES:
            look = Palette(depth, name).look(style)

            assert ("34", "40") != (look.foreground, look.background)


@every("name", PALETTES)
@every("depth", DEPTHS)
@every("rules", scenes.RULESETS)
def test_backgrounds_that_say_something_are_seen(rules: str, depth: int, name: str) -> None:
    """The cursor, the burst, the path and the red of death, apart from black wherever they fall.

    How far the player is heard shows from 256 colours on.
    """
    palette = Palette(depth, name)
    marked = {(cell.style, exact) for cell, exact in scenes.cells(rules) if cell.style.mark}
    lost = [
        style
        for style, exact in marked
        if style.mark is not Mark.NOISE or depth >= 256
        for _, behind in shown(palette.look(style, exact=exact), depth)
        if difference(behind, BLACK) < VISIBLE
    ]

    assert [] == lost


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_without_colors_backgrounds_that_say_something_are_reversed_or_underlined(rules: str) -> None:
    """Else the cursor and the burst would be gone on a vt100; the ground of terrain says nothing."""
    palette = Palette(0)
    cells = {cell for cell, _ in scenes.cells(rules) if not cell.style.faint}
    marked = [palette.look(cell.style) for cell in cells if cell.style.mark not in {Mark.NONE, Mark.NOISE}]
    ground = [palette.look(Style(background=kind.glyph.background or BLACK)) for kind in scenes.ruleset(rules).terrain]

    assert marked
    assert all(look.reverse or look.underline for look in marked)
    assert not any(look.reverse or look.underline for look in ground)


def test_exact_colors_are_kept_in_24_bits_of_the_default_palette_alone() -> None:
    """The sources' own colours, dark as they may be; whoever asks for another palette needs it."""
    style = Style((0, 63, 63), (0, 0, 63))

    assert ((0, 63, 63), (0, 0, 63)) == colors_of(Palette(TRUE_COLOR).look(style, exact=True))
    assert ((0, 63, 63), (0, 0, 63)) != colors_of(Palette(TRUE_COLOR).look(style))
    assert Palette(256).look(style) == Palette(256).look(style, exact=True)
    for name in PALETTES[1:]:
        assert Palette(TRUE_COLOR, name).look(style) == Palette(TRUE_COLOR, name).look(style, exact=True)


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_the_four_sources_keep_their_colors_on_every_screen_of_a_game(rules: str) -> None:
    """From the map to the summary, and under menus; the game's own rule sets need no exception, nor does the title."""
    picture = "#####\n#@..#\n#####"
    begin = functools.partial(draw, picture, scenes.ruleset(rules))
    played = watch(begin, "n", "enter", "x", "escape", "i", "escape", "m", "escape", "Q", "escape", at_title=True).after
    lost = watch(functools.partial(draw, picture.replace("..", ".a"), hit_points=1, **_deadly(rules)), *"." * 60, 3.0)

    follows_a_source = not scenes.ruleset(rules).comfort

    assert [False] * 2 + [follows_a_source] * 9 == [canvas.exact for canvas in played]
    assert "died" in lost.after[-1].text()
    assert {follows_a_source} == {canvas.exact for canvas in lost.frames}


def _deadly(rules: str) -> dict[str, Any]:
    kinds = scenes.ruleset(rules)
    return {"ruleset": kinds, "legend": {"a": next(iter(kinds.monsters))}}


def test_the_path_is_marked_under_the_items_on_it() -> None:
    """Without colours, only its underline says that the fireball will pass there."""
    game = draw("#########\n#@.!...T#\n#########", scenes.ruleset("classic"), inventory=["fireball scroll"])
    potion = next(cell for cell in watch(game, "i", "c", "enter").last.rows[1] if cell.char == "!")

    assert Palette(0).look(potion.style).underline
    assert Mark.TRACE is potion.style.mark


def test_a_dark_red_is_bright_where_the_dark_one_is_too_dark() -> None:
    """VGA's dark red has 2.7:1 on black."""
    assert "91" == Palette(16).look(Style((160, 20, 20))).foreground
    assert XTERM[9] == colors_of(Palette(16).look(Style((160, 20, 20))), XTERM)[0]
    assert "31" != Palette(8).look(Style((160, 20, 20))).foreground
