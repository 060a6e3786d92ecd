"""Pages, with what is known at the moment in them; every text in them is escaped."""

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


_ANY: Final = {"0.0.0.0", "::"}  # noqa: S104 -- told, not bound
_SSH: Final = 22


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def page(assets: Assets, file: str, **parts: str) -> web.Response:
    """Return a page; `parts` stand where it has `$name`, escaped unless they are markup."""
    response = web.Response(text=page_text(assets, file, **parts), content_type="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def page_text(assets: Assets, file: str, **parts: str) -> str:
    """Return the HTML of a page."""
    escaped = {key: part if isinstance(part, Markup) else html.escape(part) for key, part in parts.items()}
    return string.Template(assets.text(file)).substitute(escaped)


def games_list(games: Iterable[ListedGame]) -> Markup:
    """Return the games in progress as items of a list."""
    return Markup("".join(map(_item, games)))


def ssh_command(addresses: Iterable[tuple[str, int]], settings: ServeSettings, asked: str) -> str:
    """Return how to play by SSH; empty where a browser of another machine could not, or a load balancer is between.

    Args:
        addresses: on which clients of SSH arrive.
        settings: those of the server.
        asked: the host that a browser has asked for, which counts where the address of the pages is not set.
    """
    try:
        host = urlsplit(settings.web_origin or f"//{asked}").hostname
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
    name, told = html.escape(game.name), html.escape(game.about())
    return f'<li><a href="/watch/{quote(game.name, safe="")}"><b>{name}</b></a> <span>{told}</span></li>'
