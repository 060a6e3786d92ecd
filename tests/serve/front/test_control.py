"""The control socket, at which orders of other hosts arrive, too."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.front.control import Control
from tests.loop_time import elapse

if TYPE_CHECKING:
    from pathlib import Path

SERVER: Final = "the token of the server"


async def ask(folder: Path, **request: object) -> Any:  # noqa: ANN401 -- plain data
    """Return the answer to a request."""
    reader, writer = await asyncio.open_unix_connection(folder / "control.sock")
    writer.write(json.dumps({"token": SERVER, **request}).encode() + b"\n")
    try:
        return json.loads(await reader.readline())
    finally:
        writer.close()


def test_an_order_that_comes_twice_is_carried_out_once(tmp_path: Path) -> None:
    """By its number: the next clerk gets the answer that a killed one did not write.

    The answer is remembered for longer than an order is valid; those of read-only requests are not remembered.
    """
    said: list[str] = []

    def say(request: dict[str, Any]) -> dict[str, Any]:
        said.append(request["text"])
        return {"told": len(said)}

    async def ask_all() -> list[int]:
        control = Control(tmp_path / "control.sock", SERVER, {"say": say, "list": say})
        await control.open()
        try:
            requests = ({"order": 7, "text": "Supper!"}, {"order": 7, "text": "Supper!"}, {"order": 8, "text": "Tea!"})
            asked = [{"do": "say", **each} for each in (*requests, {"text": "Tea!"}, {"text": "Tea!"})]
            asked += [{"do": "list", "order": 9, "text": "Who?"}] * 2
            told = [(await ask(tmp_path, **each))["told"] for each in asked]
            for seconds in (60, 60):
                await elapse(seconds)
                told.append((await ask(tmp_path, **asked[0]))["told"])
            return told
        finally:
            control.close()

    assert [1, 1, 2, 3, 4, 5, 6, 1, 7] == asyncio.run(ask_all())
    assert ["Supper!", "Tea!", "Tea!", "Tea!", "Who?", "Who?", "Supper!"] == said
