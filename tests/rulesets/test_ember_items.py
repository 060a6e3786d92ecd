"""The items of Ember, by the numbers of its design."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip, Move, ThrowItem, Use, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.identity import odds_of, unknown_kinds
from roguelike.engine.rules.odds import blow
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.inventory_rows import stacks

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")


def wearing(name: str, plus: int = 0) -> Game:
    """Return a game in which the player wears something that works already."""
    game = draw("@", EMBER)
    item = Item.of(EMBER.items[name], plus=plus)
    slot = game.world.player.inventory.insert(item)
    game.play(Equip(slot))
    for _ in range(item.kind.delay):
        game.play(Wait())
    return game


def test_the_player_begins_with_dagger_leather_and_darts() -> None:
    """Worn what can be worn, under the letters of the slots."""
    seen = observe(new_game(EMBER).world)

    assert ["a dagger (in hand)", "b leather armour (worn)", "c 8 darts"] == [
        f"{stack.letter} {stack.name}" for stack in stacks(seen)
    ]


@pytest.mark.parametrize(
    ("weapon", "plus", "attack", "damage"),
    [
        ("dagger", 0, 11, 4),
        ("sword", 0, 10, 7),
        ("sword", 2, 12, 9),
        ("axe", 0, 10, 6),
        ("spear", 0, 10, 6),
        ("mace", 0, 9, 12),
        ("rapier", 1, 11, 6),
    ],
)
def test_weapons_strike_by_the_table(weapon: str, plus: int, attack: int, damage: int) -> None:
    """Each plus adds one to both."""
    stats = wearing(weapon, plus).world.player.stats

    assert (attack, damage) == (stats.attack, stats.damage)


@pytest.mark.parametrize(
    ("worn", "plus", "defence", "armour"),
    [
        ("leather armour", 0, 6, 1),
        ("leather armour", 3, 9, 4),
        ("mail", 0, 6, 3),
        ("mail", 2, 8, 5),
        ("plate", 5, 10, 10),
        ("shadow cloak", 0, 7, 0),
        ("shadow cloak", 5, 12, 2),
    ],
)
def test_armour_protects_by_the_table(worn: str, plus: int, defence: int, armour: int) -> None:
    """Each plus adds one to defence and armour; to the armour of the cloak, every second."""
    stats = wearing(worn, plus).world.player.stats

    assert (defence, armour) == (stats.defence, stats.armour)


@pytest.mark.parametrize(("attack", "defence", "percent"), [(8, 5, 72), (10, 9, 47), (14, 12, 54), (17, 14, 61)])
def test_the_arithmetic_of_fights_is_that_of_the_design(attack: int, defence: int, percent: int) -> None:
    """The table of hits."""
    stats = EMBER.player.stats
    dealt = blow(EMBER.combat, type(stats)(attack=attack, damage=4), type(stats)(defence=defence))

    assert dealt is not None
    assert percent == round(dealt.hit * 100)


@pytest.mark.parametrize(("plus", "rounds"), [(1, 135), (2, 104), (3, 80), (4, 61), (5, 47)])
def test_the_ring_of_mending_heals_fully_in_fewer_rounds(plus: int, rounds: int) -> None:
    """What mends each round rises, so that 175 rounds become 135, 104, 80, 61 and 47."""
    game = wearing("ring of mending", plus)
    for _ in range(20):
        game.play(Wait())

    assert rounds == round(175 * 10**6 / game.world.player.changed(10**6, "mending"))


def test_rings_and_plate_armour_change_the_noise_radius() -> None:
    """Noise and sight are numbers like any other."""
    assert 21 == wearing("plate").world.player.changed(14, "noise")
    assert 11 == wearing("ring of silence", 3).world.player.changed(14, "noise")
    assert 13 == wearing("ring of the owl", 2).world.player.changed(9, "sight")


def test_the_dagger_stabs_a_sleeper_and_nothing_else_does() -> None:
    """The starting weapon is the assassin's. Three hit points regenerate at once."""
    stabbed, cut = draw("@r", EMBER), draw("@r", EMBER)
    for game in (stabbed, cut):
        rat = game.world.level.actors[1]
        rat.hit_points = rat.max_hit_points = 1000
        rat.mood = Mood.ASLEEP
    cut.world.player.inventory.insert(Item.of(EMBER.items["sword"]))
    cut.play(Equip(3))
    for game in (stabbed, cut):
        game.play(Move(Direction.EAST))

    assert 1000 - 24 + 3 == stabbed.world.level.actors[1].hit_points
    assert 0 == (1000 - cut.world.level.actors[1].hit_points) % 3


def test_darts_are_thrown_and_gathered_by_walking_over_them() -> None:
    """Eight and eight again: no key more than the steps."""
    game = draw("@....", EMBER)
    game.play(ThrowItem(2, Point(2, 0)))
    game.play(ThrowItem(2, Point(2, 0)))
    for _ in range(2):
        game.play(Move(Direction.EAST))

    assert "8 darts" == stacks(observe(game.world))[2].name
    assert 4 == game.world.turn


def test_the_staff_of_fire_has_one_charge_more_with_each_plus() -> None:
    """One comes back every 240 rounds divided by the plus; the bolt never misses."""
    game = draw("@....r", EMBER)
    staff = Item.of(EMBER.items["staff of fire"], plus=2)
    slot = game.world.player.inventory.insert(staff)
    rat = game.world.level.actors[1]
    rat.hit_points = rat.max_hit_points = 1000
    game.play(Use(slot, rat.at))

    assert (2, 120) == (staff.charges, staff.ready_on)
    assert rat.hit_points < 1000


def test_a_thrown_potion_of_healing_heals_all_around() -> None:
    """Friend and foe."""
    game = draw("@..r\n...r\n....", EMBER, inventory=["potion of healing"])
    for rat in game.world.level.actors[1:]:
        rat.hit_points = 1
    game.play(ThrowItem(3, Point(3, 0)))

    assert [6, 6] == [rat.hit_points for rat in game.world.level.actors[1:]]
    assert ["potion of healing"] == game.world.knowledge.identified


def test_every_disguised_kind_says_how_many_a_game_has() -> None:
    """The odds are a promise: they need all of them."""
    for sort in EMBER.appearances:
        kinds = unknown_kinds(EMBER, (), sort)
        looks = [kind for (_, judged), kind in EMBER.stand_ins.items() if kind.sort == sort and not judged]
        assert all(EMBER.expected[EMBER.thing_names[kind]] for kind in kinds)
        assert 1 == sum(share for _, share in odds_of(EMBER, (), looks[0]))
        assert len(looks) >= 11 or sort == "wand"
