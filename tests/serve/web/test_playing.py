"""Playing on a page from the first visit: as a guest, with the browser's key, in line mode."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from roguelike.serve.web import play_sockets
from tests.serve.web.browsing import Visitor
from tests.serving import ask, enter, manage, needs_ssh, play, wait_until
from tests.serving import turn_of as turn_on

if TYPE_CHECKING:
    import pytest
    from aiohttp import web

    from tests.serve.web.browsing import Tab
    from tests.serving import Served


def begin(tab: Tab) -> None:
    """Begin a game of Ember with the first kit."""
    tab.wait_for("Play Ember")
    tab.type(re.findall(r"(\w)\) Play Ember", tab.text)[0])
    tab.wait_for("Choose a kit")
    tab.press("enter")
    tab.wait_for("HP 40/40")


def turn_of(tab: Tab) -> int:
    """Return the turn that the panel shows; -1 without one."""
    found = re.search(r"(?:T|Turn )(\d+)$", tab.text.split("\n")[0])
    return int(found[1]) if found else -1


def test_no_line_is_lost_however_slowly_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a line that arrives just as the wait for output ends."""
    monkeypatch.setattr(play_sockets, "_PROMPT_DELAY", 0.0005)
    texts: list[str] = []
    many = 2000

    async def take(text: str) -> None:
        texts.append(text)

    def send(end: socket.socket) -> None:
        with end:
            for number in range(many):
                time.sleep(0.0004)
                end.sendall(b"%d\n" % number)

    async def work() -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        with ours:
            sending = asyncio.ensure_future(asyncio.to_thread(send, theirs))
            await play_sockets._send_lines(cast("web.WebSocketResponse", SimpleNamespace(send_str=take)), ours)
            await sending

    asyncio.run(work())
    assert [str(number) for number in range(many)] == [line for text in texts for line in json.loads(text)["t"]]


def test_a_guest_plays_at_once(visitor: Visitor, server: Served) -> None:
    """Keys, a resize and the pointer; the guest is listed, and a kicked player reads the reason."""
    with visitor.open("/socket/play?w=100&h=30&guest") as tab:
        begin(tab)
        for turn in range(1, 4):
            tab.press(".")
            assert turn_of(tab) == turn
        tab.send(json.dumps({"s": [80, 24]}))
        wait_until(lambda: len(tab.page.rows) == 24 and "HP" in tab.text)
        tab.send(json.dumps({"m": ["left", 0, 0]}))
        tab.press("i")
        tab.wait_for("dagger")
        (listed,) = ask(server, "list")
        assert (listed["name"][:5], listed["address"]) == ("guest", server.source)
        ask(server, "kick", listed["name"])
        assert tab.wait_for_end() == "left"
        assert tab.said[-1].startswith("An administrator closed your session. A guest's game ends with the session")


def test_a_browser_is_the_key_of_an_account(visitor: Visitor, server: Served) -> None:
    """It asks for a name once, and continues the game on the next visit; then the pages have the name."""
    assert all("Play as anna" not in visitor.get(path)[1] for path in ("/", "/play", "/lines"))
    assert visitor.post("/play")[0] == 303
    with visitor.open("/socket/play?w=80&h=24") as tab:
        tab.wait_for("Choose a name.")
        tab.type(*"anna", "enter")
        begin(tab)
        tab.press(".", ".")
        wait_until(lambda: turn_of(tab) == 2)
    wait_until(lambda: not server.games())
    assert '<a class="go" href="/play#play">Play as anna</a>' in visitor.get("/")[1]
    assert all(">Play as anna</button>" in visitor.get(path)[1] for path in ("/play", "/lines"))
    with visitor.open("/socket/play?w=80&h=24") as tab:
        tab.wait_for("Continue: anna, Ember")
        (account,) = [json.loads(line) for line in server.log if '"registered"' in line]
        assert account["account"] == "anna"
        tab.press("enter")
        wait_until(lambda: turn_of(tab) == 2)


def test_line_mode_needs_no_screen(visitor: Visitor) -> None:
    """Lines are texts, and each answer is a line."""
    with visitor.open("/socket/lines?guest") as tab:
        tab.wait_for("Choose a kit")
        tab.answer("poacher")
        tab.wait_for("Type explore, look, north, or help for more.")
        tab.answer("wait\x00\x1b[31m")
        tab.wait_for("wait[31m")
        tab.answer("look")
        tab.wait_for("Depth 1.")
        tab.answer("quit")
        assert tab.wait_for_end() == "left"


def test_line_mode_is_left_at_its_first_question(visitor: Visitor) -> None:
    """By a word, since a page has no Ctrl-C; the prompt is the label of the field."""
    visitor.post("/play")
    with visitor.open("/socket/lines") as tab:
        tab.wait_for("Type quit to leave.")
        tab.wait_for("Choose a name. >")
        assert not any("Ctrl-C" in line for line in tab.said)
        tab.answer("quit")
        assert tab.wait_for_end() == "left"


def test_another_browser_joins_by_a_code_in_lines(visitor: Visitor, server: Served) -> None:
    """The welcome names the word for it."""
    visitor.post("/play")
    with visitor.open("/socket/lines") as tab, Visitor(server) as other:
        tab.wait_for("clearing its cookies loses the account")
        tab.wait_for("with the word account")
        tab.answer("anna")
        tab.wait_for("Choose a kit")
        tab.answer("account")
        tab.wait_for("Account: anna. >")
        tab.wait_for("1: This browser (a)")
        tab.answer("add another device")
        tab.wait_for("link-")
        other.post("/play")
        with other.open("/socket/lines") as joining:
            joining.wait_for("Choose a name.")
            joining.answer(next(line for line in tab.said if line.startswith("link-")))
            joining.wait_for("Take over here?")
        tab.answer("account")
        tab.wait_for("2: Browser, last used ")
        tab.answer("quit")
        tab.wait_for_end()


@needs_ssh
def test_a_game_goes_on_from_ssh_to_the_page_and_back(visitor: Visitor, server: Served) -> None:
    """The page joins the account by an invitation; each takes the game over from the other, at the same turn."""
    with enter(server, "anna") as program:
        play(program)
        code = re.findall(r"link-\w+", manage(server.data, "account", "anna", "--invite").stdout)[0]
        visitor.post("/play")
        with visitor.open("/socket/play?w=80&h=24") as tab:
            tab.wait_for("Choose a name.")
            tab.type(*code, "enter")
            tab.wait_for("Take over here?")
            tab.type("enter")
            program.wait_for("You continued in")
            wait_until(lambda: turn_of(tab) == 3)
            tab.press(".")
            assert turn_of(tab) == 4
            with server.connect("anna") as again:
                again.wait_for("Take over here?")
                again.type("\r")
                assert tab.wait_for_end() == "left"
                assert tab.said[-1] == "You continued in another session."
                again.wait_until(lambda: turn_on(again) == 4, "turn 4")


def test_a_name_in_a_page_is_a_text(visitor: Visitor) -> None:
    """Whatever it contains."""
    status, text, _ = visitor.get("/watch/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert status == 200
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
