"""Once through tmux, as many people play over SSH."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.game import new_game
from tests.small_rules import find_story, write_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
TMUX = shutil.which("tmux")

pytestmark = [
    pytest.mark.terminal,
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
]


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Yield what runs a tmux command on a server of this test's own, which is ended with it."""
    socket = tmp_path / "socket"

    def command(*arguments: str) -> str:
        done = subprocess.run(
            [str(TMUX), "-S", str(socket), "-f", "/dev/null", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)},
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout

    try:
        yield command
    finally:
        command("kill-server")


def wait_for(tmux: Callable[..., str], seen: Callable[[str], bool]) -> str:
    """Look at the pane until it shows what is wanted, and give it."""
    end = time.monotonic() + PATIENCE
    while not seen(text := tmux("capture-pane", "-p")):
        assert time.monotonic() < end, f"never seen; in the end there was:\n{text}"
        time.sleep(0.03)
    return text


def test_a_game_in_tmux(tmp_path: Path, tmux: Callable[..., str]) -> None:
    """Keys, named keys, a mouse report and another size arrive; at the end the shell's screen is back."""
    ruleset = write_rules(tmp_path / "small")
    seed, _ = find_story(ruleset)
    at = new_game(ruleset, seed).world.player.at
    program = f"{sys.executable} -m roguelike --rules {tmp_path / 'small'} --seed {seed}"
    tmux("new-session", "-d", "-x", "80", "-y", "24", f"echo before; {program}; echo left with $?; cat")

    wait_for(tmux, lambda text: "New game" in text)
    tmux("send-keys", "Down", "Down", "Up")
    tmux("send-keys", "-l", "n")
    wait_for(tmux, lambda text: "A new game" in text)
    tmux("send-keys", "Enter")
    wait_for(tmux, lambda text: "Turn 0" in text)
    assert "1 1 1" == tmux("display-message", "-p", "#{alternate_on} #{mouse_all_flag} #{mouse_sgr_flag}").strip()
    tmux("send-keys", "-l", "i")
    wait_for(tmux, lambda text: "┤Use Item├" in text)
    tmux("send-keys", "Escape")
    wait_for(tmux, lambda text: "Use Item" not in text)
    tmux("send-keys", "-l", f"\x1b[<35;{at.x + 1};{at.y + 1}M")
    wait_for(tmux, lambda text: "yourself" in text)
    tmux("send-keys", "-l", ".")
    wait_for(tmux, lambda text: "Turn 1" in text)
    tmux("resize-window", "-x", "30", "-y", "10")
    wait_for(tmux, lambda text: "too small" in text)
    tmux("resize-window", "-x", "100", "-y", "30")
    wait_for(tmux, lambda text: "Turn 1" in text)
    tmux("send-keys", "-l", "Q")
    wait_for(tmux, lambda text: "Quit?" in text)
    tmux("send-keys", "Enter")
    text = wait_for(tmux, lambda text: "left with 0" in text)

    assert "before" in text
    assert "Turn" not in text
    modes = "#{alternate_on} #{mouse_any_flag} #{mouse_sgr_flag} #{cursor_flag} #{wrap_flag}"
    assert "0 0 0 1 1" == tmux("display-message", "-p", modes).strip()
