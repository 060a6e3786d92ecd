"""Folders of guests."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from roguelike.serve.game import guests
from roguelike.serve.game.guests import leave_guest_folder, make_guest_folder, sweep_guests
from roguelike.serve.game.rules import shipped
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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
    game = SqliteStore(DataFolder(playing), shipped).begin("guest-0003", "ember")
    os.utime(playing, (0, 0))
    (tmp_path / "link").symlink_to(recent)
    sweep_guests(tmp_path)

    assert [True, False, True] == [each.exists() for each in (recent, old, playing)]
    game.close()
    sweep_guests(tmp_path)
    assert not playing.exists()


def test_nobody_waits_for_thousands_of_them(tmp_path: Path) -> None:
    """One session deletes some, and the next ones more."""
    for number in range(25):
        come(tmp_path, f"guest-{number:04x}", days_ago=8)
    left = []
    for _ in range(3):
        sweep_guests(tmp_path)
        left.append(len(list(tmp_path.iterdir())))

    assert [15, 5, 0] == left
    sweep_guests(tmp_path / "nowhere")


def test_of_very_many_guests_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However lately the others came; one who has begun no game leaves nothing at all."""
    monkeypatch.setattr(guests, "MAX_KEPT", 3)
    kept = [come(tmp_path, f"guest-{number:04x}", days_ago=number / 10) for number in range(5)]
    sweep_guests(tmp_path)
    assert [True] * 3 + [False] * 2 == [each.exists() for each in kept]

    game = SqliteStore(DataFolder(kept[0]), shipped).begin("guest-0000", "ember")
    game.close()
    for folder in kept:
        leave_guest_folder(folder)
    assert [kept[0]] == list(tmp_path.iterdir())
