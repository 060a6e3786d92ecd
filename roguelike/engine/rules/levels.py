"""Building levels, and changing from one to another.

A level is built when the player first enters it, and frozen when they leave it: only one level is live. Actors that
follow or fall wait as arrivals, and appear while the player is there.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from roguelike.engine.events import ArrivedBehind, ChangedLevel, Felt, Harm, Reason, Refused
from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.grid import board_of, cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.limits import ACTION_BUDGET, FALL_DAMAGE, TURN
from roguelike.engine.kinds.moods import NEUTRAL, Mood
from roguelike.engine.level_plan import MAX_ITEMS, MAX_MONSTERS, LevelRequest, NoLevel
from roguelike.engine.rules.budget import action_cost, standing_cost
from roguelike.engine.rules.climbing import climb
from roguelike.engine.rules.damage import hurt, roll_damage
from roguelike.engine.rules.falling import is_hole
from roguelike.engine.rules.following import AT_ONCE_WITHIN, take_along
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.hordes import dismiss
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.rules.keys import leave_behind
from roguelike.engine.rules.level_catchup import simulate_absence
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.rules.relocating import depart, relocate
from roguelike.engine.rules.tides import rise_on_arrival
from roguelike.engine.state.actor import Actor, Side
from roguelike.engine.state.arrival import Arrival
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.frozen_level import freeze, thaw
from roguelike.engine.state.item import Inventory, Item
from roguelike.engine.state.level import LONGEST_FELT, MAX_WAYPOINTS, MOST_FELT, Level

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan, PlannedFeature, PlannedItem, PlannedMonster
    from roguelike.engine.state.world import World


def build_level(plan: LevelPlan, ruleset: RuleSet, first_id: int, turn: int = 0) -> Level:
    """Build the level of a plan, with as many of its monsters and items as a level can hold; ids start at `first_id`.

    If monsters have moods, hunters have noticed the player on `turn`.
    """
    level = Level(
        plan.grid,
        ruleset.terrain,
        bytes(plan.terrain),
        cover=bytes(plan.cover) if any(plan.cover) else b"",
        features={plan.grid.index(each.at): _feature(each) for each in plan.features},
        waypoints=plan.waypoints[:MAX_WAYPOINTS],
        event=None if plan.event is None else ruleset.events[plan.event],
        felt=[each[:LONGEST_FELT] for each in dict.fromkeys(plan.feelings)][:MOST_FELT],
    )
    numbers = {planned.at: number for number, planned in enumerate(plan.monsters, start=first_id)}
    for planned in _within_budget(plan, ruleset):
        monster = create_actor(numbers[planned.at], planned.kind, planned.at, Inventory.empty(0))
        monster.mood = planned.mood
        monster.goal = planned.goal
        monster.camp = planned.camp
        monster.home = planned.at if planned.stays else None
        if ruleset.has_moods and planned.mood is Mood.HUNTING:
            monster.noticed_on = turn
        monster.side = _side(planned)
        monster.carries = None if planned.carries is None else _items(planned.carries)[0]
        monster.leader = 0 if planned.leader is None else numbers[planned.leader]
        level.add(monster)
    for each in plan.items[:MAX_ITEMS]:
        for item in _items(each):
            level.put(item, each.at)
    return level


def _side(planned: PlannedMonster) -> Side:
    is_captive = planned.mood is Mood.HELD and not planned.kind.always
    return Side.NONE if is_captive or planned.mood in NEUTRAL else Side.MONSTERS


def _feature(planned: PlannedFeature) -> Feature:
    holds = None if planned.holds is None else _items(planned.holds)[0]
    return Feature(planned.kind, planned.hidden, holds=holds)


def _items(planned: PlannedItem) -> list[Item]:
    """Return the items of a plan: one stack, or single items of a kind that does not stack."""
    kind, _, number, plus = planned
    return [Item.of(kind, number, plus)] if kind.stacks else [Item.of(kind, plus=plus) for _ in range(number)]


def create_actor(number: int, kind: ActorKind, at: Point, inventory: Inventory) -> Actor:
    """Create an actor at full health."""
    return Actor(number, kind, at, kind.hit_points, kind.hit_points, inventory)


def change_level(world: World) -> None:
    """Take a leaving player to the next level; leaving the first level upwards wins the game."""
    if world.leaving is None:
        return
    by, old, came_from = world.leaving, world.level, world.depth
    depth, world.leaving = world.depth + by.step, None
    if depth == 0:
        world.outcome = "won"
        return
    try:
        level, feelings = _level_at(world, depth, old.exit_at(Exit.DOWN))
    except NoLevel:
        world.emit(Refused(Reason.NO_WAY))
        return
    been_away = world.round - world.frozen[depth].left_on if depth in world.frozen else None
    at_once = been_away is not None and been_away < AT_ONCE_WITHIN
    take_along(world, by, depth, at_once=at_once, is_new=been_away is None)
    if not world.player.is_alive:  # killed by the death of an ally that stays behind
        return
    left_at = _hole_of(old, by, world.player.at)
    dismiss(world, world.player)
    leave_behind(world, world.player)
    depart(world, world.player)
    world.frozen.pop(depth, None)
    old.look(())  # what was in view is remembered
    world.frozen[world.depth] = freeze(old, world.ruleset, world.round)
    world.level, world.depth, world.in_view = level, depth, frozenset()
    world.caches.clear()
    if been_away is not None:
        simulate_absence(world, been_away)
    rise_on_arrival(world)
    _put_player(world, by, left_at)
    if by.step > 0:
        _mark_holes(world, old, by, left_at)
    update_fov(world)  # so that the player sees the events that follow
    world.emit(ChangedLevel(world.player.ref, by, depth, by is Exit.FALL and is_immune(world.player, Harm.FALL)))
    place_arrivals(world)
    for feeling in feelings:
        world.emit(Felt(feeling))
    climb(world, came_from)
    if by is Exit.FALL:
        _land(world, world.player)


def place_arrivals(world: World) -> None:
    """Place due arrivals, oldest first, as far as there is room."""
    for arrival in [each for each in world.arrivals if each.depth == world.depth and each.due <= world.round]:
        at = world.player.at if arrival.beside else _arrival_place(world.level, arrival.by, arrival.at)
        if (place := _room_near(world, at, arrival.by)) is None:
            continue
        world.arrivals.remove(arrival)
        for item in arrival.items:
            world.level.put(item, place)
        if (actor := arrival.actor) is not None:
            actor.energy = 0
            world.level.add(actor, place)
            forget_distances(world)
            world.emit(ArrivedBehind(actor.ref, arrival.by))
            if arrival.by is Exit.FALL:
                _land(world, actor)


def _level_at(world: World, depth: int, entrance: Point | None) -> tuple[Level, list[str]]:
    """Return the level of a depth, as it was left or newly generated, and the feelings of a new one."""
    rules = world.ruleset
    if depth in world.frozen:
        return thaw(world.frozen[depth], rules), []
    request = LevelRequest(world.seed, depth, entrance)
    plan = rules.generator.generate(rules, request.chance(), request)
    level = build_level(plan, rules, world.next_id, world.turn)
    world.next_id += len(plan.monsters)
    return level, plan.feelings


def _hole_of(level: Level, by: Exit, at: Point) -> Point:
    """Return the cell by which the player leaves: for a climb, the cell of the hole on the level above."""
    feature = level.feature_at(at) if by is Exit.CLIMB else None
    return at if feature is None or feature.above is None else feature.above


def _mark_holes(world: World, above: Level, by: Exit, left_at: Point) -> None:
    """Mark where the player came through a hole of the level above, and remove the marks of holes that closed."""
    level, cell = world.level, world.player.cell
    for place in [each for each, feature in sorted(level.features.items()) if feature.above is not None]:
        at = level.features[place].above
        if at is not None and not is_hole(above, at):
            level.set_feature(place, None)
    there, kind = level.features.get(cell), world.ruleset.hole
    is_free = there is None or there.above is not None
    if by is Exit.FALL and kind is not None and is_free and is_hole(above, left_at):
        level.set_feature(cell, Feature(kind, above=left_at))


def _put_player(world: World, by: Exit, left_at: Point) -> None:
    """Place the player at their point of arrival, and move an actor there aside."""
    level, player = world.level, world.player
    at = _arrival_place(level, by, left_at)
    if by.stairs is not by or not level.is_walkable(at):
        at = _room_near(world, at, by) or at
    if (other := level.actor_at(at)) is not None:
        aside = _room_near(world, at, by)
        if aside is None:
            depart(world, other)
            world.arrivals.append(Arrival(world.depth, by, world.round, at, other))
        else:
            relocate(world, other, aside)
    level.add(player, at)


def _arrival_place(level: Level, by: Exit, left_at: Point) -> Point:
    """Return the cell of arrival by an exit: the stairs, or the cell of the hole."""
    stairs = level.exit_at(by.arrival)
    inside = Point(min(left_at.x, level.width - 1), min(left_at.y, level.height - 1))
    return inside if stairs is None else stairs


def _room_near(world: World, at: Point, by: Exit) -> Point | None:
    """Return the free cell nearest to `at`, the lowest in a tie; None without one.

    Water, chasms and other terrain that asks for confirmation do not count; nor, after a fall or a climb, cells that a
    locked door cuts off from the stairs; nor, after a climb, the hole itself.
    """
    level = world.level
    grid, bare = level.grid, level.passable & ~level.cells("asks")
    if by is Exit.CLIMB:
        bare &= ~(1 << grid.index(at))
    if by.stairs is not by:
        bare = bare & _reached_by_stairs(level) or bare
    board = 1 << grid.index(at)
    for _ in range(max(grid.width, grid.height)):
        free = [cell for cell in cells_of(board & bare) if level.actor_on(cell) is None]
        if free:
            return min(map(grid.point, free), key=lambda point: squared_distance(point, at))
        board = grid.spread(board, diagonally=True)
    return None


def _reached_by_stairs(level: Level) -> int:
    """Return the bitboard of the cells in walking reach of the stairs; 0 without stairs."""
    ways = level.passable & ~level.cells("asks") | level.cells("deep")
    stairs = (level.exit_at(way) for way in (Exit.UP, Exit.DOWN))
    return level.grid.flood(board_of(level.grid.index(at) for at in stairs if at is not None), ways, diagonally=True)


def _land(world: World, actor: Actor) -> None:
    hurt(world, actor, roll_damage(world, FALL_DAMAGE), Harm.FALL, Cause(None, actor.at))


def _within_budget(plan: LevelPlan, ruleset: RuleSet) -> list[PlannedMonster]:
    """Return the first of a plan's monsters, as many as can act within the budget of one turn of the player."""
    monsters = plan.monsters[:MAX_MONSTERS]
    standing = TURN * max(map(standing_cost, ruleset.terrain))
    costs = (kind.speed * action_cost(kind, ruleset, plan.grid) + standing for kind, *_ in monsters)
    spent = itertools.accumulate(costs)
    most = ACTION_BUDGET * ruleset.player.speed
    return [monster for monster, sum_ in zip(monsters, spent, strict=True) if sum_ <= most]
