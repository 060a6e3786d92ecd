"""The hints that each player has been given, as they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.store.kept.hints import read_hints, write_hints
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.sqlite.sqlite_store import SqliteStore


def test_each_player_has_their_own(store: KeptStore) -> None:
    """Each write replaces the one before."""
    write_hints(store.rows, "ada", frozenset({"enemy"}))
    write_hints(store.rows, "ada", frozenset({"enemy", "heal"}))

    assert {"enemy", "heal"} == read_hints(store.rows, "ada")
    assert frozenset() == read_hints(store.rows, "bob")


def test_they_are_in_a_folder_of_their_own(library: SqliteStore) -> None:
    """It is made for them; a file is readable by its owner alone."""
    write_hints(library.rows, "ada", frozenset({"enemy"}))

    path = library.folder.hints("ada")
    assert 0o600 == path.stat().st_mode & 0o777
    assert ["ada.txt"] == [path.name for path in path.parent.iterdir()]


@pytest.mark.parametrize("data", [b"", b"\0\xff" * 9000, b"enemy"])
def test_a_file_may_hold_anything(library: SqliteStore, data: bytes) -> None:
    """At worst, hints are shown again."""
    path = library.folder.hints("ada")
    path.parent.mkdir(parents=True)
    path.write_bytes(data)

    assert ("enemy" in read_hints(library.rows, "ada")) == (data == b"enemy")


def test_what_cannot_be_read_or_written_is_no_failure(tmp_path: pathlib.Path) -> None:
    """A folder at the path of the file, or a file at the path of the folder, is ignored."""
    (tmp_path / "a" / "hints" / "ada.txt").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "hints").write_text("")
    for root in (tmp_path / "a", tmp_path / "b"):
        rows = FolderRows(DataFolder(root))
        write_hints(rows, "ada", frozenset({"enemy"}))

        assert frozenset() == read_hints(rows, "ada")
