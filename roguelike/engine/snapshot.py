"""The whole world as plain data, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from roguelike.engine.kinds.fingerprint import ENGINE_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.projectile import Projectile
    from roguelike.engine.state.world import World

__all__ = ["ENGINE_VERSION", "digest", "digest_of", "snapshot"]


def snapshot(world: World) -> dict[str, Any]:
    """Return everything that is saved, as dictionaries, lists, strings, numbers and None; kinds by their names."""
    level, names = world.level, world.ruleset.thing_names
    return {
        "ruleset": [world.ruleset.name, world.ruleset.version],
        "seed": world.seed,
        "rng": world.rng.state,
        "turn": world.turn,
        "depth": world.depth,
        "monsters_due": world.monsters_due,
        "outcome": world.outcome,
        "in_view": sorted(world.in_view),
        "player": _actor(world.player, names),
        "level": {
            "width": level.width,
            "height": level.height,
            "terrain": level.terrain.hex(),
            "explored": level.explored.hex(),
            "actors": [_actor(actor, names) for actor in level.actors if actor is not world.player],
            "items": [[cell, [names[item.kind] for item in level.items[cell]]] for cell in sorted(level.items)],
            "projectiles": [_projectile(projectile) for projectile in level.projectiles],
        },
    }


def digest(world: World) -> str:
    """Return a hash of the snapshot: 32 hexadecimal digits."""
    return digest_of(snapshot(world))


def digest_of(plain: object) -> str:
    """Return the same hash of a snapshot that was taken before, which needs no rule set; of any JSON, in fact."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _actor(actor: Actor, names: Mapping[ItemKind, str]) -> dict[str, Any]:
    return {
        "id": actor.id,
        "kind": actor.kind.name,
        "at": list(actor.at),
        "hit_points": actor.hit_points,
        "max_hit_points": actor.max_hit_points,
        "energy": actor.energy,
        "conditions": dict(actor.conditions),
        "suspended": {name: list(turns) for name, turns in actor.suspended.items() if turns},
        "noticed_on": actor.noticed_on,
        "still": actor.idle_turns,
        "slots": [None if item is None else names[item.kind] for item in actor.inventory.slots],
    }


def _projectile(projectile: Projectile) -> dict[str, Any]:
    return {
        "kind": projectile.kind.name,
        "thrower": [projectile.thrower.id, projectile.thrower.kind.name],
        "at": list(projectile.at),
        "path": [list(point) for point in projectile.path],
    }
