"""Playing with other clients than OpenSSH's: PuTTY's, and Dropbear's."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import Program
from tests.serving import play, turn_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serving import Served

pytestmark = pytest.mark.terminal


def find(name: str) -> str:
    """Return the path of a program; skips the test without it."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def make_key(*command: str) -> None:
    """Run what makes a key."""
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def plink(server: Served) -> list[str]:
    """Return the command of PuTTY's client, with a new key."""
    key, whole = server.folder / "pat", server.folder / "pat.ppk"
    client, convert = find("plink"), find("puttygen")
    make_key(find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    make_key(convert, str(key), "-O", "private", "-o", str(whole))
    options = ["-ssh", "-batch", "-noagent", "-hostkey", server.fingerprint, "-i", str(whole), "-P", str(server.port)]
    return [client, *options, "-l", "pat", "127.0.0.1"]


def dbclient(server: Served) -> list[str]:
    """Return the command of Dropbear's client, with a new key."""
    client, key = find("dbclient"), str(server.folder / "dot")
    make_key(find("dropbearkey"), "-t", "ed25519", "-f", key)
    return [client, "-y", "-i", key, "-p", str(server.port), "dot@127.0.0.1"]


@pytest.mark.parametrize("client", [plink, dbclient])
def test_it_plays(server: Served, client: Callable[[Served], list[str]]) -> None:
    """Name, turns, another size, a lost connection, and the same turn again; the terminal is given back."""
    command = client(server)
    with Program(command=command, HOME=str(server.folder)) as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("Play Ember")
        turn = play(program)
        program.resize(120, 35)
        program.wait_until(lambda: len(program.text.split("\n")[0]) > 110, "the new size")
    with Program(command=command, HOME=str(server.folder)) as program:
        program.wait_until(lambda: "Continue" in program.text or "Take over here" in program.text, "the lobby")
        program.type("\r")  # the one as the other
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")
        program.type("\x03")
        assert 0 == program.end()
        assert program.is_given_back()
