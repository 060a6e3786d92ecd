"""Messages between two commands: items underfoot, and hints."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define
from roguelike.engine.geometry import Point
from roguelike.engine.rules.identity import item_ref
from roguelike.english import capital
from roguelike.narration.first_encounter import first_found, first_met
from roguelike.narration.hints import Hints
from roguelike.narration.message import Message, Span
from roguelike.narration.narrator import Narration
from roguelike.narration.presentation import presentation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.engine.events import AnyEvent, ItemRef
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation


MAX_NAMED: Final = 3
"""Maximum kinds of items of a pile that are named; the others are counted."""


@define
class Advice:
    """Gives each piece of advice once."""

    narration: Narration
    _stood: Point | None
    """Where items underfoot were last reported; None in a game that is resumed."""
    hints: Hints = attrs.field(factory=Hints)
    """By default all hints count as known, and none is given."""
    is_wanted: bool = attrs.field(init=False, default=False)
    """Whether the player has hints switched on; a screen sets it before each command."""
    _met_on: int | None = attrs.field(init=False, default=None)
    """The turn of the last first encounter: at most one is reported each turn."""

    def __attrs_post_init__(self) -> None:
        self.narration.introduce = self._introduce

    def _introduce(self, kind: ItemKind) -> str:
        """Return the line about a kind of item that the player picks up for the first time."""
        found = first_found(self.narration.ruleset, kind, self.hints.known) if self.is_wanted else None
        if found is None:
            return ""
        word, told = found
        self.hints.learn(word)
        return told

    def resume(self) -> None:
        """Forget where items were last reported, so that those underfoot are reported again."""
        self._stood = None

    def tell_underfoot(self, seen: Observation, how: str) -> None:
        """Log the items underfoot and how to pick them up, if the player has moved."""
        if seen.me.at != self._stood:
            self._announce(seen)
            self._stood = seen.me.at
            if (wanted := _wanted(seen)) is not None:
                self.narration.log.add(wanted)
            if (message := underfoot(seen, how)) is not None:
                self.narration.log.add(message)

    def _announce(self, seen: Observation) -> None:
        """Log the description of terrain that is announced, when the player steps onto it from another terrain."""
        stood, ground = self._stood, seen.level.terrain_at(seen.me.at)
        is_known = stood is not None and seen.level.grid.contains(stood)
        before = seen.level.terrain_at(stood) if stood is not None and is_known else None
        if ground.announced and ground is not before:
            self.narration.log.add(Message((Span(f"{capital(ground.name)}: {ground.description}"),)))

    def give_hint(self, seen: Observation, events: Sequence[AnyEvent], keys: Mapping[str, str]) -> None:
        """Log one first encounter and the most urgent hint that is due after these events.

        `keys` says what to press or type.
        """
        # A small log has no room for the ground beside the objective with which a game begins.
        is_quiet_start = not seen.turn and not seen.others
        if not is_quiet_start and seen.turn != self._met_on and (met := first_met(seen, self.hints.known)) is not None:
            self._met_on = seen.turn
            word, told = met
            self.hints.learn(word)
            self.narration.notify(told, always_shown=False)
        if hint := self.hints.next(seen, events, keys):
            self.narration.notify(f"Hint: {hint}", always_shown=False)


def _wanted(seen: Observation) -> Message | None:
    """Return the description of a feature underfoot that lacks the item to be placed on it; None for others."""
    feature = seen.level.features.get(seen.cell)
    if feature is None or not feature.kind.given or feature.holds is not None:
        return None
    return Message((Span(f"{capital(feature.kind.name)}: {feature.kind.description}"),))


def underfoot(seen: Observation, how: str) -> Message | None:
    """Return the message about items on the player's cell; None if there are none.

    `how` says how to pick them up, like "(g)"; it is added if the player can. Corpses are named where the
    rule set has comfort: in some tutorials a corpse has the name of the living monster.
    """
    feature = seen.level.features.get(seen.cell)
    held = [feature.offers] if feature is not None and feature.offers is not None else []
    lying = [(item_ref(item), item.kind) for item in (*held, *reversed(seen.level.items.get(seen.cell, ())))]
    found = [ref for ref, kind in lying if kind.portable]
    corpses = [ref for ref, kind in lying if not kind.portable and presentation(seen.ruleset).names_corpses]
    if not found and not corpses:
        return None
    end = f" here.{_how(seen, how) if found else ''}"
    return Message((Span("You see " if found else "There is "), *_listed([*found, *corpses]), Span(end)))


def _how(seen: Observation, how: str) -> str:
    if not seen.me.inventory.slots:
        return ""
    if seen.me.cannot("pick_up"):
        return " You cannot reach it now."
    return " Your pack is full." if seen.me.inventory.is_full else f" {how}"


def _listed(refs: Sequence[ItemRef]) -> list[Span]:
    """Return the names of items in their colours, joined by commas and "and"."""
    counts = collections.Counter(refs)  # in the order of first occurrence
    named = [[_name(ref, count)] for ref, count in list(counts.items())[:MAX_NAMED]]
    if others := sum(list(counts.values())[MAX_NAMED:]):
        named.append([Span(f"{others} more")])
    for number, spans in enumerate(named[1:], start=1):
        spans.insert(0, Span(" and " if number == len(named) - 1 else ", "))
    return [span for spans in named for span in spans]


def _name(ref: ItemRef, count: int) -> Span:
    text = ref.name_with_article
    return Span(f"{text} (x{count})" if count > 1 else text, ref.kind.glyph.color, bold=True)
