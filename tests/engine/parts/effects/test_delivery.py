"""Casting and launching."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import ConditionBegan, Died, Exploded, Harm, Harmed, Healed, Launched, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Blast
from roguelike.engine.parts.effects.delivery import Cast, Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.restore import restore
from roguelike.engine.rules.flight import launch
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.cause import Cause
from tests.arena import with_confusion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


CASTING = ["potion"]


def with_cast(arena: RuleSet, cast: Cast) -> RuleSet:
    """Return the rules with an item that casts this."""
    return attrs.evolve(arena, items={**arena.items, "potion": attrs.evolve(arena.items["potion"], effects=(cast,))})


def refusal_of_casting(game: Game, target: Point | None) -> list[Reason]:
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


def test_a_spell_takes_place_at_the_target_at_once(fire: RuleSet) -> None:
    """Actors in between do not matter; no projectile flies, and the item is used up."""
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
    """The caster's cell is a target like any other."""
    game = draw("@.", fire, inventory=CASTING)

    burned = Harmed(game.world.player.ref, 4, Harm.FIRE, fire.items[CASTING[0]])

    assert burned in game.play(Use(0, Point(0, 0)))


def test_all_effects_take_place_in_order(arena: RuleSet) -> None:
    """They take place on the same cell."""
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


def test_a_spell_needs_a_target(fire: RuleSet) -> None:
    """Using the item needs a cell."""
    game = draw("@..S", fire, inventory=CASTING)

    assert fire.items["potion"].aimed
    assert [Reason.NEEDS_TARGET] == refusal_of_casting(game, None)


@pytest.mark.parametrize("target", [Point(2, 2), Point(-1, 0), Point(0, 3), Point(5, 0)])
def test_a_target_out_of_view_is_refused(fire: RuleSet, target: Point) -> None:
    """Behind a wall or off the level; no item is used up and no actor moves."""
    game = draw("@....\n#####\n..o..", fire, inventory=CASTING)
    before = game.digest()

    assert [Reason.OUT_OF_SIGHT] == refusal_of_casting(game, target)
    assert before == game.digest()


def test_a_wall_in_view_can_be_the_target(fire: RuleSet) -> None:
    """The passable cells around it burn."""
    game = draw("@.#", fire, inventory=CASTING)

    events = game.play(Use(0, Point(2, 0)))

    assert any(isinstance(event, Exploded) for event in events)


@pytest.mark.parametrize(("target", "refused"), [(Point(3, 4), False), (Point(5, 0), False), (Point(4, 4), True)])
def test_a_range_bounds_a_spell_by_the_straight_distance(arena: RuleSet, target: Point, *, refused: bool) -> None:
    """A distance of five by Pythagoras is within five."""
    ruleset = with_cast(arena, Cast(effects=(Blast(radius=1, damage=1),), range=5))
    game = draw("\n".join(["@.....", *["......"] * 5]), ruleset, inventory=CASTING)

    assert ([Reason.OUT_OF_RANGE] if refused else []) == refusal_of_casting(game, target)


@pytest.mark.parametrize("target", [Point(0, 0), Point(1, 0), Point(2, 0), Point(4, 0)])
def test_where_an_enemy_is_needed_nothing_else_will_do(hex_only: RuleSet, target: Point) -> None:
    """Neither the caster, an empty cell, an item nor a wall."""
    game = draw("@.,S#", hex_only, inventory=CASTING)

    assert [Reason.NOBODY_THERE] == refusal_of_casting(game, target)
    assert game.world.player.inventory.at(0) is not None


def test_where_an_enemy_is_needed_it_is_met(hex_only: RuleSet) -> None:
    """Only that enemy is hit."""
    game = draw("@.SS", hex_only, inventory=CASTING)
    first, second = game.world.level.actors[1:]

    events = game.play(Use(0, second.at))

    assert [ConditionBegan(second.ref, game.world.ruleset.conditions["confused"], 3)] == [
        event for event in events if isinstance(event, ConditionBegan)
    ]
    assert not first.conditions


def test_out_of_view_is_reported_before_an_empty_target(hex_only: RuleSet) -> None:
    """Otherwise the answer would reveal actors in the dark."""
    game = draw("@....\n#####\n..o..", hex_only, inventory=CASTING)

    assert [Reason.OUT_OF_SIGHT] * 2 == [*refusal_of_casting(game, Point(2, 2)), *refusal_of_casting(game, Point(3, 2))]


def test_the_preview_is_the_cells_of_all_effects(arena: RuleSet) -> None:
    """For a burst, it shows all cells that will burn."""
    game = draw("@....", arena)
    cast = Cast(effects=(Blast(radius=1, damage=4), Afflict(arena.conditions["confused"], turns=3)))

    assert (Point(2, 0), Point(3, 0), Point(4, 0), Point(3, 0)) == cast.preview(observe(game.world), Point(3, 0)).area


def test_a_second_confusion_may_nest(arena: RuleSet) -> None:
    """The first continues after the second, with two of its three turns left."""
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
    """The caster is the killer of the victims."""
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
def test_later_effects_do_not_change_a_death_by_the_first(arena: RuleSet, *, late: bool) -> None:
    """They still take place on the cell: the second blast burns an adjacent actor."""
    burn, heal = Blast(radius=1, damage=10), Heal(amount=5)
    daze = Afflict(arena.conditions["confused"], turns=3)
    rules = attrs.evolve(with_cast(arena, Cast(effects=(burn, heal, daze, burn))), removes_dead_late=late)
    game = draw("@..oS", rules, inventory=CASTING)
    game.world.level.actors[2].hit_points = game.world.level.actors[2].max_hit_points = 15

    events = game.play(Use(0, Point(3, 0)))

    assert not [event for event in events if isinstance(event, Healed | ConditionBegan)]
    assert {"orc": 1, "statue": 1} == game.world.tally.kills
    assert [game.world.player] == game.world.level.actors


def watch(game: Game, target: Point) -> list[Point]:
    """Launch the item in the first slot, and return the cells over which it is seen."""
    game.submit(Use(0, target))
    game.update()
    flight = []
    while game.in_flight:
        flight.append(game.world.level.projectiles[0].at)
        game.tick()
    return flight


def burst(game: Game) -> list[Point]:
    """Return the cells of the bursts."""
    return [event.at for event in game.events if isinstance(event, Exploded)]


def with_projectile(arena: RuleSet, name: str, **changes: object) -> RuleSet:
    """Return the rules with one item's projectile changed."""
    projectile = attrs.evolve(arena.projectiles[name], **changes)  # type: ignore[arg-type]
    return with_item(arena, name, Launch(projectile=projectile))


def with_item(arena: RuleSet, name: str, effect: Launch) -> RuleSet:
    """Return the rules with one item's effect changed."""
    items: Mapping[str, object] = {**arena.items, name: attrs.evolve(arena.items[name], effects=(effect,))}
    return attrs.evolve(arena, items=items)  # type: ignore[arg-type]


def test_a_missile_flies_one_cell_a_tick_and_stops_at_its_target(arena: RuleSet) -> None:
    """It starts on its thrower's cell, and never flies past the target (ruling D1)."""
    game = draw("@........", arena, inventory=["fireball"])

    flight = watch(game, Point(5, 0))

    assert [Point(x, 0) for x in range(5)] == flight
    assert [Point(5, 0)] == burst(game)


def test_a_missile_stops_at_the_first_actor(arena: RuleSet) -> None:
    """An actor in the way is hit instead of the target (C9-34)."""
    game = draw("@..S..S", arena, inventory=["bolt"])
    _, first, second = game.world.level.actors

    watch(game, Point(6, 0))

    assert ConditionBegan(first.ref, game.world.ruleset.conditions["confused"], 4) in game.events
    assert not second.conditions


def test_a_missile_stops_before_the_first_wall(arena: RuleSet) -> None:
    """It is never inside the wall, and bursts in front of it (C9-33)."""
    unseen = with_item(arena, "fireball", Launch(projectile=arena.projectiles["fireball"], in_sight=False))
    game = draw("@..#....", unseen, inventory=["fireball"])

    flight = watch(game, Point(7, 0))

    assert [Point(0, 0), Point(1, 0), Point(2, 0)] == flight
    assert [Point(2, 0)] == burst(game)


def test_thrown_at_the_next_wall_a_missile_bursts_above_its_thrower(arena: RuleSet) -> None:
    """It is possible, if unwise."""
    game = draw("@#", arena, inventory=["fireball"])

    watch(game, Point(1, 0))

    assert [Point(0, 0)] == burst(game)
    assert 16 == game.world.player.hit_points


def test_items_on_the_floor_do_not_stop_a_missile(arena: RuleSet) -> None:
    """Items and corpses are flown over (C9-35)."""
    game = draw("@,!S", arena, inventory=["bolt"])

    watch(game, Point(3, 0))

    assert game.world.level.actors[1].conditions
    assert game.world.level.items_at(Point(1, 0))


def test_a_projectile_without_a_hit_has_no_hit_effects(arena: RuleSet) -> None:
    """`on_hit` applies only to an actor that is hit (C9-37)."""
    game = draw("@.......S", arena, inventory=["bolt"])

    watch(game, Point(4, 0))

    assert not any(isinstance(event, ConditionBegan) for event in game.events)


def test_a_missile_never_hits_its_thrower(arena: RuleSet) -> None:
    """The first step leaves the thrower's cell (C9-54)."""
    game = draw("@..", arena, inventory=["bolt"])

    watch(game, Point(1, 0))

    assert not game.world.player.conditions


def test_a_diagonal_projectile_takes_the_kings_way(arena: RuleSet) -> None:
    """It takes as many ticks as the longer axis has cells."""
    game = draw("@...\n....\n....", arena, inventory=["bolt"])

    flight = watch(game, Point(2, 2))

    assert [Point(0, 0), Point(1, 1)] == flight


def test_a_cardinal_projectile_takes_the_rooks_way(arena: RuleSet) -> None:
    """In other games nothing flies diagonally; (3, 1) is east, south, east, east (C9-30, 5.7)."""
    game = draw("@...\n....\n....", with_projectile(arena, "bolt", diagonal=False), inventory=["bolt"])

    flight = watch(game, Point(3, 1))

    assert [Point(0, 0), Point(1, 0), Point(1, 1), Point(2, 1)] == flight


def test_two_that_meet_ignore_each_other(arena: RuleSet) -> None:
    """They pass through each other, and each hits its target (C9-36)."""
    game = draw("@.....S", arena)
    world = game.world
    player, statue = world.level.actors
    launch(world, arena.projectiles["stone"], player.ref, player.at, statue.at)
    launch(world, arena.projectiles["stone"], statue.ref, statue.at, player.at)

    while game.in_flight:
        game.tick()

    assert (19, 9) == (player.hit_points, statue.hit_points)


def test_projectiles_that_land_together_take_effect_in_order_of_launch(arena: RuleSet) -> None:
    """All move first, then all that have landed take effect (C9-42)."""
    game = draw("@.m", arena)
    world = game.world
    player, mouse = world.level.actors
    for kind in ("stone", "fireball", "bolt"):
        launch(world, arena.projectiles[kind], player.ref, player.at, mouse.at)

    while game.in_flight:
        game.tick()

    told = [type(event).__name__ for event in game.events if not isinstance(event, Launched)]
    assert ["Harmed", "Died", "Exploded", "Harmed", "Won"] == told


@pytest.mark.parametrize(("reach", "refused"), [(4, True), (5, False)])
def test_a_range_bounds_the_aim(arena: RuleSet, reach: int, *, refused: bool) -> None:
    """Straight distance again: 3 across and 4 down are 5."""
    ranged = with_item(arena, "bolt", Launch(projectile=arena.projectiles["bolt"], range=reach))
    game = draw("@...\n....\n....\n....\n....", ranged, inventory=["bolt"])

    events = game.play(Use(0, Point(3, 4)))

    assert refused == (events == [Refused(Reason.OUT_OF_RANGE)])


def test_a_cell_out_of_view_cannot_be_aimed_at(arena: RuleSet) -> None:
    """It can be if the rule set allows it."""
    blind = with_item(arena, "bolt", Launch(projectile=arena.projectiles["bolt"], in_sight=False))
    seeing, unseeing = (draw("@.#.", ruleset, inventory=["bolt"]) for ruleset in (arena, blind))

    assert [Refused(Reason.OUT_OF_SIGHT)] == seeing.play(Use(0, Point(3, 0)))
    assert isinstance(unseeing.play(Use(0, Point(3, 0)))[0], Launched)


def test_a_wall_in_view_can_be_aimed_at(arena: RuleSet) -> None:
    """Fire aimed at a wall burns the cells in front of it."""
    game = draw("@...#", arena, inventory=["fireball"])

    watch(game, Point(4, 0))

    assert [Point(3, 0)] == burst(game)


def test_a_launch_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """The player gets no message about a missile launched from out of sight."""
    game = draw("@.#s", arena)
    slinger = game.world.level.actors[1]

    launch(game.world, arena.projectiles["stone"], slinger.ref, slinger.at, game.world.player.at)

    assert [Launched(slinger.ref, arena.projectiles["stone"], seen=False)] == list(game.events)


def test_a_range_below_zero_is_refused(arena: RuleSet) -> None:
    """No cell could ever be a target."""
    with pytest.raises(ValueError, match="range"):
        Launch(projectile=arena.projectiles["bolt"], range=-1)


def test_a_projectile_launched_where_another_ends_ends_there(arena: RuleSet) -> None:
    """A shell can burst into another projectile, which takes effect on the next tick."""
    shell = attrs.evolve(arena.projectiles["fireball"], on_stop=(Launch(projectile=arena.projectiles["fireball"]),))
    game = draw("@...o", arena, inventory=["fireball"])
    launch(game.world, shell, game.world.player.ref, game.world.player.at, Point(3, 0))

    for _ in range(3):
        game.tick()
    assert [] == burst(game)
    assert [] == game.world.level.projectiles[0].path
    assert game.digest() == restore(game.world.ruleset, snapshot(game.world)).digest()
    game.tick()

    assert [Point(3, 0)] == burst(game)
    assert not game.in_flight
