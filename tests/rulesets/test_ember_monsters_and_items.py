"""What the monsters and the items of Ember have to do with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip, Move, Wait
from roguelike.engine.events import Stole
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.level_plan import PlannedItem
from roguelike.engine.observation import observe
from roguelike.engine.parts.mapgen.budget import Budget
from roguelike.engine.parts.mapgen.passes import Passes
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.hordes import danger_of
from roguelike.engine.rules.levels import build_level
from roguelike.engine.scenario import draw, plan_of
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from tests.dark import others, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
EAST = Move(Direction.EAST)
HALL = "@" + "." * 40


def give(game: Game, name: str, number: int = 1, plus: int = 0, *, worn: bool = False) -> Item:
    """Put something into the pack."""
    item = Item.of(EMBER.items[name], number, plus)
    item.worn = worn
    game.world.player.inventory.insert(item)
    return item


def bare(picture: str, mood: Mood = Mood.HUNTING) -> Game:
    """Begin a game with an empty pack and a thousand hit points."""
    game = scene(picture, attrs.evolve(EMBER, possessions=()), mood)
    game.world.player.max_hit_points = game.world.player.hit_points = 1000
    return game


def only_other(game: Game) -> Actor:
    """Return the one monster."""
    (other,) = others(game)
    return other


def test_a_thief_takes_one_unworn_item() -> None:
    """And never what opens doors, or wins."""
    game = bare("@R" + "." * 20)
    worn, darts = give(game, "dagger", worn=True), give(game, "dart", 8)
    give(game, "key")
    give(game, "Ember")
    for _ in range(30):
        stolen = [event for event in game.play(Wait()) if isinstance(event, Stole)]
        if stolen:
            break

    thief = only_other(game)
    assert thief.carries is not None
    assert ("dart", 1, 7) == (thief.carries.kind.name, thief.carries.number, darts.number)
    assert worn.worn
    assert ["dagger", "dart", "key", "Ember"] == [item.kind.name for item in game.world.player.inventory.slots if item]


def test_rings_and_plate_armour_change_who_hears_the_player() -> None:
    """A step 14, in plate 21, with a ring of silence +3 11, and never below 7."""
    for worn, plus, noise in (("plate", 0, 21), ("ring of silence", 3, 11), ("ring of silence", 10, 7)):
        game = bare(HALL)
        give(game, worn, plus=plus, worn=True)
        game.play(EAST)
        assert (worn, noise) == (worn, observe(game.world).noise)


def test_a_ring_of_the_owl_shows_more() -> None:
    """Two cells with each plus."""
    game = bare(HALL)
    give(game, "ring of the owl", plus=2, worn=True)
    game.play(EAST)

    assert game.world.level.is_visible(Point(14, 0))
    assert not game.world.level.is_visible(Point(15, 0))


def test_the_dagger_stabs_unaware_monsters_and_captives_cannot_be_attacked() -> None:
    """Nor is the Keeper stabbed so, nor who is stunned."""
    for monster, mood, dies in (("o", Mood.ASLEEP, True), ("T", Mood.HUNTING, False), ("X", Mood.HELD, False)):
        game = scene(f"@{monster}...", EMBER, mood)
        game.play(EAST)
        assert dies == (not others(game)), (monster, mood)

    game = scene("@T...", EMBER, Mood.HUNTING)
    afflict(game.world, only_other(game), EMBER.conditions["stunned"], 3)
    game.play(EAST)
    assert 0 < only_other(game).hit_points < 55

    game = scene("@o...", EMBER, Mood.HELD)
    only_other(game).side = Side.NONE
    before = only_other(game).hit_points
    game.play(EAST)
    assert before == only_other(game).hit_points


def test_a_standing_keeper_and_captives_are_not_hostile() -> None:
    """Its other behaviour is tested with the Ember."""
    plan = plan_of("@.....Xo", EMBER)
    plan.monsters[:] = [each._replace(mood=Mood.HELD) for each in plan.monsters]

    assert [Side.MONSTERS, Side.NONE] == [each.side for each in build_level(plan, EMBER, 2).actors]


def test_a_horde_carries_its_whole_planned_item() -> None:
    """A whole stack, with its plus."""
    plan = plan_of("@.o", EMBER)
    (orc,) = plan.monsters
    plan.monsters[:] = [orc._replace(carries=PlannedItem(EMBER.items["dart"], orc.at, 7))]
    carried = build_level(plan, EMBER, 2).actors[0].carries

    assert carried is not None
    assert ("dart", 7) == (carried.kind.name, carried.number)


def test_wandering_hordes_have_the_danger_of_the_level() -> None:
    """Which the entry of the level says, however deep it is."""
    assert isinstance(EMBER.generator, Passes)
    short = attrs.evolve(EMBER.generator, levels=EMBER.generator.levels[::2], budget=Budget())
    rules = attrs.evolve(EMBER, generator=short, depths=4)
    game = draw(HALL, rules)
    game.world.depth = 3

    assert 5 == danger_of(game.world)


def test_a_blow_with_the_mace_takes_two_turns() -> None:
    """While others go on."""
    game = bare("@r...")
    only_other(game).max_hit_points = only_other(game).hit_points = 1000
    give(game, "mace")
    game.play(Equip(0))
    rounds = game.world.round
    game.play(EAST)

    assert 2 == game.world.round - rounds


@pytest.mark.parametrize("name", ["classic", "tcod", "ember"])
def test_the_lamp_has_a_key_where_there_is_one(name: str) -> None:
    """Only Ember has a lamp."""
    assert (name == "ember") == (Capability.LAMP in load_ruleset(name).capabilities)
