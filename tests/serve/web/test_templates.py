"""Values in templates: escaped, and the command for SSH."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.serve.settings import ServeSettings
from roguelike.serve.watching.listed_game import ListedGame
from roguelike.serve.web.templates import games_list, ssh_command

if TYPE_CHECKING:
    from tests.serve.web.browsing import Visitor
    from tests.serving import Served


def test_hostile_texts_are_texts() -> None:
    """Names and places come from games, which could be compromised, and from other hosts."""
    evil = '"><script>alert(1)</script>\x00\u202e'
    texts = dict.fromkeys(("name", "game", "at", "host"), evil)
    text = games_list([ListedGame.of({**texts, "process": 1, "seconds": 9, "idle": 0, "watchers": 0})])
    assert "<script" not in text
    assert '"><' not in text.replace('"><b>', "")
    assert 'href="/watch/%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E' in text


@pytest.mark.parametrize(
    ("addresses", "origin", "host", "command"),
    [
        ([("0.0.0.0", 2222)], "https://play.example.org", "evil.example", "ssh -p 2222 play.example.org"),  # noqa: S104 -- shown, not bound
        ([("::", 22)], "https://play.example.org:8443", "", "ssh play.example.org"),
        ([("127.0.0.1", 2222), ("192.0.2.7", 22)], "https://play.example.org", "", "ssh play.example.org"),
        ([("127.0.0.1", 2222), ("::1", 2222)], "https://play.example.org", "", ""),
        ([("127.0.0.1", 2222)], "", "evil.example", ""),
        ([("127.0.0.1", 2222)], "", "localhost:8080", "ssh -p 2222 127.0.0.1"),
        ([("192.0.2.7", 2222)], "", "[::1]:8080", "ssh -p 2222 192.0.2.7"),
        ([("::", 2222)], "", "[::1]:8080", "ssh -p 2222 ::1"),
        ([("::", 2222)], "", "[", ""),
        ([], "", "127.0.0.1", ""),
    ],
)
def test_the_command_for_ssh_suits_the_listeners(
    addresses: list[tuple[str, int]], origin: str, host: str, command: str
) -> None:
    """The address that browsers can reach: on the same machine its own address."""
    assert command == ssh_command(addresses, ServeSettings(web_origin=origin), host)
    behind_a_balancer = ServeSettings(web_origin=origin, proxy_protocol=("10.1.0.0/16",))
    assert not ssh_command(addresses, behind_a_balancer, host)


def test_the_port_of_ssh_is_the_one_that_is_open(visitor: Visitor, server: Served) -> None:
    """Also for port 0, or an inherited socket."""
    assert f"<code>ssh -p {server.port} 127.0.0.1</code>" in visitor.get("/")[1]
