"""A rule set in which things burn for sure, and maps with the flames in them, for the tests of fire and gas."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.fire import FireKind, Fuel
from roguelike.engine.kinds.gases import GasKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw, picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind

GREY = (200, 200, 200)
BURNING = ConditionKind(
    name="burning", counts="rounds", stacks="longest", each=(Hurt(amount=3, harm="fire"),), ended_by=("water",)
)
HELD = ConditionKind(name="held", counts="rounds", stacks="longest", ended_by=("fire",))
PROOF = ConditionKind(name="fireproof", counts="rounds", stacks="longest", wards=("fire",))
FLAMES = FireKind(name="flames", glyph=Glyph("&", GREY), touch=(Afflict(BURNING, 4),))
ACRID = GasKind(name="acrid gas", color=GREY, inside=(Hurt(amount=1),), inside_thick=(Hurt(amount=2),))
MARSH = GasKind(name="marsh gas", color=GREY, explodes=(Hurt(amount=8, harm="fire"),))
LEGEND = {
    ",": "grass",
    "%": "web",
    "~": "water",
    "+": "door",
    "=": "bridge",
    "!": "oil",
    "?": "scroll",
    "*": "stone",
}

EMBER_LEGEND = {
    ",": "grass",
    "%": "foliage",
    "w": "web",
    "o": "oil slick",
    "+": "door",
    "~": "shallow water",
    "=": "deep water",
    ":": "chasm",
    "b": "bridge",
    "B": "bridge over water",
    "m": "mud",
    "f": "flame jet",
    "c": "caustic vent",
    "s": "stupor vent",
    "n": "bell trap",
    ">": "stairs down",
}
"""What stands for what on the drawn maps of Ember."""


def _terrain(floor: TerrainKind) -> Iterable[TerrainKind]:
    def made(name: str, char: str, **how: Any) -> TerrainKind:  # noqa: ANN401 -- fields of its kind
        return attrs.evolve(floor, name=name, glyph=Glyph(char, GREY), **how)

    yield made("grass", ",", layer="cover", fuel=Fuel(100, 3, "ash"))
    yield made("web", "%", layer="cover", fuel=Fuel(100, 3, "nothing"))
    yield made("ash", "_", layer="cover")
    yield made("water", "~", liquid="deep")
    yield made("door", "+", blocks=("sight", "missile", "gas"), opens_to="open door", fuel=Fuel(100, 10, "floor"))
    yield made("open door", "'", fuel=Fuel(100, 10, "floor"))
    yield made("bridge", "=", fuel=Fuel(100, 3, "water"))


def blazing(arena: RuleSet) -> RuleSet:
    """Return the arena's rules with fire and gas, in which whatever burns catches fire at once from what is beside it.

    Flames wound by 3 a round, acrid gas by 1, or by 2 from 40 on; marsh gas explodes for 8.
    """
    items = {
        "scroll": ItemKind(name="scroll", glyph=Glyph("?", GREY), burns=True),
        "oil": ItemKind(name="oil", glyph=Glyph("!", GREY), burns=True, feeds=5),
        "stone": ItemKind(name="stone", glyph=Glyph("*", GREY)),
    }
    return attrs.evolve(
        arena,
        piles=True,
        terrain=(*arena.terrain[: FLOOR + 1], *_terrain(arena.terrain[FLOOR])),
        conditions={**arena.conditions, **{kind.name: kind for kind in (BURNING, HELD, PROOF)}},
        gases={kind.name: kind for kind in (ACRID, MARSH)},
        fire=FLAMES,
        items={**arena.items, **items},
    )


def scene(arena: RuleSet, drawn: str) -> Game:
    """Return a game on a drawn map: grass, webs, water, doors, bridges and items as in `LEGEND`."""
    return draw(drawn, blazing(arena), legend=LEGEND)


def cells(game: Game, *points: tuple[int, int]) -> int:
    """Return the bitboard of some cells."""
    return board_of(game.world.level.grid.index(Point(*point)) for point in points)


def flames(game: Game) -> str:
    """Draw a level with its flames, over all but the actors."""
    level = game.world.level
    rows = [list(row) for row in picture(game).splitlines()]
    for y, row in enumerate(rows):
        for x in range(len(row)):
            at = Point(x, y)
            if level.is_burning(at) and level.actor_at(at) is None:
                row[x] = "&"
    return "\n".join("".join(row) for row in rows)


def amounts(game: Game, gas: str) -> list[list[int]]:
    """Return how much of a gas there is, by row and column."""
    level = game.world.level
    return [[dict(level.gases_at(Point(x, y))).get(gas, 0) for x in range(level.width)] for y in range(level.height)]


def ember(drawn: str, seed: int = 1, **rat: Any) -> Game:  # noqa: ANN401 -- fields of a kind of monster
    """Return a game of Ember on a drawn map; the player has hit points enough to watch, and none come back.

    A rat is something else.
    """
    game = draw(drawn, _with_rat(**rat), legend=EMBER_LEGEND, seed=seed)
    game.world.player.max_hit_points = game.world.player.hit_points = 1000
    return game


@functools.cache
def _with_rat(**rat: Any) -> RuleSet:  # noqa: ANN401
    rules = load_ruleset("ember")
    monsters = {**rules.monsters, "rat": attrs.evolve(rules.monsters["rat"], **rat)}
    return attrs.evolve(rules, mending=None, monsters=monsters)


def light(game: Game, *points: tuple[int, int], rounds: int = 0) -> None:
    """Set cells on fire."""
    grid = game.world.level.grid
    kindle(game.world, board_of(grid.index(Point(*point)) for point in points), rounds)
