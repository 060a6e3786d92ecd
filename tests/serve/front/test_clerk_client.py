"""The gateway's questions to its clerk."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from roguelike.serve.front.clerk_client import ClerkClient
from roguelike.store.remote.wire import LENGTH, packed, unpacked

if TYPE_CHECKING:
    from pathlib import Path


def test_an_answer_that_nobody_waits_for_is_no_answer_to_another_question(tmp_path: Path) -> None:
    """A client that hangs up while its account is looked up must not shift the answers of all others."""
    path = tmp_path / "clerk.sock"

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
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
        waiting = asyncio.create_task(client.ask("second"))
        gone.cancel()
        go_on.set()
        answers = [await waiting, await client.ask("third")]
        client.hang_up()
        for _ in range(2):
            await closed.acquire()
        server.close()
        await server.wait_closed()
        return answers

    heard, go_on, closed = asyncio.Event(), asyncio.Event(), asyncio.Semaphore(0)

    assert ["second", "third"] == asyncio.run(ask())
