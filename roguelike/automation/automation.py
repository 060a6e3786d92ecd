"""The base class of automations, and the interruptions common to all."""

from __future__ import annotations

import abc
import enum
import string
from collections import Counter
from typing import TYPE_CHECKING, ClassVar, Final

from roguelike.automation.dangers import is_enclosed, threat
from roguelike.classes import frozen
from roguelike.engine.events import (
    AnyEvent,
    CameIntoView,
    ConditionBegan,
    Creaked,
    FallenAlly,
    GasReleased,
    Harm,
    Harmed,
    Ignited,
    LampChange,
    LampChanged,
    LostAlly,
    Missed,
    MissileMissed,
    Noticed,
    Refused,
    Struck,
)
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.reach import strikes_far
from roguelike.english import capital, counted, listed, with_article

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor


SHORE = 2
"""A swimmer within this many steps of deep water is a danger."""
FAR = 6
"""Distance, in cells, from which a fleeing enemy is no danger."""
MAX_NAMED = 2
"""Maximum kinds of enemies in view that a stop names."""


ATTACKS: Final = "{fight} attacks."
BY_HAND: Final = "use a direction to attack."
"""How to attack when no automation does."""
NEAR: Final = "Not near {}: step away first."
STAYS: Final = "Your {} cannot follow you from here."
FALLEN: Final = "Your {} lies fallen: wait beside it to raise it."
ENCLOSED: Final = "Not near {}, and there is no way out: wait, or walk through it."


_DARKER: Final = {
    LampChange.LOW: "Your lamp fails.",
    LampChange.OUT: "Your lamp fails.",
    LampChange.DIMMED: "Your light shrinks.",
}


class StopCause(enum.Enum):
    """Obstacles that stop an automation."""

    ENEMIES = "enemies in view"
    OUT_OF_REACH = "enemies that cannot reach the player, or flee far off: asked again, an automation ignores them"
    SHORES = "water where a swimmer was seen: asked again, an automation goes along it"
    DEEP_WATER = "water in which a swimmer may hide: asked again, an automation goes along it"


@frozen
class Stop:
    """The end of an automation, with its reason."""

    reason: str
    """A sentence for the player; empty if the log already says it."""
    cause: StopCause | None = None
    """The obstacle, if it has consequences besides the sentence."""
    cells: int = 0
    """The bitboard of the cells in question, for causes that concern places."""
    remedy: str = ""
    """Advice on what to do next, with names of screen actions in braces, such as "{fight} attacks."."""

    def told(self, keys: Mapping[str, str]) -> str:
        """Return the reason, with the remedy if `keys` has the keys or words for its actions."""
        needed = [name for _, name, _, _ in string.Formatter().parse(self.remedy) if name]
        if not self.remedy or not all(keys.get(name) for name in needed):
            return self.reason
        reason = f"{self.reason.removesuffix('.')}:" if self.cause is StopCause.ENEMIES else self.reason
        return f"{reason} {self.remedy.format_map(keys)}"


class Automation(abc.ABC):
    """Chooses one command at a time from the player's present knowledge, until it stops."""

    doing: ClassVar[str]
    """The activity, as in "You stop exploring."."""

    def announce(self, seen: Observation) -> str:  # noqa: ARG002 -- for overriding methods
        """Return a sentence for the log at its beginning; empty for none."""
        return ""

    @abc.abstractmethod
    def next(self, seen: Observation) -> Command | Stop:
        """Return the next command, or the reason to stop."""

    def interruption(self, event: AnyEvent) -> Stop | None:
        """Return the reason to stop after an event; None to go on."""
        return interruption(event)


def interruption(event: AnyEvent) -> Stop | None:
    """Return the reason for all automations to stop after an event; None to go on."""
    reason = None
    match event:
        case Refused():
            reason = "The way is blocked."
        case CameIntoView(who=who, held=held):
            name = f"captive {who.kind.name}" if held else who.kind.name
            reason = f"{capital(with_article(name, unique=who.kind.unique and not held))} comes into view."
        case Noticed(seen=True, who=who):
            reason = f"The {who.kind.name} notices you."
        case Struck(target=victim, attacker=attacker) | Missed(target=victim, attacker=attacker) if victim.is_player:
            reason = f"{'Something' if attacker.id in event.hidden else f'The {attacker.kind.name}'} attacks you."
        case MissileMissed(seen=True, missile=missile):
            reason = f"{capital(with_article(missile.name))} flies past."
        case Ignited(seen=True, spread=False):
            reason = "A fire breaks out."
        case Creaked(seen=True, terrain=terrain):
            reason = f"{capital(with_article(terrain.name))} creaks open."
        case GasReleased(seen=True, gas=gas):
            reason = f"{capital(gas.name)} spreads."
        case _:
            reason = _ailment(event)
    return None if reason is None else Stop(reason)


def _ailment(event: AnyEvent) -> str | None:
    """Return the reason to stop after an event of the player, their lamp or their allies; None to go on."""
    match event:
        case FallenAlly(fate="falls" | "rises"):
            return ""  # the log says it
        case LostAlly(is_dead=True, who=who):
            return f"Your {who.kind.name} dies out of sight."
        case LampChanged(change=change):
            return _DARKER.get(change)
        case Harmed(victim=victim, harm=harm) if victim.is_player and harm != Harm.POISON:  # that began with a stop
            return "You are hurt."
        case ConditionBegan(victim=victim, condition=condition) if victim.is_player:
            return f"You are {condition.name}."
        case _:
            return None


def enemy_in_view(seen: Observation) -> Stop | None:
    """Return a stop if an awake enemy is in view; sleepers do not come to the player and can be passed by."""
    foes = [foe for foe in awake(seen) if foe.id not in seen.ignored]
    if not foes:
        return None
    many = Counter(foe.kind.name for foe in foes)
    named = list(many.items())[:MAX_NAMED]
    more = many.total() - sum(count for _, count in named)
    unique = {foe.kind.name for foe in foes if foe.kind.unique}
    names = [with_article(name, unique=name in unique) if count == 1 else counted(count, name) for name, count in named]
    told = f"{listed([*names, *([f'{more} more'] if more else [])])} in view"
    if any(comes(seen, foe) for foe in foes):
        return Stop(f"Not with {told}.", StopCause.ENEMIES, remedy=BY_HAND if is_badly_hurt(seen) else ATTACKS)
    them, flees = ("it", "flees") if len(foes) == 1 else ("them", "flee")
    does = flees if all(foe.mood is Mood.FLEEING for foe in foes) else "cannot reach you"
    return Stop(f"{capital(told)} {does}. Try again to ignore {them}.", StopCause.OUT_OF_REACH)


def is_badly_hurt(seen: Observation) -> bool:
    """Return whether the player is below half of maximum HP, so that no automation attacks."""
    return seen.me.hit_points * 2 < seen.me.max_hit_points


def comes(seen: Observation, foe: Actor) -> bool:
    """Return whether an enemy can reach the player, and is not fleeing at a distance without missiles."""
    is_far = chebyshev_distance(foe.at, seen.me.at) >= FAR
    return seen.reaches(foe) and not (foe.mood is Mood.FLEEING and is_far and not strikes_far(foe))


def awake(seen: Observation) -> list[Actor]:
    """Return the awake enemies in view, except those confined to water away from the player."""
    return [foe for foe in seen.enemies if foe.mood is not Mood.ASLEEP and not is_kept_away(seen, foe)]


def is_kept_away(seen: Observation, foe: Actor) -> bool:
    """Return whether an enemy never leaves its water, and no deep water is near the player."""
    deep = seen.level.cells("deep")
    in_water = foe.kind.swims and bool(deep >> seen.level.grid.index(foe.at) & 1)
    return in_water and foe.missile is None and not seen.around(SHORE) & deep


def danger(seen: Observation) -> Stop | None:
    """Return a stop if an enemy is in view, or if harmful flames or gas can soon reach the player."""
    kind = threat(seen)
    if kind is None:
        return enemy_in_view(seen)
    return Stop((ENCLOSED if is_enclosed(seen, kind) else NEAR).format(kind.name))


def danger_of_waiting(seen: Observation) -> Stop | None:
    """Return the stop for a player who waits here, which is allowed if gas leaves no way out."""
    kind = threat(seen)
    return enemy_in_view(seen) if kind is not None and is_enclosed(seen, kind) else danger(seen)


def hindrance(seen: Observation) -> Stop | None:
    """Return a stop for danger, a fallen ally or a condition that overrides the player's steps."""
    return astray(seen) or danger(seen) or fallen_ally(seen)


def fallen_ally(seen: Observation) -> Stop | None:
    """Return a stop while an ally is fallen: only an adjacent player can save it."""
    return Stop(FALLEN.format(seen.fallen[0].kind.name)) if seen.fallen else None


def left_behind(seen: Observation) -> Stop | None:
    """Return a stop if an ally would not follow by the stairs."""
    return Stop(STAYS.format(seen.astray[0].kind.name)) if seen.astray else None


def is_raising(seen: Observation) -> bool:
    """Return whether the player is adjacent to a fallen ally, which waiting raises."""
    return any(chebyshev_distance(each.at, seen.me.at) == 1 for each in seen.fallen)


def hindrance_on_the_way(seen: Observation) -> Stop | None:
    """Return a stop for a walk to a chosen place; flames and gas do not count, as it can lead away from them."""
    return astray(seen) or enemy_in_view(seen)


def astray(seen: Observation) -> Stop | None:
    """Return a stop if a condition overrides the player's steps."""
    name = next((name for name, condition in seen.me.conditions.items() if condition.kind.overrides), None)
    return None if name is None else Stop(f"Not while you are {name}.")
