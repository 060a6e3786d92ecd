"""Kinds of terrain."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, Literal

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.grid import MAX_SIDE
from roguelike.engine.kinds.families import Effect, unaimed
from roguelike.engine.kinds.fire import Fuel
from roguelike.engine.kinds.gases import MAX_GAS
from roguelike.engine.kinds.glyphs import Color, Glyph
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.names import CoverName, GasName, GroundName, ItemName, TerrainName
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.schema import added, shown

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING, WALL, FLOOR = 0, 1, 2
"""The codes of the terrain that every rule set has: outside, walls and floors."""

Blocked = Literal["walk", "missile", "sight", "gas"]
Layer = Literal["ground", "cover"]
Liquid = Literal["shallow", "deep", "molten"]
Barred = Literal["monsters", "allies"]
MAX_STICKY: Final = 10

_SOLID: Final = frozenset({"walk", "missile", "sight"})
"""Terrain that blocks all of these also blocks gas."""


@frozen
class Growth:
    """The terrain that grows on a cell, and its chance each round in percent, while no actor is within one step."""

    to: TerrainName
    chance: int = attrs.field(validator=[ge(1), le(100)])


@frozen
class Fading:
    """The ground that temporary terrain, laid during play, becomes after `rounds` rounds."""

    to: GroundName
    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])


@frozen
class Withering:
    """The cover that a cover becomes after `rounds` rounds."""

    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    to: CoverName | None = None
    """None for the cover that was there before."""


@frozen
class Lock:
    """How blocking terrain is unlocked: the player walks into it with the `key`, which is used up."""

    key: ItemName
    to: GroundName
    """The ground that it becomes."""
    opened: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on its cell when it is unlocked."""


@frozen
class Puff:
    """A gas that a cell emits, with its volume and its chance each round in percent."""

    gas: GasName
    volume: int = attrs.field(validator=[ge(1), le(MAX_GAS)])
    chance: int = attrs.field(validator=[ge(1), le(100)])
    most: int = added(default=MAX_GAS, validator=[ge(1), le(MAX_GAS)])
    """Nothing is emitted while the cell holds at least this volume."""


@frozen
class Roof:
    """A roof that a loud noise brings down, over all connected ground with a roof."""

    noise: int = attrs.field(validator=[ge(1), le(LOUDEST)])
    """The least noise radius that brings it down, in steps: of the player, or of an effect like a bell's."""
    to: GroundName
    """The ground that is left."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on each cell where it comes down."""


@frozen(eq=False, kw_only=True)
class TerrainKind:
    """A kind of terrain."""

    name: str
    glyph: Glyph = shown()
    remembered: Glyph = shown()
    """Its glyph out of sight, once seen."""
    shades: tuple[Color, ...] = shown(default=())
    """Its colours when lit, in turn along a row, like those of still water; empty for the colour of `glyph`."""
    shine: Color | None = shown(default=None)
    """The colour of its glow, which reaches three cells, in rule sets with `light`; None for no glow."""
    description: str = shown(default="")
    layer: Layer = added(default="ground")
    """Whether it is the ground itself, or a cover like grass; a cell has one ground, and at most one cover."""
    blocks: tuple[Blocked, ...] = ()
    """What it blocks: any of `walk`, `missile`, `sight` and `gas`; terrain that blocks the first three blocks gas
    too."""
    exit: Literal["", "down", "up"] = added(default="")
    """Whether it is the stairs `down` or `up`; each level has at most one of each."""
    enter: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on an actor that steps in."""
    stand: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on each occupant every round."""
    asks: bool = added(default=False)
    """Whether the game asks before the player steps in; automations and walking monsters avoid it."""
    shunned: bool = shown(default=False)
    """Whether automations avoid it, without a question to the player."""
    warns: bool = shown(default=False)
    """Whether the game asks before the player steps onto it from other ground; automations avoid it, monsters do
    not."""
    liquid: Liquid | None = added(default=None)
    """`shallow` or `deep` water, which puts out fire, or `molten`; flyers and swimmers ignore all of them."""
    falls: bool = added(default=False)
    """Whether actors and items on it fall to the next level."""
    tramples_to: TerrainName | None = added(default=None)
    """The terrain that it becomes when an actor steps in; a cover may become `nothing`."""
    opens_to: TerrainName | None = added(default=None)
    """The open terrain that it becomes when an actor steps in, like a door."""
    creaks: str = shown(default="")
    """The sound that the player hears nearby when it opens for an actor out of sight: "a door creak"."""
    closes_to: TerrainName | None = added(default=None)
    """The terrain that it becomes at the end of a round without an actor or item on it."""
    fades: Fading | None = added(default=None)
    """The terrain that it becomes after some rounds; None if it stays."""
    withers: Withering | None = added(default=None)
    """The cover that it becomes after some rounds; None if it stays."""
    lock: Lock | None = added(default=None)
    """How it is unlocked; None if it is not locked."""
    grows: Growth | None = added(default=None)
    """What grows on it; None for nothing."""
    puffs: Puff | None = added(default=None)
    """The gas that it emits; None for none."""
    bars: tuple[Barred, ...] = added(default=())
    """Actors that cannot step in: `monsters`, and the player's `allies`."""
    digs: bool = added(default=False)
    """Whether it can be dug away."""
    noise: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps that walking on it adds to the player's noise radius."""
    roof: Roof | None = added(default=None)
    """The roof that noise brings down on it; None for none."""
    fuel: Fuel | None = added(default=None)
    """How it burns; None if it is not flammable."""
    sparks: int = added(default=0, validator=[ge(0), le(100)])
    """Its chance each round to ignite flammable cells beside it, in percent."""
    smothers: bool = added(default=False)
    """Whether a lamp lights it only as far as a player without one sees."""
    overlooks: int = added(default=0, validator=[ge(0), le(MAX_SIDE)])
    """Cells (straight distance) within which the player on it sees everything and is seen, despite obstacles; 0 for no
    such view."""
    shakes: bool = added(default=False)
    """Whether each attack by or on an actor on it breaks a random item on such ground, if one there `shatters`."""
    hushes: bool = added(default=False)
    """Whether awake monsters cannot hear the player on it: hunters that do not see them lose track immediately."""
    announced: bool = shown(default=False)
    """Whether its description is logged when the player steps onto it from other ground."""
    glows: bool = added(default=False)
    """Whether it lights its own cell and those around it: they are visible from a distance in the dark."""
    lures: int = added(default=0, validator=[ge(0), le(MAX_SIDE)])
    """Cells (straight distance) within which roaming monsters go to it before anything else; 0 for none."""
    sticky: int = added(default=1, validator=[ge(1), le(MAX_STICKY)])
    """Turns that a step off it takes for an actor that touches it."""
    stiff: int = added(default=1, validator=[ge(1), le(MAX_STICKY)])
    """Turns that a step in takes for everyone except the player, like a door that monsters push open."""

    seal: int = added(default=0, validator=[ge(0), le(MAX_STICKY)])
    """Turns that everyone except the player needs to force it open; 0 if it is not sealed."""
    forced: str = shown(default="")
    """The sound that the player hears nearby while it is forced: "something force a door"."""

    def __attrs_post_init__(self) -> None:
        if self.layer == "cover" and (self.liquid or self.falls or self.opens_to or self.closes_to):
            raise ValueError("a cover is no liquid, no hole and no door")
        if self.fades is not None and self.layer == "cover":
            raise ValueError("'fades' is for ground")
        if self.withers is not None and self.layer != "cover":
            raise ValueError("'withers' is for covers")
        if self.lock is not None and (self.walkable or self.layer == "cover"):
            raise ValueError("'lock' is for ground that cannot be walked on")

    @property
    def walkable(self) -> bool:
        """Whether actors can stand on it."""
        return "walk" not in self.blocks

    @property
    def bears_cover(self) -> bool:
        """Whether a cover can be on it."""
        return self.layer == "ground" and self.walkable and self.liquid is None and not self.falls


TRAITS: Final[dict[str, Callable[[TerrainKind], object]]] = {
    "walk": lambda kind: "walk" in kind.blocks,
    "missile": lambda kind: "missile" in kind.blocks,
    "sight": lambda kind: "sight" in kind.blocks,
    "gas": lambda kind: "gas" in kind.blocks or set(kind.blocks) >= _SOLID,
    "enter": lambda kind: kind.enter or kind.tramples_to or kind.opens_to or kind.falls,
    "stand": lambda kind: kind.stand or kind.falls,
    "asks": lambda kind: kind.asks,
    "shallow": lambda kind: kind.liquid == "shallow",
    "deep": lambda kind: kind.liquid == "deep",
    "water": lambda kind: kind.liquid in {"shallow", "deep"},
    "liquid": lambda kind: kind.liquid,
    "falls": lambda kind: kind.falls,
    "exit": lambda kind: kind.exit,
    "drifts": lambda kind: kind.liquid in {"deep", "molten"} or kind.falls,
    "opens": lambda kind: kind.opens_to,
    "closes": lambda kind: kind.closes_to,
    "locked": lambda kind: kind.lock,
    "grows": lambda kind: kind.grows,
    "puffs": lambda kind: kind.puffs,
    "fuel": lambda kind: kind.fuel,
    "bears": lambda kind: kind.bears_cover,
    "shunned": lambda kind: kind.shunned or kind.warns,
    "sparks": lambda kind: kind.sparks,
    "glows": lambda kind: kind.glows,
    "lures": lambda kind: kind.lures,
    "smothers": lambda kind: kind.smothers,
    "shakes": lambda kind: kind.shakes,
    "hushes": lambda kind: kind.hushes,
    "digs": lambda kind: kind.digs,
    "bars": lambda kind: kind.bars or kind.opens_to,
    "monsters": lambda kind: "monsters" in kind.bars,
    "allies": lambda kind: "allies" in kind.bars,
}
"""The traits for which levels keep bitboards, by name."""

WAY_TRAITS: Final = frozenset({"walk", "monsters", "allies", "water", "opens", "deep", "asks"})
"""The traits that paths depend on."""


@functools.lru_cache(maxsize=256)
def marks(kinds: tuple[TerrainKind, ...], trait: str) -> bytes:
    """Return a table for `bytes.translate` that maps the code of each kind with a trait to 1, and others to 0."""
    return bytes(bool(TRAITS[trait](kind)) for kind in kinds).ljust(256, b"\0")


@functools.lru_cache(maxsize=1024)
def switched(kinds: tuple[TerrainKind, ...], grounds: frozenset[int], covers: frozenset[int]) -> frozenset[str]:
    """Return the traits in which some grounds, or some covers, given by their codes differ; `NOTHING` has none."""
    tables = {trait: marks(kinds, trait) for trait in TRAITS}
    return frozenset(
        trait
        for trait, table in tables.items()
        if len({table[code] for code in grounds}) > 1 or len({table[code] * (code != NOTHING) for code in covers}) > 1
    )


@functools.lru_cache(maxsize=64)
def fuels(kinds: tuple[TerrainKind, ...]) -> tuple[bytes, bytes]:
    """Return each kind's chance to catch fire (percent) and its rounds of burning, by code; 0 if not flammable."""
    found = [(0, 0) if kind.fuel is None else (kind.fuel.chance, kind.fuel.rounds) for kind in kinds]
    return bytes(chance for chance, _ in found), bytes(rounds for _, rounds in found)


@functools.lru_cache(maxsize=64)
def codes(kinds: tuple[TerrainKind, ...]) -> dict[str, int]:
    """Return the codes of the kinds by their names."""
    return {kind.name: code for code, kind in enumerate(kinds)}
