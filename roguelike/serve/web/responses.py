"""HTTP responses: gzip for clients that accept it, 304 for cached pages, and WebSockets."""

from __future__ import annotations

import asyncio
import re
import zlib
from typing import TYPE_CHECKING, Final

from aiohttp import ETag, web

from roguelike.serve.web.frame_encoder import PROTOCOL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

_ZERO_WEIGHT: Final = re.compile(r"q=0(\.0*)?")
HEARTBEAT: Final = 20.0
"""Seconds between two pings; without an answer for half of that the connection is closed."""
WRITER_LIMIT: Final = 0
"""Bytes in the buffer of a WebSocket above which a send waits: with none, a page gets the newest frame next."""
_CHUNK: Final = 64 << 10
"""Bytes that are decompressed in one iteration of the loop."""
_GZIP: Final = 16 + zlib.MAX_WBITS


async def open_socket(request: web.Request, max_message: int) -> web.WebSocketResponse:
    """Return a WebSocket for messages of at most `max_message` bytes.

    Raises:
        HTTPBadRequest: the request does not open a WebSocket.
    """
    response = web.WebSocketResponse(
        protocols=(PROTOCOL,), heartbeat=HEARTBEAT, max_msg_size=max_message, writer_limit=WRITER_LIMIT
    )
    try:
        await response.prepare(request)
    except ValueError:  # a key that is not ASCII
        raise web.HTTPBadRequest from None
    return response


def accepts_gzip(request: web.Request) -> bool:
    """Return whether the client accepts gzip."""
    accepted = {}
    for offer in ",".join(request.headers.getall("Accept-Encoding", ())).lower().split(","):
        coding, _, weight = offer.partition(";")
        accepted[coding.strip()] = not _ZERO_WEIGHT.fullmatch(weight.strip())
    return accepted.get("gzip", accepted.get("*", False))


def compress(request: web.Request, response: web.StreamResponse) -> None:
    """Compress a text by gzip if the client accepts that, and it is not compressed yet."""
    is_text = isinstance(response, web.Response) and response.status == web.HTTPOk.status_code
    if is_text and "Content-Encoding" not in response.headers and accepts_gzip(request):
        response.enable_compression(web.ContentCoding.gzip)


def gzipped_response(request: web.Request, chunks: Iterable[bytes], media_type: str) -> web.Response:
    """Return a text from chunks of its gzip file, decompressed for clients that do not accept gzip."""
    if accepts_gzip(request):
        headers = {"Content-Encoding": "gzip"}
        return web.Response(body=_chunks(chunks), content_type=media_type, charset="utf-8", headers=headers)
    return web.Response(body=_decompressed(chunks), content_type=media_type, charset="utf-8")


def unless_cached(request: web.Request, response: web.Response, tag: str) -> web.Response:
    """Return a page, or 304 if the browser has it; browsers ask each time, since a player may withdraw a game.

    `tag` identifies the content, compressed or not.
    """
    cached = request.if_none_match or ()
    is_cached = any(each in {ETag(tag), ETag(tag, is_weak=True)} for each in cached)
    answer = web.Response(status=304) if is_cached else response
    answer.etag = ETag(tag, is_weak=True)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


async def _chunks(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield chunks as the client reads them, so that few are in memory."""
    for chunk in chunks:
        yield chunk


async def _decompressed(chunks: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield the decompressed text, at most `_CHUNK` bytes at a time."""
    decompressor = zlib.decompressobj(_GZIP)
    for chunk in chunks:
        rest = chunk
        while part := decompressor.decompress(rest, _CHUNK):
            rest = decompressor.unconsumed_tail
            yield part
            await asyncio.sleep(0)
