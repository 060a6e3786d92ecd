"""The queue of logins."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from roguelike.serve.front.logins import (
    AT_A_TIME,
    IN_A_ROW,
    MAX_WAITING,
    OF_ACCOUNT,
    OF_ACCOUNT_EVERY,
    SHARE,
    SHARE_IN_A_ROW,
    TIMEOUT,
    Login,
    LoginQueue,
    Logins,
    Rank,
    Returns,
)

RATE = 20
PLACES = 200


@pytest.fixture
def queue() -> LoginQueue:
    """Return a queue at 0 seconds, after as many sessions as may start at once."""
    queue = LoginQueue(RATE, PLACES)
    at_once = begun(queue, [*logins(Rank.LATELY, PLACES), *logins(Rank.STRANGER, MAX_WAITING)], 0)
    assert [Rank.LATELY] * IN_A_ROW * RATE == [login.rank for login in at_once]
    assert not begun(queue, [], 0)
    for _ in queue.clear():
        pass
    return queue


def logins(rank: Rank, number: int, since: float = 0) -> list[Login]:
    """Return `number` logins."""
    return [Login(rank, since) for _ in range(number)]


def begun(queue: LoginQueue, more: list[Login], now: float) -> list[Login]:
    """Return the logins whose turn it is at a time, after adding some."""
    for login in more:
        assert queue.enter(login)
    return list(queue.next_turns(now))


def test_players_of_today_go_before_accounts_and_accounts_before_strangers(queue: LoginQueue) -> None:
    """The order of arrival does not matter; within a rank the oldest goes first."""
    stranger, *strangers = logins(Rank.STRANGER, 3)
    known, players = logins(Rank.KNOWN, 1), logins(Rank.LATELY, RATE)

    assert players[:10] == begun(queue, [stranger, *strangers, *known, *players], 0.5)
    assert players[10:] == begun(queue, [], 1)
    assert [*known, stranger] == begun(queue, [], 1.1)


def test_others_than_players_of_today_have_a_share_of_the_rate() -> None:
    """A flood of them leaves CPU time, and turns of players who return."""
    queue = LoginQueue(RATE, PLACES)
    crowd = logins(Rank.STRANGER, MAX_WAITING)

    assert crowd[:10] == begun(queue, crowd, 0)
    assert SHARE_IN_A_ROW * RATE // SHARE == 10
    assert crowd[10:15] == begun(queue, [], 1)
    assert IN_A_ROW * RATE - 5 == len(begun(queue, logins(Rank.LATELY, PLACES), 1))


def test_few_strangers_wait_and_not_for_long(queue: LoginQueue) -> None:
    """Further ones are refused at once; recent players never are while the server has room for them."""
    crowd = logins(Rank.STRANGER, MAX_WAITING)
    assert not any(begun(queue, crowd, 0))
    assert not queue.enter(Login(Rank.STRANGER, 0))
    known, *players = *logins(Rank.KNOWN, 1), *logins(Rank.LATELY, PLACES)
    assert not any(begun(queue, [known, *players], 0))
    assert not queue.enter(Login(Rank.LATELY, 0))

    assert [] == list(queue.late(TIMEOUT - 0.1))
    assert [known, *crowd] == list(queue.late(TIMEOUT))
    assert PLACES == len(queue)


def test_who_left_takes_nobodys_turn(queue: LoginQueue) -> None:
    """Such as a client that closes its connection while it waits."""
    first, second = logins(Rank.STRANGER, 2)
    assert not any(begun(queue, [first, second], 0))
    queue.leave(first)

    assert [second] == begun(queue, [], 1 / RATE * SHARE)


def test_the_wait_is_until_the_next_turn_or_the_next_refusal(queue: LoginQueue) -> None:
    """The gateway sleeps until then."""
    queue.enter(Login(Rank.LATELY, 0))
    assert 1 / RATE == pytest.approx(queue.wait(0))
    for _ in queue.next_turns(1):
        pass
    slow = LoginQueue(1, PLACES)
    late = logins(Rank.STRANGER, 4, since=1)

    assert late[:1] == begun(slow, late, 1)
    assert SHARE == pytest.approx(slow.wait(1))
    assert late[1:3] == [*begun(slow, [], 5), *begun(slow, [], 9)]
    assert TIMEOUT + 1 - 9 == pytest.approx(slow.wait(9))


def test_few_are_refused_in_one_iteration_of_the_event_loop() -> None:
    """Each takes milliseconds, in which no key is answered."""

    async def refuse() -> list[int]:
        logins = Logins(1, PLACES)
        waiting = [asyncio.create_task(logins.turn(Rank.STRANGER, asked.release)) for _ in range(10)]
        for _ in waiting[1:]:
            await asked.acquire()
        logins.close()
        done = [sum(each.done() for each in waiting)]
        while done[-1] < len(waiting):
            await asyncio.sleep(0)
            done.append(sum(each.done() for each in waiting))
        assert [True, *[False] * 9] == [each.result() for each in waiting]
        return done

    asked = asyncio.Semaphore(0)
    done = asyncio.run(refuse())

    assert AT_A_TIME >= max(later - earlier for earlier, later in itertools.pairwise(done[1:]))


def test_an_account_goes_first_a_few_times_in_a_row() -> None:
    """A flood of logins with one key, from new addresses, would block all recent players."""
    returns = Returns()

    assert [True] * OF_ACCOUNT == [returns.take(7, 0) for _ in range(OF_ACCOUNT)]
    assert not returns.take(7, 0)
    assert returns.take(8, 0)
    assert returns.take(7, OF_ACCOUNT_EVERY)
