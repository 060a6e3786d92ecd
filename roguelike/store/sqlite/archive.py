"""The parts of archiving a game: the annotation of its end, its key, its score and its account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roguelike.engine.rules.score import kills_of
from roguelike.store.errors import not_kept
from roguelike.store.sqlite.data_folder import write_text
from roguelike.store.sqlite.database import sync_folder
from roguelike.store.sqlite.player_rows import FolderRows

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Mapping

    from roguelike.engine.state.world import World
    from roguelike.store.listings import ScoreLine
    from roguelike.store.port import Account
    from roguelike.store.sqlite.data_folder import DataFolder


def sync_move(folder: DataFolder, path: pathlib.Path) -> None:
    """Make the move of a game to the path `path` durable.

    Raises:
        StoreError: that failed.
    """
    try:
        sync_folder(folder.finished)
        sync_folder(folder.games)
    except OSError as error:
        raise not_kept(path, error) from None


def write_end(folder: DataFolder, goal: pathlib.Path, key: str, line: ScoreLine | None, account: Account) -> None:
    """Write the score and the account of the game with the id `key`, whose file will be renamed to `goal`.

    An unranked game has no score.

    Raises:
        StoreError: one of them cannot be written.
    """
    if line is not None:
        FolderRows(folder).scores.add(key, line)
    write_text(goal.with_suffix(".txt"), account.text)


def end_note(world: World, outcome: str, account: Account | None, key: str) -> dict[str, Any]:
    """Return the annotation of an end for the game's file: how it ended, and the key of its archived file."""
    end: dict[str, Any] = {"outcome": outcome, "turn": world.turn}
    if world.ruleset.has_levels:
        end["depth"] = world.depth
    if account is not None:
        end |= {"kills": kills_of(world), "cause": account.cause}
    return {**end, "key": key}


def finished_key(folder: DataFolder, name: str, end: Mapping[str, Any]) -> str:
    """Return the key for the archived game of a player; an interrupted archiving keeps the key in its annotation."""
    key = str(end.get("key"))
    return key if folder.is_key(key, name) else folder.next_finished(name).stem
