"""What the tests of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attacking import another_address
from tests.serve.account_stores import kept  # noqa: F401 -- a fixture
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.serving import Served


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server that many tests share, since a start takes a second: with guests, a watcher a game, and news."""
    folder = tmp_path_factory.mktemp("serve")
    (folder / "news").write_bytes(b"Tournament on \x1b[31mSunday\n")
    with serve(folder, "--guests", "5", "--watchers", "1", "--motd", str(folder / "news")) as server:
        yield server


@pytest.fixture
def server(running: Served, tmp_path: Path) -> Iterator[Served]:
    """Yield that server with nobody on it, and an address from which nobody has connected."""
    with running.lent(tmp_path, another_address()) as server:
        yield server
