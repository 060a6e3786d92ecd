"""What of a turn must not be missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.events import CameIntoView, Harmed, Missed, Moved, Struck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.state.actor import Actor

CRITICAL, LOW, HALF = 10, 25, 50
"""Shares of the hit points in a hundred, from which on they are a warning; the health bar has the same marks."""
LEVELS: Final = ((CRITICAL, "Almost dead"), (LOW, "Very low HP"), (HALF, "Low HP"))
"""Those shares, the worst first, and what is said when the hit points fall to them."""
HEAVY: Final = 4
"""A blow that takes one part in so many of the hit points is a heavy one."""


@frozen
class Alarm:
    """Something that the player must see before the next key counts."""

    text: str
    """For the log; empty where it says it already."""


def alarm(events: Iterable[AnyEvent], before: int, player: Actor) -> Alarm | None:
    """Return the alarm for what happened since the player had `before` hit points; None if all is well."""
    most, now = player.max_hit_points, player.hit_points
    for share, text in LEVELS:
        if now * 100 <= most * share < before * 100:
            return Alarm(f"{text}: {now}/{most}!")
    worst, is_new, struck = 0, False, None
    for event in events:
        match event:
            case Struck(attacker=attacker, target=victim) | Missed(attacker=attacker, target=victim) if (
                attacker.is_player
            ):
                struck = victim.id
            case Moved(who=who) if who.id == struck:
                is_new = True  # the same key would be a step to where it was
            case Struck(target=victim, damage=damage) | Harmed(victim=victim, damage=damage) if victim.is_player:
                worst = max(worst, damage)
            case CameIntoView():
                is_new = True
            case _:
                pass
    if worst * HEAVY >= most:
        return Alarm(f"Heavy damage: {worst} of {most} HP!")
    return Alarm("") if is_new else None
