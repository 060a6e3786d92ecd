"""What an administrator does with a running server, by the commands that they type."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import PATIENCE, ROOT
from tests.serving import ask, enter, fetch, free_port, manage, needs_ssh, play, serve, turn_of, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


def test_who_is_there_is_listed_told_and_kicked(server: Served) -> None:
    """The list shows what they play; they read the announcement, and why their session ends."""
    with enter(server, "ann") as program:
        play(program)
        wait_until(lambda: [("ann", "Ember")] == [(row["name"], row["game"]) for row in ask(server, "list")])
        assert 1 == ask(server, "status")["sessions"]
        assert "ann" in manage(server.data, "list").stdout

        assert {"told": 1} == ask(server, "say", "Cake at four.")
        program.wait_for("Cake at four.")
        assert {"kicked": 1} == ask(server, "kick", "Ann")
        assert 0 == program.end()
        assert b"An administrator closed your session." in program.raw
    assert "roguelike: ann: no such session.\n" == manage(server.data, "kick", "ann").stderr


def test_who_is_banned_is_out_at_once(server: Served) -> None:
    """They read why; a ban can be lifted."""
    with enter(server, "bob") as program:
        ask(server, "ban", "account", "bob", "--reason", "Cheats.")
        program.end()
        assert b"This account is banned: Cheats." in program.raw
    assert "account bob: Cheats.\n" == manage(server.data, "bans").stdout
    ask(server, "unban", "account", "bob")
    with server.connect("bob") as program:
        program.wait_for("Play Ember")
    assert "roguelike: The account bob is not banned.\n" == manage(server.data, "unban", "account", "bob").stderr


def test_an_account_has_its_keys(server: Served) -> None:
    """One can be added and removed, and each change is in the audit."""
    with enter(server, "cleo"):
        pass
    other = f"SHA256:{'a' * 43}"
    ask(server, "account", "cleo", "--add-key", other)

    assert 2 == len(ask(server, "account", "Cleo")["keys"])
    assert 1 == len(ask(server, "account", "cleo", "--remove-key", other)["keys"])
    assert 1 == manage(server.data, "account", "nobody").returncode


def test_an_account_is_renamed_with_its_game_and_deleted_with_all(server: Served) -> None:
    """Not while its player is here; afterwards the key is a stranger's, whose number is another."""
    with enter(server, "finn") as program:
        turn = play(program)
        wait_until(lambda: any(row["name"] == "finn" for row in ask(server, "list")))
        ended = manage(server.data, "account", "finn", "--rename", "rolf")
        assert "roguelike: finn: has a session (roguelike server kick finn)\n" == ended.stderr
        program.type("Q\r")
        program.end()
    number = ask(server, "account", "finn", "--rename", "Rolf")["id"]
    with server.connect("finn") as program:
        program.wait_for(f"turn {turn}")
        program.type("c")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")
        program.type("Q\r")
        program.end()
    wait_until(lambda: ask(server, "list") == [])
    assert {"deleted": "Rolf"} == ask(server, "account", "rolf", "--delete", "--yes")
    assert not (server.data / "players" / str(number)).exists()
    with enter(server, "finn"):
        assert number < ask(server, "account", "finn")["id"]


def test_only_the_owner_who_knows_the_token_is_answered(server: Served) -> None:
    """The socket and the token are their owner's alone; nonsense is refused, and harms nobody."""
    paths = [server.data / "run" / "control.sock", server.data / "keys" / "control"]
    assert [0o600, 0o600] == [stat.S_IMODE(path.stat().st_mode) for path in paths]
    for request in (b"[]\n", b"\n", b"{" * 1000 + b"\n", b'{"do": "status", "token": "x"}\n', b"x" * 70_000 + b"\n"):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(paths[0]))
            client.sendall(request)
            answer = client.makefile().readline()
        assert not answer or "refused" in json.loads(answer)
    assert not ask(server, "status")["draining"]


def test_a_drained_server_leaves_its_place_to_another(tmp_path: Path) -> None:
    """Its addresses and folder; who plays goes on on the old one, and finds the game on the new one later."""
    figures = free_port()
    with serve(tmp_path, "--metrics", f"127.0.0.1:{figures}") as old, enter(old, "dora") as program:
        turn = play(program)
        assert 200 == fetch(figures, "/healthz")[0]
        second = subprocess.run(
            [sys.executable, "-m", "roguelike", "serve", "--listen", "127.0.0.1:0", "--data-dir", str(old.data)],
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        )
        assert "a server is already running in" in second.stderr
        assert {"sessions": 1} == ask(old, "drain")
        with serve(tmp_path, "--listen", f"127.0.0.1:{old.port}", "--metrics", f"127.0.0.1:{figures}") as new:
            program.type(".")
            program.wait_until(lambda: turn_of(program) == turn + 1, "the next turn")
            ask(new, "ban", "account", "dora")
            assert 'kind="menu"} 0.0' in fetch(figures, "/metrics")[1]
            assert 0 == program.end()
            assert b"This account is banned." in program.raw
            assert 0 == old.process.wait(PATIENCE)
            ask(new, "unban", "account", "dora")
            with new.connect("dora") as again:
                again.wait_for(f"turn {turn + 1}")
    assert not [line for line in old.log if json.loads(line)["event"] == "died"]


def test_commands_reach_the_sessions_of_a_drained_server(tmp_path: Path) -> None:
    """They are listed, read what is said, can be kicked, and are taken over by a login at the new server."""
    with serve(tmp_path) as old, enter(old, "emil") as emil, enter(old, "finn") as finn:
        turn = play(emil)
        ask(old, "drain")
        with serve(tmp_path, "--listen", f"127.0.0.1:{old.port}") as new:
            assert {"emil", "finn"} == {row["name"] for row in ask(new, "list")}
            assert "2 sessions" in manage(new.data, "status").stdout
            assert "emil: has a session" in manage(new.data, "account", "emil", "--delete", "--yes").stderr
            assert {"told": 2} == ask(new, "say", "Cake at four.")
            emil.wait_for("Cake at four.")
            assert {"kicked": 1} == ask(new, "kick", "finn")
            finn.end()
            assert b"An administrator closed your session." in finn.raw
            with new.connect("emil") as again:
                again.wait_for("Take over here?")
                again.type("\r")
                emil.end()
                assert b"You continued in another session." in emil.raw
                again.wait_until(lambda: turn_of(again) == turn, "the same turn")
                assert 0 == old.process.wait(PATIENCE)
                assert ["emil"] == [row["name"] for row in ask(new, "list")]


def test_a_second_server_is_refused_though_the_lock_file_is_gone(tmp_path: Path) -> None:
    """The folder itself is locked: what is in `run` may be deleted by hand."""
    with serve(tmp_path) as server:
        shutil.rmtree(server.data / "run")
        with subprocess.Popen(
            [sys.executable, "-m", "roguelike", "serve", "--listen", "127.0.0.1:0", "--data-dir", str(server.data)],
            stderr=subprocess.PIPE,
            text=True,
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        ) as second:
            assert f"roguelike: a server is already running in {server.data}.\n" == second.communicate()[1]
            assert 1 == second.returncode


def test_settings_are_read_again(server: Served, tmp_path: Path) -> None:
    """With SIGHUP; what cannot be used changes nothing, and the log says why."""
    banner = tmp_path / "banner"
    banner.write_text("Be kind.\x1b\n")
    server.reload(f"max-sessions = 7\nbanner = '{banner}'\n")
    assert 7 == ask(server, "status")["most_sessions"]
    assert "Be kind.?" in banner_of(server)
    for wrong, why in (
        ("max-sessions = 'many'", "max-sessions: must be a whole number from 1 to 10000"),
        (f"max-sessions = 8\nhost-keys = ['{banner}']", "Invalid private key"),
        (f"max-sessions = 8\nbanner = '{tmp_path}/none'", "none: no such file."),
    ):
        server.reload(f"{wrong}\n", "settings kept")
        assert why in [line for line in server.log if "settings kept" in line][-1]  # a client may be logged after it

    assert 7 == ask(server, "status")["most_sessions"]
    assert "Be kind.?" in banner_of(server)


def banner_of(server: Served) -> str:
    """Return what a client shows who may not log in."""
    given = ("BatchMode=yes", "PreferredAuthentications=none", "StrictHostKeyChecking=no", "LogLevel=INFO")
    here = (f"BindAddress={server.source}", "UserKnownHostsFile=/dev/null")
    options = [part for each in (*given, *here) for part in ("-o", each)]
    told = ["ssh", "-F", "none", *options, "-p", str(server.port), "ann@127.0.0.1"]
    return subprocess.run(told, capture_output=True, text=True, check=False, timeout=PATIENCE).stderr
