"""What the key rooms of Ember ask for their key, second half: each is walked as it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Wait
from roguelike.engine.events import FeatureActed, Laid, Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import offered
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
EAST, WEST = Direction.EAST, Direction.WEST


def a(name: str, number: int = 1) -> Item:
    """Return an item of that name."""
    return Item.of(EMBER.items[name], number)


def room(vault: str, at: Point | None = None) -> Game:
    """Begin a game in a vault as it is drawn, at a cell or else in its door."""
    kind = EMBER.vaults[vault]
    door = next(Point(x, y) for y, row in enumerate(kind.rows) for x, key in enumerate(row) if key == "+")
    start = door if at is None else at
    rows = [["#" if key in "# " else "." for key in row] for row in kind.rows]
    rows[start.y][start.x] = "@"
    game = draw("\n".join("".join(row) for row in rows), EMBER)
    for y, row in enumerate(kind.rows):
        for x, key in enumerate(row):
            if key in kind.legend:
                furnish(game, vault, key, Point(x, y))
    game.play(Wait())
    return game


def furnish(game: Game, vault: str, key: str, at: Point) -> None:
    """Put on a cell what the legend of a vault has there."""
    cell, level = EMBER.vaults[vault].legend[key], game.world.level
    for name in (cell.terrain, cell.cover):
        if name is not None:
            level.set_terrain(at, level.code(name))
    holds = None if cell.item is None else a(cell.item)
    if cell.feature is not None:
        level.set_feature(level.grid.index(at), Feature(EMBER.features[cell.feature], cell.hidden, holds=holds))


def feature(game: Game, x: int, y: int) -> Feature:
    """Return the feature of a cell."""
    found = game.world.level.feature_at(Point(x, y))
    assert found is not None
    return found


def carried(game: Game) -> list[str]:
    """Return the names of what the player carries."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def told(game: Game, at: Point) -> str:
    """Return what examining a cell says."""
    found = examine(observe(game.world), at)
    assert found is not None
    return " ".join(found.lines)


LOCKED, EMPTY = Point(1, 2), Point(5, 2)


def weighed(*items: Item) -> Game:
    """Begin a game on the empty scale, with these items."""
    game = room("scales", EMPTY)
    for item in items:
        game.world.player.inventory.insert(item)
    return game


def test_the_scales_give_their_key_for_any_potion() -> None:
    """One of a stack is gone for good, and the player is free to take the key then."""
    game = weighed(a("dart", 3), a("potion of healing", 2))
    assert told(game, LOCKED).endswith("Its lock opens once a potion lies on the other scale.")

    events = game.play(Drop(1))

    assert ["empty scale"] == [event.feature.name for event in events if isinstance(event, FeatureActed)]
    assert 1 == sum(isinstance(event, Laid) for event in events)
    assert ["dart", "potion of healing"] == carried(game)
    assert 1 == game.world.player.inventory.slots[1].number  # type: ignore[union-attr]
    assert [Refused(Reason.SHUT)] == [each for each in game.play(PickUp()) if isinstance(each, Refused)]
    for _ in range(4):
        game.play(Move(WEST))
    assert ["dart", "potion of healing", "key"] == carried(game)


def test_the_scales_take_nothing_but_a_potion() -> None:
    """Anything else lies on the floor, nothing opens, and walking over the locked scale takes nothing."""
    game = weighed(a("dart"), a("scroll of enchantment"))

    events = [*game.play(Drop(0, (1,))), *(each for _ in range(4) for each in game.play(Move(WEST)))]

    assert not any(isinstance(event, FeatureActed | Laid) for event in events)
    assert [] == carried(game)
    assert "key" == feature(game, *LOCKED).holds.kind.name  # type: ignore[union-attr]
    assert offered(observe(game.world), WEST) is None


def test_a_second_potion_buys_nothing() -> None:
    """It lies on the floor beside the first one."""
    game = weighed(a("potion of healing", 2))
    game.play(Drop(0))

    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert ["potion of healing"] == [item.kind.name for item in game.world.level.items_at(EMPTY)]


def test_what_lies_on_a_scale_is_saved() -> None:
    """And the game goes on alike."""
    game = weighed(a("potion of healing"))
    game.play(Drop(0))
    again = restore(EMBER, snapshot(game.world))

    assert digest(game.world) == digest(again.world)
    assert "weighed scale" == feature(again, *EMPTY).kind.name


def test_an_empty_scale_says_what_it_wants() -> None:
    """When the player steps on it, before they pay."""
    game = room("scales", Point(4, 2))

    assert "Empty scale: Drop any potion here, for good" in watch(game, "right").after[-1].text()
