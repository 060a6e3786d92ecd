"""Archiving a finished game: its account, its score, and its file in the folder of finished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from roguelike.engine.rules.score import kills_of
from roguelike.store.errors import not_kept
from roguelike.store.sqlite.data_folder import write_text
from roguelike.store.sqlite.database import sync_folder
from roguelike.store.sqlite.proofs import remember_proof
from roguelike.store.sqlite.scores import add_score, score_line
from roguelike.store.sqlite.unseen import mark_unseen

if TYPE_CHECKING:
    import pathlib

    from roguelike.engine.state.world import World
    from roguelike.store.listings import ScoreLine
    from roguelike.store.port import Account
    from roguelike.store.sqlite.data_folder import DataFolder
    from roguelike.store.sqlite.stored_game import StoredGame


def archive(folder: DataFolder, play: StoredGame, account: Account | None = None) -> str:
    """Move a game to the finished ones; returns its key. Without an account the game counts as abandoned.

    Raises:
        StoreError: something cannot be written; a retry continues where this stopped.
    """
    journal, world = play.journal, play.game.world
    if journal.path.parent == folder.games:
        folder.make()
        _note_end(folder, play, account)
        goal = folder.finished / f"{play.end['key']}.game"
        line = score_line(play.about, world, spoiled=play.spoiled, imported=play.imported)
        if account is not None:
            write_end(folder, goal, play.about["id"], line, account)
            mark_unseen(goal)
        journal.move(goal)
        play.on_archived(play.end["outcome"], play.end["turn"])
        if account is not None and journal.key:
            # Every command was performed here, so the score is proven without a replay.
            remember_proof(folder, goal, play.about, line, unspoiled=journal.unspoiled, imported=play.imported)
    try:
        sync_folder(folder.finished)
        sync_folder(folder.games)
    except OSError as error:
        raise not_kept(journal.path, error) from None
    return journal.path.stem


def write_end(folder: DataFolder, goal: pathlib.Path, key: str, line: ScoreLine, account: Account) -> None:
    """Write the score and the account of the game with the id `key`, whose file will be renamed to `goal`.

    Raises:
        StoreError: one of them cannot be written.
    """
    add_score(folder.scores, key, line, makes=folder.makes_scores)
    write_text(goal.with_suffix(".txt"), account.text)


def end_note(world: World, outcome: str, account: Account | None, key: str) -> dict[str, Any]:
    """Return the annotation of an end for the game's file: how it ended, and the key of its archived file."""
    end: dict[str, Any] = {"outcome": outcome, "turn": world.turn}
    if world.ruleset.has_levels:
        end["depth"] = world.depth
    if account is not None:
        end |= {"kills": kills_of(world), "cause": account.cause}
    return {**end, "key": key}


def _note_end(folder: DataFolder, play: StoredGame, account: Account | None) -> None:
    world = play.game.world
    end = end_note(world, world.outcome or "abandoned", account, _key(folder, play))
    if play.end != end:
        if account is None:
            play.journal.annotate(end)
        else:
            play.journal.put_snapshot(world, end)
        play.end = end


def _key(folder: DataFolder, play: StoredGame) -> str:
    """Return the key for the archived game; an interrupted archiving keeps the key that it chose."""
    key = str(play.end.get("key"))
    return key if folder.is_key(key, play.name) else folder.next_finished(play.name).stem
