"""Kinds of actors."""

from __future__ import annotations

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.grid import LONGEST_SIDE
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.limits import FASTEST, MOST_HIT_POINTS, SLOWEST
from roguelike.engine.kinds.names import ItemName
from roguelike.engine.kinds.parts import Mind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.schema import added, shown


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
    hit_points: int = attrs.field(validator=[gt(0), le(MOST_HIT_POINTS)])
    speed: int = attrs.field(default=100, validator=[gt(SLOWEST - 1), le(FASTEST)])
    """Energy a round; a turn takes 100."""
    stats: Stats
    flies: bool = added(default=False)
    """Whether it goes over all terrain that does not stop feet, and touches none of it."""
    swims: bool = added(default=False)
    """Whether it lives in deep water and never leaves it."""
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
