"""What is known of items: all kinds of those sorts that are to be learned, with the odds of what is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.rules.identity import odds_of
from roguelike.english import capital, plural
from roguelike.ui.color import grey
from roguelike.ui.game_log import wrap
from roguelike.ui.narration import Span
from roguelike.ui.screens.pager import PagerScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.ui.game_log import Line
    from roguelike.ui.presenter import Presenter

EXPLAINED: Final = "Chances that an unknown one is this; a game has so many of it on average."
KNOWN: Final = "known"


class DiscoveriesScreen(PagerScreen):
    """Every kind by its sort, known or with its odds."""

    section = "discoveries"
    title = "Discoveries"

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self._presenter = presenter

    def lines(self, width: int) -> list[Line]:
        """Return what is said of each kind, sort by sort."""
        lines: list[Line] = [*wrap((Span(EXPLAINED, grey(187)),), width)]
        for sort, rows in discoveries(self._presenter.seen):
            widest = max(len(kind.name) for kind, _ in rows)
            lines += ((), (Span(capital(plural(sort)), grey(255), bold=True),))
            lines += [_row(kind, told, widest) for kind, told in rows]
        return [*lines, (), *self.way_back(width)]


def discoveries(seen: Observation) -> Iterator[tuple[str, list[tuple[ItemKind, str]]]]:
    """Yield each sort of what is to be learned, with its kinds and what is known of each."""
    ruleset = seen.ruleset
    for sort in ruleset.appearances:
        kinds = [kind for kind in ruleset.items.values() if kind.sort == sort]
        unknown = next(each for (_, judged), each in ruleset.stand_ins.items() if each.sort == sort and not judged)
        odds = {kind.name: share for kind, share in odds_of(ruleset, seen.identified, unknown)}
        yield (
            sort,
            [
                (kind, f"{float(odds[kind.name] * 100):4.1f}%{_number(kind)}" if kind.name in odds else KNOWN)
                for kind in kinds
            ],
        )


def _number(kind: ItemKind) -> str:
    return f"  {kind.expected / 100:4.1f} a game" if kind.expected else ""


def _shade(told: str) -> tuple[int, int, int]:
    return grey(255) if told == KNOWN else grey(158)


def _row(kind: ItemKind, told: str, widest: int) -> Line:
    name = Span(f"{kind.name.ljust(widest)}  {told}", _shade(told))
    return Span(f"{kind.glyph.char} ", kind.glyph.color), name
