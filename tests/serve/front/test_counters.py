"""Counters of messages from games."""

from __future__ import annotations

import pytest

from roguelike.serve.front.counters import Counters


def test_games_are_counted_with_their_turns() -> None:
    """By outcome, and in buckets."""
    counters = Counters()
    assert ("ember", None) == counters.note_game({"game_begun": "ember"})
    ended = {"outcome": "died", "turn": 400}
    assert (None, ended) == counters.note_game({"game_ended": ended})
    assert (None, None) == counters.note_game({"place": {}})

    counts = counters.plain()
    assert (1, {"died": 1}) == (counts["games_begun"], counts["games_ended"])
    assert (400, 1) == (counters.game_turns.plain()["total"], sum(counters.game_turns.plain()["counts"]))


@pytest.mark.parametrize("told", [5, {}, {"outcome": "x", "turn": 1}, {"outcome": "won", "turn": 10**400}])
def test_nonsense_is_not_counted(told: object) -> None:
    """Games could be compromised."""
    counters = Counters()
    assert (None, None) == counters.note_game({"game_ended": told, "game_begun": told})
    assert Counters().plain() == counters.plain()
