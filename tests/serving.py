"""A server of the game on loopback, and people who connect to it with a real ssh."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

from roguelike import cli
from tests.pty_program import PATIENCE, ROOT, Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SSH: Final = shutil.which("ssh")
needs_ssh: Final = pytest.mark.skipif(SSH is None, reason="no ssh client here")


@attrs.define
class Served:
    """A running server."""

    folder: Path
    """Where the test keeps keys."""
    data: Path
    """The server's data folder."""
    process: subprocess.Popen[str]
    port: int
    fingerprint: str
    web: int = 0
    """The port of its pages; 0 for none."""
    source: str = ""
    """The address of loopback from which clients connect; empty if the system chooses it."""
    _log: list[str] = attrs.field(factory=list)
    _logged: int = 0
    """How many lines there were before the test."""

    @property
    def log(self) -> list[str]:
        """Its lines until now, since the test began."""
        return self._log[self._logged :]

    @property
    def settings(self) -> Path:
        """The file of its settings."""
        return self.data / "serve.toml"

    def reload(self, text: str, event: str = "settings used") -> None:
        """Write these settings, make the server reload them, and wait until the log has that event."""
        told = sum(event in line for line in self.log)
        self.settings.write_text(text)
        self.process.send_signal(signal.SIGHUP)
        wait_until(lambda: told < sum(event in line for line in self.log))

    @contextlib.contextmanager
    def lent(self, folder: Path, source: str, *, harmed: bool = False) -> Iterator[Served]:
        """Yield it with keys, lines of the log and an address for one test, after which nobody is left on it.

        None of its processes may have died meanwhile, unless they are `harmed` on purpose.
        """
        lent = attrs.evolve(self, folder=folder, source=source, logged=len(self._log))
        yield lent
        wait_until(lambda: lent.games() == [] == ask(lent, "list"))
        for ban in ask(lent, "bans"):
            ask(lent, "unban", ban["kind"], ban["value"])
        with contextlib.closing(sqlite3.connect(lent.data / "accounts.sqlite")) as accounts:
            names = [name for (name,) in accounts.execute("SELECT name FROM accounts WHERE name != ''")]
        for name in names:
            ask(lent, "account", name, "--delete", "--yes")
        if lent.settings.exists():
            lent.reload("")
            lent.settings.unlink()
        assert not {"fault", "hangs", *(() if harmed else ("died",))} & {json.loads(line)["event"] for line in lent.log}

    def client(self, who: str, *options: str, asks: str = "", source: str = "") -> list[str]:
        """Return the command by which somebody logs in with a key of their own, as another user name if `asks` one."""
        key = self.folder / who
        if not key.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", who, "-f", key], check=True)
        settings = {
            "IdentityFile": key,
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "UserKnownHostsFile": self.folder / "known_hosts",
            "GlobalKnownHostsFile": "/dev/null",
            "StrictHostKeyChecking": "accept-new",
            "LogLevel": "ERROR",
            "SendEnv": "LANG",
        }
        if source or self.source:
            settings["BindAddress"] = source or self.source
        told = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        return [str(SSH), "-F", "none", *told, *options, "-p", str(self.port), f"{asks or who}@127.0.0.1"]

    def connect(self, who: str, *, size: tuple[int, int] = (80, 24), asks: str = "", source: str = "") -> Program:
        """Connect as somebody, on a terminal of that size, from an address of loopback."""
        return Program(command=self.client(who, asks=asks, source=source), size=size)

    def games(self) -> list[int]:
        """Return the processes of the games that run, by their numbers."""
        fork_server = self.worker("fork_server")
        return [int(each) for each in Path(f"/proc/{fork_server}/task/{fork_server}/children").read_text().split()]

    def strike(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal to all processes at once: they are killed, as by a power failure, or all stopped."""
        parent = self.process.pid
        workers = [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
        for process in (parent, *workers, *self.games()):
            with contextlib.suppress(ProcessLookupError):  # the death of its parent was enough
                os.kill(process, number)

    def worker(self, name: str) -> int:
        """Return the process of the gateway or of the fork server."""
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            if f"roguelike.serve.{name}" in Path(f"/proc/{child}/cmdline").read_text():
                return int(child)
        raise AssertionError(f"no {name}")


@contextlib.contextmanager
def serve(folder: Path, *options: str, port: int = 0, under: tuple[str, ...] = ()) -> Iterator[Served]:
    """Serve in a scratch folder, on a port of that number or any; it must end by itself on SIGTERM.

    The program `under` starts it, if there is one.

    It plays no games of its own unless the options say so: they would be among those of the test.
    """
    place = ["--listen", f"127.0.0.1:{port}", "--data-dir", str(folder / "data")]
    command = [
        *under,
        sys.executable,
        "-m",
        "roguelike",
        "serve",
        *place,
        *(() if "--canary" in options else ("--canary", "0")),
    ]
    with subprocess.Popen(
        [*command, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT)},
    ) as process:
        log: list[str] = []
        reader = threading.Thread(target=_read, args=(process, log))
        reader.start()
        try:
            told = _announcement(process, log)
            port = int(re.findall(r"^Listening on .*:([0-9]+)$", told, re.MULTILINE)[0])
            fingerprint = re.findall(r"^Host key: (SHA256:\S+)$", told, re.MULTILINE)[0]
            web = int((re.findall(r"^In a browser: .*:([0-9]+)/$", told, re.MULTILINE) or ["0"])[0])
            yield Served(folder, folder / "data", process, port, fingerprint, web, log=log)
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        finally:
            process.kill()
            reader.join()


def enter(server: Served, who: str, *, size: tuple[int, int] = (80, 24)) -> Program:
    """Log in with a new key, and take the proposed name."""
    program = server.connect(who, size=size)
    program.wait_for("Choose a name.")
    program.type("\r")
    program.wait_for("Play Ember")
    return program


def turn_of(program: Program) -> int:
    """Return the turn that the panel shows."""
    found = re.search(r"(?:T|Turn )(\d+)(?: Inventory|$)", program.text.split("\n")[0])
    return int(found[1]) if found else -1


def play(program: Program) -> int:
    """Begin a game with the first kit and stay where it begins for some turns; returns the turn."""
    program.type("p")
    program.wait_for("Choose a kit")
    program.type("\r")
    program.wait_until(lambda: turn_of(program) == 0, "the first turn")
    for turn in range(1, 4):
        program.type(".")
        program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")  # noqa: B023 -- asked at once
    return turn_of(program)


def play_on(program: Program) -> bool:
    """Play a turn; returns whether nothing has come into view."""
    turn = turn_of(program)
    program.type(".")
    program.wait_until(lambda: turn_of(program) > turn or "Keys ignored" in program.text, f"turn {turn + 1}")
    return "into view" not in program.text


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `roguelike server` on a data folder, in this process: to start another takes longer than the command."""
    buffers = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(each, encoding="utf-8", write_through=True) for each in buffers)
    told = ["server", *words, "--data-dir", str(folder)]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(told)
    return subprocess.CompletedProcess(told, code, *(each.getvalue().decode() for each in buffers))


def ask(server: Served, *words: str) -> Any:  # noqa: ANN401 -- plain data
    """Return the answer of a command of `roguelike server` in JSON."""
    ended = manage(server.data, *words, "--json")
    assert 0 == ended.returncode, ended.stderr
    return json.loads(ended.stdout)


def wait_until(seen: Callable[[], bool]) -> None:
    """Wait until something is so.

    Raises:
        AssertionError: it did not come in time.
    """
    end = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.02)


def free_port() -> int:
    """Return a port that nobody listens on, below those that the system gives to clients, which may be taken next."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as taken, contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", port))
            return port


def fetch(port: int, page: str) -> tuple[int, str]:
    """Return the status and the text of a page, as soon as somebody answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, ""
        except urllib.error.URLError:
            assert time.monotonic() < end
            time.sleep(0.05)


def _announcement(process: subprocess.Popen[str], log: list[str]) -> str:
    if process.stdout is None:
        raise ValueError("its output is not read")
    told = ""
    for line in process.stdout:
        told += line
        if line.startswith("Host key"):
            return told
    raise AssertionError(f"it does not serve: {told}\n{''.join(log)}")


def _read(process: subprocess.Popen[str], log: list[str]) -> None:
    if process.stderr is not None:
        log.extend(process.stderr)
