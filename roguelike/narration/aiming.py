"""At what to aim first, and what would come of it."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.commands import ThrowItem, Use
from roguelike.engine.events import Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.moods import NEUTRAL, Mood
from roguelike.engine.parts.effects.damage import Hurt
from roguelike.engine.parts.effects.monsters import Rise
from roguelike.engine.preview import preview_throw, preview_use, refusal
from roguelike.engine.rules.flight import throw_refusal
from roguelike.engine.state.actor import Side
from roguelike.english import counted
from roguelike.narration.unknown import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Expected, Preview
    from roguelike.engine.state.actor import Actor

MAX_WEIGHED = 120
"""Cells that are weighed up to begin an aim on: each costs a flight and a field of view."""
MAX_ENEMIES = 30
"""The nearest enemies are considered: more seldom change the choice."""
MIN_CHANCE = Fraction(1, 100)
"""A smaller chance to kill is left out."""
REFUSALS: Final = {
    Reason.OWN_CELL: "yourself",
    Reason.OUT_OF_SIGHT: "out of sight",
    Reason.OUT_OF_RANGE: "out of range",
    Reason.NOBODY_THERE: "no target there",
    Reason.NOBODY_IN_RANGE: "no target",
    Reason.FULL_HEALTH: "full health",
}
"""Why the item cannot be used on the cell, in as much room as there is beside the mode."""
_OTHER_REFUSAL: Final = "not possible"
NOBODY = "hits nothing"
UNKNOWN = "effect unknown"
KILLED: Final = "killed"
FALLS: Final = "falls, may rise again"
"""What is said in its place of a monster that stands up again if its corpse remains."""


def refusal_text(reason: Reason) -> str:
    """Return why an item cannot be used on a cell."""
    return REFUSALS.get(reason, _OTHER_REFUSAL)


@frozen
class Aim:
    """An item that is aimed, to be used or thrown."""

    kind: ItemKind
    plus: int = 0
    throws: bool = False

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return what it would do at a cell."""
        return preview_throw(self.kind, seen, at) if self.throws else preview_use(self.kind, seen, at, self.plus)

    def outcome(self, seen: Observation, preview: Preview) -> str:
        """Return what would come of it, as far as the player knows."""
        is_unknown = isinstance(self.kind, UnknownKind) and preview.refused is None
        return UNKNOWN if is_unknown else outcome(seen, preview)

    def refusal(self, seen: Observation, at: Point) -> Reason | None:
        """Return why it cannot be aimed at a cell."""
        return (
            throw_refusal(self.kind, seen.level, seen.me, at)
            if self.throws
            else refusal(self.kind, seen, at, self.plus)
        )

    def command(self, slot: int, at: Point) -> Use | ThrowItem:
        """Return the command that does it, with what is in a slot."""
        return ThrowItem(slot, at) if self.throws else Use(slot, at)


@frozen
class Aimed:
    """The last aim, and its target."""

    aim: Aim
    target: int | None
    """The id of the monster that was to be struck; None where none was."""

    def known_as(self, kind: ItemKind) -> Aimed:
        """Return the same of an item that has turned out to be of a kind."""
        return attrs.evolve(self, aim=attrs.evolve(self.aim, kind=kind))


def targets(aim: Aim, seen: Observation, suggested: Point) -> list[Point]:
    """Return the cells of all who can be a target of an item, the nearest monster first and the player last.

    The cell on which the aim begins comes before them where nobody stands on it; neutral monsters come after enemies.
    """
    floor = [] if seen.level.actor_at(suggested) else [suggested]
    everybody = (*floor, *(foe.at for foe in seen.foes), *(each.at for each in _neutral(seen)), seen.me.at)
    return [at for at in everybody if aim.refusal(seen, at) is None]


def _neutral(seen: Observation) -> list[Actor]:
    """Return the neutral monsters in view that are no captives, nearest first."""
    return [each for each in seen.others if each.side is Side.NONE and each.mood in NEUTRAL]


def nearest(seen: Observation) -> Point:
    """Return the cell of the nearest enemy in view, else of a neutral fighter, else the player's own."""
    fighters = [each for each in _neutral(seen) if each.mood is Mood.DUELLING]
    return next((each.at for each in (*seen.enemies, *fighters)), seen.me.at)


def first_cell(aim: Aim, seen: Observation, last: int | None) -> Point:
    """Return the cell to begin an aim on: where it strikes the last target, then most enemies, and never the player.

    Of equals the nearest enemy's. Where it would strike none, the nearest enemy's all the same.
    """
    best, most = None, (False, 0, 0)
    for at, preview in _weighed(aim, seen):
        struck = [] if preview.befalls(seen.me.id).is_harmful else _struck(seen, preview)
        dead = sum(preview.befalls(foe.id).kills * 2 >= 1 for foe in struck)
        worth = (any(foe.id == last for foe in struck), len(struck), dead)
        if struck and worth > most:
            best, most = at, worth
    return nearest(seen) if best is None else best


def target_of(aim: Aim, seen: Observation, at: Point) -> int | None:
    """Return the id of the enemy that is meant by aiming at a cell: who is there, else the nearest that is struck."""
    there = seen.level.actor_at(at)
    if there is not None and not there.is_player:
        return there.id
    return next((foe.id for foe in _struck(seen, aim.preview(seen, at))), None)


def aimed_by(seen: Observation, command: Command) -> Aimed | None:
    """Return the aim of a command, and its target; None where it aims nothing."""
    if not isinstance(command, Use | ThrowItem) or not isinstance(command.target, Point):
        return None
    aim = aim_of(seen, command)
    return None if aim is None else Aimed(aim, target_of(aim, seen, command.target))


def aim_of(seen: Observation, command: Use | ThrowItem) -> Aim | None:
    """Return what a command uses or throws; None for an empty slot."""
    item = seen.me.inventory.at(command.slot)
    return None if item is None else Aim(item.kind, item.plus, isinstance(command, ThrowItem))


def would_strike(aim: Aim, seen: Observation, at: Point) -> bool:
    """Return whether an item that is aimed at a cell would do harm: to the monster there, or to any where none is."""
    there = seen.level.actor_at(at)
    struck = _struck(seen, aim.preview(seen, at))
    return bool(struck) if there is None or there.is_player else there in struck


def outcome(seen: Observation, preview: Preview) -> str:
    """Return what would happen, the player first: "you: -14 HP, 2 orcs: killed"; without a victim, what it makes."""
    if preview.refused is not None:
        return ""
    found: dict[tuple[str, str], int] = {}
    for actor in (seen.me, *seen.others):
        what = _befalls(preview.befalls(actor.id), bounded=actor.side == seen.me.side)
        if what == KILLED and any(isinstance(effect, Rise) for effect in actor.kind.on_death):
            what = FALLS
        if what:
            named = ("you" if actor.is_player else actor.kind.name, what)
            found[named] = found.get(named, 0) + 1
    parts = [f"{name if number == 1 else counted(number, name)}: {what}" for (name, what), number in found.items()]
    parts += [f"lights the {kind.name}" for kind in preview.lights]
    return ", ".join(parts or preview.makes) or NOBODY


def told(victim: Actor, harm: Expected) -> str:
    """Return the effect on the player or an ally, and the hit points left: "-14 HP (you have 22 HP)"."""
    has = "you have" if victim.is_player else "it has"
    return f"{_befalls(harm, deadly=False, bounded=True, counts=True)} ({has} {victim.hit_points} HP)"


def each_turn(condition: ConditionKind) -> str:
    """Return what a condition costs its bearer each turn; empty for nothing."""
    cost = sum(effect.amount for effect in condition.each if isinstance(effect, Hurt))
    return f"{cost} HP a turn" if cost else ""


def _befalls(expected: Expected, *, deadly: bool = True, bounded: bool = False, counts: bool = False) -> str:
    damage, healing = expected.damage, expected.healing
    if deadly and expected.kills == 1:
        return KILLED
    parts = []
    if damage:
        about = "" if damage.denominator == 1 else "about "
        most = [f"at most {expected.most}"] if bounded and (expected.most or 0) > round(damage) else []
        chances = [*most, *([] if expected.hit in (None, 1) else [f"hit {percent(expected.hit)}"])]
        chances += [f"kill {percent(expected.kills)}"] if MIN_CHANCE <= expected.kills < 1 else []
        told = f" ({', '.join(chances)})" if chances else ""
        parts.append(f"{about}-{max(1, round(damage))} HP{told}")
    if healing:
        parts.append(f"+{round(healing)} HP")
    if expected.condition is not None:
        cost = each_turn(expected.condition) if counts else ""
        told = f" ({cost})" if cost else ""
        parts.append(f"{expected.condition.name} for {counted(expected.turns, 'turn')}{told}")
    if expected.falls:
        parts.append(f"down to the next level{f', at most -{expected.lands} HP' if counts and expected.lands else ''}")
    if expected.goes:
        parts.append("teleported far away")
    if expected.joins:
        parts.append(f"{expected.joins}% to join you")
    if expected.into and not parts:
        parts.append(f"into the {expected.into}")
    return " and ".join(parts)


def _struck(seen: Observation, preview: Preview) -> Sequence[Actor]:
    """Return the enemies that an effect would change, the nearest first."""
    reached = {expected.actor for expected in preview.expected}  # only looked up
    return [foe for foe in seen.enemies if foe.id in reached and _matters(foe, preview.befalls(foe.id))]


def _matters(foe: Actor, expected: Expected) -> bool:
    has_it = expected.condition is not None and expected.condition.name in foe.conditions
    changes_place = expected.falls or expected.goes
    return expected.damage > 0 or changes_place or expected.joins > 0 or (expected.condition is not None and not has_it)


def _weighed(aim: Aim, seen: Observation) -> list[tuple[Point, Preview]]:
    """Return the cells that come into question, with what would happen there: those of monsters, then around them."""
    at_foes = [(foe.at, aim.preview(seen, foe.at)) for foe in seen.enemies[:MAX_ENEMIES]]
    reached = dict.fromkeys(cell for _, preview in at_foes for cell in preview.area)
    others = [cell for cell in reached if seen.level.is_visible(cell) and seen.level.actor_at(cell) is None]
    weighed = [(at, aim.preview(seen, at)) for at in itertools.islice(others, MAX_WEIGHED)]
    return [(at, preview) for at, preview in (*at_foes, *weighed) if preview.refused is None]
