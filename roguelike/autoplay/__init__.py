"""Automatic play without a screen: to measure a rule set, to test the engine, to make recordings.

A policy chooses the commands. It sees only the player's knowledge, and has a separate random stream, so a game depends
only on rule set, seed and policy.
"""

from __future__ import annotations

import functools
import time
from types import MappingProxyType
from typing import TYPE_CHECKING

from roguelike.autoplay.drift import RandomPolicy
from roguelike.autoplay.player import CAREFUL, CARELESS, DIVER, WITHOUT, Player
from roguelike.autoplay.policy import Policy, Stuck
from roguelike.autoplay.record import GameResult, Record
from roguelike.autoplay.seek import ExplorerPolicy
from roguelike.engine.game import new_game
from roguelike.engine.observation import Observation, observe
from roguelike.engine.rng import PCG32, stream_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

__all__ = ["POLICIES", "WITHOUT", "GameResult", "Observation", "Policy", "Stuck", "autoplay", "observe", "play"]

POLICIES: Mapping[str, Callable[[PCG32], Policy]] = MappingProxyType(
    {
        "random": RandomPolicy,
        "seek": ExplorerPolicy,
        "careless": functools.partial(Player, CARELESS),
        "careful": functools.partial(Player, CAREFUL),
        "diver": functools.partial(Player, DIVER),
    }
)
"""By name, the factory of a policy for one game, given a random stream."""

POLICY_STREAM = 1000
"""Number of the random stream of policies; the game's own streams have other numbers."""

IDLE_COMMANDS = 100
"""A game is abandoned after this many commands in a row that took no turn."""


def autoplay(ruleset: RuleSet, seed: int, turns: int, policy: str, without: Collection[str] = ()) -> GameResult:
    """Play a new game until it is decided, the policy is stuck, or `turns` turns have passed.

    `without` are the names of features, of `WITHOUT`, forbidden to the policy `careful`.

    Raises:
        KeyError: `POLICIES` has no policy of that name.
    """
    rng = PCG32(stream_seed(seed, POLICY_STREAM))
    chosen = Player(CAREFUL, rng, without) if without else POLICIES[policy](rng)
    record = Record(new_game(ruleset, seed), chosen)
    started = time.perf_counter()
    for event in play(record.game, record, turns):
        record.tell(event)
    seconds = time.perf_counter() - started
    world = record.game.world
    return record.result(seconds, stuck=world.outcome is None and world.turn < turns)


def play(game: Game, policy: Policy, turns: int) -> Iterator[AnyEvent]:
    """Yield the events while `policy` plays, for at most `turns` turns, until the game ends or the policy is stuck."""
    last = game.world.turn + turns
    idle = 0
    while game.outcome is None and game.world.turn < last and idle < IDLE_COMMANDS:
        before = game.world.turn
        try:
            command = policy.choose(observe(game.world))
        except Stuck:
            return
        yield from game.play(command)
        idle = idle + 1 if game.world.turn == before else 0
