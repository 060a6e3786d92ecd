"""Maximum damage that monsters can do to the player: in one act, and before the player acts again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import Harm
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.blows import on_player
from roguelike.engine.rules.combat import AMBUSH_FACTOR
from roguelike.engine.rules.fuses import fuse_of
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.rules.reach import strikes_far

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.observation import ObservedState


def most_of_act(seen: ObservedState, foe: Actor) -> int | None:
    """Return the maximum hit points that one act of a monster costs the player; None if dice explode.

    It counts attacks with their immediate effects, ambushes, missiles, talents, and the burst of a fuse that runs out.
    Conditions cost hit points round by round, and do not count.
    """
    burst = _fuse(foe)
    bursts = 0 if burst is None else _at_once(seen.ruleset, _bare(seen.me), burst[0].bursts)
    deed = _most_of_deed(seen, foe)
    return None if deed is None or bursts is None else max(deed, bursts)


def _bare(me: Actor) -> Actor:
    """Return the player without conditions."""
    return attrs.evolve(me, conditions={}) if me.conditions else me


def _most_of_deed(seen: ObservedState, foe: Actor) -> int | None:
    """Return the maximum damage of one act, except a burst."""
    # Shields and wards may end before the act.
    bare = _bare(seen.me)
    blow, mind, missile = _most_of_blow(seen, foe), foe.kind.mind, foe.kind.missile
    talents = () if mind is None else mind.wounds
    acts = [
        blow,
        _sum([blow, _at_once(seen.ruleset, bare, foe.kind.on_hit)]),
        0 if missile is None else _at_once(seen.ruleset, bare, missile.on_hit),
        _at_once(seen.ruleset, bare, talents),
    ]
    return None if None in acts else max(each for each in acts if each is not None)


def _most_of_blow(seen: ObservedState, foe: Actor) -> int | None:
    """Return the maximum damage of an attack or an ambush; an ambush doubles it, up to half of maximum HP."""
    if not foe.stats.attack:
        return 0
    me = seen.me
    most = on_player(seen.ruleset).most(foe.stats, me.stats)
    if most is None or foe.kind.mind is None or not foe.kind.mind.ambushes:
        return most
    return max(most, min(AMBUSH_FACTOR * most, max(1, me.max_hit_points // 2)))


def _at_once(ruleset: RuleSet, victim: Actor, effects: Iterable[Effect]) -> int | None:
    each = (effect.foreseen(ruleset, victim) for effect in effects)
    return _sum([0 if harm is None else harm.most for harm in each])


def _sum(parts: Iterable[int | None]) -> int | None:
    found = list(parts)
    return None if None in found else sum(each for each in found if each is not None)


def most_this_turn(seen: ObservedState, turns: int = 1) -> int | None:
    """Return the maximum hit points that the player can lose during an action, as far as they know.

    It counts awake monsters in view, the player's conditions, and flames and gas on or adjacent to their cell. The
    action takes `turns` turns, in each of which only as many melee attackers count as have room adjacent to the player.
    None if dice explode.
    """
    far: list[int] = []
    near: list[int] = []
    for foe in (each for each in seen.foes if each.is_hostile(seen.me)):
        most = _most_of_deed(seen, foe)
        if most is None:
            return None
        if foe.mood not in (Mood.ASLEEP, Mood.HELD):
            (far if strikes_far(foe) else near).append(most * _strikes(seen, foe, turns))
    struck = sum(far) + sum(sorted(near, reverse=True)[: _room(seen) * turns])
    bursts = (_most_of_burst(seen, foe, turns) for foe in seen.others)
    return _sum([struck, most_of_lasting(seen, turns), *bursts])


def _fuse(foe: Actor) -> tuple[ConditionKind, int] | None:
    """Return the fuse of a monster, lit or not, and the rounds until it bursts; None without one."""
    lit = fuse_of(foe)
    if lit is not None:
        return lit.kind, lit.left
    return None if foe.kind.mind is None else foe.kind.mind.fuse


def _most_of_burst(seen: ObservedState, foe: Actor, turns: int) -> int | None:
    """Return the maximum damage of a monster's burst during an action, with its approach to the player."""
    fuse, rounds = _fuse(foe), _rounds(seen.me, turns)
    if fuse is None or fuse[1] > rounds:
        return 0
    steps = (TURN - 1 + foe.speed * rounds) // TURN
    gap = max(0, chebyshev_distance(foe.at, seen.me.at) - steps)
    return _at_once(seen.ruleset, _bare(seen.me), [each for each in fuse[0].bursts if each.span >= gap])


def most_of_lasting(seen: ObservedState, turns: int = 1) -> int | None:
    """Return the maximum hit points that conditions, and flames and gas on or near their cell, cost the player."""
    me, rounds = seen.me, _rounds(seen.me, turns)
    costs: dict[str, int | None] = {}
    at_once: list[int | None] = []
    for name, condition in me.conditions.items():
        if condition.left:
            each = _at_once(seen.ruleset, me, condition.kind.each)
            costs[name] = None if each is None else each * min(rounds, condition.left)
    for effect in _air(seen):
        harm = effect.uncaused().preview(seen, me.at).befalls(me.id)
        at_once.append(None if harm.most is None else harm.most * rounds)
        if harm.condition is not None:
            each = _at_once(seen.ruleset, me, harm.condition.each)
            costs[harm.condition.name] = None if each is None else each * rounds
    return _sum([*costs.values(), *at_once])


def _air(seen: ObservedState) -> Iterator[Effect]:
    """Yield the effects of flames and gases on or adjacent to the player's cell."""
    level, fire = seen.level, seen.ruleset.fire
    near = level.grid.spread(1 << seen.cell, diagonally=False)
    if fire is not None and level.fire and level.burning & near and not is_immune(seen.me, Harm.FIRE):
        yield from fire.touch
    for name, cloud in sorted(level.gas.items()):
        if cells_with(cloud, level.grid.size) & near and "gas" not in seen.me.kind.immune:
            yield from seen.ruleset.gases[name].inside


def _strikes(seen: ObservedState, foe: Actor, turns: int) -> int:
    """Return how often a monster can attack during an action of the player, after its approach.

    The player does not know its energy, so it counts as the maximum. If a condition costs the monster its next attack,
    the first does not count, unless it has missiles or talents.
    """
    rounds = _rounds(seen.me, turns)
    acts, energy, cost = 0, TURN - 1 + foe.speed * rounds, TURN * foe.kind.blow_turns
    loses = foe.kind.missile is None and not _wounds(foe) and _loses_blow(foe, rounds)
    steps = max(0, chebyshev_distance(foe.at, seen.me.at) - 1)
    steps = min(steps, 1 if foe.kind.missile is None and not _wounds(foe) else 0) if strikes_far(foe) else steps
    energy -= steps * TURN
    winds_up, raised = foe.kind.mind is not None and foe.kind.mind.winds_up, foe.aims_at is not None
    while energy >= TURN:
        is_raise = winds_up and not raised
        is_lost = loses and not is_raise
        energy -= TURN if is_raise or is_lost else cost
        acts += not (is_raise or is_lost)
        raised, loses = is_raise, loses and not is_lost
    return acts


def _loses_blow(foe: Actor, rounds: int) -> bool:
    """Return whether a condition that lasts longer than `rounds` costs a monster its next attack."""
    return any(each.kind.lost_with_blow and each.left > rounds for each in foe.conditions.values())


def _wounds(foe: Actor) -> bool:
    return foe.kind.mind is not None and bool(foe.kind.mind.wounds)


def _rounds(me: Actor, turns: int) -> int:
    """Return the rounds that an action of `turns` turns takes."""
    return max(0, -((me.energy - TURN - TURN * turns) // max(1, me.speed)))


def _room(seen: ObservedState) -> int:
    """Return how many enemies have room adjacent to the player."""
    level, me = seen.level, seen.me
    around = [me.at.step(direction) for direction in seen.ruleset.monster_directions]
    cells = [at for at in around if level.grid.contains(at) and level.is_walkable(at)]
    return sum(1 for at in cells if (there := level.actor_at(at)) is None or there.is_hostile(me))
