"""Pages, with what is known at the moment in them; every text in them is escaped."""

from __future__ import annotations

import html
import string
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from aiohttp import web

from roguelike.serve.watching.listed_game import ListedGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roguelike.serve.web.assets import Assets


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def page(assets: Assets, file: str, **parts: str) -> web.Response:
    """Return a page; `parts` stand where it has `$name`, escaped unless they are markup."""
    escaped = {key: part if isinstance(part, Markup) else html.escape(part) for key, part in parts.items()}
    text = string.Template(assets.text(file)).substitute(escaped)
    response = web.Response(text=text, content_type="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.enable_compression()
    return response


def games_table(games: Iterable[Mapping[str, Any]]) -> Markup:
    """Return the games in progress as items of a list."""
    found = [ListedGame.of(each) for each in games]
    if not found:
        return Markup("<li>Nobody plays now, or nobody wants to be watched.</li>")
    return Markup("".join(map(_item, found)))


def _item(game: ListedGame) -> str:
    name, *rest = game.columns()
    told = html.escape(", ".join(filter(None, rest)))
    return f'<li><a href="/watch/{quote(name, safe="")}">{html.escape(name)}</a>: {told}</li>'
