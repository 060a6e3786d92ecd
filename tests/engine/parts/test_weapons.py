"""The weapon styles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.weapons import AllAround, HeavyPush, Lunge, SlayUnaware, TwoInLine
from roguelike.engine.rules.blows import attack_modifiers
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw, picture
from tests.gear import holding, with_gear

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import WeaponStyle
    from roguelike.engine.kinds.ruleset import RuleSet


EAST = Move(Direction.EAST)


def fight(arena: RuleSet, style: WeaponStyle, drawn: str) -> Game:
    """Start a game with a wielded weapon of a style, which does 1 damage."""
    return draw(drawn, holding(with_gear(arena), style=style))


def left(game: Game) -> list[int]:
    """Return the hit points of the monsters, in order."""
    return [actor.hit_points for actor in game.world.level.actors if not actor.is_player]


@pytest.mark.parametrize(
    ("style", "wounds"), [(AllAround(), [9, 9, 10]), (TwoInLine(), [10, 9, 9]), (Lunge(factor=3), [10, 9, 10])]
)
def test_the_style_determines_the_victims_of_an_attack(arena: RuleSet, style: WeaponStyle, wounds: list[int]) -> None:
    """The axe hits all around, the spear also the enemy behind, the others only the target."""
    game = fight(arena, style, "S...\n@SS.")
    game.play(EAST)

    assert wounds == left(game)


def test_a_heavy_blow_takes_two_turns_and_pushes(arena: RuleSet) -> None:
    """Meanwhile its victim, one step farther away, can act twice."""
    game = fight(arena, HeavyPush(wall=4), "@S..")
    game.play(EAST)

    assert "@.S." == picture(game)
    assert [9] == left(game)
    assert 1 == game.world.turn
    assert 2 == game.world.round


@pytest.mark.parametrize(("brittle", "hit_points"), [(True, [8]), (False, [9])])
def test_a_heavy_attack_doubles_damage_to_brittle_monsters(
    arena: RuleSet, hit_points: list[int], *, brittle: bool
) -> None:
    """Skeletons are brittle."""
    statue = attrs.evolve(arena.monsters["statue"], brittle=brittle)
    rules = attrs.evolve(arena, monsters={**arena.monsters, "statue": statue})
    game = fight(rules, HeavyPush(wall=4, brittle=2), "@S..")
    game.play(EAST)

    assert hit_points == left(game)


def test_a_push_against_a_wall_hurts_but_not_one_against_an_actor(arena: RuleSet) -> None:
    """Only walls do damage."""
    wall, crowd = (fight(arena, HeavyPush(wall=4), drawn) for drawn in ("@S#", "@SS"))
    wall.play(EAST)
    crowd.play(EAST)

    assert [5] == left(wall)
    assert [9, 10] == left(crowd)
    assert "@SS" == picture(crowd)


def test_a_step_up_to_an_enemy_in_line_is_a_lunge(arena: RuleSet) -> None:
    """It always hits, for triple damage; a step past an enemy is not a lunge."""
    ahead, aside = (fight(arena, Lunge(factor=3), drawn) for drawn in ("@.S", "@..\n..S"))
    ahead.play(EAST)
    aside.play(EAST)

    assert [7] == left(ahead)
    assert [10] == left(aside)
    assert 1 == ahead.world.turn


def test_a_lunging_weapon_is_worse_in_a_crowd(arena: RuleSet) -> None:
    """A single adjacent enemy causes no penalty."""
    alone, crowded = (fight(arena, Lunge(factor=3, crowded=2), drawn) for drawn in ("@S.", "@S.\nS.."))

    assert [0, -2] == [
        attack_modifiers(game.world.ruleset, game.world.level, game.world.player, game.world.level.actors[1]).attack
        for game in (alone, crowded)
    ]


@pytest.mark.parametrize(("mood", "hit_points"), [(Mood.ASLEEP, []), (Mood.ROAMING, []), (Mood.HUNTING, [9])])
def test_a_dagger_kills_unaware_monsters(arena: RuleSet, mood: Mood, hit_points: list[int]) -> None:
    """It kills no others outright."""
    game = fight(arena, SlayUnaware(factor=5), "@S")
    game.world.level.actors[1].mood = mood
    game.play(EAST)

    assert hit_points == left(game)


def test_unslayable_monsters_take_only_the_largest_factor(arena: RuleSet) -> None:
    """Factors do not multiply (ruling 30): five times 1, not fifteen times."""
    rules = holding(with_gear(arena), style=SlayUnaware(factor=5))
    statue = attrs.evolve(rules.monsters["statue"], unslayable=True, hit_points=100)
    game = draw("@S", attrs.evolve(rules, monsters={**rules.monsters, "statue": statue}))
    game.world.level.actors[1].mood = Mood.ASLEEP
    game.play(EAST)

    assert [95] == left(game)


def test_the_helpless_take_three_times_the_damage_but_are_not_slain(arena: RuleSet) -> None:
    """A8: stuck and stunned monsters are not unaware."""
    held = ConditionKind(name="held", helpless=True)
    rules = holding(with_gear(arena, conditions={"held": held}), style=SlayUnaware(factor=5))
    game = draw("@S", rules)
    afflict(game.world, game.world.level.actors[1], held, 5)
    game.play(EAST)

    assert [7] == left(game)


def test_surprise_is_never_against_the_player(arena: RuleSet) -> None:
    """Not even against a helpless player."""
    held = ConditionKind(name="held", helpless=True)
    game = draw("@o", with_gear(arena, conditions={"held": held}))
    afflict(game.world, game.world.player, held, 5)
    game.play(Wait())

    assert 19 == game.world.player.hit_points


def test_monsters_strike_with_bare_hands_as_ever(arena: RuleSet) -> None:
    """They have no weapon style."""
    game = draw("@o", with_gear(arena))

    assert game.world.level.actors[1].style is None
    assert Point(1, 0) == game.world.level.actors[1].at


def test_a_push_does_not_move_rooted_monsters(arena: RuleSet) -> None:
    """It takes the damage in place."""
    rules = fight(arena, HeavyPush(wall=4), "@S..").world.ruleset
    kinds = {name: attrs.evolve(kind, rooted=True) for name, kind in rules.monsters.items()}
    game = fight(attrs.evolve(rules, monsters=kinds), HeavyPush(wall=4), "@S..")
    game.play(EAST)

    assert "@S.." == picture(game)
