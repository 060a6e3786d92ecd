"""However a session ends, its player has a terminal as shells want it, and reads why: with a real ssh on a pty."""

from __future__ import annotations

import os
import shlex
import signal
from typing import TYPE_CHECKING, Final

import attrs
import pytest

from roguelike.serve.front.access import DIED
from roguelike.serve.front.admin_commands import KICKED, TAKEN_OVER
from roguelike.serve.front.gateway import FAILED, STOPPING
from roguelike.serve.front.idle import IDLE
from tests.attacking import another_address
from tests.pty_program import ROOT, Program
from tests.serving import ask, enter, manage, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]

FAULTS: Final = """
import asyncio, os, pathlib, selectors, signal, sys


def hang():
    while True:
        pass


def make_loop_hang(*_):
    asyncio.get_running_loop().call_soon_threadsafe(hang)


def crash(*_):
    raise RuntimeError("on purpose")


def make_loop_crash(*_):
    def select(self, timeout=None):
        selectors.DefaultSelector.select = whole
        crash()

    whole, selectors.DefaultSelector.select = selectors.DefaultSelector.select, select


def make_games_fail():
    from roguelike.serve.game.display import ServedDisplay

    def read(self, timeout):
        if pathlib.Path({flag!r}).exists():
            crash()
        return whole(self, timeout)

    whole, ServedDisplay.read = ServedDisplay.read, read


if "roguelike.serve.front" in sys.orig_argv:
    signal.signal(signal.SIGUSR1, make_loop_hang)
    signal.signal(signal.SIGUSR2, make_loop_crash)
if "roguelike.serve.fork_server" in sys.orig_argv:
    os.register_at_fork(after_in_child=make_games_fail)
"""
"""What Python runs at its start: faults of the gateway at a signal, and of games where a file is.

The handlers do not raise or hang themselves: they may interrupt the callback of a connection. asyncssh would
catch the exception and end that connection alone, or be stopped between sending a packet and counting it.
"""
FLAG: Final = "fail"
USUAL_SCREEN: Final = b"\x1b[?1049l"


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server whose processes have those faults."""
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "sitecustomize.py").write_text(FAULTS.format(flag=str(folder / FLAG)))
    with serve(folder, under=("env", f"PYTHONPATH={folder}:{ROOT}")) as server:
        yield server


@pytest.fixture
def server(faulty: Served) -> Served:
    """Return that server, to which people connect from another address than in other tests."""
    return attrs.evolve(faulty, source=another_address())


def player_of(server: Served) -> str:
    """Return a name for the player of one test: that of the test's address, with at most 13 of 16 characters."""
    return f"p{server.source.replace('.', '-')}"


def kick(server: Served, who: str) -> None:
    """Close a session."""
    ask(server, "kick", who)


def ban(server: Served, who: str) -> None:
    """Keep a player out."""
    ask(server, "ban", "account", who)


def take_over(server: Served, who: str) -> None:
    """Go on from another place."""
    with server.connect(who) as program:
        program.wait_for("Take over here?")
        program.type("\r")
        program.wait_until(lambda: turn_of(program) >= 0, "the game")


def forget(server: Served, _: str) -> None:
    """End who does not type."""
    server.reload("idle = 1\n")


def kill_game(server: Served, _: str) -> None:
    """Kill the game."""
    (game,) = server.games()
    os.kill(game, signal.SIGKILL)


def fail_game(server: Served, _: str) -> None:
    """Raise an exception in the game that nobody catches, as soon as it has read a key or waited for one."""
    (server.folder / FLAG).touch()
    ask(server, "say", "Hello.")


def to_gateway(number: signal.Signals) -> Callable[[Served, str], None]:
    """Return what sends a signal to the gateway."""

    def send(server: Served, _: str) -> None:
        os.kill(server.worker("front"), number)

    return send


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (kick, KICKED),
        (ban, "is banned"),
        (take_over, TAKEN_OVER),
        (forget, IDLE),
        (kill_game, DIED),
        (fail_game, DIED),
        (to_gateway(signal.SIGTERM), STOPPING),
        (to_gateway(signal.SIGUSR2), FAILED),
        (to_gateway(signal.SIGUSR1), FAILED),
    ],
    ids=["kicked", "banned", "taken over", "idle", "killed", "failed", "terminated", "front failed", "front hangs"],
)
def test_a_session_that_is_ended(server: Served, end: Callable[[Served, str], None], told: str) -> None:
    """Every mode is reset and the reason is on the usual screen, also where the gateway itself has to end."""
    wait_until(lambda: server.games() == [])
    who = player_of(server)
    with enter(server, who) as program:
        play(program)
        try:
            end(server, who)
            program.end()
        finally:
            (server.folder / FLAG).unlink(missing_ok=True)
            if server.settings.exists():
                server.reload("")
                server.settings.unlink()
        assert program.is_given_back()
        assert told.encode() in program.raw.rpartition(USUAL_SCREEN)[2]


def stop(server: Served) -> None:
    """Stop the server."""
    server.process.send_signal(signal.SIGTERM)


def drain(server: Served) -> None:
    """Drain the server, and stop it before its last session ends."""
    ask(server, "drain")
    stop(server)


def kill(server: Served) -> None:
    """Kill the supervisor."""
    server.process.kill()


@pytest.mark.parametrize("end", [stop, drain, kill])
def test_the_end_of_a_server(end: Callable[[Served], None], tmp_path: Path) -> None:
    """Every mode is reset and the reason is on the usual screen."""
    with serve(tmp_path) as server, enter(server, "ann") as program:
        play(program)
        end(server)
        program.end()
        assert program.is_given_back()
        assert STOPPING.encode() in program.raw.rpartition(USUAL_SCREEN)[2]


def twice(server: Served, who: str) -> Program:
    """Return a terminal on which somebody logs in, and once more, by a key, as soon as that session has ended."""
    login = shlex.join(server.client(who))
    return Program(command=("/bin/sh", "-c", f"{login}; echo AGAIN; read -r _; exec {login}"))


@pytest.mark.parametrize("is_refused", [False, True], ids=["let in", "refused"])
def test_a_return_resets_what_a_killed_gateway_has_left(server: Served, is_refused: bool) -> None:  # noqa: FBT001 -- a row
    """Nobody else can speak with its clients; the next session resets the modes of the last, also if it is refused."""
    who = player_of(server)
    with enter(server, who):
        pass
    with twice(server, who) as program:
        program.wait_for("Play Ember")
        play(program)
        os.kill(server.worker("front"), signal.SIGKILL)
        program.wait_for("AGAIN")
        assert {"1049", "2004", "1006"} <= program.modes_left_on()
        if is_refused:
            assert 0 == manage(server.data, "ban", "account", who).returncode
        program.type("\r")
        if not is_refused:
            program.wait_for("Continue")
            program.type("q")
        program.end()
        assert program.is_given_back()
        assert is_refused == (b"is banned" in program.raw.rpartition(USUAL_SCREEN)[2])


def test_lines_have_no_modes(server: Served) -> None:
    """A screen reader would read what resets them."""
    who = player_of(server)
    with Program(command=server.client(who), TERM="dumb") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("Choose a kit")
        ask(server, "kick", who)
        program.end()
        assert KICKED.encode() in program.raw
        assert b"\x1b" not in program.raw
