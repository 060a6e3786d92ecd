"""Narration: turn events into messages in the rule set's words, warnings and a health record."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.text import printable
from roguelike.classes import define
from roguelike.engine.events import (
    TEXT_KEYS,
    ActorRef,
    AnyEvent,
    CameIntoView,
    ChangedLevel,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    FeatureActed,
    Harm,
    Harmed,
    ItemRef,
    PickedUp,
    Refused,
    Started,
    Struck,
    Summoned,
    TrapSprung,
    Used,
    Won,
)
from roguelike.engine.kinds.actors import ActorKind
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.english import capital, with_article
from roguelike.narration.bearing import DIRECTION_NAMES, bearing
from roguelike.narration.danger import warning
from roguelike.narration.health import HealthRecord
from roguelike.narration.message import PLAIN, Message, Span
from roguelike.narration.message_filter import as_warning
from roguelike.narration.message_log import MessageLog
from roguelike.narration.presentation import presentation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.cells.color import Color
    from roguelike.engine.events import Named
    from roguelike.engine.geometry import Direction
    from roguelike.engine.state.world import World

NOTICE = (255, 215, 95)
"""The colour of the program's own notices in a game."""
HOW_TO_HELP = " Press ? for help."
"""Ends the objective of a game; line mode replaces it."""
CAPTIVE: Final = Text("A captive {who} comes into view.")
_OWN: Final = {"the ": "your ", "The ": "Your ", "THE ": "YOUR "}
"""Replacements of the article before the name of an ally."""
_OF_CONDITIONS: Final = (ConditionBegan, ConditionEnding, ConditionEnded)
"""Tuples, here and below: a union would be built again for every event."""
_WITH_GLYPHS: Final = (ActorKind, ProjectileKind, TerrainKind, FeatureKind)
_WITH_COLORS: Final = (ConditionKind, GasKind)


class Narrator:
    """Turns events into messages with the texts of a rule set."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._messages = ruleset.messages
        self._tells_unseen = ruleset.tells_unseen
        self._tells_places = presentation(ruleset).tells_places

    def tell(self, event: AnyEvent) -> Message | None:
        """Return the message for an event; None if the player cannot know of it or it has no text."""
        if not (event.seen or self._tells_unseen) or _is_out_of_view(event):
            return None
        text = self._text(event)
        if text is None or not text.template:
            return None
        message = _message(text, event)
        if isinstance(event, Refused):
            return attrs.evolve(message, is_aside=True)
        if isinstance(event, CameIntoView) and self._tells_places:
            return _placed(message, event)
        where = _unseen_origin(event)
        return message if where is None else extended(message, f" from the {DIRECTION_NAMES[where]}")

    def _text(self, event: AnyEvent) -> Text | None:
        """Return the text for an event: that of its condition or kind, else the rule set's."""
        if isinstance(event, _OF_CONDITIONS):
            return event.condition.texts.get(event.variant)
        return _own_text(event) or self._messages[TEXT_KEYS[type(event)]][event.variant]

    def say(self, text: Text) -> Message:
        """Return the message for a text without fields."""
        return Message((Span(text.template, text.color or PLAIN),), is_aside=True)


def _is_out_of_view(event: AnyEvent) -> bool:
    """Return whether an actor out of view is summoned, or its condition changes."""
    match event:
        case Summoned(who=who):
            return who.id in event.hidden
        case ConditionBegan(victim=victim) | ConditionEnding(victim=victim) | ConditionEnded(victim=victim):
            return victim.id in event.hidden
        case _:
            return False


def _unseen_origin(event: AnyEvent) -> Direction | None:
    """Return the direction from which an unseen shooter wounded the player; None for other events."""
    is_wound = isinstance(event, Harmed) and event.harm is Harm.MISSILE and event.damage and not event.fatal
    return event.came_from if isinstance(event, Harmed) and is_wound else None


def _placed(message: Message, event: CameIntoView) -> Message:
    """Add the bearing to a message of a monster, like "An orc comes into view, 5 cells north-east."."""
    if event.who.at is None or event.seen_from is None:
        return message
    return attrs.evolve(extended(message, f", {bearing(event.seen_from, event.who.at)}"), folds_places=True)


def extended(message: Message, words: str) -> Message:
    """Return a message with `words` inserted before the full stop."""
    *before, last = message.parts
    text = last.text.rstrip(".!")
    parts = (*before, last._replace(text=text + words + last.text[len(text) :]))
    return attrs.evolve(message, parts=parts, without_place=message.text)


def _own_text(event: AnyEvent) -> Text | None:
    """Return the text for a captive, or the kind's own text for the event; None if it has none."""
    match event:
        case CameIntoView(held=True, who=who) if who.id not in event.hidden:
            return CAPTIVE
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
    pieces = _with_own(pieces, event)
    return Message(tuple(_span(literal, field, form, event, color) for literal, field, form in pieces))


def _unnamed(pieces: Sequence[tuple[str, str, str]], event: AnyEvent) -> Sequence[tuple[str, str, str]]:
    """Replace the names of unseen actors, and their articles, by "something"."""
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


def _with_own(pieces: Sequence[tuple[str, str, str]], event: AnyEvent) -> Sequence[tuple[str, str, str]]:
    """Replace the articles before names of the player's allies by "your"."""
    values = {field: getattr(event, field) for _, field, _ in pieces if field}
    own = {field for field, who in values.items() if isinstance(who, ActorRef) and who.is_ally}
    if not own:
        return pieces
    told: list[tuple[str, str, str]] = []
    for literal, field, form in pieces:
        if field in own and form.lower() == "a":
            told += [("Your " if form == "A" else "your ", "", ""), (literal, field, "")]
            continue
        if field in own and told and told[-1][0].lower().endswith("the "):
            before = told.pop()[0]
            article = before[-len("the ") :]
            told.append((before[: -len(article)] + _OWN[article], "", ""))
        told.append((literal, field, form))
    return told


def _something(article: str, form: str) -> str:
    if form == "upper":
        return "SOMETHING"
    return "Something" if article.startswith("T") or form in {"A", "capital"} else "something"


@functools.lru_cache(maxsize=1024)
def _pieces(text: Text) -> tuple[tuple[str, str, str], ...]:
    """Split a template into literals (without a field) and fields (with a form)."""
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
    if isinstance(kind, _WITH_GLYPHS):
        unique = isinstance(kind, ActorKind) and kind.unique
        return Span(_formed(kind.name, form, unique=unique), kind.glyph.color, bold=True)
    if isinstance(kind, _WITH_COLORS):
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


def _nothing(_: ItemKind) -> str:
    return ""


@define
class Narration:
    """Turns the events of one game into messages, in order and from the events only: a game always reads the same.

    The result does not depend on how events are batched: those of a flight come tick by tick in play, but in one
    batch in a replay. Only line mode's narrator also uses the player's position, which a replay does not know.
    """

    ruleset: RuleSet
    health: HealthRecord
    log: MessageLog = attrs.field(
        default=attrs.Factory(lambda self: MessageLog(turn=self.health.turn), takes_self=True)
    )
    narrator: Narrator = attrs.field(default=attrs.Factory(lambda self: Narrator(self.ruleset), takes_self=True))
    introduce: Callable[[ItemKind], str] = attrs.field(init=False, default=_nothing)
    """Returns the line about a kind of item at its first pick-up; empty for none."""
    _command: list[AnyEvent] = attrs.field(init=False, factory=list)
    """The events of the last command so far."""
    _before: int = attrs.field(init=False, default=attrs.Factory(lambda self: self.health.hit_points, takes_self=True))
    """The hit points before it."""
    _asleep: set[int] = attrs.field(init=False, factory=set)
    """The ids of monsters on this level that were last seen asleep or captive."""

    @classmethod
    def of(cls, world: World) -> Narration:
        """Begin the narration of a world at its present turn."""
        return cls(world.ruleset, HealthRecord.of(world))

    def begin(self, health: HealthRecord) -> None:
        """Continue after another turn, with the hit points of its health record."""
        self.health, self.log.turn = health, health.turn
        self._command, self._before = [], health.hit_points

    def news(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        """Return events without repeated sightings of known captives and of monsters still asleep."""
        return [event for event in events if not self._is_known(event)]

    def _is_known(self, event: AnyEvent) -> bool:
        match event:
            case ChangedLevel():
                self._asleep.clear()
            case CameIntoView(who=who, asleep=asleep, held=held) if asleep or held:
                is_known = who.id in self._asleep
                self._asleep.add(who.id)
                return is_known
            case CameIntoView(who=who):
                self._asleep.discard(who.id)
            case _:
                pass
        return False

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Log events of one command; `end_command` follows after its last ones."""
        if events:
            began = any(isinstance(event, Started) for event in events)
            self.log.turn = self.health.turn + (not began)
        for event in events:
            if (message := self.narrator.tell(event)) is not None:
                self.log.add(message)
            if isinstance(event, PickedUp) and event.who.is_player:
                self._introduce(event.item)
            self.health.note(event)
            if isinstance(event, Started):
                self._tell_start()
        self._command += events
        if events:
            self.log.recent = self.log.fresh

    def _tell_start(self) -> None:
        """Log the plan of the chosen kit, and the objective."""
        if (kit := self.ruleset.kit) in self.ruleset.variants:
            self.notify(f"{capital(kit)}: {self.ruleset.kits[kit].plan}")
        if objective := self.ruleset.objective:
            self.notify(f"{objective}{HOW_TO_HELP}")

    def _introduce(self, item: Named) -> None:
        """Log the description of an item directly after its pick-up."""
        if told := self.introduce(item.kind if isinstance(item, ItemRef) else item):
            self.notify(told, always_shown=False)

    def end_command(self) -> None:
        """Warn of the damage of the last command, unless it ended the game."""
        events, before, now = self._command, self._before, self.health.hit_points
        self._command, self._before = [], now
        is_over = not now or any(isinstance(event, Won) for event in events)
        if (
            presentation(self.ruleset).warns
            and not is_over
            and (text := warning(events, before, now, self.health.most))
        ):
            self.log.add(as_warning(Message((Span(text),))))

    def notify(self, sentence: str, *, always_shown: bool = True) -> None:
        """Log a notice of the program in a bright colour; unless `always_shown`, it counts as a hint."""
        parts = (Span(printable(sentence), NOTICE, bold=True),)
        self.log.add(Message(parts, always_shown=always_shown, is_aside=True, is_hint=not always_shown))

    def say(self, text: Text) -> None:
        """Log a text of the rule set unless it is empty."""
        if text.template:
            self.log.add(self.narrator.say(text))
