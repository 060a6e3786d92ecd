"""Kinds of actors."""

from __future__ import annotations

from typing import Literal

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.families import Effect, Mind, unaimed
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import FASTEST, MOST_HIT_POINTS, SLOWEST
from roguelike.engine.kinds.message_texts import Text
from roguelike.engine.kinds.names import ItemName, TerrainName
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.schema import added, shown

Hazard = Literal["fire", "bolts", "missiles", "gas", "teleport", "taming"]
"""What a kind may be immune to."""

MOST_BLOW_TURNS = 10


@frozen
class Drop:
    """Something that a monster may leave behind, with a chance in a hundred."""

    item: ItemName
    chance: int = attrs.field(validator=[ge(0), le(100)])


@frozen(eq=False, kw_only=True)
class ActorKind:
    """What every actor of one kind has in common."""

    name: str
    glyph: Glyph = shown()
    description: str = shown(default="")
    unique: bool = shown(default=False)
    """Whether there is only one in a game: "the", and not "a"."""
    hit_points: int = attrs.field(validator=[gt(0), le(MOST_HIT_POINTS)])
    speed: int = attrs.field(default=100, validator=[gt(SLOWEST - 1), le(FASTEST)])
    """Energy a round; a turn takes 100."""
    stats: Stats
    flies: bool = added(default=False)
    """Whether it goes over all terrain that does not stop feet, and touches none of it."""
    swims: bool = added(default=False)
    """Whether it lives in deep water and never leaves it."""
    gasps: int = added(default=0, validator=[ge(0), le(MOST_HIT_POINTS)])
    """What each round out of deep water costs it."""
    quenched: bool = added(default=False)
    """Whether water kills it, even if it flies; it avoids all water."""
    opens_doors: bool = added(default=True)
    mind: Mind | None = None
    """None for the player's kind: a person chooses."""
    missile: ProjectileKind | None = None
    """What it can throw, as often as it likes."""
    missile_range: int = attrs.field(default=0, validator=[ge(0), le(LONGEST_SIDE)])
    """How far it throws, in cells."""
    corpse: ItemKind | None = None
    """What is left where it died."""
    unslayable: bool = added(default=False)
    """Whether no blow kills it outright."""
    drops: tuple[Drop, ...] = ()
    """Tried in order; the first that comes up is left instead of the corpse."""
    glows: bool = added(default=False)
    """Whether it is seen in the dark, however far away."""
    rooted: bool = added(default=False)
    """Whether it stays where it is: nobody changes places with it."""
    always: bool = added(default=False)
    """Whether it knows where its enemies are, at any time."""
    no_stairs: bool = added(default=False)
    """Whether it never follows to another level."""
    wakes: int | None = added(default=None, validator=attrs.validators.optional([ge(0), le(100)]))
    """The chance in a hundred that it wakes, where that is not the usual one of the rule set."""
    unseen: int | None = added(default=None, validator=attrs.validators.optional([ge(0), le(LONGEST_SIDE)]))
    """The maximum distance at which it is visible, in cells; None for any distance."""
    hides_in: tuple[TerrainName, ...] = added(default=())
    """The terrain in which nobody sees it until it strikes."""
    immune: tuple[Hazard, ...] = added(default=())
    """What does nothing to it."""
    resists: tuple[Hazard, ...] = added(default=())
    """What takes no more than one hit point from it at a time."""
    undead: bool = added(default=False)
    """Whether what heals others burns it."""
    brittle: bool = added(default=False)
    """Whether weapons that crush do more to it."""
    blow_turns: int = added(default=1, validator=[ge(1), le(MOST_BLOW_TURNS)])
    """Turns that one blow of it takes."""
    on_hit: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """Effects of its blows on the victim, beside the damage."""
    on_wound: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """What happens on its cell when it is wounded and lives."""
    on_death: tuple[Effect, ...] = added(default=(), validator=unaimed)
    """What happens on its cell when it has died."""
    felled: Text | None = shown(default=None)
    """What is said when it dies; else the rule set's own text."""

    @property
    def hides(self) -> bool:
        """Whether it can be in view and not be seen."""
        return self.unseen is not None or bool(self.hides_in)
