"""The games of this folder come out as they were recorded, wherever the tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.store.portable import lines, read_portable
from roguelike.store.records import seed_of
from roguelike.store.replay import Replay
from roguelike.store.verify import verify
from tests.replays.record import RECORDED, play

GAMES = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_the_same(path: Path) -> None:
    """Every world of it, turn by turn; where the rules were changed on purpose, `make replays` records them again."""
    record = read_portable(path)
    verdict = verify(Replay(record, load_ruleset(record.about["rules"])))

    assert (record.digest, record.outcome) == (verdict.digest, verdict.outcome)
    assert len(record.rows) == verdict.commands > 0


def test_they_are_of_every_rule_set_and_policy_and_end_in_every_way() -> None:
    """Else a change of one of them could go unseen."""
    records = [read_portable(path) for path in GAMES]
    kinds = {(record.about["rules"], record.about["name"]) for record in records}

    assert 4 * len(ruleset_names()) == len(records)
    assert {(rules, policy) for rules in ruleset_names() for policy in RECORDED} == kinds
    assert {"won", "died", None} == {record.outcome for record in records}
    assert [] == [record.path.name for record in records if not 60 <= len(record.rows) <= 200]


def test_recording_one_again_gives_the_same_bytes() -> None:
    """So `make replays` shows a difference exactly where there is one."""
    path = next(path for path in GAMES if path.stem.startswith("classic-seek"))
    old = read_portable(path)
    new = play(load_ruleset("classic"), "seek", seed_of(old.about))

    assert path.read_text(encoding="ascii") == "".join(lines(new))
