"""The same lobby behind a real sshd, which asks for the line of each key and starts a session for it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.door_sessions import door_sessions
from roguelike.serve.places import ServerFolder
from tests import sshd
from tests.pty_program import PATIENCE, ROOT, Program
from tests.serving import enter, manage, play, turn_of
from tests.serving import serve as serve_here

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.terminal
TAKEN = "You continued from another place."
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
    program.wait_for("What shall you be called?")
    program.type(f"{who}\r")
    program.wait_for("Play Ember")
    return program


def places(server: sshd.Server) -> ServerFolder:
    """Return the folder that the sessions share."""
    return ServerFolder(server.folder / "data")


def wait_until_alone(server: sshd.Server) -> None:
    """Wait until every session has ended."""
    end = time.monotonic() + PATIENCE
    while door_sessions(places(server)):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_key_comes_back_to_its_turn(server: sshd.Server) -> None:
    """The first login asks for a name; after a connection that was lost the same key goes on, and another is new."""
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
    with connect(server, "bob") as program:
        program.wait_for("What shall you be called?")
        program.type("Ann\r")
        program.wait_for("Ann is taken: choose another name.")
        program.type("\x15bob\r")
        program.wait_for("Play Ember")


def test_a_second_login_takes_the_session_over(server: sshd.Server) -> None:
    """The first one is told and its terminal given back; the second goes on at the same turn."""
    with come_in(server, "carl") as first:
        turn = play(first)
        with connect(server, "carl") as second:
            second.wait_for("You are playing from 127.0.0.1 since")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")

            assert 0 == first.end()
            assert first.is_given_back()
            assert CLOSED in "".join(first.screen.display)


def test_a_code_adds_a_key(server: sshd.Server) -> None:
    """It is typed where a new key is asked for a name, since sshd knows no such user."""
    with come_in(server, "dora") as program:
        program.type("a")
        program.wait_for("Account: dora")
        program.type("b")
        program.wait_for("link-")
        code = re.findall(r"link-\w+", program.text)[0]
    with connect(server, "doras-laptop") as program:
        program.wait_for("What shall you be called?")
        program.type("link-nonsense\r")
        program.wait_for("This code is wrong")
        program.type(f"\x15{code}\r")
        program.wait_until(lambda: "Play Ember" in program.text or "Take it over" in program.text, "the lobby")
    assert 3 == len(manage(server.folder / "data", "account", "dora").stdout.splitlines())


def test_a_closed_server_wants_a_code(server: sshd.Server) -> None:
    """Its administrator makes one; strangers learn the fingerprint to send, and get no account."""
    settings = places(server).root / "serve.toml"
    with come_in(server, "nils"):
        pass
    invited = manage(server.folder / "data", "account", "olga", "--invite").stdout
    code = re.findall(r"link-\w+", invited)[0]
    settings.write_text("closed = true")
    try:
        with connect(server, "nils") as program:
            program.wait_until(lambda: "Play Ember" in program.text or "Take it over" in program.text, "the lobby")
        with connect(server, "olga") as program:
            program.wait_for("Only players with an account are let in.")
            program.wait_for("SHA256:")
            program.type("olga\r")
            program.wait_for("This code is wrong")
            program.type(f"\x15{code}\r")
            program.wait_for("Play Ember")
    finally:
        settings.unlink()


def test_an_administrator_closes_a_session(server: sshd.Server) -> None:
    """It is listed without a server, by its process; the player is told, and comes back to the same turn."""
    with come_in(server, "lena") as program:
        turn = play(program)
        assert re.search(r"^p\d+ +lena +127.0.0.1 .*Ember", manage(server.folder / "data", "list").stdout, re.MULTILINE)
        assert "lena is here" in manage(server.folder / "data", "account", "lena", "--rename", "mona").stderr
        assert "Sessions closed: 1.\n" == manage(server.folder / "data", "kick", "LENA").stdout
        assert 0 == program.end()
        assert program.is_given_back()
        assert CLOSED in "".join(program.screen.display)
    with connect(server, "lena") as program:
        program.wait_for("Continue")
        program.type("\r")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")


def test_a_banned_player_is_told_why(server: sshd.Server) -> None:
    """The session ends at once, and the next login says why."""
    with come_in(server, "eve") as program:
        told = manage(server.folder / "data", "ban", "account", "eve", "--reason", "shouting")
        assert "Banned: account eve. Sessions closed: 1.\n" == told.stdout
        assert 0 == program.end()
    with connect(server, "eve") as program:
        assert 1 == program.end()
        assert "This account is banned: shouting." in program.text


@pytest.mark.parametrize(("asked", "options"), [(("id",), ("-t",)), (("id",), ()), ((), ("-T",))])
def test_nobody_runs_commands(server: sshd.Server, asked: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Nor anything without a terminal: a sentence says how to play."""
    with connect(server, "fred", *asked, options=options) as program:
        assert 2 == program.end()
        assert "connect with ssh -t" in program.text + program.errors()
        assert "uid=" not in program.text


def test_others_watch(server: sshd.Server) -> None:
    """Sessions find each other by the folder, and a killed one leaves nothing behind."""
    with come_in(server, "gina") as player, come_in(server, "hans") as watcher:
        play(player)
        watcher.type("w")
        watcher.wait_for("gina  Ember")
        watcher.type("a")
        player.wait_for("1 watching")
        watcher.wait_until(lambda: watcher.text == player.text, "the player's screen")
        (session,) = [each for each in door_sessions(places(server)) if each.facts.name == "gina"]
        os.kill(session.process, signal.SIGKILL)
        watcher.wait_for("gina's game was lost.")
        watcher.type("\r")
        watcher.wait_for("Nobody can be watched now.")
    assert not places(server).watched(session.process).exists()


def test_a_server_shares_the_folder(server: sshd.Server) -> None:
    """Players are the same on both ways in: each takes sessions of the other over, and sees its games."""
    with serve_here(server.folder) as served, come_in(server, "ida") as first:
        turn = play(first)
        with served.connect("ida") as second:
            second.wait_for("Take it over?")
            second.type("\r")
            second.wait_until(lambda: turn_of(second) == turn, f"turn {turn}")
            assert 0 == first.end()
            with come_in(server, "jan") as watcher:
                watcher.type("w")
                watcher.wait_for("ida  Ember")
            with connect(server, "ida") as third:
                third.wait_for("Take it over?")
                third.type("\r")
                third.wait_until(lambda: turn_of(third) == turn, f"turn {turn}")
                assert 0 == second.end()
                assert TAKEN in "".join(second.screen.display)
                with enter(served, "kim") as watcher:
                    watcher.type("w")
                    watcher.wait_for("ida  Ember")


def test_sshd_takes_the_settings_of_the_page(server: sshd.Server) -> None:
    """A word that it does not know would keep it from starting, and lock the one who copied it out."""
    page = (ROOT / "docs" / "serving.md").read_text()
    (block,) = re.findall(r"^ +```sshd_config\n(.*?)^ +```", page, re.DOTALL | re.MULTILINE)
    config = server.folder / "sshd_config_of_the_page"
    config.write_text(f"HostKey {server.folder / 'host'}\n{block}")
    command = [sshd.find("sshd"), "-T", "-f", str(config), "-C", "user=play,host=localhost,addr=127.0.0.1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)

    assert "" == done.stderr
    assert {"authorizedkeyscommanduser nobody", "disableforwarding yes"} <= set(done.stdout.splitlines())
