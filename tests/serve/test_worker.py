"""A process that the supervisor starts: its restarts, and its end when it hangs."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING, Final

from roguelike.serve.heartbeat import HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT
from roguelike.serve.remedies import cause_of
from roguelike.serve.worker import RESTART_BACKOFF, Death, Worker

if TYPE_CHECKING:
    from collections.abc import Iterator

IDLE: Final = "tests.serve.idle_process"
NO_MODULE: Final = "roguelike.no_such_module"


@contextlib.contextmanager
def started(module: str) -> Iterator[Worker]:
    """Return a process that is killed afterwards."""
    worker = Worker("front", module)
    worker.start({}, ())
    yield worker
    worker.kill()
    worker.reap(0.0)


def ended(worker: Worker, now: float) -> Death | None:
    """Wait for the end of a process, and return how it ended."""
    assert worker.process is not None
    worker.process.wait()
    return worker.reap(now)


def test_each_death_in_a_row_delays_the_restart() -> None:
    """Until the process has run for a minute."""
    with started(NO_MODULE) as worker:
        now = worker.start_at
        for seconds in (*RESTART_BACKOFF, RESTART_BACKOFF[-1]):
            assert ended(worker, now) == Death(1, cause_of(1), is_renewal=False)
            assert worker.start_at == now + seconds
            worker.start({}, ())
        later = now + 1e6
        ended(worker, later)
        assert worker.start_at == later


def test_a_renewed_process_is_restarted_at_once() -> None:
    """Its end is expected, and counts as no death."""
    with started(IDLE) as worker:
        worker.renew()
        death = worker.reap(5.0)
        assert death is not None
        assert death.is_renewal
        assert worker.start_at == 5.0
        worker.start({}, ())
        worker.kill()
        assert worker.reap(6.0) == Death(-signal.SIGKILL, cause_of(-signal.SIGKILL), is_renewal=False)
        assert worker.start_at == 6.0 + RESTART_BACKOFF[0]


def test_a_process_without_heartbeats_is_aborted() -> None:
    """Once it has been ready; its death says why."""
    with started(IDLE) as worker:
        step = 2 * HEARTBEAT_INTERVAL
        times = [step * number for number in range(1, int(HEARTBEAT_TIMEOUT / step) + 2)]
        for now in times:
            worker.abort_if_hung(now)
        assert worker.reap(times[-1]) is None
        worker.is_ready = True
        for now in times:
            worker.abort_if_hung(times[-1] + now)
        death = ended(worker, 0.0)
        assert death is not None
        assert death.code == -signal.SIGABRT
        assert "ended by the supervisor" in death.why


def test_messages_to_a_process_that_is_gone_are_dropped() -> None:
    """As is its channel, once that is read."""
    with started(NO_MODULE) as worker:
        assert worker.process is not None
        worker.process.wait()
        assert worker.receive() == {}
        assert worker.channel is None
        worker.send({"stop": True})
