"""Conditions: how they begin, how they stack, what they do and how they expire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.dice import roll
from roguelike.engine.events import ConditionBegan, ConditionEnded, ConditionEnding, Struggled
from roguelike.engine.kinds.limits import ACTION_BUDGET
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.hordes import vanish
from roguelike.engine.schema import MOST
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.condition import MAX_OLDER, Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.families import Mind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.attribution import Attribution
    from roguelike.engine.state.world import World

_HELD: Final = Mood.HELD


def afflict(world: World, victim: Actor, kind: ConditionKind, turns: int, maker: Attribution | None = None) -> None:
    """Apply a condition to `victim` for `turns`, in the unit that its kind counts; the kind also says how it stacks.

    An actor's conditions are sorted by name, the order in which they are saved. The dead get none, nor does an actor
    with another condition that prevents it.
    """
    if not victim.hit_points or (victim.mood is _HELD and victim.is_statue):
        return
    if victim.conditions and _is_prevented(victim, kind):
        return
    for name in kind.cures:
        cure(world, victim, name)
    known = victim.conditions.get(kind.name)
    if known is None:
        kept = {**victim.conditions, kind.name: Condition(kind, turns)}
        victim.conditions = {name: kept[name] for name in sorted(kept)}
    else:
        _stack(known, turns)
    if (kind.each or kind.bursts) and maker is not None:
        victim.conditions[kind.name].maker = maker
    if known is None or kind.stacks not in {"longest", "add"}:
        world.emit(ConditionBegan(victim.ref, kind, turns))
    if known is None and kind.daunts is not None and not victim.is_player:
        afflict(world, victim, world.ruleset.conditions[kind.daunts.condition], kind.daunts.turns)


def lose_blow(world: World, actor: Actor) -> bool:
    """End the conditions that cost an actor one attack, and return whether there were any."""
    costly = [each for each in actor.conditions.values() if each.left and each.kind.lost_with_blow]
    for each in costly:
        cure(world, actor, each.kind.name)
    return bool(costly)


def cure(world: World, patient: Actor, name: str) -> None:
    """End a condition, with all older ones of its kind, if the patient has it."""
    known = patient.conditions.get(name)
    if known is not None:
        known.older.clear()
        end(world, patient, [known])


def breaks_free(world: World, actor: Actor) -> bool:
    """Roll a stuck actor's attempt to break free; return whether the actor can step."""
    for condition in [each for each in actor.conditions.values() if each.left and "move" in each.kind.blocks]:
        tries = condition.kind.escapes
        if not tries or roll(world.rng, 1, tries) > 1:
            world.emit(Struggled(actor.ref, condition.kind))
            return False
        cure(world, actor, condition.kind.name)
    return True


def overriding_mind(actor: Actor) -> Mind | None:
    """Return the mind of the first condition that overrides the actor's own; None without one."""
    for condition in actor.conditions.values():
        if condition.left and condition.kind.overrides is not None:
            return condition.kind.overrides
    return None


def pass_turn(actor: Actor) -> list[Condition]:
    """Count down the conditions measured in turns, and return those that had already run out."""
    spent = []
    for condition in actor.conditions.values():
        if condition.kind.counts == "actions":
            if condition.left:
                condition.left -= 1
            else:
                spent.append(condition)
    return spent


def pass_round(world: World) -> None:
    """Run and count down the conditions measured in rounds, by rising ids of the actors.

    When the budget of the turn is spent, those of monsters wait; the player's never do.
    """
    for actor in tuple(world.level.actors):
        if actor.conditions and (world.budget_spent < ACTION_BUDGET or actor is world.player):
            _pass_round(world, actor)


def pass_rounds(world: World, actor: Actor, rounds: int) -> None:
    """Count down an actor's conditions by `rounds` in one go, without their effects."""
    known = [condition for condition in actor.conditions.values() if condition.kind.counts == "rounds"]
    for condition in known:
        condition.left = max(0, condition.left - rounds)
    end(world, actor, [condition for condition in known if not condition.left])


def end(world: World, actor: Actor, spent: Sequence[Condition]) -> bool:
    """End expired conditions or restore the older ones, and return whether recovery takes the turn."""
    for condition in spent:
        if condition.older:
            condition.left = condition.older.pop()
        else:
            del actor.conditions[condition.kind.name]
        world.emit(ConditionEnded(actor.ref, condition.kind))
        if "summoned" in condition.kind.traits and not actor.is_player and actor.is_alive:
            vanish(world, actor)
    return bool(spent) and any(condition.kind.recovery_takes_turn for condition in spent)


def _is_prevented(victim: Actor, kind: ConditionKind) -> bool:
    for each in victim.conditions.values():  # noqa: SIM110 -- half the time of `any`
        if each.left and kind.name in each.kind.prevents:
            return True
    return False


def _stack(known: Condition, turns: int) -> None:
    match known.kind.stacks:
        case "replace":
            known.left = turns
        case "nest":
            known.older = [*known.older, known.left][-MAX_OLDER:]
            known.left = turns
        case "longest":
            known.left = max(known.left, turns)
        case "add":
            known.left = min(max(known.left, known.kind.adds_to or MOST), known.left + turns)


def _pass_round(world: World, actor: Actor) -> None:
    is_player = actor is world.player
    for condition in tuple(actor.conditions.values()):
        kind = condition.kind
        if kind.counts != "rounds" or not actor.hit_points or actor.conditions.get(kind.name) is not condition:
            continue
        if kind.each and condition.left:
            for effect in kind.each:
                if not is_player:
                    world.budget_spent += effect.effort()
                effect.apply(world, Cause(None, actor.at, kind, behind=condition.maker), actor.at)
        if actor.hit_points and actor.conditions.get(kind.name) is condition:  # a falling ally loses all of them
            if is_player or condition.left <= 1:
                _count_down(world, actor, condition)
            else:
                condition.left -= 1


def _count_down(world: World, actor: Actor, condition: Condition) -> None:
    kind = condition.kind
    condition.left = max(0, condition.left - 1)
    if kind.most and actor.is_player:
        condition.lasted += 1
        condition.left = condition.left if condition.lasted < kind.most else 0
    if condition.left:
        if condition.left == kind.warns and actor.is_player:
            world.emit(ConditionEnding(actor.ref, kind, condition.left))
        return
    end(world, actor, [condition])
    if kind.leaves is not None and condition.lasted >= kind.most > 0:
        afflict(world, actor, world.ruleset.conditions[kind.leaves.condition], kind.leaves.turns)
