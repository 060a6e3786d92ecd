"""The files of a player's games, when an administrator renames or deletes the account."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import TYPE_CHECKING

from roguelike.serve.database import AccountError
from roguelike.serve.published.publishing import Publisher
from roguelike.store.errors import BESIDE, StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.lock import Lock

if TYPE_CHECKING:
    import pathlib

    from roguelike.serve.accounts import Account
    from roguelike.serve.paths import ServerPaths


def refuse_if_played(player: pathlib.Path) -> None:
    """Refuse to change a player's files while a game of theirs is being played.

    Raises:
        AccountError: a game is being played, or that cannot be determined.
    """
    with contextlib.ExitStack() as stack:
        _lock_all(DataFolder(player), stack)


def rename_games(player: pathlib.Path, name: str) -> None:
    """Rename the games in progress in a player's folder; a call after an interruption completes it.

    Raises:
        AccountError: they are being played, or cannot be renamed.
    """
    folder = DataFolder(player)
    with contextlib.ExitStack() as stack:
        _lock_all(folder, stack)
        try:
            for old in folder.names():
                if old != name:
                    _rename(folder, old, name)
        except OSError as error:
            raise AccountError(f"The games cannot be renamed: {error.strerror}. Try it again.") from None


def _lock_all(folder: DataFolder, stack: contextlib.ExitStack) -> None:
    try:
        for name in folder.names():
            stack.callback(Lock(folder.lock(name), name).release)
    except StoreError as error:
        raise AccountError(f"{str(error)[0].upper()}{str(error)[1:]}") from None


def _rename(folder: DataFolder, old: str, new: str) -> None:
    """Rename a game; the database comes last, since it marks what is not renamed yet."""
    moved = [(folder.hints(old), folder.hints(new)), (folder.lock(old), folder.lock(new))]
    game, goal = folder.game(old), folder.game(new)
    moved += [(game.with_name(f"{game.name}{ending}"), goal.with_name(f"{goal.name}{ending}")) for ending in BESIDE]
    for path, other in [*moved, (game, goal)]:
        if os.path.lexists(path):
            path.rename(other)


def delete_files(player: pathlib.Path) -> None:
    """Delete a player's folder.

    Raises:
        AccountError: something cannot be deleted.
    """
    try:
        shutil.rmtree(player)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise AccountError(f"The account is deleted, but not all of {player}: {error.strerror}.") from None


def withdraw_pages(places: ServerPaths, account: Account) -> None:
    """Withdraw the finished games of an account that is about to be deleted.

    Raises:
        AccountError: something cannot be deleted.
    """
    try:
        Publisher(places).withdraw(account.id)
    except StoreError as error:
        raise AccountError(f"The account is not deleted, since pages of its games are left: {error}") from None
