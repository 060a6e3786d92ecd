"""Attacks by other sites, strangers and broken clients: a test for each row of the table of attacks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import time
from typing import TYPE_CHECKING, cast

import aiohttp
import psutil
import pytest

from roguelike.serve.watching.privacy import EVERYBODY
from roguelike.serve.web import connection_guard, rate_limits
from roguelike.serve.web.browser_keys import AGE, fingerprint_of
from roguelike.serve.web.connection_guard import MAX_UNSENT
from roguelike.serve.web.gateway_client import SessionHandle
from roguelike.serve.web.play_sockets import _receive
from roguelike.serve.web.watch_sockets import MAX_OF_NETWORK
from tests.attacking import another_address
from tests.pty_program import PATIENCE
from tests.serve.web.browsing import Visitor, deaf, packed, queues
from tests.serve.web.test_watching import choose, playing
from tests.serving import ask, enter, needs_ssh, play, serve, wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from aiohttp import web

    from tests.serving import Served

PAGES = ("/", "/play", "/lines", "/watch/anna")
DEAF, DEAF_WATCHERS = 34, 16
"""Browsers that read nothing, of those that play and of those that watch."""
LARGE = "/socket/play?guest&w=500&h=200"
MOST_QUEUED = 64 << 10
"""Bytes in the kernel for one of them."""
MOST_GROWTH = 0.3
"""Megabytes of the web process for each of them."""
MOST_LARGER = 10.0
"""Megabytes by which the game of one may exceed a neighbour's."""
SENT_FOR = "X-Forwarded-For"
SOCKETS = ("/socket/play?guest", "/socket/lines?guest", "/socket/watch/anna", "/socket/games")


@contextlib.contextmanager
def connected(server: Served) -> Iterator[socket.socket]:
    """Yield a bare connection."""
    with socket.create_connection(("127.0.0.1", server.web), PATIENCE, (server.source, 0)) as client:
        yield client


def answer_to(server: Served, request: bytes) -> bytes:
    """Return the response until the server closes the connection."""
    with connected(server) as client:
        client.sendall(request)
        parts = []
        with contextlib.suppress(ConnectionResetError):
            while part := client.recv(4096):
                parts.append(part)
        return b"".join(parts)


@pytest.mark.parametrize("path", SOCKETS)
@pytest.mark.parametrize("origin", ["", "null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1"])
def test_other_sites_open_no_websocket(visitor: Visitor, path: str, origin: str) -> None:
    """Nor do requests without an origin."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused, visitor.open(path, origin):
        pass
    assert refused.value.status == 403


def test_forged_forms_change_nothing(visitor: Visitor) -> None:
    """GET changes nothing, and a form of another site sets no cookie."""
    status, text, headers = visitor.post("/play", Origin="https://evil.example")
    assert (status, text) == (403, "This request came from another site.")
    assert "Set-Cookie" not in headers
    for path in PAGES:
        assert "Set-Cookie" not in visitor.get(path)[2]


@pytest.mark.parametrize(
    "path", ["/", "/play", "/lines", "/watch/anna", "/nowhere", "/static/nothing", "/static/index.html"]
)
def test_every_answer_forbids_scripts_of_others(visitor: Visitor, path: str) -> None:
    """Also errors; no header names the software of the server."""
    status, _, headers = visitor.get(path)
    assert status == (200 if path in PAGES else 404)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert (headers["X-Content-Type-Options"], headers["Server"]) == ("nosniff", "roguelike")


@pytest.mark.parametrize(
    "path", ["/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py", "//etc/passwd"]
)
def test_no_path_leads_out(server: Served, path: str) -> None:
    """Whatever a client sends as its host."""
    request = f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()
    assert answer_to(server, request).startswith(b"HTTP/1.1 404")


def test_the_cookie_is_kept_from_scripts_and_from_the_disk(visitor: Visitor, server: Served) -> None:
    """The accounts have only its digest; a cookie that is not a valid secret is none."""
    _, _, headers = visitor.post("/play")
    name, _, rest = headers["Set-Cookie"].partition("=")
    secret, *flags = (part.strip() for part in rest.split(";"))
    assert name == "roguelike"
    assert {"HttpOnly", "SameSite=Strict", "Path=/", f"Max-Age={AGE}"} <= set(flags)
    with visitor.open("/socket/play") as tab:
        tab.wait_for("Choose a name.")
        tab.type(*"anna", "enter")
        tab.wait_for("Play Ember")
        kept = b"".join(each.read_bytes() for each in server.data.glob("accounts.sqlite*"))
        assert secret.encode() not in kept
        assert fingerprint_of(secret).encode() in kept
    for other in ("", "short", secret[:-1] + "\x7f", "a" * 44):
        assert fingerprint_of(other) == ""


@pytest.mark.parametrize(("method", "path"), [("POST", "/play"), ("GET", "/play"), ("GET", "/lines")])
def test_each_visit_renews_the_cookie(visitor: Visitor, method: str, path: str) -> None:
    """With the same secret and flags, so that an account in use does not expire with its first cookie."""
    first = visitor.post("/play")[2]["Set-Cookie"]
    assert visitor.request(method, path, Origin=visitor.origin)[2]["Set-Cookie"] == first


def test_by_https_the_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    """Behind a trusted proxy the last forwarded address is the client's; no other one counts."""
    address = another_address()
    web = ("--web", "127.0.0.1:0", "--web-origin", "https://play.example.org", "--web-proxies", address)
    with serve(tmp_path, "--guests", "2", *web) as served:
        port = next(each.laddr.port for each in psutil.Process(served.worker("web")).net_connections() if each.laddr)
        served.web, served.source = port, address
        with Visitor(served) as proxy:
            origin = "https://play.example.org"
            headers = proxy.post("/play", Origin=origin)[2]
            assert headers["Set-Cookie"].startswith("__Host-roguelike=")
            assert "Secure" in headers["Set-Cookie"]
            elsewhere = proxy.post("/play", Origin=f"http://127.0.0.1:{port}")[:2]
            assert elsewhere == (403, f"The pages are at {origin}: open them there.")
            assert proxy.post("/play", Origin="http://evil.example")[:2] == (
                403,
                "This request came from another site.",
            )
            wait_until(lambda: sum('"other origin"' in line for line in served.log) == 1)
            by_proxy = {"Host": "127.0.0.1", "Origin": f"https://127.0.0.1:{port + 1}"}
            assert proxy.request("POST", "/play", **by_proxy)[1].startswith("The pages are at ")
            for sent, seen in (("6.6.6.6, 198.51.100.7", "198.51.100.7"), ("nonsense", address)):
                with proxy.open("/socket/lines?guest", origin, {SENT_FOR: sent}) as tab:
                    tab.wait_for("Choose a kit")
                    assert [seen] == [each["address"] for each in ask(served, "list")]
                    tab.answer("quit")
                    tab.wait_for_end()
            with contextlib.ExitStack() as stack:
                same = [f"2001:db8::{number}" for number in range(MAX_OF_NETWORK + 1)]
                tabs = [stack.enter_context(proxy.open("/socket/games", origin, {SENT_FOR: each})) for each in same]
                assert tabs[-1].wait_for_end() == "full"
                with proxy.open("/socket/games", origin, {SENT_FOR: "2001:db8:1::"}) as other:
                    wait_until(lambda: bool(other.told))
                    assert other.end == ""
        served.source = another_address()
        with (
            Visitor(served) as stranger,
            stranger.open("/socket/lines?guest", origin, {SENT_FOR: "1.1.1.1"}) as tab,
        ):
            tab.wait_for("Choose a kit")
            assert [served.source] == [each["address"] for each in ask(served, "list")]


@pytest.mark.parametrize("packs", [False, True])
@pytest.mark.parametrize("path", SOCKETS[:2])
def test_a_message_that_is_too_long_ends_the_connection(visitor: Visitor, path: str, *, packs: bool) -> None:
    """Compressed, it is a hundredth of that size."""
    with visitor.open(path, packs=packs) as tab:
        tab.wait_for("Choose a kit" if "lines" in path else "Play Ember")
        tab.send(json.dumps({"p": "a" * 9000}))
        tab.wait_for_end()
        assert tab.closed == 1009


def test_junk_is_no_message(visitor: Visitor) -> None:
    """The game goes on."""
    with visitor.open("/socket/play?guest&w=x&h=-7") as tab:
        tab.wait_for("Play Ember")
        for junk in ("", "{", "[]", "null", '{"k":[["a"]]}', '{"m":["left",1e99,0]}', "[" * 8000, "\x00\ud7ff"):
            tab.send(junk)
        tab.press("?")
        assert len(tab.page.rows) == 24


FLOODS: dict[str, list[dict[str, object]]] = {
    "keys": [{"k": ["down"] * 64}],
    "pastes": [{"p": "a" * 4096}],
    "sizes": [{"s": [500, 200]}, {"s": [499, 200]}],
    "redraws": [{"n": 1}],
    "the pointer": [{"m": ["move", 1, 1]}, {"m": ["left", 2, 2]}],
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_costs_its_sender_alone(visitor: Visitor, server: Served, flood: str) -> None:
    """Another player's key is answered meanwhile; clients that send far more than a person are cut."""
    with visitor.open("/socket/play?guest") as flooded, visitor.open("/socket/play?guest") as other:
        flooded.wait_for("Play Ember")
        other.wait_for("Play Ember")
        with contextlib.suppress(ConnectionError):
            for message in itertools.islice(itertools.cycle(FLOODS[flood]), 10 * rate_limits.MESSAGE_BURST):
                flooded.send(json.dumps(message))
        other.press("down")
    wait_until(lambda: not server.games())


def test_of_a_flood_as_many_messages_are_taken_as_a_person_may_send() -> None:
    """Further messages are dropped."""
    taken: list[str] = []

    async def flood() -> AsyncIterator[aiohttp.WSMessage]:
        for _ in range(100 * rate_limits.MESSAGE_BURST):
            yield aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, "{}", None)

    async def take() -> None:
        begun = time.monotonic()
        await _receive(cast("web.WebSocketResponse", flood()), SessionHandle(1), taken.append)
        assert len(taken) <= rate_limits.MESSAGE_BURST + rate_limits.MESSAGE_RATE * (time.monotonic() - begun) + 1

    asyncio.run(take())
    assert len(taken) >= rate_limits.MESSAGE_BURST


@pytest.mark.parametrize("frame", [b"\x81\x80\0\0\0\0", b"\x89\x80\0\0\0\0", b"\x81\x82\0\0\0\0{}"])
@pytest.mark.parametrize("path", SOCKETS)
def test_a_flood_of_small_frames_is_cut(visitor: Visitor, server: Served, path: str, frame: bytes) -> None:
    """Empty messages and pings cost as much as large ones; only clients of the same network may be cut, too."""
    with deaf(server.web, path, another_address()) as end, contextlib.suppress(ConnectionError):
        for _ in range(100):
            end.sendall(frame * 1000)
        while end.recv(4096):  # until it is cut
            pass
    with visitor.open("/socket/play?guest") as tab:
        tab.wait_for("Play Ember")


@pytest.mark.parametrize("header", [b"Sec-WebSocket-Key: \xff", b"Host: \xff\xfe"])
def test_headers_that_no_browser_sends_are_refused(server: Served, header: bytes) -> None:
    """Without a line in the log."""
    lines = {b"Host": b"a", b"Origin": b"http://127.0.0.1:%d" % server.web, b"Upgrade": b"websocket"}
    lines |= {b"Connection": b"Upgrade", b"Sec-WebSocket-Version": b"13", b"Sec-WebSocket-Key": b"A" * 22 + b"=="}
    name, _, value = header.partition(b": ")
    written = b"".join(b"%s: %s\r\n" % each for each in {**lines, name: value}.items())
    with connected(server) as client:
        client.sendall(b"GET /socket/games HTTP/1.1\r\n" + written + b"\r\n")
        assert b" 400 " in client.recv(16)


def test_headers_are_bounded_together(server: Served) -> None:
    """Each of them is small enough."""
    lines = b"".join(b"H%d: %s\r\n" % (number, b"a" * 4000) for number in range(20))
    assert answer_to(server, b"GET / HTTP/1.1\r\nHost: a\r\n" + lines + b"\r\n") == b""


def test_an_address_may_ask_for_much_in_a_row(server: Served) -> None:
    """Further requests are refused, and their connections closed; other networks are served."""
    asked = b"GET /static/nothing HTTP/1.1\r\nHost: a\r\n\r\n"
    for _ in range(rate_limits.REQUEST_BURST // 50 + 5):
        answer = answer_to(server, asked * 49 + asked[:-2] + b"Connection: close\r\n\r\n")
        if b"HTTP/1.1 429" in answer:
            break
    else:
        raise AssertionError("it goes on")
    assert answer.endswith(b"try again in a minute.")
    server.source = another_address()
    assert answer_to(server, asked[:-2] + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 404")


def test_a_form_is_answered_without_its_body(server: Served) -> None:
    """A request that arrives byte by byte keeps no connection open."""
    lines = f"POST /play HTTP/1.1\r\nHost: a\r\nOrigin: http://127.0.0.1:{server.web}\r\nContent-Length: 4000\r\n\r\na"
    assert answer_to(server, lines.encode()).startswith(b"HTTP/1.1 303")


@needs_ssh
def test_a_banned_address_reads_why(visitor: Visitor, server: Served) -> None:
    """On every page, and where it plays."""
    ask(server, "ban", "address", server.source, "--reason", "spam")
    banned = "Your address is banned: spam."
    wait_until(lambda: visitor.get("/") == (403, banned, visitor.get("/")[2]))
    with pytest.raises(aiohttp.WSServerHandshakeError), visitor.open("/socket/games"):
        pass
    with visitor.open("/socket/play?guest") as tab:
        tab.wait_for(banned)
        tab.wait_for_end()
    ask(server, "unban", "address", server.source)
    wait_until(lambda: visitor.get("/")[0] == 200)


def are_full(server: Served, many: list[socket.socket]) -> bool:
    """Open and close the help of all pages, or start a game; return whether frames are pending for each."""
    for each in many:
        each.sendall(packed(k=["?", "escape", "enter"]))
    return sum(each >= MAX_UNSENT // 2 for each in queues(server.web)) >= len(many)


def size_of(process: int) -> float:
    """Return the private memory of a process, in megabytes."""
    return float(psutil.Process(process).memory_full_info().uss / 1e6)


@needs_ssh
@pytest.mark.slow
def test_fifty_browsers_that_read_nothing_fill_no_memory(tmp_path: Path) -> None:
    """Little is pending for each of them, in a large window or watching; neighbours are served.

    `test_connection_guard` tests how they end.
    """
    options = ("--guests", str(DEAF), "--max-sessions", "80", "--logins", "80")
    with serve(tmp_path, *options, "--web", "127.0.0.1:0") as server, contextlib.ExitStack() as stack:
        server.source = another_address()
        tab, program = stack.enter_context(playing(server, "anna")), stack.enter_context(enter(server, "bob"))
        choose(tab, EVERYBODY)
        play(program)
        neighbours = set(server.games())
        before = size_of(server.worker("web"))
        for _ in range(DEAF_WATCHERS):
            stack.enter_context(deaf(server.web, "/socket/watch/anna", another_address()))
        wait_until(lambda: f"{DEAF_WATCHERS} watching" in tab.text)
        many = [stack.enter_context(deaf(server.web, LARGE, another_address())) for _ in range(DEAF)]
        wait_until(lambda: len(server.games()) == DEAF + len(neighbours))
        tab.send(json.dumps({"s": [500, 200]}))
        wait_until(lambda: are_full(server, many))
        tab.press("i", "escape")
        program.press("i")
        assert max(queues(server.web)) <= MOST_QUEUED
        assert size_of(server.worker("web")) - before < MOST_GROWTH * (DEAF + DEAF_WATCHERS)
        games = {each: size_of(each) for each in server.games()}
        largest = max(size for game, size in games.items() if game not in neighbours)
        assert largest < max(games[game] for game in neighbours) + MOST_LARGER


def test_an_address_has_so_many_connections(server: Served) -> None:
    """Further ones are closed at once; after the others have left there is room again."""
    with contextlib.ExitStack() as stack:
        first = [stack.enter_context(connected(server)) for _ in range(connection_guard.MAX_OF_ADDRESS)]
        with connected(server) as refused:
            assert refused.recv(1) == b""
        for each in first:
            each.close()
    request = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    wait_until(lambda: answer_to(server, request).startswith(b"HTTP/1.1 200"))


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"H%d: a\r\n" % number for number in range(300)) + b"\r\n",
    ],
)
def test_a_request_that_is_none_is_refused(server: Served, request_: bytes) -> None:
    """None of it is logged."""
    assert answer_to(server, request_)[:12] in {b"HTTP/1.1 400", b"HTTP/1.0 400"}
    assert not [line for line in server.log if "Traceback" in line or "fault" in line]


def test_wrong_codes_are_punished_as_over_ssh(visitor: Visitor, server: Served) -> None:
    """After three of them the session ends, after six the address is penalized."""
    visitor.post("/play")
    for _ in range(2):
        with visitor.open("/socket/play") as tab:
            tab.wait_for("Choose a name.")
            for _ in range(3):
                tab.type(*"link-abcdefghjk", "enter", "ctrl_u")
            assert tab.wait_for_end() == "left"
    assert sum("wrong code" in line for line in server.log) == 6
    with visitor.open("/socket/play") as tab:
        tab.wait_for("Your address cannot connect now")
        assert tab.wait_for_end() == "left"
