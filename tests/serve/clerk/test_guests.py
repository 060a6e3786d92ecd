"""Guests of hosts that share a database: their own games are in files, the games of others in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.serve.game.rules import shipped
from roguelike.serve.game.served_store import ServedStore
from roguelike.serve.key_pass import GUEST, hello_as
from roguelike.serve.remote_accounts import RemoteAccounts
from roguelike.store.errors import StoreError
from roguelike.store.kept.rows import HINTS
from roguelike.store.remote.clerk_link import SeatLost
from roguelike.store.remote.player_rows import DatabaseRows, GuestRows
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from tests.serve.clerk.running import KEY, SERVER, running
from tests.store.library_fixtures import SHORT, begun, scores_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serve.clerk.running import RunningClerk


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield the clerk of a host; player ann has finished a game, and plays another."""
    with running(database) as clerk:
        ann = clerk.account("ann")
        over = begun(clerk.store(ann), "ann", SHORT).to_the_end()
        over.play.finish(over.account)
        over.play.see_end()
        over.quit()
        begun(clerk.store(ann), "ann").step(3).quit()
        yield clerk


def test_the_names_of_guests_differ_on_all_hosts(clerk: RunningClerk, database: str) -> None:
    """No name is given twice."""
    with running(database, "other") as other:
        guests = [RemoteAccounts(each.link(**hello_as(GUEST, SERVER))) for each in (clerk, other, clerk)]
        assert ["guest-0001", "guest-0002", "guest-0003"] == [each.next_guest() for each in guests]


def test_a_guest_sees_what_others_have_finished(clerk: RunningClerk, tmp_path: Path) -> None:
    """All scores, verified, and the replays; the guest's own games are in files, and on no board."""
    rows = GuestRows(clerk.link(**hello_as(GUEST, SERVER)), lambda: KEY)
    store = ServedStore(FolderRows(DataFolder(tmp_path)), rows, shipped)
    for _ in range(2):
        assert [("ann-0001", True)] == [(line.game, line.verified) for line in scores_of(store)]
    assert ["ann-0001"] == [game.key for game in store.finished()]
    assert store.replay("ann-0001").record.about["name"] == "ann"

    mine = begun(store, "guest-0001", SHORT).to_the_end()
    mine.play.finish(mine.account)
    mine.quit()

    assert ["guest-0001-0001", "ann-0001"] == [game.key for game in store.finished()]
    assert ["ann"] == [line.name for line in scores_of(store)]
    assert [(2,)] == clerk.rows("SELECT count(*) FROM rl.games")
    assert [] == clerk.rows("SELECT kind FROM rl.texts WHERE kind = 'proof' AND name LIKE '%%/%%'")


def test_a_guest_writes_nothing_and_reads_no_game_in_progress(clerk: RunningClerk) -> None:
    """Without a seat the fence lets nothing through; only the server can make passes of guests."""
    link = clerk.link(**hello_as(GUEST, SERVER))
    ((playing,),) = clerk.rows("SELECT id FROM rl.games WHERE ended IS NULL")
    with pytest.raises(StoreError, match="There is no such game"):
        link.ask("commands", game=playing, after=0)
    assert [] == link.ask("in_progress")
    with pytest.raises(SeatLost):
        DatabaseRows(link, lambda: KEY).put_text(HINTS, "ann", "oil\n")
    with pytest.raises(SeatLost):
        link.ask("end", game=playing, key="ann-0009", story="", unseen=False, score=None)
    with pytest.raises(StoreError):
        clerk.link(**hello_as(GUEST, "another server")).ask("next_guest")
    assert [] == clerk.rows("SELECT 1 FROM rl.texts WHERE kind = 'hints'")
    assert [(playing,)] == clerk.rows("SELECT id FROM rl.games WHERE ended IS NULL")
