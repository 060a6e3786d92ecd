"""A copy of `classic` to be broken in one place."""

from __future__ import annotations

import pathlib
import shutil

import pytest

import roguelike.content
from tests.content.folder import Folder

CLASSIC = pathlib.Path(roguelike.content.__file__).parent / "classic"


@pytest.fixture
def mine(tmp_path: pathlib.Path) -> Folder:
    """Return a copy of `classic`, named `mine`."""
    return Folder(pathlib.Path(shutil.copytree(CLASSIC, tmp_path / "mine")))
