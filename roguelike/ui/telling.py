"""What happened in a game, as the player is told: the message log with its warnings, and the hit points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from roguelike.cells.text import printable
from roguelike.classes import define
from roguelike.engine.events import AnyEvent, CameIntoView, ChangedLevel, ItemRef, PickedUp, Started, Won
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.ruleset import RuleSet
from roguelike.ui.alarm import warning
from roguelike.ui.game_log import GameLog
from roguelike.ui.health import HealthRecord
from roguelike.ui.message_filter import as_warning
from roguelike.ui.narration import Message, Narrator, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.events import Named
    from roguelike.engine.kinds.message_texts import Text
    from roguelike.engine.state.world import World

NOTICE = (255, 215, 95)
"""The colour of what the program itself has to tell in a game."""
HOW_TO_HELP = " Press ? for help."
"""Ends the objective of a game; line mode has words of its own for that."""


def _nothing(_: ItemKind) -> str:
    return ""


@define
class Telling:
    """Tells the events of one game, in order. It depends on them alone: told again, a game reads as it did before.

    Nor does it depend on how they are split: those of a flight come tick by tick, or all at once when told again. Only
    line mode's narrator knows more: where the player stands, of which nothing is known when a game is told again.
    """

    ruleset: RuleSet
    health: HealthRecord
    log: GameLog = attrs.field(default=attrs.Factory(lambda self: GameLog(turn=self.health.turn), takes_self=True))
    narrator: Narrator = attrs.field(default=attrs.Factory(lambda self: Narrator(self.ruleset), takes_self=True))
    introduce: Callable[[ItemKind], str] = attrs.field(init=False, default=_nothing)
    """Returns the line about a kind of item that the player picks up, if there is one."""
    _command: list[AnyEvent] = attrs.field(init=False, factory=list)
    """What has come of the last command so far."""
    _before: int = attrs.field(init=False, default=attrs.Factory(lambda self: self.health.hit_points, takes_self=True))
    """The hit points when it was given."""
    _asleep: set[int] = attrs.field(init=False, factory=set)
    """The ids of those who were asleep on this level when the player saw them."""

    @classmethod
    def of(cls, world: World) -> Telling:
        """Begin with what happens to a world from now on."""
        return cls(world.ruleset, HealthRecord.of(world))

    def begin(self, health: HealthRecord) -> None:
        """Go on with the events after another turn, at which the player had so many hit points."""
        self.health, self.log.turn = health, health.turn
        self._command, self._before = [], health.hit_points

    def news(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        """Return events without those who come into view and still sleep as when they came into view before."""
        return [event for event in events if not self._is_known(event)]

    def _is_known(self, event: AnyEvent) -> bool:
        match event:
            case ChangedLevel():
                self._asleep.clear()
            case CameIntoView(who=who, asleep=True):
                is_known = who.id in self._asleep
                self._asleep.add(who.id)
                return is_known
            case CameIntoView(who=who):
                self._asleep.discard(who.id)
            case _:
                pass
        return False

    def tell(self, events: Sequence[AnyEvent]) -> None:
        """Log events that came of one command; `end_command` follows when they were the last ones."""
        if events:
            began = any(isinstance(event, Started) for event in events)
            self.log.turn = self.health.turn + (not began)
        for event in events:
            if (message := self.narrator.tell(event)) is not None:
                self.log.add(message)
            if isinstance(event, PickedUp) and event.who.is_player:
                self._introduce(event.item)
            self.health.note(event)
            if isinstance(event, Started) and (objective := self.ruleset.objective):
                self.notify(f"{objective}{HOW_TO_HELP}")
        self._command += events
        if events:
            self.log.recent = self.log.fresh

    def _introduce(self, item: Named) -> None:
        """Log the description of an item directly after its pick-up."""
        if told := self.introduce(item.kind if isinstance(item, ItemRef) else item):
            self.notify(told, always_shown=False)

    def end_command(self) -> None:
        """Warn of what the last command has cost, unless it ended the game."""
        events, before, now = self._command, self._before, self.health.hit_points
        self._command, self._before = [], now
        is_over = not now or any(isinstance(event, Won) for event in events)
        if self.ruleset.comfort and not is_over and (text := warning(events, before, now, self.health.most)):
            self.log.add(as_warning(Message((Span(text),))))

    def notify(self, sentence: str, *, always_shown: bool = True) -> None:
        """Log a notice of the program, in a colour that stands out."""
        self.log.add(Message((Span(printable(sentence), NOTICE, bold=True),), always_shown=always_shown))

    def say(self, text: Text) -> None:
        """Log a text of the rule set, if it is not empty."""
        if text.template:
            self.log.add(self.narrator.say(text))
