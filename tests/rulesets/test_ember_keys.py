"""What the keys of Ember cost: drawn rooms with their door, a key taken, and a walk straight out, 60 seeds each."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
EAST, WEST = Direction.EAST, Direction.WEST
SEEDS = 60


def key_room(vault: str, seed: int, hit_points: int = 50) -> Game:
    """Begin a game beside the altar of a vault whose door, in the east, leads to a corridor of four cells."""
    kind = EMBER.vaults[vault]
    rows = [row + (".....#" if row.endswith("+") else "######") for row in kind.rows]
    clear = [["#" if sign == "#" else "." for sign in row] for row in rows]
    x, y = next((row.index("A"), y) for y, row in enumerate(rows) if "A" in row)
    clear[y][x + 1] = "@"
    game = draw("\n".join(map("".join, clear)), EMBER, seed=seed, hit_points=hit_points)
    level = game.world.level
    game.world.player.max_hit_points = hit_points
    for at in level.grid.points():
        if (cell := kind.legend.get(rows[at.y][at.x])) is not None:
            for name in filter(None, (cell.terrain, cell.cover)):
                level.set_terrain(at, level.code(name))
            if cell.feature is not None and not cell.door:
                holds = None if cell.item is None else Item(EMBER.items[cell.item])
                feature = Feature(EMBER.features[cell.feature], cell.hidden, holds=holds)
                level.set_feature(level.grid.index(at), feature)
    game.play(Wait())
    return game


def way_out(game: Game) -> int:
    """Take the key, walk east until the corridor ends, and return the hit points lost; all of them for a death."""
    game.play(Move(WEST))
    player, width = game.world.player, game.world.level.grid.width
    full = player.max_hit_points
    for _ in range(60):
        if game.world.outcome or player.at.x >= width - 2:
            break
        at = player.at
        game.play(Move(EAST))
        if player.at == at:
            game.play(Wait())
    return full - max(0, player.hit_points)


def test_a_key_jingles_lamp_covered_or_not() -> None:
    """Every activity is heard 7 steps farther away, and its description says so."""
    heard = []
    for inventory in ((), ("key",)):
        game, row = draw(".@........", EMBER, inventory=inventory), []
        for command in (Wait(), Move(EAST), Cover(), Wait(), Move(EAST)):
            game.play(command)
            row.append(game.world.noise)
        heard.append(row)

    assert [7] * 5 == [loud - quiet for quiet, loud in zip(*heard, strict=True)]
    assert "heard 7 steps farther away" in EMBER.items["key"].description


@pytest.mark.slow
def test_walking_straight_out_of_the_burning_meadow_costs_a_fifth() -> None:
    """Of 50 HP: 7 to 12 in the middle, 26 at most; nobody dies of it."""
    costs = [way_out(key_room("burning meadow", seed)) for seed in range(SEEDS)]

    assert 7 <= statistics.median(costs) <= 12
    assert max(costs) <= 26
    assert "grass between you and the door" in EMBER.features["burning altar"].description


def test_burned_beforehand_the_meadow_costs_nothing() -> None:
    """One flask, or the lamp's oil: ash does not burn again."""
    game = key_room("burning meadow", 1)
    level = game.world.level
    level.lay(level.grid.inside & level.passable, level.code("ash"))

    assert 0 == way_out(game)


def test_the_vent_gallery_shuts_its_door_for_as_long_as_it_says() -> None:
    """Gas and poison know no chance: 10 of 50 HP until the door opens."""
    game = key_room("vent gallery", 1)
    door = next(at for at in game.world.level.grid.points() if "heavy door" in game.world.level.terrain_at(at).name)
    game.play(Move(WEST))
    shut = 0
    while "fallen door" == game.world.level.terrain_at(door).name:
        game.play(Wait())
        shut += 1

    assert f"for {shut} turns" in EMBER.features["venting altar"].description
    assert 10 <= way_out(key_room("vent gallery", 1)) <= 14


def test_an_item_in_its_doorway_keeps_the_vent_gallery_open() -> None:
    """A walk straight out is over before the gas is thick."""
    game = key_room("vent gallery", 1)
    level = game.world.level
    door = next(at for at in level.grid.points() if "heavy door" == level.terrain_at(at).name)
    level.set_terrain(door, level.code("open heavy door"))
    level.put(Item(EMBER.items["dart"]), door)
    game.play(Wait())

    assert "open heavy door" == level.terrain_at(door).name
    assert way_out(game) <= 3


def test_the_crumbling_island_is_too_long_to_walk_off_in_time() -> None:
    """The floor gives way at the eighth step; a potion of levitation, or speed, is in time, and the altar says so."""
    fallen = key_room("crumbling island", 1)
    fallen.play(Move(WEST))
    for _ in range(7):
        fallen.play(Move(EAST))
    quick = key_room("crumbling island", 1)
    quick.world.player.kind = attrs.evolve(quick.world.player.kind, speed=200)
    way_out(quick)

    assert (2, False) == (
        fallen.world.depth,
        any(item is not None and item.kind.name == "key" for item in fallen.world.player.inventory.slots),
    )
    assert "key" in [item.kind.name for item in quick.world.player.inventory.slots if item is not None]
    assert "7 turns, and firm floor is 8 steps away" in EMBER.features["crumbling altar"].description
