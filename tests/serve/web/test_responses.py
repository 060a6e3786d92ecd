"""Responses: compressed by gzip for clients that accept it, and not for others."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from aiohttp.test_utils import make_mocked_request

from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import Publisher
from roguelike.serve.web.responses import accepts_gzip
from tests.serve.published.examples import archived

if TYPE_CHECKING:
    from tests.serve.web.browsing import Visitor
    from tests.serving import Served

ACCOUNT = 10**6 + 3


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("gzip; q=1.0", True),
        ("*", True),
        ("br, *;q=0.1", True),
        ("", False),
        ("identity", False),
        ("deflate, br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("not-gzip", False),
    ],
)
def test_gzip_is_accepted_by_name_and_by_star(accepted: str, is_taken: bool) -> None:  # noqa: FBT001 -- a parameter
    """A weight of 0 means that it is refused."""
    assert accepts_gzip(make_mocked_request("GET", "/", {"Accept-Encoding": accepted})) == is_taken


def test_texts_are_the_same_with_and_without_gzip(visitor: Visitor, server: Served) -> None:
    """Whether they are compressed for each client, once, or as files; `Vary` tells caches."""
    places = ServerPaths(server.data)
    publisher = Publisher(places)
    publisher.publish(archived("pack-0001", morgue="A troll.\n" * 100), ACCOUNT)
    film = "".join(f"{number}\n" for number in range(50_000))
    for form in ("film", "cast"):
        places.film("pack-0001", form).write_bytes(gzip.compress(film.encode()))
    script = visitor.get("/play")[1].partition('<script type="module" src="')[2].partition('"')[0]
    games = [f"/games/pack-0001{each}" for each in ("", ".txt", "/film", ".cast")]
    plain = ""
    for path in ("/play", "/scores", "/scores.json", "/feed.xml", script, *games):
        status, text, headers = visitor.get(path, **{"Accept-Encoding": "deflate, gzip"})
        assert (status, headers["Content-Encoding"], headers["Vary"]) == (200, "gzip", "Accept-Encoding")
        status, plain, headers = visitor.get(path, **{"Accept-Encoding": "gzip;q=0"})
        assert (status, plain, "Content-Encoding" in headers) == (200, text, False)
        assert headers["Vary"] == "Accept-Encoding"
    assert plain == film
    publisher.withdraw(ACCOUNT)
