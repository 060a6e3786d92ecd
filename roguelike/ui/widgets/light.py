"""Light on the map: warm in view, cool where remembered, and a glow around light sources.

Colours depend on the cell rather than its distance from the player, since light that moves with every step costs
bytes for every key. Only the lamplight of `RICH` moves.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import Color, add, scale
from roguelike.engine.grid import bitboard, board_of, cells_of
from roguelike.engine.state.lamp import Lamp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.cells.canvas import Style
    from roguelike.engine.grid import Grid
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation

OFF, RICH = "off", "rich"
_GLOW: Final = ((40, 16), (25, 10), (12, 5))
"""By distance from a light source, the percentages of its colour added to a glyph and to its background."""
_FIRELIGHT: Final = (10, 10)
"""The same percentages next to a fire, less for glyphs, so that flames stay the brightest."""
_LAMPLIGHT: Final[Color] = (255, 196, 120)
LIT_GROUND: Final[Color] = (30, 23, 12)
"""Added to the background of all cells in view: light pools on the floor."""
_LAMP_GLOW: Final = (16, 8)
_LAMP_REACH: Final = 4
_NEAR: Final = 128
"""Added to the tint of a cell in lamplight."""
_FIRELIT: Final = _NEAR - 1
"""The tint beside a fire."""
_MOST_COLORS: Final = (_FIRELIT - 1) // len(_GLOW)
_PERCENT: Final = 100


def light_of(seen: Observation, wanted: str) -> str:
    """Return the wanted light if the rule set has light, else `OFF`."""
    return wanted if seen.ruleset.light else OFF


def warm(color: Color) -> Color:
    """Return the warm colour of a cell in view."""
    return color[0], color[1], color[2] * 86 // _PERCENT


def lit(style: Style, color: Color) -> Style:
    """Return the style of a cell in view, with a glyph of `color`."""
    return style._replace(foreground=warm(color), background=add(warm(style.background), LIT_GROUND))


def cool(color: Color) -> Color:
    """Return the faint, cool colour of a remembered cell."""
    return color[0] * 55 // _PERCENT, color[1] * 64 // _PERCENT, color[2] * 92 // _PERCENT


def dim(color: Color) -> Color:
    """Return the colour of a remembered cell in palettes without light, which must also set it apart."""
    return scale(color, 1, 2)


def tinted(style: Style, tint: int, ruleset: RuleSet) -> Style:
    """Return a style in a tint of `tints`."""
    if tint & _NEAR:
        style = _lit_by(style, _LAMPLIGHT, _LAMP_GLOW)
    tint &= ~_NEAR
    if tint == _FIRELIT:
        style = _lit_by(style, shining(ruleset)[0], _FIRELIGHT)
    elif tint:
        source, distance = divmod(tint - 1, len(_GLOW))
        style = _lit_by(style, shining(ruleset)[source], _GLOW[distance])
    return style


def _lit_by(style: Style, color: Color, percent: tuple[int, int]) -> Style:
    """Add percentages of a colour to a style; a reversed glyph is a block and gets the background's."""
    glyph, behind = (scale(color, part, _PERCENT) for part in percent)
    if style.reverse:
        return style._replace(foreground=add(style.foreground, behind))
    return style._replace(foreground=add(style.foreground, glyph), background=add(style.background, behind))


@functools.lru_cache(maxsize=8)
def shining(ruleset: RuleSet) -> tuple[Color, ...]:
    """Return the distinct colours of all light sources, up to the number that tints can encode."""
    ground, features = (kind.shine for kind in ruleset.terrain), (kind.shine for kind in ruleset.features.values())
    fire = () if ruleset.fire is None else (ruleset.fire.glyph.color,)  # the first, for firelight
    found = (*fire, *filter(None, ground), *filter(None, features))
    return tuple(dict.fromkeys(found))[:_MOST_COLORS]


def tints(seen: Observation, light: str) -> bytes:
    """Return the tint of every cell of the level, as a number for `tinted`; 0 for no light."""
    if light == OFF:
        return b""
    level = seen.level
    features = tuple((at, each.kind.shine) for at, each in level.features.items() if each.kind.shine is not None)
    glow = _baked(seen.ruleset, level.grid, (level.terrain, level.cover), features, level.cells("sight"))
    near = _in_lamplight(seen) if light == RICH else 0
    if not (level.burning or near):
        return glow
    changed = bytearray(glow)
    for cell in cells_of(level.grid.spread(level.burning, diagonally=True) & ~level.burning & level.grid.inside):
        changed[cell] = _FIRELIT
    for cell in cells_of(near):
        changed[cell] |= _NEAR
    return bytes(changed)


@functools.lru_cache(maxsize=8)
def _baked(
    ruleset: RuleSet, grid: Grid, layers: tuple[bytes, bytes], features: tuple[tuple[int, Color], ...], opaque: int
) -> bytes:
    """Return the glow of all known light sources: the nearest wins, and walls block it."""
    glow = bytearray(grid.size)
    rings = [
        (distance, source, ring)
        for source, board in _sources(ruleset, layers, features).items()
        for distance, ring in enumerate(_rings(grid, board, opaque))
    ]
    for distance, source, ring in sorted(rings, reverse=True):
        for cell in cells_of(ring & grid.inside):
            glow[cell] = 1 + source * len(_GLOW) + distance
    return bytes(glow)


def _sources(
    ruleset: RuleSet, layers: tuple[bytes, bytes], features: tuple[tuple[int, Color], ...]
) -> Mapping[int, int]:
    """Return the bitboards of light sources, by the index of their colour."""
    boards: dict[int, int] = {}
    numbers = {color: number for number, color in enumerate(shining(ruleset))}
    for code, is_cover, color in _shining_ground(ruleset):
        layer = layers[is_cover]
        if code in layer and color in numbers:
            boards[numbers[color]] = boards.get(numbers[color], 0) | bitboard(layer.translate(_marks(code)))
    for cell, color in features:
        if color in numbers:
            boards[numbers[color]] = boards.get(numbers[color], 0) | 1 << cell
    return boards


@functools.lru_cache(maxsize=8)
def _shining_ground(ruleset: RuleSet) -> tuple[tuple[int, bool, Color], ...]:
    """Return the codes of shining terrain, each with whether it is a cover and its colour."""
    kinds = enumerate(ruleset.terrain)
    return tuple((code, kind.layer == "cover", kind.shine) for code, kind in kinds if kind.shine is not None)


@functools.lru_cache(maxsize=64)
def _marks(code: int) -> bytes:
    return bytes(each == code for each in range(256))


def _rings(grid: Grid, board: int, opaque: int) -> list[int]:
    """Return the lit cells at each distance from a bitboard; the nearest ring includes the board itself."""
    reached = grid.spread(board, diagonally=True)
    rings, front = [reached], reached & ~opaque
    while len(rings) < len(_GLOW):
        rings.append(grid.spread(front, diagonally=True) & ~reached)
        reached |= rings[-1]
        front = rings[-1] & ~opaque
    return rings


def _in_lamplight(seen: Observation) -> int:
    """Return the cells in view close to the player's open lamp."""
    if seen.lamp not in {Lamp.OPEN, Lamp.CARRIED}:
        return 0
    disc, middle = _disc(seen.level.grid)
    shift = seen.cell - middle
    return (disc << shift if shift >= 0 else disc >> -shift) & seen.visible


@functools.lru_cache(maxsize=8)
def _disc(grid: Grid) -> tuple[int, int]:
    """Return the bitboard of a disc, and its central cell."""
    reach = range(-_LAMP_REACH, _LAMP_REACH + 1)
    middle = _LAMP_REACH * (grid.stride + 1)
    offsets = (y * grid.stride + x for y in reach for x in reach if x * x + y * y <= _LAMP_REACH**2 + _LAMP_REACH)
    return board_of(middle + offset for offset in offsets), middle
