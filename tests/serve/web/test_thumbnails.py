"""Thumbnails on the front page: of which games, which cells, and how often."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.serve.watching.listed_game import MINUTE, ListedGame
from roguelike.serve.watching.privacy import EVERYBODY
from roguelike.serve.web import thumbnails
from roguelike.serve.web.frame_encoder import SharedFrameEncoder
from roguelike.serve.web.thumbnails import MAX_LISTED, MAX_THUMBNAILS, PERIOD, SIZE, ClientThumbnails, Thumbnails, crop
from tests.serve.web.page import Page
from tests.serve.web.test_watching import choose, is_listed, playing
from tests.serving import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.serve.web.browsing import Tab, Visitor
    from tests.serving import Served


def game(number: int, *, idle: int = 0, **told: object) -> ListedGame:
    """Return a game in progress."""
    facts = {"process": number, "name": f"p{number}", "game": "Ember", "at": "D2", "seconds": 9, "watchers": 0}
    return ListedGame.of({**facts, "idle": idle, **told})


class Gateway:
    """A gateway with a list of games that changes."""

    def __init__(self) -> None:
        self.listed: Sequence[ListedGame] = ()

    async def games(self) -> Sequence[ListedGame]:
        """Return the list."""
        return self.listed


class WatchedGame:
    """A game that is watched, with a letter in each cell."""

    ended = ""

    def __init__(self) -> None:
        self.encoder = SharedFrameEncoder()
        self.canvas = Canvas(80, 24)
        for y in range(24):
            self.canvas.write(0, y, "".join(chr(ord("A") + (x + 3 * y) % 26) for x in range(80)))
        self.canvas.cursor = (40, 12)
        self.encoder.show(self.canvas)


class Games:
    """The games that pages watch."""

    def __init__(self) -> None:
        self.watched: list[str] = []
        """Names of players."""

    @contextlib.contextmanager
    def watch(self, listed: ListedGame, *, is_thumbnail: bool) -> Iterator[WatchedGame]:
        """Watch one of them."""
        assert is_thumbnail
        self.watched.append(listed.name)
        yield WatchedGame()
        self.watched.remove(listed.name)


def listed(gateway: Gateway, games: Games, *lists: Sequence[ListedGame]) -> list[dict[str, Any]]:
    """Return the lists that a page gets, for lists of the gateway."""

    async def found() -> list[dict[str, Any]]:
        shown, lists_sent = ClientThumbnails(), []
        thumbnails = Thumbnails(gateway, games)  # type: ignore[arg-type]
        gateway.listed = lists[0]
        with thumbnails.shown():
            for each in lists:
                gateway.listed = each
                for _ in range(2):
                    await asyncio.wait_for(thumbnails.changed.wait(), 10)
                texts, shown = thumbnails.encode(shown)
                lists_sent += [json.loads(text) for text in texts if "games" in text]
        return lists_sent

    return asyncio.run(found())


def test_the_least_idle_games_have_thumbnails(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are first in the list, and stay while they are played; a game that ends makes room."""
    monkeypatch.setattr(thumbnails, "PERIOD", 0.0)
    monkeypatch.setattr(thumbnails, "_FIRST_FRAME", 0.0)
    games = Games()
    first = [game(number, idle=20 - number) for number in range(9)]
    other = [game(number, idle=number) for number in range(9)]
    away = [game(number, idle=MINUTE if number == 8 else number) for number in range(9) if number != 7]
    told = listed(Gateway(), games, first, other, away)

    numbered = [[(name, number) for number, name, _ in each["games"] if number] for each in told]
    assert [f"p{number}" for number in range(3, 9)] == [name for name, _ in numbered[0]]
    assert MAX_THUMBNAILS == len(numbered[0])
    assert numbered[0] == numbered[-2]
    assert ["p0", "p1", "p3", "p4", "p5", "p6"] == sorted(name for name, _ in numbered[-1])
    assert set(numbered[0]) - set(numbered[-1]) == {
        (name, number) for name, number in numbered[0] if name in {"p7", "p8"}
    }
    assert [] == games.watched


def test_a_long_list_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows the number of further games."""
    monkeypatch.setattr(thumbnails, "PERIOD", 0.0)
    monkeypatch.setattr(thumbnails, "_FIRST_FRAME", 0.0)
    (told,) = listed(Gateway(), Games(), [game(number) for number in range(100)])
    assert (MAX_LISTED, 100) == (len(told["games"]), told["of"])


@pytest.mark.parametrize(
    ("corner", "first"), [((28, 6), (28, 6)), ((-12, -6), (0, 0)), ((99, 99), (80 - SIZE[0], 24 - SIZE[1]))]
)
def test_a_thumbnail_is_a_part_of_the_frame(corner: tuple[int, int], first: tuple[int, int]) -> None:
    """It is moved into the frame at the edges; it has the cursor if that is inside."""
    canvas = WatchedGame().canvas
    small = crop(canvas, *corner)
    x, y = first
    assert [row[x : x + SIZE[0]] for row in canvas.rows[y : y + SIZE[1]]] == small.rows
    assert (small.cursor == (12, 6)) == (corner == (28, 6))


def test_a_small_window_leaves_a_margin() -> None:
    """At the right and below."""
    canvas = Canvas(20, 5)
    canvas.write(0, 4, "bottom")
    assert crop(canvas, -2, -2).text().rstrip("\n") == "\n\n\n\nbottom"


def thumbnails_in(tab: Tab) -> list[tuple[float, list[dict[str, Any]]]]:
    """Return the messages of thumbnails that a page was sent, with the moments."""
    return [(moment, told["m"]) for moment, told in list(tab.told) if "m" in told]


def test_a_page_shows_thumbnails_every_two_seconds(visitor: Visitor, server: Served) -> None:
    """The cells around the player; the page does not count as a watcher."""
    with playing(server, "anna") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "anna"))
        with visitor.open("/socket/games") as tab, visitor.open("/socket/games") as other:
            while len(thumbnails_in(tab)) < 3:
                player.press("x", "escape")
                assert "watching" not in player.text
            moments = [moment for moment, _ in thumbnails_in(tab)[:3]]
            assert all(after - before > 0.9 * PERIOD for before, after in itertools.pairwise(moments))
            wait_until(lambda: seen(tab) == around(player) == seen(other))
        with visitor.open("/socket/watch/anna"):
            wait_until(lambda: "1 watching" in player.text)


def seen(tab: Tab) -> list[list[Any]]:
    """Return the cells of the only thumbnail on a page."""
    page = Page()
    for _, texts in thumbnails_in(tab):
        for text in texts:
            page.take(json.dumps(text))
    return page.rows


def around(player: Tab) -> list[list[Any]]:
    """Return the cells around the cursor of a player."""
    rows, cursor = player.page.rows, player.page.cursor
    assert cursor is not None
    left = max(0, min(cursor[0] - SIZE[0] // 2, len(rows[0]) - SIZE[0]))
    top = max(0, min(cursor[1] - SIZE[1] // 2, len(rows) - SIZE[1]))
    return [row[left : left + SIZE[0]] for row in rows[top : top + SIZE[1]]]
