"""What lies where the player stands, in words."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

from roguelike.engine.rules.identity import item_ref
from roguelike.ui.narration import Message, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import ItemRef
    from roguelike.engine.observation import Observation

MOST_NAMED: Final = 3
"""Kinds of things in a pile that are named; the others are counted."""


def underfoot(seen: Observation, how: str) -> Message | None:
    """Return what lies where the player stands; None if nothing does.

    `how` tells how to pick it up, like "(g)", and is said where that is possible. Corpses are named where the
    rule set has comfort: those of some tutorials have the very names of the living.
    """
    feature = seen.level.features.get(seen.cell)
    held = [feature.offers] if feature is not None and feature.offers is not None else []
    lying = [(item_ref(item), item.kind) for item in (*held, *reversed(seen.level.items.get(seen.cell, ())))]
    found = [ref for ref, kind in lying if kind.portable]
    corpses = [ref for ref, kind in lying if not kind.portable and seen.ruleset.comfort]
    if not found and not corpses:
        return None
    end = f" here.{_how(seen, how) if found else ''}"
    return Message((Span("You see " if found else "There is "), *_listed([*found, *corpses]), Span(end)))


def _how(seen: Observation, how: str) -> str:
    if not seen.me.inventory.slots:
        return ""
    return " Your pack is full." if seen.me.inventory.is_full else f" {how}"


def _listed(refs: Sequence[ItemRef]) -> list[Span]:
    """Return the names of things, each in its own colour, with commas and an "and" between them."""
    counts = collections.Counter(refs)  # in the order of their first ones
    named = [[_name(ref, count)] for ref, count in list(counts.items())[:MOST_NAMED]]
    if others := sum(list(counts.values())[MOST_NAMED:]):
        named.append([Span(f"{others} more")])
    for number, spans in enumerate(named[1:], start=1):
        spans.insert(0, Span(" and " if number == len(named) - 1 else ", "))
    return [span for spans in named for span in spans]


def _name(ref: ItemRef, count: int) -> Span:
    text = ref.name_with_article
    return Span(f"{text} (x{count})" if count > 1 else text, ref.kind.glyph.color, bold=True)
