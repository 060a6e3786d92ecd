"""How long the header of a load balancer is waited for, and how many of them."""

from __future__ import annotations

import asyncio
import socket

from roguelike.serve.front.address_limits import RefusalReason
from roguelike.serve.front.counters import Counters
from roguelike.serve.front.proxies import TIMEOUT, Proxies
from tests.loop_time import elapse, until


def test_a_header_is_waited_for_but_not_without_end() -> None:
    """A client that sends none is closed after a while, and at once where too many do so."""
    counters = Counters()
    let_in: list[str] = []
    pairs = [socket.socketpair() for _ in range(3)]
    silent, honest, _ = (theirs for _, theirs in pairs)

    async def take() -> None:
        door = Proxies(counters, lambda _, address: let_in.append(address))
        honest.sendall(b"PROXY TCP4 192.0.2.7 192.0.2.1 40000 22\r\n")
        taking = asyncio.gather(*(door.take(ours, "192.0.2.1", 2) for ours, _ in pairs))
        await until(lambda: bool(let_in))
        await elapse(TIMEOUT)
        await taking

    asyncio.run(take())

    assert ["192.0.2.7"] == let_in
    assert 2 == counters.refused[RefusalReason.PROXY]
    assert b"" == silent.recv(1)
    for pair in pairs:
        for end in pair:
            end.close()
