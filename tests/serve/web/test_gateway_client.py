"""The client of the gateway, when that hangs or dies, and its bound on lookups."""

from __future__ import annotations

import asyncio
import os
import socket

from roguelike.serve.channel import Channel
from roguelike.serve.web.gateway_client import BUSY, MAX_NAME_LOOKUPS, GatewayClient
from tests.loop_time import until

REQUEST = {"address": "192.0.2.1", "key": "", "size": (80, 24), "lines": False, "padding": "a" * 1000}


async def disconnect(client: GatewayClient, theirs: Channel) -> None:
    """Close the gateway's end, and wait until the client has noticed."""
    theirs.close()
    await until(lambda: client._gateway is None)


def test_a_gateway_that_hangs_refuses_sessions_and_stays_attached() -> None:
    """Sessions that do not fit the channel are refused in a sentence; later ones are opened."""

    async def work() -> None:
        client, (ours, theirs) = GatewayClient(), Channel.pair()
        client.attach(ours)
        with socket.socket() as page:
            sessions = [client.open(page, **REQUEST) for _ in range(1000)]
            assert {each.farewell for each in sessions if each.ended.is_set()} == {BUSY}
            for _ in [each for each in sessions if not each.ended.is_set()]:
                _, (copy,) = await asyncio.to_thread(theirs.receive)
                os.close(copy)
            assert not client.open(page, **REQUEST).ended.is_set()
        await disconnect(client, theirs)

    asyncio.run(work())


def test_requests_are_repeated_after_a_gateway_dies() -> None:
    """Of the games in progress, and of a ban."""

    async def work() -> None:
        client, (ours, theirs) = GatewayClient(), Channel.pair()
        client.attach(ours)
        games, ban = asyncio.ensure_future(client.games()), asyncio.ensure_future(client.ban_of("192.0.2.1"))
        await asyncio.to_thread(theirs.receive)
        theirs.close()
        assert (await games, await ban) == ([], "")
        ours, theirs = Channel.pair()
        client.attach(ours)
        games = asyncio.ensure_future(client.games())
        assert await asyncio.to_thread(theirs.receive) == ({"games": True}, [])
        theirs.send({"games": []})
        assert await games == []
        await disconnect(client, theirs)

    asyncio.run(work())


def test_lookups_of_names_are_limited() -> None:
    """Browsers that send many cookies cost the accounts little."""

    class Gateway:
        """Counts requests, and answers none."""

        requests = 0

        def send(self, message: object, descriptors: object = ()) -> None:  # noqa: ARG002 -- it only counts
            """Count a request."""
            self.requests += 1

    async def look_up() -> int:
        client, gateway = GatewayClient(), Gateway()
        client._gateway = gateway  # type: ignore[assignment]
        lookups = [
            asyncio.ensure_future(client.name_of(f"key {number // 2}")) for number in range(4 * MAX_NAME_LOOKUPS)
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for each in lookups:
            each.cancel()
        await asyncio.gather(*lookups, return_exceptions=True)
        return gateway.requests

    assert asyncio.run(look_up()) == MAX_NAME_LOOKUPS
