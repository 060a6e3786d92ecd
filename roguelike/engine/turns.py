"""Turns: their phases, the actors that act in them, and the costs of actions.

A turn begins with a command of the player (COMMAND). If that took time, rounds pass until the player can act again: in
each, actors gain energy and act by rising id as long as they have enough (ACTORS), then the surroundings act
(ENVIRONMENT). At last the turn is closed (CLOSE). After every command, whether it took time or not, the field of view
is updated and events report monsters new in it. While a projectile is in flight, time stands still; the phase and the
acting monster are saved, so that a game loaded in flight continues from there.

However slow the player is, the budget limits the work of the level in one turn (`rules.budget`).
"""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING, Final

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import (
    Bumped,
    CameIntoView,
    CannotDo,
    LampChange,
    LampChanged,
    Reason,
    Refused,
    TurnEnded,
    Won,
)
from roguelike.engine.kinds.limits import ACTION_BUDGET, TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.budget import action_costs, charge_round, has_budget
from roguelike.engine.rules.captives import make_work_heard
from roguelike.engine.rules.conditions import end, overriding_mind, pass_turn
from roguelike.engine.rules.counting import note
from roguelike.engine.rules.damage import remove_dead
from roguelike.engine.rules.flight import advance_projectiles
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.lamp import dimmed_to
from roguelike.engine.rules.levels import change_level
from roguelike.engine.rules.noise import begin
from roguelike.engine.rules.noise import end as end_noise
from roguelike.engine.rules.pursuit import forget_distances
from roguelike.engine.rules.reach import note_lurking
from roguelike.engine.rules.rounds import end_round
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.world import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.families import Mind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

_WAIT: Final = Wait()
_FALLEN: Final = Mood.FALLEN


def perform(world: World, command: Command) -> None:
    """Perform a command of the player, and advance time by its cost until a projectile is in flight."""
    if world.outcome is not None:
        world.emit(Refused(Reason.GAME_OVER))
        return
    if world.level.projectiles:
        world.emit(Refused(Reason.IN_FLIGHT))
        return
    is_heard = world.ruleset.noise is not None
    searched, activity, lamp = world.player.searched, world.activity, begin(world) if is_heard else Lamp.OPEN
    try:
        cost = _perform(world, command)
    except CannotDo as refusal:
        world.activity = activity
        world.emit(Refused(refusal.reason, refusal.item))
        return
    if is_heard:
        end_noise(world, lamp)
        make_work_heard(world)
    if cost:
        if world.player.searched == searched:  # any command except another search
            world.player.searched = 0
        world.player.energy -= cost
        _begin_round_or_close(world)
    advance(world)


def tick(world: World) -> None:
    """Move every projectile by one cell; when the last has landed, time resumes."""
    if world.level.projectiles:
        advance_projectiles(world)
        advance(world)


def advance(world: World) -> None:
    """Advance time until the player must choose, a projectile is in flight, or the game is over."""
    # A flight can have moved or killed any actor, and a loaded game has no distances either.
    forget_distances(world)
    while not world.level.projectiles and world.outcome is None and world.phase in _STEPS:
        _STEPS[world.phase](world)
    if world.outcome is not None and world.phase != Phase.OVER:
        _finish(world)
    elif world.phase == Phase.COMMAND:
        if not world.level.projectiles:
            _remove_the_dead(world)
        look(world)
    elif world.level.projectiles:  # so that a game loaded here has the same field of view
        update_fov(world)


def look(world: World) -> None:
    """Update the field of view, and emit the monsters that are new in it.

    Allies come into view and leave it without an event.
    """
    update_fov(world)
    _note_dimming(world)
    seen = world.visible_monsters()
    if world.ruleset.has_swimmers:
        note_lurking(world.level, seen)
    for actor in seen:
        if actor.id not in world.in_view and actor.side != world.player.side:
            world.emit(came_into_view(world, actor))
    world.in_view = frozenset(actor.id for actor in seen)


def _note_dimming(world: World) -> None:
    """Report when enemies begin to dim the player's light."""
    is_dimmed = dimmed_to(world) is not None
    if is_dimmed and not world.is_dimmed:
        world.emit(LampChanged(LampChange.DIMMED))
    world.is_dimmed = is_dimmed


def came_into_view(world: World, actor: Actor) -> CameIntoView:
    """Return the event of a monster that has come into view, in its present state."""
    return CameIntoView(actor.ref, actor.mood is Mood.ASLEEP, actor.is_captive, world.player.at)


def _perform(world: World, command: Command) -> int:
    """Perform a command of the player; a condition can choose another step, which costs the turn even at a wall."""
    player = world.player
    if not command.takes_time:
        return command.perform(world, player)
    if player.conditions and player.cannot("act"):
        return TURN
    mind = overriding_mind(player) if isinstance(command, Move) else None
    if mind is None:
        return command.perform(world, player)
    try:
        mind.choose(world, player).perform(world, player)
    except CannotDo:
        world.emit(Bumped(player.ref))
    return TURN


def _begin_round_or_close(world: World) -> None:
    """Begin a round, in which actors gain energy; close the turn instead if the player has enough to act again.

    Once the budget of the turn is spent the monsters gain none: for them, time goes on with the next turn.
    """
    if world.player.energy >= TURN:
        world.phase = Phase.CLOSE
        return
    with_gear = world.ruleset.has_gear
    for actor in world.level.actors if has_budget(world) else (world.player,):
        actor.gain_energy(with_gear=with_gear)
    world.phase, world.acting = Phase.ACTORS, 0


def _end_round(world: World) -> None:
    """Run the surroundings, and begin another round if the player has not enough energy yet."""
    end_round(world)
    if world.outcome is None:
        charge_round(world)
        _begin_round_or_close(world)


def _act_all(world: World) -> None:
    """Run the monsters by rising id, from the last that acted, each as long as it has energy.

    A missile in flight and the end of the game stop time after the action that caused them. When the budget of the turn
    is spent, the other monsters keep their energy for the next turn.
    """
    level, player, costs = world.level, world.player, action_costs(world)
    if not world.acting:
        world.ruleset.perception.notice_all(world)
    for actor in level.actors[bisect.bisect_left(level.actors, world.acting, key=_id) :]:
        while (
            actor.energy >= TURN
            and actor is not player
            and actor.hit_points
            and world.budget_spent < ACTION_BUDGET  # inlines `has_budget`: the hottest check of all
        ):
            world.acting = actor.id
            world.budget_spent += costs[actor.kind]
            cost = _act(world, actor)  # evaluated first: an actor that falls out of the level loses its energy
            actor.energy -= cost if cost > TURN else TURN  # noqa: FURB136 -- half the time of `max`
            if level.projectiles or world.outcome is not None:
                return
    world.phase, world.acting = Phase.ENVIRONMENT, 0


def _act(world: World, actor: Actor) -> int:
    """Run a monster's choice and return its cost; an impossible one costs it a turn."""
    if actor.mood is _FALLEN:
        return TURN
    start, mind = actor.at, actor.kind.mind
    if actor.conditions:
        if actor.cannot("act"):
            return TURN
        mind = _under_conditions(world, actor)
    try:
        cost = (_WAIT if mind is None else mind.choose(world, actor)).perform(world, actor)
    except CannotDo:
        cost = TURN
    actor.idle_turns = actor.idle_turns + 1 if actor.at == start else 0
    return cost


def _under_conditions(world: World, actor: Actor) -> Mind | None:
    """Pass a turn of a monster's conditions, and return the mind that chooses; None if recovery takes the turn."""
    mind = overriding_mind(actor) or actor.kind.mind
    spent = pass_turn(actor)
    return None if spent and end(world, actor, spent) else mind


def _close(world: World) -> None:
    """Close the turn: end expired conditions of the player, remove the dead, and change the level."""
    player = world.player
    if player.conditions:
        pass_turn(player)
        end(world, player, [condition for condition in player.conditions.values() if not condition.left])
    _remove_the_dead(world)
    if world.leaving is not None:
        change_level(world)
    if world.outcome is not None:
        return
    world.turn += 1
    world.phase, world.budget_spent = Phase.COMMAND, 0
    world.emit(TurnEnded(world.turn))
    if player.covered:
        note(world, "covered")
    if player.conditions and player.is_alive and player.cannot("act"):
        look(world)
        player.energy -= TURN
        _begin_round_or_close(world)


def _finish(world: World) -> None:
    """End the game; the turn that decided it counts, although no other actor acts in it."""
    world.turn += 1
    _remove_the_dead(world)
    world.level.projectiles.clear()
    if world.ruleset.counts_rounds:  # terrain can have changed since the last update
        update_fov(world)
    world.phase, world.leaving, world.acting, world.budget_spent = Phase.OVER, None, 0, 0
    if world.outcome == "won":
        world.emit(Won())


def _remove_the_dead(world: World) -> None:
    """Remove the actors that died since the player's last command, in rule sets that remove the dead late."""
    for actor in [actor for actor in world.level.actors if not actor.hit_points]:
        remove_dead(world, actor)


def _id(actor: Actor) -> int:
    return actor.id


_STEPS: Final[dict[Phase, Callable[[World], None]]] = {
    Phase.ACTORS: _act_all,
    Phase.ENVIRONMENT: _end_round,
    Phase.CLOSE: _close,
}
"""The function of each phase in which time passes."""
