"""What of a turn must not be missed, in words and for the keys that are held down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import CameIntoView, ConditionBegan, Harmed, Missed, Moved, Struck

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.actor import Actor

CRITICAL, LOW, HALF = 10, 25, 50
"""Shares of the hit points in a hundred, from which on they are a warning; the health bar has the same marks."""
LEVELS: Final = ((CRITICAL, "Almost dead"), (LOW, "Very low HP"), (HALF, "Low HP"))
"""Those shares, the worst first, and what is said when the hit points fall to them."""
HEAVY: Final = 4
"""A blow is heavy from a fourth of the maximum hit points on."""


def warning(events: Iterable[AnyEvent], before: int, now: int, most: int) -> str:
    """Return the warning after events that took the player from `before` to `now` hit points; "" if all is well."""
    for share, text in LEVELS:
        if now * 100 <= most * share < before * 100:
            return f"{text}: {now}/{most}!"
    worst = max(map(_damage, events), default=0)
    return f"Heavy damage: {worst} of {most} HP!" if worst * HEAVY >= most else ""


def is_alarming(events: Sequence[AnyEvent], before: int, player: Actor) -> bool:
    """Return whether the player must see this before a key that may be held down counts again."""
    return _surprises(events) or bool(warning(events, before, player.hit_points, player.max_hit_points))


def _damage(event: AnyEvent) -> int:
    """Return what an event took from the player."""
    match event:
        case Struck(target=victim, damage=damage) | Harmed(victim=victim, damage=damage) if victim.is_player:
            return damage
        case _:
            return 0


def _surprises(events: Iterable[AnyEvent]) -> bool:
    """Return whether an enemy came into view, or slipped away from the player's blow."""
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
    """Return whether the player will want to think again: hurt, confused, or seeing a new enemy."""
    match event:
        case CameIntoView():
            return True
        case Struck(target=victim) | Harmed(victim=victim):
            return victim.is_player
        case ConditionBegan(victim=victim):
            return victim.is_player
        case _:
            return False
