"""The whole world as plain data, and its digest."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.engine.schema import schema
from roguelike.engine.state.world import World

__all__ = ["ENGINE_VERSION", "FORMAT", "digest", "digest_of", "snapshot"]

FORMAT: Final = 2
"""The shape of what `snapshot` returns."""


def snapshot(world: World) -> dict[str, Any]:
    """Return everything that is saved, as dictionaries, lists, strings, numbers, true, false and None."""
    rules = world.ruleset
    return {"format": FORMAT, "ruleset": [rules.name, rules.version], "world": schema(World).write(world, rules)}


def digest(world: World) -> str:
    """Return a hash of the snapshot: 32 hexadecimal digits."""
    return digest_of(snapshot(world))


def digest_of(plain: object) -> str:
    """Return the same hash of a snapshot that was taken before, which needs no rule set; of any JSON, in fact."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
