"""Making films of published games: which there are, and how many are kept."""

from __future__ import annotations

import gzip
import json
import os
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published import filming
from roguelike.serve.published.filming import TOO_LONG, UNREADABLE, make
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.watching.privacy import EVERYBODY, keep_watched
from roguelike.store.sqlite.data_folder import DataFolder
from tests.serve.web.page import Page
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server on which ann has ended two games."""
    places = ServerPaths(tmp_path)
    places.make()
    library = store_in(DataFolder(places.player(7), places.root), places)
    library.pages = AccountPages(Publisher(places), 7)
    keep_watched(library.rows, EVERYBODY)
    for _ in range(2):
        playing = begun(library, "ann", SHORT).to_the_end()
        playing.play.finish(playing.account)
        playing.quit()
    return places


def test_a_film_shows_the_end(places: ServerPaths) -> None:
    """It is made once."""
    assert make(places, "ann-0001") == ""
    page = Page()
    lines = gzip.decompress(places.film("ann-0001").read_bytes()).decode().splitlines()
    for line in lines:
        page.take(line)
    assert json.loads(lines[-1]) == {"over": True}
    assert "HP: 0" in page.text
    made = places.film("ann-0001").stat().st_ino
    assert make(places, "ann-0001") == ""
    assert places.film("ann-0001").stat().st_ino == made
    assert [path.name for path in places.films.iterdir()] == ["ann-0001.film"]


def test_an_asciicast_is_another_form(places: ServerPaths) -> None:
    """Any player of asciicasts shows it."""
    assert make(places, "ann-0001", "cast") == ""
    header, *events = gzip.decompress(places.film("ann-0001", "cast").read_bytes()).decode().splitlines()
    assert json.loads(header)["version"] == 2
    assert all(json.loads(event)[1] == "o" for event in events)
    Publisher(places).withdraw(7)
    assert [] == list(places.films.iterdir())


def test_only_published_games_have_films(places: ServerPaths) -> None:
    """Neither games of others, nor those that were withdrawn, be it while the film is made."""
    assert make(places, "bob-0001") == make(places, "../ann-0001") == ""

    def withdrawn(_: object) -> Iterator[str]:
        Publisher(places).withdraw(7)
        yield "{}"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filming, "make_film", withdrawn)
        assert make(places, "ann-0001") == ""
    assert make(places, "ann-0001") == ""
    assert [] == list(places.films.iterdir())


def test_a_film_is_not_too_large(places: ServerPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """In compressed bytes."""
    monkeypatch.setattr(filming, "MAX_FILM", 500)
    assert make(places, "ann-0001") == TOO_LONG
    assert [] == list(places.films.iterdir())


def test_a_game_that_cannot_be_replayed_has_none(places: ServerPaths) -> None:
    """Nor one that is not here."""
    finished = DataFolder(places.player(7)).finished
    (finished / "ann-0001.game").write_bytes(b"no game")
    (finished / "ann-0002.game").unlink()
    assert make(places, "ann-0001") == make(places, "ann-0002") == UNREADABLE


def test_the_oldest_films_go(places: ServerPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many; and what a process that died has left."""
    for number, name in enumerate(["old.film", "newer.film", "left.part"]):
        (places.films / name).write_bytes(b"x" * 1000)
        os.utime(places.films / name, (number, number))
    make(places, "ann-0001")
    assert sorted(path.name for path in places.films.iterdir()) == ["ann-0001.film", "newer.film", "old.film"]
    monkeypatch.setattr(filming, "KEPT", 1500 + 2 * places.film("ann-0001").stat().st_size)
    make(places, "ann-0002")
    assert sorted(path.name for path in places.films.iterdir()) == ["ann-0001.film", "ann-0002.film", "newer.film"]
