"""Who is at the door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.serve.database import make_database
from roguelike.serve.front.admission import Admission
from roguelike.serve.front.tally import Tally
from roguelike.serve.places import ServerFolder
from roguelike.serve.settings import ServeSettings

if TYPE_CHECKING:
    from pathlib import Path


def test_who_is_gone_before_ssh_begins_is_a_lost_connection(tmp_path: Path) -> None:
    """A load balancer resets the connections by which it checks the server, and each would be a fault in the log."""
    places = ServerFolder(tmp_path)
    places.make()
    make_database(places.accounts)
    admission = Admission(places, ServeSettings(), Tally())
    here, there = ("127.0.0.1", 2222), ("127.0.0.9", 40000)

    assert admission.admits("127.0.0.9", (here, there))
    assert "127.0.0.9" == admission.address_at((here, there))
    with pytest.raises(ConnectionResetError):
        admission.address_at((here, None))
