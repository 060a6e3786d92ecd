"""A monster's intentions in a fight, in words, and the effect of the player's next attack on them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from roguelike.engine.geometry import direction_to
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.preview import harmful_blow
from roguelike.engine.rules.blows import attack_modifiers, with_modifiers
from roguelike.engine.state.actor import Side
from roguelike.english import counted, plural
from roguelike.narration.costs import damage_told

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.attack_modifiers import Stab


def countdowns(seen: Observation, actor: Actor) -> list[str]:
    """Return the rounds until a monster's announced abilities, such as "rings in 3"."""
    if actor.mood is not Mood.HUNTING or actor.kind.mind is None or actor.side is Side.PLAYER:
        return []
    counted = actor.kind.mind.counted
    return [f"{counted[name]} in {max(1, until - seen.round + 1)}" for name, until in actor.cooldowns.items()]


def raised_told(seen: Observation, actor: Actor) -> str:
    """Return that a monster has raised its weapon, and the chance that the player's next attack lowers it."""
    raised = None if actor.kind.mind is None else actor.kind.mind.raises
    if raised is None:
        return "About to strike"
    told = f"{raised.weapon.capitalize()} up"
    if not raised.lowered_by:
        return f"{told}: follows you"
    return f"{told}: lowers it at {raised.lowered_by}+ ({_chance(seen, actor, raised.lowered_by)}%)"


def _chance(seen: Observation, victim: Actor, damage: int) -> int:
    """Return the chance, in percent, that the player's next attack does at least `damage`."""
    modifiers = attack_modifiers(seen.ruleset, seen.level, seen.me, victim)
    combat = with_modifiers(seen.ruleset.combat, modifiers)
    less = sum(combat.chances(seen.me.stats, victim.stats, damage - 1), Fraction(0))
    return round(100 * (1 - less))


def stab_told(stab: Stab, victim: Actor) -> str:
    """Return the damage of a stab against a victim, and whether it kills."""
    of = f"{stab.damage} of {victim.hit_points}"
    return f"Stab: kills it ({of})" if stab.damage >= toughness(victim) else f"Stab: {of}"


def turns_of_attack(me: Actor) -> Fraction:
    """Return the turns that an attack with the weapon in hand takes."""
    return Fraction(1) if me.style is None else Fraction(me.style.cost, TURN)


def toughness(victim: Actor) -> int:
    """Return the damage of one hit that kills a victim: its hit points plus its shields."""
    return victim.hit_points + sum(each.left for each in victim.conditions.values() if each.kind.absorbs)


def roof_told(seen: Observation, actor: Actor) -> list[str]:
    """Return the harm to the player from the roof that the noise of an attack brings down; empty for none."""
    blow = harmful_blow(seen, direction_to(seen.me.at, actor.at)) if seen.is_beside(actor) else None
    return [] if blow is None else [f"Your attack brings the roof down: {damage_told(blow.harm)}"]


def quiver_told(actor: Actor) -> list[str]:
    """Return how many missiles a monster has left; empty if they are not counted."""
    left, missile = actor.missiles_left, actor.kind.missile
    if left is None or missile is None:
        return []
    return [f"{counted(left, missile.name)} left" if left else f"No {plural(missile.name)} left"]
