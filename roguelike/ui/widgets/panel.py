"""The side panel: health, state, the cell under the pointer and the list of things in view."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.engine.state.lamp import Lamp
from roguelike.narration.conditions import lasting
from roguelike.narration.examine import examine
from roguelike.narration.in_view import in_view
from roguelike.narration.presentation import presentation
from roguelike.narration.resting import rounds_to_heal
from roguelike.ui.layout import LOW_PANEL, PANEL_WIDTH
from roguelike.ui.widgets.bars import HEALTH_BAR_WIDTH, draw_health_bar, draw_plain_health_bar
from roguelike.ui.widgets.conditions import draw_conditions
from roguelike.ui.widgets.view_list import draw_in_view, rows_for_monsters

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.geometry import Point
    from roguelike.engine.observation import Observation
    from roguelike.narration.examine import Description
    from roguelike.narration.in_view import Sighting

MODE = Style(grey(255), bold=True)
NAME = Style(grey(187))
FACT = Style(grey(158))
ASIDE_ROW = 3
NAME_ROW = 4
NAME_ROWS = 2
MIN_FACTS = 7
"""Minimum rows for the facts about a monster, even if many others are in view."""
MAX_ALSO = 6
"""Maximum rows for other things on a cell, if their names do not fit beside the first."""
LOW = Style((255, 95, 0), bold=True)
GAP = 2
ROOMY = 24
"""Minimum columns of a panel with the word "Turn" and facts about things in view."""
TURN_WIDTH = 5
"""Columns for the turn in narrower panels, so that the bar keeps its width."""
SHORTER = (
    (" (an attack)", ""),
    ("about ", "~"),
    ("at worst ", "worst "),
    ("at most ", "max "),
    ("kill it in", "kill in"),
    (" turns", ""),
)
"""Abbreviations for lines too long for the panel, applied in order until they fit."""


def draw_panel(
    canvas: Canvas,
    area: Rect,
    seen: Observation,
    cursor: Point | None,
    mode: str = "",
    *,
    map_view: Rect,
    before: int = 0,
    tells_blows: bool = True,
    page: int = 0,
    page_key: str = "",
    startled: Collection[int] = (),
    facts: Callable[[Sighting], str] | None = None,
    ground: Sequence[Sighting] = (),
) -> None:
    """Draw the panel, with the description of the cell under the cursor and the name of the mode.

    In a low panel, the description and the list of things in view are to the right of the rest.
    `map_view` is the part of the level that the map shows.
    `before` is the player's hit points at the beginning of the last turn; `tells_blows` is passed to `examine`, and
    `startled` to the list. `facts` returns facts about a sighting, for a list with room; `ground` comes at its end.
    With a `page_key`, facts without room are on further pages, and `page` is the one to show.
    """
    player = seen.me
    below = _in_view_area(area)
    area = _state_area(area)
    is_beside = below.x > area.x + 1
    inner = Rect(area.x + 1, area.y, area.width - 1, area.height)
    left, width = inner.x, HEALTH_BAR_WIDTH
    turn = f"Turn {seen.turn}"
    if seen.ruleset.lamp:
        turn = turn if inner.width >= ROOMY else f"T{seen.turn}".ljust(TURN_WIDTH)
        left = 1 + canvas.write(left, area.y, f"D{seen.depth}", NAME)
        width = max(1, inner.x + inner.width - left - 1 - len(turn))
    if presentation(seen.ruleset).shades_health:
        bar = Rect(left, area.y, width, 1)
        draw_health_bar(canvas, bar, player.hit_points, player.max_hit_points, before=before)
    else:
        draw_plain_health_bar(canvas, left, area.y, player.hit_points, player.max_hit_points)
    after = left + width + 1
    room = max(0, area.x + area.width - after)
    canvas.write(after, area.y, turn if len(turn) <= room else f"T{seen.turn}", FACT, width=room)
    _draw_state(canvas, Rect(inner.x, area.y + 1, inner.width, 1), seen)
    draw_conditions(canvas, Rect(inner.x, area.y + 2, inner.width, 1 if mode else 2), lasting(seen))
    canvas.write(inner.x, area.y + ASIDE_ROW, mode.center(inner.width).rstrip(), MODE)
    rows = in_view(seen, startled)
    # The list gives way to a long description, with the row that counts what it leaves out.
    kept = -1 if mode and seen.ruleset.lamp else rows_for_monsters(rows)
    subject = examine(seen, cursor, tells_blows=tells_blows)
    pages = _Pages(page, page_key) if page_key else None
    at_top = is_beside or bool(mode)
    names = 0 if is_beside else NAME_ROWS
    taken = _draw_examined(canvas, below, subject, kept, at_top=at_top, pages=pages, names=names)
    top = below.y + (taken if at_top else NAME_ROWS)
    top += int(taken > 0 or not is_beside)
    bottom = below.y + below.height - (0 if at_top else taken)
    listed = Rect(below.x, top, below.width, bottom - top)
    told = facts if subject is None and below.width >= ROOMY else None
    more = ground if told is not None else ()
    draw_in_view(canvas, listed, player.at, rows, cursor, map_view=map_view, facts=told, ground=more)


def _is_low(area: Rect) -> bool:
    return area.height <= LOW_PANEL[1] and area.width >= 2 * PANEL_WIDTH


def _state_area(area: Rect) -> Rect:
    """Return the part of a panel for the player's state and the mode."""
    return area._replace(width=PANEL_WIDTH) if _is_low(area) else area


def _in_view_area(area: Rect) -> Rect:
    """Return the part of a panel for the description and the list of things in view."""
    if _is_low(area):
        return Rect(area.x + PANEL_WIDTH + 1, area.y, area.width - PANEL_WIDTH - 1, area.height)
    return Rect(area.x + 1, area.y + NAME_ROW, area.width - 1, area.height - NAME_ROW)


def draw_aside(canvas: Canvas, area: Rect, text: str) -> None:
    """Draw a word or two that do not concern the game, if their row shows no mode or condition."""
    area = _state_area(area)
    row = Rect(area.x + 1, area.y + ASIDE_ROW, area.width - 1, 1)
    if (
        text
        and row.y < canvas.height
        and all(cell.char == " " for cell in canvas.rows[row.y][row.x : row.x + row.width])
    ):
        canvas.write(row.x, row.y, text.center(row.width).rstrip(), FACT, width=row.width)


def _draw_state(canvas: Canvas, area: Rect, seen: Observation) -> None:
    """Draw lamp and noise in games with a lamp, else the number of enemies left."""
    lamp = seen.ruleset.lamp
    if not lamp:
        canvas.write(area.x, area.y, f"Enemies left: {seen.enemies_left}", NAME, width=area.width)
        return
    fuel = seen.me.gauges.get(lamp, 0)
    label = {Lamp.OPEN: lamp.capitalize(), Lamp.COVERED: "Cov", Lamp.OUT: "Out"}.get(seen.lamp, "")
    light, rest = (label, f"{fuel}") if label else ("", ""), rounds_to_heal(seen)
    forms = _forms(" ".join(light).strip(), rest, seen.noise)
    gap, parts = next((each for each in forms if _length(*each) <= area.width), forms[-1])
    x = area.x
    for part in parts:
        style = LOW if part.startswith(label or " ") and fuel <= seen.ruleset.gauges[lamp].low else NAME
        x = gap + canvas.write(x, area.y, part, style, width=max(0, area.x + area.width - x))


def _forms(lamp: str, rest: int, noise: int) -> list[tuple[int, list[str]]]:
    """Return the forms of the row of lamp, rounds of rest and noise, the longest first: gap and parts.

    Words are shortened to their first letters, the last ones first; numbers are never cut.
    """
    short = f"N{noise}"
    parts = [[lamp, f"rest {rest}", f"Noise {noise}"], [lamp, f"rest {rest}", short], [lamp, f"R{rest}", short]]
    if not rest:
        parts = [[lamp, f"Noise {noise}"], [lamp, short]]
    return [(GAP if number == 0 else 1, [part for part in row if part]) for number, row in enumerate(parts)]


def _length(gap: int, parts: list[str]) -> int:
    return sum(map(len, parts)) + gap * (len(parts) - 1)


class _Pages(NamedTuple):
    """Paged facts: the present page, and the key for the next."""

    page: int
    key: str

    def shown(self, rows: list[str], room: int) -> list[str]:
        """Return the rows of the page with a note about the next; all rows if there is room."""
        if len(rows) <= room:
            return rows
        size = max(1, room - 1)
        count = math.ceil(len(rows) / size)
        number = self.page % count
        shown = rows[number * size : (number + 1) * size]
        return [*shown, *[""] * (size - len(shown)), f"{self.key}: more ({number + 1}/{count})"]


def _draw_examined(
    canvas: Canvas,
    area: Rect,
    subject: Description | None,
    kept: int,
    *,
    at_top: bool,
    pages: _Pages | None,
    names: int,
) -> int:
    """Draw the description under the pointer: its centred name at the bottom of `names` rows, then the facts.

    For `names` of 0, the name has as many rows as it needs.
    Without `at_top`, while the mouse only passes over the map, the facts are at the bottom, so that the list in
    between does not move. They leave `kept` rows of it free. Return the number of used rows; at the bottom, with a
    blank one and without those of the name.
    """
    if subject is None:
        return 0
    name = textwrap.wrap(", ".join((subject.name, *subject.beneath)), area.width)
    also: list[str] = []
    if len(name) > NAME_ROWS:
        name = textwrap.wrap(subject.name, area.width)[:NAME_ROWS]
        also = _as_many_as_fit(subject.beneath, area.width, min(MAX_ALSO, area.height - NAME_ROWS))
    names = names or len(name)
    for place, line in enumerate(name, start=area.y + names - len(name)):
        canvas.write(area.x, place, line.center(area.width).rstrip(), NAME)
    room = area.height - names
    most = max(MIN_FACTS, room - len(also) - 2 - kept)
    if pages is None:
        facts = [*also, *_facts(subject.lines, area.width, most)][:room]
    else:
        facts = pages.shown([*also, *_facts(subject.lines, area.width)], min(room, len(also) + most))
    for row, line in enumerate(facts, start=area.y + (names if at_top else area.height - len(facts))):
        canvas.write(area.x, row, line, FACT)
    return names + len(facts) if at_top else len(facts) + bool(facts)


def _facts(lines: Sequence[str], width: int, rows: float = math.inf) -> list[str]:
    """Return the wrapped lines that fit into `rows`, in order of importance; at least the first."""
    facts: list[str] = []
    for line in lines:
        wrapped = textwrap.wrap(_fitting(line, width), width)
        if facts and len(facts) + len(wrapped) > rows:
            continue
        facts += wrapped
    return facts


def _fitting(line: str, width: int) -> str:
    """Return a line in its longest form that fits, else unchanged."""
    form = line
    for long, short in SHORTER:
        if len(form) > width:
            form = form.replace(long, short)
    return form if len(form) <= width else line


def _as_many_as_fit(names: Sequence[str], width: int, rows: int) -> list[str]:
    """Return as many names as fit into `rows`, and the number of the others."""
    for count in range(len(names), 0, -1):
        others = len(names) - count
        lines = textwrap.wrap(f"Also: {', '.join(names[:count])}" + (f" +{others}" if others else ""), width)
        if len(lines) <= rows:
            return lines
    return []
