"""Noise into the whole program in a terminal: a few streams of it here, two thousand by `make soak`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STREAMS = 12

pytestmark = pytest.mark.terminal


@pytest.mark.parametrize("first", [50, 126])
def test_control_c_leaves_whatever_came_before_it(first: int) -> None:
    """It takes two seconds at most, silently, the terminal as it was: after endless clicks, and pastes that trickle."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.noise", str(STREAMS), str(first)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )

    assert (0, "") == (done.returncode, done.stderr), done.stdout
    assert f"{STREAMS} streams" in done.stdout
