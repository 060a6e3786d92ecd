"""The side panel: health, what must be known at a glance, what is pointed at, and what is in view."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

from roguelike.engine.geometry import squared_distance
from roguelike.ui.canvas import Rect, Style
from roguelike.ui.color import grey
from roguelike.ui.examine import examine
from roguelike.ui.widgets.bars import HEALTH_BAR_WIDTH, draw_health_bar, draw_small_bar
from roguelike.ui.widgets.map_view import topmost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World
    from roguelike.ui.canvas import Canvas
    from roguelike.ui.presenter import Presenter

MODE = Style(grey(255), bold=True)
NAME = Style(grey(187))
FACT = Style(grey(158))
NAME_ROW = 4
NAME_ROWS = 2
MOST_ALSO = 6
"""Rows for what else is on a cell, if its names do not fit beside the first."""
SMALL_BAR = 4


def draw_panel(canvas: Canvas, area: Rect, presenter: Presenter, mode: str = "") -> None:
    """Draw the panel, with the name of the mode if there is one."""
    world = presenter.world
    player = world.player
    inner = Rect(area.x + 1, area.y, area.width - 1, area.height)
    draw_health_bar(canvas, inner.x, area.y, player.hit_points, player.max_hit_points)
    canvas.write(inner.x + HEALTH_BAR_WIDTH + 1, area.y, f"Turn {world.turn}", FACT, width=inner.width - 11)
    canvas.write(inner.x, area.y + 1, f"Enemies left: {world.enemies_left}", NAME, width=inner.width)
    conditions = " ".join(
        f"{name.capitalize()} {condition.left}" for name, condition in player.conditions.items() if condition.left
    )
    canvas.write(inner.x, area.y + 2, conditions, Style((215, 135, 255), bold=True), width=inner.width)
    canvas.write(inner.x, area.y + 3, mode.center(inner.width).rstrip(), MODE)
    facts = _draw_examined(canvas, Rect(inner.x, area.y + NAME_ROW, inner.width, inner.height - NAME_ROW), presenter)
    top = area.y + NAME_ROW + NAME_ROWS + 1
    _draw_in_view(canvas, Rect(inner.x, top, inner.width, area.y + area.height - facts - top), world)


def _draw_examined(canvas: Canvas, area: Rect, presenter: Presenter) -> int:
    """Draw what is pointed at: its name in the first two rows, centred, and the facts at the bottom of the panel.

    Return how many rows the facts take: the list between the two keeps its place whatever is pointed at.
    """
    subject = examine(presenter.world, presenter.camera.cursor)
    if subject is None:
        return 0
    name = textwrap.wrap(", ".join((subject.name, *subject.beneath)), area.width)
    also: list[str] = []
    if len(name) > NAME_ROWS:
        name = textwrap.wrap(subject.name, area.width)[:NAME_ROWS]
        also = _as_many_as_fit(subject.beneath, area.width, min(MOST_ALSO, area.height - NAME_ROWS))
    for place, line in enumerate(name, start=area.y + NAME_ROWS - len(name)):
        canvas.write(area.x, place, line.center(area.width).rstrip(), NAME)
    told = [line for fact in subject.lines for line in textwrap.wrap(fact, area.width)]
    facts = [*also, *told][: area.height - NAME_ROWS]
    for row, line in enumerate(facts, start=area.y + area.height - len(facts)):
        canvas.write(area.x, row, line, FACT)
    return len(facts) + 1 if facts else 0


def _as_many_as_fit(names: Sequence[str], width: int, rows: int) -> list[str]:
    """Return as many of the names as fit into so many rows, and the number of the others."""
    for count in range(len(names), 0, -1):
        others = len(names) - count
        lines = textwrap.wrap(f"Also: {', '.join(names[:count])}" + (f" +{others}" if others else ""), width)
        if len(lines) <= rows:
            return lines
    return []


def _draw_in_view(canvas: Canvas, area: Rect, world: World) -> None:
    """List the monsters and items in view, nearest first."""
    rows = in_view(world)
    shown = rows if len(rows) <= area.height else rows[: max(0, area.height - 1)]
    for row, (_, glyph, name, actor) in enumerate(shown, start=area.y):
        canvas.write(area.x, row, glyph.char, Style(glyph.color, bold=glyph.bold))
        bar = SMALL_BAR if actor is not None else 0
        canvas.write(area.x + 2, row, name, NAME, width=area.width - 2 - (bar and bar + 1))
        if actor is not None:
            draw_small_bar(canvas, Rect(area.x + area.width - bar, row, bar, 1), actor.hit_points, actor.max_hit_points)
    if len(shown) < len(rows) and area.height > 0:
        canvas.write(area.x, area.y + area.height - 1, f"and {len(rows) - len(shown)} more", FACT)


class Sighting(NamedTuple):
    """Something in view: where, how it looks, what it is, and the actor if it is one."""

    at: Point
    glyph: Glyph
    name: str
    actor: Actor | None = None


def in_view(world: World) -> list[Sighting]:
    """Return the monsters and items in view, nearest first; of those equally near, monsters first."""
    level = world.level
    seen = [Sighting(actor.at, actor.kind.glyph, actor.kind.name, actor) for actor in world.visible_monsters()]
    for place, pile in sorted(level.items.items()):
        kind = topmost(pile).kind
        if level.visible[place] and kind.portable:
            seen.append(Sighting(level.grid.point(place), kind.glyph, kind.name))
    return sorted(seen, key=lambda sighting: squared_distance(world.player.at, sighting.at))
