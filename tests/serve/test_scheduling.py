"""Asking for short turns at the processor."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from roguelike.serve.scheduling import GAME_TIME_SLICE, SERVER_TIME_SLICE, set_time_slice
from tests.pty_program import PATIENCE

SCHED = Path("/proc/self/sched")
SHOWS_TURNS = SCHED.exists() and "se.slice" in SCHED.read_text(encoding="utf-8")
GAME = """
import os, pathlib
from roguelike.serve.scheduling import GAME_TIME_SLICE, set_time_slice

def tell():
    print(*[line.split()[-1] for line in pathlib.Path("/proc/self/sched").open() if line.startswith("se.slice")])

tell()
os.nice(5)
set_time_slice(GAME_TIME_SLICE)
tell()
"""
"""Tells its turns as it was started, and as the game has them which it becomes."""
SERVER = f"""
import subprocess, sys
from roguelike.serve.scheduling import SERVER_TIME_SLICE, set_time_slice
set_time_slice(SERVER_TIME_SLICE)
subprocess.run([sys.executable, "-c", {GAME!r}], check=True)
"""


@pytest.mark.skipif(not SHOWS_TURNS, reason="the kernel does not show how long turns are: Linux from 6.12 on does")
def test_what_a_server_starts_has_its_turns_until_it_asks_for_others() -> None:
    """The gateway like its supervisor; a game, which is nicer as well, has longer ones."""
    command = [sys.executable, "-c", SERVER]
    told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout

    assert [str(SERVER_TIME_SLICE), str(GAME_TIME_SLICE)] == told.split()


def test_nothing_is_asked_of_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of a system call that is not theirs would do anything."""
    monkeypatch.setattr(platform, "machine", lambda: "sparc64")

    assert not set_time_slice(SERVER_TIME_SLICE)
