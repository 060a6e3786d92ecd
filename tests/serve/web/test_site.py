"""Errors, limits and sizes of all pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from roguelike.serve import web
from roguelike.serve.web.site import FOREIGN, NO_ORIGIN
from tests.serve.web.browsing import Visitor
from tests.serving import serve, wait_until

MOST: int = 30_000
"""Maximum bytes of all scripts and the style sheet."""


def test_an_error_leads_on_to_the_front_page(visitor: Visitor) -> None:
    """Browsers get a page with links, scripts only the sentence."""
    for path, status in (("/nowhere", 404), ("/games/nobody-0001", 404), ("/socket/games", 400)):
        found, text, headers = visitor.get(path, Accept="text/html,*/*;q=0.8")
        assert (found, headers["Content-Type"]) == (status, "text/html; charset=utf-8")
        assert 'href="/"' in text
        found, sentence, headers = visitor.get(path)
        assert (found, headers["Content-Type"]) == (status, "text/plain; charset=utf-8")
        assert f"<h1>{sentence}</h1>" in text
    found, text, _ = visitor.post("/play", Accept="text/html", Origin="https://example.org")
    assert (found, f"<h1>{FOREIGN}</h1>" in text) == (403, True)


def test_without_its_setting_nobody_plays_behind_a_proxy(tmp_path: Path) -> None:
    """The log names the setting once for each server, since pages can only show that there is no connection."""
    with serve(tmp_path, "--web", "127.0.0.1:0") as server, Visitor(server) as visitor:
        for _ in range(2):
            sent = {"Host": "play.example.org", "Origin": "https://play.example.org"}
            assert visitor.request("POST", "/play", **sent)[:2] == (403, NO_ORIGIN)
        wait_until(lambda: any('"other origin"' in line for line in server.log))
        (told,) = [line for line in server.log if '"other origin"' in line]
        assert "web-origin is not set" in told


@pytest.mark.parametrize("path", ["/socket/play", "/socket/lines", "/socket/games", "/socket/watch/anna"])
def test_only_get_opens_a_web_socket(visitor: Visitor, path: str) -> None:
    """A HEAD, which must have no answer but headers, is refused."""
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    headers = {**upgrade, "Sec-WebSocket-Key": "A" * 22 + "==", "Origin": visitor.origin}
    assert visitor.request("HEAD", path, **headers)[0] == 405


def test_the_pages_are_small() -> None:
    """For slow connections, and for readers of the scripts."""
    files = [each for each in (Path(web.__file__).parent / "static").iterdir() if each.suffix in {".js", ".css"}]
    assert sum(len(each.read_bytes()) for each in files) < MOST
