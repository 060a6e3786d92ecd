"""The link of the pages to the gateway, where that stands still or dies."""

from __future__ import annotations

import asyncio
import os
import socket

from roguelike.serve.channel import Channel
from roguelike.serve.web.front_link import BUSY, FrontLink
from tests.loop_time import until

FACTS = {"address": "192.0.2.1", "key": "", "size": (80, 24), "lines": False, "padding": "a" * 1000}


async def lose(link: FrontLink, theirs: Channel) -> None:
    """Close the gateway's end, and wait until the pages have noticed."""
    theirs.close()
    await until(lambda: link._front is None)


def test_a_gateway_that_stands_still_refuses_some_sessions_and_is_not_lost() -> None:
    """What does not fit is refused in a sentence; afterwards everything goes on."""

    async def work() -> None:
        link, (ours, theirs) = FrontLink(), Channel.pair()
        link.use(ours)
        with socket.socket() as page:
            sessions = [link.open(page, **FACTS) for _ in range(1000)]
            assert {each.sentence for each in sessions if each.ended.is_set()} == {BUSY}
            for _ in [each for each in sessions if not each.ended.is_set()]:
                _, (copy,) = await asyncio.to_thread(theirs.receive)
                os.close(copy)
            assert not link.open(page, **FACTS).ended.is_set()
        await lose(link, theirs)

    asyncio.run(work())


def test_a_question_that_a_dead_gateway_has_not_answered_is_asked_again() -> None:
    """Of the games in progress, and of a ban."""

    async def work() -> None:
        link, (ours, theirs) = FrontLink(), Channel.pair()
        link.use(ours)
        games, ban = asyncio.ensure_future(link.games()), asyncio.ensure_future(link.ban_of("192.0.2.1"))
        await asyncio.to_thread(theirs.receive)
        theirs.close()
        assert (await games, await ban) == ([], "")
        ours, theirs = Channel.pair()
        link.use(ours)
        games = asyncio.ensure_future(link.games())
        assert await asyncio.to_thread(theirs.receive) == ({"games": True}, [])
        theirs.send({"games": []})
        assert await games == []
        await lose(link, theirs)

    asyncio.run(work())
