"""The memory of a game that is its own: how many players a machine has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import psutil
import pytest

from tests.serving import enter, needs_ssh, play

if TYPE_CHECKING:
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]

LIMIT: Final = 20.0
"""MB. It is 18.2; a first turn that the fork server has not played before takes 7 more."""


def test_a_game_shares_most_of_its_memory(server: Served) -> None:
    """The rest is written to: counts of references, caches, and its level."""
    with enter(server, "mira") as program:
        play(program)
        (game,) = server.games()

        assert LIMIT > psutil.Process(game).memory_full_info().uss / 1e6
