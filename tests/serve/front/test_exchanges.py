"""The queue of key exchanges."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.front.exchanges import AT_ONCE, MAX_WAITING, TIMEOUT, Client, ExchangeQueue, Exchanges

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RATE = 20


@pytest.fixture
def connect() -> Iterator[Callable[[], tuple[Client, socket.socket]]]:
    """Yield a factory of connections: each with the accepted end and the client's end."""
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=MAX_WAITING))

        def connected() -> tuple[Client, socket.socket]:
            there = stack.enter_context(socket.create_connection(listener.getsockname()))
            here, (address, _) = listener.accept()
            return (stack.enter_context(here), address), there

        yield connected


def begun(queue: ExchangeQueue, now: float) -> list[Client]:
    """Return the connection whose turn it is at a time."""
    return list(iter(lambda: queue.next_turn(now), None))


def test_exchanges_begin_at_the_rate_the_oldest_first(connect: Callable[[], tuple[Client, socket.socket]]) -> None:
    """As many as a second's rate in a row, at low rates a few more, since exchanges are far cheaper than sessions."""
    clients = [connect()[0] for _ in range(RATE + 4)]
    queue, slow = ExchangeQueue(RATE), ExchangeQueue(1)
    assert all(map(queue.enter, clients))

    assert clients[:RATE] == begun(queue, 0)
    assert pytest.approx(1 / RATE) == queue.wait(0)
    assert clients[RATE : RATE + 2] == begun(queue, 2.01 / RATE)
    assert 2 == len(queue)
    assert all(map(slow.enter, clients[:AT_ONCE]))
    assert clients[:AT_ONCE] == begun(slow, 0)


def test_the_queue_is_short_enough_that_nobody_waits_for_long(
    connect: Callable[[], tuple[Client, socket.socket]],
) -> None:
    """Fewer than would use up the descriptors."""
    client, _ = connect()

    for rate, room in ((1, AT_ONCE), (RATE, TIMEOUT * RATE), (10_000, MAX_WAITING)):
        queue = ExchangeQueue(rate)
        assert [True] * room == [queue.enter(client) for _ in range(room)]
        assert not queue.enter(client)


def test_a_closed_connection_takes_no_turn(connect: Callable[[], tuple[Client, socket.socket]]) -> None:
    """Whatever it has sent before; a flood of them delays nobody."""
    (gone, there), (open_, _) = connect(), connect()
    queue = ExchangeQueue(1)
    there.sendall(b"SSH-2.0-client\r\n")
    there.close()
    with socket.socket(fileno=gone[0].detach()) as silent:  # readable to the end once the close has arrived
        silent.recv(100)
        silent.recv(100)
        assert queue.enter((silent, "127.0.0.1"))
        for _ in range(AT_ONCE - 1):
            assert queue.enter(open_)

        assert [open_] * (AT_ONCE - 1) == begun(queue, 0)
        assert 0 == queue.wait(0)


def test_a_fault_as_an_exchange_begins_stops_no_other(
    connect: Callable[[], tuple[Client, socket.socket]],
) -> None:
    """The next connection has its turn; the fault is logged."""
    clients = [connect()[0] for _ in range(AT_ONCE + 2)]

    async def begin_all() -> list[str]:
        faults: list[str] = []
        begun = asyncio.Queue[str]()

        def begin(client: socket.socket, address: str) -> None:
            begun.put_nowait(address)
            if client is clients[AT_ONCE][0]:
                raise OSError("reset")

        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(str(context["exception"])))
        exchanges = Exchanges(100, begin)
        exchanges.apply(AT_ONCE)
        assert all(exchanges.enter(*client) for client in clients)
        for _ in clients:
            await begun.get()
        return faults

    assert ["reset"] == asyncio.run(asyncio.wait_for(begin_all(), TIMEOUT))
