"""The conditions of the player, and what takes a while to work, in a few letters each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.cells.color import Color, grey
from roguelike.english import capital

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.observation import Observation

CONDITION: Final[Color] = (215, 135, 255)
WAITING: Final[Color] = grey(158)
WORN: Final = {"weapon": "Weap", "armour": "Armr", "ring": "Ring"}
"""What is put on, as it is called while it does not work yet."""


NEAR: Final = 20
"""Rounds below which a follower is shown in amber."""
AMBER: Final[Color] = (255, 175, 0)


class Lasting(NamedTuple):
    """Something that lasts for a number of rounds, in as few letters as say it."""

    text: str
    color: Color
    ends_soon: bool = False


def lasting(seen: Observation) -> list[Lasting]:
    """Return all that lasts: the harmful, what is good, what is worn and does not work yet, the level's event."""
    conditions = [each for each in seen.me.conditions.values() if each.left]
    told = []
    for each in sorted(conditions, key=lambda condition: not condition.kind.is_harmful):
        kind = each.kind
        left = str(each.left) if kind.counted else ""
        text = f"{kind.label}{left}" if kind.label else f"{kind.name.capitalize()} {left}".rstrip()
        told.append(Lasting(text, kind.color or CONDITION, 0 < each.left <= kind.warns))
    worn = [item for item in seen.me.inventory.slots if item is not None and item.worn]
    waits = [(item.kind.equips, item.ready_on - seen.round) for item in worn]
    if seen.behind is not None and not any(foe.kind is seen.behind[0] for foe in seen.foes):
        told.insert(
            sum(each.kind.is_harmful for each in conditions),
            Lasting(behind_told(seen.behind), _urgency(seen.behind[1])),
        )
    told += [Lasting(f"{WORN[where]}{rounds}", WAITING) for where, rounds in waits if rounds > 0]
    return told + [Lasting(label, WAITING) for label in event_told(seen)]


def event_told(seen: Observation) -> list[str]:
    """Return a word for what is different about the level, if anything is."""
    event = seen.level.event
    if event is not None and event.tide is not None:
        tide = event.tide
        return [f"{tide.falls if tide.is_high(seen.round) else tide.rises} {tide.left(seen.round)}"]
    return [event.label] if event is not None and event.label else []


def behind_told(behind: tuple[ActorKind, int]) -> str:
    """Return how far behind a monster is that always follows, in rounds."""
    kind, rounds = behind
    return f"{capital(kind.name)} {rounds} behind"


def _urgency(rounds: int) -> Color:
    return AMBER if rounds < NEAR else WAITING
