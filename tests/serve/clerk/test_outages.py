"""A database that does not answer, loses answers, restarts or dies: nothing acknowledged is lost, or stored twice."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from roguelike.engine.commands import Wait
from roguelike.serve.clerk import connections, figures
from roguelike.serve.clerk import database as database_module
from roguelike.serve.clerk.clerk import READERS
from roguelike.store.errors import StoreError
from roguelike.store.remote.clerk_link import NO_ANSWER, SeatLost, SessionOver
from tests.database_proxy import proxy
from tests.effort import EFFORT
from tests.pty_program import PATIENCE
from tests.serve.clerk.running import ClerkProcess, RunningClerk, running
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.database_proxy import DatabaseProxy
    from tests.postgres import PostgresServer

QUIET: Final = ("tcod", 2)
"""Rule set and seed of a game in which nobody comes near for thousands of turns."""
NAMES: Final = ("kim", "lee", "max")
ROUNDS: Final = max(3, EFFORT)
SOON: Final = 3.0
"""Seconds that a key waits at most for a database that was restarted or replaced, or for another clerk."""
KILLS: Final = 4 if EFFORT == 1 else 50
CLERKS: Final = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
"""Their connections."""
WAITS_FOR_STANDBY: Final = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%rl.append%'"


class Typist:
    """A player who types flat out in a thread of its own, until told to rest or no answer comes."""

    def __init__(self, clerk: RunningClerk, name: str) -> None:
        self.account = clerk.account(name)
        self.name = name
        self.acknowledged = 0
        """The number of the last command whose answer has come."""
        self.longest = 0.0
        """Seconds that the longest answer took."""
        self.end: Exception | None = None
        """What ended it."""
        self._rests = False
        self._answered = threading.Condition()
        self._play = clerk.store(self.account).begin(name, *QUIET)
        self._thread = threading.Thread(target=self._type, daemon=True)
        self._thread.start()

    def wait_for(self, answers: int) -> None:
        """Wait until so many more commands were acknowledged."""
        with self._answered:
            wanted = self.acknowledged + answers
            assert self._answered.wait_for(lambda: self.end or self.acknowledged >= wanted, PATIENCE)
        assert self.end is None

    def rest(self) -> None:
        """Stop typing, once the last command has its answer."""
        self._rests = True
        self.join()

    def join(self) -> None:
        """Wait until it has ended."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        with contextlib.suppress(SessionOver):
            self._play.release()

    def _type(self) -> None:
        try:
            while not self._rests:
                asked = time.perf_counter()
                self._play.append(Wait())
                self.longest = max(self.longest, time.perf_counter() - asked)
                with self._answered:
                    self.acknowledged = self._play.journal.number
                    self._answered.notify_all()
                self._play.game.play(Wait())
        except Exception as error:  # noqa: BLE001 -- the test looks at it
            with self._answered:
                self.end = error
                self._answered.notify_all()


def go_on(typists: Sequence[Typist]) -> None:
    """Wait until each has some more answers."""
    for typist in typists:
        typist.wait_for(3)


def check_whole(url: str, typists: Sequence[Typist], *, within: float = PATIENCE) -> None:
    """Stop all; no command is missing, and the next session performs all of them again.

    On a machine that does nothing else, no key waited longer than `within` seconds.
    """
    for typist in typists:
        typist.rest()
        assert typist.end is None
        assert typist.longest < within or EFFORT == 1
    with running(url, "another") as clerk:
        for typist in typists:
            play = clerk.store(typist.account).resume(typist.name)
            for _ in play.catch_up():
                pass
            play.append(Wait())
            play.release()
            query = "SELECT number FROM rl.commands JOIN rl.games ON id = game WHERE account = %s ORDER BY number"
            assert [(number,) for number in range(1, typist.acknowledged + 2)] == clerk.rows(query, typist.account)


@pytest.fixture
def middle(postgres: PostgresServer) -> Iterator[DatabaseProxy]:
    """Yield a proxy to the server of the database."""
    with proxy(postgres.folder) as middle:
        yield middle


@pytest.fixture
def behind(middle: DatabaseProxy, database: str) -> Iterator[RunningClerk]:
    """Yield a clerk behind that proxy."""
    with running(middle.url(database_in(database))) as clerk:
        yield clerk


def in_database(connection: psycopg.Connection) -> int:
    """Return how many commands are in the database."""
    ((count,),) = connection.execute("SELECT count(*) FROM rl.commands").fetchall()
    return int(count)


def database_in(url: str) -> str:
    """Return the name of the database."""
    return str(psycopg.conninfo.conninfo_to_dict(url)["dbname"])


def test_an_answer_that_is_lost_is_asked_for_again(behind: RunningClerk, middle: DatabaseProxy, database: str) -> None:
    """The commit has arrived: the same row, sent again, is stored once, and its player notices nothing."""
    kim = Typist(behind, "kim")
    with psycopg.connect(database, autocommit=True) as connection:
        for _ in range(ROUNDS):
            go_on([kim])
            middle.swallow_answers()
            wait_until(lambda: in_database(connection) > kim.acknowledged)
            middle.cut()
            middle.release()
    go_on([kim])

    check_whole(database, [kim])


def test_keys_wait_for_a_database_that_stalls(behind: RunningClerk, middle: DatabaseProxy, database: str) -> None:
    """Whether what was on its way arrives in the end, or is lost with its connection."""
    typists = [Typist(behind, name) for name in NAMES]
    for number in range(ROUNDS):
        go_on(typists)
        middle.stall()
        assert middle.withheld.wait(PATIENCE)
        if number % 2:
            middle.cut()
        middle.release()
    go_on(typists)

    check_whole(database, typists)


def test_a_host_that_is_cut_off_loses_its_players(
    behind: RunningClerk, middle: DatabaseProxy, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go on elsewhere at once; what was on its way when they did so is refused, as late as it comes."""
    account = behind.account("kim")
    old = behind.store(account).begin("kim", *QUIET)
    old.append(Wait())
    old.game.play(Wait())
    monkeypatch.setattr(connections, "PATIENCE", 0.1)
    middle.stall()
    with pytest.raises(SessionOver, match=NO_ANSWER):
        old.append(Wait())
    monkeypatch.undo()
    with running(database, "another") as clerk:
        play = clerk.store(account).resume("kim")
        for _ in play.catch_up():
            pass
        play.append(Wait())
        play.game.play(Wait())
        play.close()
        middle.release()
        with pytest.raises(SeatLost):
            old.append(Wait())
        behind.kill()  # with it, everything that was on its way
        behind.start()

        assert 2 == play.journal.number
        assert [(2,)] == clerk.rows("SELECT max(number) FROM rl.commands")


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_keys_wait_for_a_restart_of_the_database(own_postgres: PostgresServer, how: str) -> None:
    """Whether it was stopped, or killed with all that it had not answered."""
    url = own_postgres.url("postgres")
    with running(url) as clerk:
        typists = [Typist(clerk, name) for name in NAMES]
        for _ in range(ROUNDS):
            go_on(typists)
            getattr(own_postgres, how)()
            own_postgres.start()
        go_on(typists)
        check_whole(url, typists, within=SOON)


def test_keys_wait_while_the_database_is_read_only(own_postgres: PostgresServer) -> None:
    """As where its disk is full, or it is a standby from now on: no connection stays with such a server."""
    url = own_postgres.url("postgres")
    with running(url) as clerk:
        typists = [Typist(clerk, name) for name in NAMES]
        for _ in range(ROUNDS):
            go_on(typists)
            own_postgres.admin.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            own_postgres.admin.execute("SELECT pg_reload_conf()")
            refused = clerk.server().ask("figures")["sent_again"] + len(NAMES)
            wait_until(lambda: clerk.server().ask("figures")["sent_again"] >= refused)  # noqa: B023 -- asked at once
            own_postgres.stop()
            (own_postgres.folder / "data" / "postgresql.auto.conf").write_text("")
            own_postgres.start()
        go_on(typists)
        check_whole(url, typists)


def test_keys_wait_for_another_clerk(database: str) -> None:
    """It is killed again and again, in the middle of whatever it does."""
    with running(database, kind=ClerkProcess) as clerk:
        typists = [Typist(clerk, name) for name in NAMES]
        for _ in range(KILLS):
            go_on(typists)
            clerk.kill()
            clerk.start()
        go_on(typists)
        check_whole(database, typists, within=SOON)


@pytest.fixture
def standby(own_postgres: PostgresServer) -> Iterator[PostgresServer]:
    """Yield a standby of that server, without which it commits nothing."""
    with own_postgres.standby() as standby:
        yield standby


def address_of(*servers: PostgresServer) -> str:
    """Return the address of a database that one of some servers has."""
    return f"postgresql:///postgres?host={','.join(str(server.folder) for server in servers)}&user=postgres"


def test_nothing_is_lost_with_the_primary(own_postgres: PostgresServer, standby: PostgresServer) -> None:
    """Keys wait for its standby to be promoted; where it comes back, it gets none."""
    url = address_of(own_postgres, standby)
    with running(url) as clerk:
        typists = [Typist(clerk, name) for name in NAMES]
        go_on(typists)
        own_postgres.kill()
        standby.promote()
        go_on(typists)
        own_postgres.start()
        kept = in_database(own_postgres.admin)
        for _ in range(ROUNDS):
            standby.admin.execute(f"SELECT pg_terminate_backend(pid) {CLERKS}")
            go_on(typists)
        assert in_database(own_postgres.admin) == kept
        check_whole(address_of(standby), typists, within=SOON)


def test_a_primary_that_stays_up_is_given_up_once_it_is_replaced(
    own_postgres: PostgresServer, standby: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its commits wait for the standby that it has lost, and those who make them go on at the new primary."""
    monkeypatch.setattr(database_module, "LOOKS", 0.2)
    with running(address_of(own_postgres, standby)) as clerk:
        typists = [Typist(clerk, name) for name in NAMES]
        go_on(typists)
        standby.promote()
        go_on(typists)
        kept = in_database(own_postgres.admin)
        go_on(typists)
        assert in_database(own_postgres.admin) == kept
        check_whole(address_of(standby), typists, within=SOON)


@pytest.mark.parametrize("knows", ["by asking both", "by its file"])
def test_a_restarted_clerk_refuses_a_primary_that_was_replaced(
    own_postgres: PostgresServer, standby: PostgresServer, knows: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The old primary is up again, and waits for no standby: it gets no command, also while the new one is away."""
    caplog.set_level("INFO", "roguelike")
    with running(address_of(own_postgres, standby)) as clerk:
        kim = Typist(clerk, "kim")
        go_on([kim])
        own_postgres.kill()
        standby.promote()
        go_on([kim])
        clerk.kill()
        own_postgres.start()
        own_postgres.admin.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        own_postgres.admin.execute("SELECT pg_reload_conf()")
        kept = in_database(own_postgres.admin)
        if knows == "by its file":
            standby.kill()
        else:
            clerk.places.timelines.unlink()
        clerk.start()
        wait_until(lambda: any(record.getMessage() == "old server" for record in caplog.records))
        if knows == "by its file":
            standby.start()
        go_on([kim])
        assert in_database(own_postgres.admin) == kept
        check_whole(address_of(standby), [kim], within=SOON)


def test_another_database_is_used_whatever_its_timeline(own_postgres: PostgresServer, database: str) -> None:
    """What a host knows of the database that it had before does not lock it out."""
    own_postgres.stop()
    (own_postgres.folder / "data" / "standby.signal").touch()
    own_postgres.start()
    own_postgres.promote()
    with running(own_postgres.url("postgres")) as clerk:
        clerk.account("kim")
        wait_until(clerk.places.timelines.exists)
        assert [2] == [*json.loads(clerk.places.timelines.read_text()).values()]
        clerk.kill()
        clerk.url = database
        clerk.start()
        kim = Typist(clerk, "kim")
        go_on([kim])
        assert [1, 2] == sorted(json.loads(clerk.places.timelines.read_text()).values())
        check_whole(database, [kim])


def test_keys_wait_for_the_standby(own_postgres: PostgresServer, standby: PostgresServer) -> None:
    """A commit that waits is acknowledged, and seen, only when it is there, whoever is killed or cancels it meanwhile.

    Whoever takes over waits, too.
    """
    url = address_of(own_postgres)
    with running(url) as clerk, running(url, "another") as other, ThreadPoolExecutor() as pool:
        typists = [Typist(clerk, name) for name in NAMES]
        go_on(typists)
        standby.kill()
        own_postgres.wait_for(WAITS_FOR_STANDBY)
        wait_until(lambda: in_database(own_postgres.admin) == sum(typist.acknowledged for typist in typists))
        clerk.kill()
        clerk.start()
        assert in_database(own_postgres.admin) == sum(typist.acknowledged for typist in typists)
        taken = pool.submit(other.seat, typists[0].account)
        wait_until(lambda: "canceling statement due to lock timeout" in (own_postgres.folder / "log").read_text())
        assert not taken.done()
        standby.start()
        assert taken.result(PATIENCE)
        typists[0].join()
        assert isinstance(typists[0].end, SeatLost)
        go_on(typists[1:])
        check_whole(url, typists[1:])


def test_a_commit_that_is_kept_by_the_primary_alone_is_not_acknowledged(
    own_postgres: PostgresServer, standby: PostgresServer
) -> None:
    """As when an administrator cancels it, and the primary is lost then."""
    with running(address_of(own_postgres, standby)) as clerk:
        kim = Typist(clerk, "kim")
        go_on([kim])
        standby.kill()
        for _ in range(ROUNDS):
            own_postgres.wait_for(WAITS_FOR_STANDBY)
            own_postgres.admin.execute(f"SELECT pg_cancel_backend(pid) {WAITS_FOR_STANDBY}")
        own_postgres.wait_for(WAITS_FOR_STANDBY)
        own_postgres.kill()
        standby.start()
        standby.promote()
        go_on([kim])
        check_whole(address_of(standby), [kim])


def test_what_waits_for_a_standby_takes_a_few_connections(
    own_postgres: PostgresServer, standby: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is given up and asked for again; it goes on with the standby."""
    with running(address_of(own_postgres)) as clerk:
        account = clerk.account("kim")
        play = clerk.store(account).begin("kim", *QUIET)
        others = [clerk.account(f"p{number}") for number in range(2 * READERS)]
        monkeypatch.setattr(connections, "PATIENCE", 0.1)
        standby.kill()
        for number, other in enumerate(others):
            with pytest.raises(StoreError, match=NO_ANSWER):
                clerk.server().ask("sit_down", account=other, epoch=0, session=number)
        ((taken,),) = own_postgres.admin.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        assert 1 <= taken <= READERS
        monkeypatch.undo()
        standby.start()
        play.append(Wait())
        play.release()
        clerk.store(others[-1]).begin("p", *QUIET).release()


def test_the_log_says_so_where_commits_wait(
    own_postgres: PostgresServer,
    standby: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """No connection is lost, so that nothing else says why; and once more when they are through."""
    caplog.set_level("INFO", "roguelike")
    monkeypatch.setattr(figures, "HOST_TIMEOUT", 2)
    monkeypatch.setattr(figures, "_LOOKS", 0.1)

    def told() -> list[str]:
        return [vars(record)["fields"].get("why", "again") for record in caplog.records if "database" in record.message]

    with running(address_of(own_postgres)):
        standby.kill()
        wait_until(lambda: told() == [figures.UNANSWERED])
        standby.start()
        wait_until(lambda: told() == [figures.UNANSWERED, "again"])
