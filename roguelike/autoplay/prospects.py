"""Mean cost of a fight, and its change by the use of an item, as far as the player can know.

Means are floats here: they only rank choices, which enter the game as plain commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.parts.effects.damage import stats_thrown
from roguelike.engine.rules.odds import odds
from roguelike.engine.state.condition import Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.stats import Stats
    from roguelike.engine.observation import Observation
    from roguelike.engine.preview import Preview
    from roguelike.engine.state.actor import Actor

_NEVER = 1000.0
"""Stands for the turns to kill an invulnerable enemy."""


def turns_to_kill(seen: Observation, foe: Actor) -> float:
    """Return the mean number of turns in which the player kills `foe`."""
    blows = odds(seen.ruleset.combat, seen.me.stats, foe.stats, foe.hit_points).blows
    return _NEVER if blows is None else float(blows) * 100 / seen.me.speed


def damage_per_turn(seen: Observation, foe: Actor) -> float:
    """Return the mean damage of `foe` each turn if it attacks all the time."""
    me = seen.me
    blows = odds(seen.ruleset.combat, _weapon(seen, foe), me.stats, me.max_hit_points).blows
    return 0.0 if blows is None else me.max_hit_points / float(blows) * foe.speed / 100


def fight_cost(seen: Observation, foes: Sequence[Actor]) -> float:
    """Return the mean damage by `foes` until the player kills them all in the best order, in the open."""
    total = spent = 0.0
    for foe in sorted(foes, key=lambda foe: turns_to_kill(seen, foe) / max(damage_per_turn(seen, foe), 0.01)):
        needed = turns_to_kill(seen, foe)
        spent += needed
        dazed = min(spent, _dazed(foe))
        total += damage_per_turn(seen, foe) * (spent - dazed + dazed / len(seen.ruleset.monster_directions))
    return total


def _dazed(foe: Actor) -> int:
    """Return for how many turns an enemy cannot choose its actions."""
    return max((each.left for each in foe.conditions.values() if each.kind.overrides is not None), default=0)


def use_value(seen: Observation, preview: Preview) -> float:
    """Return the hit points that a previewed use saves in the fight with the enemies in view."""
    me, *foes = actors = [attrs.evolve(actor, conditions=dict(actor.conditions)) for actor in (seen.me, *seen.foes)]
    _imagine(preview, actors)
    if not me.is_alive:
        return -_NEVER
    survivors = [foe for foe in foes if foe.is_alive]
    return me.hit_points - seen.me.hit_points + fight_cost(seen, seen.foes) - fight_cost(seen, survivors)


def _imagine(preview: Preview, actors: list[Actor]) -> None:
    """Apply a preview to copies of the player and of enemies."""
    minded = {actor.id: actor for actor in actors}
    for expected in preview.expected:
        if (actor := minded.get(expected.actor)) is None:
            continue
        left = actor.hit_points - int(expected.damage) + int(expected.healing)
        actor.hit_points = min(actor.max_hit_points, max(0, left))
        if expected.condition is not None:
            actor.conditions[expected.condition.name] = Condition(expected.condition, expected.turns)


def _weapon(seen: Observation, foe: Actor) -> Stats:
    """Return the stats of the missile of `foe` if it has one and is not adjacent, else those of its attack."""
    return foe.stats if seen.is_beside(foe) else stats_thrown(foe) or foe.stats
