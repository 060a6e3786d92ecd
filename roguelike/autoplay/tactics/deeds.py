"""Using and throwing the item that saves most hit points in a fight, as far as the player can know."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

from roguelike.autoplay.blaze import risk
from roguelike.autoplay.duels import mean_blow
from roguelike.autoplay.outlook import awake, cost, saved
from roguelike.autoplay.tactics.onward import carries_the_goal
from roguelike.autoplay.tactics.recover import LAST_RESERVE, RESERVE, can_spare, is_low
from roguelike.autoplay.tactics.sample import may_heal
from roguelike.autoplay.uses import heals, ready
from roguelike.engine.commands import Command, ThrowItem, Use
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.monsters import Summon
from roguelike.engine.parts.effects.movement import Teleport
from roguelike.engine.parts.effects.terrain import ReleaseGas
from roguelike.engine.preview import preview_throw, preview_use
from roguelike.engine.rules.identity import odds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roguelike.autoplay.memory import Memory
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.item import Item

COSTLY: Final = 0.45
"""Share of the hit points left; a fight with this mean cost calls for consumables."""
COSTLY_ON_THE_WAY_OUT: Final = 0.3
"""The same share on the way out, when nothing need be saved for later."""
LOST: Final = 0.9
"""Share of the hit points left; a fight with this mean cost may be the last."""
DEAR: Final = 0.15
"""Share of the hit points left; a fight with this mean cost calls for items that recharge."""
PROBED: Final = 0.3
"""Share of the hit points left; a fight with this mean cost is worth trying an unidentified wand."""
WORTHWHILE: Final = 7.0
"""Minimum hit points that a consumable must save; half of it for an item that recharges."""
AIMED_AT: Final = 4
"""Number of nearest enemies that are considered as targets."""
IN_GAS: Final = 5
"""Rounds for which enemies caught in a gas are assumed to stay there."""


SENT_AWAY: Final = 0.6
"""Share of a fight saved by teleporting an enemy away, which may come back."""
CALLED: Final = 0.7
"""Maximum share of a fight saved by summoned allies."""
FIERY: Final = frozenset({"ignite", "spill", "explode", "blast", "breathe"})
"""The names of effects that ignite cells."""


def use_best(seen: Observation, _: Memory) -> Command | None:
    """Use the item that saves most in a costly fight."""
    return _best(seen, _uses(seen, _all))


def throw_best(seen: Observation, _: Memory) -> Command | None:
    """Throw the item that saves most in a costly fight."""
    return _best(seen, _throws(seen, _all))


def use_best_without_fire(seen: Observation, _: Memory) -> Command | None:
    """Use the item that saves most and ignites nothing."""
    return _best(seen, _uses(seen, _burns_nothing))


def throw_best_without_fire(seen: Observation, _: Memory) -> Command | None:
    """Throw the item that saves most and ignites nothing, as far as known."""
    return _best(seen, _throws(seen, _burns_nothing))


def burns(kind: ItemKind) -> bool:
    """Return whether an item ignites cells when used or thrown."""
    return any(effect.name in FIERY for effect in _effects(kind))


def _best(seen: Observation, deeds: Iterator[tuple[float, int, Command]]) -> Command | None:
    """Return the command that saves most, if the fight is costly enough; ties go to the first slot."""
    foes = awake(seen)
    if not foes or cost(seen, foes) < seen.me.hit_points * DEAR:
        return None
    saves, _, command = max(deeds, key=lambda deed: deed[:2], default=(0.0, 0, None))
    return command if saves > 0 else None


def _uses(seen: Observation, allowed: Callable[[ItemKind], bool]) -> Iterator[tuple[float, int, Command]]:
    """Yield uses of items: savings above the required minimum, negated slot and command."""
    for slot, kind in ready(seen):
        item = seen.me.inventory.slots[slot]
        if item is None or not allowed(kind) or heals(kind) or kind.picks:
            continue
        least = _least(seen, item)
        if least is None:
            continue
        for target in _targets(seen) if kind.aimed else [seen.me.at]:
            saves = _expected(seen, item, functools.partial(_use_saves, seen, target, item.plus))
            yield saves - least, -slot, Use(slot, target) if kind.aimed else Use(slot)


def _throws(seen: Observation, allowed: Callable[[ItemKind], bool]) -> Iterator[tuple[float, int, Command]]:
    """Yield throws of items with effects: savings above the required minimum, negated slot and command."""
    for slot, item in enumerate(seen.me.inventory.slots):
        if item is None or item.worn or item.kind.thrown is None or not allowed(item.kind) or heals(item.kind):
            continue
        is_unknown = isinstance(item.kind, UnknownKind)
        least = _least(seen, item)
        if least is None or not (is_unknown or item.kind.thrown.hit or item.kind.thrown.land):
            continue
        if is_unknown and not is_low(seen) and may_heal(seen, item):
            continue
        if not can_spare(seen, item, LAST_RESERVE if _is_lost(seen) else RESERVE):
            continue
        for target in _targets(seen) if is_unknown else _around(seen):
            saves = _expected(seen, item, functools.partial(_throw_saves, seen, target))
            yield saves - least, -slot, ThrowItem(slot, target)


def _least(seen: Observation, item: Item) -> float | None:
    """Return the minimum savings for an item, in hit points; None if the fight does not call for it."""
    if item.kind.recharge is not None:
        return WORTHWHILE / 2
    if (
        item.kind.aimed
        and isinstance(item.kind, UnknownKind)
        and cost(seen, awake(seen)) >= seen.me.hit_points * PROBED
    ):
        return 0.0
    costly = COSTLY_ON_THE_WAY_OUT if carries_the_goal(seen) else COSTLY
    is_called_for = is_low(seen) or cost(seen, awake(seen)) >= seen.me.hit_points * costly
    return WORTHWHILE if is_called_for else None


@functools.lru_cache(maxsize=1)  # used for each item
def _is_lost(seen: Observation) -> bool:
    return cost(seen, awake(seen)) >= seen.me.hit_points * LOST


def _expected(seen: Observation, item: Item, saves: Callable[[ItemKind], float]) -> float:
    """Return the mean savings by an item over all kinds that it may be."""
    kind = item.kind
    if not isinstance(kind, UnknownKind):
        return saves(kind)
    return math.fsum(float(share) * saves(each) for each, share in odds_of(seen.ruleset, seen.identified, kind))


def _use_saves(seen: Observation, target: Point, plus: int, kind: ItemKind) -> float:
    preview = preview_use(kind, seen, target, plus)
    if preview.refused is not None:
        return 0.0
    spared = saved(seen, preview, _rounds(kind)) - risk(seen, preview)
    return spared + _sent_away(seen, kind, preview) + _called(seen, kind, plus)


def _sent_away(seen: Observation, kind: ItemKind, preview: Preview) -> float:
    """Return the savings by teleporting the target away for a while."""
    launched = [effect for effect in kind.effects if isinstance(effect, Launch)]
    if not any(isinstance(effect, Teleport) for each in launched for effect in each.projectile.on_hit):
        return 0.0
    foes = awake(seen)
    gone = [foe for foe in foes if preview.path and foe.at == preview.path[-1] and "teleport" not in foe.kind.immune]
    return SENT_AWAY * (cost(seen, foes) - cost(seen, [foe for foe in foes if foe not in gone]))


def _called(seen: Observation, kind: ItemKind, plus: int) -> float:
    """Return the savings by summoned allies, which draw a share of the attacks."""
    foes = awake(seen)
    whole = sum(foe.hit_points for foe in foes)
    dealt = 0.0
    for effect in kind.effects:
        if isinstance(effect, Summon) and effect.rounds:
            ally = seen.ruleset.monsters[effect.monster]
            blows = amount_at(effect.number, plus) * effect.rounds * ally.speed / TURN / ally.blow_turns
            dealt += blows * mean_blow(seen.ruleset.combat, ally.stats, foes[0].stats)
    return cost(seen, foes) * min(1.0, dealt / whole) * CALLED if dealt else 0.0


def _throw_saves(seen: Observation, target: Point, kind: ItemKind) -> float:
    preview = preview_throw(kind, seen, target)
    return 0.0 if preview.refused is not None else saved(seen, preview, _rounds(kind)) - risk(seen, preview)


def _rounds(kind: ItemKind) -> int:
    return IN_GAS if any(isinstance(effect, ReleaseGas) for effect in _effects(kind)) else 1


def _effects(kind: ItemKind) -> Iterator[Effect]:
    """Yield all effects of an item, used or thrown, including those of its projectiles."""
    thrown = () if kind.thrown is None else (*kind.thrown.hit, *kind.thrown.land)
    for effect in (*kind.effects, *thrown):
        yield effect
        if isinstance(effect, Launch):
            yield from effect.projectile.effects


def _targets(seen: Observation) -> list[Point]:
    return [foe.at for foe in awake(seen)[:AIMED_AT]]


@functools.lru_cache(maxsize=1)  # used for each item
def _around(seen: Observation) -> list[Point]:
    """Return targets for area effects: the nearest enemies, and cells adjacent to them."""
    grid, targets = seen.level.grid, _targets(seen)
    beside = grid.spread(board_of(map(grid.index, targets)), diagonally=True) & seen.visible & seen.level.passable
    return list(dict.fromkeys((*targets, *map(grid.point, cells_of(beside & ~(1 << seen.cell))))))


def _all(_: ItemKind) -> bool:
    return True


def _burns_nothing(kind: ItemKind) -> bool:
    return not burns(kind)
