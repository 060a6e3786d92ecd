"""What is printed, and what becomes of it where nothing can be printed."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "export": ["export", "alice", "-", "--spoil"],
    "cast": ["cast", "alice", "-"],
    "games": ["games"],
    "scores": ["scores", "--json"],
    "morgue": ["morgue", "bob"],
    "rules": ["rules"],
    "map": ["map"],
    "autoplay": ["autoplay", "--turns", "5"],
}


def run(home: Path, command: list[str], to: str) -> tuple[int, str]:
    """Run the program as a shell does, with its output led somewhere; returns its exit code and its complaint."""
    shell = ["sh", "-c", f'"$@" {to}', "sh", sys.executable, "-m", "roguelike", *command]
    done = subprocess.run(
        shell, env={**os.environ, "XDG_DATA_HOME": str(home)}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buffer output, as usual."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.fixture(scope="module")
def home(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the system says that data is."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "roguelike").symlink_to(made)
    return folder


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")  # noqa: PTH110
@pytest.mark.parametrize("command", [*COMMANDS.values(), ["--version"], ["--help"]], ids=[*COMMANDS, "version", "help"])
def test_a_full_standard_output_is_told(home: Path, command: list[str]) -> None:
    """Not a traceback, and not success."""
    assert (1, "roguelike: cannot write to standard output: No space left on device.\n") == run(
        home, command, ">/dev/full"
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")  # noqa: PTH110
@pytest.mark.parametrize("command", [["--version"], ["--help"], ["cast", "--help"]], ids=" ".join)
def test_a_full_standard_output_is_told_without_a_buffer(
    home: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the write itself fails, and not the flush at the end."""
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")

    assert (1, "roguelike: cannot write to standard output: No space left on device.\n") == run(
        home, command, ">/dev/full"
    )


@pytest.mark.parametrize("command", [*COMMANDS.values(), ["--version"], ["--help"]], ids=[*COMMANDS, "version", "help"])
def test_a_closed_standard_output_is_told(home: Path, command: list[str]) -> None:
    """Whoever starts it without one gets nothing, and knows it."""
    assert (1, "roguelike: standard output is closed.\n") == run(home, command, ">&-")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_closed_pipe_causes_no_message(home: Path, command: list[str]) -> None:
    """A pipe whose reader is gone is no trouble of the player's."""
    assert (0, "") == run(home, command, "| true")
