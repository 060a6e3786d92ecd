"""Pages of finished games: published at the end of a real game, with hostile texts, and withdrawn."""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from html import unescape
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Wait
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.watching.privacy import EVERYBODY, PLAYERS, keep_watched
from roguelike.store.sqlite.data_folder import DataFolder
from tests.serve.published.examples import archived
from tests.serving import ask, wait_until
from tests.store.library_fixtures import SHORT, begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.serve.game.served_store import ServedStore
    from tests.serve.web.browsing import Tab, Visitor
    from tests.serving import Served

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = '<script>alert("1")</script>&amp;\'$name]]>'
NOBODY = 10**6
"""Account of the games that the tests publish."""


@pytest.fixture
def publisher(server: Served) -> Iterator[Publisher]:
    """Yield the publisher of the server."""
    publisher = Publisher(ServerPaths(server.data))
    yield publisher
    publisher.withdraw(NOBODY)


def account_of(server: Served, name: str) -> int:
    """Return the number of an account."""
    with closing(sqlite3.connect(server.data / "accounts.sqlite")) as accounts:
        ((number,),) = accounts.execute("SELECT id FROM accounts WHERE name = ?", (name,))
    return int(number)


def register(visitor: Visitor, name: str) -> str:
    """Make an account for the browser; return its cookie."""
    _, _, headers = visitor.post("/play")
    with visitor.open("/socket/play?w=80&h=24") as tab:
        tab.wait_for("Choose a name.")
        tab.type(*name, "enter")
        tab.wait_for("Play Ember")
    return headers["Set-Cookie"].partition(";")[0]


def nearly_over(visitor: Visitor, server: Served, name: str) -> ServedStore:
    """Make an account with a game that everybody may watch and that ends in a few turns; return its store."""
    register(visitor, name)
    wait_until(lambda: not server.games())
    places = ServerPaths(server.data)
    library = store_in(DataFolder(places.player(account_of(server, name)), places.root), places)
    keep_watched(library.rows, EVERYBODY)
    playing = begun(library, name, SHORT)
    for _ in range(4):
        playing.perform(Wait())
    playing.quit()
    return library


def go_on(tab: Tab) -> None:
    """Continue a game."""
    tab.wait_for("Continue: ")
    tab.press("enter")
    wait_until(lambda: "HP" in tab.text)


def die(tab: Tab) -> None:
    """Stay beside the monsters in a game that is nearly over."""
    keys = itertools.cycle(".5")  # two that wait a turn: one alone would look like a held key

    def is_over() -> bool:
        tab.type(next(keys))
        return "died" in tab.text

    wait_until(is_over)


def test_a_game_has_its_page_when_it_ends(visitor: Visitor, server: Served) -> None:
    """Until its player's account is deleted; a game in progress is on no page."""
    library, number = nearly_over(visitor, server, "anna"), account_of(server, "anna")
    places = ServerPaths(server.data)
    assert visitor.get("/games/anna-0001")[0] == 404
    with visitor.open("/socket/play?w=80&h=24") as tab:
        go_on(tab)
        die(tab)
        assert "Page: /games/anna-0001" in tab.text
        assert visitor.get("/games/anna-0001")[0] == 200

    _, text, headers = visitor.get("/games/anna-0001")
    assert text.count("anna died on turn") == 1
    assert "Last screen:" in text
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    _, morgue, headers = visitor.get("/games/anna-0001.txt")
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert morgue == next(places.player(number).glob("finished/*.txt")).read_text()
    for path in ("/", "/scores", "/feed.xml"):
        assert "/games/anna-0001" in visitor.get(path)[1]
    (score,) = json.loads(visitor.get("/scores.json")[1])["scores"]
    assert (score["key"], score["verified"], score["board"]) == ("anna-0001", True, "seeded")
    assert "account" not in score

    keep_watched(library.rows, PLAYERS)  # as on another host
    with visitor.open("/socket/play?w=80&h=24") as tab:
        tab.wait_for("Play Ember")
        assert visitor.get("/games/anna-0001")[0] == 404
        keep_watched(library.rows, EVERYBODY)
    playing = begun(library, "anna", SHORT)
    library.pages = AccountPages(Publisher(places), number)
    playing.to_the_end().play.finish(playing.account)
    playing.quit()
    assert visitor.get("/games/anna-0002")[0] == 200
    wait_until(lambda: not server.games())
    ask(server, "account", "anna", "--delete", "--yes")
    assert visitor.get("/games/anna-0002")[0] == 404 == visitor.get("/games/anna-0002.txt")[0]
    for path in ("/", "/scores", "/scores.json", "/feed.xml"):
        assert "anna-000" not in visitor.get(path)[1]


def test_hostile_texts_are_texts(visitor: Visitor, publisher: Publisher) -> None:
    """In pages, feed and JSON, for name, rule set, board and morgue."""
    morgue = f"{HOSTILE} died.\n\n{HOSTILE}\n\x1b[31m\x00"
    hostile = archived(morgue=morgue, name=HOSTILE, rules=HOSTILE, board=HOSTILE, feats=(HOSTILE,))
    publisher.publish(hostile, NOBODY)

    for path in ("/", "/scores", "/games/ann-0001"):
        status, text, _ = visitor.get(path)
        assert status == 200
        assert HOSTILE in unescape(text)
        assert not re.findall('<script>|alert\\("|<script[^ ]', text)
    feed = ET.fromstring(visitor.get("/feed.xml")[1])  # noqa: S314 -- ours
    (entry,) = feed.iter(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == f"{HOSTILE} died."
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == HOSTILE
    (score,) = json.loads(visitor.get("/scores.json")[1])["scores"]
    assert [score["name"], score["rules"], *score["feats"]] == [HOSTILE] * 3
    _, _, headers = visitor.get("/games/ann-0001.txt")
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_game_has_a_title_and_a_time(visitor: Visitor, publisher: Publisher) -> None:
    """Player and rule set; the time in a form for people, and another one for programs."""
    publisher.publish(archived(), NOBODY)
    _, text, _ = visitor.get("/games/ann-0001")
    assert "<title>ann: Ember, 2026-02-03 04:06 UTC - roguelike</title>" in text
    assert "<h1>ann: Ember</h1>" in text
    assert '<time datetime="2026-02-03T04:06:06+00:00">2026-02-03 04:06 UTC</time>' in text


def test_the_feed_is_as_atom_wants_it(visitor: Visitor, publisher: Publisher) -> None:
    """Newest first; each entry has an address, an author and a time with its zone."""
    for number in range(1, 4):
        publisher.publish(archived(f"ann-000{number}"), NOBODY)
    _, text, headers = visitor.get("/feed.xml")
    assert headers["Content-Type"].startswith("application/atom+xml")
    feed = ET.fromstring(text)  # noqa: S314 -- ours
    assert feed.tag == f"{ATOM}feed"
    entries = list(feed.iter(f"{ATOM}entry"))
    addresses = [f"{visitor.origin}/games/ann-000{number}" for number in (3, 2, 1)]
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == addresses
    assert [entry.find(f"{ATOM}link").get("href") for entry in entries] == addresses  # type: ignore[union-attr]
    for part in (feed, *entries):
        assert re.fullmatch(r"2026-02-03T04:\d\d:06\+00:00", part.findtext(f"{ATOM}updated") or "")
        assert part.findtext(f"{ATOM}author/{ATOM}name")
        assert part.findtext(f"{ATOM}title")


def test_scores_are_ranked_as_in_the_game(visitor: Visitor, publisher: Publisher) -> None:
    """By rule set and board, signs after the outcome, the newest edition first."""
    publisher.publish(archived("ann-0001"), NOBODY)
    publisher.publish(archived("ann-0002", spoiled=True, feats=("pacifist",)), NOBODY)
    publisher.publish(archived("bob-0003", verified=False, spoiled=None), NOBODY)
    publisher.publish(archived("bob-0004", board="poacher"), NOBODY)
    publisher.publish(archived("bob-0005", rules="Spark", edition=1), NOBODY)
    publisher.publish(archived("bob-0006", rules="Spark", edition=2), NOBODY)
    publisher.publish(archived("bob-0007", rules="Spark", edition=2, is_ranked=False), NOBODY)
    _, text, _ = visitor.get("/scores")

    parts = re.findall(r"<h2>(.*?)</h2>|<caption>(.*?)</caption>|<tr><td>(.*?)</tr>", text)
    shown = [rules or board or re.sub(r"<[^>]*>+", " ", row).split() for rules, board, row in parts]
    assert shown == [
        "Ember",
        ["1", "2", "ann", "died", "on", "D2*", "7", "3", "pacifist", "2026-02-03"],
        ["2", "1", "ann", "died", "on", "D2", "7", "3", "2026-02-03"],
        ["3", "3", "bob", "died", "on", "D2~?", "7", "3", "2026-02-03"],
        "poacher",
        ["1", "4", "bob", "died", "on", "D2", "7", "3", "2026-02-03"],
        "Spark",
        ["1", "6", "bob", "died", "on", "D2", "7", "3", "2026-02-03"],
        "edition 1",
        ["1", "5", "bob", "died", "on", "D2", "7", "3", "2026-02-03"],
    ]
    assert re.findall(r"<p>([*~?]) ", text) == ["*", "~", "?"]
    heads = [re.findall('<th scope="col">(.*?)</th>', head) for head in re.findall("<thead>.*?</thead>", text)]
    usual = ["Rank", "Score, player", "Outcome", "Turns", "Kills", "Date"]
    assert heads == [[*usual[:-1], "Feats", "Date"], usual, usual, usual]
    assert '<a href="/games/ann-0001" aria-label="1 ann, Ember">1 ann</a>' in text


def test_a_page_explains_the_marks_of_its_game(visitor: Visitor, publisher: Publisher) -> None:
    """In short sentences, only for facts that apply."""
    publisher.publish(archived("ann-0001"), NOBODY)
    publisher.publish(archived("ann-0002", verified=False, spoiled=None), NOBODY)
    publisher.publish(archived("ann-0003", spoiled=True, is_ranked=False), NOBODY)
    facts = [re.findall("<li>(.*?): (?!<)", visitor.get(f"/games/ann-000{number}")[1]) for number in (1, 2, 3)]
    assert facts == [["Verified"], ["Not verified", "Maybe spoiled"], ["Not ranked", "Verified", "Spoiled"]]
    assert "<li>Verified: replayed on the server with the same result</li>" in visitor.get("/games/ann-0001")[1]


def test_the_front_page_has_the_best_of_the_usual_way_to_play(visitor: Visitor, publisher: Publisher) -> None:
    """Scores of other boards and older editions cannot be compared with them."""
    assert "<p>None yet.</p>" in visitor.get("/")[1]
    publisher.publish(archived("ann-0001"), NOBODY)
    publisher.publish(archived("bob-0002", rules="Spark", edition=2), NOBODY)
    publisher.publish(archived("zoe-0003", rules="Spark", edition=1, score=9999), NOBODY)
    publisher.publish(archived("zoe-0004", board="gentle", score=9999), NOBODY)
    publisher.publish(archived("zoe-0005", board="seeded", score=9999), NOBODY)
    publisher.publish(archived("zoe-0006", is_ranked=False, score=9999), NOBODY)
    best = re.findall(r'<li><a href="/games/(\S+)">\d+ (.*?)</a></li>', visitor.get("/")[1])
    assert best == [("bob-0002", "bob, Spark"), ("ann-0001", "ann, Ember")]


def test_scores_are_packed_once(visitor: Visitor, publisher: Publisher) -> None:
    """Also without gzip; after another game it is another page."""
    publisher.publish(archived(), NOBODY)
    for path, kind in (("/scores", "text/html"), ("/scores.json", "application/json")):
        status, text, headers = visitor.get(path)
        assert (status, headers["Content-Type"]) == (200, f"{kind}; charset=utf-8")
        assert headers["Content-Encoding"] == "gzip"
        _, plain, headers = visitor.get(path, **{"Accept-Encoding": "identity"})
        assert (plain, "Content-Encoding" in headers) == (text, False)
        assert "ann-0002" not in plain
    publisher.publish(archived("ann-0002"), NOBODY)
    assert all("ann-0002" in visitor.get(path)[1] for path in ("/scores", "/scores.json"))


def test_browsers_ask_whether_a_page_has_changed(visitor: Visitor, publisher: Publisher) -> None:
    """After that they get it again; a withdrawn game has no page."""
    publisher.publish(archived(), NOBODY)
    for path in ("/scores", "/scores.json", "/feed.xml", "/games/ann-0001", "/games/ann-0001.txt"):
        _, _, headers = visitor.get(path)
        assert headers["Cache-Control"] == "no-cache"
        again = {"If-None-Match": headers["Etag"]}
        assert visitor.get(path, **again)[:2] == (304, "")
        publisher.publish(archived(score=99, morgue="Another end.\n"), NOBODY)
        assert visitor.get(path, **again)[0] == 200
        publisher.publish(archived(), NOBODY)
    publisher.withdraw(NOBODY)
    assert visitor.get("/games/ann-0001", **{"If-None-Match": "*"})[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        *(
            "ann-0002",
            "ann",
            "..%2f..%2fann-0001",
            "ann-0001%00",
            "ann-0001%0a",
            "ann-0001.json",
            "index.json",
        ),
        *("..%2f..%2faccounts.sqlite", "..%2findex.json", "ann-0001.txt.txt", "ann-0001%2f..%2fann-0001", "x" * 4000),
    ],
)
def test_wrong_names_are_not_found(visitor: Visitor, publisher: Publisher, path: str) -> None:
    """In a plain sentence, with the headers of every page."""
    publisher.publish(archived(), NOBODY)
    status, text, headers = visitor.get(f"/games/{path}")
    assert status == 404
    assert text == "No such finished game. Its player may have withdrawn it."
    assert headers["Content-Type"].startswith("text/plain")
    assert "Content-Security-Policy" in headers
