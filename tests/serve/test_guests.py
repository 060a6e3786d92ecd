"""Folders of guests."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from roguelike.serve.game.guests import make_guest_folder, sweep_guests
from roguelike.serve.game.rules import shipped
from roguelike.store.sqlite.folder import Folder
from roguelike.store.sqlite.library import Library

if TYPE_CHECKING:
    from pathlib import Path


def come(folder: Path, name: str, *, days_ago: float = 0.0) -> Path:
    """Make the folder of a guest who came so long ago."""
    own = folder / name
    make_guest_folder(own)
    came = time.time() - days_ago * 86400
    os.utime(own, (came, came))
    return own


def test_guests_are_forgotten_after_a_week(tmp_path: Path) -> None:
    """One who still plays is not, and a link is never followed."""
    recent, old = come(tmp_path, "guest-0001", days_ago=6.9), come(tmp_path, "guest-0002", days_ago=7.1)
    playing = come(tmp_path, "guest-0003")
    game = Library(Folder(playing), shipped).begin("guest-0003", "ember")
    os.utime(playing, (0, 0))
    (tmp_path / "link").symlink_to(recent)
    sweep_guests(tmp_path)

    assert [True, False, True] == [each.exists() for each in (recent, old, playing)]
    game.close()
    sweep_guests(tmp_path)
    assert not playing.exists()


def test_nobody_waits_for_thousands_of_them(tmp_path: Path) -> None:
    """One visit deletes some, and the next ones more."""
    for number in range(25):
        come(tmp_path, f"guest-{number:04x}", days_ago=8)
    left = []
    for _ in range(3):
        sweep_guests(tmp_path)
        left.append(len(list(tmp_path.iterdir())))

    assert [15, 5, 0] == left
    sweep_guests(tmp_path / "nowhere")
