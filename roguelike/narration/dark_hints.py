"""Triggers of the hints for games with noise, a lamp and unidentified items."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.effects.conditions import OnOthers
from roguelike.engine.parts.effects.fire import Breathe, Burn, Ignite
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.preview import lit, preview_use
from roguelike.engine.rules.fire import spread_within
from roguelike.engine.rules.identity import item_ref, odds_of
from roguelike.engine.rules.lamp import spare_fuel
from roguelike.engine.rules.reach import strikes_far
from roguelike.engine.state.lamp import Lamp
from roguelike.narration.aiming import Aim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

MAX_FROM_AN_UNKNOWN: Final = 2
"""Size of a stack of unidentified items that is worth a hint."""


def _unknowns(seen: Observation) -> Iterator[Item]:
    return (item for item in seen.me.inventory.slots if item is not None and isinstance(item.kind, UnknownKind))


def sees_hunter(seen: Observation) -> bool:
    """Return whether an enemy hunts the player and is on its way, with none adjacent.

    Enemies that ambush, keep their distance, attack at range or never attack do not count: they do not come.
    """
    hunters = [foe for foe in seen.enemies if foe.mood == Mood.HUNTING and _comes(foe)]
    return seen.ruleset.has_moods and bool(hunters) and not any(map(seen.is_beside, seen.enemies))


def _comes(foe: Actor) -> bool:
    mind = foe.kind.mind
    return (
        bool(foe.stats.attack)
        and not foe.kind.hides
        and not strikes_far(foe)
        and not (mind is not None and mind.keeps_away)
    )


def sees_sleeper(seen: Observation) -> bool:
    """Return whether an enemy in view sleeps, and the player has missiles and a lamp to cover."""
    sleeps = seen.ruleset.has_moods and any(foe.mood == Mood.ASLEEP for foe in seen.enemies)
    return sleeps and seen.lamp == Lamp.OPEN and _has_missiles(seen)


def fuel_of_sleepers(seen: Observation) -> str:
    """Return the name of the flammable terrain under a sleeper that thrown lamp oil would burn; empty for none.

    Also empty if the lamp is covered, there is too little oil, the player stands on fuel, or the flames would
    enclose them.
    """
    fuel = spare_fuel(seen.ruleset, seen.me)
    if fuel is None or seen.lamp != Lamp.OPEN or fuel_underfoot(seen):
        return ""
    aim = Aim(seen.ruleset.items[fuel.item], throws=True, fuel=True)
    asleep = ((_fuel_at(seen, foe.at), foe) for foe in seen.enemies if foe.mood == Mood.ASLEEP)
    return next((name for name, foe in asleep if name and _burns_unharmed(seen, aim, foe)), "")


def _burns_unharmed(seen: Observation, aim: Aim, foe: Actor) -> bool:
    """Return whether an item aimed at a monster burns it without harming or enclosing the player."""
    preview = aim.preview(seen, foe.at)
    if not preview.befalls(foe.id).is_harmful or preview.befalls(seen.me.id).is_harmful:
        return False
    level = seen.level
    flames = spread_within(level, lit(seen, preview), level.grid.size)
    stairs = [at for way in Exit if (at := level.exit_at(way)) is not None]
    goals = seen.frontier | board_of(map(level.grid.index, stairs))
    return bool(level.grid.flood(1 << seen.cell, seen.safe & ~flames, diagonally=seen.ruleset.diagonal) & goals)


def _fuel_at(seen: Observation, at: Point) -> str:
    return next((kind.name for kind in seen.level.layers_at(at)[:1] if kind.fuel), "")


def _has_missiles(seen: Observation) -> bool:
    """Return whether the player carries throwing weapons."""
    carried = [item.kind for item in seen.me.inventory.slots if item is not None]
    wound = (kind for kind in carried if kind.thrown is not None and kind.thrown.stats is not None)
    return any(not kind.equips and not kind.usable for kind in wound)


def could_throw(seen: Observation) -> bool:
    """Return whether an enemy is not adjacent, and the player carries throwing weapons."""
    return _has_missiles(seen) and any(chebyshev_distance(foe.at, seen.me.at) > 1 for foe in seen.enemies)


def sees_pack(seen: Observation) -> bool:
    """Return whether at least two enemies hunt the player."""
    return seen.ruleset.has_moods and sum(foe.mood == Mood.HUNTING for foe in seen.enemies) > 1


def is_worn_out(seen: Observation) -> bool:
    """Return whether the player regenerates, is below half of maximum HP and sees no enemy."""
    return seen.ruleset.mending is not None and not seen.enemies and seen.me.hit_points * 2 < seen.me.max_hit_points


def could_test(seen: Observation) -> bool:
    """Return whether the player carries an unidentified item, is at full HP and sees no enemy."""
    is_safe = seen.me.hit_points == seen.me.max_hit_points and not seen.enemies
    return is_safe and any(True for _ in _unknowns(seen))


def carries_other_gear(seen: Observation) -> bool:
    """Return whether the player carries gear that is not equipped."""
    return any(item is not None and item.kind.equips and not item.worn for item in seen.me.inventory.slots)


def knows_the_way_down(seen: Observation) -> bool:
    """Return whether the stairs down are known, no enemy is in view and everything reachable is explored."""
    if seen.enemies or seen.level.exit_at(Exit("down")) is None:
        return False
    reached = seen.level.grid.flood(1 << seen.cell, seen.safe, diagonally=seen.ruleset.diagonal)
    return not reached & seen.frontier


def carries_two_alike(seen: Observation) -> bool:
    """Return whether the player carries a stack of one unidentified kind that may heal."""
    alike = [item.kind for item in _unknowns(seen) if item.number >= MAX_FROM_AN_UNKNOWN]
    unknown = (kind for kind in alike if isinstance(kind, UnknownKind))
    kinds = (each for kind in unknown for each, share in odds_of(seen.ruleset, seen.identified, kind) if share)
    return any(isinstance(effect, Heal) for kind in kinds for effect in kind.effects)


def likeliest_to_heal(seen: Observation) -> str:
    """Return the name of the unidentified item that most likely heals its user; empty if none can.

    Healing items are common, so the largest stack is the best guess.
    """
    chances = [(item.number, _chance_to_heal(seen, item.kind), item) for item in _unknowns(seen)]
    able = [each for each in chances if each[1]]
    return item_ref(max(able, key=lambda each: each[:2])[2]).name if able else ""


def _chance_to_heal(seen: Observation, kind: ItemKind) -> Fraction:
    """Return the chance that an unidentified kind heals, from 0 to 1."""
    if not isinstance(kind, UnknownKind) or kind.aimed:
        return Fraction(0)
    odds = odds_of(seen.ruleset, seen.identified, kind)
    return sum((share for each, share in odds if not each.aimed and _heals(seen, each)), Fraction(0))


def _heals(seen: Observation, kind: ItemKind) -> bool:
    return any(expected.healing for expected in preview_use(kind, seen, seen.me.at).expected)


def carries_improver(seen: Observation) -> bool:
    """Return whether the player carries an item that improves another one."""
    return any(effect.needs_item for _, kind in seen.usable() for effect in kind.effects)


def is_in_fuel(seen: Observation) -> bool:
    """Return whether the player stands on fuel and carries an item that can light it."""
    return seen.ruleset.fire is not None and bool(fuel_underfoot(seen)) and _can_ignite(seen)


def fuel_underfoot(seen: Observation) -> str:
    """Return the name of the flammable terrain underfoot; empty for none."""
    return _fuel_at(seen, seen.me.at)


def _can_ignite(seen: Observation) -> bool:
    kinds = [item.kind for item in seen.me.inventory.slots if item is not None]
    thrown = [effect for kind in kinds if kind.thrown is not None for effect in (*kind.thrown.land, *kind.thrown.hit)]
    return any(map(_ignites, [*thrown, *(effect for kind in kinds for effect in kind.effects)]))


def _ignites(effect: Effect) -> bool:
    return isinstance(effect, Burn | Breathe | Ignite) or any(map(_ignites, effect.inner))


def is_by_deep_water(seen: Observation) -> bool:
    """Return whether deep water is adjacent to the player."""
    deep = seen.level.cells("deep")
    return bool(deep) and bool(seen.level.grid.spread(1 << seen.cell, diagonally=True) & deep)


def staggers_at_an_edge(seen: Observation) -> bool:
    """Return whether the player is confused beside terrain that needs a confirmation to enter."""
    if not any(condition.kind.overrides for condition in seen.me.conditions.values()):
        return False
    return bool(seen.level.grid.spread(1 << seen.cell, diagonally=True) & seen.level.cells("asks"))


def is_low_on_light(seen: Observation) -> bool:
    """Return whether the lamp burns low."""
    lamp = seen.ruleset.lamp
    return bool(lamp) and seen.lamp != Lamp.CARRIED and seen.me.gauges.get(lamp, 0) <= seen.ruleset.gauges[lamp].low


def bears_the_light(seen: Observation) -> bool:
    """Return whether the player carries a light that cannot be covered."""
    return seen.lamp == Lamp.CARRIED


def could_flare(seen: Observation) -> bool:
    """Return whether an enemy dims the player's light, and they carry a charged item that acts all around them."""
    items = (item for item in seen.me.inventory.slots if item is not None and item.charges)
    return seen.dimmed is not None and any(isinstance(each, OnOthers) for item in items for each in item.kind.effects)


def sees_treasure(seen: Observation) -> bool:
    """Return whether a treasury cage that holds an item is in view; a key altar offers no choice."""
    cages = (cell for cell, each in seen.level.features.items() if each.kind.treasure and each.holds is not None)
    return bool(board_of(cages) & seen.visible)


def has_full_pack(seen: Observation) -> bool:
    """Return whether a pack with lettered slots is full."""
    return seen.ruleset.inventory.by_slot and seen.me.inventory.is_full
