"""Fixtures of rule sets: a copy of `classic` to break in one place, and one that extends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.content.folder import Folder

if TYPE_CHECKING:
    import pathlib


@pytest.fixture
def mine(tmp_path: pathlib.Path) -> Folder:
    """Return a copy of `classic`, named `mine`, with inherited values in its own files."""
    return Folder.spelled_out("classic", tmp_path / "mine")


@pytest.fixture
def child(tmp_path: pathlib.Path) -> Folder:
    """Return a rule set named `child` that is `classic` with another title."""
    (tmp_path / "child").mkdir()
    folder = Folder(tmp_path / "child")
    folder.write("ruleset.toml", {"extends": "classic", "title": "Child"})
    return folder
