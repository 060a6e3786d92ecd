"""What answers have in common: packed where the client takes that, and not sent again where it has them."""

from __future__ import annotations

import asyncio
import re
import zlib
from typing import TYPE_CHECKING, Final

from aiohttp import ETag, web

from roguelike.serve.web.frame_encoder import PROTOCOL
from roguelike.serve.web.limits import HEARTBEAT, WRITER_LIMIT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

_NEVER: Final = re.compile(r"q=0(\.0*)?")
_PIECE: Final = 64 << 10
"""Bytes that are unpacked at once, since others wait meanwhile."""
_GZIP: Final = 16 + zlib.MAX_WBITS


async def open_socket(request: web.Request, largest: int) -> web.WebSocketResponse:
    """Return a WebSocket that takes messages of at most `largest` bytes.

    Raises:
        HTTPBadRequest: the request is none for a WebSocket.
    """
    response = web.WebSocketResponse(
        protocols=(PROTOCOL,), heartbeat=HEARTBEAT, max_msg_size=largest, writer_limit=WRITER_LIMIT
    )
    try:
        await response.prepare(request)
    except ValueError:  # a key that is not ASCII
        raise web.HTTPBadRequest from None
    return response


def takes_gzip(request: web.Request) -> bool:
    """Return whether a client takes what is packed by gzip."""
    taken = {}
    for each in ",".join(request.headers.getall("Accept-Encoding", ())).lower().split(","):
        coding, _, weight = each.partition(";")
        taken[coding.strip()] = not _NEVER.fullmatch(weight.strip())
    return taken.get("gzip", taken.get("*", False))


def pack(request: web.Request, response: web.StreamResponse) -> None:
    """Pack a text by gzip where the client takes that."""
    is_text = isinstance(response, web.Response) and response.status == web.HTTPOk.status_code
    if is_text and "Content-Encoding" not in response.headers and takes_gzip(request):
        response.enable_compression(web.ContentCoding.gzip)


def of_packed(request: web.Request, packed: Iterable[bytes], kind: str) -> web.Response:
    """Return a text of that media type which is packed by gzip already, and comes in pieces."""
    if takes_gzip(request):
        headers = {"Content-Encoding": "gzip"}
        return web.Response(body=_each(packed), content_type=kind, charset="utf-8", headers=headers)
    return web.Response(body=_unpacked(packed), content_type=kind, charset="utf-8")


def unless_known(request: web.Request, response: web.Response, tag: str) -> web.Response:
    """Return a page, or that the browser has it; it asks each time, since a player may withdraw a game.

    `tag` is what tells it from others, packed or not.
    """
    known = request.if_none_match or ()
    is_known = any(each in {ETag(tag), ETag(tag, is_weak=True)} for each in known)
    answer = web.Response(status=304) if is_known else response
    answer.etag = ETag(tag, is_weak=True)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


async def _each(packed: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield pieces as the client takes them: for one that does not read, little is in memory."""
    for piece in packed:
        yield piece


async def _unpacked(packed: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yield a packed text piece by piece."""
    unpacking = zlib.decompressobj(_GZIP)
    for part in packed:
        rest = part
        while piece := unpacking.decompress(rest, _PIECE):
            rest = unpacking.unconsumed_tail
            yield piece
            await asyncio.sleep(0)
