"""The whole world as plain data, and its digest."""

from __future__ import annotations

from typing import Any, Final

from roguelike.engine.digests import LEVELS, digest_of
from roguelike.engine.kinds.fingerprint import ENGINE_VERSION
from roguelike.engine.schema import schema
from roguelike.engine.state.world import World

__all__ = ["ENGINE_VERSION", "FORMAT", "digest", "snapshot"]

FORMAT: Final = 2
"""Version of the format of snapshots."""


def snapshot(world: World) -> dict[str, Any]:
    """Return everything that is saved, as dictionaries, lists, strings, numbers, booleans and None."""
    plain = _live(world)
    if world.frozen:
        plain[LEVELS] = [[depth, frozen.text] for depth, frozen in sorted(world.frozen.items())]
    return plain


def digest(world: World) -> str:
    """Return a hash of the snapshot: 32 hexadecimal digits.

    It covers the digests of the levels that were left, which were computed once.
    """
    return digest_of(_live(world))


def _live(world: World) -> dict[str, Any]:
    rules = world.ruleset
    return {"format": FORMAT, "ruleset": [rules.name, rules.version], "world": schema(World).write(world, rules)}
