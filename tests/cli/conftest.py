"""What the tests of the commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from tests.kept_games import DIES, keep_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with alice's game, and one that bob has lost; nothing is to be changed there."""
    root = tmp_path_factory.mktemp("made")
    keep_game(root, commands=30)
    keep_game(root, "bob", seed=DIES)
    return root


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], kept: Path) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command on the test's own data folder: the exit code, and what it prints."""

    def run(*arguments: object, folder: Path = kept) -> tuple[int, str, str]:
        code = cli.main([*map(str, arguments), "--data-dir", str(folder)])
        return (code, *capsys.readouterr())

    return run
