"""Known and possible kinds of items that begin unidentified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.rules.identity import odds_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation


def discoveries(seen: Observation) -> Iterator[tuple[str, list[tuple[ItemKind, Fraction | None]]]]:
    """Yield each sort that begins unidentified, with its kinds and the chance of each; None for identified kinds."""
    ruleset = seen.ruleset
    for sort in ruleset.appearances:
        kinds = [kind for kind in ruleset.items.values() if kind.sort == sort]
        unknown = next(each for (_, judged), each in ruleset.stand_ins.items() if each.sort == sort and not judged)
        odds = {kind.name: share for kind, share in odds_of(ruleset, seen.identified, unknown)}
        yield sort, [(kind, odds.get(kind.name)) for kind in kinds]
