"""A process that the supervisor starts, watches and restarts."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.classes import define, frozen
from roguelike.serve.channel import Channel, Gone
from roguelike.serve.heartbeat import Silence
from roguelike.serve.logs import log
from roguelike.serve.remedies import cause_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.serve.channel import Message

RESTART_BACKOFF: Final = (0.0, 1.0, 2.0, 4.0)
"""Seconds before a process is restarted, by the number of deaths in a row within a minute of its start."""
KEPT: Final = ("PATH", "PYTHONPATH", "TZ", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "COVERAGE_PROCESS_START")
"""Variables that the processes of a server inherit."""
ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "random"}
_STABLE: Final = 60.0
"""Seconds after which a process counts as having run well."""
_RETRY: Final = 1.0
"""Seconds until the next attempt to start a process after the system refused."""
_ABORT_GRACE: Final = 2.0
"""Seconds from SIGABRT, on which a process logs where it hangs, to SIGKILL."""
_HANGS: Final = "no sign of life (it is restarted; look at the load of the machine and its disk)"
_ENDED: Final = "ended by the supervisor, since it gave no sign of life"


@frozen
class Death:
    """The end of a process."""

    code: int
    """The exit code; negative for a signal."""
    why: str
    is_renewal: bool
    """Whether it was killed to be started with other settings."""


@define(eq=False)
class Worker:
    """The gateway, the fork server, the clerk, the web process or the metrics process."""

    name: str
    module: str
    sends_heartbeats: bool = True
    """Whether it sends heartbeats, without which it counts as hanging."""
    process: subprocess.Popen[bytes] | None = None
    channel: Channel | None = None
    is_ready: bool = False
    """Whether it has reported that it is ready."""
    start_at: float = 0.0
    """Time of the next start while it does not run."""
    _started: float = 0.0
    _silence: Silence = attrs.field(factory=Silence)
    _deaths: int = 0
    """Deaths in a row within a minute of the start."""
    _cannot_start: bool = False
    """Whether the last attempt to start it failed."""
    _is_renewed: bool = False
    """Whether it was killed to be started with other settings."""
    _aborted: float = 0.0
    """Time of its SIGABRT; 0 before one."""

    def fileno(self) -> int:
        """Return the file descriptor of the channel."""
        return -1 if self.channel is None else self.channel.fileno()

    def start(self, message: Message, sockets: Sequence[int]) -> None:
        """Start the process with a first message and file descriptors; log a failure, and schedule the next attempt."""
        try:
            ours, theirs = Channel.pair()
            try:
                self.process = _run(self.module, theirs.fileno())
            except OSError:
                ours.close()
                raise
            finally:
                theirs.close()
        except OSError as error:
            if not self._cannot_start:
                log("cannot start", level=logging.ERROR, process=self.name, why=problem_of(error))
            self._cannot_start, self.start_at = True, time.monotonic() + _RETRY
            return
        self._cannot_start = False
        self.channel, self.is_ready, self._aborted = ours, False, 0.0
        self._started = time.monotonic()
        self._silence.end()
        self.send(message, sockets)
        log("started", process=self.name, pid=self.process.pid)

    def send(self, message: Message, descriptors: Sequence[int] = ()) -> None:
        """Send a message, unless the process is gone."""
        if self.channel is not None:
            with contextlib.suppress(Gone):
                self.channel.send(message, descriptors)

    def receive(self) -> Message:
        """Return a message, which counts as a heartbeat; an empty one if the process has closed the channel."""
        if self.channel is None:
            return {}
        try:
            message, _ = self.channel.receive()
        except Gone:
            self._close_channel()
            return {}
        self._silence.end()
        return message

    def abort_if_hung(self, now: float) -> None:
        """Send SIGABRT to a process without heartbeats, and SIGKILL after a grace."""
        if self.process is None:
            return
        if self._aborted:
            if now - self._aborted > _ABORT_GRACE:
                self.process.kill()
        elif self.sends_heartbeats and self.is_ready and self._silence.is_too_long(now):
            log("hangs", level=logging.ERROR, process=self.name, why=_HANGS)
            self._aborted = now
            self.process.send_signal(signal.SIGABRT)

    def reap(self, now: float) -> Death | None:
        """If the process has ended, schedule its restart and return its death; None while it runs."""
        if self.process is None or (code := self.process.poll()) is None:
            return None
        death = Death(code, _ENDED if self._aborted else cause_of(code), self._is_renewed)
        self.process = None
        self.is_ready = False
        self._close_channel()
        if self._is_renewed:
            self._is_renewed, self._deaths, self.start_at = False, 0, now
        else:
            self._deaths = 1 if now - self._started > _STABLE else self._deaths + 1
            self.start_at = now + RESTART_BACKOFF[min(self._deaths, len(RESTART_BACKOFF)) - 1]
        return death

    def renew(self) -> None:
        """Kill the process, so that it is immediately restarted with the current settings."""
        self._is_renewed = self.process is not None
        self.kill()

    def kill(self) -> None:
        """Kill the process and wait for its end."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _close_channel(self) -> None:
        if self.channel is not None:
            self.channel.close()
            self.channel = None


def _run(module: str, channel: int) -> subprocess.Popen[bytes]:
    """Start a module of this package as a process with a channel.

    Raises:
        OSError: no process can be started.
    """
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | ENVIRONMENT
    return subprocess.Popen(  # noqa: S603 -- our own module
        [sys.executable, "-m", module, str(channel)],
        pass_fds=[channel],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=environment,
        start_new_session=True,
    )
