"""The program as it is installed: from a wheel, far from its source."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.pty_program import ROOT
from tests.serving import needs_ssh, play, serve

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder into which a wheel of the source was unpacked, as pip does."""
    folder = tmp_path_factory.mktemp("installed")
    built = folder / "dist"
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", built],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    wheel = next(built.glob("roguelike-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def files_in(folder: Path) -> set[str]:
    """Return the files of a package, except Python's caches."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {str(path.relative_to(folder)) for path in found}


def test_a_wheel_has_all_files_of_the_package(installed: Path) -> None:
    """Rule sets and texts, too."""
    assert files_in(ROOT / "roguelike") == files_in(installed / "roguelike")


@needs_ssh
def test_an_installed_server_lets_players_in(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command of the docs, over ssh."""
    monkeypatch.setattr("tests.serving.ROOT", installed)
    with serve(tmp_path) as server, server.connect("ann") as program:
        program.wait_for("Choose a name.")
        program.type("\r")
        program.wait_for("Play Ember")
        assert 3 == play(program)
