"""What is known of items: all kinds of those sorts that are to be learned, with the odds of what is unknown."""

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
    """Every kind by its sort, known or with its odds."""

    section = "discoveries"
    title = "Discoveries"

    def __init__(self, perspective: Perspective) -> None:
        super().__init__()
        self._perspective = perspective

    def lines(self, width: int) -> list[Line]:
        """Return what is said of each kind, sort by sort."""
        explained = EXPLAINED if self._perspective.seen.ruleset.expected else UNEXPLAINED
        lines: list[Line] = [*wrap((Span(explained, grey(187)),), width)]
        for sort, rows in discoveries(self._perspective.seen):
            widest = max(len(kind.name) for kind, _ in rows)
            lines += ((), (Span(capital(plural(sort)), grey(255), bold=True),))
            lines += [_row(kind, _told(self._perspective.seen, kind, share), widest) for kind, share in rows]
        return [*lines, (), *self.way_back(width)]


def _told(seen: Observation, kind: ItemKind, share: Fraction | None) -> str:
    """Return what is known of a kind, or its chance and its number in a game."""
    expected = seen.ruleset.expected
    if share is None:
        return KNOWN
    if not expected:
        return UNKNOWN
    number = expected.get(seen.ruleset.thing_names[kind], 0)
    return f"{percent(share):>4}  {number / HUNDREDTHS:4.1f} a game"


def _shade(told: str) -> tuple[int, int, int]:
    return grey(255) if told == KNOWN else grey(158)


def _row(kind: ItemKind, told: str, widest: int) -> Line:
    name = Span(f"{kind.name.ljust(widest)}  {told}", _shade(told))
    return Span(f"{kind.glyph.char} ", kind.glyph.color), name
