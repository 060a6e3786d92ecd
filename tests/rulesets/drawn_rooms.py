"""Helpers for tests of single rooms of Ember, and of the promises of levels with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from tests.rulesets.test_ember_generator import PROMISES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.game import Game
    from tests.rulesets.test_ember_generator import Made

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
OUTSIDE: Final = 4
"""The length of the corridor before the door, where the player starts, in cells."""
STEPS: Final = {
    "n": Direction.NORTH,
    "e": Direction.EAST,
    "s": Direction.SOUTH,
    "w": Direction.WEST,
    "u": Direction.NORTH_EAST,
    "d": Direction.SOUTH_EAST,
    "j": Direction.SOUTH_WEST,
    "y": Direction.NORTH_WEST,
}
"""The directions of a walk, by letter; a dot waits."""


def a(name: str, number: int = 1) -> Item:
    """Return an item of that name."""
    return Item.of(EMBER.items[name], number)


def furnish(game: Game, vault: str) -> None:
    """Place the contents of a vault on a level, with the picture in the level's corner."""
    kind, level = EMBER.vaults[vault], game.world.level
    for y, row in enumerate(kind.rows):
        for x, key in enumerate(row):
            if (cell := kind.legend.get(key)) is None:
                continue
            at = Point(x, y)
            for name in (cell.terrain, cell.cover):
                if name is not None:
                    level.set_terrain(at, level.code(name))
            if cell.feature is not None:
                holds = None if cell.item is None else a(cell.item)
                level.set_feature(level.grid.index(at), Feature(EMBER.features[cell.feature], cell.hidden, holds=holds))


def walk(game: Game, steps: str) -> list[object]:
    """Walk, and return all events."""
    return [each for step in steps for each in game.play(Wait() if step == "." else Move(STEPS[step]))]


def carried(game: Game) -> list[str]:
    """Return the names of the player's items."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def feature(game: Game, x: int, y: int) -> Feature:
    """Return the feature of a cell."""
    found = game.world.level.feature_at(Point(x, y))
    assert found is not None
    return found


def told(game: Game, at: Point) -> str:
    """Return the description of a cell."""
    found = examine(observe(game.world), at)
    assert found is not None
    return " ".join(found.lines)


def lost(game: Game) -> int:
    """Return the hit points that the player has lost; all of them for a dead player."""
    return game.world.player.max_hit_points - max(0, game.world.player.hit_points)


def broken(levels: Iterable[Made]) -> list[tuple[int, str]]:
    """Return the promises of the generator that levels do not keep, with their depths."""
    return [(level.depth, promise.__name__) for level in levels for promise in PROMISES if not promise(level)]
