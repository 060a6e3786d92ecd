"""Seeds of games in progress, whose levels are not revealed before the end."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from roguelike.store.errors import StoreError, abridged
from roguelike.store.kept.reader import read

if TYPE_CHECKING:
    from collections.abc import Container

    from roguelike.store.kept.rows import PlayerRows

SAME_SEED: Final = "{name} is in progress with seed {seed}: its levels are not shown before it ends."


def refuse_levels_of(rows: PlayerRows, seeds: Container[int]) -> None:
    """Refuse to reveal levels if a game in progress has one of the seeds.

    Raises:
        StoreError: a game in progress has one.
    """
    for name in rows.names():
        seed = _seed_of(rows, name)
        if seed.isdecimal() and int(seed) in seeds:
            raise StoreError(SAME_SEED.format(name=abridged(name), seed=seed))


def _seed_of(rows: PlayerRows, name: str) -> str:
    """Return the seed of a game in progress; empty if it cannot be read."""
    with contextlib.suppress(StoreError), read(rows.game(name)) as saved:
        return saved.about["seed"]
    return ""
