"""The trial of settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.serve.paths import ServerPaths
from roguelike.serve.settings import ServeSettings
from roguelike.serve.trying import try_settings
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
