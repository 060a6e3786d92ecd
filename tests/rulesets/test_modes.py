"""Modes of a rule set: Ember, gentle."""

from __future__ import annotations

import pytest

from roguelike.content.loader import ContentError, comes_with_game, describe, load_ruleset, place_of
from roguelike.engine.events import Harm
from roguelike.engine.rules.blows import on_player
from roguelike.engine.rules.damage import hurt
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

EMBER, GENTLE = load_ruleset("ember"), load_ruleset("ember:gentle")


@pytest.mark.parametrize(("damage", "left"), [(1, 39), (7, 36), (0, 40), (90, 0)])
def test_the_player_suffers_half_rounded_up(damage: int, left: int) -> None:
    """From any cause; enemies take full damage."""
    game = draw("@r", GENTLE)
    world = game.world
    for victim in (world.player, world.level.actors[1]):
        victim.max_hit_points = victim.hit_points = 40
        hurt(world, victim, damage, Harm.POISON, Cause(None, victim.at))

    assert left == world.player.hit_points
    rat = next((actor for actor in world.level.actors if not actor.is_player), None)
    assert max(0, 40 - damage) == (0 if rat is None else rat.hit_points)


def test_odds_of_attacks_on_the_player_include_the_mode() -> None:
    """The odds are for half the damage, with the same chance to hit."""
    ogre, me = EMBER.monsters["ogre"].stats, EMBER.player.stats
    plain, soft = on_player(EMBER).chances(ogre, me, 40), on_player(GENTLE).chances(ogre, me, 20)

    assert plain[0] == soft[0]
    assert plain[1] + plain[2] == soft[1]
    assert sum(plain) == sum(soft)


def test_nothing_more_comes_by_the_stairs() -> None:
    """It is a separate game, with its own lists and replays; the plain one is unchanged."""
    assert GENTLE.arrivals is None
    assert "Ember, gentle" == GENTLE.title == describe("ember:gentle").title
    assert EMBER.fingerprint != GENTLE.fingerprint
    assert load_ruleset("ember") is EMBER
    assert load_ruleset("ember:gentle") is GENTLE
    assert comes_with_game("ember:gentle")
    assert "ember:gentle" == place_of("ember:gentle")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("classic:gentle", "Rule set 'classic' has no mode 'gentle': it has no modes."),
        (
            "ember:easy",
            "Rule set 'ember' has no kit or mode 'easy': its kits are lamplighter, .*, its modes are gentle.",
        ),
        ("ember:gentle:gentle", "Rule set 'ember' cannot take 'gentle' there: write one kit, then one mode."),
        ("ember:", "Unknown rule set 'ember:': use ember, .*"),
        ("ember:poacher:", "Unknown rule set 'ember:poacher:': use ember, .*"),
        ("ember::gentle", "Unknown rule set 'ember:': use ember, .*"),
        ("ember:gentle:poacher", "Rule set 'ember' cannot take 'poacher' there: write one kit, then one mode."),
    ],
)
def test_other_modes_are_refused(name: str, told: str) -> None:
    """The error is one sentence."""
    with pytest.raises(ContentError, match=told):
        load_ruleset(name)
    with pytest.raises(ContentError, match=told):
        describe(name)
