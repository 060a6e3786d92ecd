"""The list of games and a watched game, in windows of every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.engine.geometry import Direction
from roguelike.play.requests import ChangeSetting
from roguelike.play.views.view import Close, Open, Replace
from roguelike.serve.game.options import PlayerSettings
from roguelike.serve.paths import ServerPaths
from roguelike.serve.watching.broadcast import Broadcast
from roguelike.serve.watching.listed_game import ListedGame
from roguelike.serve.watching.privacy import EVERYBODY, NOBODY, PLAYERS, WATCHED, watched_choice
from roguelike.serve.watching.watch_client import WatchClient
from roguelike.serve.watching.watch_menu import WatchMenu
from roguelike.serve.watching.watch_view import WatchView
from roguelike.settings.settings import Settings
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.player_rows import FolderRows
from roguelike.ui.screens.screen import screen_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from roguelike.cells.display import Source

ANN = ListedGame(11, "ann", "Ember", "D2 turn 812", 4000, 130, 2)
BOB = ListedGame(12, "bob", "Spark", "D1 turn 3", 8, 2, 0)


class Link:
    """A link to a gateway that has listed two games."""

    def __init__(self) -> None:
        self.games: list[ListedGame] | None = [ANN, BOB]
        self.sent: list[dict[str, object]] = []

    def send(self, **message: object) -> None:
        """Keep a message to the gateway."""
        self.sent.append(message)


class Terminal:
    """A terminal that notes its sources."""

    def __init__(self) -> None:
        self.sources: list[Source] = []

    def listen_to(self, source: Source) -> None:
        """Add a source."""
        self.sources.append(source)

    def ignore(self, source: Source) -> None:
        """Remove a source."""
        self.sources.remove(source)


@pytest.fixture
def places(tmp_path: Path) -> ServerPaths:
    """Return the folder of a server."""
    places = ServerPaths(tmp_path)
    places.make()
    return places


@pytest.fixture
def game(places: ServerPaths) -> Iterator[Broadcast]:
    """Yield the first game of the list: a screen with letters by column, and the cursor at the right."""
    game = Broadcast(places.watched(ANN.process), 8)
    game.open()
    canvas = Canvas(120, 40)
    for y in range(40):
        canvas.write(0, y, "".join(chr(ord("A") + (x + y) % 26) for x in range(120)))
    canvas.cursor = (110, 35)
    game.show(canvas)
    yield game
    game.close()


def listed(places: ServerPaths) -> tuple[WatchMenu, Link]:
    """Return the list, and its link to the gateway."""
    link = Link()
    return WatchMenu(WatchClient(Terminal(), link, places)), link


def shown(screen: WatchMenu | WatchView, width: int = 80, height: int = 24) -> Canvas:
    """Return the drawing of a view."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return canvas


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (300, 90)])
def test_the_list_says_who_plays_what_where_and_since_when(places: ServerPaths, size: tuple[int, int]) -> None:
    """The list is requested at once and again; a narrow window omits the last columns."""
    screen, link = listed(places)
    text = shown(screen, *size).text()
    assert "a) ann  Ember  D2 turn 812" in text
    assert ("playing for 1 h  idle 2 min  2 watching" in text) == (size[0] > 40)
    assert "b) bob  Spark  D1 turn 3" in text
    screen.on_tick()
    assert [{"games": True}] * 2 == link.sent


def test_who_may_watch_is_chosen_and_kept(places: ServerPaths) -> None:
    """The screen of a guest says that guests cannot be watched."""
    me = FolderRows(DataFolder(places.root / "me"))
    screen, _ = listed(places)
    screen.settings = Settings(choices=(watched_choice(me),))
    for value in (PLAYERS, NOBODY, EVERYBODY, PLAYERS):
        assert f"v) Who may watch you: {value}" in shown(screen).text()
        change = screen.on_key("v")
        assert isinstance(change, ChangeSetting)
        screen.settings, trouble = PlayerSettings(me).change(screen.settings, WATCHED, change.value)
        assert ("", change.value) == (trouble, watched_choice(me).value)
    guest, _ = listed(places)
    assert "v)" not in shown(guest).text()
    assert "Guests cannot be watched." in shown(guest).text()


def watched(screen: WatchMenu, game: Broadcast, key: str = "a") -> WatchView:
    """Return the view of a chosen game."""
    answer = screen.on_key(key)
    game.take()
    assert isinstance(answer, Open)
    assert isinstance(answer.view, WatchView)
    return answer.view


def test_a_game_is_drawn_in_ones_own_window(places: ServerPaths, game: Broadcast) -> None:
    """A larger window shows all of it; a smaller one the part around the cursor, which the direction keys move."""
    list_screen, _ = listed(places)
    screen = watched(list_screen, game)
    screen.connection.take()
    large, small = shown(screen, 200, 60), shown(screen, 40, 15)
    assert (110, 35) == large.cursor
    assert "You watch ann. Esc: back" in large.text()
    assert [row[80:120] for row in large.rows[26:40]] == small.rows[:14]
    assert (30, 9) == small.cursor
    assert "You watch ann. Esc: back  Direction keys: move the view  c: center" in shown(screen, 80, 15).text()
    for _ in range(50):
        screen.steer(Direction.NORTH_WEST)
    assert [row[:40] for row in large.rows[:14]] == shown(screen, 40, 15).rows[:14]
    screen.steer(Direction.EAST)
    assert [row[8:48] for row in large.rows[:14]] == shown(screen, 40, 15).rows[:14]
    screen.on_key("c")
    assert small.rows == shown(screen, 40, 15).rows
    assert Close() == screen.on_key("escape")
    game.take()
    assert 0 == len(game)


def test_a_game_that_cannot_be_watched_says_so_by_itself(places: ServerPaths, game: Broadcast) -> None:
    """The list is requested again at once."""
    screen, _ = listed(places)
    gone = watched(screen, game, "b")
    assert gone.interval
    assert isinstance(gone.on_tick(), Replace)
    assert screen.interval == gone.interval
    screen.on_tick()
    assert (screen.interval or 0) > 1
