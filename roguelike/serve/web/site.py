"""The web site: routes, checks of every request, and the pages that are no finished games."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import ipaddress
import logging
import pathlib
import re
from typing import TYPE_CHECKING, Final

from aiohttp import web

from roguelike.serve.addresses import network_of, plain_address
from roguelike.serve.logs import SILENT, log
from roguelike.serve.web.assets import Assets
from roguelike.serve.web.browser_keys import AGE, COOKIE, PLAIN_COOKIE, fingerprint_of, new_secret
from roguelike.serve.web.connection_guard import MAX_OF_ADDRESS, ConnectionGuard
from roguelike.serve.web.films import Films
from roguelike.serve.web.finished_pages import FinishedPages
from roguelike.serve.web.gateway_client import GatewayClient
from roguelike.serve.web.play_sockets import play, play_in_lines
from roguelike.serve.web.rate_limits import REQUEST_BURST, REQUEST_RATE, NetworkBuckets, counted
from roguelike.serve.web.responses import compress
from roguelike.serve.web.templates import games_list, page_response, render, ssh_command
from roguelike.serve.web.thumbnails import Thumbnails
from roguelike.serve.web.watch_sockets import WatchSockets
from roguelike.serve.web.watched_games import WatchedGames

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable

    from roguelike.serve.channel import Message
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "roguelike",
    "Vary": "Accept-Encoding",
}
_PLAYED: Final = ("/socket/play", "/socket/lines")
"""Paths at which the gateway refuses banned players, in a sentence that the page shows."""
_MAX_HEADER: Final = 8 << 10
_STOPPING: Final = 2.0
"""Seconds for connections to close when the server stops."""
_KEPT_ALIVE: Final = 15.0
"""Seconds from a response to the next request on the same connection."""
FOREIGN: Final = "This request came from another site."
MOVED: Final = "The pages are at {origin}: open them there."
NO_ORIGIN: Final = "Nobody can play at this address: the server has no web-origin."
TOO_MANY: Final = "Your address has too many requests in progress: try again in a minute."
FAULT: Final = "Something went wrong on the server: try again. The error was logged."
_SENTENCES: Final = {
    400: "This is not a request that a browser sends.",
    404: "Page not found.",
    405: "This page does not allow that method.",
    413: "This request is too large.",
}


class Site:
    """The web application of a server."""

    def __init__(
        self,
        places: ServerPaths,
        settings: ServeSettings,
        listeners: list[socket.socket],
        *,
        ssh: list[tuple[str, int]],
        hello: Message | None,
    ) -> None:
        """Prepare to serve.

        Args:
            places: the data folder.
            settings: the settings of the server.
            listeners: the sockets for browsers.
            ssh: the addresses and ports for SSH clients.
            hello: the credentials of film makers for the clerk; None if games are in files.
        """
        self.gateway = GatewayClient()
        self._listeners = listeners
        self.apply(settings)
        self._ssh = ssh
        self._assets = Assets(pathlib.Path(__file__).parent / "static")
        self.finished = FinishedPages(places, self._assets, Films(places, hello), self._address_for)
        games = WatchedGames(places)
        self._watch_sockets = WatchSockets(self.gateway, games, Thumbnails(self.gateway, games), self.finished.last_of)
        self._app = web.Application(middlewares=[self._guard])
        self._app.add_routes(
            [
                web.get("/", self._index),
                web.get("/watch/{name}", self._watch_page),
                web.get("/play", self._page_to_play),
                web.post("/play", self._begin),
                web.get("/lines", self._page_to_play),
                web.post("/lines", self._begin),
                web.get("/static/{file}", self._assets.answer),
                web.get("/socket/games", self._show_thumbnails, allow_head=False),
                web.get("/socket/watch/{name}", self._watch, allow_head=False),
                web.get("/socket/play", self._play, allow_head=False),
                web.get("/socket/lines", self._play_in_lines, allow_head=False),
                *self.finished.routes,
            ]
        )
        self._runner = web.AppRunner(
            self._app,
            access_log=None,
            logger=SILENT,
            shutdown_timeout=_STOPPING,
            max_field_size=_MAX_HEADER,
            max_line_size=_MAX_HEADER,
            keepalive_timeout=_KEPT_ALIVE,
            lingering_time=0.0,  # no request needs a body: after one with a body the connection is closed
        )
        self._connections: ConnectionGuard | None = None
        self._servers: list[asyncio.Server] = []
        self._requests: collections.Counter[str] = collections.Counter()
        """Requests in progress, by network."""
        self._rates = NetworkBuckets(REQUEST_BURST, REQUEST_RATE)

    def apply(self, settings: ServeSettings) -> None:
        """Apply new settings."""
        self._settings = settings
        self._origins = _origins_of(settings, self._listeners)
        self._has_logged_origin = False
        self._proxies = [ipaddress.ip_network(each) for each in settings.web_proxies]

    async def open(self) -> None:
        """Start to accept connections."""
        await self._runner.setup()
        server = self._runner.server
        if server is None:
            raise RuntimeError("no server")
        self._connections = ConnectionGuard(server, self._is_proxy)
        loop = asyncio.get_running_loop()
        self._servers = [await loop.create_server(self._connections, sock=each) for each in self._listeners]

    def drain(self) -> None:
        """Stop accepting connections; keep open ones."""
        for server in self._servers:
            server.close()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Handle a request of a guarded connection, and send the response."""
        if self._connections is None:
            raise RuntimeError("not open")
        with self._connections.answering(request.transport):
            response = await self._limited(request, handler)
            if not isinstance(response, web.WebSocketResponse):
                await response.prepare(request)
                await response.write_eof()
            return response

    async def _limited(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request within the limits of its network."""
        network = network_of(self.address_of(request))
        has_many = self._requests[network] >= MAX_OF_ADDRESS  # as connections, also behind a proxy
        if has_many or not self._rates.of(network).take(asyncio.get_running_loop().time()):
            refusal = self._refusal(request, 429, TOO_MANY)
            refusal.force_close()
            return refusal
        if self._connections is not None and _is_socket(request):
            self._connections.note_socket(request.transport, network)
        with counted(self._requests, network):
            return await self._answer(request, handler)

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, unless its origin or its address is refused; add the security headers."""
        if not request.host.isascii():
            return self._refusal(request, 400, _SENTENCES[400])
        if (_is_socket(request) or request.method == "POST") and request.headers.get("Origin") not in self._origins:
            return self._refusal(request, 403, self._foreign(request))
        if request.path not in _PLAYED and (ban := await self.gateway.ban_of(self.address_of(request))):
            return self._refusal(request, 403, ban)
        try:
            response = await handler(request)
        except ConnectionError:  # the browser has closed the connection
            raise
        except web.HTTPException as error:
            return self._refusal(request, error.status, _sentence(error), _kept(error))
        except Exception as error:  # noqa: BLE001 -- no traceback reaches a browser
            log("fault", level=logging.ERROR, why=f"{request.path}: {type(error).__name__}: {error}")
            return self._refusal(request, 500, FAULT)
        if not isinstance(response, web.WebSocketResponse):
            response.headers.update(_HEADERS)
            compress(request, response)
        return response

    def _refusal(
        self, request: web.Request, status: int, sentence: str, more: dict[str, str] | None = None
    ) -> web.Response:
        """Return an error response: a page with links for browsers, plain text for scripts."""
        headers = {**_HEADERS, "Cache-Control": "no-store", **(more or {})}
        if "text/html" not in request.headers.get("Accept", ""):
            return web.Response(text=sentence, status=status, headers=headers)
        text = render(self._assets, "error.html", status=str(status), sentence=sentence)
        return web.Response(text=text, status=status, headers=headers, content_type="text/html")

    def _foreign(self, request: web.Request) -> str:
        """Return the sentence that refuses a request of another origin.

        One of our own pages at another address names the right one, and is logged once, since the setting may be wrong
        or missing. The ports may differ, since proxies leave them out.
        """
        origin, ours = request.headers.get("Origin", ""), self._settings.web_origin
        if _host_in(origin.partition("://")[2]) != _host_in(request.host):
            return FOREIGN
        if not self._has_logged_origin:
            self._has_logged_origin = True
            log("other origin", level=logging.WARNING, origin=origin, why=f"web-origin is {ours or 'not set'}")
        return MOVED.format(origin=ours) if ours else NO_ORIGIN

    def _is_proxy(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        found = ipaddress.ip_address(address.partition("%")[0])
        return any(found in network for network in self._proxies)

    def address_of(self, request: web.Request) -> str:
        """Return the address of a browser: the peer, or the last one that a trusted proxy added."""
        address = request.remote or "127.0.0.1"
        if self._is_proxy(address):
            given = request.headers.getall("X-Forwarded-For", [""])[-1].rpartition(",")[2].strip()
            with contextlib.suppress(ValueError):
                return plain_address(str(ipaddress.ip_address(given)))
        return plain_address(address)

    def _address_for(self, request: web.Request) -> str:
        """Return the origin of the pages for a browser."""
        return self._settings.web_origin or f"http://{request.host}"

    @property
    def _cookie(self) -> str:
        return COOKIE if self._settings.web_origin.startswith("https:") else PLAIN_COOKIE

    def _key_of(self, request: web.Request) -> str:
        """Return the fingerprint of a browser's key; empty without one."""
        return fingerprint_of(request.cookies.get(self._cookie, ""))

    async def _index(self, request: web.Request) -> web.Response:
        parts = {"games": games_list(await self.gateway.games()), "finished": self.finished.newest()}
        ssh = ssh_command(self._ssh, self._settings, request.host)
        name = await self._name_of(request)
        return page_response(
            self._assets,
            "index.html",
            **parts,
            best=self.finished.best(),
            ssh=ssh,
            no_ssh="" if ssh else "hidden",
            play=f"Play as {name}" if name else "Play in the browser",
            at_once="#play" if name else "",
        )

    async def _watch_page(self, request: web.Request) -> web.Response:
        return page_response(self._assets, "watch.html", name=request.match_info["name"])

    async def _name_of(self, request: web.Request) -> str:
        """Return the account name of a browser; empty without one."""
        return await self.gateway.name_of(self._key_of(request))

    async def _page_to_play(self, request: web.Request) -> web.Response:
        """Return a page to play on; renew the cookie of a browser that has a key."""
        guests, has_key = "" if self._settings.guests else "hidden", bool(self._key_of(request))
        name = await self._name_of(request)
        texts = {"has_key": "yes" if has_key else "no", "play": f"Play as {name}" if name else "Play"}
        response = page_response(self._assets, f"{request.path.removeprefix('/')}.html", guests=guests, **texts)
        if has_key:
            self._keep_key(request, response)
        return response

    async def _begin(self, request: web.Request) -> web.Response:
        """Set or renew the cookie with the browser's key, and redirect to the game."""
        response = web.Response(status=303, headers={"Location": f"{request.path}#play"})
        self._keep_key(request, response)
        return response

    def _keep_key(self, request: web.Request, response: web.Response) -> None:
        """Set the browser's cookie for `AGE` from now, with a new secret if it has none."""
        response.set_cookie(
            self._cookie,
            request.cookies[self._cookie] if self._key_of(request) else new_secret(),
            max_age=AGE,
            secure=self._cookie == COOKIE,
            httponly=True,
            samesite="Strict",
            path="/",
        )

    async def _watch(self, request: web.Request) -> web.WebSocketResponse:
        return await self._watch_sockets.watch(request, request.match_info["name"], self.address_of(request))

    async def _show_thumbnails(self, request: web.Request) -> web.WebSocketResponse:
        return await self._watch_sockets.show_thumbnails(request, self.address_of(request))

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        return await play(request, self.gateway, self.address_of(request), self._played_key(request))

    async def _play_in_lines(self, request: web.Request) -> web.WebSocketResponse:
        return await play_in_lines(request, self.gateway, self.address_of(request), self._played_key(request))

    def _played_key(self, request: web.Request) -> str:
        """Return the fingerprint of the key to play with; empty if the page plays as a guest."""
        return "" if "guest" in request.query else self._key_of(request)


def _is_socket(request: web.Request) -> bool:
    """Return whether a request opens a WebSocket."""
    return request.headers.get("Upgrade", "").lower() == "websocket"


def _origins_of(settings: ServeSettings, listeners: list[socket.socket]) -> set[str]:
    """Return the origins of the own pages."""
    if settings.web_origin:
        return {settings.web_origin}
    ports = {listener.getsockname()[1] for listener in listeners}
    return {f"http://{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]") for port in ports}


def _host_in(place: str) -> str:
    """Return the host part of `host:port`."""
    return re.sub(r":\d*$", "", place).lower()


def _sentence(error: web.HTTPException) -> str:
    if isinstance(error, web.HTTPNotFound) and error.text and error.text != f"{error.status}: {error.reason}":
        return error.text  # ours
    return _SENTENCES.get(error.status, f"{error.reason}.")


def _kept(error: web.HTTPException) -> dict[str, str]:
    """Return the headers of an error that its response keeps."""
    return {name: error.headers[name] for name in ("Allow",) if name in error.headers}
