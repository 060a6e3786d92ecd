"""Where games are kept: a folder for nobody else to look into."""

from __future__ import annotations

import errno
import os
import pathlib
import sys
from typing import NoReturn

import pytest

from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder, data_folder, is_there, write_text
from tests.store.racing import race


def test_the_chosen_folder_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--data-dir` beats whatever the environment says."""
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")

    assert pathlib.Path("here") == data_folder("here")
    assert pathlib.Path("/elsewhere/roguelike") == data_folder(None)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_a_relative_data_home_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules say so; games would be kept wherever the game is started."""
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.setenv("HOME", "/home/kim")

    assert pathlib.Path("/home/kim/.local/share/roguelike") == data_folder(None)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_nobody_else_may_look_into_the_folders(tmp_path: pathlib.Path, mask: int) -> None:
    """Whatever a player's mask is: games are private, and their owner can always open them."""
    root = tmp_path / "not" / "yet"
    before = os.umask(mask)
    try:
        DataFolder(root).make()
        write_text(root / "finished" / "kim-0001.txt", "A story.")
    finally:
        os.umask(before)

    for folder in (tmp_path / "not", root, root / "games", root / "finished"):
        assert 0o700 == folder.stat().st_mode & 0o777, folder
    assert 0o600 == (root / "finished" / "kim-0001.txt").stat().st_mode & 0o777


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: pathlib.Path) -> None:
    """Its owner may have had reasons."""
    tmp_path.chmod(0o755)

    DataFolder(tmp_path).make()
    DataFolder(tmp_path).make()

    assert 0o755 == tmp_path.stat().st_mode & 0o777


def test_many_can_make_the_folders_at_once(tmp_path: pathlib.Path) -> None:
    """A class of students that starts the game for the first time in the same second."""
    act = """
        DataFolder(path).make()
        tell("made")
    """
    for number in range(5):
        root = tmp_path / str(number) / "a" / "b"

        told = race("from roguelike.store.sqlite.data_folder import DataFolder", act, 20, root)

        assert ["made"] * 20 == told
        assert (root / "games").is_dir()


@pytest.mark.parametrize("place", ["root", "games"])
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: pathlib.Path, place: str) -> None:
    """A sentence, no traceback."""
    root = tmp_path / "root"
    if place == "games":
        root.mkdir()
    file = root if place == "root" else root / "games"
    file.write_text("", encoding="utf-8")

    with pytest.raises(StoreError, match=r"games cannot be created: (Not a directory|File exists)\.$"):
        DataFolder(root).make()


def test_names_are_those_that_a_player_can_have(tmp_path: pathlib.Path) -> None:
    """A file's name can be an escape sequence; nothing but a player's name is shown or played."""
    folder = DataFolder(tmp_path)
    folder.make()
    for name in (
        "kim.game",
        "\x1b[2J.game",
        "a b.game",
        "x" * 17 + ".game",
        "kim.lock",
        "kim.new",
        "ann.game",
        ".game",
    ):
        (folder.games / name).touch()

    assert ["ann", "kim"] == folder.names()


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: pathlib.Path) -> None:
    """The first start finds no games, and makes no folder only to look."""
    folder = DataFolder(tmp_path / "none")

    assert [] == folder.names()
    assert [] == folder.finished_games()
    assert not (tmp_path / "none").exists()


def test_finished_games_are_counted_by_name(tmp_path: pathlib.Path) -> None:
    """A player has many games that are over; none takes the place of another, or of the text of one."""
    folder = DataFolder(tmp_path)
    folder.make()
    for name in (
        "kim-0001.game",
        "kim-0009.game",
        "kim-10000.game",
        "kim-9999.game",
        "kim-10001.txt",
        "kim-12345-0003.game",
        "kim-٠٠٩٩.game",
        "ann-0001.txt",
    ):
        (folder.finished / name).touch()

    assert "kim-10002.game" == folder.next_finished("kim").name
    assert "kim-12345-0004.game" == folder.next_finished("kim-12345").name
    assert "ann-0002.game" == folder.next_finished("ann").name
    assert "bob-0001.game" == folder.next_finished("bob").name
    assert ["kim-0001", "kim-0009", "kim-9999", "kim-10000", "kim-12345-0003"] == [
        path.stem for path in folder.finished_games()
    ]


@pytest.mark.parametrize(
    ("key", "fits"),
    [
        ("kim-0002", True),
        ("kim-0001", False),
        ("ann-0001", False),
        ("../kim-0001", False),
        ("None", False),
        ("", False),
    ],
)
def test_a_key_is_of_its_player_and_free(tmp_path: pathlib.Path, key: str, *, fits: bool) -> None:
    """It may come from a stranger's file: it must not lead anywhere else, or to a game that is there."""
    folder = DataFolder(tmp_path)
    folder.make()
    (folder.finished / "kim-0001.game").touch()

    assert fits is folder.is_key(key, "kim")


def test_whatever_is_there_is_there(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that cannot be looked at just now must not be taken for none and written over."""
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")

    assert is_there(tmp_path)
    assert is_there(tmp_path / "link")
    assert not is_there(tmp_path / "nowhere")

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "stat", fail)
    with pytest.raises(StoreError, match=r"nowhere cannot be accessed: Input/output error\.$"):
        is_there(tmp_path / "nowhere")


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_a_text_is_there_whole_or_as_it_was(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """A full disk must not replace a whole story with half of one, or leave rubbish beside it."""
    path = tmp_path / "kim-0001.txt"
    write_text(path, "Old.\n")

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(StoreError, match=r"kim-0001\.txt cannot be written: No space left on device\.$"):
            write_text(path, "New.\n")

    assert "Old.\n" == path.read_text(encoding="utf-8")
    assert [path] == list(tmp_path.iterdir())
    write_text(path, "New.\n")
    assert "New.\n" == path.read_text(encoding="utf-8")


def test_a_text_can_hold_anything(tmp_path: pathlib.Path) -> None:
    """A rule set's name may hold half a character; the story of a life must not be lost for that."""
    write_text(tmp_path / "a.txt", "\ud800é")

    assert "?é" == (tmp_path / "a.txt").read_text(encoding="utf-8")
