"""Templates of pages, filled with values; every value is escaped unless it is `Markup`."""

from __future__ import annotations

import html
import ipaddress
import string
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.settings import ServeSettings
    from roguelike.serve.watching.listed_game import ListedGame
    from roguelike.serve.web.assets import Assets


_ANY: Final = {"0.0.0.0", "::"}  # noqa: S104 -- shown, not bound
_SSH: Final = 22


class Markup(str):
    """HTML, which templates take as it is."""

    __slots__ = ()


def page_response(assets: Assets, file: str, **values: str) -> web.Response:
    """Return the response with the page of a template, which no cache stores; see `render`."""
    response = web.Response(text=render(assets, file, **values), content_type="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def render(assets: Assets, file: str, **values: str) -> str:
    """Return the HTML of template `file` with `values` in place of its `$name`s."""
    escaped = {name: value if isinstance(value, Markup) else html.escape(value) for name, value in values.items()}
    return string.Template(assets.text(file)).substitute(escaped)


def games_list(games: Iterable[ListedGame]) -> Markup:
    """Return the list items of the games in progress."""
    return Markup("".join(map(_item, games)))


def ssh_command(addresses: Iterable[tuple[str, int]], settings: ServeSettings, requested_host: str) -> str:
    """Return the command to play by SSH; empty if the browser cannot reach the listener, or behind a load balancer.

    Args:
        addresses: the listeners of the gateway, as address and port.
        settings: the settings of the server.
        requested_host: the Host header of the browser, used if `web_origin` is not set.
    """
    try:
        host = urlsplit(settings.web_origin or f"//{requested_host}").hostname
    except ValueError:
        return ""
    if not host or settings.proxy_protocol:
        return ""
    is_here = _is_loopback(host)
    for address, port in addresses:
        if is_here or not _is_loopback(address):
            name = address if is_here and address not in _ANY else host
            return f"ssh {name}" if port == _SSH else f"ssh -p {port} {name}"
    return ""


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


def _item(game: ListedGame) -> str:
    name, about = html.escape(game.name), html.escape(game.about())
    return f'<li><a href="/watch/{quote(game.name, safe="")}"><b>{name}</b></a> <span>{about}</span></li>'
