"""Hostile rule sets: some of them here, two thousand by `make soak`."""

from __future__ import annotations

import collections

import pytest

from tests.effort import some
from tests.soak.rulesets import wrong

MANY = some(12)


@pytest.mark.slow
def test_a_rule_set_is_refused_in_a_sentence_or_can_be_played_and_gone_on_with() -> None:
    """Whatever its files contain, nothing hangs, exhausts memory or is lost."""
    said: collections.Counter[str] = collections.Counter()

    assert [] == wrong(0, MANY, said)
    assert MANY / 4 <= said["played"] <= MANY * 3 / 4
