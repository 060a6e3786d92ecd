"""Known places of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import TerrainKind
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.narration.places import places

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


LAVA = TerrainKind(name="lava", glyph=Glyph("~", (255, 0, 0)), remembered=Glyph("~", (99, 0, 0)))


def test_monsters_come_first_and_then_items_and_then_terrain_each_nearest_first(fixture_rules: RuleSet) -> None:
    """Places behind a wall are unknown, and terrain is listed by its nearest cell."""
    rules = attrs.evolve(fixture_rules, terrain=(*fixture_rules.terrain, LAVA))
    game = draw(
        "#############\n#@.,~~.!..o.#\n#############\n#!..........#\n#############", rules, legend={"~": "lava"}
    )

    assert [("orc", 10), ("pebble", 3), ("health potion", 7), ("lava", 4)] == [
        (place.name, place.at.x) for place in places(observe(game.world))
    ]


def test_remembered_places_are_listed_as_out_of_view(fixture_rules: RuleSet) -> None:
    """The player remembers it where it was."""
    game = draw("########\n#!@....#\n####.###\n#......#\n########", fixture_rules)
    for direction in (Direction.EAST, Direction.SOUTH_EAST, Direction.SOUTH, Direction.EAST, Direction.EAST):
        game.play(Move(direction))

    assert [("health potion", False)] == [(place.name, place.is_in_view) for place in places(observe(game.world))]
