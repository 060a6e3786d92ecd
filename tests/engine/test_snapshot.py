"""Snapshots and their digests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.terrain import WALL
from roguelike.engine.rules.pursuit import distance_map
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import digest, snapshot
from roguelike.engine.state.item import Item
from roguelike.engine.state.world import Phase
from tests.arena import confuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import World


def in_the_middle_of_things(arena: RuleSet) -> Game:
    """Return a game with all kinds of state, including a fireball in flight."""
    game = draw("@...,...o", arena, inventory=["potion", "fireball", "pebble"], hit_points=7)
    game.play(Wait())
    confuse(game.world, game.world.level.actors[1], 2)
    game.submit(Use(1, Point(6, 0)))
    game.update()
    game.tick()
    return game


def test_a_snapshot_is_plain_data(arena: RuleSet) -> None:
    """A round trip through JSON does not change it, so any store can hold it."""
    taken = snapshot(in_the_middle_of_things(arena).world)

    assert taken == json.loads(json.dumps(taken))


def test_a_digest_is_32_hexadecimal_digits(arena: RuleSet) -> None:
    """Short enough for a log line, long enough to avoid collisions."""
    game = in_the_middle_of_things(arena)

    assert 32 == len(game.digest())
    assert set(game.digest()) <= set("0123456789abcdef")
    assert digest(game.world) == game.digest()


def _hurt(world: World) -> None:
    world.level.actors[1].hit_points -= 1


def _toughen(world: World) -> None:
    world.player.max_hit_points += 1


def _move(world: World) -> None:
    world.level.move(world.player, Point(1, 0))


def _swap_slots(world: World) -> None:
    slots = world.player.inventory.slots
    slots[0], slots[2] = slots[2], slots[0]


def _take_item(world: World) -> None:
    world.level.clear(Point(4, 0))


def _pile_up(world: World) -> None:
    world.level.put(Item(world.ruleset.items["pebble"]), Point(4, 0))


def _draw_chance(world: World) -> None:
    world.rng.next_u32()


def _pass_turn(world: World) -> None:
    world.turn += 1


def _go_down(world: World) -> None:
    world.depth += 1


def _skip_monsters(world: World) -> None:
    world.phase = Phase.CLOSE


def _count_a_kill(world: World) -> None:
    world.tally.kills["orc"] = 1


def _end(world: World) -> None:
    world.outcome = "won"


def _see(world: World) -> None:
    world.in_view = frozenset({17})


def _reseed(world: World) -> None:
    world.seed += 1


def _build(world: World) -> None:
    world.level.set_terrain(Point(5, 0), WALL)


def _forget(world: World) -> None:
    world.level.explored[world.level.grid.index(Point(5, 0))] = 0


def _tire(world: World) -> None:
    world.level.actors[1].energy += 1


def _clear_head(world: World) -> None:
    del world.level.actors[1].conditions["confused"]


def _notice(world: World) -> None:
    world.level.actors[1].noticed_on = 99


def _stand(world: World) -> None:
    world.level.actors[1].idle_turns += 1


def _land(world: World) -> None:
    world.level.projectiles.clear()


def _shorten_flight(world: World) -> None:
    world.level.projectiles[0].path.pop()


def _renew(world: World) -> None:
    world.ruleset = attrs.evolve(world.ruleset, version=world.ruleset.version + 1)


@pytest.mark.parametrize(
    "change",
    [
        _hurt,
        _toughen,
        _move,
        _swap_slots,
        _take_item,
        _pile_up,
        _draw_chance,
        _pass_turn,
        _go_down,
        _skip_monsters,
        _count_a_kill,
        _end,
        _see,
        _reseed,
        _build,
        _forget,
        _tire,
        _clear_head,
        _notice,
        _stand,
        _land,
        _shorten_flight,
        _renew,
    ],
)
def test_every_change_of_the_world_changes_the_digest(arena: RuleSet, change: Callable[[World], None]) -> None:
    """Two games that can differ later must have different digests now."""
    game = in_the_middle_of_things(arena)
    before = game.digest()

    change(game.world)

    assert before != game.digest()


def test_caches_are_not_part_of_the_digest(arena: RuleSet) -> None:
    """Cached distance maps and events that have not been read do not change the digest."""
    read, unread = (in_the_middle_of_things(arena) for _ in range(2))
    read.events.clear()
    distance_map(read.world)

    assert unread.digest() == read.digest()


def test_the_order_in_which_cells_were_filled_does_not_matter(arena: RuleSet) -> None:
    """Two games with the same contents have the same digest."""
    games = [draw("@...", arena) for _ in range(2)]
    places = [Point(1, 0), Point(3, 0)]

    for game, order in zip(games, (places, places[::-1]), strict=True):
        for at in order:
            game.world.level.put(Item(arena.items["pebble"]), at)

    assert games[0].digest() == games[1].digest()
