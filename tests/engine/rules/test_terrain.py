"""What terrain blocks, and what it does to those on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import Harm, Harmed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.limits import ACTION_BUDGET
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.parts.effects.blast import Blast
from roguelike.engine.rules.terrain import stood
from roguelike.engine.scenario import draw
from roguelike.ui.morgue import cause_of_death

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind

SINGE = Blast(radius=0, damage=3)


def with_terrain(ruleset: RuleSet, **how: Any) -> RuleSet:  # noqa: ANN401 -- fields of its kind
    """Return a rule set with one kind of terrain more, which is floor but for that."""
    floor: TerrainKind = ruleset.terrain[FLOOR]
    return attrs.evolve(ruleset, terrain=(*ruleset.terrain, attrs.evolve(floor, name="odd", **how)))


@pytest.mark.parametrize(
    ("blocks", "walks", "flies", "sees"),
    [
        ((), True, True, True),
        (("walk",), False, True, True),
        (("missile",), True, False, True),
        (("sight",), True, True, False),
    ],
)
def test_terrain_blocks_what_it_says(
    arena: RuleSet, blocks: tuple[str, ...], *, walks: bool, flies: bool, sees: bool
) -> None:
    """Feet, missiles and eyes each for themselves: a chasm is flown over, a curtain walked through."""
    game = draw("#####\n@~..S\n#####", with_terrain(arena, blocks=blocks), legend={"~": "odd"}, inventory=["bolt"])
    statue = game.world.level.actors[1]

    assert sees == game.world.level.is_visible(statue.at)
    game.play(Use(0, Point(4, 1)))
    assert (flies and sees) == bool(statue.conditions)
    game.play(Move(Direction.EAST))
    assert (Point(1, 1) if walks else Point(0, 1)) == game.world.player.at


def test_who_steps_in_is_burned_once_and_who_stands_there_each_round(arena: RuleSet) -> None:
    """Embers burn who steps in, lava whoever stands there; told like any other harm."""
    embers, lava = (with_terrain(arena, **{when: (SINGE,)}) for when in ("enter", "stand"))

    for rules, expected in ((embers, [3, 0, 0]), (lava, [3, 3, 3])):
        game = draw("@~...", rules, legend={"~": "odd"})
        events = [game.play(Move(Direction.EAST)), game.play(Wait()), game.play(Wait())]

        assert expected == [
            sum(e.damage for e in turn if isinstance(e, Harmed) and e.harm is Harm.FIRE) for turn in events
        ]


def test_who_dies_of_terrain_was_killed_by_nobody(arena: RuleSet) -> None:
    """It counts for no one, and the account says what it was."""
    game = draw("@~m..", with_terrain(arena, enter=(Blast(radius=1, damage=99),)), legend={"~": "odd"}, hit_points=1)

    game.play(Move(Direction.EAST))

    tally = game.world.tally
    assert ("died", {}, "", "odd", False) == (game.outcome, tally.kills, tally.killer, tally.means, tally.own)
    assert "killed by odd" == cause_of_death(game.world)


def test_who_dies_of_their_own_fire_was_killed_by_themselves(arena: RuleSet) -> None:
    """And by nothing that was there before."""
    game = draw("@.S", arena, inventory=["fireball"], hit_points=1)

    game.play(Use(0, Point(1, 0)))

    tally = game.world.tally
    assert ("died", "", "fireball", True) == (game.outcome, tally.killer, tally.means, tally.own)
    assert "killed by your own fireball" == cause_of_death(game.world)


def test_terrain_leaves_monsters_alone_once_the_budget_of_the_turn_is_spent(arena: RuleSet) -> None:
    """But never the player, however many others there are."""
    rules = with_terrain(arena, stand=(SINGE,))
    game = draw("@~~~S", rules, legend={"~": "odd", "S": "statue"})
    statue = game.world.level.actors[1]
    for actor, at in ((game.world.player, Point(1, 0)), (statue, Point(3, 0))):
        game.world.level.move(actor, at)

    stood(game.world)
    game.world.budget_spent = ACTION_BUDGET
    stood(game.world)

    assert [20 - 3 - 3, 10 - 3] == [game.world.player.hit_points, statue.hit_points]
