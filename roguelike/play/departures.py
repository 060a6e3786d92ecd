"""Reports of hunting or fleeing enemies that go out of view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.cells.text import printable
from roguelike.classes import define
from roguelike.engine.events import Blinked, Teleported
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.state.actor import Actor
from roguelike.narration.bearing import bearing
from roguelike.narration.message import Message, Span
from roguelike.narration.presentation import presentation

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.observation import Observation

FLICKER: Final = 5
"""Turns in which an enemy is reported only once, even if it goes out of view again."""

REPORTED: Final = (Mood.HUNTING, Mood.FLEEING)
"""The moods of enemies that are reported."""


@define
class Departures:
    """Reports enemies that leave the player's view by themselves; the rules do not read it."""

    _depth: int = 0
    _seen: dict[int, Actor] = attrs.field(factory=dict)
    """The hunting or fleeing enemies in view after the last command."""
    _told: dict[int, int] = attrs.field(factory=dict)
    """The turn of the last report of an enemy."""

    def note(self, events: Iterable[AnyEvent]) -> None:
        """Forget enemies that teleported or blinked: their last cell is of no use."""
        for event in events:
            if isinstance(event, Teleported | Blinked):
                self._seen.pop(event.who.id, None)

    def news(self, seen: Observation, alive: Collection[int]) -> list[Message]:
        """Return reports of the enemies since the last command; `alive` are the ids of the actors on the level.

        The log reports enemies that die or leave the level. An enemy whose last cell is no longer in view is left out,
        since the player moved or the light failed. So is one that hides in plain view.
        """
        if not presentation(seen.ruleset).tells_places:
            return []
        if seen.depth != self._depth:
            self._depth, self._seen, self._told = seen.depth, {}, {}
        in_view = {each.id for each in seen.others}
        gone = [each for number, each in self._seen.items() if number in alive and number not in in_view]
        told = [each for each in gone if seen.level.is_visible(each.at) and self._is_due(each, seen.turn)]
        self._told |= dict.fromkeys((each.id for each in told), seen.turn)
        self._seen = {each.id: each for each in seen.enemies if each.mood in REPORTED and not each.kind.hides}
        return [_message(seen, each) for each in told]

    def _is_due(self, enemy: Actor, turn: int) -> bool:
        last = self._told.get(enemy.id)
        return last is None or turn - last > FLICKER


def _message(seen: Observation, enemy: Actor) -> Message:
    """Return a report like "The orc goes out of view, 5 cells north-east."."""
    name = Span(printable(enemy.kind.name), enemy.kind.glyph.color, bold=True)
    return Message((Span("The "), name, Span(f" goes out of view, {bearing(seen.me.at, enemy.at)}.")))
