"""Films of finished games: made by one process at a time when somebody first asks for one, then served as they are."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING, Final

from aiohttp import ETag, web

from roguelike.serve.published.public_folder import read_file

if TYPE_CHECKING:
    from roguelike.serve.paths import ServerPaths

LARGEST: Final = 4 << 20
MOST_WAITING: Final = 20
"""Films that are asked for and not made yet."""
MAKING: Final = "The film is being made."
BUSY: Final = "Many films are being made: try again in a minute."
FAILED: Final = "The film of this game cannot be made: it takes too long."
NO_FILES: Final = "There are no films here: this server keeps its games in a database."
_LONGEST: Final = 600.0
"""Seconds for one film: the process has the lowest priority, and may wait long for its minute."""
_REMEMBERED: Final = 1000
"""Games without a film that are remembered."""


class Films:
    """All films of a server."""

    def __init__(self, places: ServerPaths, *, has_files: bool) -> None:
        self._places = places
        self._has_files = has_files
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._failed: dict[str, str] = {}
        """Why there is no film, by the key of the game."""

    def answer(self, request: web.Request, key: str) -> web.Response:
        """Return the film of a published game, or status 202 while it is being made."""
        path = self._places.film(key)
        try:
            found = path.stat()
            tag = ETag(f"{found.st_mtime_ns:x}-{found.st_size:x}")
            known = request.if_none_match or ()
            response = web.Response(status=304) if tag in known else _packed(request, read_file(path, LARGEST))
            response.etag = tag
        except OSError:
            return self._ask(key)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def _ask(self, key: str) -> web.Response:
        sentence = self._failed.get(key, "" if self._has_files else NO_FILES)
        if sentence:
            raise web.HTTPNotFound(text=sentence)
        if key not in self._waiting:
            if len(self._waiting) >= MOST_WAITING:
                return web.Response(status=503, text=BUSY)
            self._waiting[key] = asyncio.ensure_future(self._make(key))
        return web.Response(status=202, text=MAKING, headers={"Cache-Control": "no-store"})

    async def _make(self, key: str) -> None:
        try:
            sentence = ""
            with contextlib.suppress(OSError):  # no process: whoever asks again has another attempt
                async with self._turn:
                    sentence = await _run(self._places, key)
            if sentence:
                self._failed[key] = sentence
                if len(self._failed) > _REMEMBERED:
                    del self._failed[next(iter(self._failed))]
        finally:
            del self._waiting[key]


async def _run(places: ServerPaths, key: str) -> str:
    """Make a film in a process of its own; returns why it could not."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "roguelike.serve.published.filming", str(places.root), key),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(_LONGEST):
            told, _ = await process.communicate()
        return FAILED if process.returncode else told.decode(errors="replace").strip()
    except TimeoutError:
        return FAILED
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _packed(request: web.Request, film: bytes) -> web.Response:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=film, content_type="application/x-ndjson", headers={"Content-Encoding": "gzip"})
    return web.Response(body=film, content_type="application/gzip")
