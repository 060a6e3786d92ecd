"""Hostile clients of a server on loopback, and an innocent one who plays meanwhile."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from typing import TYPE_CHECKING, Any, Final

import asyncssh
import attrs

from tests.pty_program import PATIENCE
from tests.serving import ask

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tests.pty_program import Program
    from tests.serving import Served

INNOCENT: Final = "127.0.0.3"
LONGEST: Final = 15.0
"""Seconds that a key of the innocent may take, on cores that attacker, server, tests and others share."""
BUSIEST: Final = 0.03
"""Seconds of processor time that a turn of the front's loop may take: what a key of the innocent waits for."""
_EVERY: Final = 0.02
"""Seconds between two keys."""
_numbers = itertools.count(1)


def another_address() -> str:
    """Return an address of loopback that nobody has used yet: one attacker's penalties must not hit another."""
    number = next(_numbers)
    return f"127.2.{number // 250}.{number % 250 + 1}"


@contextlib.asynccontextmanager
async def attacker(server: Served, **options: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:  # noqa: ANN401
    """Connect with a new key from a new address."""
    usual = {
        "local_addr": (another_address(), 0),
        "username": "eve",
        "client_keys": [asyncssh.generate_private_key("ssh-ed25519")],
        "known_hosts": None,
        "config": None,
        "agent_path": None,
    }
    connection = await asyncssh.connect("127.0.0.1", server.port, **{**usual, **options})
    try:
        yield connection
    finally:
        connection.abort()
        await connection.wait_closed()


@attrs.define
class Innocent:
    """Types keys in the lobby, and notes how long each takes until something is drawn."""

    seconds: list[float] = attrs.field(factory=list)
    unanswered: int = 0
    _stops: threading.Event = attrs.field(factory=threading.Event)

    def play(self, program: Program) -> None:
        """Type until the test stops it."""
        for key in itertools.cycle(("\x1b[B", "\x1b[A")):
            if self._stops.is_set():
                return
            began = time.monotonic()
            program.type(key)
            if not program.answers(PATIENCE):
                self.unanswered += 1
                return
            self.seconds.append(time.monotonic() - began)
            program.glance()
            time.sleep(_EVERY)

    def stop(self) -> None:
        """Stop typing."""
        self._stops.set()


@contextlib.contextmanager
def innocent(server: Served, program: Program) -> Iterator[Innocent]:
    """Play in the lobby while something else happens: every key must be answered, and the front be free for it soon."""
    player = Innocent()
    thread = threading.Thread(target=player.play, args=(program,))
    thread.start()
    try:
        yield player
    finally:
        player.stop()
        thread.join()
    assert not player.unanswered
    assert player.seconds
    assert max(player.seconds) < LONGEST, f"a key took {max(player.seconds):.3f} s of {len(player.seconds)}"
    busiest = ask(server, "status")["turns"]["busy"]
    assert busiest < BUSIEST, f"a turn of the front took {busiest:.3f} s"
