"""A pool of processes that play games.

Workers are spawned, not forked, and connected to the parent only by a pipe. They end with the parent in any case, and
leave Ctrl-C to it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import traceback
from multiprocessing import connection, resource_tracker
from typing import TYPE_CHECKING, Any

from roguelike.balance.games import play_one
from roguelike.content.loader import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from roguelike.balance.games import Judged, Row

    Wire = Connection[Any, Any]


class GameFailed(Exception):
    """A game failed; the message has the seed and the error."""


def play_all(judged: Judged, seeds: Sequence[int], jobs: int) -> Iterator[Row]:
    """Yield the row of each game as it finishes.

    Raises:
        GameFailed: the program failed in a game.
    """
    if jobs == 1 or len(seeds) <= 1:
        ruleset = load_ruleset(judged.rules)
        for seed in seeds:
            yield play_one(judged, ruleset, seed)
        return
    with _workers(judged, min(jobs, len(seeds))) as wires:
        yield from _share_out(wires, list(reversed(seeds)))


def _share_out(wires: Sequence[Wire], left: list[int]) -> Iterator[Row]:
    """Send a seed to each idle worker, and yield the results."""
    busy = list(wires)
    for wire in wires:
        wire.send(left.pop())
    while busy:
        ready = connection.wait(busy)
        for wire in [wire for wire in busy if wire in ready]:
            try:
                answer = wire.recv()
            except (EOFError, OSError):
                raise GameFailed("a process that played games was ended from outside") from None
            if isinstance(answer, str):
                raise GameFailed(answer)
            if left:
                wire.send(left.pop())
            else:
                busy.remove(wire)
            yield answer


@contextlib.contextmanager
def _workers(judged: Judged, jobs: int) -> Iterator[list[Wire]]:
    """Start the workers for a `with` block, and end them afterwards."""
    context = multiprocessing.get_context("spawn")
    wires: list[Wire] = []
    processes: list[SpawnProcess] = []
    # Start it now: its start unblocks Ctrl-C, which would otherwise happen with the first worker.
    resource_tracker.ensure_running()
    # Workers inherit the blocked signals: Ctrl-C reaches all processes of a terminal, but is meant for the parent.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(judged, theirs), daemon=True)
            process.start()
            theirs.close()
            wires.append(ours)
            processes.append(process)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield wires
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _work(judged: Judged, wire: Wire) -> None:
    """Play games for the seeds from the pipe until it closes."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    ruleset = load_ruleset(judged.rules)
    with contextlib.suppress(EOFError, OSError):
        while True:
            seed = wire.recv()
            try:
                wire.send(play_one(judged, ruleset, seed) if ruleset.fingerprint == judged.fingerprint else _CHANGED)
            except Exception as error:  # noqa: BLE001 -- reported by the parent
                where = traceback.extract_tb(error.__traceback__)[-1]
                wire.send(f"seed {seed}: {type(error).__name__}: {error} ({where.filename}:{where.lineno})")


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


_CHANGED = "the rule set has changed meanwhile"
