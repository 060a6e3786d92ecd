"""A server with pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attacking import another_address
from tests.serve.web.browsing import Visitor
from tests.serve.web.chromium import Windows, chromium
from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.serving import Served


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server that the tests of pages share."""
    with serve(tmp_path_factory.mktemp("pages"), "--guests", "8", "--web", "127.0.0.1:0") as server:
        yield server


@pytest.fixture
def server(pages: Served, tmp_path: Path) -> Iterator[Served]:
    """Yield that server without players, and with an address that has not connected yet."""
    with pages.lent(tmp_path, another_address()) as server:
        yield server


@pytest.fixture
def visitor(server: Served) -> Iterator[Visitor]:
    """Yield a browser at that address."""
    with Visitor(server) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield Chromium, which the tests share."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def windows(browser: Browser, server: Served) -> Windows:
    """Return a factory of windows on a server without players."""
    return Windows(browser, server)
