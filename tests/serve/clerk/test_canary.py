"""Operations of the canary game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from roguelike.serve.clerk.clerk import UNKNOWN
from roguelike.serve.key_pass import CANARY, hello_as
from roguelike.store.errors import StoreError
from tests.serve.clerk.running import SERVER, running
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serve.clerk.running import RunningClerk


@pytest.fixture
def clerk(database: str) -> Iterator[RunningClerk]:
    """Yield the clerk of a host."""
    with running(database) as clerk:
        wait_until(lambda: clerk.rows("SELECT 1 FROM rl.hosts") == [(1,)])
        yield clerk


def test_trying_to_write_leaves_nothing(clerk: RunningClerk) -> None:
    """It leaves no row in any table, and uses no number of an account or a game."""
    ann = clerk.account("ann")
    canary = clerk.link(**hello_as(CANARY, SERVER))
    for _ in range(2):
        assert canary.ask("try_writing") is None

    tables = ("accounts", "seats", "games", "commands", "snapshots", "scores", "texts", "audit", "sessions")
    counts = [clerk.rows(f"SELECT count(*) FROM rl.{table}")[0][0] for table in tables]  # noqa: S608 -- ours
    assert [1, 0, 0, 0, 0, 0, 0, 0, 0] == counts
    assert ann + 1 == clerk.account("bob")


def test_a_database_that_does_not_write_is_noticed(clerk: RunningClerk) -> None:
    """It loses or refuses a command, or cannot commit."""
    canary = clerk.link(**hello_as(CANARY, SERVER))
    with psycopg.connect(clerk.url, autocommit=True) as connection:
        connection.execute("CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
        connection.execute("CREATE TRIGGER lost BEFORE INSERT ON rl.commands FOR EACH ROW EXECUTE FUNCTION lose()")
        with pytest.raises(StoreError, match="a command that was appended is not there"):
            canary.ask("try_writing")
        connection.execute("DROP TRIGGER lost ON rl.commands")
        connection.execute("ALTER TABLE rl.commands ADD CHECK (number > 1) NOT VALID")
        with pytest.raises(StoreError, match=r"the database does not write .new row for"):
            canary.ask("try_writing")
        connection.execute("ALTER TABLE rl.commands DROP CONSTRAINT commands_number_check")
        with connection.transaction():
            connection.execute("SELECT FROM rl.hosts FOR UPDATE")
            with pytest.raises(StoreError, match="lock timeout"):
                canary.ask("try_writing")
    assert canary.ask("try_writing") is None


def test_the_canary_may_ask_for_nothing_else(clerk: RunningClerk) -> None:
    """Other credentials are refused."""
    for hello, operation in (
        (hello_as(CANARY, SERVER), "bans"),
        (hello_as(CANARY, "another server"), "try_writing"),
        ({"server": SERVER}, "try_writing"),
    ):
        with pytest.raises(StoreError, match=UNKNOWN):
            clerk.link(**hello).ask(operation)
