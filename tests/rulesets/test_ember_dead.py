"""Monsters of Ember that revive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import BurnedUp, Harm
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.rules.blows import PLAIN
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.narration.aiming import Aim

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def fell(game: Game) -> None:
    """Kill the monster beside the player, and wait for twenty rounds."""
    dead = game.world.level.actors[1]
    die(game.world, dead, Cause(dead.ref, dead.at))
    for _ in range(20):
        game.play(Wait())


@pytest.mark.parametrize("item", ["staff of fire", "potion of fire"])
@pytest.mark.parametrize("target", [3, 5])
def test_fire_aimed_at_or_over_a_body_burns_it_on_bare_ground(item: str, target: int) -> None:
    """As the aim promises; a bolt on its way lights what it passes."""
    game = draw("@..w...#", EMBER, legend={"w": "wight"}, hit_points=900, inventory=[item])
    world, wight = game.world, game.world.level.actors[1]
    world.knowledge.identified = [item]
    world.player.inventory.slots[3] = Item.of(EMBER.items[item])
    die(world, wight, Cause(wight.ref, wight.at))
    aim = Aim(EMBER.items[item], throws=item == "potion of fire")
    seen, at = observe(world), Point(target, 0)
    told = aim.outcome(seen, aim.preview(seen, at))
    events = list(game.play(aim.command(3, at)))
    for _ in range(20):
        events += game.play(Wait())

    assert "lights the wight's body" in told
    assert ["wight's body"] == [event.item.name for event in events if isinstance(event, BurnedUp)]
    assert 1 == len(world.level.actors)


@pytest.mark.parametrize(("name", "told"), [("wight", "falls, may rise again"), ("risen wight", "killed")])
def test_the_preview_of_a_death_mentions_revival(name: str, told: str) -> None:
    """By a thrown potion of healing, which kills the undead; the second time is the last."""
    game = draw("@..w...#", EMBER, legend={"w": name}, inventory=["potion of healing"])
    game.world.level.actors[1].hit_points = 3
    aim, seen = Aim(EMBER.items["potion of healing"], throws=True), observe(game.world)

    assert f"{name}: {told}" == aim.outcome(seen, aim.preview(seen, Point(3, 0)))


def test_fire_over_a_scroll_on_bare_ground_leaves_it() -> None:
    """Only corpses catch fire there: things that can be carried burn where the ground does."""
    game = draw("@.?....#", EMBER, legend={"?": "scroll of dread"}, inventory=["staff of fire"])
    world = game.world
    world.player.inventory.slots[3] = Item.of(EMBER.items["staff of fire"])
    game.play(Use(3, Point(6, 0)))

    assert [True] == [item.kind.name == "scroll of dread" for item in world.level.items_at(Point(2, 0))]


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
def test_monsters_killed_by_fire_leave_no_body(harm: Harm | None) -> None:
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
