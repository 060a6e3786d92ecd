"""Whoever catches fire in Ember loses its next blow."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Missed, Struck
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.snapshot import snapshot
from tests.dark import others, scene

EMBER = load_ruleset("ember")


@pytest.mark.parametrize("drawn", ["@o", "@..o"])
def test_a_monster_that_catches_fire_loses_its_next_blow_and_no_other(drawn: str) -> None:
    """Wherever it stands then, and not again while it burns on."""
    game = scene(drawn, EMBER, Mood.HUNTING)
    (orc,) = others(game)
    player = game.world.player
    orc.max_hit_points = orc.hit_points = player.max_hit_points = player.hit_points = 1000
    afflict(game.world, orc, EMBER.conditions["burning"], 8)
    assert "flinching" in observe(game.world).foes[0].conditions
    assert restore(EMBER, snapshot(game.world)).digest() == game.digest()
    while "flinching" in orc.conditions:
        assert not any(isinstance(event, Struck | Missed) for event in game.play(Wait()))
    afflict(game.world, orc, EMBER.conditions["burning"], 8)

    assert 1 == orc.at.x
    assert any(isinstance(event, Struck | Missed) for event in game.play(Wait()))


def test_the_player_who_burns_strikes_as_ever() -> None:
    """Fire costs them hit points alone."""
    game = scene("@o", EMBER, Mood.HUNTING)
    afflict(game.world, game.world.player, EMBER.conditions["burning"], 4)

    assert {"burning"} == {*game.world.player.conditions}
