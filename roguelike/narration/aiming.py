"""Targets of an aim, and the preview of its outcome in words."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.commands import ThrowFuel, ThrowItem, Use
from roguelike.engine.events import Harm, Reason
from roguelike.engine.geometry import Point, chebyshev_distance, squared_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.moods import NEUTRAL, Mood
from roguelike.engine.parts.effects.damage import Hurt
from roguelike.engine.parts.effects.monsters import Rise
from roguelike.engine.preview import Expected, Preview, lit, preview_terrain, preview_throw, preview_use, refusal
from roguelike.engine.rules.fire import spread_within
from roguelike.engine.rules.flight import fuel_refusal, throw_refusal
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.rules.lamp import thrown_fuel
from roguelike.engine.rules.trajectory import clear_line
from roguelike.engine.state.actor import Side
from roguelike.english import counted, definite, with_article
from roguelike.narration.unknown import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor

MAX_WEIGHED = 120
"""Maximum cells that are compared as the first target: each costs a flight and a field of view."""
AHEAD: Final = 3
"""Distance, in cells, at which an aim without a target begins."""
MAX_ENEMIES = 30
"""Only the nearest enemies are considered: more seldom change the choice."""
MIN_CHANCE = Fraction(1, 100)
"""A smaller chance to kill is left out."""
REFUSALS: Final = {
    Reason.OWN_CELL: "yourself",
    Reason.OUT_OF_SIGHT: "out of sight",
    Reason.OUT_OF_RANGE: "out of range",
    Reason.NOBODY_THERE: "no target there",
    Reason.NOBODY_IN_RANGE: "no target",
    Reason.FULL_HEALTH: "full health",
    Reason.CANNOT_PAY: "too little oil",
}
"""Why the item cannot be used on the cell, short enough for the room beside the mode."""
_OTHER_REFUSAL: Final = "not possible"
NOBODY = "hits nothing"
UNKNOWN = "effect unknown"
KILLED: Final = "killed"
FALLS: Final = "falls, may rise again"
"""Replaces `KILLED` for a monster that revives if its corpse remains."""


def refusal_text(reason: Reason) -> str:
    """Return why an item cannot be used on a cell."""
    return REFUSALS.get(reason, _OTHER_REFUSAL)


def refused_there(reason: Reason, seen: Observation, at: Point) -> str:
    """Return why an item cannot be used on a cell; names what blocks the line to it."""
    blocker = in_the_way(seen, at) if reason is Reason.OCCUPIED else ""
    return f"{blocker} in the way" if blocker else refusal_text(reason)


def in_the_way(seen: Observation, at: Point) -> str:
    """Return the name of the first obstacle to a flight or hop on the line to a cell; empty if there is none."""
    for cell in clear_line(seen.level, seen.me.at, at):
        if (actor := seen.level.actor_at(cell)) is not None:
            return actor.kind.name
        if not seen.level.is_flyable(cell) or (cell == at and not seen.level.is_walkable(cell)):
            return seen.level.layers_at(cell)[-1].name
    return ""


@frozen
class Aim:
    """An item that the player aims, to use or to throw it."""

    kind: ItemKind
    plus: int = 0
    throws: bool = False
    fuel: bool = False
    """Whether it is oil thrown from the lamp."""

    @property
    def deed(self) -> str:
        """The action in words, such as "Throw an oil flask" or "Aim the staff of fire"."""
        name = self.kind.name
        return (
            f"Throw {with_article(name, unique=self.kind.kept, mass=self.kind.mass)}"
            if self.throws
            else f"Aim {definite(name)}"
        )

    def preview(self, seen: Observation, at: Point) -> Preview:
        """Return its effects if it were aimed at a cell."""
        if self.fuel and (reason := self.refusal(seen, at)) is not None:
            return Preview(refused=reason)
        return preview_throw(self.kind, seen, at) if self.throws else preview_use(self.kind, seen, at, self.plus)

    def outcome(self, seen: Observation, preview: Preview, at: Point | None = None) -> str:
        """Return its effects as far as the player knows; names what stops it before the cell `at`."""
        is_unknown = isinstance(self.kind, UnknownKind) and preview.refused is None
        told = UNKNOWN if is_unknown else outcome(seen, preview)
        if at is None or told != NOBODY or preview.glyph is None or at in preview.path:
            return told
        blocker = in_the_way(seen, at)
        return f"{told}: {blocker} in the way" if blocker else told

    def refusal(self, seen: Observation, at: Point) -> Reason | None:
        """Return why it cannot be aimed at a cell."""
        if self.fuel:
            return fuel_refusal(seen.ruleset, seen.level, seen.me, at)
        return (
            throw_refusal(self.kind, seen.level, seen.me, at)
            if self.throws
            else refusal(self.kind, seen, at, self.plus)
        )

    def command(self, slot: int, at: Point) -> Use | ThrowItem | ThrowFuel:
        """Return the command that uses or throws the item in a slot."""
        if self.fuel:
            return ThrowFuel(at)
        return ThrowItem(slot, at) if self.throws else Use(slot, at)


@frozen
class Aimed:
    """The last aim, and its target."""

    aim: Aim
    target: int | None
    """The id of the targeted monster; None without one."""

    def known_as(self, kind: ItemKind) -> Aimed:
        """Return this aim after its item was identified as `kind`."""
        return attrs.evolve(self, aim=attrs.evolve(self.aim, kind=kind))


def targets(aim: Aim, seen: Observation, suggested: Point) -> list[Point]:
    """Return the cells of all possible targets of an item: enemies, neutral monsters, allies, the player.

    The nearest of each group comes first; the cell `suggested` comes before all if it is free.
    """
    floor = [] if seen.level.actor_at(suggested) else [suggested]
    everybody = (*floor, *(each.at for each in (*seen.foes, *_neutral(seen), *seen.allies)), seen.me.at)
    return [at for at in everybody if aim.refusal(seen, at) is None]


def _neutral(seen: Observation) -> list[Actor]:
    """Return the neutral monsters in view except captives, nearest first."""
    return [each for each in seen.others if each.side is Side.NONE and each.mood in NEUTRAL]


def nearest(seen: Observation) -> Point:
    """Return the cell of the nearest enemy in view, else of a neutral monster that duels, else the player's cell."""
    fighters = [each for each in _neutral(seen) if each.mood is Mood.DUELLING]
    return next((each.at for each in (*seen.enemies, *fighters)), seen.me.at)


def first_cell(aim: Aim, seen: Observation, last: int | None) -> Point:
    """Return the first target cell: one that hits the last target, then most enemies, and never harms the player.

    Ties go to the nearest enemy's. If no cell hits an enemy, return the cell to which the item takes the player
    farthest or where it helps an ally most, else the nearest monster's, else one a few cells ahead, else their own.
    """
    best, most = None, (False, 0, 0)
    for at, preview in _weighed(aim, seen):
        struck = [] if preview.befalls(seen.me.id).is_harmful else _struck(seen, preview)
        dead = sum(preview.befalls(foe.id).kills * 2 >= 1 for foe in struck)
        worth = (any(foe.id == last for foe in struck), len(struck), dead)
        if struck and worth > most:
            best, most = at, worth
    best = best or _farthest(aim, seen) or _best_helped(aim, seen) or nearest(seen)
    return best if best != seen.me.at else _ahead(aim, seen)


def _ahead(aim: Aim, seen: Observation) -> Point:
    """Return the harmless free cell in view whose distance is closest to `AHEAD`, then nearest to unexplored cells.

    If the item is refused or harmful on all of them, return the first.
    """
    level, me = seen.level, seen.me
    free = seen.visible & level.passable & ~level.occupied
    unexplored = seen.nearest(seen.frontier & ~(1 << seen.cell))
    goal = me.at if unexplored is None else level.grid.point(unexplored)

    def gaps(at: Point) -> tuple[int, int, Point]:
        return abs(chebyshev_distance(at, me.at) - AHEAD), squared_distance(at, goal), at

    cells = sorted(map(level.grid.point, cells_of(free)), key=gaps)
    weighed = ((at, aim.preview(seen, at)) for at in itertools.islice(cells, MAX_WEIGHED))
    harmless = (at for at, preview in weighed if preview.refused is None and not _harms_player(seen, preview))
    return next(harmless, cells[0] if cells else me.at)


def _harms_player(seen: Observation, preview: Preview) -> bool:
    """Return whether an effect harms the player directly or by fire that spreads to them."""
    return preview.befalls(seen.me.id).is_harmful or rounds_to_burn(seen, preview) is not None


def _farthest(aim: Aim, seen: Observation) -> Point | None:
    """Return the safe cell, farthest from the player and then from enemies, to which an item moves them."""
    if aim.throws or not any(effect.moves_user for effect in aim.kind.effects):
        return None
    cells = map(seen.level.grid.point, cells_of(seen.visible & seen.safe))

    def gaps(at: Point) -> tuple[int, int, Point]:
        gap = min((chebyshev_distance(at, foe.at) for foe in seen.enemies), default=0)
        return -chebyshev_distance(at, seen.me.at), -gap, at

    return next((at for at in sorted(cells, key=gaps) if aim.refusal(seen, at) is None), None)


def _best_helped(aim: Aim, seen: Observation) -> Point | None:
    """Return the cell of the ally that an item heals most, in hit points."""
    healed = [(aim.preview(seen, ally.at).befalls(ally.id), ally) for ally in seen.allies[:MAX_ENEMIES]]
    able = [(min(each.healing, Fraction(ally.max_hit_points - ally.hit_points)), ally.at) for each, ally in healed]
    most = max((healing for healing, _ in able), default=Fraction(0))
    return next((at for healing, at in able if healing == most), None) if most else None


def target_of(aim: Aim, seen: Observation, at: Point) -> int | None:
    """Return the id of the target of an aim at a cell: the monster there, else the nearest enemy that it affects."""
    there = seen.level.actor_at(at)
    if there is not None and not there.is_player:
        return there.id
    return next((foe.id for foe in _struck(seen, aim.preview(seen, at))), None)


def aimed_by(seen: Observation, command: Command) -> Aimed | None:
    """Return the aim of a command with its target; None if it aims nothing."""
    if not isinstance(command, Use | ThrowItem | ThrowFuel) or not isinstance(command.target, Point):
        return None
    aim = aim_of(seen, command)
    return None if aim is None else Aimed(aim, target_of(aim, seen, command.target))


def aim_of(seen: Observation, command: Use | ThrowItem | ThrowFuel) -> Aim | None:
    """Return the aim of a command that uses or throws an item; None for an empty slot."""
    if isinstance(command, ThrowFuel):
        fuel = thrown_fuel(seen.ruleset)
        return None if fuel is None else Aim(seen.ruleset.items[fuel.item], throws=True, fuel=True)
    item = seen.me.inventory.at(command.slot)
    return None if item is None else Aim(item.kind, item.plus, isinstance(command, ThrowItem))


def would_strike(aim: Aim, seen: Observation, at: Point) -> bool:
    """Return whether an aim at a cell harms the monster there or, if there is none, any enemy."""
    there = seen.level.actor_at(at)
    struck = _struck(seen, aim.preview(seen, at))
    return bool(struck) if there is None or there.is_player else there in struck


def outcome(seen: Observation, preview: Preview) -> str:
    """Return the effects in words, the player first: "you: -14 HP, 2 orcs: killed"; without victims, what is made.

    A warning of fire that can spread to the player comes before all others.
    """
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
    parts = [] if (rounds := rounds_to_burn(seen, preview)) is None else [spread_told(rounds)]
    parts += [f"{name if number == 1 else counted(number, name)}: {what}" for (name, what), number in found.items()]
    parts += [f"lights the {kind.name}" for kind in preview.lights]
    return ", ".join(parts or preview.makes) or NOBODY


def rounds_to_burn(seen: Observation, preview: Preview) -> int | None:
    """Return the minimum number of rounds in which fire that an effect lights can spread to the player.

    None if it cannot on the known cells, if they are immune, or if the effect harms them directly.
    """
    me, flames = seen.me, lit(seen, preview)
    if not flames or is_immune(me, Harm.FIRE) or preview.befalls(me.id).is_harmful:
        return None
    rounds = 0
    while not flames >> seen.cell & 1:
        before, flames = flames, spread_within(seen.level, flames, 1)
        if flames == before:
            return None
        rounds += 1
    return rounds or None


def burned(seen: Observation) -> Expected:
    """Return the harm that flames do to the player who stands in them."""
    fire = seen.ruleset.fire
    return Expected(seen.me.id) if fire is None else preview_terrain(fire, seen).befalls(seen.me.id)


def spread_told(rounds: int) -> str:
    """Return the warning of fire that can reach the player in `rounds` rounds, without a full stop."""
    return f"fire can reach you in {counted(rounds, 'turn')}"


def told(victim: Actor, harm: Expected) -> str:
    """Return the effect on the player or an ally, and the hit points left: "-14 HP (you have 22 HP)"."""
    has, whom = ("you have", "you") if victim.is_player else ("it has", "it")
    kills = f": this kills {whom}" if is_deadly(victim, harm) else ""
    return f"{_befalls(harm, deadly=False, bounded=True, counts=True)} ({has} {victim.hit_points} HP{kills})"


def is_deadly(victim: Actor, harm: Expected) -> bool:
    """Return whether harm is certain to kill, by itself or by the first turn of its condition."""
    lasting = 0 if harm.condition is None or harm.hit not in (None, 1) else _cost(harm.condition)
    return harm.kills == 1 or lasting >= victim.hit_points


def each_turn(condition: ConditionKind) -> str:
    """Return the hit points that a condition costs its bearer each turn, in words; empty for none."""
    cost = _cost(condition)
    return f"{cost} HP a turn" if cost else ""


def _cost(condition: ConditionKind) -> int:
    return sum(effect.amount for effect in condition.each if isinstance(effect, Hurt))


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
    """Return the enemies that an effect would harm, move, turn or give a new condition, nearest first."""
    reached = {expected.actor for expected in preview.expected}  # only looked up
    return [foe for foe in seen.enemies if foe.id in reached and _matters(foe, preview.befalls(foe.id))]


def _matters(foe: Actor, expected: Expected) -> bool:
    has_it = expected.condition is not None and expected.condition.name in foe.conditions
    changes_place = expected.falls or expected.goes
    return expected.damage > 0 or changes_place or expected.joins > 0 or (expected.condition is not None and not has_it)


def _weighed(aim: Aim, seen: Observation) -> list[tuple[Point, Preview]]:
    """Return candidate target cells with their previews: those of enemies, then visible cells around them."""
    at_foes = [(foe.at, aim.preview(seen, foe.at)) for foe in seen.enemies[:MAX_ENEMIES]]
    reached = dict.fromkeys(cell for _, preview in at_foes for cell in preview.area)
    others = [cell for cell in reached if seen.level.is_visible(cell) and seen.level.actor_at(cell) is None]
    weighed = [(at, aim.preview(seen, at)) for at in itertools.islice(others, MAX_WEIGHED)]
    return [(at, preview) for at, preview in (*at_foes, *weighed) if preview.refused is None]
