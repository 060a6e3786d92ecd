"""Processes of a fork server, with the interface of `subprocess.Popen` as far as the tests use it."""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 60.0
"""Seconds after which a fork server that has not answered counts as stuck."""
FIXED_AT_START: Final = ("LANG", "LC_", "PYTHON")
"""Beginnings of the environment variables that an interpreter reads when it starts, and never again."""


class Forked:
    """The game with these arguments, or code of a test, in a process of its own on a terminal."""

    def __init__(
        self, terminal: int, environment: Mapping[str, str], arguments: Sequence[str] = (), code: str = ""
    ) -> None:
        errors, error_end = os.pipe()
        self._told, told_end = os.pipe()
        self.stderr: IO[bytes] = os.fdopen(errors, "rb")
        self._code: int | None = None
        asked = {"environment": dict(environment), "arguments": list(arguments), "code": code}
        self.pid = _server().start(asked, [terminal, error_end, told_end])
        os.close(error_end)
        os.close(told_end)

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return the exit code if the process has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code.

        Raises:
            TimeoutExpired: it has not ended so soon.
        """
        if self._code is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("a forked process", timeout or 0)
            self._code = int(os.read(self._told, 99))
            os.close(self._told)
        return self._code


def needs_a_start(environment: Mapping[str, str]) -> bool:
    """Return whether an interpreter must be started for an environment to be obeyed."""
    return any(name.startswith(FIXED_AT_START) for name in environment)


class _Server:
    """The fork server of this process."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from tests.fork_server import main; main()"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)},
                start_new_session=True,
            )
        atexit.register(self.close)
        self._answer()

    def start(self, asked: object, descriptors: list[int]) -> int:
        """Fork a process, and return its number."""
        socket.send_fds(self._line, [json.dumps(asked).encode()], descriptors)
        return int(self._answer()["process"])

    def close(self) -> None:
        """End the server, and all processes that are left."""
        self._line.close()
        self._process.wait()

    def _answer(self) -> dict[str, int]:
        if not select.select([self._line], [], [], PATIENCE)[0]:
            raise AssertionError("the fork server is stuck")
        packet = self._line.recv(1000)
        assert packet, "the fork server has ended"
        return dict(json.loads(packet))


@functools.cache
def _server() -> _Server:
    return _Server()
