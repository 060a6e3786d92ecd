"""The figures of a running server, and its notifications to systemd."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from roguelike.serve.metrics import SLOW
from tests.pty_program import PATIENCE, ROOT
from tests.serving import ask, enter, fetch, free_port, needs_ssh, play, serve, turn_of, wait_until

pytestmark = pytest.mark.terminal


@needs_ssh
def test_figures_are_those_of_the_moment(tmp_path: Path) -> None:
    """Sessions, what has happened, how long keys took and the event loop; the status is the health.

    The canary's game is in them, too. It is nobody's session, takes nobody's place, and leaves nothing behind.
    """
    port = free_port()
    with serve(tmp_path, "--canary", "1", "--metrics", f"127.0.0.1:{port}", "--max-sessions", "1") as server:
        wait_until(lambda: bool(server.games()))
        assert [] == ask(server, "list")
        with enter(server, "ann") as program:
            play(program)
            wait_until(lambda: ask(server, "status")["canary"]["last"] is not None)
            told = dict(line.rsplit(" ", 1) for line in fetch(port, "/metrics")[1].splitlines() if line[0] != "#")
            assert {"roguelike_up": "1.0", "roguelike_begun_total": "1.0"}.items() <= told.items()
            assert "1.0" == told['roguelike_sessions{kind="playing"}']
            assert 4 <= float(told["roguelike_key_seconds_count"])
            assert 4 <= float(told["roguelike_turn_seconds_count"])
            assert 1 <= float(told["roguelike_canary_seconds_count"])
            assert "0.0" == told["roguelike_canary_failed_total"]
            assert "1.0" == told["roguelike_games_begun_total"]
            assert "0.0" == told["roguelike_game_turns_count"]
            program.type("Q\r")
            program.end()
        with server.connect("ann") as program:
            program.wait_for("Continue")
            program.type("p")
            program.wait_for("Choose a kit")
            program.type("\r")
            program.wait_for("New game (the old one goes to Replays)")
            program.type("n")
            program.wait_until(lambda: turn_of(program) == 0, "the first turn")
            program.type("Q\r")
            program.end()
        told = dict(line.rsplit(" ", 1) for line in fetch(port, "/metrics")[1].splitlines() if line[0] != "#")
        assert "2.0" == told['roguelike_ended_total{how="left"}'] == told["roguelike_games_begun_total"]
        assert "1.0" == told['roguelike_games_ended_total{outcome="abandoned"}'] == told["roguelike_game_turns_count"]
        assert "3.0" == told["roguelike_game_turns_sum"]
        assert ("1.0", "1.0") == tuple(told[f'roguelike_game_turns_bucket{{le="{le}"}}'] for le in ("10.0", "+Inf"))
        with socket.create_connection(("127.0.0.1", port)):  # and sends nothing
            assert 200 == fetch(port, "/healthz")[0]
    wait_until(lambda: not (server.data / "run" / "canary").exists())
    assert ["1"] == [folder.name for folder in (server.data / "players").iterdir()]
    assert [] == list((server.data / "guests").iterdir())


@needs_ssh
def test_a_busy_server_is_slow_and_not_dead(tmp_path: Path) -> None:
    """One that answers within seconds is well; one that answers nobody is down, for `status` as well."""
    port = free_port()
    with serve(tmp_path, "--metrics", f"127.0.0.1:{port}") as server, ThreadPoolExecutor() as asking:
        gateway, teller = server.worker("front"), Path(f"/proc/{server.worker('metrics')}/fd")
        idle = len(list(teller.iterdir()))
        assert (200, "up\n") == fetch(port, "/healthz")
        wait_until(lambda: len(list(teller.iterdir())) <= idle)
        os.kill(gateway, signal.SIGSTOP)
        page = asking.submit(fetch, port, "/healthz")
        wait_until(lambda: len(list(teller.iterdir())) >= idle + 2)  # the client's socket, and the one to the gateway
        time.sleep(SLOW + 0.1)
        os.kill(gateway, signal.SIGCONT)
        status, told = page.result(PATIENCE)
        assert 200 == status
        assert told.startswith("slow: the answer took ")
        assert (200, "up\n") == fetch(port, "/healthz")
        os.kill(gateway, signal.SIGSTOP)
        assert 503 == fetch(port, "/healthz")[0]
        os.kill(gateway, signal.SIGCONT)


def test_systemd_hands_a_socket_over_and_is_told(tmp_path: Path) -> None:
    """READY once clients are served, WATCHDOG while it lives, STOPPING at the end.

    Its socket is for IPv4 and IPv6, and a balancer of IPv4 is known on it.
    """
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, listen_everywhere() as listener:
        told.bind(str(address))
        told.settimeout(PATIENCE)
        words = ["serve", "--fd", str(listener.fileno()), "--data-dir", str(tmp_path / "data")]
        with subprocess.Popen(
            [sys.executable, "-m", "roguelike", *words, "--proxy-protocol", "127.0.0.1"],
            pass_fds=[listener.fileno()],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "NOTIFY_SOCKET": str(address)},
        ) as server:
            try:
                heard = ""
                while "READY=1" not in heard or "WATCHDOG=1" not in heard:
                    heard += told.recv(4096).decode()
                with socket.create_connection(("127.0.0.1", listener.getsockname()[1]), PATIENCE) as client:
                    client.sendall(b"PROXY TCP4 192.0.2.7 192.0.2.1 40000 22\r\nSSH-2.0-client\r\n")
                    with client.makefile("rb") as answers:
                        assert answers.readline().startswith(b"SSH-2.0-roguelike")
                        assert answers.read(1), "the header counts as a wrong first line of SSH"
                server.terminate()
                while "STOPPING=1" not in heard:
                    heard += told.recv(4096).decode()
                assert 0 == server.wait(PATIENCE)
            finally:
                server.kill()


def listen_everywhere() -> socket.socket:
    """Return a socket as systemd makes it for a port: for IPv6, and on it for IPv4, where the machine has both."""
    if socket.has_dualstack_ipv6():
        return socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", 0))
