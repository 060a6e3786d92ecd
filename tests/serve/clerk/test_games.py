"""Games in a database: from the first command to the scores, and after crashes of any process."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.serve.clerk import database as clerk_database
from roguelike.store.errors import StoreError
from roguelike.store.port import Account
from roguelike.store.remote.clerk_link import SEAT_LOST, SeatLost
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import RunningClerk, running
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roguelike.store.kept.stored_game import StoredGame

STORY = Account("The story of kim.", 'killed by "an orc"')
"""The cause is quoted with backslashes in the note of the end."""


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield a clerk on a new database."""
    with running(database) as clerk:
        yield clerk


def test_a_game_goes_on_elsewhere_at_the_same_turn(clerk: RunningClerk) -> None:
    """More commands than between two snapshots; the log is the same as from a file."""
    account = clerk.account("kim")
    play = clerk.store(account).begin("kim", "classic", 7)
    for number in range(130):
        command = Wait() if number % 3 else Move(Direction.EAST)
        play.append(command)
        play.game.play(command)
    digest = play.game.digest()
    store = clerk.store(account)
    assert [("kim", play.game.world.turn)] == [(game.name, game.turn) for game in store.saved(thoroughly=True)]
    resumed = store.resume("kim")
    for _ in resumed.catch_up():
        pass

    assert digest == resumed.game.digest()
    assert 130 == resumed.journal.number
    assert resumed.lead is not None
    assert resumed.lead.commands
    assert not resumed.imported
    with pytest.raises(SeatLost, match=SEAT_LOST):
        play.append(Wait())
    resumed.append(Wait())
    resumed.close()


def test_a_finished_game_has_its_score_and_is_seen_once(clerk: RunningClerk) -> None:
    """Everybody can read it; it is verified like one in a file."""
    account = clerk.account("kim")
    store = clerk.store(account)
    play = store.begin("kim", "kasidin", 10)
    while play.game.outcome is None:
        play.append(Wait())
        play.game.play(Wait())
    assert "kim-0001" == play.finish(STORY)
    play.release()
    *_, scores = store.scores()
    unseen = store.unseen("kim")
    assert unseen is not None
    unseen.see_end()
    unseen.release()
    other = clerk.store(clerk.account("lee"))

    assert [("kim", True, "kim-0001")] == [(line.name, line.verified, line.game) for line in scores]
    assert ["kim-0001"] == [game.key for game in store.finished()]
    assert [] == other.finished()
    assert 1 == other.standing("lee", 1 << 20).overall
    *_, figures = store.statistics("kim")
    assert figures is not None
    assert clerk.store(account).unseen("kim") is None


def test_a_second_game_sets_the_first_aside(clerk: RunningClerk) -> None:
    """Never two in progress."""
    account = clerk.account("kim")
    store = clerk.store(account)
    play = store.begin("kim", "classic", 7)
    play.release()
    with pytest.raises(StoreError, match="already has a game in progress"):
        store.begin("kim", "classic")
    again = store.begin("kim", "tcod", sets_aside=True)
    again.release()

    assert ["abandoned"] == [game.outcome for game in store.finished()]
    assert ["Tombs (tcod)"] == [game.rules for game in store.saved()]


def test_commands_go_on_after_the_clerk_died(clerk: RunningClerk) -> None:
    """The same row sent again is stored once."""
    play = clerk.store(clerk.account("kim")).begin("kim", "classic", 7)
    for number in range(20):
        if number % 5 == 0:
            clerk.kill()
            clerk.start()
        play.append(Wait())
        play.game.play(Wait())
    play.close()

    assert 20 == play.journal.number


def test_commands_go_on_after_the_database_closed_all_connections(clerk: RunningClerk) -> None:
    """As after a restart: it is unknown whether a command was stored, and it is sent again."""
    play = clerk.store(clerk.account("kim")).begin("kim", "classic", 7)
    for number in range(20):
        if number % 4 == 0:
            clerk.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        play.append(Wait())
        play.game.play(Wait())
    play.close()
    resumed = clerk.store(1).resume("kim")
    assert 20 == resumed.journal.number
    resumed.release()


def test_locked_seats_hold_up_no_other_game(clerk: RunningClerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long they are locked; their own commands are written once they are free."""
    monkeypatch.setattr(clerk_database, "_LOCKED", "1h")
    plays = [clerk.store(clerk.account(name)).begin(name, "classic", 7) for name in ("kim", "lee", "ann", "bob")]
    with ThreadPoolExecutor() as threads, psycopg.connect(clerk.url) as holder:
        holder.execute("SELECT FROM rl.seats WHERE account <= 2 FOR UPDATE")
        locked = [threads.submit(play.append, Wait()) for play in plays[:2]]
        wait_until(lambda: clerk.server().ask("figures")["sent_again"] >= len(locked))
        for _ in range(10):
            append_together(threads, plays[2:])
        assert [False, False] == [each.done() for each in locked]
        holder.rollback()
        for each in locked:
            each.result(PATIENCE)
    for play in plays:
        play.close()

    assert [1, 1, 10, 10] == [play.journal.number for play in plays]


def test_locked_commands_are_tried_again_alone(clerk: RunningClerk, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after the kill of a clerk whose connection the database still has: it waits for the same commands."""
    monkeypatch.setattr(clerk_database, "_LOCKED", "100ms")
    plays = [clerk.store(clerk.account(name)).begin(name, "classic", 7) for name in ("kim", "lee", "ann", "bob")]
    with ThreadPoolExecutor() as threads, psycopg.connect(clerk.url) as holder:
        holder.execute(
            "INSERT INTO rl.commands SELECT id, 1, '', 0, 0, '', '' FROM rl.games WHERE account <= 2",
        )
        locked = [threads.submit(play.append, Wait()) for play in plays[:2]]
        wait_until(lambda: clerk.server().ask("figures")["sent_again"] >= len(locked))
        for _ in range(10):
            append_together(threads, plays[2:])
        assert [False, False] == [each.done() for each in locked]
        holder.rollback()
        for each in locked:
            each.result(PATIENCE)
    for play in plays:
        play.close()

    assert [1, 1, 10, 10] == [play.journal.number for play in plays]


def append_together(threads: ThreadPoolExecutor, plays: Sequence[StoredGame]) -> None:
    """Append a command to each of some games at once, and wait until all are durable."""
    for each in [threads.submit(play.append, Wait()) for play in plays]:
        each.result(PATIENCE)
    for play in plays:
        play.game.play(Wait())


@pytest.mark.parametrize(
    "hello", [{}, {"server": "guessed"}, {"account": 1, "token": "guessed"}, {"account": "1", "token": ""}]
)
def test_who_shows_nothing_is_refused(clerk: RunningClerk, hello: dict[str, object]) -> None:
    """Neither with a wrong token of the server, nor with other values."""
    link = clerk.link(**hello)

    with pytest.raises(StoreError, match="does not know"):
        link.ask("seat", account=1)


@pytest.mark.parametrize(
    "row",
    [
        [1, "wait\0", 1, 1, "0" * 32, "0" * 32],
        [1, "\ud800", 1, 1, "0" * 32, "0" * 32],
        [1, "wait", 1, 1, "no digest", "0" * 32],
        [1 << 40, "wait", 1, 1, "0" * 32, "0" * 32],
        ["1", "wait", 1, 1, "0" * 32, "0" * 32],
        [1, "wait", 1.5, 1, "0" * 32, "0" * 32],
        [1, "wait"],
    ],
)
def test_what_is_no_command_is_refused_and_harms_nobody(clerk: RunningClerk, row: list[object]) -> None:
    """Not even games in the same batch; nor do they get the same number twice."""
    play = clerk.store(clerk.account("kim")).begin("kim", "classic", 7)
    hostile = clerk.sit_down(clerk.account("lee"))
    for rows in ([row], [[1, "wait", 1, 1, "0" * 32, "0" * 32]] * 2):
        with pytest.raises(StoreError, match="commands are invalid"):
            hostile.ask("write", game=2, commands=rows, snapshots=[], annotations=[])
    play.append(Wait())
    play.game.play(Wait())
    play.close()


def test_a_game_has_no_id_of_another(clerk: RunningClerk) -> None:
    """Its score would replace the other one's."""
    play = clerk.store(clerk.account("kim")).begin("kim", "classic", 7)
    hostile = clerk.sit_down(clerk.account("lee"))
    snapshot = [0, *["0" * 32] * 4, ""]
    for about in ({**play.about}, {**play.about, "more": ""}, {"id": "mine"}):
        with pytest.raises(StoreError, match="data of the new game is invalid"):
            hostile.ask("begin", about=about, snapshot=snapshot)
    play.release()


def test_nothing_is_read_without_the_seat(clerk: RunningClerk) -> None:
    """An unknown token gives no access; after a take-over, neither does the old one."""
    account = clerk.account("kim")
    clerk.store(account).begin("kim", "classic", 7).release()
    old = clerk.sit_down(account)
    old.close()
    clerk.sit_down(account)
    for link in (old, clerk.link(account=account, token=str(uuid.uuid4()))):
        with pytest.raises(SeatLost):
            link.ask("in_progress")


def test_a_session_reads_no_game_in_progress_of_another(clerk: RunningClerk) -> None:
    """A number alone is no access; a private name is no operation."""
    play = clerk.store(clerk.account("kim")).begin("kim", "classic", 7)
    link = clerk.sit_down(clerk.account("lee"))
    for operation in ("commands", "last", "snapshots", "annotations", "digest"):
        given = {"after": 0} if operation == "commands" else {}
        with pytest.raises(StoreError, match="no such game"):
            link.ask(operation, game=1, **given)
    for operation in ("_rows", "__init__", "seat", ""):
        with pytest.raises(StoreError, match="does not know"):
            link.ask(operation)
    play.release()
