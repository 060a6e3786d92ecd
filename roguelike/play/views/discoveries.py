"""The page of discoveries: all kinds of items that begin unidentified, known or with their odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.engine.kinds.counted import HUNDREDTHS
from roguelike.english import capital, plural
from roguelike.narration.discoveries import discoveries
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.narration.unknown import percent
from roguelike.play.views.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.narration.message_log import Line
    from roguelike.play.perspective import Perspective

EXPLAINED: Final = "Chance that an unknown item is this kind, and the average number in a game, without treasuries."
UNEXPLAINED: Final = "The chances are unknown: the items of these rules have not been counted."
UNKNOWN: Final = "unknown"
KNOWN: Final = "known"


class DiscoveriesPage(Page):
    """All kinds by sort, known or with their odds."""

    section = "discoveries"
    title = "Discoveries"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective

    def lines(self, width: int) -> list[Line]:
        """Return a line for each kind, by sort."""
        explained = EXPLAINED if self._perspective.seen.ruleset.expected else UNEXPLAINED
        lines: list[Line] = [*wrap((Span(explained, grey(187)),), width)]
        for sort, rows in discoveries(self._perspective.seen):
            lines += ((), (Span(capital(plural(sort)), grey(255), bold=True),))
            told = [(kind, _told(self._perspective.seen, kind, share)) for kind, share in rows]
            table = _table(told, "")
            lines += table if max(map(_length, table)) <= width else _table(told, f"{sort} of ")
        return [*lines, (), *self.way_back(width)]


def _told(seen: Observation, kind: ItemKind, share: Fraction | None) -> str:
    """Return that a kind is known, else its chance and mean number in a game."""
    expected = seen.ruleset.expected
    if share is None:
        return KNOWN
    if not expected:
        return UNKNOWN
    number = expected.get(seen.ruleset.thing_names[kind], 0)
    return f"{percent(share):>4}  {number / HUNDREDTHS:4.1f} a game"


def _shade(told: str) -> tuple[int, int, int]:
    return grey(255) if told == KNOWN else grey(158)


def _table(told: Sequence[tuple[ItemKind, str]], prefix: str) -> list[Line]:
    """Return a line for each kind, named without `prefix`."""
    names = [kind.name.removeprefix(prefix) for kind, _ in told]
    widest = max(map(len, names))
    return [
        (Span(f"{kind.glyph.char} ", kind.glyph.color), Span(f"{name.ljust(widest)}  {text}", _shade(text)))
        for name, (kind, text) in zip(names, told, strict=True)
    ]


def _length(line: Line) -> int:
    return sum(len(span.text) for span in line)
