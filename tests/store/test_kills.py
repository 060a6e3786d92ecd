"""Kill -9 at random moments of play, and again during the restart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.lookup import open_replay
from roguelike.store.verify import verify
from tests.effort import EFFORT
from tests.store.crash_runs import Warm
from tests.store.killing import check_all, kill_after_commands, kill_often, stunt_game
from tests.store.stunts import stunt_rules

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 30
"""Ten after each sign; `make soak` kills 500 times."""
STUNT_KILLS = 12
RARELY = 20
"""Commands from kill to kill on the way to the stairs; `make soak` kills after every one."""
LAST = 12
"""Commands at the end of the stunts: on the stairs, in smoke and flames, and down a hole."""


def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    """A machine that loses power, or a system short of memory, returns no warning, and nobody repairs files by hand."""
    with Warm(tmp_path) as warm:
        record, killed = kill_often(warm, tmp_path / "kept", KILLS, chance=1, ends=True)
        check_all(warm, tmp_path / "kept", record)

    assert KILLS <= killed.total()
    assert record.finished > 0


def test_no_fire_no_gas_and_no_stairs_make_a_kill_cost_anything(tmp_path: Path) -> None:
    """Most of a world is new each round while a meadow burns, and on stairs it is another: that is the time to fail."""
    game = stunt_game()
    length = len(game["script"])
    early = range(1, length - LAST, RARELY if EFFORT == 1 else 1)
    with Warm(tmp_path) as warm:
        record = kill_after_commands(warm, tmp_path / "kept", game, [*early, *range(length - LAST, length + 1)])
        assert game["script"] == record.commands
        check_all(warm, tmp_path / "kept", record, stunt_game, to_end=True)

    verdict = verify(open_replay(DataFolder(tmp_path / "kept"), "kay-0001", lambda _: stunt_rules()))

    assert record.finished == 1
    assert verdict.outcome == "died"


def test_kills_at_random_moments_of_fire_and_stairs_lose_nothing(tmp_path: Path) -> None:
    """The moments between two commands are as good as any other."""
    with Warm(tmp_path) as warm:
        record, killed = kill_often(warm, tmp_path / "kept", STUNT_KILLS * EFFORT, EFFORT, stunt_game)
        check_all(warm, tmp_path / "kept", record, stunt_game)

    assert STUNT_KILLS * EFFORT == killed.total()
