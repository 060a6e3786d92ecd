"""Two transactions that overlap in the worst way: nothing is lost that was acknowledged.

Each test has a control: the same with a lock or a condition removed from the functions. The control must lose
something, which shows that the transactions do overlap, and that the lock or the condition is what holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.serve.postgres.overlapping import weaken, with_control
from tests.serve.postgres.sitting import (
    APPENDS,
    WRITES,
    Seat,
    add_account,
    append,
    begun,
    contents,
    end,
    journal,
    sit_down,
    take_over,
    told,
)

if TYPE_CHECKING:
    import psycopg

    from tests.serve.postgres.overlapping import Sessions

LOCKS: Final = ("FOR SHARE OF seats SKIP LOCKED", "FOR SHARE OF seats", "FOR SHARE")
IMPATIENT: Final = {"append_many", "append_one"}
"""The functions that wait for no seat: they say that it is locked, and are called again."""
by_each_function = pytest.mark.parametrize("name", WRITES)
by_each_append = pytest.mark.parametrize("name", APPENDS)


@pytest.fixture
def seat(sessions: Sessions) -> Seat:
    """Return the seat of a session that has a game with one command."""
    seat = begun(sessions.first, "ann")
    append(sessions.first, seat, number=1)
    sessions.first.commit()
    return seat


def unlock(connection: psycopg.Connection) -> None:
    """Remove the locks on seats from all functions."""
    for lock in LOCKS:
        weaken(connection, lock)


def end_game(connection: psycopg.Connection, seat: Seat) -> None:
    """End the game of a seat, so that another with its id can begin."""
    assert end(connection, seat)
    connection.execute("UPDATE rl.games SET about = '{}' WHERE id = %s", (seat.game,))
    connection.commit()


def prepare(connection: psycopg.Connection, seat: Seat, name: str, *, is_sound: bool) -> None:
    """Leave out the lock in the control, and make room for another game where one is to be begun."""
    if not is_sound:
        unlock(connection)
    if name == "begin_game":
        end_game(connection, seat)


@with_control
@by_each_function
def test_a_take_over_waits_for_what_the_old_session_has_begun_to_write(
    sessions: Sessions, seat: Seat, name: str, *, is_sound: bool
) -> None:
    """The new session reads it. Without the lock it reads the journal before that is committed, and goes on without."""
    prepare(sessions.first, seat, name, is_sound=is_sound)
    assert WRITES[name](sessions.first, seat)

    def take(second: psycopg.Connection) -> object:
        assert take_over(second, seat) is not None
        second.commit()
        return contents(second)

    seen = sessions.overlap(take, waits=is_sound)

    assert is_sound == (seen == contents(sessions.first))


@with_control
@by_each_function
def test_the_old_session_waits_for_a_take_over_and_writes_nothing(
    sessions: Sessions, seat: Seat, name: str, *, is_sound: bool
) -> None:
    """Without the lock it finds its token, since the take-over is not committed, and is told that it has written."""
    prepare(sessions.first, seat, name, is_sound=is_sound)
    assert take_over(sessions.first, seat) is not None
    seen = contents(sessions.first)

    answer = sessions.overlap(lambda second: WRITES[name](second, seat), waits=is_sound and name not in IMPATIENT)

    assert is_sound == (not answer)
    assert is_sound == (seen == contents(sessions.first))


@with_control
@by_each_append
def test_a_take_over_waits_for_a_batch_with_a_row_of_its_seat(sessions: Sessions, name: str, *, is_sound: bool) -> None:
    """A batch is durable for all of its games or none."""
    seats = [begun(sessions.first, name) for name in ("ann", "bob", "cleo")]
    sessions.first.commit()
    if not is_sound:
        unlock(sessions.first)
    assert [seat.game for seat in seats] == APPENDS[name](sessions.first, *seats, number=1)

    def take(second: psycopg.Connection) -> object:
        assert take_over(second, seats[1]) is not None
        second.commit()
        return journal(second, seats[1])

    assert ([(1, "wait")] if is_sound else []) == sessions.overlap(take, waits=is_sound)
    assert [[(1, "wait")]] * 3 == [journal(sessions.first, seat) for seat in seats]


@with_control
@by_each_append
def test_a_batch_leaves_out_the_rows_of_seats_that_are_taken_over(
    sessions: Sessions, name: str, *, is_sound: bool
) -> None:
    """Rows of other seats are written, and at once by what says that the others are locked."""
    seats = [begun(sessions.first, name) for name in ("ann", "bob", "cleo", "dora")]
    sessions.first.commit()
    if not is_sound:
        unlock(sessions.first)
    taken = [take_over(sessions.first, seats[0]), take_over(sessions.first, seats[2])]
    assert None not in taken

    def write(second: psycopg.Connection) -> list[int]:
        return APPENDS[name](second, *seats, number=1)

    durable = sessions.overlap(write, waits=is_sound and name not in IMPATIENT)

    assert [seat.game for seat in (seats[1::2] if is_sound else seats)] == durable
    assert durable == [seat.game for seat in seats if journal(sessions.first, seat)]


def test_an_append_waits_for_a_take_over_that_fails_and_is_written(sessions: Sessions, seat: Seat) -> None:
    """The seat is still its own."""
    assert take_over(sessions.first, seat) is not None

    assert [seat.game] == sessions.overlap(lambda second: append(second, seat, number=2), waits=True, fails=True)


def test_a_locked_seat_is_told_from_one_that_is_gone(sessions: Sessions, seat: Seat) -> None:
    """Only the former is to be tried again. Another command with the number of one that is there is refused anyway."""
    other = begun(sessions.first, "bob")
    sessions.first.commit()
    assert take_over(sessions.first, seat) is not None

    def states(connection: psycopg.Connection) -> list[object]:
        found: list[object] = []
        for number, command in ((1, "wait"), (1, "search"), (2, "wait")):
            rows = told(seat, number, command), told(other, number, command)
            many = "SELECT game, is_durable FROM rl.append_many(%s, %s, %s, %s, %s, %s, %s, %s, %s) ORDER BY 1, 2"
            columns = [list(column) for column in zip(*rows, strict=True)]
            one = "SELECT rl.append_one(%s, %s, %s, %s, %s, %s, %s, %s, %s)"
            found.append(
                (connection.execute(many, columns).fetchall(), connection.execute(one, rows[0]).fetchall()[0][0])
            )
            connection.rollback()
        return found

    held = states(sessions.second)
    sessions.first.commit()
    gone = states(sessions.second)

    bob = other.game, True
    assert [([(seat.game, True), bob], None), ([bob], False), ([(seat.game, False), bob], None)] == held
    assert [([bob], False)] * 3 == gone


@with_control
@by_each_append
def test_the_same_command_sent_again_is_stored_once(
    sessions: Sessions, seat: Seat, name: str, *, is_sound: bool
) -> None:
    """As after a lost answer, while the first is still on its way. Without the update it would count as refused."""
    same = "DO UPDATE SET number = excluded.number WHERE commands.chain = excluded.chain"
    if not is_sound:
        weaken(sessions.first, same, "DO NOTHING")
        weaken(sessions.first, "commands.chain IS NOT NULL", "false")
    write = APPENDS[name]
    assert [seat.game] == write(sessions.first, seat, number=2)

    durable = sessions.overlap(lambda second: write(second, seat, number=2), waits=True)

    assert ([seat.game] if is_sound else []) == durable
    assert [(1, "wait"), (2, "wait")] == journal(sessions.first, seat)


@with_control
@by_each_append
def test_another_command_with_the_same_number_is_refused(
    sessions: Sessions, seat: Seat, name: str, *, is_sound: bool
) -> None:
    """Without the look at the chain it would be acknowledged, and be nowhere."""
    if not is_sound:
        weaken(sessions.first, "WHERE commands.chain = excluded.chain")
    write = APPENDS[name]
    assert [seat.game] == write(sessions.first, seat, number=2)

    durable = sessions.overlap(lambda second: write(second, seat, number=2, command="search"), waits=True)

    assert ([] if is_sound else [seat.game]) == durable
    assert [(1, "wait"), (2, "wait")] == journal(sessions.first, seat)


@with_control
@pytest.mark.parametrize("epoch", [0, 1])
def test_of_two_that_take_a_seat_at_one_epoch_one_gets_it(sessions: Sessions, epoch: int, *, is_sound: bool) -> None:
    """Also the first time. Without the epoch the first would be told that it sits there, and could not write."""
    account = add_account(sessions.first, "ann")
    for each in range(epoch):
        assert sit_down(sessions.first, account, each) is not None
    sessions.first.commit()
    if not is_sound:
        weaken(sessions.first, "AND seats.epoch = at_epoch")
    first = sit_down(sessions.first, account, epoch)
    assert first is not None

    second = sessions.overlap(lambda connection: sit_down(connection, account, epoch), waits=True)

    assert is_sound == (second is None)
    tokens = sessions.first.execute("SELECT token FROM rl.seats").fetchall()
    assert is_sound == ([(first.token,)] == tokens)
