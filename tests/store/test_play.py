"""A game that is played and kept: nothing that was acknowledged is lost, whatever way the program ended."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.events import AnyEvent, Started
from roguelike.store.kept.journal import EVERY
from roguelike.store.kept.reader import read
from roguelike.store.records import LEAD
from tests.store.library_fixtures import LONG, SHORT, begun, library_in, resumed

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Sequence

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.sqlite.sqlite_store import SqliteStore
    from tests.store.sources import Source


def test_a_game_goes_on_where_it_was_closed(store: KeptStore) -> None:
    """Whoever quits and comes back finds the same world."""
    playing = begun(store).step(30)
    playing.quit()

    again = resumed(store)

    assert playing.digest == again.digest
    assert 0 == again.replayed
    again.quit()


@pytest.mark.parametrize("commands", [0, 1, 2, 99, 100, 101, 150, 199, 200, 201, 250])
def test_a_crash_loses_nothing(store: KeptStore, source: Source, commands: int) -> None:
    """Whatever was acknowledged is there after a kill, and the same commands lead to the same world."""
    playing = begun(store).step(commands)

    again = resumed(source.crashed(playing).store())

    assert playing.digest == again.digest
    assert commands == again.play.journal.number
    assert again.play.notices == []
    again.quit()


def test_a_crash_after_any_command_loses_nothing(store: KeptStore, source: Source) -> None:
    """No command is special: each is durable when it is acknowledged."""
    playing = begun(store, game=SHORT)
    for _ in range(6):
        playing.step()
        source = source.crashed(playing)

        again = resumed(source.store())

        assert playing.digest == again.digest
        playing = again
    playing.quit()


def test_a_command_is_durable_before_it_is_performed(store: KeptStore, source: Source) -> None:
    """A hang-up can undo nothing: what is drawn was written before."""
    playing = begun(store).step(5)
    command = playing.next()
    playing.play.append(command)
    source = source.crashed(playing)
    playing.play.game.play(command)

    again = resumed(source.store())

    assert 6 == again.play.journal.number
    assert playing.digest == again.digest
    again.play.release()


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
@pytest.mark.parametrize(
    "ends",
    ["now this, now that", *(pytest.param(each, marks=pytest.mark.slow) for each in ("crash", "quit", "hang up"))],
)
def test_the_log_tells_what_the_player_was_told(store: KeptStore, source: Source, rounds: list[int], ends: str) -> None:
    """The log of the last commands is the same once more, however often the program ended and whatever way."""
    done = 0
    story: dict[int, Sequence[AnyEvent]] = {}
    for number, commands in enumerate(rounds):
        playing = resumed(store) if number else begun(store)
        assert playing.retells(story)
        story |= playing.step(commands).told
        done += commands
        how = ["crash", "quit", "hang up"][number % 3] if ends == "now this, now that" else ends
        if how == "crash":
            source = source.crashed(playing)
            store = source.store()
        elif how == "quit":
            playing.quit()
        else:
            playing.play.close()

    playing = resumed(store)

    assert playing.retells(story)
    assert done == playing.play.journal.number
    playing.quit()


@pytest.mark.parametrize("commands", [1, 59, 60, 61])
def test_the_log_of_a_short_game_begins_with_its_beginning(store: KeptStore, commands: int) -> None:
    """The log of a longer game says that something is left out."""
    begun(store).step(commands).quit()

    again = resumed(store)

    assert (commands <= LEAD) == any(isinstance(event, Started) for event in again.told.get(0, ()))
    assert max(0, commands - LEAD) == again.play.told_after
    again.quit()


@pytest.mark.parametrize(("commands", "replayed"), [(99, 99), (100, 100), (101, 1), (250, 50), (300, 100)])
def test_at_most_a_hundred_commands_are_performed_again(
    store: KeptStore, source: Source, commands: int, replayed: int
) -> None:
    """A long game loads as quickly as a short one."""
    playing = begun(store).step(commands)
    store = source.crashed(playing).store()

    again = resumed(store)

    assert replayed == again.replayed
    assert again.replayed <= EVERY
    again.quit()


def test_closing_twice_does_no_harm(store: KeptStore) -> None:
    """A signal may come while the player quits."""
    playing = begun(store).step(3)
    playing.quit()
    playing.quit()
    playing.play.release()

    again = resumed(store)

    assert playing.digest == again.digest
    again.quit()


def test_the_time_of_play_goes_on(store: KeptStore, source: Source) -> None:
    """A replay shows when things were done, over all the sittings."""
    playing = begun(store).step(3)
    playing.play.journal.at += 5000
    playing.step()
    store = source.crashed(playing).store()

    again = resumed(store)

    assert again.play.journal.at >= 5000
    again.quit()


@pytest.mark.parametrize("seed", [0, 1, (1 << 64) - 1])
def test_every_seed_is_kept(store: KeptStore, seed: int) -> None:
    """Seeds are whole numbers of 64 bits without a sign, which SQLite has none of."""
    playing = begun(store, game=(LONG[0], seed)).step(2)
    playing.quit()

    again = resumed(store)

    assert seed == again.play.game.world.seed
    assert playing.digest == again.digest
    again.quit()


def snapshots(store: KeptStore) -> list[int]:
    """Return after how many commands there are snapshots of the game."""
    with read(store.rows.game("kim")) as saved:
        return saved.snapshot_numbers()


def test_a_game_that_does_not_come_out_as_it_did_is_left_as_it_is(store: KeptStore, source: Source) -> None:
    """A world that differs from what the player saw must not be gone on with, or written over the true one."""
    playing = begun(store).step(20)
    store = source.crashed(playing).store()
    play = store.resume("kim")
    play.pending[-1] = play.pending[0]
    before = snapshots(store)
    with pytest.raises(Exception, match="does not fit the world"):
        list(play.catch_up())

    play.close()

    assert before == snapshots(store)
    again = resumed(store)
    assert playing.digest == again.digest
    again.quit()
