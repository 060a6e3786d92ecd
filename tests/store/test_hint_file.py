"""The hints that each player has been given, as they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.hint_file import read_hints, write_hints

if TYPE_CHECKING:
    import pathlib


def test_each_player_has_their_own(tmp_path: pathlib.Path) -> None:
    """In a folder that is made for them, readable by its owner alone."""
    folder = DataFolder(tmp_path / "data")
    write_hints(folder.hints("ada"), frozenset({"enemy"}))
    write_hints(folder.hints("ada"), frozenset({"enemy", "heal"}))

    assert {"enemy", "heal"} == read_hints(folder.hints("ada"))
    assert frozenset() == read_hints(folder.hints("bob"))
    assert 0o600 == folder.hints("ada").stat().st_mode & 0o777
    assert ["ada.txt"] == [path.name for path in folder.hints("ada").parent.iterdir()]


@pytest.mark.parametrize("data", [b"", b"\0\xff" * 9000, b"enemy"])
def test_a_file_may_hold_anything(tmp_path: pathlib.Path, data: bytes) -> None:
    """At worst, hints are shown again."""
    path = tmp_path / "ada.txt"
    path.write_bytes(data)

    assert ("enemy" in read_hints(path)) == (data == b"enemy")


def test_what_cannot_be_read_or_written_is_no_failure(tmp_path: pathlib.Path) -> None:
    """A folder at the path of the file, or a file at the path of the folder, is ignored."""
    (tmp_path / "ada.txt").mkdir()
    (tmp_path / "hints").write_text("")
    for path in (tmp_path / "ada.txt", tmp_path / "hints" / "ada.txt"):
        write_hints(path, frozenset({"enemy"}))

        assert frozenset() == read_hints(path)
