"""Take-overs while the old owner appends flat out, and is struck at any moment: nothing acknowledged is lost."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
import signal
import tempfile
import time
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from roguelike.engine.commands import Wait
from roguelike.serve.paths import ServerPaths
from roguelike.store.kept.store import KeptStore
from roguelike.store.port import Account
from roguelike.store.remote.clerk_link import ClerkLink, SeatLost
from roguelike.store.remote.player_rows import DatabaseRows
from tests.effort import EFFORT
from tests.load.appends import clerk, seated
from tests.serve.clerk.running import KEY, known_rules

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

ROUNDS: Final = max(5, 2 * EFFORT)
REFUSED: Final = b"refused"
SLOWEST: Final = 0.1
"""Seconds from the yes until the new owner has appended, in 99 of 100 rounds: most of it performs commands again."""


class Host:
    """A host with a clerk in a process of its own."""

    def __init__(self, places: ServerPaths, process: subprocess.Popen[bytes]) -> None:
        self.places = places
        self.process = process

    def store(self, shown: dict[str, object]) -> KeptStore:
        """Return the games of whoever shows that."""
        return KeptStore(DatabaseRows(ClerkLink(self.places.clerk, shown), lambda: KEY), known_rules)


@pytest.fixture
def hosts(database: str) -> Iterator[tuple[Host, Host]]:
    """Yield two hosts on one database."""
    with contextlib.ExitStack() as stack:
        found = []
        for _ in range(2):
            places = ServerPaths(pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rl-"))))
            places.run.mkdir()
            found.append(Host(places, stack.enter_context(clerk(database, places))))
        yield found[0], found[1]


def owner(host: Host, shown: dict[str, object], tells: int) -> None:
    """Append for ever, and tell the number of each command that is acknowledged; tell when one is refused."""
    play = host.store(shown).resume("kim")
    for _ in play.catch_up():
        pass
    try:
        while True:
            play.append(Wait())
            os.write(tells, b"%d\n" % play.journal.number)
            play.game.play(Wait())
    except SeatLost:
        os.write(tells, REFUSED)


def strike(how: str, process: int, host: Host) -> None:
    """Kill the owner, stop it, or stop its clerk, so that it is cut off from the database."""
    if how == "cut off":
        host.process.send_signal(signal.SIGSTOP)
    else:
        os.kill(process, signal.SIGKILL if how == "killed" else signal.SIGSTOP)


def awaken(how: str, process: int, host: Host) -> None:
    """Undo a strike."""
    if how == "cut off":
        host.process.send_signal(signal.SIGCONT)
    elif how == "stopped":
        os.kill(process, signal.SIGCONT)


@pytest.mark.parametrize("how", ["killed", "stopped", "cut off"])
def test_nothing_is_lost_when_an_owner_is_struck(hosts: tuple[Host, Host], database: str, how: str) -> None:
    """The new one goes on after the last acknowledged command, and the old one writes nothing any more."""
    one, two = hosts
    with psycopg.connect(database, autocommit=True) as connection:
        query = "INSERT INTO rl.accounts (name, name_key) VALUES ('kim', 'kim') RETURNING id"
        ((account,),) = connection.execute(query)
    first = two.store(seated(two.places, [account])[0]).begin("kim", "classic", 2)
    first.release()
    waits, chance = [], random.Random(7)
    for _ in range(ROUNDS):
        (shown,) = seated(one.places, [account])
        read, tells = os.pipe()
        if not (process := os.fork()):
            owner(one, shown, tells)
            os._exit(0)
        os.close(tells)
        told = os.read(read, 64)
        time.sleep(chance.random() / 50)
        strike(how, process, one)
        started = time.perf_counter()
        (shown,) = seated(two.places, [account])
        play = two.store(shown).resume("kim")
        found = play.journal.number
        for _ in play.catch_up():
            pass
        play.append(Wait())
        waits.append(time.perf_counter() - started)
        play.game.play(Wait())
        awaken(how, process, one)
        while part := os.read(read, 1 << 16):
            told += part
        os.waitpid(process, 0)
        os.close(read)
        acknowledged = [int(line) for line in told.removesuffix(REFUSED).split()]
        play.append(Wait())
        play.game.play(Wait())
        over = play.game.outcome is not None
        if over:
            play.finish(Account("", ""))
        play.close()
        if over:
            two.store(shown).begin("kim", "classic", 2).release()

        assert max(acknowledged) <= found
        assert (how == "killed") != told.endswith(REFUSED)
        assert found + 2 == play.journal.number
    if EFFORT > 1:  # on a machine that does nothing else
        assert sorted(waits)[len(waits) * 99 // 100] < SLOWEST
