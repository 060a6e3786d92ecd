"""Killing the processes of a server: nobody loses a turn, and the dead process is started again."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT
from tests.attacking import another_address
from tests.serving import enter, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


@pytest.fixture
def server(running: Served, tmp_path: Path) -> Iterator[Served]:
    """Yield the server that tests share, whose processes die here."""
    with running.lent(tmp_path, another_address(), harmed=True) as server:
        yield server


def go_on(server: Served, who: str, turn: int) -> None:
    """Log in again, and be at that turn or at the next, which was on its way."""
    with server.connect(who) as program:
        program.wait_for("Continue")
        program.type("c")
        program.wait_until(lambda: turn_of(program) in {turn, turn + 1}, f"turn {turn}")


def test_the_gateway_dies(server: Served) -> None:
    """Everybody is out, and comes back to another gateway."""
    first = server.worker("front")
    with enter(server, "ann") as program:
        turn = play(program)
        os.kill(first, signal.SIGKILL)
        program.end()
    wait_until(lambda: server.games() == [])
    go_on(server, "ann", turn)

    assert first != server.worker("front")


def test_the_fork_server_dies(server: Served) -> None:
    """Players notice nothing, and the next login waits for another fork server."""
    first = server.worker("fork_server")
    with enter(server, "bea") as program:
        turn = play(program)
        os.kill(first, signal.SIGKILL)
        program.type("?")
        program.wait_for("Help")
        with enter(server, "cleo"):
            assert first != server.worker("fork_server")
        program.type("\x1b")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")


def test_the_machine_stands_still(server: Served) -> None:
    """The supervisor wakes first, and takes nobody for hanging who has had no time to be heard."""
    gateway = server.worker("front")
    with enter(server, "flo") as program:
        turn = play(program)
        for process in (server.process.pid, gateway):
            os.kill(process, signal.SIGSTOP)
        time.sleep(HEARTBEAT_TIMEOUT + 1)
        os.kill(server.process.pid, signal.SIGCONT)
        time.sleep(2 * HEARTBEAT_INTERVAL)
        os.kill(gateway, signal.SIGCONT)
        program.type(".")
        program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")

    assert gateway == server.worker("front")


def test_a_game_dies(server: Served) -> None:
    """Its player reads a sentence, has the terminal back, and goes on at the same turn."""
    wait_until(lambda: server.games() == [])
    with enter(server, "dan") as program:
        turn = play(program)
        (game,) = server.games()
        os.kill(game, signal.SIGKILL)

        assert 0 == program.end()
        assert program.is_given_back()
        assert b"no turn is lost" in program.raw
    go_on(server, "dan", turn)


def test_the_supervisor_dies(tmp_path: Path) -> None:
    """The others end by themselves, and the next server has every turn."""
    with serve(tmp_path) as server:
        workers = [server.worker("front"), server.worker("fork_server")]
        with enter(server, "eli") as program:
            turn = play(program)
            server.process.kill()
            program.end()
            assert b"Your game is saved." in program.raw
        wait_until(lambda: not any(os.path.exists(f"/proc/{worker}/exe") for worker in workers))  # noqa: PTH110 -- as it stands
    with serve(tmp_path) as server:
        go_on(server, "eli", turn)
