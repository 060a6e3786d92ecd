"""Dangers of a turn: warnings for the log, and events that stop a held key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import CameIntoView, ConditionBegan, Harmed, Missed, Moved, Struck

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.actor import Actor

CRITICAL, LOW, HALF = 10, 25, 50
"""Percentages of maximum HP at or below which the log warns; the health bar has the same marks."""
LEVELS: Final = ((CRITICAL, "Almost dead"), (LOW, "Very low HP"), (HALF, "Low HP"))
"""Those percentages with their warnings, the worst first."""
HEAVY: Final = 4
"""Damage of one event is heavy from this fraction (one in) of maximum HP."""


def warning(events: Iterable[AnyEvent], before: int, now: int, most: int) -> str:
    """Return the warning after events that took the player from `before` to `now` hit points; "" for none."""
    for share, text in LEVELS:
        if now * 100 <= most * share < before * 100:
            return f"{text}: {now}/{most}!"
    worst = max(map(_damage, events), default=0)
    return f"Heavy damage: {worst} of {most} HP!" if worst * HEAVY >= most else ""


def is_alarming(events: Sequence[AnyEvent], before: int, player: Actor) -> bool:
    """Return whether key repeat must stop so that the player sees these events."""
    return _surprises(events) or bool(warning(events, before, player.hit_points, player.max_hit_points))


def _damage(event: AnyEvent) -> int:
    """Return the damage of an event to the player, in hit points."""
    match event:
        case Struck(target=victim, damage=damage) | Harmed(victim=victim, damage=damage) if victim.is_player:
            return damage
        case _:
            return 0


def _surprises(events: Iterable[AnyEvent]) -> bool:
    """Return whether an enemy came into view, or moved away after the player attacked it."""
    struck = None
    for event in events:
        match event:
            case Struck(attacker=attacker, target=victim) | Missed(attacker=attacker, target=victim) if (
                attacker.is_player
            ):
                struck = victim.id
            case Moved(who=who) if who.id == struck:
                return True  # the same key would be a step to where it was
            case CameIntoView():
                return True
            case _:
                pass
    return False


def is_danger(event: AnyEvent) -> bool:
    """Return whether an event calls for a new decision: damage, a condition or a new enemy."""
    match event:
        case CameIntoView():
            return True
        case Struck(target=victim) | Harmed(victim=victim):
            return victim.is_player
        case ConditionBegan(victim=victim):
            return victim.is_player
        case _:
            return False
