"""Metrics in Prometheus' format, from the control socket, read at each scrape."""

from __future__ import annotations

import contextlib
import itertools
import pathlib
import shutil
import socket
import socketserver
import sys
import threading
import time
import wsgiref.simple_server
from typing import TYPE_CHECKING, Any, Final

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from roguelike.serve.channel import Channel, Gone
from roguelike.serve.control import NotAnswered, ask, token_of
from roguelike.serve.paths import ServerPaths
from roguelike.store.errors import StoreError
from roguelike.store.remote.clerk_link import ClerkLink

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from prometheus_client.metrics_core import Metric

    Pages = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_CLERK_PATIENCE: Final = 2.0
"""Seconds for the clerk to answer."""
_NO_CLERK: Final = "clerk: it does not answer (look in the log for `died`)"
SLOW: Final = 1.0
"""Seconds for an answer after which a healthy server counts as slow."""

_CLIENT_TIMEOUT: Final = 10.0
"""Seconds after which a client that sends no request is closed."""


class MetricsCollector(Collector):
    """Collects the metrics of a server by its control socket."""

    def __init__(self, places: ServerPaths) -> None:
        self._places = places

    def health(self) -> tuple[bool, list[str]]:
        """Return whether new sessions can start, and the reasons, one a line."""
        asked_at = time.monotonic()
        try:
            found = ask(self._places, "status")
        except NotAnswered as error:
            return False, [f"down: {error}"]
        took = time.monotonic() - asked_at
        slow = [f"slow: the answer took {took:.1f} s"] if took > SLOW else []
        troubles = self._troubles(found, self._clerk())
        return not troubles, [*troubles, *slow] or ["up"]

    @staticmethod
    def _troubles(found: dict[str, Any], clerk: dict[str, Any] | None) -> list[str]:
        """Return why sessions cannot start, from the gateway and the clerk."""
        troubles = [*found["trouble"], *(["draining"] if found["draining"] else [])]
        if clerk is not None and (trouble := clerk.get("trouble", _NO_CLERK)):
            troubles.append(trouble)
        return troubles

    def _clerk(self) -> dict[str, Any] | None:
        """Return the metrics of the clerk; empty if it does not answer, None without a clerk."""
        if not self._places.clerk.exists():
            return None
        with contextlib.suppress(OSError, StoreError):
            link = ClerkLink(self._places.clerk, {"server": token_of(self._places)}, patience=_CLERK_PATIENCE)
            with contextlib.closing(link):
                return dict(link.ask("figures"))
        return {}

    def collect(self) -> Iterator[Metric]:
        """Yield the current metrics; without an answer only that the server is down."""
        try:
            found = ask(self._places, "status")
        except NotAnswered:
            yield GaugeMetricFamily("roguelike_up", "Whether the server answers", value=0)
            return
        yield GaugeMetricFamily("roguelike_up", "Whether the server answers", value=1)
        clerk = self._clerk()
        is_well = not self._troubles(found, clerk)
        yield GaugeMetricFamily("roguelike_healthy", "Whether new sessions can begin", value=is_well)
        yield _by_kind(found)
        for name, told in (
            ("guests", "Current sessions of guests"),
            ("watchers", "Current spectators of games"),
            ("unauthenticated", "Current connections before their login"),
        ):
            yield GaugeMetricFamily(f"roguelike_{name}", told, value=found[name])
        yield from _counters(found["counts"])
        yield _histogram("game_turns", "Turns of games that ended", found["game_turns"])
        yield _histogram("key_seconds", "Seconds from a player's key to its effect on the screen", found["latency"])
        yield _histogram("turn_seconds", "Seconds of an iteration of the gateway's event loop", found["turns"])
        yield _histogram("canary_seconds", "Seconds from a key to its effect in test games", found["canary"])
        yield CounterMetricFamily("roguelike_canary_failed", "Test games that failed", value=found["canary"]["failed"])
        yield GaugeMetricFamily(
            "roguelike_disk_free_bytes",
            "Free disk space of the data folder",
            value=shutil.disk_usage(self._places.root).free,
        )
        if clerk is not None:
            yield from _of_clerk(clerk)


def _by_kind(found: dict[str, Any]) -> GaugeMetricFamily:
    sessions = GaugeMetricFamily("roguelike_sessions", "Current sessions", labels=["kind"])
    for kind in ("playing", "watching"):
        sessions.add_metric([kind], found[kind])
    sessions.add_metric(["menu"], found["sessions"] - found["playing"] - found["watching"])
    return sessions


def _counters(counts: dict[str, Any]) -> Iterator[CounterMetricFamily]:
    for name, told in (
        ("connections", "Connections accepted"),
        ("logins", "Logins"),
        ("begun", "Sessions begun"),
        ("unstarted", "Sessions whose game could not be started"),
        ("games_begun", "Games begun"),
    ):
        yield CounterMetricFamily(f"roguelike_{name}", told, value=counts[name])
    for name, label, told in (
        ("refused", "reason", "Connections and logins refused"),
        ("cut", "reason", "Clients disconnected for exceeding a limit"),
        ("ended", "how", "Sessions ended"),
        ("games_ended", "outcome", "Games ended"),
    ):
        counter = CounterMetricFamily(f"roguelike_{name}", told, labels=[label])
        for value, count in counts[name].items():
            counter.add_metric([value], count)
        yield counter


def _of_clerk(found: dict[str, Any]) -> Iterator[Metric]:
    """Yield the metrics of a clerk; without an answer only that it is down."""
    yield GaugeMetricFamily("roguelike_clerk_up", "Whether the clerk answers", value=bool(found))
    if not found:
        return
    yield CounterMetricFamily("roguelike_clerk_rows", "Commands written", value=found["rows"])
    yield _histogram("clerk_commit_seconds", "Seconds until a batch of commands is durable", found["commits"])
    yield GaugeMetricFamily("roguelike_clerk_waiting", "Commands that are not durable yet", value=found["waiting"])
    yield CounterMetricFamily(
        "roguelike_clerk_refused", "Operations refused because another session has the seat", value=found["refused"]
    )
    yield CounterMetricFamily("roguelike_clerk_sent_again", "Statements sent again", value=found["sent_again"])
    yield GaugeMetricFamily(
        "roguelike_beat_age_seconds", "Seconds since this host's last heartbeat", value=found["silent"]
    )
    database = found["database"]
    if not database:
        return
    yield GaugeMetricFamily("roguelike_hosts", "Running hosts", value=database["hosts"])
    yield GaugeMetricFamily("roguelike_orders_unanswered", "Orders without an answer", value=database["orders"])
    yield GaugeMetricFamily("roguelike_database_bytes", "Size of the database", value=database["bytes"])
    lags = GaugeMetricFamily("roguelike_standby_lag_seconds", "Replication lag of a standby", labels=["standby"])
    for name, lag in (database["standbys"] or {}).items():
        lags.add_metric([name], lag)
    yield lags


def _histogram(name: str, told: str, found: dict[str, Any]) -> HistogramMetricFamily:
    sums = list(itertools.accumulate(found["counts"]))
    bounds = [*map(str, found["bounds"]), "+Inf"]
    buckets = [(bound, float(count)) for bound, count in zip(bounds, sums, strict=True)]
    return HistogramMetricFamily(f"roguelike_{name}", told, buckets=buckets, sum_value=found["total"])


class _Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    """Serves each client in its own thread, so that a silent one does not block others."""

    daemon_threads = True


class _Silent(wsgiref.simple_server.WSGIRequestHandler):
    timeout = _CLIENT_TIMEOUT

    def log_message(self, *_: object) -> None:
        """Log nothing: scrapes would fill the log."""


def main(descriptor: int) -> None:
    """Serve metrics until the supervisor at the other end of a channel is gone."""
    supervisor = Channel.of(descriptor)
    told, descriptors = supervisor.receive()
    figures = MetricsCollector(ServerPaths(pathlib.Path(told["folder"])))
    server = serve_on(socket.socket(fileno=descriptors[0]), application(figures))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    supervisor.send({"ready": True})
    while True:
        try:
            supervisor.receive()
        except Gone:
            return


def serve_on(listener: socket.socket, pages: Pages) -> wsgiref.simple_server.WSGIServer:
    """Return an HTTP server on a listening socket."""
    host, port = listener.getsockname()[:2]
    server = _Server((host, port), _Silent, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    server.server_name, server.server_port = host, port
    server.setup_environ()
    server.set_app(pages)
    return server


def application(figures: MetricsCollector) -> Pages:
    """Return the WSGI application for /metrics, and /healthz with 200 or 503."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(figures)
    metrics = make_wsgi_app(registry)

    def answer(environment: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environment["PATH_INFO"] != "/healthz":
            found: Iterable[bytes] = metrics(environment, start)
            return found
        is_well, told = figures.health()
        start("200 OK" if is_well else "503 Service Unavailable", [("Content-Type", "text/plain")])
        return [f"{each}\n".encode() for each in told]

    return answer


if __name__ == "__main__":
    main(int(sys.argv[1]))
