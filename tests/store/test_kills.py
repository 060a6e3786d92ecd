"""Kill -9 at random moments of play, and again during the restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.store.crash_runs import Warm
from tests.store.killing import check_all, kill_often

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 30
"""Ten after each sign; `make soak` kills 500 times."""


def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    """A machine that loses power, or a system short of memory, returns no warning, and nobody repairs files by hand."""
    with Warm(tmp_path) as warm:
        record, killed = kill_often(warm, tmp_path / "kept", KILLS, chance=1)
        check_all(warm, tmp_path / "kept", record)

    assert KILLS == killed.total()
    assert record.finished > 0
