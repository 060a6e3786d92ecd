"""Every room of Ember fits into levels of all its dangers, and these keep every promise of the generator."""

from __future__ import annotations

import pytest

from tests.effort import EFFORT
from tests.rulesets.drawn_rooms import broken
from tests.rulesets.room_levels import EMBER, holds, levels_for

ROOMS = sorted(kind.name for kind in EMBER.vaults.values() if kind.role in {"key", "captive", "prize", "place"})


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_levels_with_the_room_keep_every_promise(name: str) -> None:
    """Keys and captives are always there; at least two of three levels hold another room that is planned."""
    made = levels_for(name, 3 * EFFORT)
    held = [level for level in made if holds(level, name)]
    promised = EMBER.vaults[name].role in {"key", "captive"}

    assert [] == broken(made)
    assert len(held) >= (len(made) if promised else 2 * len(made) // 3)
