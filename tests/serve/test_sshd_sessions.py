"""Sessions behind OpenSSH, which find each other by the folder: what sshd starts for a key, here without a login."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import signal
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.paths import ServerPaths
from roguelike.serve.sshd_sessions import sshd_sessions
from tests.pty_program import Program
from tests.serving import manage, play, turn_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal
CLOSED = "Your session was closed."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the folder that the sessions share."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


def connect(data: Path, who: str) -> Program:
    """Start the session of somebody with a key of their own."""
    key = base64.b64encode(hashlib.sha256(who.encode()).digest()).decode().rstrip("=")
    words = ("door", "--key", f"SHA256:{key}", "--type", "ssh-ed25519", "--data-dir", str(data))
    return Program(*words, SSH_CONNECTION="127.0.0.1 40000 127.0.0.1 22")


def come_in(data: Path, who: str) -> Program:
    """Start the session of a new key, and take a name."""
    program = connect(data, who)
    program.wait_for("Choose a name.")
    program.type(f"{who}\r")
    program.wait_for("Play Ember")
    return program


def test_a_code_adds_a_key(data: Path) -> None:
    """It is typed where a new key is asked for a name, since sshd knows no such user."""
    with come_in(data, "dora") as program:
        program.type("a")
        program.wait_for("Account: dora")
        program.type("b")
        program.wait_for("link-")
        code = re.findall(r"link-\w+", program.text)[0]
    with connect(data, "doras-laptop") as program:
        program.wait_for("Choose a name.")
        program.type("link-nonsense\r")
        program.wait_for("Wrong, used or expired code")
        program.type(f"\x15{code}\r")
        program.wait_for("Play Ember")
    assert 3 == len(manage(data, "account", "dora").stdout.splitlines())


def test_a_closed_server_wants_a_code(data: Path) -> None:
    """Its administrator makes one; strangers learn the fingerprint to send, and get no account."""
    with come_in(data, "nils"):
        pass
    invited = manage(data, "account", "olga", "--invite").stdout
    code = re.findall(r"link-\w+", invited)[0]
    (data / "serve.toml").write_text("closed = true")
    with connect(data, "nils") as program:
        program.wait_for("Play Ember")
    with connect(data, "olga") as program:
        program.wait_for("Only players with an account can log in.")
        program.wait_for("SHA256:")
        program.type("olga\r")
        program.wait_for("Wrong, used or expired code")
        program.type(f"\x15{code}\r")
        program.wait_for("Play Ember")


def test_an_administrator_closes_a_session(data: Path) -> None:
    """It is listed without a server, by its process; the player reads why, and comes back to the same turn."""
    with come_in(data, "lena") as program:
        turn = play(program)
        assert re.search(r"^p\d+ +lena +127.0.0.1 .*Ember", manage(data, "list").stdout, re.MULTILINE)
        assert "lena: has a session" in manage(data, "account", "lena", "--rename", "mona").stderr
        assert "Sessions closed: 1.\n" == manage(data, "kick", "LENA").stdout
        assert 0 == program.end()
        assert program.is_given_back()
        assert CLOSED in "".join(program.screen.display)
    with connect(data, "lena") as program:
        program.wait_for("Continue")
        program.type("\r")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")


def test_a_banned_player_is_told_why(data: Path) -> None:
    """The session ends at once, and the next login says why."""
    with come_in(data, "eve") as program:
        told = manage(data, "ban", "account", "eve", "--reason", "shouting")
        assert "Banned: account eve. Sessions closed: 1.\n" == told.stdout
        assert 0 == program.end()
    with connect(data, "eve") as program:
        assert 1 == program.end()
        assert "This account is banned: shouting." in program.text


def test_others_watch(data: Path) -> None:
    """Sessions find each other by the folder, and a killed one leaves nothing behind."""
    with come_in(data, "gina") as player, come_in(data, "hans") as watcher:
        play(player)
        watcher.type("w")
        watcher.wait_for("gina  Ember")
        watcher.type("a")
        player.wait_for("1 watching")
        watcher.wait_until(lambda: watcher.text == player.text, "the player's screen")
        (session,) = [each for each in sshd_sessions(ServerPaths(data)) if each.facts.name == "gina"]
        os.kill(session.process, signal.SIGKILL)
        watcher.wait_for("gina's game was lost.")
        watcher.type("\r")
        watcher.wait_for("No games to watch.")
    assert not ServerPaths(data).watched(session.process).exists()
