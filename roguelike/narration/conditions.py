"""Short labels of the player's conditions, delays and dangers for the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.cells.color import Color, grey
from roguelike.english import capital
from roguelike.narration.fallen import fallen_told

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.condition import Condition

CONDITION: Final[Color] = (215, 135, 255)
WAITING: Final[Color] = grey(158)
WORN: Final = {"weapon": "Weap", "armour": "Armr", "ring": "Ring"}
"""Labels of gear that is being put on and does not work yet."""


NEAR: Final = 20
"""A follower fewer rounds behind than this is shown in amber."""
AMBER: Final[Color] = (255, 175, 0)
DEADLY: Final[Color] = (255, 95, 0)


class Lasting(NamedTuple):
    """Something that lasts for a number of rounds, with a short label."""

    text: str
    color: Color
    ends_soon: bool = False


def lasting(seen: Observation) -> list[Lasting]:
    """Return the labels of the status line, the worst first.

    They are harmful conditions, dimmed light, fallen allies, a follower, the maximum damage of this turn, good
    conditions, gear that does not work yet, and the level's event.
    """
    conditions = [each for each in seen.me.conditions.values() if each.left]
    harmful, good = ([_condition(each) for each in conditions if each.kind.is_harmful is bad] for bad in (True, False))
    fallen = [Lasting(each, DEADLY) for each in fallen_told(seen)]
    dimmed = [] if seen.dimmed is None else [Lasting(f"Dim {seen.dimmed}", AMBER)]
    followers = [*dimmed, *fallen, *(Lasting(each, _urgency(seen)) for each in behind_told(seen))]
    worn = [item for item in seen.me.inventory.slots if item is not None and item.worn]
    waits = [(item.kind.equips, item.ready_on - seen.round) for item in worn]
    waiting = [f"{WORN[where]}{rounds}" for where, rounds in waits if rounds > 0] + event_told(seen)
    return [*harmful, *followers, *_peril(seen), *good, *(Lasting(each, WAITING) for each in waiting)]


def _condition(condition: Condition) -> Lasting:
    kind = condition.kind
    left = str(condition.left) if kind.counted else ""
    text = f"{kind.label}{left}" if kind.label else f"{kind.name.capitalize()} {left}".rstrip()
    return Lasting(text, kind.color or CONDITION, 0 < condition.left <= kind.warns)


def event_told(seen: Observation) -> list[str]:
    """Return the label of the level's event, for a tide with the rounds until it turns; empty without an event."""
    event = seen.level.event
    if event is not None and event.tide is not None:
        tide = event.tide
        return [f"{tide.falls if tide.is_high(seen.round) else tide.rises} {tide.left(seen.round)}"]
    return [event.label] if event is not None and event.label else []


def behind_told(seen: Observation) -> list[str]:
    """Return how many rounds behind a relentless follower out of view is."""
    if seen.behind is None or any(foe.kind is seen.behind[0] for foe in seen.foes):
        return []
    kind, rounds = seen.behind
    return [f"{capital(kind.name)} {rounds} behind"]


def most_told(seen: Observation) -> int:
    """Return the maximum damage, in hit points, to the player this turn; 0 if it has no bound or they are dead."""
    return (seen.most_damage or 0) if seen.me.is_alive else 0


def _peril(seen: Observation) -> list[Lasting]:
    """Return the maximum damage of this turn: in red if one such turn kills, in amber if two do."""
    most, hit_points = most_told(seen), seen.me.hit_points
    color = DEADLY if most >= hit_points else AMBER if 2 * most >= hit_points else WAITING
    return [Lasting(f"Max {most}", color)] if most else []


def _urgency(seen: Observation) -> Color:
    return AMBER if seen.behind is not None and seen.behind[1] < NEAR else WAITING
