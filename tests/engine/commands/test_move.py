"""Stepping and attacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Bumped, CannotDo, Moved, Reason, Refused, Struck, TurnEnded
from roguelike.engine.geometry import COMPASS, Direction, Point
from roguelike.engine.kinds.heading import TurnCosts
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

OPEN = """
    ...
    .@.
    ...
"""
WALLED = """
    ###
    #@#
    ###
"""


@pytest.mark.parametrize("direction", COMPASS)
def test_a_step_goes_one_cell_and_takes_a_turn(arena: RuleSet, direction: Direction) -> None:
    """All eight directions work."""
    game = draw(OPEN, arena)
    goal = Point(1 + direction.dx, 1 + direction.dy)

    events = game.play(Move(direction))

    assert [Moved(game.world.player.ref, Point(1, 1), goal), TurnEnded(1)] == events
    assert goal == game.world.player.at


@pytest.mark.parametrize("direction", COMPASS)
def test_a_wall_refuses_and_takes_no_time(arena: RuleSet, direction: Direction) -> None:
    """Bumping into a wall must not give the monsters a free turn."""
    game = draw(WALLED, arena)
    before = game.digest()

    events = game.play(Move(direction))

    assert [Refused(Reason.WALL)] == events
    assert before == game.digest()


@pytest.mark.parametrize("direction", COMPASS)
def test_the_edge_of_the_map_is_a_wall(arena: RuleSet, direction: Direction) -> None:
    """Outside is solid rock, even where no wall is drawn (ruling D21)."""
    game = draw("@", arena)
    before = game.digest()

    events = game.play(Move(direction))

    assert [Refused(Reason.WALL)] == events
    assert before == game.digest()


def test_a_rule_set_can_make_a_bump_cost_the_turn(arena: RuleSet) -> None:
    """The bump is then an event instead of a refusal."""
    game = draw(WALLED, attrs.evolve(arena, turns=TurnCosts(bump=True)))

    events = game.play(Move(Direction.EAST))

    assert [Bumped(game.world.player.ref), TurnEnded(1)] == events


@pytest.mark.parametrize("direction", COMPASS)
def test_without_diagonal_steps_a_diagonal_is_refused(arena: RuleSet, direction: Direction) -> None:
    """The refusal names the reason instead of a wall."""
    game = draw(OPEN, attrs.evolve(arena, diagonal=False))

    events = game.play(Move(direction))

    assert (Refused(Reason.NO_DIAGONALS) not in events) == direction.is_cardinal


def test_walking_into_a_monster_attacks_it(arena: RuleSet) -> None:
    """The same command moves and attacks; the attacker stays on its cell."""
    game = draw("@S", arena)
    player, statue = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    assert [Struck(player.ref, statue.ref, 1), TurnEnded(1)] == events
    assert (Point(0, 0), 9) == (player.at, statue.hit_points)


def test_a_monster_that_walks_into_the_player_attacks(arena: RuleSet) -> None:
    """Both use the same command."""
    game = draw("@o", arena)
    player, orc = game.world.level.actors

    Move(Direction.WEST).perform(game.world, orc)

    assert [Struck(orc.ref, player.ref, 1)] == list(game.events)
    assert 19 == player.hit_points


def test_monsters_never_attack_each_other(arena: RuleSet) -> None:
    """Another monster only blocks it."""
    game = draw("@.oS", arena)
    _, orc, statue = game.world.level.actors
    before = game.digest()

    with pytest.raises(CannotDo, match=Reason.OCCUPIED):
        Move(Direction.EAST).perform(game.world, orc)
    assert before == game.digest()
    assert 10 == statue.hit_points


def test_a_step_updates_the_field_of_view(arena: RuleSet) -> None:
    """The field of view is up to date before the monsters act."""
    game = draw(
        """
        #####
        #...#
        #@#.#
        #####
        """,
        arena,
    )
    before = game.world.level.is_visible(Point(3, 2))

    game.play(Move(Direction.NORTH))
    game.play(Move(Direction.EAST))

    assert (False, True) == (before, game.world.level.is_visible(Point(3, 2)))


def test_a_step_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """The log must not report movement behind walls."""
    game = draw("@.#o..", arena)
    orc = game.world.level.actors[1]

    Move(Direction.EAST).perform(game.world, orc)

    assert [Moved(orc.ref, Point(3, 0), Point(4, 0), seen=False)] == list(game.events)


def test_a_step_across_the_edge_of_view_is_seen(arena: RuleSet) -> None:
    """The player sees a monster leave view round a corner."""
    game = draw(
        """
        ####
        #@.#
        ##o#
        ##.#
        """,
        arena,
    )
    orc = game.world.level.actors[1]

    Move(Direction.SOUTH).perform(game.world, orc)

    assert (True, False) == (game.events[0].seen, game.world.level.is_visible(Point(2, 3)))


def test_an_item_underfoot_stays_there(arena: RuleSet) -> None:
    """Walking over items does not pick them up."""
    game = draw("@!.", arena)

    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))
    game.play(Wait())

    assert ["potion"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]
    assert not any(game.world.player.inventory.slots)
