"""Darts thrown at sleepers in Ember: a surprise from near by alone, and what it wakes."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import ThrowItem
from roguelike.engine.events import Harmed
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.narration.aiming import Aim
from tests.dark import others, scene

EMBER = load_ruleset("ember")


@pytest.mark.parametrize(("steps", "damage"), [(3, range(6, 19)), (4, range(1, 7)), (7, range(1, 7))])
def test_a_dart_surprises_a_sleeper_only_within_three_cells(steps: int, damage: range) -> None:
    """Of 60 throws: triple and sure from 3 cells, as at the wary from farther; the aim says so, and a hit wakes it."""
    for seed in range(60):
        game = scene("@" + "." * (steps - 1) + "o", EMBER, Mood.ASLEEP, seed=seed)
        (orc,) = others(game)
        orc.max_hit_points = orc.hit_points = 100
        shown = Aim(EMBER.items["dart"], throws=True).preview(observe(game.world), orc.at).befalls(orc.id)
        hits = [event for event in game.play(ThrowItem(2, Point(steps, 0))) if isinstance(event, Harmed)]

        assert (shown.hit in {None, 1}) == (steps == 3)
        assert [] == [hit for hit in hits if hit.damage not in damage]
        assert not hits or orc.mood is Mood.HUNTING
        assert hits or steps > 3
