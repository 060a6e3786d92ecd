"""The files of a game are moved, deleted or replaced while it is played: an error says so, or they are restored."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest

from roguelike.store.errors import StoreError
from tests.pty_program import Program
from tests.store.library_fixtures import SHORT, Playing, begun, crashed, library_in, resumed, scores_of

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.sqlite.sqlite_store import SqliteStore

OTHERS = r"kim\.game cannot be written: another file replaced it\.$"


def refused(playing: Playing, match: str) -> None:
    """Play a command that is refused, and check that nothing of it is done."""
    before = playing.digest, playing.play.journal.number
    with pytest.raises(StoreError, match=match):
        playing.step()

    assert before == (playing.digest, playing.play.journal.number)


@pytest.mark.parametrize(
    "gone", [["kim.game"], ["kim.game-wal"], ["kim.game", "kim.game-wal"], ["kim.game", "kim.lock"]]
)
def test_a_file_that_is_deleted_is_reported_and_brought_back(library: SqliteStore, gone: list[str]) -> None:
    """SQLite would go on writing into nothing; what was confirmed is known to it still."""
    playing = begun(library).step(120)
    for name in gone:
        (library.folder.games / name).unlink()

    refused(playing, rf"kim\.game cannot be written: {re.escape(gone[0])} no longer exists\.$")
    playing.step(3)

    with pytest.raises(StoreError, match="is being played"):
        library.resume("kim")
    again = resumed(crashed(library, playing))
    assert (playing.digest, 123) == (again.digest, again.play.journal.number)
    again.quit()


def test_a_file_that_is_deleted_is_brought_back_by_leaving(library: SqliteStore) -> None:
    """Nobody needs to press a key first."""
    playing = begun(library).step(20)
    library.folder.game("kim").unlink()

    assert "" == playing.play.close()

    again = resumed(library)
    assert (playing.digest, 20) == (again.digest, again.play.journal.number)
    again.quit()


def test_another_file_in_its_place_is_never_written_over(library: SqliteStore) -> None:
    """Somebody has put a backup back: that is theirs, and this game reports that it is not kept."""
    begun(library, "ann").step(3).quit()
    playing = begun(library).step(20)
    library.folder.game("ann").rename(library.folder.game("kim"))
    before = library.folder.game("kim").read_bytes()

    for _ in range(3):
        refused(playing, OTHERS)
    assert re.search(OTHERS, playing.play.close())

    assert before == library.folder.game("kim").read_bytes()


def test_a_file_that_is_replaced_before_the_first_key_is_not_written_either(library: SqliteStore) -> None:
    """It is opened for writing with the first key only."""
    begun(library).step(5).quit()
    begun(library, "ann").step(3).quit()
    playing = resumed(library)
    library.folder.game("ann").rename(library.folder.game("kim"))
    before = library.folder.game("kim").read_bytes()

    refused(playing, OTHERS)
    assert re.search(OTHERS, playing.play.close())

    assert before == library.folder.game("kim").read_bytes()


def test_a_game_that_another_process_has_begun_meanwhile_is_left_alone(library: SqliteStore) -> None:
    """With the folder gone, its lock keeps nobody out."""
    playing = begun(library).step(20)
    shutil.rmtree(library.folder.root)
    other = begun(library_in(library.folder.root)).step(4)

    refused(playing, "kim.game cannot be written: another file")
    refused(playing, "the game kim is being played by process")
    assert re.search(OTHERS, playing.play.close())

    other.step(2).quit()
    again = resumed(library)
    assert (other.digest, 6) == (again.digest, again.play.journal.number)
    again.quit()


def test_a_data_folder_that_is_deleted_is_reported_with_every_key_and_at_the_end(library: SqliteStore) -> None:
    """It is not created again: it may be a disk that is away for a moment."""
    playing = begun(library).step(20)
    shutil.rmtree(library.folder.root)

    for _ in range(3):
        refused(playing, r"cannot be written: (kim\.game no longer exists|No such file or directory)\.$")
    assert re.search(r"kim\.game no longer exists\.$", playing.play.close())

    assert not library.folder.root.exists()


def test_a_data_folder_that_is_moved_and_comes_back_is_gone_on_with(library: SqliteStore) -> None:
    """Nothing is lost by it."""
    playing = begun(library).step(20)
    elsewhere = library.folder.root.with_name("elsewhere")
    library.folder.root.rename(elsewhere)
    refused(playing, "no longer exists")
    elsewhere.rename(library.folder.root)

    playing.step(5).quit()

    again = resumed(library)
    assert (playing.digest, 25) == (again.digest, again.play.journal.number)
    again.quit()


def test_an_end_whose_file_was_deleted_is_kept_by_the_next_try(library: SqliteStore) -> None:
    """The summary says that it is not written down; leaving writes it."""
    playing = begun(library, game=SHORT).to_the_end()
    library.folder.game("kim").unlink()

    with pytest.raises(StoreError, match="no longer exists"):
        playing.play.finish(playing.account)
    assert "kim-0001" == playing.play.finish(playing.account)
    playing.quit()

    assert ["kim-0001"] == [game.key for game in library.finished()]
    assert 1 == len(scores_of(library))


@pytest.mark.terminal
@pytest.mark.parametrize("way", ["Q\r", "\x03"])
def test_leaving_a_deleted_game_says_that_it_is_lost(tmp_path: pathlib.Path, way: str) -> None:
    """After the terminal is given back, where it stays to be read."""
    folder = tmp_path / "data"
    with Program("play", "--data-dir", str(folder), "--name", "kim", "--seed", "1") as program:
        program.wait_for("Turn 0")
        program.press(".")
        shutil.rmtree(folder)
        program.press(".")
        assert "kim.game no longer exists. Try again." in " ".join(program.text.split())
        assert "Turn 1" in program.text
        program.press(way)
        code = program.end()

        path = folder / "games" / "kim.game"
        told = f"This game is not being saved: {path} cannot be written: kim.game no longer exists."
        assert f"roguelike: {told}\n" == program.errors()
        assert (130 if way == "\x03" else 1) == code
