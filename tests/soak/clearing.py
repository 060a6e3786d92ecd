"""Clears levels of `classic` by `o` whenever nothing is in view, and counts the keys apart from the fights.

A part of `make soak`. Whoever is in view is walked to and struck, also around a corner, by a player with hit points
enough; that is fighting. The number of levels may be given.
"""

from __future__ import annotations

import statistics
import sys
from typing import TYPE_CHECKING, NamedTuple

from roguelike.automation.automation import Stop, interruption
from roguelike.automation.explore import Explore
from roguelike.automation.pick_up import has_moved, pick_up_in_passing
from roguelike.automation.travel import path_to
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Move, Wait
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import direction_to
from roguelike.engine.observation import Observation, observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.geometry import Point

LEVELS = 100
TOUGH = 10_000
"""Hit points, so that the fights can be left out of it."""
LONGEST = 5000
"""Commands after which the enemies left are not found by exploring."""


class Cleared(NamedTuple):
    """What clearing one level took."""

    keys: int
    """How often `o` was pressed."""
    steps: int
    """The commands that came of it."""
    is_won: bool


def cleared(seed: int) -> Cleared:
    """Clear one level, or explore all of it."""
    game = new_game(load_ruleset("classic"), seed)
    player = game.world.player
    player.hit_points = player.max_hit_points = TOUGH
    keys = steps = commands = 0
    quarry: Point | None = None
    while game.outcome is None and commands < LONGEST:
        seen = observe(game.world)
        quarry = seen.foes[0].at if seen.foes else None if quarry == seen.me.at else quarry
        if quarry is not None and (command := _towards(seen, quarry)) is not None:
            game.play(command)
            commands += 1
            continue
        done = _explore(game)
        keys, steps, commands = keys + 1, steps + done, commands + done
        if not done:
            break
    return Cleared(keys, steps, game.outcome == "won")


def _towards(seen: Observation, quarry: Point) -> Command | None:
    """Return a step to where an enemy is or was, or a blow at it; None where there is no way."""
    if seen.foes and seen.is_beside(seen.foes[0]):
        return Move(direction_to(seen.me.at, quarry))
    path = path_to(seen, quarry)
    if path:
        return Move(direction_to(seen.me.at, seen.level.grid.point(path[0])))
    return Wait() if seen.foes else None


def _explore(game: Game) -> int:
    """Press `o` once, and return how many commands came of it."""
    explore, done = Explore(), 0
    while game.outcome is None and not isinstance(command := explore.next(observe(game.world)), Stop):
        events: Sequence[AnyEvent] = game.play(command)
        done += 1
        if has_moved(events) and (taking := pick_up_in_passing(observe(game.world))) is not None:
            events = [*events, *game.play(taking)]
        if any(interruption(event) is not None for event in events):
            break
    return done


def main() -> int:
    """Clear all levels, print the figures, and give 1 if a key came to fewer than six steps."""
    levels = int(sys.argv[1]) if sys.argv[1:] else LEVELS
    runs = [cleared(seed) for seed in range(levels)]
    keys, steps = sum(run.keys for run in runs), sum(run.steps for run in runs)
    half = statistics.median(run.steps / run.keys for run in runs if run.keys)
    won = sum(run.is_won for run in runs)
    print(f"{levels} levels, {won} cleared: {keys} keys for {steps} steps, {steps / keys:.1f} a key; median {half:.1f}")  # noqa: T201
    return int(steps < 6 * keys)


if __name__ == "__main__":
    sys.exit(main())
