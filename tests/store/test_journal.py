"""The journal: what is written, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import (
    Annotate,
    Command,
    Cover,
    Drop,
    Equip,
    Label,
    Move,
    PickUp,
    Search,
    Slot,
    TakeStairs,
    Throw,
    ThrowFuel,
    ThrowItem,
    Use,
    Wait,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.limits import LONGEST_LABEL
from roguelike.store.errors import StoreError
from roguelike.store.kept import journal, reader
from roguelike.store.kept.journal import EVERY, Journal
from roguelike.store.kept.reader import read
from roguelike.store.kept.recorded import recorded
from roguelike.store.portable import lines
from roguelike.store.sqlite.lookup import read_record, record_of
from tests.store.library_fixtures import LEVELS, begun, resumed

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.sqlite.sqlite_store import SqliteStore
    from tests.store.sources import Source


def test_there_is_a_snapshot_at_the_beginning_every_hundred_commands_and_at_quit(store: KeptStore) -> None:
    """So much is done again after a crash, at most; and nothing after a quit."""
    playing = begun(store).step(215)
    playing.quit()

    assert 100 == EVERY
    with read(store.rows.game("kim")) as saved:
        assert [215, 200, 100, 0] == saved.snapshot_numbers()


def test_a_command_stands_with_the_world_in_which_it_was_done(store: KeptStore) -> None:
    """A replay that differs is found at the first turn that does, and nothing can be slipped in between."""
    playing = begun(store)
    digests = []
    for _ in range(5):
        digests.append(playing.digest)
        playing.step()
    playing.quit()

    with read(store.rows.game("kim")) as saved:
        rows = list(saved.rows(0, saved.first_link))
    assert [1, 2, 3, 4, 5] == [row.number for row, _ in rows]
    assert digests == [row.before for row, _ in rows]
    assert 5 == len({link for _, link in rows})


def test_a_game_grows_no_longer_than_can_be_read(store: KeptStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A weight on a key could make a file too large to be read; before that no more is taken, and all of it is good."""
    monkeypatch.setattr(journal, "MAX_COMMANDS", 5)
    monkeypatch.setattr(reader, "MAX_COMMANDS", 5)
    playing = begun(store).step(5)
    with pytest.raises(StoreError, match=r"\bkim(\.game)? is full: a game has 5 commands at most\.$"):
        playing.step()
    playing.quit()

    again = resumed(store)
    assert playing.digest == again.digest
    again.quit()
    monkeypatch.setattr(reader, "MAX_COMMANDS", 4)
    with pytest.raises(StoreError, match="it has more than 4 commands"):
        recorded(store.rows.game("kim"))


PLACES = tuple(range(10**6, 10**6 + MAX_SLOTS))
LONGEST = {
    "annotate": Annotate(Point(65535, 65535), "\N{DRAGON FACE}" * LONGEST_LABEL),
    "cover": Cover(),
    "drop": Drop(0, tuple(range(1, MAX_SLOTS))),
    "equip": Equip(MAX_SLOTS),
    "get": PickUp(PLACES),
    "label": Label(MAX_SLOTS, "\N{DRAGON FACE}" * LONGEST_LABEL),
    "move": Move(Direction.NORTH_WEST, PLACES),
    "search": Search(),
    "stairs": TakeStairs("down"),
    "throw": Throw(Point(65535, 65535)),
    "throw_fuel": ThrowFuel(Point(65535, 65535)),
    "throw_item": ThrowItem(MAX_SLOTS, Point(65535, 65535)),
    "use": Use(MAX_SLOTS, Slot(MAX_SLOTS), MAX_SLOTS),
    "wait": Wait(),
}


def test_the_longest_command_of_every_kind_can_be_read_again(library: SqliteStore, tmp_path: Path) -> None:
    """In the file of the game and in an export; a command that could not be read is refused before it is done."""
    assert set(Command.by_name) == set(LONGEST)
    play = library.begin("kim", *LEVELS)
    for command in LONGEST.values():
        play.append(command)
        play.game.play(command)
    play.close()
    again = library.resume("kim")
    for _ in again.catch_up():
        pass
    assert play.game.digest() == again.game.digest()
    again.release()
    record = record_of(library.folder, "kim")
    assert len(LONGEST) == len(record.rows)
    (tmp_path / "kim.jsonl").write_text("".join(lines(record)))
    assert record.rows == read_record(tmp_path / "kim.jsonl").rows


def test_a_command_that_could_not_be_read_again_is_refused(
    library: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is done; the game goes on."""
    monkeypatch.setattr(journal, "MAX_COMMAND", 20)
    playing = begun(library).step(2)
    with pytest.raises(StoreError, match=r"kim\.game cannot hold a command of 26 characters\.$"):
        playing.play.append(Label(0, "far too long"))
    playing.step().quit()

    assert 3 == resumed(library).play.journal.number


def test_a_file_is_not_touched_until_there_is_something_to_write(library: SqliteStore) -> None:
    """To look into a game and leave it is no change, not even of its date."""
    begun(library).step(3).quit()
    path = library.folder.game("kim")
    before = (path.read_bytes(), path.stat().st_mtime_ns)

    resumed(library).play.close()

    assert before == (path.read_bytes(), path.stat().st_mtime_ns)


def test_something_else_that_goes_wrong_leaves_the_journal_ready(
    store: KeptStore, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake within a write must not keep the next one from beginning."""
    playing = begun(store).step(EVERY)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "_insert_snapshot", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            playing.step()

    playing.step(2)
    again = resumed(source.crashed(playing).store())
    assert (playing.digest, EVERY + 2) == (again.digest, again.play.journal.number)
    again.quit()
