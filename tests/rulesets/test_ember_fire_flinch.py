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
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.snapshot import snapshot
from roguelike.narration.examine import examine
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


def test_a_burning_player_attacks_as_usual() -> None:
    """Fire costs them hit points alone."""
    game = scene("@o", EMBER, Mood.HUNTING)
    afflict(game.world, game.world.player, EMBER.conditions["burning"], 4)

    assert {"burning"} == {*game.world.player.conditions}


@pytest.mark.parametrize("letter", ["o", "O", "j", "D"])
def test_the_most_of_the_turn_leaves_out_the_lost_blow_and_never_understates(letter: str) -> None:
    """Of orcs and ogres, raised club or not, of jackals that strike twice in a turn, and of drakes that breathe."""
    lowered = 0
    for seed in range(20):
        game = scene(f"@{letter}", EMBER, Mood.HUNTING, seed=seed)
        (foe,), me = others(game), game.world.player
        foe.max_hit_points = foe.hit_points = 1000
        for _ in range(seed % 3):
            game.play(Wait())
        bare = most_this_turn(observe(game.world))
        afflict(game.world, foe, EMBER.conditions["burning"], 8)
        for _ in range(4):
            me.hit_points = me.max_hit_points
            seen = observe(game.world)
            most, me.hit_points = most_this_turn(seen), 10_000
            assert bare is not None
            assert most is not None
            lowered += most < bare and "flinching" in foe.conditions
            dealt = [each.damage for each in game.play(Wait()) if isinstance(each, Struck)]
            assert sum(dealt) <= most
    assert bool(lowered) == (letter != "D")


def test_an_ogre_with_its_club_raised_loses_the_blow() -> None:
    """It lowers the club, and raises it again."""
    game = scene("@O", EMBER, Mood.HUNTING)
    (ogre,) = others(game)
    ogre.max_hit_points = ogre.hit_points = 1000
    while ogre.aims_at is None:
        game.play(Wait())
    afflict(game.world, ogre, EMBER.conditions["burning"], 8)

    assert not any(isinstance(event, Struck | Missed) for event in game.play(Wait()))
    assert "flinching" not in ogre.conditions


def test_examining_a_monster_that_flinches_says_so() -> None:
    """In a sentence, beside the rounds that it burns."""
    game = scene("@.o", EMBER, Mood.HUNTING)
    (orc,) = others(game)
    afflict(game.world, orc, EMBER.conditions["burning"], 8)
    about = examine(observe(game.world), orc.at)

    assert about is not None
    assert {"Burn 8", "Caught fire: loses its next blow."} <= {*about.lines}
