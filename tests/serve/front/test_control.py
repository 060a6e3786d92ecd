"""The socket of an administrator's commands, at which orders of other hosts arrive as well."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from roguelike.serve.front.control import Control

if TYPE_CHECKING:
    from pathlib import Path

SERVER: Final = "the token of the server"


def test_an_order_that_comes_twice_is_carried_out_once(tmp_path: Path) -> None:
    """By its number: a clerk that was killed before it wrote the answer leaves it to the next one."""
    said: list[str] = []

    def say(request: dict[str, Any]) -> dict[str, Any]:
        said.append(request["text"])
        return {"told": len(said)}

    async def ask(**request: object) -> object:
        reader, writer = await asyncio.open_unix_connection(tmp_path / "control.sock")
        writer.write(json.dumps({"token": SERVER, "do": "say", **request}).encode() + b"\n")
        try:
            return json.loads(await reader.readline())
        finally:
            writer.close()

    async def ask_all() -> list[object]:
        control = Control(tmp_path / "control.sock", SERVER, {"say": say})
        await control.open()
        try:
            requests = ({"order": 7, "text": "Supper!"}, {"order": 7, "text": "Supper!"}, {"order": 8, "text": "Tea!"})
            return [await ask(**each) for each in (*requests, {"text": "Tea!"}, {"text": "Tea!"})]
        finally:
            control.close()

    assert [1, 1, 2, 3, 4] == [answer["told"] for answer in asyncio.run(ask_all()) if isinstance(answer, dict)]
    assert ["Supper!", "Tea!", "Tea!", "Tea!"] == said
