"""Levels as the player knows them: the current one, and those that they have left."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.grid import bitboard, lanes_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.identity import known_item
from roguelike.engine.state.actor import Actor, Side
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.frozen_level import thaw
from roguelike.engine.state.level import Level

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.features import FeatureKind
    from roguelike.engine.kinds.level_events import EventKind
    from roguelike.engine.state.area_effect import AreaEffect
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.projectile import Projectile
    from roguelike.engine.state.world import World


@frozen(eq=False)
class VisitedLevel:
    """A level on which the player has been, as they know it."""

    depth: int
    level: Level
    captives: tuple[Actor, ...]
    """The captives on explored cells, as the player saw them last."""
    companions: tuple[Actor, ...] = ()
    """The allies left there, or on their way there when the player left; their cells are not known."""


def visited_level(world: World, depth: int) -> VisitedLevel:
    """Return a visited level, as the player knows it."""
    level = world.level if depth == world.depth else thaw(world.frozen[depth], world.ruleset)
    captives = tuple(known_captives(level))
    return VisitedLevel(depth, known_level(world, level), captives, _companions(world, depth, level))


def known_captives(level: Level) -> list[Actor]:
    """Return the captives that the player knows of, by rising cells; at full health and with id 0, as remembered."""
    held = {each.cell: each.kind for each in level.actors if each.is_captive and level.explored[each.cell]}
    known = {**held, **level.seen_captives} if level.seen_captives else held
    return [_remembered_captive(level, cell, kind) for cell, kind in sorted(known.items()) if kind is not None]


def _remembered_captive(level: Level, cell: int, kind: ActorKind) -> Actor:
    hit_points = kind.hit_points
    return Actor(0, kind, level.grid.point(cell), hit_points, hit_points, side=Side.NONE, mood=Mood.HELD)


def _companions(world: World, depth: int, level: Level) -> tuple[Actor, ...]:
    """Return the allies left on a level, without summoned ones."""
    if depth == world.depth:
        return ()
    coming = (each.actor for each in world.arrivals if each.depth == depth and each.actor is not None)
    left = (*level.actors, *coming)
    return tuple(each for each in left if each.side is Side.PLAYER and not (each.is_player or each.summoner))


def known_level(world: World, level: Level) -> Level:
    """Return a level, reduced to what the player knows of it.

    Items and features are ordered by rising cells, so that a loaded game shows the same as before.
    """
    ground, cover = _as_remembered(level) if level.outdated else (level.terrain, level.cover)
    explored, visible = bytes(level.explored), level.visible
    items = {cell: pile for cell, pile in level.items.items() if visible[cell]}
    # Runs for every frame, and most levels lack most of these: no calls for what is empty.
    return Level(
        level.grid,
        level.kinds,
        _masked(ground, explored),
        cover=_masked(cover, explored) if cover else b"",
        features=_known_features(world, level) if level.features or level.seen_features else {},
        covering={cell: each for cell, each in level.covering.items() if visible[cell]} if level.covering else {},
        fire=_fire_in_view(level) if level.fire else (),
        veils=_known_veils(level) if level.veils else [],
        gas=_gas_in_view(level) if level.gas else {},
        items=_known(world, items) if items else items,
        projectiles=[_flight(world, each) for each in level.projectiles if level.is_visible(each.at)],
        explored=bytearray(explored),
        remembered=_known(world, level.remembered) if level.remembered else {},
        left_cells=level.left_cells,
        lurking=level.lurking,
        visible=bytearray(visible),
        event=_lasting_event(level),
        felt=level.felt,
        notes=level.notes,
    )


def _lasting_event(level: Level) -> EventKind | None:
    """Return the event of a level, without its label once the player can know that its hunters are gone."""
    event = level.event
    if event is None or not event.label:
        return event
    hunters = event.hunters
    if not hunters or level.lost_hunter is not None:
        return event
    here = (actor for actor in level.actors if actor.kind.name in hunters)
    if any(actor.is_alive or not level.visible[actor.cell] for actor in here):
        return event
    return attrs.evolve(event, label="")


def _known(world: World, piles: Mapping[int, Sequence[Item]]) -> dict[int, list[Item]]:
    """Return the items of some cells as the player knows them."""
    if not world.ruleset.stand_ins:
        return {cell: list(piles[cell]) for cell in sorted(piles)}
    return {cell: [known_item(world, item) for item in piles[cell]] for cell in sorted(piles)}


def _flight(world: World, projectile: Projectile) -> Projectile:
    """Return a projectile without its path."""
    item = None if projectile.item is None else known_item(world, projectile.item)
    return attrs.evolve(projectile, path=[], item=item)


def _as_remembered(level: Level) -> tuple[bytes, bytes]:
    """Return ground and cover, as last seen where they have changed out of view."""
    ground, cover = bytearray(level.terrain), bytearray(level.cover or bytes(level.grid.size))
    for cell, each in level.outdated.items():
        ground[cell], cover[cell] = each.ground, each.cover
    return bytes(ground), bytes(cover)


def _known_features(world: World, level: Level) -> dict[int, Feature]:
    """Return the features that the player has found, without the time when they can be sprung again."""
    found = {cell: each for cell, each in level.features.items() if level.explored[cell] and not each.hidden}
    known = {
        cell: Feature(each.kind, holds=_held(world, each.kind, each.holds), due=each.due, worked=each.worked)
        for cell, each in found.items()
    }
    for cell, past in level.seen_features.items():
        if past.kind is None:
            known.pop(cell, None)
        else:
            known[cell] = Feature(past.kind, holds=_held(world, past.kind, past.holds))
    return dict(sorted(known.items()))


def _held(world: World, kind: FeatureKind, item: Item | None) -> Item | None:
    """Return the item in a feature, as the player knows it."""
    return item if item is None or kind.shows else known_item(world, item)


def _known_veils(level: Level) -> list[AreaEffect]:
    explored = bitboard(level.explored)
    return [attrs.evolve(each, cells=each.cells & explored) for each in level.veils if each.cells & explored]


def _fire_in_view(level: Level) -> tuple[int, ...]:
    visible = bitboard(level.visible)
    boards = tuple(board & visible for board in level.fire)
    return boards if any(boards) else ()


def _gas_in_view(level: Level) -> dict[str, int]:
    lanes = lanes_of(bitboard(level.visible))
    return {name: seen for name, cloud in sorted(level.gas.items()) if (seen := cloud & lanes)}


@functools.lru_cache(maxsize=16)  # most steps reveal no new cell
def _masked(codes: bytes, flags: bytes) -> bytes:
    """Return the codes of flagged cells, and 0 for the others."""
    whole = int.from_bytes(flags.translate(_FULL), "little") & int.from_bytes(codes, "little")
    return whole.to_bytes(len(codes), "little")


_FULL = bytes([0]) + b"\xff" * 255
