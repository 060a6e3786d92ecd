"""Games that play themselves, without a screen: to measure a rule set, to test the engine, to make recordings.

A policy chooses the commands. It is shown what the player knows and nothing more, and it has a stream of chance of its
own, so a game depends on nothing but rule set, seed and policy.
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
"""By name, what makes a policy for one game out of a stream of chance."""

POLICY_STREAM = 1000
"""The stream of the policies; the game's own streams have other numbers."""

IDLE_COMMANDS = 100
"""A game is given up when so many commands in a row took no turn."""


def autoplay(ruleset: RuleSet, seed: int, turns: int, policy: str, without: Collection[str] = ()) -> GameResult:
    """Play a new game until it is decided, the policy is stuck, or `turns` turns have passed.

    `without` names what the policy `careful` must not do, of `WITHOUT`.

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
    """Yield what happens while `policy` plays on, for at most `turns` turns; no longer than it gets anywhere."""
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
