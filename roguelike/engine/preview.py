"""Previews of effects, as far as the player can know: for aiming and for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.events import Harm, Reason
from roguelike.engine.grid import bitboard, board_of, cells_of
from roguelike.engine.kinds.families import refusal_of
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.fire import FireKind
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.limits import FALL_DAMAGE
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.rules.blows import surprise_thrown, with_modifiers
from roguelike.engine.rules.bursting import bursting
from roguelike.engine.rules.fire import burnable, flammable, flammable_corpses, fuels_in
from roguelike.engine.rules.flight import throw_refusal
from roguelike.engine.rules.foreseen import from_blow, from_step
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.immunity import is_immune, is_touched
from roguelike.engine.rules.noise import carried, noise_on
from roguelike.engine.rules.odds import blow
from roguelike.engine.rules.pushing import push_refusal, pushed_at
from roguelike.engine.rules.trajectory import predict_flight
from roguelike.engine.state.actor import Actor
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.preview import NOTHING, Expected, Foreseen, Preview
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from roguelike.engine.geometry import Direction, Point
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.state.feature import Feature
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState

__all__ = [
    "Ambient",
    "Expected",
    "Placed",
    "Preview",
    "falling_at",
    "harmed",
    "harmful_air",
    "harmful_blow",
    "harmful_step",
    "is_harmful_terrain",
    "lit",
    "offered",
    "on_actor",
    "placed",
    "preview_fire",
    "preview_noise",
    "preview_terrain",
    "preview_throw",
    "preview_use",
    "put_at",
    "refusal",
]

Ambient = TerrainKind | FeatureKind | FireKind | GasKind
"""Kinds of things on a cell that act on actors there."""


def refusal(kind: ItemKind, seen: ObservedState, target: Point | None, plus: int = 0) -> Reason | None:
    """Return why the command `Use` would be refused with an item and a target; None if it would not."""
    return refusal_of(kind.effects, seen.level, seen.me, target, plus)


def preview_use(kind: ItemKind, seen: ObservedState, target: Point, plus: int = 0) -> Preview:
    """Preview the use of an item, on `target` if it is aimed and on the player otherwise; or why it is refused."""
    seen = attrs.evolve(seen, plus=plus) if plus else seen
    if (reason := refusal(kind, seen, target if kind.aimed or not kind.picks else None, plus)) is not None:
        return Preview(refused=reason)
    there = Preview.of_all(effect.preview(seen, target if effect.aimed else seen.me.at) for effect in kind.effects)
    return _with_bursts(there, seen)


def preview_throw(kind: ItemKind, seen: ObservedState, target: Point) -> Preview:
    """Preview a throw of an item at `target`; the effects of unidentified items on landing are not known."""
    reason = throw_refusal(kind, seen.level, seen.me, target)
    if reason is not None or kind.thrown is None:
        return Preview(refused=reason)
    flight = predict_flight(seen.level, None, seen.me.at, target, is_clearing=seen.ruleset.clearing)
    hit = flight.hit
    effects = (*(kind.thrown.hit if hit is not None else ()), *kind.thrown.land)
    there = [effect.preview(seen, flight.end) for effect in effects]
    if hit is not None and kind.thrown.stats is not None:
        combat = with_modifiers(seen.ruleset.combat, surprise_thrown(seen.ruleset, seen.me, hit))
        harm = from_blow(seen.ruleset, hit, Harm.MISSILE, combat, kind.thrown.stats)
        dealt = blow(combat, kind.thrown.stats, hit.stats)
        there.append(harmed(hit, harm, hit=None if dealt is None else dealt.hit))
    elif not there:
        there.append(on_actor(flight.end, hit))
    return attrs.evolve(_with_bursts(Preview.of_all(there), seen), path=flight.cells, glyph=kind.glyph)


def _with_bursts(preview: Preview, seen: ObservedState) -> Preview:
    """Add the effects of features that burst in the fire of a preview, and of those that these reach in turn."""
    level, fire = seen.level, seen.ruleset.fire
    done, reached = 0, board_of(map(level.grid.index, preview.area))
    if fire is None or not (fire.name in preview.makes or preview.lights):
        return preview
    while fresh := bursting(level, reached) & ~done:
        at = level.grid.point(cell := cells_of(fresh)[0])
        more = Preview.of_all(effect.uncaused().preview(seen, at) for effect in level.features[cell].kind.bursts)
        kept = [each for each in more.expected if each.condition is None or each not in preview.expected]
        preview = Preview.of_all([preview, attrs.evolve(more, expected=tuple(kept))])
        done, reached = done | 1 << cell, reached | board_of(map(level.grid.index, more.area))
    return preview


def preview_fire(seen: ObservedState, cells: Iterable[Point], *, bare: bool) -> Preview:
    """Preview a fire on some cells: those that would burn, as far as the level is known, and the harm to actors.

    With `bare`, bare ground burns as well.
    """
    level, fire = seen.level, seen.ruleset.fire
    if fire is None:
        return Preview()
    board = burnable(level) if bare else flammable(level) | flammable_corpses(level)
    area = tuple(at for at in cells if level.is_explored(at) and board >> level.grid.index(at) & 1)
    area += _fed(seen, area)
    there = ((at, level.actor_at(at)) for at in area)
    burned = (at for at, actor in there if actor is not None and not is_immune(actor, Harm.FIRE))
    each = Preview.of_all(effect.uncaused().preview(seen, at) for at in burned for effect in fire.touch)
    return attrs.evolve(each, area=area, lights=tuple(fuels_in(level, area)), makes=(fire.name,) if area else ())


def _fed(seen: ObservedState, area: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the further cells that flammable items in the fire, such as oil flasks, ignite."""
    level = seen.level
    known = burnable(level) & bitboard(level.explored)
    fuel = board_of(
        cell for cell, items in seen.lying.items() if any(each.kind.burns and each.kind.feeds for each in items)
    )
    reached = first = board_of(map(level.grid.index, area))
    while (spread := reached | level.grid.spread(reached & fuel, diagonally=True) & known) != reached:
        reached = spread
    return tuple(map(level.grid.point, cells_of(reached & ~first)))


def lit(seen: ObservedState, preview: Preview) -> int:
    """Return the bitboard of the cells that a previewed effect would set on fire."""
    fire = seen.ruleset.fire
    if fire is None or fire.name not in preview.makes:
        return 0
    return board_of(map(seen.level.grid.index, preview.area))


def preview_terrain(kind: Ambient, seen: ObservedState) -> Preview:
    """Preview terrain, a feature, flames or a gas for a player who steps in and stays for a round."""
    # Evaluated on the player's own cell, as any other cell that can be entered is empty.
    return Preview.of_all(effect.uncaused().preview(seen, seen.me.at) for effect in _befalling(kind, seen))


def _befalling(kind: Ambient, seen: ObservedState) -> tuple[Effect, ...]:
    if isinstance(kind, FireKind):
        return kind.touch
    if isinstance(kind, GasKind):
        return (*kind.inside, *kind.explodes) if kind.lamp and seen.lamp is Lamp.OPEN else kind.inside
    return (*kind.enter, *kind.stand, *_falling(kind, seen)) if isinstance(kind, TerrainKind) else kind.enter


def _falling(kind: TerrainKind, seen: ObservedState) -> tuple[Effect, ...]:
    """Return the effects of a roof that a step of the player on some ground would bring down."""
    return _brought_down(kind, _loud(seen, kind, Activity.STEP))


def _loud(seen: ObservedState, kind: TerrainKind, activity: Activity) -> int:
    """Return the player's noise radius on some ground, in steps; 0 for ground without a roof."""
    return 0 if kind.roof is None else noise_on(seen.ruleset, seen.level, seen.me, kind, activity, seen.lamp)


def _brought_down(kind: TerrainKind, noise: int) -> tuple[Effect, ...]:
    """Return the effects of the roof that a noise on some ground brings down; none if it holds."""
    return () if kind.roof is None or noise < kind.roof.noise else kind.roof.effects


def is_harmful_terrain(kind: TerrainKind | FeatureKind, seen: ObservedState) -> bool:
    """Return whether a terrain or a feature would harm the player, or asks for confirmation."""
    if kind.asks or not _befalling(kind, seen):  # most kinds have no effect: no preview for them
        return kind.asks
    return preview_terrain(kind, seen).befalls(seen.me.id).is_harmful


def harmful_air(seen: ObservedState) -> list[tuple[FireKind | GasKind, int]]:
    """Return the flames and gases in view that would harm the player, each with the bitboard of its cells."""
    level, rules, me = seen.level, seen.ruleset, seen.me
    found: list[tuple[FireKind | GasKind, int]] = []
    if level.fire and rules.fire is not None and not is_immune(me, Harm.FIRE):
        found.append((rules.fire, level.burning))
    for name, cloud in sorted(level.gas.items()):
        if "gas" not in me.kind.immune and (cells := cells_with(cloud, level.grid.size)):
            found.append((rules.gases[name], cells))
    return [(kind, board) for kind, board in found if preview_terrain(kind, seen).befalls(me.id).is_harmful]


@frozen
class Placed:
    """An actor on a cell that is known to do harm."""

    who: Actor
    into: Ambient
    harm: Expected


def placed(seen: ObservedState, actor: Actor, at: Point) -> Placed | None:
    """Return the known harm to an actor that is put on a cell; None without any, or if it stands in it already."""
    for kind in _met(seen, actor, at):
        each = Preview.of_all(effect.uncaused().preview(seen, actor.at) for effect in _befalling(kind, seen))
        harm = each.befalls(actor.id)
        if not isinstance(kind, FireKind | GasKind) and kind.falls:
            harm = attrs.evolve(harm, falls=True, lands=_landing(seen, actor))
        asks = isinstance(kind, TerrainKind | FeatureKind) and kind.asks
        asks |= actor.is_player and isinstance(kind, TerrainKind) and kind.warns
        if asks or harm.is_harmful or _strands(kind, actor):
            return Placed(actor, kind, attrs.evolve(harm, into=kind.name))
    return None


def put_at(seen: ObservedState, actor: Actor, at: Point) -> Preview:
    """Preview putting an actor on a cell."""
    harm = placed(seen, actor, at)
    return Preview(area=(at,), expected=() if harm is None else (harm.harm,))


def harmful_step(seen: ObservedState, direction: Direction) -> list[Placed]:
    """Return the actors that a step of the player would harm: the player, and an ally that swaps places."""
    level, goal = seen.level, seen.me.at.step(direction)
    if not level.grid.contains(goal) or not (level.is_walkable(goal) or _pushes(level, goal, direction)):
        return []
    other = level.actor_at(goal)
    if other is None:
        each = placed(seen, seen.me, goal) or _lunge(seen, goal, direction)
        return [] if each is None else [each]
    if other.side != seen.me.side or other.is_hostile(seen.me):
        return []
    both = (placed(seen, seen.me, goal), placed(seen, other, seen.me.at))
    return [each for each in both if each is not None]


def _pushes(level: Level, goal: Point, direction: Direction) -> bool:
    """Return whether a step pushes the feature of its goal."""
    cell = level.grid.index(goal)
    return pushed_at(level, cell) is not None and push_refusal(level, cell, direction) is None


def _lunge(seen: ObservedState, goal: Point, direction: Direction) -> Placed | None:
    """Return the harm of a roof that the noise of a lunge after a step brings down; None without a lunge or a roof."""
    style, kind = seen.me.style, seen.level.terrain_at(goal)
    if kind.roof is None or style is None or not style.strikes_after(seen.level, seen.me, goal, direction):
        return None
    return _under_roof(seen, kind)


def harmful_blow(seen: ObservedState, direction: Direction) -> Placed | None:
    """Return the harm of a roof that the noise of an attack in a direction brings down; None without either."""
    other, kind = seen.level.actor_at(seen.me.at.step(direction)), seen.level.terrain_at(seen.me.at)
    if other is None or not seen.me.is_hostile(other):
        return None
    return _under_roof(seen, kind)


def _under_roof(seen: ObservedState, kind: TerrainKind) -> Placed | None:
    """Return the harm of a roof over some ground that the noise of the player's attack brings down; None if none."""
    harm = _from_roof(seen, kind, _loud(seen, kind, Activity.BLOW)).befalls(seen.me.id)
    return Placed(seen.me, kind, harm) if harm.is_harmful else None


def preview_noise(seen: ObservedState, at: Point, steps: int) -> Preview:
    """Preview the roof that a noise on a cell would bring down on the player, if they are on that cell."""
    if at != seen.me.at:
        return Preview()
    return _from_roof(seen, seen.level.terrain_at(at), carried(seen.level, steps))


def _from_roof(seen: ObservedState, kind: TerrainKind, noise: int) -> Preview:
    return Preview.of_all(effect.uncaused().preview(seen, seen.me.at) for effect in _brought_down(kind, noise))


def _met(seen: ObservedState, actor: Actor, at: Point) -> Iterator[Ambient]:
    """Yield the flames, gases, feature and terrain of a cell that affect an actor, except those on its own cell."""
    level, rules, cell = seen.level, seen.ruleset, seen.level.grid.index(at)
    burns = level.is_burning(at) and not level.is_burning(actor.at)
    if burns and rules.fire is not None and not is_immune(actor, Harm.FIRE):
        yield rules.fire
    lit = {name for name, gas in rules.gases.items() if gas.lamp} if seen.lamp is Lamp.OPEN else set[str]()
    here = {name for name, _ in level.gases_at(actor.at)} - lit  # only looked up
    yield from (
        rules.gases[name]
        for name, amount in level.gases_at(at)
        if name not in here and "gas" not in actor.kind.immune
        if name not in lit or amount >= rules.gases[name].thick_from
    )
    feature = level.features.get(cell)
    if feature is not None and actor.touches_ground and not feature.kind.pushed:
        yield feature.kind
    known = level.layers_at(actor.at)
    yield from (kind for kind in level.layers_at(at) if (kind not in known or kind.roof) and _acts_on(kind, actor))


def _acts_on(kind: TerrainKind, actor: Actor) -> bool:
    return is_touched(actor, kind) or kind.warns or kind.roof is not None or _strands(kind, actor)


def _strands(kind: Ambient, actor: Actor) -> bool:
    """Return whether terrain strands an actor that lives in deep water."""
    return actor.kind.swims and isinstance(kind, TerrainKind) and kind.layer == "ground" and kind.liquid != "deep"


def offered(seen: ObservedState, direction: Direction) -> Feature | None:
    """Return the feature from which a step takes the item, as far as is known; None for any other step."""
    feature = seen.level.feature_at(seen.me.at.step(direction))
    if feature is None or feature.offers is None or not seen.me.inventory.has_room(feature.offers):
        return None
    return None if seen.me.cannot("pick_up") else feature


def toll_of(seen: ObservedState, direction: Direction) -> Feature | None:
    """Return the feature to which a step pays a toll, as far as is known; None for any other step."""
    feature = seen.level.feature_at(seen.me.at.step(direction))
    return None if feature is None or feature.hidden or feature.kind.toll is None else feature


def on_actor(
    at: Point,
    actor: Actor | None,
    *,
    damage: Fraction = NOTHING,
    healing: Fraction = NOTHING,
    condition: ConditionKind | None = None,
    turns: int = 0,
    hit: Fraction | None = None,
) -> Preview:
    """Return the preview of an effect on the actor on one cell."""
    if actor is None:
        return Preview(area=(at,))
    return Preview(area=(at,), expected=(Expected(actor.id, damage, healing, condition, turns, hit),))


def harmed(actor: Actor, harm: Foreseen, *, hit: Fraction | None = None) -> Preview:
    """Return the preview of harm to one actor."""
    return Preview(
        area=(actor.at,), expected=(Expected(actor.id, harm.damage, hit=hit, kills=harm.kills, most=harm.most),)
    )


def falling_at(seen: ObservedState, at: Point, actor: Actor | None) -> Preview:
    """Return the preview of the floor opening at one cell."""
    if actor is None or not actor.touches_ground:
        return Preview(area=(at,))
    return Preview(area=(at,), expected=(Expected(actor.id, falls=True, lands=_landing(seen, actor)),))


def _landing(seen: ObservedState, actor: Actor) -> int | None:
    """Return the maximum damage of a fall to the next level."""
    return from_step(seen.ruleset, actor, Harm.FALL, FALL_DAMAGE).most
