"""Kinds of actors."""

from __future__ import annotations

from typing import Literal

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Effect, Mind, unaimed
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import FASTEST, MAX_HIT_POINTS, MAX_STAT, SLOWEST
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.names import ItemName, TerrainName
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.schema import added, shown

Hazard = Literal["fire", "bolts", "missiles", "gas", "teleport", "taming"]
"""Harm to which a kind can be immune."""

Senses = Literal["all", "light", "sound"]
"""The senses by which a kind notices the player."""

MAX_BLOW_TURNS = 10


@frozen
class Drop:
    """An item that a monster can leave when it dies, with the chance in percent."""

    item: ItemName
    chance: int = attrs.field(validator=[ge(0), le(100)])


@frozen(kw_only=True)
class Dimming:
    """How a monster dims the player's light: an open lamp, or a light carried instead."""

    within: int = attrs.field(validator=[ge(1), le(MAX_SIDE)])
    """The distance within which the monster does so, even through walls, in cells (straight distance)."""
    light: int = attrs.field(validator=[ge(1), le(MAX_SIDE)])
    """The radius to which the light shrinks, in cells."""


@frozen(eq=False, kw_only=True)
class ActorKind:
    """A kind of actor."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    unique: bool = shown(default=False)
    """Whether there is only one in a game, so that messages say "the" instead of "a"."""
    hit_points: int = attrs.field(validator=[gt(0), le(MAX_HIT_POINTS)])
    speed: int = attrs.field(default=100, validator=[gt(SLOWEST - 1), le(FASTEST)])
    """Its energy per round; a turn takes 100."""
    stats: Stats
    flies: bool = added(default=False)
    """Whether it moves over all terrain that does not block walking, untouched by it."""
    swims: bool = added(default=False)
    """Whether it lives in deep water and never leaves it."""
    gasps: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """Damage that it takes each round out of deep water."""
    quenched: bool = added(default=False)
    """Whether water kills it, even if it flies; it avoids all water."""
    opens_doors: bool = added(default=True)
    mind: Mind | None = None
    """The mind; None for the player."""
    missile: ProjectileKind | None = None
    """Its missile; None for no ranged attack."""
    missiles: int = added(default=0, validator=[ge(0), le(MAX_HIT_POINTS)])
    """The number of missiles in its quiver; 0 for no limit."""
    spent_damage: int | None = added(default=None, validator=attrs.validators.optional([ge(0), le(MAX_STAT)]))
    """The `damage` of its attacks once its quiver is empty; None for no change."""
    missile_range: int = attrs.field(default=0, validator=[ge(0), le(MAX_SIDE)])
    """The range of its missile, in cells."""
    corpse: ItemKind | None = None
    """The item that it leaves where it dies."""
    unslayable: bool = added(default=False)
    """Whether it survives attacks that kill outright."""
    drops: tuple[Drop, ...] = ()
    """Items that it can leave instead of its corpse: tried in order until one is left."""
    glows: bool = added(default=False)
    """Whether it is visible in the dark at any distance."""
    dims: Dimming | None = added(default=None)
    """How it dims the player's open light near it, while it is an enemy; None if it does not."""
    rooted: bool = added(default=False)
    """Whether it never moves, nor swaps places with others."""
    always: bool = added(default=False)
    """Whether it always knows where its enemies are."""
    no_stairs: bool = added(default=False)
    """Whether it never follows the player to another level."""
    senses: Senses = added(default="all")
    """The senses by which it notices the player: with `light` only by their open lamp in view, with `sound` only by
    ear, twice as far as others, and not while they stand still. It walks around a player that it has not noticed."""
    wakes: int | None = added(default=None, validator=attrs.validators.optional([ge(0), le(100)]))
    """Its chance to wake each round in earshot, in percent; that of `perception` unless given."""
    unseen: int | None = added(default=None, validator=attrs.validators.optional([ge(0), le(MAX_SIDE)]))
    """The maximum distance at which it is visible, in cells; None for any distance."""
    hides_in: tuple[TerrainName, ...] = added(default=())
    """Terrain in which it is invisible until it attacks."""
    immune: tuple[Hazard, ...] = added(default=())
    """Harm that has no effect on it."""
    resists: tuple[Hazard, ...] = added(default=())
    """Harm that does at most one damage to it at a time."""
    undead: bool = added(default=False)
    """Whether healing damages it."""
    brittle: bool = added(default=False)
    """Whether crushing weapons deal more damage to it."""
    trail: TerrainName | None = added(default=None)
    """The cover that it leaves on each cell that it enters, unless that burns or has a glowing cover."""
    blow_turns: int = added(default=1, validator=[ge(1), le(MAX_BLOW_TURNS)])
    """Turns that one of its attacks takes."""
    on_hit: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects of its hits on the victim, in addition to the damage."""
    on_wound: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects on its cell when it is wounded and survives."""
    on_death: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects on its cell when it dies."""
    felled: Text | None = shown(default=None)
    """The message of its death, instead of the rule set's."""

    @property
    def hides(self) -> bool:
        """Whether it can be in view without being seen."""
        return self.unseen is not None or bool(self.hides_in)
