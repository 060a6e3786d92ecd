"""Counters for feats, updated during play.

The counts are part of the saved world, so a replay of the journal proves them. They are kept only if the rule set
has feats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import Harm
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.identity import known_kind

if TYPE_CHECKING:
    from roguelike.engine.kinds.feats import Count
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

APART: Final = "/"
"""Separator between a count and the name of an entry."""
AN_ALLY: Final = "an ally"
BARE_HANDS: Final = "bare hands"
IN_ONE_FIRE: Final = "in one fire"
_SO_FAR: Final = "so far"
_LAST: Final = "last"
FIRE_GAP: Final = 10
"""Rounds without a death by fire after which the next one counts for a new fire."""


def key_of(count: Count, of: str = "") -> str:
    """Return the key of an entry of a count."""
    return f"{count}{APART}{of}"


def note(world: World, count: Count, of: str = "", number: int = 1) -> None:
    """Add to a count, if the rule set has feats."""
    if world.ruleset.feats:
        key, feats = key_of(count, of), world.tally.feats
        feats[key] = feats.get(key, 0) + number


def note_use(world: World, user: Actor, kind: ItemKind, *, is_thrown: bool = False) -> None:
    """Count an item that the player uses or throws, before its kind is identified by it."""
    if user.is_player:
        if not is_thrown:
            note(world, "used", world.ruleset.thing_names[kind])
        if known_kind(world, kind) is not kind:
            note(world, "unknown used")


def note_blow(world: World, attacker: Actor) -> None:
    """Count a hit by the player, under the weapon in hand."""
    weapon = attacker.inventory.worn("weapon") if attacker.inventory.slots else None
    note(world, "struck with", BARE_HANDS if weapon is None else world.ruleset.thing_names[weapon.kind])


def note_death(world: World, victim: Actor, harm: Harm | None, *, by_player: bool) -> None:
    """Count the death of an enemy."""
    if not world.ruleset.feats or not victim.is_hostile(world.player):
        return
    if by_player:
        note(world, "kills at depth", str(world.depth))
        if victim.mood is Mood.ASLEEP:
            note(world, "kills asleep", victim.kind.name)
    if victim.kind.unslayable:
        note(world, "felled", victim.kind.name)
    if harm is Harm.FIRE:
        _note_burned(world)


def _note_burned(world: World) -> None:
    """Count a death by fire, in the current fire and in the record for one fire."""
    feats = world.tally.feats
    last, so_far, most = (key_of("burned", of) for of in (_LAST, _SO_FAR, IN_ONE_FIRE))
    goes_on = world.round - feats.get(last, -FIRE_GAP) < FIRE_GAP
    feats[last] = world.round
    feats[so_far] = feats.get(so_far, 0) + 1 if goes_on else 1
    feats[most] = max(feats.get(most, 0), feats[so_far])
