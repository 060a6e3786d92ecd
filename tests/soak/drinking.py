"""The promise to whoever drinks what they do not know: who walks out of it lives.

    python -m tests.soak.drinking --seeds 1000

Each potion and each scroll of Ember is used up at full health in an empty room of a first level, and the player then
walks out of the gas or the fire by the shortest way.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.distances import DistanceMap
from roguelike.engine.game import new_game
from roguelike.engine.geometry import direction_to
from roguelike.engine.grid import cells_of
from roguelike.engine.rules.fire import flammable
from roguelike.engine.rules.gas import cells_with
from roguelike.engine.state.item import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.level import Level

_ROUNDS: Final = 120


def kinds(ruleset: RuleSet) -> list[str]:
    """Return the names of the tables of all potions and scrolls that need no target."""
    found = ((name, kind) for name, kind in ruleset.items.items() if kind.sort in {"potion", "scroll"})
    return [name for name, kind in found if kind.usable and not kind.aimed]


def survives(ruleset: RuleSet, name: str, seed: int) -> bool:
    """Return whether the player lives who uses that in an empty room of the first level, and walks out of it."""
    game = _alone_in_a_room(ruleset, seed)
    slot = game.world.player.inventory.insert(Item.of(ruleset.items[name]))
    game.play(Use(slot))
    for _ in range(_ROUNDS):
        if game.outcome is not None or game.world.depth > 1 or not _is_in_danger(game):
            break
        game.play(_way_out(game))
    return game.outcome is None


def _alone_in_a_room(ruleset: RuleSet, seed: int) -> Game:
    game = new_game(ruleset, seed)
    level = game.world.level
    for actor in [actor for actor in level.actors if not actor.is_player]:
        level.remove(actor)
    rooms = [at for at in level.waypoints if level.is_free(at)]
    level.move(game.world.player, rooms[seed % len(rooms)])
    game.play(Wait())
    return game


def _is_in_danger(game: Game) -> bool:
    """Return whether anything can still happen to the player: air that does harm, fire, or what they suffer from."""
    return bool(game.world.level.fire or game.world.level.gas or game.world.player.conditions)


def _way_out(game: Game) -> Command:
    """Return a step towards the nearest cell without gas or fire, and where no fire comes."""
    level, player = game.world.level, game.world.player
    here = level.grid.index(player.at)
    safe = level.passable & ~level.cells("asks") & ~_dangerous(level)
    if safe >> here & 1:
        return Wait()
    ways = DistanceMap(level.grid, level.passable & ~level.cells("asks"), here, diagonally=True)
    reachable = [(steps, cell) for cell in cells_of(safe) if (steps := ways.distance(cell)) is not None]
    if not reachable:
        return Wait()
    back = DistanceMap(level.grid, level.passable & ~level.cells("asks"), min(reachable)[1], diagonally=True)
    return Move(direction_to(player.at, level.grid.point(cells_of(back.downhill(here))[0])))


def _dangerous(level: Level) -> int:
    """Return the bitboard of the cells with gas, with fire, or to which fire can spread."""
    fuel, burning = flammable(level), level.burning
    while (spread := burning | level.grid.spread(burning, diagonally=False) & fuel) != burning:
        burning = spread
    for cloud in level.gas.values():
        burning |= cells_with(cloud, level.grid.size)
    return burning


def deaths(seeds: int) -> Iterator[tuple[str, int]]:
    """Yield each kind and seed with which the player dies."""
    ruleset = load_ruleset("ember")
    for name in kinds(ruleset):
        yield from ((name, seed) for seed in range(seeds) if not survives(ruleset, name, seed))


def main() -> int:
    """Try them all, and print the deaths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000)
    seeds = parser.parse_args().seeds
    dead = list(deaths(seeds))
    for name, seed in dead:
        print(f"{name}: dead with seed {seed}")  # noqa: T201
    print(f"{len(dead)} died of {seeds} games with each of {len(kinds(load_ruleset('ember')))} kinds")  # noqa: T201
    return int(bool(dead))


if __name__ == "__main__":
    sys.exit(main())
