"""Requests for films: one job at a time, a bounded queue, and a sentence if there is no film."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import AccountPages, Publisher, record_of
from roguelike.serve.watching.privacy import EVERYBODY, keep_watched
from roguelike.serve.web import films as films_module
from roguelike.serve.web.films import BUSY, FAILED, LATER, MAKING, MAX_WAITING, Films
from roguelike.store.sqlite.data_folder import DataFolder
from tests.serve.published.examples import archived
from tests.serve.web.page import Page
from tests.serving import wait_until
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.serve.published.game_record import GameRecord
    from tests.serve.web.browsing import Visitor
    from tests.serving import Served

REQUEST = make_mocked_request("GET", "/games/ann-0001/film")


def game(number: int, **line: Any) -> GameRecord:  # noqa: ANN401 -- fields
    """Return the record of a finished game."""
    return record_of(archived(f"ann-{number:04}", **line), 1)


def test_a_film_is_made_when_somebody_asks(visitor: Visitor, server: Served) -> None:
    """By another process; then it is served compressed, until the game is withdrawn."""
    places = ServerPaths(server.data)
    account = 10**6 + 1
    library = store_in(DataFolder(places.player(account), places.root), places)
    library.pages = AccountPages(Publisher(places), account)
    keep_watched(library.rows, EVERYBODY)
    playing = begun(library, "film", SHORT).to_the_end()
    playing.play.finish(playing.account)
    playing.quit()

    for path, status in (("film-0001/film", 202), ("film-0001.cast", 503)):
        found, text, headers = visitor.get(f"/games/{path}")
        assert (found, text, headers["Retry-After"]) == (status, MAKING, "2")
    wait_until(lambda: visitor.get("/games/film-0001/film")[0] == 200)
    _, text, headers = visitor.get("/games/film-0001/film")
    assert headers["Content-Encoding"] == "gzip"
    page = Page()
    for line in text.splitlines():
        page.take(line)
    assert "HP: 0" in page.text
    wait_until(lambda: visitor.get("/games/film-0001.cast")[0] == 200)
    _, text, headers = visitor.get("/games/film-0001.cast", **{"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in headers
    assert headers["Content-Type"].startswith("application/x-asciicast")
    assert json.loads(text.splitlines()[0])["version"] == 2
    assert visitor.get("/games/film-0001.cast", **{"If-None-Match": headers["Etag"]})[0] == 304
    assert visitor.get("/games/film-0002/film")[0] == 404
    Publisher(places).withdraw(account)
    assert visitor.get("/games/film-0001/film")[0] == 404


def test_a_film_whose_maker_died_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as a lack of memory or disk space; the log has the reason."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    monkeypatch.setattr(films_module, "_PAUSE", 0.0)

    async def ask() -> None:
        films = Films(ServerPaths(tmp_path))
        for _ in range(2):
            assert films.answer(REQUEST, game(1)).status == 202
            await asyncio.gather(*films._waiting.values())
        monkeypatch.setattr(films_module, "_PAUSE", 60.0)
        films.answer(REQUEST, game(1))
        await asyncio.gather(*films._waiting.values())
        with pytest.raises(web.HTTPNotFound) as refused:
            films.answer(REQUEST, game(1))
        assert refused.value.text == LATER

    asyncio.run(ask())


def test_films_are_made_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is bounded; a film that cannot be made is not tried again.

    A later game of the same name is another one.
    """
    places = ServerPaths(tmp_path)
    places.make()
    begun_jobs: list[str] = []
    release = asyncio.Event()

    async def run(_: ServerPaths, key: str, *__: object) -> str:
        begun_jobs.append(key)
        await release.wait()
        release.clear()
        return FAILED if key == "ann-0000" else ""

    monkeypatch.setattr(films_module, "_run", run)

    async def ask_for_many() -> None:
        films = Films(places)
        for number in range(MAX_WAITING):
            for _ in range(2):
                assert films.answer(REQUEST, game(number)).status == 202
        response = films.answer(REQUEST, game(9999))
        assert (response.status, response.text, response.headers["Retry-After"]) == (503, BUSY, "60")
        await asyncio.sleep(0)
        assert begun_jobs == ["ann-0000"]
        release.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun_jobs == ["ann-0000", "ann-0001"]
        with pytest.raises(web.HTTPNotFound) as refused:
            films.answer(REQUEST, game(0))
        assert refused.value.text == FAILED
        assert films.answer(REQUEST, game(0, score=1)).status == 202
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(ask_for_many())
