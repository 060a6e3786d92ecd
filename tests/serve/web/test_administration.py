"""Commands of administrators reach pages as they reach SSH clients."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from roguelike.serve.front.access import GUEST_OVER
from roguelike.serve.game.views.name import MAX_CODES
from tests.attacking import another_address
from tests.serve.web.browsing import Visitor
from tests.serve.web.test_playing import begin, turn_of
from tests.serving import ask, free_port, manage, serve, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.serving import Served


def test_a_banned_browser_plays_no_more(visitor: Visitor, server: Served) -> None:
    """The session ends with the reason, and no other one starts."""
    visitor.post("/play")
    with visitor.open("/socket/play") as tab:
        tab.wait_for("Choose a name.")
        tab.type(*"anna", "enter")
        begin(tab)
        ask(server, "say", "Tea at five")
        tab.wait_for("Tea at five")
        (key,) = ask(server, "account", "anna")["keys"]
        assert key["kind"] == "browser"
        ask(server, "ban", "key", key["fingerprint"], "--yes", "--reason", "noise")
        assert tab.wait_for_end() == "left"
        assert "noise" in tab.said[-1]
    with visitor.open("/socket/play") as tab:
        assert tab.wait_for_end() == "left"
        assert "noise" in tab.said[-1]


def test_a_closed_server_asks_a_new_browser_for_a_code(tmp_path: Path) -> None:
    """Administrators send invitations, or need the fingerprint that is shown; three wrong codes end the session."""
    with serve(tmp_path, "--web", "127.0.0.1:0", "--closed") as server:
        server.source = another_address()
        with Visitor(server) as visitor:
            visitor.post("/play")
            with visitor.open("/socket/play") as tab:
                tab.wait_for("Do you have an invite code?")
                tab.wait_for("SHA256:")
                for _ in range(MAX_CODES):
                    tab.type(*"link-abcdefghjk", "enter", "ctrl_u")
                assert tab.wait_for_end() == "left"
            invited = ask(server, "account", "anna", "--invite")
            with visitor.open("/socket/play") as tab:
                tab.wait_for("Do you have an invite code?")
                tab.type(*invited["user"], "enter")
                tab.wait_for("Play Ember")
                assert ["anna"] == [each["name"] for each in ask(server, "list")]


def test_a_page_goes_on_while_another_server_starts(tmp_path: Path) -> None:
    """The draining server frees its addresses, and exits after its last session; an idle menu ends by itself."""
    web = f"127.0.0.1:{free_port()}"
    with serve(tmp_path, "--web", web, "--guests", "2") as old:
        old.source = another_address()
        with Visitor(old) as visitor, visitor.open("/socket/play?guest") as tab:
            begin(tab)
            assert manage(old.data, "drain").returncode == 0
            wait_until(lambda: any("draining" in line for line in old.log))
            with (
                serve(tmp_path, "--web", web, "--guests", "2", "--menu-idle", "1") as new,
                visitor.open("/socket/play?guest") as other,
            ):
                tab.press(".")
                assert turn_of(tab) == 1
                assert other.wait_for_end() == "left"
                assert "inactivity" in other.said[-1]
                new.process.send_signal(signal.SIGTERM)
                assert new.process.wait(60) == 0
        assert old.process.wait(60) == 0


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    """A guest's game ends with the session."""
    with serve(tmp_path, "--web", "127.0.0.1:0", "--guests", "2") as server:
        server.source = another_address()
        with Visitor(server) as visitor, visitor.open("/socket/play?guest") as tab:
            begin(tab)
            server.process.send_signal(signal.SIGTERM)
            assert tab.wait_for_end() == "left"
            assert tab.said[-1] == f"The server is stopping. {GUEST_OVER}"
