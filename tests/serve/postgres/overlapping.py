"""Two transactions that overlap, and functions without what holds them apart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import attrs
import psycopg
import pytest

from tests.postgres import PostgresServer, is_blocked
from tests.pty_program import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_DEFINITIONS: Final = """
SELECT pg_get_functiondef(oid) FROM pg_proc
WHERE pronamespace = 'rl'::regnamespace AND strpos(prosrc, %s) > 0
"""

with_control = pytest.mark.parametrize("is_sound", [True, False], ids=["sound", "control"])


@attrs.frozen
class Sessions:
    """Two connections, on which all statements up to a commit are one transaction."""

    first: psycopg.Connection
    second: psycopg.Connection
    _server: PostgresServer
    _thread: ThreadPoolExecutor

    def overlap(self, work: Callable[[psycopg.Connection], Any], *, waits: bool, fails: bool = False) -> Any:  # noqa: ANN401 -- what it gives
        """Do work on the second connection, end the first once the work `waits` for it or is done, commit the second.

        The first is committed, or rolled back if it `fails`. Returns what the work gave.
        """
        started = self._thread.submit(work, self.second)
        assert waits == is_blocked(self._server, self.second, started)
        self.first.rollback() if fails else self.first.commit()
        answer = started.result(PATIENCE)
        self.second.commit()
        return answer


def weaken(connection: psycopg.Connection, removed: str, by: str = "") -> None:
    """Remove a part of all functions that have it, or replace it by another."""
    functions = connection.execute(_DEFINITIONS, (removed,)).fetchall()
    assert functions
    for (definition,) in functions:
        connection.execute(definition.replace(removed, by).encode())
    connection.commit()
