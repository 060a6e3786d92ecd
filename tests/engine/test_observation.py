"""What the player knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.terrain import NOTHING, WALL
from roguelike.engine.observation import observe, reveal
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_known_terrain_is_made_once_while_nothing_new_is_seen(arena: RuleSet) -> None:
    """Most steps lead through known rooms: these observations share the terrain and data derived from it."""
    game = draw("@..", arena)
    before = observe(game.world).level
    game.play(Move(Direction.EAST))
    after = observe(game.world).level

    assert after.terrain is before.terrain
    assert (after.passable, after.opaque) == (before.passable, before.opaque)


def test_known_terrain_follows_what_is_seen_and_what_changes(arena: RuleSet) -> None:
    """New cells are known immediately, and new walls once they are in view."""
    world = draw("@..", arena).world
    world.level.explored[world.level.grid.index(Point(2, 0))] = 0
    unseen = observe(world).level.terrain_at(Point(2, 0))
    world.level.explored[world.level.grid.index(Point(2, 0))] = 1
    world.level.set_terrain(Point(2, 0), WALL)
    seen = observe(world).level

    assert (world.level.kinds[NOTHING], world.level.kinds[WALL]) == (unseen, seen.terrain_at(Point(2, 0)))
    assert not seen.passable >> seen.grid.index(Point(2, 0)) & 1


def test_a_game_that_was_loaded_shows_the_same_things_in_the_same_order(arena: RuleSet) -> None:
    """A bot that takes the first item must choose the same one after loading."""
    game = draw("@...", arena)
    level, coin = game.world.level, next(iter(arena.items.values()))
    for x in (3, 1, 2):
        level.put(Item.of(coin), Point(x, 0))
    loaded = restore(arena, json.loads(json.dumps(snapshot(game.world))))

    for seen in (observe, reveal):
        assert list(seen(game.world).level.items) == list(seen(loaded.world).level.items)

    level.look([])
    loaded.world.level.look([])
    assert list(observe(game.world).lying) == list(observe(loaded.world).lying)
