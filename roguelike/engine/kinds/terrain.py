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
"""What blocks all of these lets no gas through either."""


@frozen
class Growth:
    """What grows on a cell, and how likely it does in a round in which nobody is within one step."""

    to: TerrainName
    chance: int = attrs.field(validator=[ge(1), le(100)])


@frozen
class Fading:
    """What terrain becomes that was laid in play, and after how many rounds."""

    to: GroundName
    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])


@frozen
class Withering:
    """What a cover becomes, and after how many rounds."""

    rounds: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    to: CoverName | None = None
    """None for what it had covered."""


@frozen
class Lock:
    """How what cannot be walked on is opened: who has the `key` walks into it, and that is used up."""

    key: ItemName
    to: GroundName
    """What it becomes."""
    opened: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """What else happens."""


@frozen
class Puff:
    """What gas comes out of a cell, how much, and how likely it does in a round."""

    gas: GasName
    volume: int = attrs.field(validator=[ge(1), le(MAX_GAS)])
    chance: int = attrs.field(validator=[ge(1), le(100)])
    most: int = added(default=MAX_GAS, validator=[ge(1), le(MAX_GAS)])
    """None comes where there is as much of it."""


@frozen
class Roof:
    """What a loud noise on ground brings down: over all connected ground that has a roof."""

    noise: int = attrs.field(validator=[ge(1), le(LOUDEST)])
    """The least noise, in steps: of the player there, or of a bell or the like."""
    to: GroundName
    """The ground that is left."""
    effects: tuple[Effect, ...] = attrs.field(default=(), validator=unaimed)
    """Effects on each of the cells."""


@frozen(eq=False, kw_only=True)
class TerrainKind:
    """A kind of terrain."""

    name: str
    glyph: Glyph = shown()
    remembered: Glyph = shown()
    """Its glyph out of sight, once seen."""
    shades: tuple[Color, ...] = shown(default=())
    """Its colours in light, one after the other along a row, like those of still water; empty for that of `glyph`."""
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
    """Whether the game asks before the player steps onto it from other ground; of others only automations avoid it."""
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
    """The terrain that it becomes after some rounds; None for none."""
    withers: Withering | None = added(default=None)
    """The cover that it becomes after some rounds; None for none."""
    lock: Lock | None = added(default=None)
    """How it is unlocked; None if it is not locked."""
    grows: Growth | None = added(default=None)
    puffs: Puff | None = added(default=None)
    bars: tuple[Barred, ...] = added(default=())
    """Actors that cannot step in: `monsters`, and the player's `allies`."""
    digs: bool = added(default=False)
    """Whether it can be dug away."""
    noise: int = added(default=0, validator=[ge(0), le(LOUDEST)])
    """Steps that walking on it adds to the player's noise radius."""
    roof: Roof | None = added(default=None)
    """What noise brings down on it; None for nothing."""
    fuel: Fuel | None = added(default=None)
    """How it burns; None if it is not flammable."""
    sparks: int = added(default=0, validator=[ge(0), le(100)])
    """Its chance each round to ignite flammable cells beside it, in percent."""
    smothers: bool = added(default=False)
    """Whether no lamp shines on it from afar, nor from it."""
    overlooks: int = added(default=0, validator=[ge(0), le(MAX_SIDE)])
    """How far the player on it sees, whatever stands between, and is seen by all that are awake; in cells, straight."""
    shakes: bool = added(default=False)
    """Whether each blow struck on it, by or at an actor there, breaks an item on such ground that would shatter."""
    hushes: bool = added(default=False)
    """Whether nobody hears the player on it who is awake: hunters that do not see them lose track of them at once."""
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
    """Turns that it takes everyone except the player to force it open; 0 for what is not sealed."""
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
        """Whether anything can grow or lie on it as a cover."""
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
"""The traits of terrain of which a level keeps a bitboard, by name."""

WAY_TRAITS: Final = frozenset({"walk", "monsters", "allies", "water", "opens", "deep", "asks"})
"""The traits that decide where actors go."""


@functools.lru_cache(maxsize=256)
def marks(kinds: tuple[TerrainKind, ...], trait: str) -> bytes:
    """Return a 1 for the code of each kind that has a trait, as a table to translate layers by."""
    return bytes(bool(TRAITS[trait](kind)) for kind in kinds).ljust(256, b"\0")


@functools.lru_cache(maxsize=1024)
def switched(kinds: tuple[TerrainKind, ...], grounds: frozenset[int], covers: frozenset[int]) -> frozenset[str]:
    """Return the traits that not all grounds of some codes have in common, or not all covers; no cover has none."""
    tables = {trait: marks(kinds, trait) for trait in TRAITS}
    return frozenset(
        trait
        for trait, table in tables.items()
        if len({table[code] for code in grounds}) > 1 or len({table[code] * (code != NOTHING) for code in covers}) > 1
    )


@functools.lru_cache(maxsize=64)
def fuels(kinds: tuple[TerrainKind, ...]) -> tuple[bytes, bytes]:
    """Return by code how likely each kind catches fire, and how many rounds it burns; 0 for what does not."""
    found = [(0, 0) if kind.fuel is None else (kind.fuel.chance, kind.fuel.rounds) for kind in kinds]
    return bytes(chance for chance, _ in found), bytes(rounds for _, rounds in found)


@functools.lru_cache(maxsize=64)
def codes(kinds: tuple[TerrainKind, ...]) -> dict[str, int]:
    """Return the codes of the kinds by their names."""
    return {kind.name: code for code, kind in enumerate(kinds)}
