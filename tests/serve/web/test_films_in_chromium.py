"""The player of films in Chromium: seeking, levels, links to a turn, and its names for screen readers."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest

from roguelike.autoplay import POLICIES
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.journaled_game import JournaledGame
from roguelike.serve.game.player_folders import store_in
from roguelike.serve.paths import ServerPaths
from roguelike.serve.published import filming
from roguelike.serve.published.publishing import AccountPages, Publisher
from roguelike.serve.watching.privacy import EVERYBODY, keep_watched
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.ui.last_screen import last_screen
from tests.serve.published.test_film import frames_of, page_at, told
from tests.serve.web.chromium import PHONE, Window, Windows, chromium, needs_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serve.published.test_film import Frame
    from tests.serving import Served

pytestmark = [needs_chromium, pytest.mark.slow]
ACCOUNT = 10**6 + 2
KEY = "dora-0001"


def film_of_a_game(server: Served) -> list[Frame]:
    """Publish a game of the bot over three levels, and return the frames of its film."""
    places = ServerPaths(server.data)
    library = store_in(DataFolder(places.player(ACCOUNT), places.root), places)
    library.pages = AccountPages(Publisher(places), ACCOUNT)
    keep_watched(library.rows, EVERYBODY)
    game = JournaledGame.begin(library.begin("dora", "ember", 1), last_screen)
    bot = POLICIES["diver"](PCG32(1))
    while game.perspective.game.outcome is None:
        game.perform(bot.choose(observe(game.perspective.game.world)))
        while game.perspective.is_moving:
            game.perspective.tick()
    game.finish()
    game.close()
    assert filming.make(places, KEY) == ""
    *texts, _ = gzip.decompress(places.film(KEY).read_bytes()).decode().splitlines()
    return frames_of(texts)


def place(window: Window) -> str:
    """Return the turn and the level on the page."""
    return window.page.locator("#where").text_content() or ""


def test_a_film_is_watched(server: Served, windows_of_films: Windows) -> None:
    """From a link to a turn; each position shows the same screen as playback, and keys control the player."""
    frames = film_of_a_game(server)
    turns = [told(frame)["turn"] for frame in frames]
    starts = [number for number, frame in enumerate(frames) if "level" in told(frame)]
    with windows_of_films.open(f"/games/{KEY}#t=100") as window:
        window.wait_until(lambda: bool(place(window)), "the film")
        assert window.focus == "play"
        assert "Turn 100, level 2" == place(window)
        shown = next(number for number, turn in enumerate(turns) if turn >= 100)
        assert page_at(frames, shown).text == window.text
        for button, number in [("Next level", starts[2]), ("Previous level", starts[1]), ("Previous level", 0)]:
            window.page.get_by_role("button", name=button).click()
            assert page_at(frames, number).text == window.text
        seek = window.page.get_by_role("slider", name="Turn")
        seek.press("ArrowRight")
        assert page_at(frames, 1).text == window.text
        seek.press("End")
        assert place(window).endswith("level 3, the end")
        assert page_at(frames, len(frames) - 1).text == window.text
        assert place(window) == seek.get_attribute("aria-valuetext")
        window.page.get_by_role("button", name="Previous level").click()
        window.page.get_by_role("button", name="Copy link").click()
        window.wait_until(lambda: "link" in (window.page.locator("#said").text_content() or ""))
        assert window.page.url.endswith(f"/games/{KEY}#t={turns[starts[2]]}")
        window.page.get_by_role("combobox", name="Speed").select_option("16")
        window.page.get_by_role("button", name="Play").press("Enter")
        window.wait_until(lambda: place(window).endswith("the end"))
        window.wait_until(lambda: bool(window.page.get_by_role("button", name="Play", exact=True).count()), "the end")


def test_it_begins_by_a_button_on_a_phone(server: Served, windows_of_films: Windows) -> None:
    """It plays at once, in readable cells, and follows the player. A missing film is a sentence."""
    frames = film_of_a_game(server)
    with windows_of_films.open(f"/games/{KEY}", PHONE) as window:
        window.page.get_by_role("button", name="Watch the film").click()
        window.wait_until(lambda: bool(re.match(r"Turn [1-9]", place(window))), "a turn")
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert window.page.evaluate("document.querySelector('canvas').clientWidth") >= 7 * 80
        window.page.get_by_role("button", name="Pause").click()
        seek = window.page.get_by_role("slider", name="Turn")
        window.page.set_viewport_size({"width": 280, "height": 600})
        columns = {number: cursor[0] for number in range(len(frames)) if (cursor := page_at(frames, number).cursor)}
        for number in (max(columns, key=columns.__getitem__), min(columns, key=columns.__getitem__)):
            seek.fill(str(number))
            window.wait_until(lambda: window.has_in_view(page_at(frames, number)), "the player")  # noqa: B023 -- asked at once
    finished = DataFolder(ServerPaths(server.data).player(ACCOUNT)).finished
    (finished / f"{KEY}.game").unlink()
    ServerPaths(server.data).film(KEY).unlink()
    with windows_of_films.open(f"/games/{KEY}", PHONE) as window:
        window.page.get_by_role("button", name="Watch the film").click()
        window.wait_until(lambda: window.page.locator("#said").text_content() == filming.UNREADABLE, "a sentence")


@pytest.fixture
def windows_of_films(server: Served) -> Iterator[Windows]:
    """Yield windows on the server, and withdraw the games of the test."""
    places = ServerPaths(server.data)
    with chromium() as browser:
        yield Windows(browser, server)
    Publisher(places).withdraw(ACCOUNT)
    for path in DataFolder(places.player(ACCOUNT)).finished.iterdir():
        path.unlink()
