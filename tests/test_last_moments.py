"""A death or a victory that its player has not seen is shown when they come back; `make soak` tries it 500 times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.last_moments import end_often, make_scene

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal

KILLS = 8


@pytest.mark.parametrize("outcome", ["died", "won"])
def test_an_end_that_was_not_seen_is_shown(tmp_path: Path, outcome: str) -> None:
    """Killed, hung up on or disconnected between the last key and the end screen, and one score whatever happens."""
    scene = make_scene(tmp_path, outcome)
    (tmp_path / "kills").mkdir()

    assert KILLS // 2 == end_often([scene], tmp_path / "kills", KILLS // 2, chance=1).total()
