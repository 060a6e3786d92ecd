"""All rows of a game at once, in the same form for every store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.store.records import DIGEST, Damage

if TYPE_CHECKING:
    from roguelike.store.kept.rows import GameRows

_DIGEST: Final = re.compile(f"[0-9a-f]{{{DIGEST}}}")


@frozen
class GameContents:
    """The rows of a game."""

    about: Mapping[str, str]
    commands: Sequence[tuple[Any, ...]]
    """Number, command, turn, at, before and chain of each, in order."""
    snapshots: Sequence[tuple[Any, ...]]
    """Number, digest, fingerprint, seal, witness and packed world of each, in order."""
    annotations: Sequence[tuple[Any, ...]]
    """Number, note and seal of each, in the order in which they were added, without duplicates."""


def contents_of(rows: GameRows) -> GameContents:
    """Return the rows of a game that has been checked; invalid snapshots are left out.

    Raises:
        Damage: the storage is damaged.
    """
    snapshots = [row for number in reversed(rows.snapshot_numbers()) if (row := _snapshot(rows, number)) is not None]
    annotations = list(dict.fromkeys(rows.annotations()))
    return GameContents(dict(rows.about()), list(rows.commands(0)), snapshots, annotations)


def _snapshot(rows: GameRows, number: int) -> tuple[Any, ...] | None:
    try:
        found = rows.snapshot(number)
    except Damage:
        return None
    if found is None:
        return None
    *digests, seen, world = found
    is_whole = all(isinstance(each, str) and _DIGEST.fullmatch(each) for each in (*digests, seen or "0" * DIGEST))
    return (number, *found) if is_whole and isinstance(world, bytes) else None
