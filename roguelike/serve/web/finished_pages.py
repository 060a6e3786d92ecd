"""Pages of finished games, from plain files: scores, a feed, and a page for each game."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import html
import itertools
import json
from typing import TYPE_CHECKING, Final
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from aiohttp import web

from roguelike.serve.published.public_folder import Index, PublicFolder
from roguelike.serve.web.responses import gzipped_response, unless_cached
from roguelike.serve.web.templates import Markup, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.published.game_record import GameRecord
    from roguelike.serve.web.assets import Assets
    from roguelike.serve.web.films import Films

NO_GAME: Final = "No such finished game. Its player may have withdrawn it."
_NEWEST: Final = 10
"""Finished games on the front page."""
_BEST: Final = 5
"""Scores on the front page."""
_IN_FEED: Final = 50
_LEGENDS: Final = {
    "*": "* spoiled: seed or level revealed during play",
    "~": "~ maybe spoiled: imported, or its mark cannot be checked",
    "?": "? unverified: not confirmed by a replay",
}
_HEAD: Final = ("Rank", "Score, player", "Outcome", "Turns", "Kills", "Feats", "Date")


class FinishedPages:
    """Serves the pages; `origin` returns the origin of the server for a request."""

    def __init__(self, places: ServerPaths, assets: Assets, films: Films, origin: Callable[[web.Request], str]) -> None:
        self._films = films
        self._folder = PublicFolder(places.public)
        self._assets = assets
        self._origin = origin
        self._index = Index()
        self._stamp: tuple[int, int, int] | None = None
        """Inode, modification time and size of the last index read."""
        self._made: dict[str, bytes] = {}
        """Texts made from the index by path, compressed by gzip."""

    @property
    def routes(self) -> list[web.RouteDef]:
        """The routes of the pages."""
        return [
            web.get("/scores", self._scores),
            web.get("/scores.json", self._scores_as_json),
            web.get("/feed.xml", self._feed),
            web.get("/games/{key}.txt", self._morgue),
            web.get("/games/{key}.cast", self._cast),
            web.get("/games/{key}/film", self._film),
            web.get("/games/{key}", self._game),
        ]

    def newest(self) -> Markup:
        """Return the list items of the newest finished games."""
        return Markup("".join(map(_item, self.index().newest[:_NEWEST])) or "<li>None yet.</li>")

    def best(self) -> Markup:
        """Return the list of the best scores: standard games of the newest edition of each rule set."""
        usual = [each for each in self.index().best if not each.board]
        newest: dict[str, int] = {}
        for each in usual:
            newest[each.rules] = max(each.edition, newest.get(each.rules, 0))
        shown = sorted((each for each in usual if each.edition == newest[each.rules]), key=lambda record: record.place)
        items = "".join(map(_best, shown[:_BEST]))
        return Markup(f"<ol>{items}</ol>" if items else "<p>None yet.</p>")

    def last_of(self, name: str) -> str:
        """Return the key of a player's newest finished game; empty without one."""
        return next((each.key for each in self.index().newest if each.name == name), "")

    def index(self) -> Index:
        """Return the index, read again after changes; the last valid one if it is damaged."""
        try:
            found = self._folder.index_path.stat()
            stamp = found.st_ino, found.st_mtime_ns, found.st_size
            if stamp != self._stamp:
                self._stamp = stamp  # first: a damaged index is read once
                self._index = self._folder.index()
                self._made.clear()
        except FileNotFoundError:
            self._index, self._stamp = Index(), None
            self._made.clear()
        except (OSError, ValueError):
            pass
        return self._index

    async def _scores(self, request: web.Request) -> web.Response:
        def make() -> str:
            boards = Markup("".join(_boards(self._index.best)) or "<p>No game has been published yet.</p>")
            return render(self._assets, "scores.html", boards=boards)

        return self._from_index(request, make, "text/html")

    async def _scores_as_json(self, request: web.Request) -> web.Response:
        def make() -> str:
            return json.dumps({"scores": [record.public for record in self._index.best]})

        return self._from_index(request, make, "application/json")

    def _from_index(self, request: web.Request, make: Callable[[], str], kind: str) -> web.Response:
        """Return a text that is made and compressed once for each index."""
        self.index()
        if request.path not in self._made:
            self._made[request.path] = gzip.compress(make().encode(), 6, mtime=0)
        packed = self._made[request.path]
        return unless_cached(request, gzipped_response(request, [packed], kind), _digest(packed))

    async def _feed(self, request: web.Request) -> web.Response:
        feed = _atom(self.index().newest[:_IN_FEED], self._origin(request))
        return _text(request, feed, "application/atom+xml")

    async def _game(self, request: web.Request) -> web.Response:
        record, morgue = self._found(request)
        facts = (f"{name}: {value}" for name, value in _facts(record) if value)
        when = dt.datetime.fromisoformat(record.when)
        parts = {
            "key": record.key,
            "heading": f"{record.name}: {record.rules}",
            "when": when.isoformat(timespec="seconds"),
            "ended": f"{when:%Y-%m-%d %H:%M} {when.tzname()}",
            "sentence": record.sentence,
            "facts": Markup("".join(f"<li>{html.escape(fact)}</li>" for fact in facts)),
            "morgue": morgue.partition("\n\n")[2],  # without the first paragraph, which is the sentence
        }
        return _text(request, render(self._assets, "game.html", **parts), "text/html")

    async def _morgue(self, request: web.Request) -> web.Response:
        return _text(request, self._found(request)[1], "text/plain")

    async def _film(self, request: web.Request) -> web.Response:
        return self._films.answer(request, self._found(request)[0])

    async def _cast(self, request: web.Request) -> web.Response:
        return self._films.answer(request, self._found(request)[0], "cast")

    def _found(self, request: web.Request) -> tuple[GameRecord, str]:
        key = request.match_info["key"]
        record, morgue = self._folder.record(key), self._folder.morgue(key)
        if record is None or morgue is None:
            raise web.HTTPNotFound(text=NO_GAME)
        return record, morgue


def _text(request: web.Request, text: str, kind: str) -> web.Response:
    """Return a text, or 304 if the browser has it."""
    content = text.encode()
    return unless_cached(request, web.Response(body=content, content_type=kind, charset="utf-8"), _digest(content))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:24]


def _boards(records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield the boards as HTML, by rule set: newest edition first, standard games first."""
    shown = sorted(records, key=lambda record: (record.rules, -record.edition, record.board, *record.place))
    for rules, of_rules in itertools.groupby(shown, lambda record: record.rules):
        yield f"<h2>{html.escape(rules)}</h2>"
        signs: set[str] = set()
        newest = None
        for (edition, board), group in itertools.groupby(of_rules, lambda record: (record.edition, record.board)):
            newest = newest or edition
            named = ", ".join(filter(None, (f"edition {edition}" if edition != newest else "", board)))
            records_of_board = list(group)
            signs.update(sign for record in records_of_board for sign in _signs(record))
            yield _board(named, records_of_board)
        yield "".join(f"<p>{legend}</p>" for sign, legend in _LEGENDS.items() if sign in signs)


def _board(named: str, records: Iterable[GameRecord]) -> str:
    rows = [_row(place, record) for place, record in enumerate(records, start=1)]
    columns = [at for at in range(len(_HEAD)) if any(row[at] for row in rows)]
    head = "".join(f'<th scope="col">{_HEAD[at]}</th>' for at in columns)
    body = "".join(f"<tr>{''.join(f'<td>{row[at]}</td>' for at in columns)}</tr>" for row in rows)
    caption = f"<caption>{html.escape(named)}</caption>" if named else ""
    return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(place: int, record: GameRecord) -> Sequence[str]:
    """Return the cells of a row as HTML."""
    where = f" on D{record.depth}" if record.depth and record.outcome == "died" else ""
    cells = (
        record.outcome + where + _signs(record),
        str(record.turns),
        str(record.kills),
        ", ".join(record.feats),
        _day(record),
    )
    shown = html.escape(f"{record.score} {record.name}")
    link = f'<a href="{_path(record)}" aria-label="{shown}, {html.escape(record.rules)}">{shown}</a>'
    return (str(place), link, *map(html.escape, cells))


def _signs(record: GameRecord) -> str:
    """Return the signs after an outcome, as in the game."""
    return {True: "*", False: "", None: "~"}[record.spoiled] + "?" * (not record.verified)


def _item(record: GameRecord) -> str:
    text = html.escape(f"{record.rules}, {_day(record)}")
    return f'<li><a href="{_path(record)}">{html.escape(record.sentence)}</a> {text}</li>'


def _best(record: GameRecord) -> str:
    text = html.escape(f"{record.score} {record.name}, {record.rules}")
    return f'<li><a href="{_path(record)}">{text}</a></li>'


def _facts(record: GameRecord) -> Iterator[tuple[str, str]]:
    """Yield facts that the morgue does not have; empty values are omitted."""
    yield "Not ranked", "" if record.ranked else "the rules changed during the game"
    yield "Verified", "replayed on the server with the same result" if record.verified else ""
    yield "Not verified", "" if record.verified else "no replay on the server has confirmed the result"
    yield "Spoiled", "seed or level revealed during play" if record.spoiled else ""
    yield "Maybe spoiled", "imported, or its mark cannot be checked" if record.spoiled is None else ""


def _path(record: GameRecord) -> str:
    return f"/games/{quote(record.key, safe='')}"


def _day(record: GameRecord) -> str:
    return record.when[:10]


def _atom(records: Iterable[GameRecord], origin: str) -> str:
    """Return an Atom feed of games."""
    shown = list(records)
    updated = shown[0].when if shown else "1970-01-01T00:00:00+00:00"
    entries = "".join(_entry(record, origin) for record in shown)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<title>roguelike: finished games</title><id>{escape(origin)}/feed.xml</id>"
        f'<link rel="self" href={quoteattr(origin + "/feed.xml")}/><link href={quoteattr(origin + "/")}/>'
        f"<updated>{escape(updated)}</updated><author><name>roguelike</name></author>{entries}</feed>\n"
    )


def _entry(record: GameRecord, origin: str) -> str:
    address = origin + _path(record)
    summary = f"{record.rules}: {record.score} points in {record.turns} turns."
    return (
        f"<entry><title>{escape(record.sentence)}</title><id>{escape(address)}</id><link href={quoteattr(address)}/>"
        f"<updated>{escape(record.when)}</updated><author><name>{escape(record.name)}</name></author>"
        f"<summary>{escape(summary)}</summary></entry>"
    )
