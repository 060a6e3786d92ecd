"""What the tests of the schema share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests.serve.postgres.overlapping import Sessions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import PostgresServer


@pytest.fixture
def sessions(postgres: PostgresServer, database: str) -> Iterator[Sessions]:
    """Yield two connections to a new database."""
    with (
        ThreadPoolExecutor(1) as thread,
        psycopg.connect(database) as second,
        psycopg.connect(database) as first,  # closed before the second, which may wait for it
    ):
        yield Sessions(first, second, postgres, thread)
