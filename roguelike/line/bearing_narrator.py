"""Event messages with the place where they happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import (
    CameIntoView,
    ConditionBegan,
    ConditionEnded,
    ConditionEnding,
    Creaked,
    Exploded,
    FeatureFound,
    GasReleased,
    Harmed,
    Healed,
    Launched,
    LeftBehind,
    Missed,
    Noticed,
    Struck,
    TerrainChanged,
    Woke,
)
from roguelike.engine.geometry import chebyshev_distance, compass
from roguelike.english import capital, with_article
from roguelike.narration.bearing import DIRECTION_NAMES, bearing
from roguelike.narration.message import Message, Span
from roguelike.narration.narrator import Narrator, extended

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point
    from roguelike.play.perspective import Perspective


class BearingNarrator(Narrator):
    """Turns events into messages that give the distance and direction from the player."""

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective.world.ruleset)
        self._perspective = perspective
        self._found: set[Point] = set()

    def take_found(self) -> set[Point]:
        """Return the cells of hidden features found since the last call."""
        found, self._found = self._found, set()
        return found

    def tell(self, event: AnyEvent) -> Message | None:
        """Return the message for an event, like "An orc comes into view, 5 cells north-east."."""
        seen = self._perspective.seen
        message, at = super().tell(event) or _shown_only(event), _place(event)
        if message is not None and isinstance(event, FeatureFound):
            self._found.add(event.at)
        if isinstance(event, TerrainChanged):
            at = min(event.cells, key=lambda cell: chebyshev_distance(seen.me.at, cell))
        if message is None or message.without_place or at is None or at == seen.me.at or not seen.level.is_visible(at):
            return message
        if (
            isinstance(event, Struck | Missed) and chebyshev_distance(seen.me.at, at) == 1
        ):  # "for 1, 1 cell" is hard to hear
            return extended(message, f" from the {DIRECTION_NAMES[compass(seen.me.at, at)]}")
        return extended(message, f", {bearing(seen.me.at, at)}")


def _shown_only(event: AnyEvent) -> Message | None:
    """Return a message for events that a rule set shows only on the map, which line mode lacks."""
    if isinstance(event, CameIntoView) and event.seen:
        return Message(
            (Span(f"{capital(with_article(event.who.kind.name, unique=event.who.kind.unique))} comes into view."),)
        )
    if isinstance(event, TerrainChanged) and event.seen and not event.terrain.walkable:
        return Message((Span(f"{capital(event.terrain.name)} is in the way now."),))
    return None


def _place(event: AnyEvent) -> Point | None:
    """Return the cell where another actor acts or is affected; None if the message needs no place."""
    match event:
        case CameIntoView(who=who) | Launched(who=who) | Healed(who=who) | Noticed(who=who) | Woke(who=who):
            return who.at
        case Struck(attacker=attacker, fatal=False) | Missed(attacker=attacker):
            return attacker.at
        case Harmed(victim=victim) | LeftBehind(victim=victim):
            return victim.at
        case ConditionBegan(victim=victim) | ConditionEnding(victim=victim) | ConditionEnded(victim=victim):
            return victim.at
        case Exploded(at=at) | FeatureFound(at=at) | GasReleased(at=at) | Creaked(at=at):
            return at
        case _:
            return None
