"""The same seed and commands give the same game in every process, on every Python."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.engine.restore import restore
from tests import game_runs
from tests.determinism import differences, play, ways
from tests.effort import EFFORT
from tests.game_runs import digests

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

GAMES, COMMANDS = 16, 40
"""Every rule set with every kind of player; `make soak` plays 500 games of 1,000 commands."""
WHOLE_COMMANDS = 5000
"""Maximum commands of a whole game; `make soak` plays 200 games."""


@pytest.mark.slow
def test_a_game_is_the_same_every_way() -> None:
    """Saves, screens, the order of sets and the Python version have no influence: see `tests.determinism`."""
    assert [] == differences(0, GAMES, COMMANDS)


@pytest.mark.slow
def test_a_whole_game_of_ember_is_the_same_every_way() -> None:
    """Down some levels and to death, by every policy except the careful one, which `make soak` plays."""
    assert [] == differences(2, 2 + 2 * EFFORT, WHOLE_COMMANDS, "whole")


@pytest.mark.slow
def test_the_play_is_worth_comparing() -> None:
    """Games without action or interruptions would be the same anyway."""
    counts: Counter[str] = Counter()
    for number in range(10):
        assert 100 == len(list(digests(number, 100, "saving", counts=counts)))

    assert 10 == len({line.split()[1] for line in play(ways()[0], 0, 10, 100)})
    assert counts["refused"] > 20
    assert counts["ticks"] > 20
    assert counts["ended"] > 2
    assert counts["saves"] > 20


@pytest.mark.slow
def test_a_difference_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a save lost anything, such as which monsters have noticed the player, later digests would differ."""

    def forgetful(ruleset: RuleSet, plain: Any) -> Game:  # noqa: ANN401 -- a snapshot
        for actor in plain["world"]["level"].get("actors", []):
            actor.pop("noticed_on", None)
        return restore(ruleset, plain)

    fresh = [list(digests(number, 200)) for number in range(5)]
    monkeypatch.setattr(game_runs, "restore", forgetful)

    assert fresh != [list(digests(number, 200, "saving")) for number in range(5)]
