"""Effects at a target at once, with nothing flying there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import ConditionBegan, Died, Exploded, Harm, Harmed, Healed, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.afflict import Afflict
from roguelike.engine.parts.effects.blast import Blast
from roguelike.engine.parts.effects.cast import Cast
from roguelike.engine.parts.effects.heal import Heal
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from tests.arena import with_confusion

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

CASTING = ["potion"]


def with_cast(arena: RuleSet, cast: Cast) -> RuleSet:
    """Return the rules with an item that casts this."""
    return attrs.evolve(arena, items={**arena.items, "potion": attrs.evolve(arena.items["potion"], effects=(cast,))})


def refusal(game: Game, target: Point | None) -> list[Reason]:
    """Return why casting at `target` is refused; empty if it is not."""
    return [event.reason for event in game.play(Use(0, target)) if isinstance(event, Refused)]


@pytest.fixture
def fire(arena: RuleSet) -> RuleSet:
    """Return the rules with a small fire to cast."""
    return with_cast(arena, Cast(effects=(Blast(radius=1, damage=4),)))


@pytest.fixture
def hex_only(arena: RuleSet) -> RuleSet:
    """Return the rules with a confusion to cast at an enemy."""
    return with_cast(arena, Cast(effects=(Afflict(arena.conditions["confused"], turns=3),), at_enemy=True))


def test_it_takes_place_at_the_target_at_once(fire: RuleSet) -> None:
    """Whoever stands between; nothing flies, and the item is used up."""
    game = draw("@..S..S", fire, inventory=CASTING)
    near, far = game.world.level.actors[1:]

    game.submit(Use(0, Point(6, 0)))
    game.update()

    assert not game.in_flight
    assert Exploded(Point(6, 0), 1, (Point(5, 0), Point(6, 0)), fire.items["potion"]) == game.events[0]
    assert [10, 6] == [near.hit_points, far.hit_points]
    assert game.world.player.inventory.at(0) is None
    assert 1 == game.world.turn


def test_the_caster_burns_in_its_own_fire(fire: RuleSet) -> None:
    """The own cell is a target like any other."""
    game = draw("@.", fire, inventory=CASTING)

    burned = Harmed(game.world.player.ref, 4, Harm.FIRE, fire.items[CASTING[0]])

    assert burned in game.play(Use(0, Point(0, 0)))


def test_all_effects_take_place_in_order(arena: RuleSet) -> None:
    """On the same cell."""
    game = draw(
        "@..S",
        with_cast(arena, Cast(effects=(Afflict(arena.conditions["confused"], turns=3), Heal(amount=2)))),
        inventory=CASTING,
    )
    statue = game.world.level.actors[1]
    statue.hit_points = 5

    assert [
        ConditionBegan(statue.ref, game.world.ruleset.conditions["confused"], 3),
        Healed(statue.ref, 2),
    ] == game.play(Use(0, Point(3, 0)))[:2]


def test_it_needs_a_target(fire: RuleSet) -> None:
    """It is aimed."""
    game = draw("@..S", fire, inventory=CASTING)

    assert fire.items["potion"].aimed
    assert [Reason.NEEDS_TARGET] == refusal(game, None)


@pytest.mark.parametrize("target", [Point(2, 2), Point(-1, 0), Point(0, 3), Point(5, 0)])
def test_a_target_out_of_view_is_refused(fire: RuleSet, target: Point) -> None:
    """Behind a wall or off the level; nothing is used up and nobody moves."""
    game = draw("@....\n#####\n..o..", fire, inventory=CASTING)
    before = game.digest()

    assert [Reason.OUT_OF_SIGHT] == refusal(game, target)
    assert before == game.digest()


def test_a_wall_in_view_can_be_the_target(fire: RuleSet) -> None:
    """What burns is what can be walked on around it."""
    game = draw("@.#", fire, inventory=CASTING)

    events = game.play(Use(0, Point(2, 0)))

    assert any(isinstance(event, Exploded) for event in events)


@pytest.mark.parametrize(("target", "refused"), [(Point(3, 4), False), (Point(5, 0), False), (Point(4, 4), True)])
def test_a_range_bounds_it_by_the_straight_distance(arena: RuleSet, target: Point, *, refused: bool) -> None:
    """Five cells away by Pythagoras is five."""
    ruleset = with_cast(arena, Cast(effects=(Blast(radius=1, damage=1),), range=5))
    game = draw("\n".join(["@.....", *["......"] * 5]), ruleset, inventory=CASTING)

    assert ([Reason.OUT_OF_RANGE] if refused else []) == refusal(game, target)


@pytest.mark.parametrize("target", [Point(0, 0), Point(1, 0), Point(2, 0), Point(4, 0)])
def test_where_an_enemy_is_needed_nothing_else_will_do(hex_only: RuleSet, target: Point) -> None:
    """Neither the caster, an empty cell, an item nor a wall."""
    game = draw("@.,S#", hex_only, inventory=CASTING)

    assert [Reason.NOBODY_THERE] == refusal(game, target)
    assert game.world.player.inventory.at(0) is not None


def test_where_an_enemy_is_needed_it_is_met(hex_only: RuleSet) -> None:
    """That one and no other."""
    game = draw("@.SS", hex_only, inventory=CASTING)
    first, second = game.world.level.actors[1:]

    events = game.play(Use(0, second.at))

    assert [ConditionBegan(second.ref, game.world.ruleset.conditions["confused"], 3)] == [
        event for event in events if isinstance(event, ConditionBegan)
    ]
    assert not first.conditions


def test_out_of_view_is_said_before_nobody_there(hex_only: RuleSet) -> None:
    """Or the answer would tell who is in the dark."""
    game = draw("@....\n#####\n..o..", hex_only, inventory=CASTING)

    assert [Reason.OUT_OF_SIGHT] * 2 == [*refusal(game, Point(2, 2)), *refusal(game, Point(3, 2))]


def test_the_preview_is_the_cells_of_all_effects(arena: RuleSet) -> None:
    """Of a burst, all that will burn."""
    game = draw("@....", arena)
    cast = Cast(effects=(Blast(radius=1, damage=4), Afflict(arena.conditions["confused"], turns=3)))

    assert (Point(2, 0), Point(3, 0), Point(4, 0), Point(3, 0)) == cast.preview(observe(game.world), Point(3, 0)).area


def test_a_second_confusion_may_nest(arena: RuleSet) -> None:
    """The first goes on when the second has passed; one of its three turns was gone."""
    rules = with_confusion(arena, stacks="nest", recovery_takes_turn=True)
    ruleset = with_cast(rules, Cast(effects=(Afflict(rules.conditions["confused"], turns=3),), at_enemy=True))
    game = draw("###\n@S#\n###", ruleset, inventory=CASTING * 2)
    statue = game.world.level.actors[1]
    game.play(Use(0, statue.at))
    game.play(Use(1, statue.at))

    left = []
    for _ in range(6):
        game.play(Wait())
        left.append({name: condition.left for name, condition in statue.conditions.items()})

    assert [{"confused": turns} for turns in (1, 0, 2, 1, 0)] + [{}] == left


def test_effects_take_place_by_their_cause(arena: RuleSet) -> None:
    """What a cast kills is killed by the caster."""
    game = draw("@.m", arena)
    cause = Cause(game.world.player.ref, Point(0, 0), arena.items["potion"])

    Cast(effects=(Blast(radius=0, damage=4),)).apply(game.world, cause, Point(2, 0))

    assert [game.world.player.ref] == [event.killer for event in game.events if isinstance(event, Died)]


@pytest.mark.parametrize("reach", [0, -1])
def test_a_range_of_nothing_is_refused(reach: int) -> None:
    """It could never be cast."""
    with pytest.raises(ValueError, match="must be > 0"):
        Cast(effects=(), range=reach)


@pytest.mark.parametrize("late", [True, False])
def test_whom_the_first_effect_kills_the_others_leave_dead(arena: RuleSet, *, late: bool) -> None:
    """They still take place on the cell: whoever stands beside it is burned by the second blast."""
    burn, heal = Blast(radius=1, damage=10), Heal(amount=5)
    daze = Afflict(arena.conditions["confused"], turns=3)
    rules = attrs.evolve(with_cast(arena, Cast(effects=(burn, heal, daze, burn))), removes_dead_late=late)
    game = draw("@..oS", rules, inventory=CASTING)
    game.world.level.actors[2].hit_points = game.world.level.actors[2].max_hit_points = 15

    events = game.play(Use(0, Point(3, 0)))

    assert not [event for event in events if isinstance(event, Healed | ConditionBegan)]
    assert {"orc": 1, "statue": 1} == game.world.tally.kills
    assert [game.world.player] == game.world.level.actors
