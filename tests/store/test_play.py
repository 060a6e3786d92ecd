"""A game that is played and kept: nothing that was acknowledged is lost, whatever way the program ended."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.events import AnyEvent, Started
from roguelike.store.kept.journal import EVERY
from roguelike.store.records import LEAD
from tests.store.library_fixtures import LONG, SHORT, begun, crashed, library_in, resumed

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Sequence

    from roguelike.store.sqlite.sqlite_store import SqliteStore


def test_a_game_goes_on_where_it_was_closed(library: SqliteStore) -> None:
    """Whoever quits and comes back finds the same world."""
    playing = begun(library).step(30)
    playing.quit()

    again = resumed(library)

    assert playing.digest == again.digest
    assert 0 == again.replayed
    again.quit()


@pytest.mark.parametrize("commands", [0, 1, 2, 99, 100, 101, 150, 199, 200, 201, 250])
def test_a_crash_loses_nothing(library: SqliteStore, commands: int) -> None:
    """Whatever was acknowledged is there after a kill, and the same commands lead to the same world."""
    playing = begun(library).step(commands)
    killed = crashed(library, playing)

    again = resumed(killed)

    assert playing.digest == again.digest
    assert commands == again.play.journal.number
    assert again.play.notices == []
    again.quit()


def test_a_crash_after_any_command_loses_nothing(library: SqliteStore) -> None:
    """No command is special: each is on the disk when it is acknowledged."""
    playing = begun(library, game=SHORT)
    root = library.folder.root
    for number in range(6):
        playing.step()
        left = root.with_name(str(number))
        shutil.copytree(root, left)

        again = resumed(library_in(left))

        assert playing.digest == again.digest
        again.play.release()
    playing.quit()


def test_a_command_is_on_the_disk_before_it_is_performed(library: SqliteStore, tmp_path: pathlib.Path) -> None:
    """A hang-up can undo nothing: what is drawn was written before."""
    playing = begun(library).step(5)
    command = playing.next()
    playing.play.append(command)
    shutil.copytree(library.folder.root, tmp_path / "at once")
    playing.play.game.play(command)

    again = resumed(library_in(tmp_path / "at once"))

    assert 6 == again.play.journal.number
    assert playing.digest == again.digest
    again.play.release()
    playing.play.release()


def test_commands_that_are_written_together_are_on_the_disk_at_the_end(
    library: SqliteStore, tmp_path: pathlib.Path
) -> None:
    """All of them or none: a kill in the middle leaves the game as it was."""
    playing = begun(library).step(5)
    before = playing.digest
    with playing.play.together():
        playing.step(3)
        shutil.copytree(library.folder.root, tmp_path / "in the middle")
    shutil.copytree(library.folder.root, tmp_path / "at the end")

    middle, end = (resumed(library_in(tmp_path / name)) for name in ("in the middle", "at the end"))

    assert (5, before, 8, playing.digest) == (
        middle.play.journal.number,
        middle.digest,
        end.play.journal.number,
        end.digest,
    )
    assert [] == middle.play.notices == end.play.notices
    for each in (middle, end, playing):
        each.play.release()


@pytest.mark.parametrize("rounds", [[30, 30, 30], [120, 1, 0, 1], [99, 1, 1, 99], [0, 5], [100, 100]])
@pytest.mark.parametrize("ends", ["crash", "quit", "hang up", "now this, now that"])
def test_the_log_tells_what_the_player_was_told(library: SqliteStore, rounds: list[int], ends: str) -> None:
    """The log of the last commands is the same once more, however often the program ended and whatever way."""
    done = 0
    story: dict[int, Sequence[AnyEvent]] = {}
    for number, commands in enumerate(rounds):
        playing = resumed(library) if number else begun(library)
        assert playing.retells(story)
        story |= playing.step(commands).told
        done += commands
        how = ["crash", "quit", "hang up"][number % 3] if ends == "now this, now that" else ends
        if how == "crash":
            library = crashed(library, playing)
        elif how == "quit":
            playing.quit()
        else:
            playing.play.close()

    playing = resumed(library)

    assert playing.retells(story)
    assert done == playing.play.journal.number
    playing.quit()


@pytest.mark.parametrize("commands", [1, 59, 60, 61])
def test_the_log_of_a_short_game_begins_with_its_beginning(library: SqliteStore, commands: int) -> None:
    """The log of a longer game says that something is left out."""
    begun(library).step(commands).quit()

    again = resumed(library)

    assert (commands <= LEAD) == any(isinstance(event, Started) for event in again.told.get(0, ()))
    assert max(0, commands - LEAD) == again.play.told_after
    again.quit()


@pytest.mark.parametrize(("commands", "replayed"), [(99, 99), (100, 100), (101, 1), (250, 50), (300, 100)])
def test_at_most_a_hundred_commands_are_performed_again(library: SqliteStore, commands: int, replayed: int) -> None:
    """A long game loads as quickly as a short one."""
    playing = begun(library).step(commands)
    library = crashed(library, playing)

    again = resumed(library)

    assert replayed == again.replayed
    assert again.replayed <= EVERY
    again.quit()


def test_closing_twice_does_no_harm(library: SqliteStore) -> None:
    """A signal may come while the player quits."""
    playing = begun(library).step(3)
    playing.quit()
    playing.quit()
    playing.play.release()

    again = resumed(library)

    assert playing.digest == again.digest
    again.quit()


def test_the_time_of_play_goes_on(library: SqliteStore) -> None:
    """A replay shows when things were done, over all the sittings."""
    playing = begun(library).step(3)
    playing.play.journal.at += 5000
    playing.step()
    library = crashed(library, playing)

    again = resumed(library)

    assert again.play.journal.at >= 5000
    again.quit()


@pytest.mark.parametrize("seed", [0, 1, (1 << 64) - 1])
def test_every_seed_is_kept(library: SqliteStore, seed: int) -> None:
    """Seeds are whole numbers of 64 bits without a sign, which SQLite has none of."""
    playing = begun(library, game=(LONG[0], seed)).step(2)
    playing.quit()

    again = resumed(library)

    assert seed == again.play.game.world.seed
    assert playing.digest == again.digest
    again.quit()


def test_a_game_that_does_not_come_out_as_it_did_is_left_as_it_is(library: SqliteStore) -> None:
    """A world that differs from what the player saw must not be gone on with, or written over the true one."""
    playing = begun(library).step(20)
    library = crashed(library, playing)
    play = library.resume("kim")
    play.pending[-1] = play.pending[0]
    before = library.folder.game("kim").read_bytes()
    with pytest.raises(Exception, match="does not fit the world"):
        list(play.catch_up())

    play.close()

    assert before == library.folder.game("kim").read_bytes()
    again = resumed(library)
    assert playing.digest == again.digest
    again.quit()
