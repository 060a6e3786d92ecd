"""Asking for short turns at the processor."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from roguelike.serve.short_turns import GAME_TURN, SERVER_TURN, ask_for_turns

SCHED = Path("/proc/self/sched")
SHOWS_TURNS = SCHED.exists() and "se.slice" in SCHED.read_text(encoding="utf-8")
GAME = """
import os, pathlib
from roguelike.serve.short_turns import GAME_TURN, ask_for_turns

def tell():
    print(*[line.split()[-1] for line in pathlib.Path("/proc/self/sched").open() if line.startswith("se.slice")])

tell()
os.nice(5)
ask_for_turns(GAME_TURN)
tell()
"""
"""Tells its turns as it was started, and as the game has them which it becomes."""
SERVER = f"""
import subprocess, sys
from roguelike.serve.short_turns import SERVER_TURN, ask_for_turns
ask_for_turns(SERVER_TURN)
subprocess.run([sys.executable, "-c", {GAME!r}], check=True)
"""


@pytest.mark.skipif(not SHOWS_TURNS, reason="the kernel does not show how long turns are: Linux from 6.12 on does")
def test_what_a_server_starts_has_its_turns_until_it_asks_for_others() -> None:
    """The gateway like its supervisor; a game, which is nicer as well, has longer ones."""
    told = subprocess.run([sys.executable, "-c", SERVER], capture_output=True, text=True, timeout=30, check=True).stdout

    assert [str(SERVER_TURN), str(GAME_TURN)] == told.split()


def test_nothing_is_asked_of_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of a system call that is not theirs would do anything."""
    monkeypatch.setattr(platform, "machine", lambda: "sparc64")

    assert not ask_for_turns(SERVER_TURN)
