"""Mean cost of a fight in hit points, and the hit points that a preview would save.

All estimates are linear in mean damage, so that many choices can be compared each turn. Means are floats here: they
only rank choices, which enter the game as plain commands.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.autoplay.duels import mean_blow
from roguelike.autoplay.roles import mends, reaches_out, winds_up
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.amounts import amount_at
from roguelike.engine.kinds.limits import MAX_TURNS, TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Hurt, stats_thrown
from roguelike.engine.rules.odds import blow
from roguelike.engine.state.condition import Condition

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.conditions import ConditionKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.actor import Actor

_FOREVER: Final = 200.0
"""Maximum length of a fight, in turns."""
_DEAREST: Final = 1000.0
"""Maximum cost of a fight, in hit points."""
RAISED: Final = 2
"""Turns for each attack of monsters that wind up: one to raise the weapon, one to hit."""


def awake(seen: Observation) -> list[Actor]:
    """Return the awake enemies in view."""
    return [foe for foe in seen.enemies if foe.mood is not Mood.ASLEEP]


def cost(seen: Observation, foes: Sequence[Actor], me: Actor | None = None) -> float:
    """Return the mean damage by `foes` until the player kills them all in the best order, in the open."""
    me = seen.me if me is None else me
    fights = [(turns_to_kill(seen, foe, me), harm(seen, foe, me), foe) for foe in foes]
    fights.sort(key=lambda each: each[0] / max(each[1], 0.01))
    spent, dealt = 0.0, []
    for turns, damage, foe in fights:
        ails = [each for each in foe.conditions.values() if each.left and per_round(each.kind)]
        comes = _comes(seen, foe) if ails else 0.0  # for others only the order of arrival matters
        falls = _falls(foe, ails, max(spent, comes), turns)
        spent = max(spent, falls)
        dealt.append(damage * max(0.0, falls - max(comes, _idle(foe))))
    return math.fsum(dealt)


def _comes(seen: Observation, foe: Actor) -> float:
    """Return the rounds until `foe` is close enough to attack."""
    return 0.0 if reaches_out(foe.kind) else (chebyshev_distance(foe.at, seen.me.at) - 1) * TURN / foe.speed


def _falls(foe: Actor, ails: Sequence[Condition], began: float, turns: float) -> float:
    """Return the round in which `foe` dies if the player attacks it from round `began`.

    A burning or poisoned enemy dies sooner than after the `turns` that it takes otherwise.
    """
    if not ails:
        return began + turns
    lasts = max(each.left for each in ails)
    suffers, dealt = ailing(ails) / lasts, foe.hit_points / turns
    left = foe.hit_points - suffers * min(began, lasts)
    if left <= 0:
        return foe.hit_points / suffers
    both = min(max(0.0, lasts - began), left / (dealt + suffers))
    return began + both + max(0.0, left - both * (dealt + suffers)) / dealt


def harm(seen: Observation, foe: Actor, me: Actor | None = None) -> float:
    """Return the mean damage of `foe` each round, including the conditions that its hits inflict."""
    me = seen.me if me is None else me
    stats = foe.stats if seen.is_beside(foe) else stats_thrown(foe) or foe.stats
    turns = foe.kind.blow_turns * (RAISED if winds_up(foe.kind) else 1)
    dealt = blow(seen.ruleset.combat, stats, me.stats)
    if dealt is None:
        return 0.0
    return float(dealt.hit * (dealt.mean + _after(foe.kind))) * foe.speed / TURN / turns


@functools.cache
def _after(kind: ActorKind) -> int:
    """Return the total damage of the conditions that each hit inflicts."""
    effects = [effect for effect in kind.on_hit if isinstance(effect, Afflict)]
    return sum(per_round(effect.condition) * amount_at(effect.turns, 0) for effect in effects)


def saved(seen: Observation, preview: Preview, rounds: int = 1) -> float:
    """Return the hit points that a preview saves in the fight with the awake enemies in view.

    Its effects are repeated for `rounds` rounds, as in a gas.
    """
    foes = awake(seen)
    after = {actor.id: attrs.evolve(actor, conditions=dict(actor.conditions)) for actor in (seen.me, *foes)}
    for expected in preview.expected:
        if (actor := after.get(expected.actor)) is None:
            continue
        left = actor.hit_points - float(expected.damage) + float(expected.healing)
        if (kind := expected.condition) is not None:
            had = actor.conditions[kind.name].left if kind.name in actor.conditions else 0
            lasts = _stacked(kind, expected.turns, rounds, had)
            if actor.id == seen.me.id:
                left -= per_round(kind) * min(lasts - had, 2 * expected.turns)
            actor.conditions[kind.name] = Condition(kind, lasts)
        actor.hit_points = min(actor.max_hit_points, max(0, math.ceil(left)))
    me = after[seen.me.id]
    if not me.is_alive:
        return -_DEAREST
    left_over = [each for each in after.values() if each is not me and each.is_alive]
    shield = sum(each.left for each in me.conditions.values() if each.kind.absorbs)
    lost = seen.me.hit_points - me.hit_points
    rest = min(cost(seen, left_over, me), _DEAREST)
    return min(cost(seen, foes), _DEAREST) - max(0.0, rest - shield) - lost - _idle(me)


def _stacked(kind: ConditionKind, turns: int, rounds: int, had: int) -> int:
    """Return the length of a condition of `turns` turns, renewed in each of `rounds` rounds, with `had` turns left."""
    if kind.stacks == "add":
        return had + turns * rounds
    return max(had, turns + rounds - 1)


def per_round(kind: ConditionKind) -> int:
    """Return the damage that a condition does each round."""
    return sum(effect.amount for effect in kind.each if isinstance(effect, Hurt))


def ailing(conditions: Iterable[Condition], rounds: int = MAX_TURNS) -> int:
    """Return the damage of conditions within `rounds` rounds."""
    return sum(min(rounds, each.left) * per_round(each.kind) for each in conditions)


def gets_better(seen: Observation) -> bool:
    """Return whether the player regenerates, or will after a harmful condition ends."""
    return mends_by_itself(seen.me) or any(each.left and each.kind.is_harmful for each in seen.me.conditions.values())


def mends_by_itself(me: Actor) -> bool:
    """Return whether the player regenerates."""
    return me.changed(me.max_hit_points, "mending") > 0


def turns_to_kill(seen: Observation, foe: Actor, me: Actor | None = None) -> float:
    """Return the mean number of rounds in which the player kills `foe`."""
    me = seen.me if me is None else me
    style = me.style
    blow_turns = 1.0 if style is None else style.cost / TURN
    dealt = mean_blow(seen.ruleset.combat, me.stats, foe.stats) / blow_turns * me.speed / TURN - _mends(foe)
    return min(foe.hit_points / dealt, _FOREVER) if dealt > 0 else _FOREVER


def _mends(foe: Actor) -> int:
    """Return the hit points that a monster regenerates each round, less those that burning prevents."""
    burns = any(each.left and _is_fiery(each.kind) for each in foe.conditions.values())
    return mends(foe.kind, burned=burns)


def _is_fiery(kind: ConditionKind) -> bool:
    return any(isinstance(effect, Hurt) and effect.harm == "fire" for effect in kind.each)


def _idle(actor: Actor) -> float:
    """Return for how many rounds an actor cannot choose its actions."""
    idle = [
        each.left * (1.0 if "act" in each.kind.blocks else 0.7)
        for each in actor.conditions.values()
        if each.kind.overrides is not None or "act" in each.kind.blocks
    ]
    return max(idle, default=0.0)
