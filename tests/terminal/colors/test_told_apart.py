"""Whether things look different to every kind of eyes, in the palette that is made for them.

Two looks are apart if they differ in bold, underline or reverse, or if their glyphs or their backgrounds differ by
`APART` in CIEDE2000 as such eyes see them; in sixteen colours and fewer, by the colours of VGA and by those of xterm.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from roguelike.cells.canvas import BLANK, Canvas, Mark, Rect, Style
from roguelike.cells.color import BLACK, Color, blend, grey
from roguelike.engine.kinds.terrain import FLOOR, WALL
from roguelike.play.views.menu import Row
from roguelike.terminal.colors.palette import PALETTES, TRUE_COLOR, Palette
from roguelike.ui.screens.aim import BURST, PATH
from roguelike.ui.widgets.bars import EMPTY, FULL, HEALTHY, HURT, IN_DANGER, SPENT
from roguelike.ui.widgets.list_menu import ListMenu
from roguelike.ui.widgets.map_view import CURSOR_ALPHA, FLASH
from tests.every import every
from tests.terminal.colors import scenes, vision
from tests.terminal.colors.ansi import TABLES, colors_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.kinds.message_texts import Text
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.terminal.colors.palette import SgrStyle

APART: Final = 10.0
"""In CIEDE2000, whose unit is what can just be seen side by side: enough to be seen without looking twice."""

EYES: Final = {
    "default": vision.NORMAL,
    "high-contrast": vision.NORMAL,
    "deuteranopia": vision.DEUTERANOPIA,
    "protanopia": vision.PROTANOPIA,
    "tritanopia": vision.TRITANOPIA,
}
BAD_NEWS: Final = (
    ("struck", "at_you"),
    ("struck", "at_you_dead"),
    ("harmed", "fire_you"),
    ("harmed", "fire_you_dead"),
    ("harmed", "lightning_you"),
    ("harmed", "missile_you"),
    ("confused", "began_you"),
    ("died", "you"),
)
"""Messages that, where they have a colour, say by it that something is wrong."""


class Pair(NamedTuple):
    """Two things that must look different."""

    name: str
    one: Style
    other: Style


def pairs(rules: RuleSet) -> list[Pair]:
    """Return all pairs of a rule set, and of the front-end as the rule set's ground shows it."""
    return [*_things(rules), *_terrain(rules), *_marks(rules), *_messages(rules), *_rows(rules), *_bars()]


def _things(rules: RuleSet) -> Iterator[Pair]:
    """Whatever shares a character, on the floor or as part of the level.

    Corpses differ from all else, but not from one another: nothing hangs on whose they are. Two items that the rule
    set itself draws alike are meant to be examined, and so are all of sorts that it names, whose character says the
    sort. Terrain that acts alike may look alike, and examining an altar or a trap shows what it does.
    """
    floor = rules.terrain[FLOOR].glyph.background or BLACK
    corpses = {kind.corpse.name: kind.corpse.glyph for kind in (rules.player, *rules.monsters.values()) if kind.corpse}
    living = {kind.name: kind.glyph for kind in (rules.player, *rules.monsters.values())}
    items = {kind.name: kind.glyph for kind in rules.items.values() if kind.portable}
    flying = {f"flying {kind.name}": kind.glyph for kind in rules.projectiles.values()}
    things = [(name, glyph, False) for name, glyph in {**living, **items, **flying}.items()]
    things += [(f"dead {name}", glyph, True) for name, glyph in corpses.items()]
    shown = [(name, glyph.char, _styled(glyph, floor), "corpse" if dead else name) for name, glyph, dead in things]
    sorted_items = {kind.name for kind in rules.items.values() if kind.sort}
    shown = [(name, char, style, "item" if name in sorted_items else acts) for name, char, style, acts in shown]
    for kind in rules.terrain:
        shown.append((kind.name, kind.glyph.char, _styled(kind.glyph, BLACK), _acts(kind)))
        shown.append((f"remembered {kind.name}", kind.remembered.char, _remembered(kind.remembered), _acts(kind)))
    for feature in rules.features.values():
        shown.append((feature.name, feature.glyph.char, _styled(feature.glyph, BLACK), "feature"))
    for (name, char, one, acts), (other_name, other_char, other, other_acts) in itertools.combinations(shown, 2):
        if char == other_char != " " and one != other and acts != other_acts:
            yield Pair(f"{name} and {other_name}", one, other)


def _acts(kind: TerrainKind) -> str:
    """Return what terrain does to actors near it, in words that equal those of terrain that does the same."""
    acts = (kind.blocks, kind.enter, kind.stand, kind.bars, kind.falls, kind.liquid, kind.exit, bool(kind.opens_to))
    burns = kind.fuel and kind.fuel.chance
    return repr((*acts, bool(kind.closes_to), kind.tramples_to, kind.asks, kind.noise, kind.puffs, burns))


def _terrain(rules: RuleSet) -> Iterator[Pair]:
    for kind in rules.terrain:
        if rules.remembers and kind.glyph.char == kind.remembered.char != " ":
            yield Pair(f"{kind.name} and what is remembered", _styled(kind.glyph, BLACK), _remembered(kind.remembered))


def _marks(rules: RuleSet) -> Iterator[Pair]:
    """The cursor, the path, the burst and the flash against the same cell without them, and against one another."""
    wall, floor = rules.terrain[WALL], rules.terrain[FLOOR]
    grounds = {"floor": _styled(floor.glyph, BLACK), "wall": _styled(wall.glyph, BLACK), "the unknown": BLANK.style}
    if rules.remembers:
        grounds |= {f"remembered {kind.name}": _remembered(kind.remembered) for kind in (wall, floor)}
    for name, ground in grounds.items():
        plain = ground._replace(faint=False)
        path, burst, flash = (
            plain._replace(background=color, mark=mark)
            for color, mark in ((PATH, Mark.TRACE), (BURST, Mark.AREA), (FLASH, Mark.AREA))
        )
        yield Pair(f"the cursor on {name}", _pointed(ground), ground)
        yield Pair(f"the path over {name}", path, ground)
        yield Pair(f"the burst on {name}", burst, ground)
        yield Pair(f"the flash on {name}", flash, ground)
        yield Pair(f"the path and the burst on {name}", path, burst)
        yield Pair(f"the cursor and the burst on {name}", _pointed(burst), burst)


def _messages(rules: RuleSet) -> Iterator[Pair]:
    plain = Style(grey(255))
    texts = {**rules.messages, **{name: condition.texts for name, condition in rules.conditions.items()}}
    good = _color(rules.messages["healed"]["you"])
    for event, variant in BAD_NEWS:
        if (color := _color(texts[event][variant])) is None:
            continue
        yield Pair(f"{event}.{variant} and plain words", Style(color), plain)
        if good is not None and variant.partition("_")[0] in {"at", "fire", "you"}:
            yield Pair(f"{event}.{variant} and healed.you", Style(color), Style(good))


def _color(text: Text) -> Color | None:
    return text.color if text.template else None


def _rows(rules: RuleSet) -> Iterator[Pair]:
    """A row of a menu, highlighted or not, by its first letters: the mark before it is another character anyway."""
    for color in {kind.glyph.color for kind in rules.items.values()} | {grey(187), grey(255)}:
        drawn = [_row(color, highlight) for highlight in (0, 1)]
        yield Pair(f"a row in {color}, highlighted or not", drawn[0], drawn[1])


def _row(color: Color, highlight: int) -> Style:
    canvas = Canvas(30, 6)
    ListMenu("", [Row("a", "name", color), Row("b", "name", color)], highlight, Rect(0, 0, 30, 6)).draw(canvas)
    return next(cell.style for row in canvas.rows for cell in row if cell.char == "n")


def _bars() -> Iterator[Pair]:
    """The parts of a health bar; how much is full says without colours what its colour warns of."""
    yield Pair("the full and the empty part of a bar", _on(FULL), _on(EMPTY))
    for name, shade in {"a green": HEALTHY, "a yellow": HURT, "a red": IN_DANGER}.items():
        for one, other in itertools.combinations((*shade, SPENT), 2):
            yield Pair(f"{one} and {other} of {name} bar", _on(one), _on(other))


def _on(background: Color) -> Style:
    return Style(grey(255), background)


def _styled(glyph: Glyph, floor: Color) -> Style:
    return Style(glyph.color, glyph.background or floor, glyph.bold, reverse=glyph.reverse)


def _remembered(glyph: Glyph) -> Style:
    return _styled(glyph, BLACK)._replace(faint=True)


def _pointed(style: Style) -> Style:
    return style._replace(background=blend(style.background, grey(255), CURSOR_ALPHA), faint=False, mark=Mark.CURSOR)


def apart(one: SgrStyle, other: SgrStyle, eyes: vision.Matrix, depth: int) -> float:
    """Return the smallest difference of two looks, 100 if they differ in something beside colours."""
    if one[2:] != other[2:]:
        return 100.0
    tables = [TABLES["VGA"]] if depth > 16 else list(TABLES.values())
    return min(
        max(vision.difference(a, b, eyes) for a, b in zip(colors_of(one, table), colors_of(other, table), strict=True))
        for table in tables
    )


def mixed_up(palette: Palette, depth: int, of: Iterable[Pair], *, exact: bool = False) -> dict[str, float]:
    """Return the pairs that are not apart enough, and how far they are."""
    found = {}
    for pair in of:
        far = apart(
            palette.look(pair.one, exact=exact), palette.look(pair.other, exact=exact), EYES[palette.name], depth
        )
        if far < APART:
            found[pair.name] = round(far, 1)
    return found


@every("depth", [16, 256, TRUE_COLOR])
@every("name", PALETTES)
@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_what_must_be_told_apart_is(rules: str, name: str, depth: int) -> None:
    """The three scrolls, what is seen and what is remembered, the cells that will burn: for those eyes, too."""
    assert {} == mixed_up(Palette(depth, name), depth, pairs(scenes.ruleset(rules)))


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_it_is_in_eight_colors(rules: str) -> None:
    """By the same numbers in every palette, with bold to help."""
    assert {} == mixed_up(Palette(8), 8, pairs(scenes.ruleset(rules)))


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_it_is_without_colors(rules: str) -> None:
    """A vt100 has bold, underline and reverse, and they are enough, with one exception.

    Terrain in sight looks like terrain remembered: bold, underline and reverse say what things are, and a map that is
    half underlined could not be read. Who is in sight is seen, and examining answers for sight alone.
    """
    mixed = mixed_up(Palette(0), 0, pairs(scenes.ruleset(rules)))

    assert set() == {name for name in mixed if not name.endswith(" and what is remembered")}


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_it_is_in_the_sources_own_colors(rules: str) -> None:
    """The sources' own colours must be as distinct."""
    assert {} == mixed_up(Palette(TRUE_COLOR), TRUE_COLOR, pairs(scenes.ruleset(rules)), exact=True)


@every("depth", [8, 16, 256, TRUE_COLOR])
@every("name", PALETTES)
def test_the_colors_of_health_are_apart(name: str, depth: int) -> None:
    """A bar that warns must not look like one that does not."""
    shades = {"green": HEALTHY, "yellow": HURT, "red": IN_DANGER}
    every = [
        Pair(f"{one} and {other}", _on(shades[one].full), _on(shades[other].full))
        for one, other in itertools.combinations(shades, 2)
    ]

    assert {} == mixed_up(Palette(depth, name), depth, every)


HUES: Final[dict[str, Color]] = {
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "orange": (255, 135, 0),
    "yellow": (255, 255, 0),
    "green": (0, 255, 0),
    "cyan": (0, 255, 255),
    "blue": (0, 0, 255),
    "violet": (255, 0, 255),
}


@every("depth", [16, 256, TRUE_COLOR])
@every("name", PALETTES)
def test_all_hues_are_apart(name: str, depth: int) -> None:
    """A rule set may distinguish things by any two of them."""
    every = [
        Pair(f"{one} and {other}", Style(HUES[one]), Style(HUES[other]))
        for one, other in itertools.combinations(HUES, 2)
    ]

    assert {} == mixed_up(Palette(depth, name), depth, every)


@pytest.mark.parametrize("rules", scenes.RULESETS)
def test_the_pairs_asked_about_are_there(rules: str) -> None:
    """A rule that finds no pairs would hold for ever."""
    names = {pair.name for pair in pairs(scenes.ruleset(rules))}
    wanted = {
        "classic": {"lightning scroll and fireball scroll", "flying fireball and flying stone"},
        "chargrid": {"fireball scroll and confusion scroll", "wall and what is remembered"},
        "kasidin": {"the cursor on floor"},
        "ember": {"door and locked door", "floor and bridge", "wight and dead wight's body"},
        "roguebasin": {"scroll of fireball and wall", "died.you and healed.you"},
        "spark": {"door and locked door", "floor and bridge"},
        "tcod": {"Fireball Scroll and Confusion Scroll", "Lightning Scroll and remembered wall"},
    }

    assert wanted[rules] <= names


def test_the_simulation_is_the_published_one() -> None:
    """Grey stays grey for all eyes, and the pairs that are known to be mixed up are."""
    for eyes in (vision.PROTANOPIA, vision.DEUTERANOPIA, vision.TRITANOPIA):
        assert vision.difference((128, 128, 128), (128, 128, 128), eyes) == 0
        assert all(abs(sum(row) - 1) < 1e-5 for row in eyes)
        assert vision.difference((0, 0, 0), (255, 255, 255), eyes) > 99
    assert vision.difference((0, 170, 0), (170, 130, 0), vision.DEUTERANOPIA) < APART
    assert vision.difference((0, 170, 0), (170, 130, 0)) > APART


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_ciede2000(one: vision.Vector, other: vision.Vector, expected: float) -> None:
    """Checked with pairs that G. Sharma, W. Wu and E. N. Dalal published with it in 2005."""
    assert expected == pytest.approx(vision.ciede2000(one, other), abs=1e-4)
