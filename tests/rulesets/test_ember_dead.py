"""Monsters of Ember that revive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Harm
from roguelike.engine.rules.blows import PLAIN
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def fell(game: Game) -> None:
    """Kill the monster beside the player, and wait for twenty rounds."""
    dead = game.world.level.actors[1]
    die(game.world, dead, Cause(dead.ref, dead.at))
    for _ in range(20):
        game.play(Wait())


def test_a_mace_breaks_bones_and_arrows_do_not() -> None:
    """The preview of a blow at a skeleton: twice the mace's damage, and one of a dart's."""
    game = draw("@z", EMBER, legend={"z": "skeleton"}, inventory=["mace"])
    world, skeleton = game.world, game.world.level.actors[1]
    axe, mace = (EMBER.items[name].style for name in ("axe", "mace"))
    assert axe is not None
    assert mace is not None

    factors = [
        style.modifiers(world.level, world.player, skeleton, PLAIN, unaware=False).factor for style in (axe, mace)
    ]
    hurt(world, skeleton, 9, Harm.MISSILE, Cause(world.player.ref, world.player.at))

    assert [1, 2] == factors
    assert 15 == skeleton.hit_points


@pytest.mark.parametrize("burns", [True, False])
def test_a_body_on_burning_ground_always_burns(*, burns: bool) -> None:
    """And so its wight stays dead."""
    for seed in range(10):
        game = draw("@......w#", EMBER, legend={"w": "wight"}, hit_points=900, seed=seed)
        world, wight = game.world, game.world.level.actors[1]
        die(world, wight, Cause(wight.ref, wight.at))
        kindle(world, int(burns) << world.level.grid.index(wight.at), 1)
        for _ in range(20):
            game.play(Wait())

        assert [] == world.level.actors[1:] if burns else world.level.actors[1:]


@pytest.mark.parametrize("harm", [Harm.FIRE, None])
def test_who_is_killed_by_fire_burns_up(harm: Harm | None) -> None:
    """A wight that fire has felled does not stand up again, wherever it fell; one that was only struck does."""
    game = draw("@......w#", EMBER, legend={"w": "wight"}, hit_points=900)
    world, wight = game.world, game.world.level.actors[1]
    game.play(Wait())
    hurt(world, wight, 1000, harm, Cause(world.player.ref, world.player.at))
    for _ in range(20):
        game.play(Wait())

    assert [harm is None] == [bool(world.level.actors[1:])]


def test_a_wight_stands_up_once() -> None:
    """With half of its HP, and no body is left the second time."""
    game = draw("@......w#", EMBER, legend={"w": "wight"}, hit_points=900)

    fell(game)
    risen = game.world.level.actors[1]
    assert ("risen wight", 16) == (risen.kind.name, risen.max_hit_points)
    assert not any(game.world.level.items_at(at) for at in game.world.level.grid.points())

    fell(game)
    assert 1 == len(game.world.level.actors)
