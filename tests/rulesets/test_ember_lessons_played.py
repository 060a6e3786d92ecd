"""The lessons of Ember, played with the cheapest right answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, Use, Wait
from roguelike.engine.geometry import Direction, chebyshev_distance, direction_to
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER: Final = load_ruleset("ember")
SEEDS: Final = range(60)
TURNS: Final = 60
RUN: Final = """
    #############
    #######.....#
    #.....@.....#
    #######.....#
    #############
"""


def fight(game: Game) -> int:
    """Wait for enemies, strike those that are beside the player, and return the lost HP."""
    player, before = game.world.player, game.world.player.hit_points
    for _ in range(TURNS):
        foes = [each for each in game.world.level.actors if not each.is_player and each.is_alive]
        if not foes or not player.is_alive:
            break
        beside = [each for each in foes if chebyshev_distance(each.at, player.at) == 1]
        game.play(Move(direction_to(player.at, beside[0].at)) if beside else Wait())
    return before - max(0, player.hit_points)


def against_two(x: int, seed: int) -> int:
    """Return what two jackals cost to a player in that column of the run."""
    rows = RUN.replace("@", ".").strip("\n").splitlines()
    row = rows[2]
    indent = len(row) - len(row.lstrip())
    rows[1] = rows[1][: indent + 11] + "j" + rows[1][indent + 12 :]
    rows[3] = rows[3][: indent + 11] + "j" + rows[3][indent + 12 :]
    rows[2] = row[: indent + x] + "@" + row[indent + x + 1 :]
    game = draw("\n".join(rows), EMBER, seed=seed, legend={"j": "jackal"})
    for each in game.world.level.actors[1:]:
        each.mood = Mood.HUNTING
        each.noticed_on = 0
    return fight(game)


@pytest.mark.slow
def test_two_jackals_cost_less_in_the_corridor_than_in_the_open() -> None:
    """One at a time; half of their bites."""
    corridor = sum(against_two(4, seed) for seed in SEEDS)
    room = sum(against_two(9, seed) for seed in SEEDS)

    assert corridor * 10 <= room * 9


@pytest.mark.slow
def test_a_covered_lamp_wakes_the_jackal_less_often() -> None:
    """On the way from the door to its side."""
    awake = {}
    for covers in (True, False):
        awake[covers] = 0
        for seed in SEEDS:
            game = draw("@.......j", EMBER, seed=seed, legend={"j": "jackal"})
            game.world.level.actors[1].mood = Mood.ASLEEP
            if covers:
                game.play(Cover())
            for _ in range(7):
                if game.world.level.actors[1].mood == Mood.ASLEEP:
                    game.play(Move(Direction.EAST))
            awake[covers] += game.world.level.actors[1].mood != Mood.ASLEEP

    assert awake[True] * 3 <= awake[False] * 2


def test_a_monster_that_waits_stays_until_it_notices_the_player() -> None:
    """It returns when it has lost them; others roam."""
    game = draw("@#r.....\n.#######", EMBER, legend={"r": "rat"})
    rat = game.world.level.actors[1]
    rat.mood, rat.home = Mood.ROAMING, rat.at
    places = set()
    for _ in range(40):
        game.play(Wait())
        places.add(rat.at)
    game.world.level.move(rat, rat.at.step(Direction.EAST).step(Direction.EAST))
    for _ in range(4):
        game.play(Wait())

    assert {rat.home} == places
    assert rat.home == rat.at


def test_a_step_onto_the_altar_takes_its_weapon() -> None:
    """Nothing comes of it."""
    game = draw("@A.", EMBER, legend={"A": "altar"})
    (altar,) = game.world.level.features.values()
    altar.holds = Item(EMBER.items["sword"])
    game.play(Move(Direction.EAST))

    assert "sword" in [item.kind.name for item in game.world.player.inventory.slots if item is not None]
    assert altar.holds is None


def alone(picture: str, name: str, seed: int) -> tuple[int, bool]:
    """Return what a fight against one hunter costs, and whether it is won."""
    game = draw(picture, EMBER, seed=seed, legend={"m": name})
    foe = game.world.level.actors[1]
    foe.mood, foe.noticed_on = Mood.HUNTING, 0
    return fight(game), foe not in game.world.level.actors


@pytest.mark.slow
def test_behind_the_pillar_a_slinger_has_to_come() -> None:
    """And is struck as it arrives; in the open it throws first."""
    hall = """
        ###########
        #.........#
        #..@{}....m#
        #.........#
        ###########
    """
    behind = [alone(hall.format("#"), "kobold slinger", seed) for seed in SEEDS]
    before = [alone(hall.format("."), "kobold slinger", seed) for seed in SEEDS]

    assert all(won for _, won in behind)
    assert sum(lost for lost, _ in behind) * 3 <= sum(lost for lost, _ in before)


def test_walking_into_a_rat_wins() -> None:
    """For a few HP."""
    fights = [alone("@..m", "rat", seed) for seed in SEEDS]

    assert all(won for _, won in fights)
    assert max(lost for lost, _ in fights) <= 12


def burned(ground: str, seed: int) -> int:
    """Return what it costs to drink a potion of fire and walk on over that ground."""
    picture = """
        #########
        #.......#
        #..ww...#
        #.@www..#
        #..ww...#
        #.......#
        #########
    """
    game = draw(picture, EMBER, seed=seed, inventory=["potion of fire"], legend={"w": ground})
    player, before = game.world.player, game.world.player.hit_points
    slot = next(slot for slot, item in enumerate(player.inventory.slots) if item and item.kind.sort == "potion")
    for command in (Use(slot), *[Move(Direction.EAST)] * 12):
        if player.is_alive:
            game.play(command)
    return before - max(0, player.hit_points)


def test_a_step_into_the_pool_puts_the_fire_out() -> None:
    """Whatever the unknown potion was, that is the dearest one."""
    assert sum(burned("shallow water", seed) for seed in SEEDS) * 3 <= sum(burned("floor", seed) for seed in SEEDS)
