"""The supervisor: starts the gateway and the fork server, restarts them when they die, and passes signals on to them.

It has the listening sockets and the lock of the data folder; one thread, and nothing that a client can reach.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.key_pass import FILM, hello_as
from roguelike.serve.listening import ListenError, addresses_of, listen
from roguelike.serve.logs import begin_log, log
from roguelike.serve.notify import notify
from roguelike.serve.remedies import NO_DESCRIPTOR, cause_of, problem_of
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from roguelike.serve.settings import ServeSettingsError
from roguelike.serve.trial import Trial
from roguelike.serve.wire import settings_message
from roguelike.serve.worker import Worker

if TYPE_CHECKING:
    import socket
    import types
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.serve.channel import Message
    from roguelike.serve.listening import ServerLock
    from roguelike.serve.paths import ServerPaths
    from roguelike.serve.settings import ServeSettings
    from roguelike.serve.settings_source import SettingsSource

RESTART_BACKOFF: Final = (0.0, 1.0, 2.0, 4.0)
"""Seconds before a process is restarted, by the number of deaths in a row within a minute of its start."""
_LONG: Final = 60.0
"""Seconds after which a process counts as having run well."""
_AGAIN: Final = 1.0
"""Seconds until the next attempt to start a process after the system refused."""
_ABORT_GRACE: Final = 2.0
"""Seconds from SIGABRT, on which a process logs where it hangs, to SIGKILL."""
_HANGS: Final = "no sign of life (it is restarted; look at the load of the machine and its disk)"
_ENDED: Final = "ended by the supervisor, since it gave no sign of life"
_LEFT: Final = 5.0
"""Seconds beyond the settings' grace until the gateway is killed."""
ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "random"}
_FIXED: Final = ("listen", "web", "database", "host", "hosts_listen")
"""The settings that only a start can change."""
KEPT: Final = ("PATH", "PYTHONPATH", "TZ", "LD_LIBRARY_PATH", "SSL_CERT_FILE", "COVERAGE_PROCESS_START")
"""Variables that the processes of a server inherit."""


class Supervisor:
    """A running server."""

    def __init__(
        self,
        settings: ServeSettings,
        places: ServerPaths,
        listeners: Sequence[socket.socket],
        figures: Sequence[socket.socket],
        *,
        for_hosts: Sequence[socket.socket] = (),
        pages: Sequence[socket.socket] = (),
        lock: ServerLock,
        token: str,
        on_ready: Callable[[], None],
        source: SettingsSource,
    ) -> None:
        """Prepare a server.

        Args:
            settings: its settings.
            places: its data folder.
            listeners: the sockets on which clients arrive.
            figures: the socket on which figures are asked for, if there are any.
            for_hosts: the socket on which other hosts arrive, if they may.
            pages: the socket on which browsers arrive, if there are any.
            lock: keeps other servers out of the folder.
            token: the secret of requests at the control socket.
            on_ready: called once, when clients are served.
            source: reads the settings again.
        """
        self._settings = settings
        self._places = places
        self._listeners = listeners
        self._ssh = addresses_of(listeners)
        """Where they listen, which cannot be asked once they are closed."""
        self._figures = figures
        self._for_hosts = for_hosts
        self._pages = pages
        self._lock = lock
        self._token = token
        self._on_ready = on_ready
        self._source = source
        self._gateway = Worker("front", "roguelike.serve.front")
        self._fork_server = Worker("nursery", "roguelike.serve.fork_server")
        self._teller = Worker("metrics", "roguelike.serve.metrics", sends_heartbeats=False)
        self._clerk = Worker("clerk", "roguelike.serve.clerk")
        self._web = Worker("web", "roguelike.serve.web")
        self._boot = str(uuid.uuid4())
        """Names this run of the server in the database, also after a restart of its clerk."""
        self._workers = (self._clerk, self._fork_server, self._gateway, self._web, self._teller)
        self._trial: Trial | None = None
        """The trial of settings that were read again."""
        self._offered: tuple[ServeSettings, Sequence[socket.socket]] | None = None
        """New settings that the gateway has not accepted or refused yet, and their metrics sockets."""
        self._arrived: set[int] = set()
        self._was_ready = False
        self._introduce_at = math.inf
        """Time of the next attempt to connect gateway and fork server, after descriptors ran out."""
        self._is_draining = False
        self._stop_by = 0.0
        """When what is left is killed; 0 while it serves."""

    def run(self) -> int:
        """Serve until SIGTERM or SIGINT; returns the exit code."""
        set_time_slice(SERVER_TIME_SLICE)
        read_end, write_end = os.pipe()
        os.set_blocking(read_end, False)
        os.set_blocking(write_end, False)
        signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, self._note)
        try:
            while not self._is_done():
                self._start_due()
                waited_for: list[int | Worker | Trial] = [read_end, *self._channels()]
                if self._trial is not None:
                    waited_for.append(self._trial)
                ready, _, _ = select.select(waited_for, [], [], self._wait())
                if read_end in ready:
                    os.read(read_end, 4096)
                for worker in self._workers:
                    if worker in ready:
                        self._hear(worker)
                self._look_after()
                if self._trial is not None and (self._trial in ready or self._trial.is_late):
                    self._hear_trial(self._trial)
                self._mind_signals()
                notify("WATCHDOG=1")
        finally:
            if self._trial is not None:
                self._trial.close()
            for worker in self._workers:
                self._kill(worker)
        return 0

    def _note(self, number: int, _: types.FrameType | None) -> None:
        self._arrived.add(number)

    def _channels(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.channel is not None]

    def _wait(self) -> float:
        """Return the seconds until something may be due."""
        due = [worker.start_at - time.monotonic() for worker in self._workers if self._is_missing(worker)]
        return max(0.0, min([HEARTBEAT_INTERVAL, *due]))

    def _is_missing(self, worker: Worker) -> bool:
        """Return whether a process should run that does not."""
        is_wanted = not self._is_draining or worker in (self._fork_server, self._clerk)
        needs = {"metrics": self._figures, "clerk": self._settings.database, "web": self._pages}
        has_work = bool(needs.get(worker.name, True))
        return worker.process is None and is_wanted and has_work and not self._stop_by

    def _start_due(self) -> None:
        for worker in self._workers:
            if self._is_missing(worker) and time.monotonic() >= worker.start_at:
                try:
                    self._start(worker)
                except OSError as error:
                    if not worker.cannot_start:
                        log("cannot start", level=logging.ERROR, process=worker.name, why=problem_of(error))
                    worker.cannot_start, worker.start_at = True, time.monotonic() + _AGAIN

    def _start(self, worker: Worker) -> None:
        ours, theirs = Channel.pair()
        try:
            worker.process = _run(worker.module, theirs.fileno())
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        worker.cannot_start = False
        worker.channel, worker.is_ready, worker.aborted = ours, False, 0.0
        worker.started = time.monotonic()
        worker.silence.end()
        message = self._message(self._settings, worker)
        given = {"front": self._listeners, "metrics": self._figures, "clerk": self._for_hosts, "web": self._pages}
        sockets = () if self._is_draining else given.get(worker.name, ())
        self._send(worker, message, [each.fileno() for each in sockets])
        log("started", process=worker.name, pid=worker.process.pid)

    def _message(self, settings: ServeSettings, worker: Worker) -> Message:
        is_clerk = worker is self._clerk
        told: Message = {"settings": settings_message(settings, hides_secrets=not is_clerk)}
        told["folder"] = str(self._places.root)
        if worker is self._web:  # which needs no token
            return {**told, "ssh": self._ssh, "hello": hello_as(FILM, self._token) if settings.database else None}
        told["token"] = self._token
        return {**told, **self._draining(), "boot": self._boot} if is_clerk else told

    def _draining(self) -> Message:
        """Return the process of a gateway that drains, as a message for the clerk."""
        gateway = self._gateway.process
        return {"draining": gateway.pid} if self._is_draining and gateway is not None else {}

    def _introduce(self) -> None:
        """Connect the gateway with the fork server, each time one of them is new; for the first time with a clerk."""
        has_clerk = self._clerk.is_ready or self._was_ready or not self._settings.database
        if not (self._gateway.is_ready and self._fork_server.is_ready and has_clerk):
            return
        self._introduce_at = math.inf
        try:
            gateways, fork_servers = Channel.pair()
        except OSError as error:
            self._introduce_later(problem_of(error))
            return
        self._send(self._fork_server, {"front": True}, [fork_servers.fileno()])
        self._send(self._gateway, {"nursery": True}, [gateways.fileno()])
        gateways.close()
        fork_servers.close()
        if not self._was_ready:
            self._was_ready = True
            self._on_ready()
            notify("READY=1", "STATUS=Serving.")

    def _introduce_web(self) -> None:
        """Connect the gateway with the web process, each time one of them is new."""
        if not (self._gateway.is_ready and self._web.is_ready):
            return
        try:
            gateways, webs = Channel.pair()
        except OSError as error:
            self._introduce_later(problem_of(error))
            return
        self._send(self._web, {"front": True}, [webs.fileno()])
        self._send(self._gateway, {"web": True}, [gateways.fileno()])
        gateways.close()
        webs.close()

    def _introduce_later(self, why: str) -> None:
        log("cannot connect front and nursery", level=logging.ERROR, why=why)
        self._introduce_at = time.monotonic() + HEARTBEAT_INTERVAL

    def _hear(self, worker: Worker) -> None:
        if worker.channel is None:
            return
        try:
            message, _ = worker.channel.receive()
        except Gone:
            worker.channel.close()
            worker.channel = None
            return
        worker.silence.end()
        if "draining" in message:
            self._drain()
        if "used" in message and self._offered is not None:
            self._decide(*self._offered, is_good=message["used"])
        if "lost" in message:
            self._introduce_later(f"{worker.name}: {NO_DESCRIPTOR}")
        if "ready" in message:
            worker.is_ready = True
            if worker in (self._gateway, self._web):
                self._introduce_web()
            if worker is not self._web and (worker is not self._clerk or not self._was_ready):
                self._introduce()

    def _drain(self) -> None:
        """Free the address and the folder for another server; run on until the last session ends."""
        log("draining")
        notify("STATUS=Draining: no new sessions.")
        self._is_draining = True
        self._close_listeners()
        _close(self._for_hosts)
        self._send(self._clerk, self._draining())
        self._send(self._web, {"draining": True})
        self._kill(self._teller)  # the other server has an address for figures, too
        _close(self._figures)
        self._lock.close()

    def _close_listeners(self) -> None:
        _close(self._listeners)
        _close(self._pages)

    def _look_after(self) -> None:
        """Detect processes that died or hang."""
        now = time.monotonic()
        if now >= self._introduce_at:
            self._introduce()
            self._introduce_web()
        for worker in self._workers:
            if worker.process is None:
                continue
            if worker.process.poll() is not None:
                self._died(worker, worker.process.returncode)
            elif worker.aborted and now - worker.aborted > _ABORT_GRACE:
                worker.process.kill()
            elif worker.sends_heartbeats and not worker.aborted and worker.is_ready and worker.silence.is_too_long(now):
                log("hangs", level=logging.ERROR, process=worker.name, why=_HANGS)
                worker.aborted = now
                worker.process.send_signal(signal.SIGABRT)

    def _died(self, worker: Worker, code: int) -> None:
        now = time.monotonic()
        worker.process = None
        worker.is_ready = False
        if worker is self._gateway and self._offered is not None:
            self._decide(*self._offered, is_good=False)
        if worker.channel is not None:
            worker.channel.close()
            worker.channel = None
        worker.deaths = 0 if now - worker.started > _LONG else worker.deaths
        self._put_off(worker)
        # With the last session the gateway ends by itself; what serves figures was killed.
        is_meant = (self._is_draining and (code == 0 or not worker.sends_heartbeats)) or worker.is_renewed
        if worker.is_renewed:
            worker.is_renewed, worker.deaths, worker.start_at = False, 0, now
        if not self._stop_by and not is_meant:
            why = _ENDED if worker.aborted else cause_of(code)
            log("died", level=logging.ERROR, process=worker.name, code=code, why=why)

    @staticmethod
    def _put_off(worker: Worker) -> None:
        """Delay the restart of a process by its failures in a row."""
        worker.deaths += 1
        worker.start_at = time.monotonic() + RESTART_BACKOFF[min(worker.deaths - 1, len(RESTART_BACKOFF) - 1)]

    def _mind_signals(self) -> None:
        arrived, self._arrived = self._arrived, set()
        if arrived & {signal.SIGTERM, signal.SIGINT} and not self._stop_by:
            log("stopping")
            notify("STOPPING=1", "STATUS=Ending all sessions.")
            self._stop_by = time.monotonic() + self._settings.grace + _LEFT
            self._send(self._gateway, {"stop": True})
            self._close_listeners()
        if signal.SIGHUP in arrived:
            self._reload()

    def _reload(self) -> None:
        """Read the settings again and begin to try them; the old ones stay in use until then."""
        if self._gateway.channel is None or self._is_draining or self._stop_by:
            self._keep("The front is not running, or ends: try again.")
            return
        if self._trial is not None:
            self._trial.close()
            self._trial = None
        try:
            settings = self._source.read()
            fixed = next((name for name in _FIXED if getattr(settings, name) != getattr(self._settings, name)), None)
            if fixed is not None:
                place = self._source.place(fixed.replace("_", "-"))
                self._keep(f"{place}: cannot be changed while the server runs (start it again).")
            else:
                self._trial = Trial.begin(settings, self._places)
        except ServeSettingsError as error:
            self._keep(str(error))
        except OSError as error:
            self._keep(f"The settings cannot be tried: {problem_of(error)}.")

    @staticmethod
    def _keep(why: str) -> None:
        log("settings kept", level=logging.WARNING, why=why)

    def _hear_trial(self, trial: Trial) -> None:
        """Offer settings to the gateway that have passed their trial."""
        self._trial = None
        found = trial.result()
        if found.problem:
            self._keep(f"{self._source.place(found.setting)}: {found.problem}.")
            return
        try:
            figures = self._figures_of(trial.settings)
        except ListenError as error:
            self._keep(f"{self._source.place('metrics')}: {error}")
            return
        self._offered = trial.settings, figures
        self._send(self._gateway, self._message(trial.settings, self._gateway))

    def _figures_of(self, settings: ServeSettings) -> Sequence[socket.socket]:
        """Return the metrics sockets: the present ones unless the address has changed."""
        if settings.metrics == self._settings.metrics:
            return self._figures
        return listen([settings.metrics]) if settings.metrics else ()

    def _decide(self, settings: ServeSettings, figures: Sequence[socket.socket], *, is_good: bool) -> None:
        """Apply new settings to all processes if the gateway can use their keys and files; else drop them."""
        self._offered = None
        if not is_good:
            if figures is not self._figures:
                _close(figures)
            return
        if figures is not self._figures:
            _close(self._figures)
            self._figures = figures
            self._teller.is_renewed = self._teller.process is not None
            self._kill(self._teller)
        self._settings = settings
        begin_log(settings.log_format)
        for worker in (self._fork_server, self._web):
            self._send(worker, self._message(settings, worker))

    def _is_done(self) -> bool:
        if self._is_draining and self._gateway.process is None:
            return True
        if not self._stop_by:
            return False
        return self._gateway.process is None or time.monotonic() > self._stop_by

    @staticmethod
    def _send(worker: Worker, message: Message, descriptors: Sequence[int] = ()) -> None:
        if worker.channel is not None:
            with contextlib.suppress(Gone):
                worker.channel.send(message, descriptors)

    @staticmethod
    def _kill(worker: Worker) -> None:
        if worker.process is not None and worker.process.poll() is None:
            worker.process.kill()
            worker.process.wait()


def _run(module: str, channel: int) -> subprocess.Popen[bytes]:
    """Start one of our own modules as a process that is given a channel.

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


def _close(sockets: Iterable[socket.socket]) -> None:
    for each in sockets:
        each.close()
