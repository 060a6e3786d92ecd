"""Requests of the gateway to its clerk."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from roguelike.serve.front.clerk_client import AT_ONCE, ClerkClient
from roguelike.store.remote.wire import LENGTH, packed, unpacked

if TYPE_CHECKING:
    from pathlib import Path

QUESTIONS = [f"question {number}" for number in range(2 * AT_ONCE)]


def test_an_answer_that_nobody_waits_for_is_no_answer_to_another_question(tmp_path: Path) -> None:
    """A client that hangs up during its lookup must not shift the answers to others."""
    path = tmp_path / "clerk.sock"

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(reader)
        with contextlib.suppress(OSError):
            while head := await reader.read(LENGTH.size):
                asked = unpacked(await reader.readexactly(LENGTH.unpack(head)[0]))
                heard.set()
                if asked.get("do") == "slow":
                    await go_on.wait()
                writer.write(packed({"value": asked.get("do")}))
            writer.close()
            await writer.wait_closed()
        closed.release()

    async def ask() -> list[str]:
        server = await asyncio.start_unix_server(echo, str(path))
        client = ClerkClient(path, "token")
        assert "first" == await client.ask("first")
        heard.clear()
        gone = asyncio.create_task(client.ask("slow"))
        await heard.wait()
        answers = [await client.ask("second")]  # a slow answer does not block other requests
        gone.cancel()
        go_on.set()
        answers += await asyncio.gather(*map(client.ask, QUESTIONS))
        client.hang_up()
        for _ in opened:
            await closed.acquire()
        server.close()
        await server.wait_closed()
        return answers

    heard, go_on, closed = asyncio.Event(), asyncio.Event(), asyncio.Semaphore(0)
    opened: list[asyncio.StreamReader] = []

    assert ["second", *QUESTIONS] == asyncio.run(ask())
