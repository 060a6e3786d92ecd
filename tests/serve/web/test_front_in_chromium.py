"""The front page and a watched game in Chromium: thumbnails, contrast, and pages without scripts or motion."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from roguelike.serve.watching.privacy import EVERYBODY, PLAYERS
from tests.serve.web.chromium import DESKTOP, PHONE, Windows, needs_chromium
from tests.serve.web.test_watching import choose, is_listed, playing
from tests.serving import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from tests.serve.web.browsing import Visitor
    from tests.serve.web.chromium import Window
    from tests.serving import Served

pytestmark = [needs_chromium, pytest.mark.slow]
CONTRAST: Final = """() => {
    const parse = color => color.match(/[\\d.]+/g).map(Number);
    const light = color => parse(color).slice(0, 3).map(each => each / 255)
        .map(each => each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
        .reduce((sum, each, at) => sum + each * [.2126, .7152, .0722][at], 0);
    const ground = element => {
        const own = getComputedStyle(element).backgroundColor, alpha = parse(own)[3];
        return alpha === undefined || alpha ? own : ground(element.parentElement);
    };
    return [...document.querySelectorAll("h1, h2, p, a, li, b, code, span")].filter(each => each.textContent.trim())
        .map(each => [light(getComputedStyle(each).color), light(ground(each))].sort((a, b) => b - a))
        .map(([more, less]) => (more + .05) / (less + .05));
}"""
"""Contrast of each text, by WCAG's formula."""
DRAWN: Final = """() => [...document.querySelectorAll("#games canvas")].filter(each => each.style.width)
    .map(each => each.parentElement.getAttribute("href"))"""
PICTURE: Final = [{"s": [24, 12], "l": [0, [0xFFFFFF, 0, 0]], "d": [6, 12, "@", 0], "c": [12, 6]}]


class Gateway:
    """A server of thumbnails, or of a watched game, controlled by the test."""

    def __init__(self, window: Window, path: str = "games") -> None:
        self.routes: list[WebSocketRoute] = []
        self.closed = 0
        window.page.route_web_socket(f"**/socket/{path}", self._opened)

    def _opened(self, route: WebSocketRoute) -> None:
        self.routes.append(route)
        route.on_close(lambda *_: self._note_close())

    def _note_close(self) -> None:
        self.closed += 1

    def send(self, **message: Any) -> None:  # noqa: ANN401 -- plain data
        """Send the page a message."""
        self.routes[-1].send(json.dumps(message))


def canvases(window: Window) -> list[str]:
    """Return the links of the thumbnails that have been drawn."""
    return list(window.page.evaluate(DRAWN))


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_games_are_seen_on_the_front_page(
    windows: Windows, visitor: Visitor, server: Served, size: tuple[int, int], scheme: str
) -> None:
    """With thumbnails, within the window, and readable; without scripts it is a list."""
    with playing(server, "anna") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "anna"))
        with windows.open("/", size, color_scheme=scheme) as window:
            window.wait_until(lambda: canvases(window) == ["/watch/anna"], "picture")
            assert min(window.page.evaluate(CONTRAST)) >= 4.5
            assert window.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            assert window.page.locator("#games li").inner_text().startswith("anna")
        with windows.open("/", size, java_script_enabled=False) as window:
            window.page.get_by_role("link", name="anna").click()
            assert window.page.url.endswith("/watch/anna")
            assert "Watching needs JavaScript." in window.page.locator("main").inner_text()


def test_nothing_is_sent_to_a_page_that_nobody_looks_at(windows: Windows) -> None:
    """The connection is closed, and opened again when the page is visible."""
    with windows.open("/lines") as window:
        gateway = Gateway(window)
        window.open("/")
        window.wait_until(lambda: len(gateway.routes) == 1, "connection")
        window.hide()
        window.wait_until(lambda: gateway.closed == 1, "end of the connection")
        window.hide(is_hidden=False)
        window.wait_until(lambda: len(gateway.routes) == 2, "another connection")


def test_pictures_stand_still_for_those_who_want_no_motion(windows: Windows) -> None:
    """Each is drawn once; then the connection is closed."""
    with windows.open("/lines", reduced_motion="reduce") as window:
        gateway = Gateway(window)
        window.open("/")
        window.wait_until(lambda: len(gateway.routes) == 1, "connection")
        gateway.send(games=[[1, "anna", "Ember"], [2, "bob", "Ember"], [0, "carla", "Ember"]], of=3)
        gateway.send(id=1, m=PICTURE)
        window.wait_until(lambda: canvases(window) == ["/watch/anna"], "picture")
        assert gateway.closed == 0
        gateway.send(id=2, m=PICTURE)
        window.wait_until(lambda: gateway.closed == 1, "end of the connection")
        assert canvases(window) == ["/watch/anna", "/watch/bob"]


def test_games_come_and_go_on_the_front_page(windows: Windows) -> None:
    """Names and places are texts; the focus stays; games without a thumbnail have none on the page."""
    evil = '<img src=x onerror="document.title=1">'
    with windows.open("/lines") as window:
        gateway = Gateway(window)
        window.open("/")
        window.wait_until(lambda: len(gateway.routes) == 1, "connection")
        gateway.send(games=[[1, "anna", "Ember"], [0, evil, evil]], of=40)
        gateway.send(id=1, m=PICTURE)
        window.wait_until(lambda: canvases(window) == ["/watch/anna"], "picture")
        assert window.page.locator("#games li").all_inner_texts()[1] == f"{evil} {evil}"
        assert window.page.locator("#games img").count() == 0
        assert "and 38 more" in window.page.locator("main").inner_text()
        window.page.locator("#games a").first.focus()
        gateway.send(games=[[2, "bob", "Spark"], [0, "anna", "Ember, D2"]], of=2)
        gateway.send(id=2, m=PICTURE)
        window.wait_until(lambda: canvases(window) == ["/watch/bob"], "other picture")
        assert window.page.locator("#games li").all_inner_texts() == ["bob Spark", "anna Ember, D2"]
        assert window.page.evaluate("document.activeElement.getAttribute('href')") == "/watch/anna"
        assert "more" not in window.page.locator("#games + p").inner_text()


def test_a_phone_follows_the_player(windows: Windows, visitor: Visitor, server: Served) -> None:
    """In a game wider than the window the cells are readable, and the page does not scroll sideways."""
    with playing(server, "carla") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "carla"))
        with windows.open("/watch/carla", PHONE) as window:
            window.wait_for("HP 40/40")
            for keys in ("x" + "l" * 30, "h" * 30):
                player.press(*keys)
                window.wait_until(lambda: window.sent.cursor == player.page.cursor, "cursor")
                window.wait_until(lambda: window.has_in_view(window.sent), "the player")
            assert window.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
            assert window.page.evaluate("document.querySelector('canvas').clientWidth") >= 7 * 80


def test_the_end_of_a_watched_game_is_told(windows: Windows, visitor: Visitor, server: Served) -> None:
    """The last frame stays; the page continues when the game can be watched again."""
    with playing(server, "bob") as player:
        choose(player, EVERYBODY)
        wait_until(lambda: is_listed(visitor, "bob"))
        with windows.open("/watch/bob") as window:
            window.wait_for("HP 40/40")
            assert window.state == "Watching bob"
            choose(player, PLAYERS)
            window.wait_until(lambda: window.state == "bob does not allow watching here.", "end")
            assert "HP 40/40" in window.text
            assert window.page.get_by_role("link", name="Other games").is_visible()
            assert window.page.inner_text("#over") == "This page resumes when bob can be watched again. Other games"
            choose(player, EVERYBODY)
            window.wait_until(lambda: window.state == "Watching bob", "game")
            assert not window.page.get_by_role("link", name="Other games").is_visible()


def test_the_page_of_a_game_that_is_over_leads_to_the_finished_game(windows: Windows) -> None:
    """As soon as it is published; the sentence stays, and the link of an older game goes."""
    with windows.open("/lines") as window:
        gateway = Gateway(window, "watch/anna")
        window.open("/watch/anna")
        link = window.page.get_by_role("link", name="anna's finished game")
        for number, next_game in enumerate([{}, {"next": "anna-0001"}, {}], start=1):
            window.wait_until(lambda: len(gateway.routes) == number, "connection")  # noqa: B023 -- asked at once
            gateway.send(end="left" if number > 1 else "over", say=f"Sentence {number}.", **next_game)
            window.wait_until(lambda: link.is_visible() == bool(next_game), "link")  # noqa: B023
            window.wait_until(lambda: window.state == "Sentence 1.", "sentence")
            if next_game:
                assert link.get_attribute("href") == "/games/anna-0001"
            window.hide()
            window.hide(is_hidden=False)  # which connects at once
