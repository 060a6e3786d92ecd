"""What the tests of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.serving import Served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server with the usual settings, which runs while the tests of a module do."""
    with serve(tmp_path_factory.mktemp("serve")) as server:
        yield server
