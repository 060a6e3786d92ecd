"""Films of finished games, made on the first request by one process at a time, then served from files."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import signal
import sys
from typing import TYPE_CHECKING, Final, TypeAlias

from aiohttp import web

from roguelike.serve.logs import log
from roguelike.serve.published.public_folder import pieces
from roguelike.serve.remedies import cause_of
from roguelike.serve.web.responses import gzipped_response, unless_cached

if TYPE_CHECKING:
    from roguelike.serve.channel import Message
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.published.game_record import GameRecord

MAX_FILM: Final = 4 << 20
KINDS: Final = {"film": "application/x-ndjson", "cast": "application/x-asciicast"}
"""Media types by form."""
MAX_WAITING: Final = 20
"""Films in the queue."""
MAKING: Final = "Preparing the film."
BUSY: Final = "Many films are being made: try again in a minute."
FAILED: Final = "The film of this game cannot be made: it takes too long."
LATER: Final = "The film cannot be made now: try again in a minute."
_PAUSE: Final = 60.0
"""Seconds until the next attempt after a temporary failure."""
_WHILE_MADE: Final = "2"
_WHILE_BUSY: Final = "60"
"""Seconds until a client retries."""
_TIMEOUT: Final = 600.0
"""Seconds to make a film: the process has the lowest priority, and may wait long for its CPU time."""
_REMEMBERED: Final = 1000
"""Failures that are remembered."""
_Film: TypeAlias = "tuple[GameRecord, str]"
"""Game and form; another game may get the same key later."""


class Films:
    """Serves films, and starts the processes that make them."""

    def __init__(self, places: ServerPaths, hello: Message | None = None) -> None:
        """Prepare to serve; `hello` is the credentials of makers for the clerk, None if games are in files."""
        self._places = places
        self._hello = hello
        self._waiting: dict[_Film, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._failed: dict[_Film, tuple[str, float]] = {}
        """Sentence by film, and when it may be tried again, on the clock of the loop."""

    def answer(self, request: web.Request, game: GameRecord, form: str = "film") -> web.Response:
        """Return the film of a published game, or a response that asks the client to retry while it is made."""
        path = self._places.film(game.key, form)
        try:
            found = path.lstat()
        except OSError:
            return self._ask((game, form))
        tag = f"{found.st_mtime_ns:x}-{found.st_size:x}"
        return unless_cached(request, gzipped_response(request, pieces(path, MAX_FILM), KINDS[form]), tag)

    def _ask(self, film: _Film) -> web.Response:
        sentence, until = self._failed.get(film, ("", 0.0))
        if asyncio.get_running_loop().time() < until:
            raise web.HTTPNotFound(text=sentence)
        if film not in self._waiting:
            if len(self._waiting) >= MAX_WAITING:
                return web.Response(status=503, text=BUSY, headers={"Retry-After": _WHILE_BUSY})
            self._waiting[film] = asyncio.ensure_future(self._make(film))
        status = 202 if film[1] == "film" else 503  # no client is to save the sentence as the file
        headers = {"Cache-Control": "no-store", "Refresh": _WHILE_MADE, "Retry-After": _WHILE_MADE}
        return web.Response(status=status, text=MAKING, headers=headers)

    async def _make(self, film: _Film) -> None:
        game, form = film
        try:
            sentence = ""
            with contextlib.suppress(OSError):  # no process could be started: the next request tries again
                async with self._turn:
                    sentence = await _run(self._places, game.key, form, self._hello)
            if sentence:
                until = asyncio.get_running_loop().time() + _PAUSE if sentence == LATER else math.inf
                self._failed[film] = sentence, until
                if len(self._failed) > _REMEMBERED:
                    del self._failed[next(iter(self._failed))]
        finally:
            del self._waiting[film]


async def _run(places: ServerPaths, key: str, form: str, hello: Message | None) -> str:
    """Make a film in another process; return why that failed, empty if it may be tried again."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "roguelike.serve.published.filming", str(places.root), key, form),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(_TIMEOUT):
            output, _ = await process.communicate(json.dumps(hello).encode())
        if process.returncode and process.returncode != -signal.SIGXCPU:
            log("no film", level=logging.ERROR, game=key, why=cause_of(process.returncode))
            return LATER
        return FAILED if process.returncode else output.decode(errors="replace").strip()
    except TimeoutError:
        return FAILED
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
