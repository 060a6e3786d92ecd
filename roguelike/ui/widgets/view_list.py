"""The list of things in view."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.cells.text import shortened
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.english import plural
from roguelike.narration.bearing import short_bearing
from roguelike.narration.in_view import ALLY, ASLEEP, CAPTIVE, NEUTRAL, NOTICED
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.ui.widgets.bars import draw_small_bar
from roguelike.ui.widgets.message_lines import draw_line
from roguelike.ui.widgets.shared_rows import TOLD, said_once, share_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.narration.in_view import Sighting
    from roguelike.narration.message_log import Line

NAME = Style(grey(187))
POINTED_AT = Style(grey(255), bold=True, reverse=True)
"""A row's name while the cursor is on its cell; in reverse, to show without colours."""
FACT = Style(grey(158))
WIDEST = 28
"""Maximum columns of a row: a bar far from its name is hard to follow."""
MARKS: Final = {
    NOTICED: Style((255, 95, 95), bold=True),
    ALLY: Style((95, 215, 95), bold=True),
    NEUTRAL: Style((135, 175, 255), bold=True),
}
NAMES: Final = {ASLEEP: FACT, ALLY: Style((95, 215, 95)), NEUTRAL: Style((135, 175, 255))}
"""Styles of names by mark; all others have the default."""
FOLLOWS: Final = "follows"
GLYPH_WIDTH = 2
LEAST_TOLD: Final = 3
"""Minimum lines of facts about each thing; if they do not fit, fewer things have facts."""
MAX_BAR, MIN_BAR = 4, 2
MAX_KEPT = 5
"""Maximum monsters that stay listed beside the details of one."""
ENEMY, OTHER, ITEM = "enemy", "other", "item"
_BESIDES: Final = {ALLY: "ally", CAPTIVE: "captive", NEUTRAL: "neutral"}
"""Names of monsters other than enemies, by mark."""
MAX_SORTS: Final = 2
"""Maximum sorts of hidden things that the last row counts separately."""


def rows_for_monsters(rows: Sequence[Sighting]) -> int:
    """Return the rows of the list that facts should leave free: for monsters, and for the count of other things."""
    kept = min(sum(row.actor is not None for row in rows), MAX_KEPT)
    return kept + (len(rows) > kept)


def draw_in_view(
    canvas: Canvas,
    area: Rect,
    at: Point,
    rows: Sequence[Sighting],
    cursor: Point | None,
    *,
    map_view: Rect,
    facts: Callable[[Sighting], str] | None = None,
    ground: Sequence[Sighting] = (),
) -> None:
    """List the things in view from `at`, with the row under the cursor in reverse; items give way to monsters.

    `map_view` is the part of the level that the map shows.
    `facts` returns facts about a sighting, which are shown below its row if there is room; None for no facts. As many
    rows of `ground` follow as fit.
    """
    shown = _shown(rows, area.height, cursor)
    indent = int(any(row.mark for row in rows))
    told = _told(shown, area.width - indent - GLYPH_WIDTH, area.height - len(rows), facts)
    if spare := max(0, area.height - len(rows) - sum(map(len, told))):
        ground = ground[:spare]
        rows, shown = [*rows, *ground], [*shown, *ground]
        told += _told(ground, area.width - indent - GLYPH_WIDTH, spare - len(ground), facts)
    places = [area.y + row + sum(map(len, told[:row])) for row in range(len(shown))]
    for y, row, lines in zip(places, shown, told, strict=True):
        canvas.write(area.x, y, row.mark, MARKS.get(row.mark, FACT))
        for below, line in enumerate(lines, start=y + 1):
            draw_line(canvas, area.x + indent + GLYPH_WIDTH, below, line, area.width - indent - GLYPH_WIDTH)
    whole, area = area, Rect(area.x + indent, area.y, area.width - indent, area.height)
    width = min(area.width, WIDEST)
    labels = _labels(at, rows, shown, width, map_view)
    bar = _bar_width([label for row, label in zip(shown, labels, strict=True) if row.actor], width)
    for y, row, label in zip(places, shown, labels, strict=True):
        canvas.write(area.x, y, row.glyph.drawn, Style(row.glyph.color, bold=row.glyph.bold))
        style = POINTED_AT if row.at == cursor else NAMES.get(row.mark, NAME)
        end = canvas.write(area.x + GLYPH_WIDTH, y, label, style, width=width - GLYPH_WIDTH)
        if row.actor is not None and bar and end + bar < area.x + width:
            spot = Rect(area.x + width - bar, y, bar, 1)
            draw_small_bar(canvas, spot, row.actor.hit_points, row.actor.max_hit_points)
    if len(rows) > len(shown) and area.height > 0:
        canvas.write(whole.x, whole.y + whole.height - 1, _more(rows, shown), FACT, width=whole.width)


def _told(
    shown: Sequence[Sighting], width: int, rows: int, facts: Callable[[Sighting], str] | None
) -> list[list[Line]]:
    """Return the lines of facts below each row, at most `rows` in total: below all rows, else below the first ones.

    Facts of things with the same name, and equal facts of others, are shown once, below the nearest.
    """
    if facts is None or rows <= 0:
        return [[] for _ in shown]
    first = {row.name: row for row in reversed(shown)}
    texts = said_once([facts(row) if first[row.name] is row else "" for row in shown])
    whole = [wrap((Span(text, TOLD),), width) if text else [] for text in texts]
    for count in range(len(whole), 0, -1):
        shared = share_rows(whole[:count], width, rows)
        if all(len(cut) >= min(len(lines), LEAST_TOLD) for cut, lines in zip(shared, whole, strict=False)):
            return [*shared, *([] for _ in whole[count:])]
    return [[] for _ in whole]


def _shown(rows: Sequence[Sighting], height: int, cursor: Point | None) -> Sequence[Sighting]:
    """Return the rows that fit, always with the monster under the cursor."""
    if len(rows) <= height:
        return rows
    shown, hidden = rows[: max(0, height - 1)], rows[max(0, height - 1) :]
    pointed = [row for row in hidden if row.at == cursor and row.actor is not None]
    return [*shown[:-1], *pointed] if shown and pointed else shown


def _labels(at: Point, rows: Sequence[Sighting], shown: Sequence[Sighting], width: int, map_view: Rect) -> list[str]:
    """Return the labels of the shown things: with bearings if the name repeats or the map does not show the cell.

    Allies are labelled with their mood.
    """
    named = Counter(row.name for row in rows)
    alike = Counter((row.name, short_bearing(at, row.at)) for row in rows if named[row.name] > 1)

    def where(row: Sighting) -> str:
        if row.note:
            return row.note
        if row.mark == ALLY:
            return _doing(row, width - GLYPH_WIDTH)
        if named[row.name] == 1 and map_view.contains(*row.at):
            return ""
        bearing = short_bearing(at, row.at)
        return _offset(at, row.at) if alike[row.name, bearing] > 1 else bearing

    return [_label(row, where(row), width - GLYPH_WIDTH) for row in shown]


def _doing(row: Sighting, width: int) -> str:
    """Return an ally's mood; that it follows, the default, only if there is room beside its whole name."""
    mood = Mood.FOLLOWING if row.actor is None else row.actor.mood
    told = {Mood.FLEEING: "flees", Mood.HELD: "waits"}.get(mood, FOLLOWS)
    return "" if told == FOLLOWS and len(row.name) + 1 + len(told) > width else told


def _label(row: Sighting, where: str, width: int) -> str:
    """Return a name with its note; only the name is cut, since the note tells equal names apart.

    A monster's name gives way to its bar.
    """
    room = width - len(where) - 1 if where else width
    least = room if row.actor is None or row.mark == ALLY else room - MIN_BAR - 1
    name = row.short if row.short and len(row.name) > least else row.name
    return f"{shortened(name, max(1, width - len(where) - 1))} {where}" if where else name


def _offset(at: Point, goal: Point) -> str:
    """Return the offsets along the two axes, like "6E 2S"."""
    across, down = Point(goal.x, at.y), Point(at.x, goal.y)
    return " ".join(short_bearing(at, end) for end in (across, down) if end != at)


def _bar_width(labels: Sequence[str], width: int) -> int:
    """Return the columns of all bars of the list, equal so that they can be compared; 0 if there is no room.

    A monster whose name is too long for the shortest bar has none.
    """
    rooms = [width - GLYPH_WIDTH - len(label) - 1 for label in labels]
    return min((min(room, MAX_BAR) for room in rooms if room >= MIN_BAR), default=0)


def _more(rows: Sequence[Sighting], shown: Sequence[Sighting]) -> str:
    """Return the counts of hidden enemies, allies and items; of three or more sorts, all but the first together."""
    hidden = [row for row in rows if row not in shown]
    sorts = Counter(_sort(row) for row in hidden)
    told = [(sorts[sort], sort) for sort in (ENEMY, *_BESIDES.values(), OTHER, ITEM) if sorts[sort]]
    if len(told) > MAX_SORTS:
        told = [told[0], (len(hidden) - told[0][0], OTHER)]
    named = [f"{number} {sort if number == 1 else plural(sort)}" for number, sort in told]
    return f"+{', '.join(named)}" if len(named) > 1 else f"and {told[0][0]} more {named[0].partition(' ')[2]}"


def _sort(row: Sighting) -> str:
    return ITEM if row.actor is None else _BESIDES.get(row.mark, ENEMY)
