"""The trial of settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings
from roguelike.serve.trying import Unfit, try_settings
from tests.postgres import HOST, logged_in

if TYPE_CHECKING:
    from pathlib import Path


def test_a_host_has_the_keys_that_others_need_from_its_first_start_on(database: str, tmp_path: Path) -> None:
    """That of the host and that of proofs, which stay the same afterwards."""
    places = ServerPaths(tmp_path / "data")
    places.make()
    settings, files = ServeSettings(database=logged_in(database, HOST)), (places.host_key, places.root / "proofs.key")
    try_settings(settings, places, makes_key=True)
    made = [file.read_bytes() for file in files]
    try_settings(settings, places, makes_key=True)

    assert made == [file.read_bytes() for file in files]
    assert 32 == len(made[1])


def test_a_key_of_proofs_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """As one that was copied by another user, or only in part: no score would be proven."""
    places = ServerPaths(tmp_path / "data")
    places.make()
    key = places.root / "proofs.key"
    key.write_bytes(b"k" * 31)
    with pytest.raises(Unfit, match=r"/proofs\.key: is not a key "):
        try_settings(ServeSettings(), places, makes_key=True)
    key.unlink()
    os.mkfifo(key)
    with pytest.raises(Unfit, match=r"/proofs\.key: is not a key "):
        try_settings(ServeSettings(), places, makes_key=True)
