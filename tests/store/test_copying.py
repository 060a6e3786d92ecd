"""Copying a game while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.store.errors import StoreError
from roguelike.store.sqlite import copying
from roguelike.store.sqlite.copying import copy_while_played
from roguelike.store.sqlite.held_file import HeldFile
from roguelike.store.sqlite.saved import read
from tests.store.library_fixtures import begun, library_in

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable

    from tests.store.library_fixtures import Playing


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object], *, times: int) -> None:
    """Run `happens` after each of `times` copies of a database, before its WAL is copied."""
    copy, left = copying._copy_bytes, [happens] * times

    def copy_bytes(path: pathlib.Path, descriptor: int, goal: pathlib.Path, size: int) -> None:
        copy(path, descriptor, goal, size)
        if not goal.name.endswith("-wal") and left:
            left.pop()()

    monkeypatch.setattr(copying, "_copy_bytes", copy_bytes)


def number_in(path: pathlib.Path) -> int:
    """Return the number of the last command, after a check of all of them."""
    with read(path) as saved:
        saved.check()
        return saved.last()[0]


def play_on(playing: Playing) -> None:
    """Commit a command."""
    playing.step()


def restart_wal(playing: Playing) -> None:
    """Checkpoint the WAL, and commit over what it had."""
    held = playing.play.journal.held
    assert isinstance(held, HeldFile)
    held._connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
    playing.step(3)


def test_a_copy_has_every_command_before_it(tmp_path: pathlib.Path) -> None:
    """The game is locked by its process, and most of it is in the WAL."""
    library = library_in(tmp_path / "data")
    playing = begun(library).step(120)

    copy_while_played(library.folder.game("kim"), tmp_path / "copy")
    assert 120 == number_in(tmp_path / "copy")
    playing.quit()


@pytest.mark.parametrize("happens", [play_on, restart_wal], ids=lambda each: each.__name__)
def test_the_game_goes_on_while_it_is_copied(
    happens: Callable[[Playing], object], tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database and its WAL are of one state, whatever is written between them."""
    library = library_in(tmp_path / "data")
    playing = begun(library).step(120)
    meanwhile(monkeypatch, lambda: happens(playing), times=2)

    copy_while_played(library.folder.game("kim"), tmp_path / "copy")
    assert playing.play.journal.number - 3 <= number_in(tmp_path / "copy")
    playing.quit()


def test_a_game_that_ends_while_it_is_copied_is_not_there(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is among the finished ones then."""
    library = library_in(tmp_path / "data")
    path = library.folder.game("kim")
    begun(library).quit()
    meanwhile(monkeypatch, path.unlink, times=1)

    with pytest.raises(StoreError, match="No such file"):
        copy_while_played(path, tmp_path / "copy")
