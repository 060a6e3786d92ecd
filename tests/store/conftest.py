"""What every test of the store may lean on.

Tests that take `source` or `store` hold of every store, and run over each of `SOURCES`: another one is a fixture
`NAME_source` here, and its name there. One player has one game in progress there, `kim`. Tests that take `library` are
about folders and SQLite files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.store.library_fixtures import library_in
from tests.store.sources import FolderSource

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.kept.store import KeptStore
    from roguelike.store.sqlite.sqlite_store import SqliteStore
    from tests.store.sources import Source

SOURCES: Final = ("sqlite",)


@pytest.fixture
def sqlite_source(tmp_path: pathlib.Path) -> FolderSource:
    """Return a folder that is not there yet."""
    return FolderSource(tmp_path / "kept")


@pytest.fixture(params=SOURCES)
def source(request: pytest.FixtureRequest) -> Source:
    """Return a source in which nothing is kept yet."""
    made: Source = request.getfixturevalue(f"{request.param}_source")
    return made


@pytest.fixture
def store(source: Source) -> KeptStore:
    """Return a store in which nothing is kept yet."""
    return source.store()


@pytest.fixture
def library(tmp_path: pathlib.Path) -> SqliteStore:
    """Return a library in a folder that is not there yet."""
    return library_in(tmp_path / "kept")
