"""The supervisor: starts the processes of a server, restarts those that die or hang, and handles signals.

It has the listening sockets and the lock of the data folder; it has one thread, and no client can reach it.
"""

from __future__ import annotations

import logging
import math
import os
import select
import signal
import time
import uuid
from typing import TYPE_CHECKING, Final

from roguelike.serve.channel import Channel
from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL
from roguelike.serve.key_pass import FILM, hello_as
from roguelike.serve.listening import addresses_of
from roguelike.serve.logs import begin_log, log
from roguelike.serve.notify import notify
from roguelike.serve.remedies import NO_DESCRIPTOR, problem_of
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
from roguelike.serve.settings_reload import SettingsReload, log_kept
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
    from roguelike.serve.trial import Trial
    from roguelike.serve.worker import Death

_LEFT: Final = 5.0
"""Seconds beyond the grace of the settings until the gateway is killed."""


class Supervisor:
    """A running server."""

    def __init__(
        self,
        settings: ServeSettings,
        places: ServerPaths,
        listeners: Sequence[socket.socket],
        metrics: Sequence[socket.socket],
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
            listeners: the sockets for SSH clients.
            metrics: the socket of the metrics; None without them.
            for_hosts: the socket for other hosts; None without one.
            pages: the socket for browsers; None without one.
            lock: keeps other servers out of the folder.
            token: the token of requests at the control socket.
            on_ready: called once, when clients are served.
            source: reads the settings again.
        """
        self._settings = settings
        self._places = places
        self._listeners = listeners
        self._ssh = addresses_of(listeners)
        """Their addresses, which cannot be read after they are closed."""
        self._metrics_sockets = metrics
        self._for_hosts = for_hosts
        self._pages = pages
        self._lock = lock
        self._token = token
        self._on_ready = on_ready
        self._reload = SettingsReload(source, places)
        self._gateway = Worker("front", "roguelike.serve.front")
        self._fork_server = Worker("nursery", "roguelike.serve.fork_server")
        self._metrics = Worker("metrics", "roguelike.serve.metrics", sends_heartbeats=False)
        self._clerk = Worker("clerk", "roguelike.serve.clerk")
        self._web = Worker("web", "roguelike.serve.web")
        self._boot = str(uuid.uuid4())
        """Id of this run of the server in the database, also after a restart of its clerk."""
        self._workers = (self._clerk, self._fork_server, self._gateway, self._web, self._metrics)
        self._signals: set[int] = set()
        """Signals that have arrived and were not handled."""
        self._was_ready = False
        self._connect_at = math.inf
        """Time of the next attempt to connect gateway and fork server, after descriptors ran out."""
        self._is_draining = False
        self._stop_by = 0.0
        """Time at which remaining processes are killed; 0 while it serves."""

    def run(self) -> int:
        """Serve until SIGTERM or SIGINT; return the exit code."""
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
                trial = self._reload.trial
                waited_for: list[int | Worker | Trial] = [read_end, *self._channels()]
                if trial is not None:
                    waited_for.append(trial)
                ready, _, _ = select.select(waited_for, [], [], self._wait())
                if read_end in ready:
                    os.read(read_end, 4096)
                for worker in self._workers:
                    if worker in ready:
                        self._receive(worker)
                self._check_workers()
                if trial is not None and (trial in ready or trial.is_late):
                    self._offer_settings()
                self._handle_signals()
                notify("WATCHDOG=1")
        finally:
            self._reload.close()
            for worker in self._workers:
                worker.kill()
        return 0

    def _note(self, number: int, _: types.FrameType | None) -> None:
        self._signals.add(number)

    def _channels(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.channel is not None]

    def _wait(self) -> float:
        """Return the seconds until the next timer is due."""
        due = [worker.start_at - time.monotonic() for worker in self._workers if self._is_missing(worker)]
        return max(0.0, min([HEARTBEAT_INTERVAL, *due]))

    def _is_missing(self, worker: Worker) -> bool:
        """Return whether a process is missing."""
        is_wanted = not self._is_draining or worker in (self._fork_server, self._clerk)
        needs = {"metrics": self._metrics_sockets, "clerk": self._settings.database, "web": self._pages}
        has_work = bool(needs.get(worker.name, True))
        return worker.process is None and is_wanted and has_work and not self._stop_by

    def _start_due(self) -> None:
        sockets = {
            "front": self._listeners,
            "metrics": self._metrics_sockets,
            "clerk": self._for_hosts,
            "web": self._pages,
        }
        for worker in self._workers:
            if self._is_missing(worker) and time.monotonic() >= worker.start_at:
                given = () if self._is_draining else sockets.get(worker.name, ())
                worker.start(self._message(self._settings, worker), [each.fileno() for each in given])

    def _message(self, settings: ServeSettings, worker: Worker) -> Message:
        is_clerk = worker is self._clerk
        told: Message = {"settings": settings_message(settings, hides_secrets=not is_clerk)}
        told["folder"] = str(self._places.root)
        if worker is self._web:  # which does not need the token
            return {**told, "ssh": self._ssh, "hello": hello_as(FILM, self._token) if settings.database else None}
        told["token"] = self._token
        return {**told, **self._draining(), "boot": self._boot} if is_clerk else told

    def _draining(self) -> Message:
        """Return the gateway process that drains, as a message for the clerk."""
        gateway = self._gateway.process
        return {"draining": gateway.pid} if self._is_draining and gateway is not None else {}

    def _connect_fork_server(self) -> None:
        """Connect the gateway to the fork server, whenever one of them is new, first after the clerk is ready."""
        has_clerk = self._clerk.is_ready or self._was_ready or not self._settings.database
        if not (self._gateway.is_ready and self._fork_server.is_ready and has_clerk):
            return
        self._connect_at = math.inf
        if self._connect("nursery", self._fork_server) and not self._was_ready:
            self._was_ready = True
            self._on_ready()
            notify("READY=1", "STATUS=Serving.")

    def _connect_web(self) -> None:
        """Connect the gateway to the web process, whenever one of them is new."""
        if self._gateway.is_ready and self._web.is_ready:
            self._connect("web", self._web)

    def _connect(self, name: str, worker: Worker) -> bool:
        """Send both ends of a new channel to the gateway and a worker, which the gateway knows by that name."""
        try:
            gateways, workers = Channel.pair()
        except OSError as error:
            self._connect_later(problem_of(error))
            return False
        worker.send({"front": True}, [workers.fileno()])
        self._gateway.send({name: True}, [gateways.fileno()])
        gateways.close()
        workers.close()
        return True

    def _connect_later(self, why: str) -> None:
        log("cannot connect front and nursery", level=logging.ERROR, why=why)
        self._connect_at = time.monotonic() + HEARTBEAT_INTERVAL

    def _receive(self, worker: Worker) -> None:
        message = worker.receive()
        if "draining" in message:
            self._drain()
        if "used" in message:
            self._finish_reload(is_accepted=message["used"])
        if "lost" in message:
            self._connect_later(f"{worker.name}: {NO_DESCRIPTOR}")
        if "ready" in message:
            worker.is_ready = True
            if worker in (self._gateway, self._web):
                self._connect_web()
            if worker is not self._web and (worker is not self._clerk or not self._was_ready):
                self._connect_fork_server()

    def _drain(self) -> None:
        """Free the address and the folder for another server; run on until the last session ends."""
        log("draining")
        notify("STATUS=Draining: no new sessions.")
        self._is_draining = True
        self._close_listeners()
        _close(self._for_hosts)
        self._clerk.send(self._draining())
        self._web.send({"draining": True})
        self._metrics.kill()  # the other server has an address for metrics, too
        _close(self._metrics_sockets)
        self._lock.close()

    def _close_listeners(self) -> None:
        _close(self._listeners)
        _close(self._pages)

    def _check_workers(self) -> None:
        """Detect processes that died or hang."""
        now = time.monotonic()
        if now >= self._connect_at:
            self._connect_fork_server()
            self._connect_web()
        for worker in self._workers:
            if (death := worker.reap(now)) is not None:
                self._handle_death(worker, death)
            worker.abort_if_hung(now)

    def _handle_death(self, worker: Worker, death: Death) -> None:
        if worker is self._gateway:
            self._finish_reload(is_accepted=False)
        # With the last session the gateway ends by itself; the metrics process was killed.
        is_drained = self._is_draining and (death.code == 0 or not worker.sends_heartbeats)
        if not (self._stop_by or is_drained or death.is_renewal):
            log("died", level=logging.ERROR, process=worker.name, code=death.code, why=death.why)

    def _handle_signals(self) -> None:
        signals, self._signals = self._signals, set()
        if signals & {signal.SIGTERM, signal.SIGINT} and not self._stop_by:
            log("stopping")
            notify("STOPPING=1", "STATUS=Ending all sessions.")
            self._stop_by = time.monotonic() + self._settings.grace + _LEFT
            self._gateway.send({"stop": True})
            self._close_listeners()
        if signal.SIGHUP in signals:
            if self._gateway.channel is None or self._is_draining or self._stop_by:
                log_kept("The front is not running, or ends: try again.")
            else:
                self._reload.begin(self._settings)

    def _offer_settings(self) -> None:
        """Offer settings to the gateway that have passed their trial."""
        settings = self._reload.finish_trial(self._settings)
        if settings is not None:
            self._gateway.send(self._message(settings, self._gateway))

    def _finish_reload(self, *, is_accepted: bool) -> None:
        """Apply offered settings to all processes if the gateway can use their keys and files; else drop them."""
        offer = self._reload.take_offer()
        if offer is None:
            return
        if not is_accepted:
            _close(offer.metrics or ())
            return
        if offer.metrics is not None:
            _close(self._metrics_sockets)
            self._metrics_sockets = offer.metrics
            self._metrics.renew()
        self._settings = offer.settings
        begin_log(offer.settings.log_format)
        for worker in (self._fork_server, self._web):
            worker.send(self._message(offer.settings, worker))

    def _is_done(self) -> bool:
        if self._is_draining and self._gateway.process is None:
            return True
        if not self._stop_by:
            return False
        return self._gateway.process is None or time.monotonic() > self._stop_by


def _close(sockets: Iterable[socket.socket]) -> None:
    for each in sockets:
        each.close()
