"""What a session writes into the database: only while it sits on its seat, only of its player, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import psycopg
import pytest
from psycopg.types.json import Jsonb

from tests.serve.postgres.sitting import (
    APPENDS,
    SCORE,
    WRITES,
    Seat,
    Write,
    add_account,
    append,
    begin,
    begun,
    call,
    contents,
    end,
    journal,
    sit_down,
    take_over,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def connection(database: str) -> Iterator[psycopg.Connection]:
    """Yield a connection, each of whose statements is a transaction."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


@pytest.fixture
def seat(connection: psycopg.Connection) -> Seat:
    """Return the seat of a session that has a game with one command."""
    seat = begun(connection, "ann")
    append(connection, seat, number=1)
    return seat


def test_a_seat_is_taken_once_at_each_epoch(connection: psycopg.Connection) -> None:
    """Whoever asks about an older epoch gets nothing, and must ask the player again."""
    account = add_account(connection, "ann")
    assert None is sit_down(connection, account, 1)

    first = sit_down(connection, account, 0)
    assert first is not None
    assert 1 == first.epoch
    assert None is sit_down(connection, account, 0)

    second = sit_down(connection, account, 1)
    assert second is not None
    assert 2 == second.epoch
    assert first.token != second.token


def test_a_seat_that_was_left_is_free(connection: psycopg.Connection, seat: Seat) -> None:
    """The session that left writes no more; the next sits down at the same epoch."""
    assert call(connection, "stand_up", seat)
    assert not call(connection, "stand_up", seat)
    assert [(None, None)] == connection.execute("SELECT boot, session FROM rl.seats").fetchall()
    assert [] == append(connection, seat, number=2)

    assert None is not take_over(connection, seat)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_the_holder_of_a_seat_writes_is_there_once(
    connection: psycopg.Connection, seat: Seat, write: Write
) -> None:
    """The same again, as after a lost answer, is answered alike, and changes nothing."""
    before = contents(connection)
    assert write(connection, seat)
    after = contents(connection)

    assert write(connection, seat)
    assert after == contents(connection)
    assert before != after or write is WRITES["begin_game"]


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_whoever_lost_a_seat_writes_nothing(connection: psycopg.Connection, seat: Seat, write: Write) -> None:
    """Whatever it sends, it is told so."""
    assert None is not take_over(connection, seat)
    before = contents(connection)

    assert not write(connection, seat)
    assert before == contents(connection)


@pytest.mark.parametrize("name", [*APPENDS, "snapshot", "annotate", "end_game"])
def test_nobody_writes_into_the_game_of_another(connection: psycopg.Connection, seat: Seat, name: str) -> None:
    """A program that was taken over could send any number."""
    other = begun(connection, "bob")
    before = contents(connection)

    assert not WRITES[name](connection, attrs.evolve(other, game=seat.game))
    assert before == contents(connection)


@pytest.mark.parametrize("name", [*APPENDS, "snapshot", "annotate"])
def test_nothing_is_added_to_a_game_that_is_over(connection: psycopg.Connection, seat: Seat, name: str) -> None:
    """Its story and its score are told."""
    assert end(connection, seat)

    assert not WRITES[name](connection, seat)


def test_a_player_has_one_game_in_progress(connection: psycopg.Connection, seat: Seat) -> None:
    """Another begins once it is over."""
    assert None is begin(connection, seat, "another")

    assert end(connection, seat)
    assert begin(connection, seat, "another") not in {None, seat.game}


@pytest.mark.parametrize("name", APPENDS)
def test_another_command_with_the_same_number_is_refused(connection: psycopg.Connection, seat: Seat, name: str) -> None:
    """What is there stays, and the rest of the batch is written."""
    other = begun(connection, "bob")

    assert [other.game] == APPENDS[name](connection, seat, other, number=1, command="search")

    assert [(1, "wait")] == journal(connection, seat)
    assert [(1, "search")] == journal(connection, other)


def test_the_end_of_a_game_keeps_its_score(connection: psycopg.Connection, seat: Seat) -> None:
    """By the id of the game, and with the moment of its end."""
    assert end(connection, seat, score=Jsonb(SCORE))

    columns = ", ".join(SCORE)
    query = f"SELECT {columns} FROM rl.scores JOIN rl.games ON games.id = game WHERE at = ended AND scores.id = 'ann'"  # noqa: S608 -- ours
    (score,) = connection.execute(query.encode())
    assert tuple(SCORE.values()) == score


def test_an_end_is_unseen_until_it_was_seen(connection: psycopg.Connection, seat: Seat) -> None:
    """By whoever has the seat then. A game without a rank has no score."""
    assert end(connection, seat)
    assert [(True,)] == connection.execute("SELECT unseen FROM rl.games").fetchall()
    assert [] == connection.execute("SELECT FROM rl.scores").fetchall()

    assert call(connection, "see_end", seat, seat.game)
    assert [(False,)] == connection.execute("SELECT unseen FROM rl.games").fetchall()
