"""Pages, with what is known at the moment in them; every text in them is escaped."""

from __future__ import annotations

import html
import string
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.serve.settings import ServeSettings
    from roguelike.serve.watching.listed_game import ListedGame
    from roguelike.serve.web.assets import Assets


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


def ssh_command(settings: ServeSettings, asked: str) -> str:
    """Return how to play by SSH; empty where the port is any.

    Args:
        settings: those of the server.
        asked: the host that a browser has asked for, which counts where the address of the pages is not set.
    """
    try:
        host = urlsplit(settings.web_origin or f"//{asked}").hostname
    except ValueError:
        return ""
    port = settings.listen[0].rpartition(":")[2]
    if not host or port == "0":
        return ""
    return f"ssh {host}" if port == "22" else f"ssh -p {port} {host}"


def _item(game: ListedGame) -> str:
    name, told = html.escape(game.name), html.escape(game.about())
    return f'<li><a href="/watch/{quote(game.name, safe="")}"><b>{name}</b></a> <span>{told}</span></li>'
