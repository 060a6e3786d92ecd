"""From events to messages: the words are the rule set's, the colours of names their kinds' own."""

from __future__ import annotations

import functools
import string
from typing import TYPE_CHECKING, NamedTuple

from roguelike.cells.color import Color, grey
from roguelike.classes import frozen
from roguelike.engine.events import (
    TEXT_KEYS,
    ActorRef,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    FeatureActed,
    Harmed,
    ItemRef,
    Struck,
    TrapSprung,
    Used,
)
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.english import capital, with_article

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.message_texts import Text
    from roguelike.engine.kinds.ruleset import RuleSet

PLAIN = grey(255)


class Span(NamedTuple):
    """A run of text in one colour."""

    text: str
    color: Color = PLAIN
    bold: bool = False


@frozen
class Message:
    """What the player is told, in one or more spans."""

    parts: tuple[Span, ...]
    without_place: str = ""
    """The words without where it happened, by which filters know it; empty where they do not say that."""
    always_shown: bool = False
    """Whether no filter hides it: a warning, or a notice of the program."""

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(span.text for span in self.parts)


class Narrator:
    """Turns events into messages, with the texts of a rule set."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._messages = ruleset.messages
        self._tells_unseen = ruleset.tells_unseen

    def tell(self, event: AnyEvent) -> Message | None:
        """Return the message for an event; None where it is not for the player to know, or there is nothing to say."""
        if not (event.seen or self._tells_unseen):
            return None
        text = self._text(event)
        return _message(text, event) if text is not None and text.template else None

    def _text(self, event: AnyEvent) -> Text | None:
        """Return the text for an event: that of the condition it is about, else the rule set's."""
        if isinstance(event, ConditionBegan | ConditionEnding | ConditionEnded):
            return event.condition.texts.get(event.variant)
        return _own_text(event) or self._messages[TEXT_KEYS[type(event)]][event.variant]

    def say(self, text: Text) -> Message:
        """Return the message for a text that tells of nothing but itself."""
        return Message((Span(text.template, text.color or PLAIN),))


def _own_text(event: AnyEvent) -> Text | None:
    """Return the text that a kind has for what it does or what becomes of it, if it has one."""
    match event:
        case FeatureActed(feature=feature):
            return feature.told
        case Used(item=item):
            return item.told
        case TrapSprung(who=who, feature=feature) if who.is_player:
            return feature.told
        case Struck(target=dead, fatal=True) | Harmed(victim=dead, fatal=True) if dead.id not in event.hidden:
            return dead.kind.felled
        case _:
            return None


def _message(text: Text, event: AnyEvent) -> Message:
    color = text.color or PLAIN
    pieces = _pieces(text) if not event.hidden else _unnamed(_pieces(text), event)
    return Message(tuple(_span(literal, field, form, event, color) for literal, field, form in pieces))


def _unnamed(pieces: Sequence[tuple[str, str, str]], event: AnyEvent) -> Sequence[tuple[str, str, str]]:
    """Replace the names of those whom the player did not see by "something", with the articles before them."""
    told: list[tuple[str, str, str]] = []
    for literal, field, form in pieces:
        who = getattr(event, field) if field else None
        if not isinstance(who, ActorRef) or who.id not in event.hidden:
            told.append((literal, field, form))
            continue
        before = told.pop()[0] if told and told[-1][0] else ""
        start = before.lower().endswith("the ") and len(before) - len("the ")
        article, before = (before[start:], before[:start]) if start is not False else ("", before)
        told += [(before, "", "")] if before else []
        told.append((_something(article, form), "", ""))
    return told


def _something(article: str, form: str) -> str:
    if form == "upper":
        return "SOMETHING"
    return "Something" if article.startswith("T") or form in {"A", "capital"} else "something"


@functools.lru_cache(maxsize=1024)
def _pieces(text: Text) -> tuple[tuple[str, str, str], ...]:
    """Take a template apart into literals (with no field) and fields (with a form)."""
    pieces = []
    for literal, field, form, _ in string.Formatter().parse(text.template):
        if literal:
            pieces.append((literal, "", ""))
        if field:
            pieces.append(("", field, form or ""))
    return tuple(pieces)


def _span(literal: str, field: str, form: str, event: AnyEvent, color: Color) -> Span:
    if not field:
        return Span(literal, color)
    value = getattr(event, field)
    if isinstance(value, ActorRef) and form == "id":
        return Span(str(value.id), color)
    item = ItemRef(value) if isinstance(value, ItemKind) else value
    if isinstance(item, ItemRef):
        told = _formed(item.name, form, unique=item.kind.kept, mass=item.kind.mass)
        return Span(told, item.kind.glyph.color, bold=True)
    kind = value.kind if isinstance(value, ActorRef) else value
    if isinstance(kind, ActorKind | ProjectileKind | TerrainKind | FeatureKind):
        unique = isinstance(kind, ActorKind) and kind.unique
        return Span(_formed(kind.name, form, unique=unique), kind.glyph.color, bold=True)
    if isinstance(kind, ConditionKind | GasKind):
        return Span(_formed(kind.name, form), kind.color or color, bold=True)
    return Span(_formed(str(value), form), color)


def _formed(name: str, form: str, *, unique: bool = False, mass: bool = False) -> str:
    match form:
        case "upper":
            return name.upper()
        case "capital":
            return capital(name)
        case "a":
            return with_article(name, unique=unique, mass=mass)
        case "A":
            return capital(with_article(name, unique=unique, mass=mass))
        case _:
            return name
