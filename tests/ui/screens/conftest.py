"""A hall to play in, as large as a classic level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def hall(things: dict[tuple[int, int], str]) -> str:
    """Return the picture of a hall of 60x20 with glyphs in it, the player at (10, 10) by default."""
    places = things if "@" in things.values() else {**things, (10, 10): "@"}
    rows = [
        "".join(places.get((x, y), "#" if x in {0, 59} or y in {0, 19} else ".") for x in range(60)) for y in range(20)
    ]
    return "\n".join(rows)


@pytest.fixture
def begin(fixture_rules: RuleSet) -> Callable[..., Game]:
    """Return a function that begins a game in the hall: things by cell, carried items, hit points."""

    def begin(
        things: dict[tuple[int, int], str] | None = None,
        inventory: Sequence[str] = (),
        hit_points: int | None = None,
        ruleset: RuleSet = fixture_rules,
    ) -> Game:
        return draw(hall(things or {}), ruleset, inventory=inventory, hit_points=hit_points)

    return begin
