"""The whole world as plain data, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roguelike.engine.instances import Actor, Item, Projectile
    from roguelike.engine.world import World


def snapshot(world: World) -> dict[str, Any]:
    """Give everything that is saved, as dictionaries, lists, strings, numbers and None; kinds by their names."""
    level = world.level
    return {
        "ruleset": [world.ruleset.name, world.ruleset.version],
        "seed": world.seed,
        "rng": world.rng.state,
        "turn": world.turn,
        "depth": world.depth,
        "monsters_due": world.monsters_due,
        "outcome": world.outcome,
        "in_view": sorted(world.in_view),
        "player": _actor(world.player),
        "level": {
            "width": level.width,
            "height": level.height,
            "terrain": level.terrain.hex(),
            "explored": level.explored.hex(),
            "actors": [_actor(actor) for actor in level.actors if actor is not world.player],
            "items": [[cell, [item.kind.name for item in level.items[cell]]] for cell in sorted(level.items)],
            "projectiles": [_projectile(projectile) for projectile in level.projectiles],
        },
    }


def digest(world: World) -> str:
    """Give a hash of the snapshot: 32 hexadecimal digits."""
    text = json.dumps(snapshot(world), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _actor(actor: Actor) -> dict[str, Any]:
    return {
        "id": actor.id,
        "kind": actor.kind.name,
        "at": list(actor.at),
        "hit_points": actor.hit_points,
        "max_hit_points": actor.max_hit_points,
        "energy": actor.energy,
        "conditions": actor.conditions,
        "suspended": {name: turns for name, turns in actor.suspended.items() if turns},
        "noticed_on": actor.noticed_on,
        "still": actor.still,
        "slots": [_item(item) for item in actor.inventory.slots],
    }


def _item(item: Item | None) -> str | None:
    return None if item is None else item.kind.name


def _projectile(projectile: Projectile) -> dict[str, Any]:
    return {
        "kind": projectile.kind.name,
        "thrower": [projectile.thrower.id, projectile.thrower.kind.name],
        "at": list(projectile.at),
        "path": [list(point) for point in projectile.path],
    }
