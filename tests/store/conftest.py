"""What every test of the store may lean on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.library_fixtures import library_in

if TYPE_CHECKING:
    import pathlib

    from roguelike.store.sqlite.sqlite_store import SqliteStore


@pytest.fixture
def library(tmp_path: pathlib.Path) -> SqliteStore:
    """Return a library in a folder that is not there yet."""
    return library_in(tmp_path / "kept")
