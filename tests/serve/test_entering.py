"""Logins behind OpenSSH that are refused, before there is a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.accounts import KeyUsed
from roguelike.serve.bans import ADDRESS, Ban, BanList
from roguelike.serve.database import make_database
from roguelike.serve.door import BEING_RESTORED, CannotEnter, address_of, enter
from roguelike.serve.front.access import FULL
from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings
from roguelike.serve.sshd_sessions import OwnSession, SessionFacts, sshd_sessions
from tests.pty_program import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = KeyUsed(f"SHA256:{1:043}", "ssh-ed25519")
HERE = "192.0.2.7"
STAYS = """
import os, pathlib, sys
from roguelike.serve.sshd_sessions import OwnSession, SessionFacts
from roguelike.serve.paths import ServerPaths
session = OwnSession(ServerPaths(pathlib.Path(sys.argv[1])), SessionFacts(1, "ann"))
session.change(game="Ember")
print("here", flush=True)
sys.stdin.read()
"""
"""A session that another process has."""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServerPaths:
    """Return a server's folder, in which the process is."""
    monkeypatch.chdir(tmp_path)
    places = ServerPaths(tmp_path)
    places.make()
    make_database(places.accounts)
    return places


@pytest.fixture
def other(places: ServerPaths) -> Iterator[subprocess.Popen[str]]:
    """Yield a process that has a session there."""
    command = [sys.executable, "-c", STAYS, str(places.root)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        assert "here\n" == process.stdout.readline()
        yield process
        process.kill()


def refused(settings: ServeSettings) -> str:
    """Return why somebody with a new key is not let in."""
    with pytest.raises(CannotEnter) as refusal:
        enter(KEY, settings, HERE)
    return str(refusal.value)


def test_a_banned_address_is_told_so(places: ServerPaths) -> None:
    """And a banned key, and a banned account, as on a server."""
    BanList(places.accounts).add(Ban(ADDRESS, "192.0.2.0/24"), by="root")

    assert "Your address is banned." == refused(ServeSettings())


def test_nobody_is_let_in_while_a_backup_is_restored(places: ServerPaths) -> None:
    """A new account would be lost, or in the way."""
    places.restoring.mkdir()

    assert BEING_RESTORED == refused(ServeSettings())


def test_the_number_of_places_is_limited(other: subprocess.Popen[str]) -> None:
    """The sessions of other processes count."""
    assert other.poll() is None
    assert FULL == refused(ServeSettings(max_sessions=1))


def test_a_session_is_there_as_long_as_its_process(places: ServerPaths, other: subprocess.Popen[str]) -> None:
    """What a dead one has left is deleted, and one's own is not among the others."""
    own = OwnSession(places, SessionFacts(2, "bob"))
    (found,) = sshd_sessions(places)
    places.watched(other.pid).touch()

    assert (other.pid, "ann", "Ember") == (found.process, found.facts.name, found.facts.game)
    assert not found.has_ended()
    found.end()
    other.wait()
    assert found.has_ended()
    assert [] == sshd_sessions(places)
    assert [] == list(places.watch.iterdir())
    assert [f"{os.getpid()}.json"] == [each.name for each in places.doors.iterdir()]
    own.close()
    assert [] == list(places.doors.iterdir())


@pytest.mark.parametrize("told", ["", "UNKNOWN 65535 UNKNOWN 65535", "evil; rm 1 2 3"])
def test_an_address_is_one(told: str) -> None:
    """Whatever sshd says where it does not know."""
    assert "127.0.0.1" == address_of({"SSH_CONNECTION": told})
    assert HERE == address_of({"SSH_CONNECTION": f"{HERE} 50000 192.0.2.1 22"})
    assert "2001:db8::1" == address_of({"SSH_CONNECTION": "2001:db8::1 50000 2001:db8::2 22"})
