"""The promise of Ember to players who try unknown items, on a few seeds; `make soak` tries a thousand."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from tests.soak.drinking import kinds, survives

EMBER = load_ruleset("ember")


@pytest.mark.slow
@pytest.mark.parametrize("name", kinds(EMBER))
def test_walking_out_of_unidentified_items_is_survivable(name: str) -> None:
    """At full health, in an empty room of the first level."""
    assert [] == [seed for seed in range(8) if not survives(EMBER, name, seed)]
