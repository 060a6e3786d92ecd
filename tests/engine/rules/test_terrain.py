"""What terrain blocks, and its effects on actors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.events import Harm, Harmed
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.limits import ACTION_BUDGET
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, Growth
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.rules.terrain import stood
from roguelike.engine.scenario import draw
from roguelike.engine.state.feature import Feature
from roguelike.play.morgue import cause_of_death

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind

SINGE = Blast(radius=0, damage=3)


def with_terrain(ruleset: RuleSet, **how: Any) -> RuleSet:  # noqa: ANN401 -- fields of its kind
    """Return a rule set with one more kind of terrain: floor, with these fields changed."""
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
    """Steps, missiles and sight separately: missiles cross a chasm, actors walk through a curtain."""
    game = draw("#####\n@~..S\n#####", with_terrain(arena, blocks=blocks), legend={"~": "odd"}, inventory=["bolt"])
    statue = game.world.level.actors[1]

    assert sees == game.world.level.is_visible(statue.at)
    game.play(Use(0, Point(4, 1)))
    assert (flies and sees) == bool(statue.conditions)
    game.play(Move(Direction.EAST))
    assert (Point(1, 1) if walks else Point(0, 1)) == game.world.player.at


def test_terrain_burns_on_entry_or_each_round(arena: RuleSet) -> None:
    """Embers burn an actor that steps in, lava an actor that stands there; events report both like other harm."""
    embers, lava = (with_terrain(arena, **{when: (SINGE,)}) for when in ("enter", "stand"))

    for rules, expected in ((embers, [3, 0, 0]), (lava, [3, 3, 3])):
        game = draw("@~...", rules, legend={"~": "odd"})
        events = [game.play(Move(Direction.EAST)), game.play(Wait()), game.play(Wait())]

        assert expected == [
            sum(e.damage for e in turn if isinstance(e, Harmed) and e.harm is Harm.FIRE) for turn in events
        ]


def test_a_death_by_terrain_has_no_killer(arena: RuleSet) -> None:
    """It counts as no actor's kill, and the tally names the terrain."""
    game = draw("@~m..", with_terrain(arena, enter=(Blast(radius=1, damage=99),)), legend={"~": "odd"}, hit_points=1)

    game.play(Move(Direction.EAST))

    tally = game.world.tally
    assert ("died", {}, "", "odd", False) == (game.outcome, tally.kills, tally.killer, tally.means, tally.own)
    assert "killed by odd" == cause_of_death(game.world)


def test_a_death_by_the_players_own_fire_is_their_own_doing(arena: RuleSet) -> None:
    """And not by anything that was there before."""
    game = draw("@.S", arena, inventory=["fireball"], hit_points=1)

    game.play(Use(0, Point(1, 0)))

    tally = game.world.tally
    assert ("died", "", "fireball", True) == (game.outcome, tally.killer, tally.means, tally.own)
    assert "killed by your own fireball" == cause_of_death(game.world)


def test_terrain_leaves_monsters_alone_once_the_budget_of_the_turn_is_spent(arena: RuleSet) -> None:
    """The player is never spared, however many others there are."""
    rules = with_terrain(arena, stand=(SINGE,))
    game = draw("@~~~S", rules, legend={"~": "odd", "S": "statue"})
    statue = game.world.level.actors[1]
    for actor, at in ((game.world.player, Point(1, 0)), (statue, Point(3, 0))):
        game.world.level.move(actor, at)

    stood(game.world)
    game.world.budget_spent = ACTION_BUDGET
    stood(game.world)

    assert [20 - 3 - 3, 10 - 3] == [game.world.player.hit_points, statue.hit_points]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"layer": "cover", "liquid": "deep"}, "a cover is no liquid"),
        ({"layer": "cover", "falls": True}, "a cover is no liquid, no hole"),
        ({"noise": -1}, "'noise'"),
        ({"grows": {"to": "floor", "chance": 0}}, "'chance'"),
        ({"tramples_to": "nothing"}, "cannot become 'nothing'"),
        ({"layer": "cover", "tramples_to": "floor"}, "cannot become 'floor', which is of another layer"),
    ],
)
def test_terrain_that_makes_no_sense_is_refused(arena: RuleSet, how: dict[str, Any], told: str) -> None:
    """The error says why in a sentence."""
    with pytest.raises(ValueError, match=told):
        with_terrain(arena, **({"grows": Growth(**how["grows"])} if "grows" in how else how))


@pytest.mark.parametrize("how", [{}, {"counts": "rounds"}, {"counts": "rounds", "most": 51}, {"most": 8}])
def test_a_condition_that_prevents_all_commands_is_short(how: dict[str, Any]) -> None:
    """Whatever its other fields: no command must take forever."""
    with pytest.raises(ValueError, match="'blocks' has 'act', so 'counts' must be 'rounds' and 'most' a number"):
        ConditionKind(name="numb", blocks=("act",), **how)


def test_only_conditions_that_add_up_have_a_limit() -> None:
    """For other conditions no rule would read the number."""
    with pytest.raises(ValueError, match="'adds_to' is for a condition that adds up"):
        ConditionKind(name="numb", stacks="longest", adds_to=20)


def test_a_cover_blocks_as_ground_does(arena: RuleSet) -> None:
    """A feature blocks as well; without it the cell is free."""
    rules = with_terrain(arena, layer="cover", blocks=("walk", "sight", "missile", "gas"))
    level = draw("@c.", rules, legend={"c": "odd"}).world.level
    cell = level.grid.index(Point(1, 0))
    assert not level.is_walkable(Point(1, 0))
    assert not level.is_flyable(Point(1, 0))
    assert (1, 1) == (level.cells("gas") >> cell & 1, level.opaque[cell])

    level.lay(1 << cell, NOTHING)
    assert level.is_walkable(Point(1, 0))

    level.set_feature(cell, Feature(FeatureKind(name="cage", glyph=level.kinds[1].glyph, blocks=("walk",))))
    assert not level.is_walkable(Point(1, 0))
    assert level.is_flyable(Point(1, 0))


def test_rule_sets_without_any_of_it_count_no_rounds(arena: RuleSet) -> None:
    """So that their saved bytes do not change."""
    game = draw("@...", arena, hit_points=5)
    game.play(Wait())

    assert (0, 5, b"", {}) == (
        game.world.round,
        game.world.player.hit_points,
        game.world.level.cover,
        game.world.level.features,
    )
