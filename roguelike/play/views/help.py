"""The help page: the keys of a view, made from its actions."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs

from roguelike.cells.color import grey
from roguelike.cells.keys import layout_hint
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.page import Page
from roguelike.settings.keymap import HELP_KEYS, MOUSE_KEY, key_name
from roguelike.settings.presets import ARROWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import AnyAction, KeyHelp, Request
    from roguelike.settings.presets import Preset

ALL_KEYS = "all keys"
"""Label of the help key, shown if there is room for only some keys."""
KEY_WIDTH = 14
NARROW_KEYS = 11
ROOMY = 100
"""Minimum columns for long explanations in the table."""
LEGEND_WIDTH = 30
"""Minimum columns of a legend beside other rows."""
GAP = 3
"""Gap between the two halves of the table, in columns."""
ARROW_ROSE = ("Home  Up  PgUp", "Left     Right", "End  Down PgDn")
ARROW_CROSS = ("      Up", "Left     Right", "     Down")
REDRAW = ("Ctrl-L", "redraw the screen")
EVERYWHERE = (
    (" ".join(map(key_name, HELP_KEYS)), "this help"),
    (MOUSE_KEY, "mouse on/off (text select)"),
    REDRAW,
)
TURN = " *"
"""Marks actions that take a turn."""
TURNS = f"{TURN.strip()} takes a turn"
TAKES_TURN = " (takes a turn)"
NO_MEANING = "{key}: does nothing here"
ASK = " Press a key to see what it does. {key}: back "


class HelpPage(Page):
    """The keys of the view from which it was opened; pressing a key explains it."""

    section = "help"
    title = "Help"

    def __init__(self, about: KeyHelp, introduction: str = "") -> None:
        super().__init__()
        self._about = about
        self._introduction = introduction
        self._told = ""

    def lines(self, width: int) -> list[Line]:
        """Return the introduction, the directions, the actions and the notes."""
        about, lines = self._about, self._head(width)
        rows = [(_keys(action), self._does(action, width)) for action in about.actions if action.keys]
        rows += [*about.notes, *(self._while_typing() if about.takes_text else EVERYWHERE)]
        return [*lines, *_table(rows, width)]

    def fitting_lines(self, width: int, height: int) -> list[Line]:
        """Return the lines if there is room; else brief ones, with the directions if they fit."""
        actions = [action for action in self._about.actions if action.keys]
        brief = _one_after_another([(key_name(action.keys[0]), action.help) for action in actions], width)
        marked = [(key_name(action.keys[0]), action.help + self._turn(action.costs)) for action in actions]
        longer = [*self._head(width), *_one_after_another(marked, width)]
        return next((lines for lines in (self.lines(width), longer) if len(lines) <= height), brief)

    def _head(self, width: int) -> list[Line]:
        """Return the introduction, the directions and the legend."""
        about = self._about
        lines: list[Line] = [*wrap((Span(self._introduction),), width), ()] if self._introduction else []
        title = (" " * GAP).join(filter(None, (about.title, TURNS if about.turns else "")))
        lines += _heading(title, self._directions(), width)
        keys = rose(self.keymap.preset, diagonal=about.diagonal) if about.steering else []
        return lines + _with_legend(keys, about.legend, width)

    def _while_typing(self) -> Sequence[tuple[str, str]]:
        """Return the keys of all views that take text, where letters are typed."""
        keys = dict.fromkeys((self.keymap.typing_help, HELP_KEYS[-1]))
        return ((" ".join(map(key_name, keys)), "this help"), REDRAW)

    def _directions(self) -> str:
        """Return the use of the direction keys; empty if they have none."""
        steering = self._about.steering
        return f"Directions: {steering}{self._turn(('move',))}" if steering else ""

    @property
    def edge(self) -> Span:
        """The explanation of the last key."""
        return Span(self._told or ASK.format(key=self.key_of("close")), grey(255), bold=True)

    def on_key(self, key: str) -> Request:
        """Explain a key of the view beneath, unless it scrolls or closes the page."""
        if len(key) == 1 and not any(key in action.keys for action in self.actions):
            self._told = f" {self._explained(key)} "
            return None
        return super().on_key(key)

    def on_other_key(self, key: str) -> Request:
        """Explain a key without an action on this page."""
        self._told = f" {self._explained(key)} "
        return None

    def _explained(self, key: str) -> str:
        """Return the explanation of a key in the view beneath."""
        about, name = self._about, self.called(key)
        if about.steering and key in self.keymap.directions:
            return f"{name}: {about.steering}{self._turn(('move',), TAKES_TURN)}"
        for action in about.actions:
            if key in action.keys:
                return f"{name}: {action.about or action.help}{self._turn(action.costs, TAKES_TURN)}"
        if about.takes_text and len(key) == 1 and key != self.keymap.typing_help:
            return f"{name}: typed as text"
        for keys, text in EVERYWHERE:
            if name in keys.split():
                return f"{name}: {text}"
        return layout_hint(key, name) or NO_MEANING.format(key=name)

    def _does(self, action: AnyAction, width: int) -> str:
        """Return the explanation of an action, in full if half of a wide screen has room for it."""
        turn = self._turn(action.costs)
        is_full = action.about and width >= ROOMY and NARROW_KEYS + len(action.about + turn) < width // 2
        return (action.about if is_full else action.help) + turn

    def _turn(self, costs: tuple[str, ...], told: str = TURN) -> str:
        turns = self._about.turns
        return told if turns is not None and any(getattr(turns, cost) for cost in costs) else ""

    ACTIONS = (
        *(
            attrs.evolve(action, keys=tuple(key for key in action.keys if len(key) > 1 or key == " "))
            for action in Page.SCROLLING
        ),
        attrs.evolve(Page.CLOSE, keys=("escape", "enter")),
    )


def _heading(title: str, directions: str, width: int) -> list[Line]:
    """Return the title and the use of the direction keys, on one line if they fit."""
    told, rest = Span(title, bold=True), Span(directions)
    if title and directions and len(title) + GAP + len(directions) <= width:
        return [(told, Span(" " * GAP), rest)]
    return [line for part in (told, rest) if part.text for line in wrap((part,), width)]


def _with_legend(rows: Sequence[str], legend: str, width: int) -> list[Line]:
    """Return rows with the legend beside them if it fits, else below."""
    left, lines = max(map(len, rows), default=0) + GAP, [(Span(row, grey(187)),) for row in rows]
    beside = wrap((Span(legend),), width - left) if legend and width - left >= LEGEND_WIDTH else []
    if not beside or len(beside) > len(rows):
        return [*lines, *(wrap((Span(legend),), width) if legend else [])]
    told = [*beside, *[()] * (len(rows) - len(beside))]
    return [(Span(row.ljust(left), grey(187)), *more) for row, more in zip(rows, told, strict=True)]


def _one_after_another(rows: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Return keys and texts in running lines, the help key first."""
    lines: list[Line] = [()]
    for key, told in ((key_name(HELP_KEYS[0]), ALL_KEYS), *rows):
        before = sum(len(span.text) for span in lines[-1])
        if before and before + GAP + len(f"{key} {told}") > width:
            lines.append(())
        gap = " " * GAP if lines[-1] else ""
        lines[-1] = (*lines[-1], Span(gap + key, grey(255), bold=True), Span(f" {told}", grey(187)))
    return lines


def _table(rows: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Return keys and texts in two columns if all fit, else in one."""
    if not _fit(rows, width):
        column = min(KEY_WIDTH, max(len(keys) for keys, _ in rows)) + 1
        return [line for row in rows for line in wrap(_row(*row, column), width)]
    half = (len(rows) + 1) // 2
    column = min(width // 2, NARROW_KEYS + max(len(text) for _, text in rows) + GAP)
    lines = [_row(keys, text.ljust(column - NARROW_KEYS), NARROW_KEYS) for keys, text in rows[:half]]
    others = [_row(*row, NARROW_KEYS) for row in rows[half:]]
    return [(*left, *right) for left, right in itertools.zip_longest(lines, others, fillvalue=())]


def _fit(rows: Sequence[tuple[str, str]], width: int) -> bool:
    """Return whether there is room for two columns of keys and texts."""
    return all(len(keys) < NARROW_KEYS and NARROW_KEYS + len(text) < width // 2 for keys, text in rows)


def _row(keys: str, text: str, width: int) -> Line:
    return Span(keys.ljust(width), grey(255), bold=True), Span(text, grey(187))


def _keys(action: AnyAction) -> str:
    return " ".join(filter(None, map(key_name, action.keys)))


def rose(preset: Preset, *, diagonal: bool) -> list[str]:
    """Return the direction keys of a preset in three lines, arranged around a cell."""
    letters = [_square(block, diagonal=diagonal) for block in preset.blocks if block != ARROWS]
    squares = [*letters, ARROW_ROSE if diagonal else ARROW_CROSS]
    return [f"  {'    '.join(parts)}" for parts in zip(*squares, strict=True)]


def _square(block: str, *, diagonal: bool) -> tuple[str, str, str]:
    n, s, w, e, nw, ne, sw, se = block.split() if diagonal else (*block.split()[:4], *"    ")
    return f"{nw} {n} {ne}", f"{w}   {e}", f"{sw} {s} {se}"
