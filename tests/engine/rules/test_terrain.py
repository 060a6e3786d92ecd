"""What terrain blocks, and what it does to those on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import Harm, Harmed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.parts.effects.blast import Blast
from roguelike.engine.scenario import draw

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
    assert ("died", {}, "", "odd") == (game.outcome, tally.kills, tally.killer, tally.means)
