"""Lives of a player that can be killed at any moment, and what must be true of a game whatever became of them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from roguelike.store.kept.journal import EVERY
from tests.store.player import MAX_BYTES, Life

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 40.0
"""Seconds after which a life that should have ended, or reported something, counts as stuck."""

Told = dict[str, Any]


@attrs.define
class Record:
    """What is known of a game for certain: what was acknowledged."""

    commands: list[Any] = attrs.field(factory=list)
    """As plain data, each one written down before it was performed."""
    digests: dict[int, str] = attrs.field(factory=dict)
    """Digests of the world, by the number of commands before."""
    is_over: bool = False
    finished: int = 0
    """Games of that name that ended before."""
    uncertain: int = 0
    """How often a command was there that had not been acknowledged."""
    most_again: int = 0
    """Commands that had to be performed again at most when a game was loaded: what loading takes depends on it."""

    def copy(self) -> Record:
        """Return another one that says the same."""
        return attrs.evolve(self, commands=list(self.commands), digests=dict(self.digests))

    def learn(self, told: Iterable[Told], *, retold: bool = True) -> None:
        """Take the reports of a life, and compare them with what was known."""
        rows: list[Any] = []
        for what in told:
            assert "traceback" not in what, what["traceback"]
            if "rows" in what:
                rows += what["rows"]
            elif "opened" in what and retold:
                self.compare(what, rows)
                rows = []
            elif "opened" in what:
                assert what["digest"] == self.digests.get(what["opened"], what["digest"])
            elif "took" in what:
                assert len(self.commands) + 1 == what["took"]
                self.commands.append(what["command"])
            elif "did" in what:
                self.digests[what["did"]] = what["digest"]
                self.is_over = what["over"]
            elif "finished" in what:
                self.remove_dead()

    def remove_dead(self) -> None:
        """Begin to learn of the next game."""
        assert self.is_over
        self.commands, self.digests, self.is_over = [], {}, False
        self.finished += 1

    def compare(self, opened: Told, rows: list[Any]) -> None:
        """Hold a game that was loaded against what was acknowledged; from now on that is what it is."""
        found = [command for command, _ in rows]
        if self.is_over and not found:
            self.remove_dead()
        digests = dict(enumerate([*(before for _, before in rows), opened["digest"]]))
        assert self.commands == found[: len(self.commands)]
        assert len(found) - len(self.commands) in {0, 1}
        assert len(found) == opened["opened"]
        assert self.digests == {number: digests[number] for number in self.digests}
        assert opened["again"] <= EVERY
        self.uncertain += len(found) - len(self.commands)
        self.most_again = max(self.most_again, opened["again"])
        self.commands, self.digests, self.is_over = list(found), digests, opened["over"]


class Warm:
    """A process that has everything loaded and forks one life after another."""

    def __init__(self, temporary: Path) -> None:
        """Start it; its temporary files go to that folder."""
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.store.player"],
                stdin=theirs.fileno(),
                cwd=ROOT,
                env={**os.environ, "TMPDIR": str(temporary)},
                start_new_session=True,
            )
        self._next()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def start(self, life: Life) -> int:
        """Start a life, and give the number of its process."""
        self._line.send(json.dumps(attrs.asdict(life)).encode())
        return int(self._next()["process"])

    def go(self) -> None:
        """Release a life that has reported that it is ready."""
        self._line.send(b"go")

    def until(self, what: str) -> list[Told]:
        """Return the reports of a life up to and with that one, or up to its end."""
        told: list[Told] = []
        while not told or not {what, "ended"} & told[-1].keys():
            told.append(self._next())
        return told

    def live(self, life: Life) -> list[Told]:
        """Run a life to its end; return all that it reported."""
        self.start(life)
        return self.until("ended")

    def kill_after(self, process: int, seconds: float, sign: str = "process") -> list[Told]:
        """Kill a life some seconds after it has given a sign, unless it ends before, and return its reports."""
        told = self.until(sign) if sign != "process" else []
        end = time.monotonic() + seconds
        while not (told and "ended" in told[-1]) and (left := end - time.monotonic()) > 0:
            if select.select([self._line], [], [], left)[0]:
                told.append(self._next())
        if not (told and "ended" in told[-1]):
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(process, signal.SIGKILL)
            told += self.until("ended")
        return told

    def _next(self) -> Told:
        if not select.select([self._line], [], [], PATIENCE)[0]:
            raise AssertionError("a life is stuck")
        packet = self._line.recv(MAX_BYTES)
        assert packet, "the process of the lives has ended"
        return dict(json.loads(packet))


def telling(told: Iterable[Told], what: str) -> Iterator[Any]:
    """Return all reports of one sort."""
    return (found[what] for found in told if what in found)


_BESIDE: Final = r"games/\w+\.(lock|game-wal)|finished/[\w-]+\.(proof|tmp)|proofs\.key(\.\w+)?"
"""What may lie beside games and scores, wherever a process was killed."""


def check_library(shown: Told, *, finished: int) -> None:
    """Hold what a player is shown against how many games were finished; nothing else may lie about.

    Nobody has seen an end here, so each has its mark; and every score is verified, wherever its game was killed.
    """
    assert finished == len(shown["finished"])
    assert finished == len(shown["scores"])
    assert not any(trouble for _, trouble in shown["saved"])
    games = [f"games/{name}.game" for name, _ in shown["saved"]]
    ended = [f"finished/{key}{ending}" for key, _ in shown["finished"] for ending in (".game", ".txt", ".unseen")]
    scores = ["scores.sqlite"] * bool(finished)
    assert all(verified for *_, verified in shown["scores"])
    left = [file for file in shown["files"] if not re.fullmatch(_BESIDE, file)]
    assert sorted([*games, *ended, *scores]) == left, f"{left} lie about, {shown['finished']} are finished"
