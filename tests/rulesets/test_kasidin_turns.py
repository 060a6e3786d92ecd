"""What a turn is in `kasidin`: who acts when, who sees whom, and what the player can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Throw, Use, Wait
from roguelike.engine.dice import step
from roguelike.engine.events import Bumped, Died, Moved, Reason, Refused, Struck, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, Direction, Point
from roguelike.engine.kinds.ruleset import InventoryShape, TurnCosts
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw, picture
from roguelike.tutorials.minds.path import Path
from roguelike.tutorials.perception import Square
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

DIAGONALS = (Direction.NORTH_EAST, Direction.SOUTH_EAST, Direction.SOUTH_WEST, Direction.NORTH_WEST)
BY_TOP_BITS = (Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST)


@pytest.fixture(scope="module")
def kasidin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("kasidin")


def field(x: int, y: int) -> str:
    """Return the picture of an open field of 19x19 with the player in its middle and a kestrel so far from there."""
    cells = {(9, 9): "@", (9 + x, 9 + y): "k"}
    return "\n".join("".join(cells.get((column, row), ".") for column in range(19)) for row in range(19))


def kestrel_of(game: Game) -> Point:
    """Return where the first kestrel is."""
    return game.world.level.actors[1].at


@pytest.mark.rows("K4-13", "K4-14", "K4-41")
@pytest.mark.parametrize("away", [(7, 0), (0, -7), (-7, 7), (7, 7), (3, -7)])
def test_a_kestrel_sees_the_player_in_a_square_of_seven(kasidin: RuleSet, away: tuple[int, int]) -> None:
    """To the corners; then it comes, without a draw."""
    game = draw(field(*away), kasidin)
    before = sum(map(abs, away))

    game.play(Wait())

    at = kestrel_of(game)
    assert before - 1 == abs(at.x - 9) + abs(at.y - 9)
    assert PCG32(1) == game.world.rng


@pytest.mark.rows("K4-13", "K4-15", "K4-41")
@pytest.mark.parametrize("away", [(8, 0), (0, -8), (-8, 7), (1, 8), (8, 8)])
@pytest.mark.parametrize("seed", range(4))
def test_a_kestrel_further_away_steps_by_one_draw(kasidin: RuleSet, away: tuple[int, int], seed: int) -> None:
    """The top two bits of one number: up, down, right, left, where y grows downwards."""
    game = draw(field(*away), kasidin, seed=seed)
    foreseen = PCG32(seed)
    expected = kestrel_of(game).step(BY_TOP_BITS[foreseen.next_u32() >> 30])

    game.play(Wait())

    assert expected == kestrel_of(game)
    assert foreseen == game.world.rng


@pytest.mark.rows("K4-13", "K4-15")
def test_walls_and_what_was_never_dug_hide_the_player(kasidin: RuleSet) -> None:
    """Both block the sight alike."""
    for wall in ("#", " "):
        game = draw(f"@{wall}k", kasidin)
        foreseen = PCG32(1)
        foreseen.next_u32()

        game.play(Wait())

        assert foreseen == game.world.rng


def test_kestrels_think_as_told(kasidin: RuleSet) -> None:
    """As the loaded rule set has it."""
    assert Square(radius=7) == kasidin.perception
    assert Path() == kasidin.monsters["kestrel"].mind


@pytest.mark.rows("K4-12", "K4-14")
def test_a_kestrel_knows_the_way_through_what_it_does_not_see(kasidin: RuleSet) -> None:
    """It sees the player over a chasm, and walks around it."""
    chasm = attrs.evolve(kasidin.terrain[1], name="chasm", blocks=("walk", "missile"))
    ruleset = attrs.evolve(kasidin, terrain=(*kasidin.terrain, chasm))
    game = draw("@:k\n.:.\n.:.\n...", ruleset, legend={":": "chasm"})
    way = []
    for _ in range(7):
        game.play(Wait())
        way.append(tuple(kestrel_of(game)))

    assert [(2, 1), (2, 2), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)] == way


@pytest.mark.rows("K4-16", "K4-19")
def test_a_killed_kestrel_is_in_the_way_until_the_turn_ends(kasidin: RuleSet) -> None:
    """The one behind it does not come on: it bumps into the dead one, for which it spends a roll."""
    game = draw("@kk", kasidin)
    player, first, second = game.world.level.actors
    first.hit_points = 1
    foreseen = PCG32(1)
    damage = step(foreseen, 5)
    step(foreseen, 5)

    events = game.play(Move(Direction.EAST))

    assert [
        Struck(player.ref, first.ref, damage, fatal=True),
        Died(first.ref, Point(1, 0), player.ref),
        TurnEnded(1),
    ] == events
    assert Point(2, 0) == second.at
    assert foreseen == game.world.rng
    assert "@.k" == picture(game)


@pytest.mark.rows("K4-18", "K4-19")
def test_a_killed_kestrel_does_not_act(kasidin: RuleSet) -> None:
    """Nor is it there in the next turn."""
    game = draw("@k", kasidin)
    kestrel = game.world.level.actors[1]
    kestrel.hit_points = 1

    game.play(Move(Direction.EAST))
    events = game.play(Move(Direction.EAST))

    assert 10 == game.world.player.hit_points
    assert [Moved(game.world.player.ref, Point(0, 0), Point(1, 0)), TurnEnded(2)] == events
    assert [game.world.player] == game.world.level.actors


@pytest.mark.rows("K4-18")
def test_kestrels_act_in_order_of_creation(kasidin: RuleSet) -> None:
    """The one that was made first takes the cell that both want; the other bumps into it."""
    game = draw("#.k\n@..\n#.k", kasidin)
    _, first, second = game.world.level.actors

    movers = [event.who for event in game.play(Wait()) if isinstance(event, Moved)]

    assert [first.ref] == movers
    assert [Point(2, 1), Point(2, 2)] == [first.at, second.at]
    assert [2, 3] == [first.id, second.id]


@pytest.mark.rows("K4-18")
def test_the_first_made_has_the_first_roll(kasidin: RuleSet) -> None:
    """The dice tell who struck first."""
    game = draw("k@k", kasidin, seed=42)  # 6 and 3
    _, first, second = game.world.level.actors
    game.world.player.hit_points = 50

    blows = [event for event in game.play(Wait()) if isinstance(event, Struck)]

    assert [(first.ref, 6), (second.ref, 3)] == [(blow.attacker, blow.damage) for blow in blows]


@pytest.mark.rows("K4-11", "K4-16")
def test_a_kestrel_behind_another_spends_a_roll_and_does_no_harm(kasidin: RuleSet) -> None:
    """Creatures do not block the path, only the way."""
    game = draw("#####\n@kk..\n.....", kasidin, seed=3)
    game.world.player.hit_points = 50
    foreseen = PCG32(3)
    damage = step(foreseen, 5)
    step(foreseen, 5)

    game.play(Wait())

    assert [50 - damage, 10, 10] == [actor.hit_points for actor in game.world.level.actors]
    assert Point(2, 1) == game.world.level.actors[2].at
    assert foreseen == game.world.rng


@pytest.mark.rows("K4-17")
def test_a_kestrel_that_walks_into_a_wall_stays_there(kasidin: RuleSet) -> None:
    """Nothing happens, and no roll is spent but the draw of the direction."""
    game = draw("@###\n####\n###k", kasidin)
    foreseen = PCG32(1)
    for _ in range(8):
        foreseen.next_u32()

        assert [TurnEnded(game.world.turn + 1)] == game.play(Wait())
    assert Point(3, 2) == kestrel_of(game)
    assert foreseen == game.world.rng


@pytest.mark.rows("K4-9", "K4-17", "K4-34")
def test_what_was_never_dug_is_solid(kasidin: RuleSet) -> None:
    """Nobody makes floor by walking: neither the player nor a kestrel, neither inside the map nor beyond its edge."""
    game = draw("@ \n  ", kasidin)
    wild = draw("@#####\n######\n####k \n####  ", kasidin)
    for _ in range(30):
        wild.play(Wait())

    assert [Refused(Reason.WALL)] == game.play(Move(Direction.EAST))
    assert [Refused(Reason.WALL)] == game.play(Move(Direction.WEST))
    assert "@" == picture(game).rstrip()
    assert Point(4, 2) == kestrel_of(wild)


@pytest.mark.rows("K4-33")
def test_walking_into_a_wall_costs_no_turn(kasidin: RuleSet) -> None:
    """Nobody acts, no number is drawn, and nothing is said."""
    game = draw("#@k", kasidin)

    events = game.play(Move(Direction.WEST))

    assert [Refused(Reason.WALL)] == events
    assert 0 == game.world.turn
    assert 10 == game.world.player.hit_points
    assert PCG32(1) == game.world.rng
    assert TurnCosts(move=True, bump=False) == kasidin.turns


@pytest.mark.rows("K4-32")
def test_a_step_takes_a_turn(kasidin: RuleSet) -> None:
    """Then the world has its own."""
    game = draw(".@k", kasidin)

    events = game.play(Move(Direction.WEST))

    assert [Moved, Moved, TurnEnded] == [type(event) for event in events]
    assert 1 == game.world.turn


@pytest.mark.rows("K4-1", "K4-40")
@pytest.mark.parametrize("direction", DIAGONALS)
def test_there_are_no_diagonals(kasidin: RuleSet, direction: Direction) -> None:
    """Neither for the player nor for kestrels."""
    game = draw("...\n.@.\n...", kasidin)

    assert [Refused(Reason.NO_DIAGONALS)] == game.play(Move(direction))
    assert CARDINALS == kasidin.directions == kasidin.monster_directions


@pytest.mark.rows("K4-40")
def test_the_arrows_walk(kasidin: RuleSet) -> None:
    """Up is towards the top of the screen."""
    game = draw("...\n.@.\n...", kasidin)
    watched = watch(game, "up", "left", "down", "down", "right")

    assert Point(1, 2) == game.world.player.at
    assert 5 == game.world.turn
    assert watched.hung_up


@pytest.mark.rows("K4-20")
def test_the_list_of_creatures_and_the_map_agree(kasidin: RuleSet) -> None:
    """After any number of turns each creature is where the map has it, alone, and alive."""
    ruleset = attrs.evolve(kasidin, player=attrs.evolve(kasidin.player, hit_points=10_000))
    game = new_game(ruleset, 11)
    for turn in range(120):
        game.play(Move(CARDINALS[turn // 7 % 4]))
        level = game.world.level
        places = [actor.at for actor in level.actors]

        assert len(places) == len(set(places))
        assert all(level.actor_at(actor.at) is actor for actor in level.actors)
        assert all(actor.is_alive for actor in level.actors)
        assert len(places) - 1 == game.world.enemies_left


@pytest.mark.rows("K4-41")
def test_only_those_who_see_the_player_ask_for_the_way(kasidin: RuleSet) -> None:
    """Fifty searches of the whole map a turn were too many: the others draw a number each, and no more."""
    game = draw("#" * 110 + "\n@......." + "#k" * 50 + "#\n" + "#" * 110, kasidin)
    foreseen = PCG32(1)
    for _ in range(50):
        foreseen.next_u32()

    game.play(Wait())

    assert foreseen == game.world.rng


def test_there_is_nothing_to_carry(kasidin: RuleSet) -> None:
    """No items, no missiles, no slots, and none in the cave; every command for them is refused and takes no turn."""
    game = draw("@.k", kasidin)
    commands = [PickUp(), Drop(0), Use(0), Use(0, Point(2, 0)), Throw(Point(2, 0))]
    reasons = [event.reason for command in commands for event in game.play(command) if isinstance(event, Refused)]

    assert InventoryShape(slots=0) == kasidin.inventory
    assert not kasidin.items
    assert not kasidin.projectiles
    assert [] == game.world.player.inventory.slots
    assert not new_game(kasidin, 1).world.level.items
    assert 0 == game.world.turn
    assert [
        Reason.NOTHING_HERE, Reason.EMPTY_SLOT, Reason.EMPTY_SLOT, Reason.EMPTY_SLOT, Reason.NO_MISSILE
    ] == reasons  # fmt: skip


@pytest.mark.parametrize("key", ["g", ",", "i", "d"])
def test_the_keys_for_items_say_that_nothing_can_be_carried(kasidin: RuleSet, key: str) -> None:
    """No menu of nothing opens, and no turn passes."""
    game = draw("#" * 60 + "\n#@" + "." * 57 + "#\n" + "#" * 60, kasidin)
    watched = watch(game, key, "right")

    assert "Nothing can be carried in this game." in watched.after[1].text()
    assert "Item├" not in watched.after[1].text()
    assert (Point(2, 1), 1) == (game.world.player.at, game.world.turn)


def test_nobody_is_told_to_have_walked_into_a_wall(kasidin: RuleSet) -> None:
    """Kestrels that do so make no noise."""
    game = draw("@#k", kasidin)
    events = [event for _ in range(10) for event in game.play(Wait())]

    assert not any(isinstance(event, Bumped) for event in events)


@pytest.mark.parametrize("seed", range(3))
def test_games_of_the_same_seed_are_the_same(kasidin: RuleSet, seed: int) -> None:
    """Turn by turn."""
    one, other = new_game(kasidin, seed), new_game(kasidin, seed)
    for turn in range(12):
        command = Move(CARDINALS[turn % 4])

        assert one.play(command) == other.play(command)
    assert one.digest() == other.digest()


def test_the_rule_set_is_told_by_its_name(kasidin: RuleSet) -> None:
    """Whoever chooses it is told what it is."""
    assert (True, (), False) == (kasidin.piles, kasidin.goals, kasidin.conditions["confused"].recovery_takes_turn)
    assert ("kasidin", "Kasidin", 1) == (kasidin.name, kasidin.title, kasidin.version)
    assert "fifty kestrels" in kasidin.summary
