"""A practice game in memory: it is the recorded game up to its branch, and the branch after it."""

from __future__ import annotations

import pytest

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.game import new_game
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.practice import EVERY, PracticeGame
from tests.recordings import record_bot


@pytest.mark.parametrize(
    "name", ["ember", *(pytest.param(name, marks=pytest.mark.slow) for name in ruleset_names() if name != "ember")]
)
def test_every_moment_of_a_branch_is_the_same_again(name: str) -> None:
    """By all rules, whether a snapshot is near or the recorded game begins it."""
    rules = load_ruleset(name)
    recorded = record_bot(lambda: new_game(rules, 5), 30)
    practice, policy = PracticeGame(recorded, 12), POLICIES["seek"](PCG32(2))
    kept = practice.presented()
    digests = [recorded.game_at(number).digest() for number in range(practice.number)]
    while len(digests) < 2 * EVERY + 3 and practice.game.outcome is None:
        digests.append(practice.game.digest())
        kept.perform(policy.choose(observe(practice.game.world)))
        while practice.game.in_flight:
            practice.perspective.tick()
    for number in (len(digests) - 1, EVERY + 1, EVERY, 13, 12, 5, 0, 2 * EVERY):
        practice.go_to(min(number, len(digests) - 1))

        assert digests[practice.number] == practice.game.digest()
    assert len(digests) == practice.length


def test_a_game_that_is_over_is_practised_from_before_its_end() -> None:
    """At the end there is nothing to do; counting from the end can lead before the beginning."""
    recorded = record_bot(lambda: new_game(load_ruleset("classic"), 5), 2000)
    end = len(recorded.rows)

    assert recorded.game_at(end).outcome is not None
    assert end - 1 == PracticeGame(recorded, end).number
    assert end - 20 == PracticeGame(recorded, -20).number
    assert 0 == PracticeGame(recorded, -end - 5).number
