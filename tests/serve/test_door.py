"""The same lobby behind a real sshd, which asks for the line of each key and starts a session for it."""

from __future__ import annotations

import re
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.paths import ServerPaths
from roguelike.serve.sshd_sessions import sshd_sessions
from tests import sshd
from tests.attacking import another_address
from tests.pty_program import PATIENCE, ROOT, Program
from tests.serving import enter, play, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serving import Served

pytestmark = pytest.mark.terminal
TAKEN = "You continued in another session."
CLOSED = "Your session was closed."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sshd.Server]:
    """Yield an sshd that runs while these tests do, and lets every key into the lobby."""
    folder = tmp_path_factory.mktemp("sshd")
    data = folder / "data"
    data.mkdir(mode=0o700)
    with sshd.serve(folder, settings=sshd.door(data)) as server:
        yield server


def connect(server: sshd.Server, who: str, *asked: str, options: tuple[str, ...] = ()) -> Program:
    """Log in with a key of somebody's own."""
    key = server.folder / who
    if not key.exists():
        subprocess.run([sshd.find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    return Program(*asked, command=server.client(*options, "-o", "SendEnv=LANG", key=who))


def come_in(server: sshd.Server, who: str) -> Program:
    """Log in with a new key, and take a name."""
    program = connect(server, who)
    program.wait_for("Choose a name.")
    program.type(f"{who}\r")
    program.wait_for("Play Ember")
    return program


def places(server: sshd.Server) -> ServerPaths:
    """Return the folder that the sessions share."""
    return ServerPaths(server.folder / "data")


def wait_until_alone(server: sshd.Server) -> None:
    """Wait until every session has ended."""
    end = time.monotonic() + PATIENCE
    while sshd_sessions(places(server)):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_key_comes_back_to_its_turn(server: sshd.Server) -> None:
    """The first login asks for a name; after a connection that was lost the same key goes on."""
    with come_in(server, "ann") as program:
        turn = play(program)
    wait_until_alone(server)
    places(server).message.write_text("Be kind.")
    with connect(server, "ann") as program:
        program.wait_for("Be kind.")
        program.wait_for("Continue")
        program.type("\r")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")
        program.resize(120, 35)
        program.wait_until(lambda: len(program.text.split("\n")[0]) > 110, "the new size")
        program.type("\x03")
        assert 0 == program.end()
        assert program.is_given_back()


def test_a_client_without_a_locale_gets_unicode(server: sshd.Server) -> None:
    """As it does from the game's own server: Python's own stand-in for a missing locale is not the client's."""
    key = server.folder / "lou"
    subprocess.run([sshd.find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    with Program(command=server.client("-o", "SendEnv=-*", key="lou")) as program:
        program.wait_for("Choose a name.")
        program.type("lou\r")
        program.wait_for("Play Ember")
        assert "┌" in program.text


def test_a_second_login_takes_the_session_over(server: sshd.Server) -> None:
    """The first one reads why and gets its terminal back; the second goes on at the same turn."""
    with come_in(server, "carl") as first:
        turn = play(first)
        with connect(server, "carl") as second:
            second.wait_for("You are already playing from 127.0.0.1 (since")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")

            assert 0 == first.end()
            assert first.is_given_back()
            assert CLOSED in "".join(first.screen.display)


@pytest.mark.parametrize(("asked", "options"), [(("id",), ("-t",)), (("id",), ()), ((), ("-T",))])
def test_nobody_runs_commands(server: sshd.Server, asked: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Nor anything without a terminal: a sentence says how to play."""
    with connect(server, "fred", *asked, options=options) as program:
        assert 2 == program.end()
        assert "connect with ssh -t" in program.text + program.errors()
        assert "uid=" not in program.text


def test_a_server_shares_the_folder(running: Served, tmp_path: Path) -> None:
    """Players are the same on both ways in: each takes sessions of the other over, knows its names, sees its games."""
    with (
        running.lent(tmp_path, another_address()) as served,
        sshd.serve(tmp_path, settings=sshd.door(served.data)) as server,
        come_in(server, "ida") as first,
    ):
        turn = play(first)
        with served.connect("ida") as second:
            second.wait_for("Take over here?")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")
            assert 0 == first.end()
            with connect(server, "jan") as watcher:
                watcher.wait_for("Choose a name.")
                watcher.type("Ida\r")
                watcher.wait_for("Ida is taken: choose another name.")
                watcher.type("\x15jan\r")
                watcher.wait_for("Play Ember")
                watcher.type("w")
                watcher.wait_for("ida  Ember")
            with connect(server, "ida") as third:
                third.wait_for("Take over here?")
                third.type("\r")
                third.wait_until(lambda: turn_of(third) == turn, f"turn {turn}")
                assert 0 == second.end()
                assert TAKEN in "".join(second.screen.display)
                with enter(served, "kim") as watcher:
                    watcher.type("w")
                    watcher.wait_for("ida  Ember")


def test_sshd_takes_the_settings_of_the_page(server: sshd.Server) -> None:
    """An unknown keyword would keep sshd from starting, and lock out the administrator who copied it."""
    page = (ROOT / "docs" / "serving.md").read_text()
    (block,) = re.findall(r"^ +```sshd_config\n(.*?)^ +```", page, re.DOTALL | re.MULTILINE)
    config = server.folder / "sshd_config_of_the_page"
    config.write_text(f"HostKey {server.folder / 'host'}\n{block}")
    command = [sshd.find("sshd"), "-T", "-f", str(config), "-C", "user=play,host=localhost,addr=127.0.0.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert "" == done.stderr
    assert {"authorizedkeyscommanduser nobody", "disableforwarding yes"} <= set(done.stdout.splitlines())
