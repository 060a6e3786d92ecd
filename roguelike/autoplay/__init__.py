"""Games that play themselves, without a screen: to measure a rule set, to test the engine, to make recordings.

A policy chooses the commands. It is shown what the player knows and nothing more, and it has a stream of chance of its
own, so a game depends on nothing but rule set, seed and policy.
"""

from __future__ import annotations

import collections
import time
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from roguelike.autoplay.drift import RandomPolicy
from roguelike.autoplay.policy import Policy
from roguelike.autoplay.seek import ExplorerPolicy
from roguelike.classes import frozen
from roguelike.engine.game import new_game
from roguelike.engine.observation import Observation, observe
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.state.world import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.world import World

__all__ = ["POLICIES", "GameResult", "Observation", "Policy", "autoplay", "observe", "play"]

POLICIES: Mapping[str, Callable[[PCG32], Policy]] = MappingProxyType({"random": RandomPolicy, "seek": ExplorerPolicy})
"""By name, what makes a policy for one game out of a stream of chance."""

POLICY_STREAM = 1000
"""The stream of the policies; the game's own streams have other numbers."""

IDLE_COMMANDS = 100
"""A game is given up when so many commands in a row took no turn."""


@frozen(kw_only=True)
class GameResult:
    """What came of one game."""

    turns: int
    outcome: Outcome | None
    """None when the turns ran out first."""
    digest: str
    """Of the world at the end."""
    seconds: float = attrs.field(eq=False)
    """What the play took by the clock, and so the one field that differs from run to run; not compared."""
    killer: str | None
    """The name of the kind that killed the player: their own for a fire too near, None for the living."""
    kills: int
    """How many monsters the player killed."""


def autoplay(ruleset: RuleSet, seed: int, turns: int, policy: str) -> GameResult:
    """Play a new game until it is decided or `turns` turns have passed.

    Raises:
        KeyError: `POLICIES` has no policy of that name.
    """
    chosen = POLICIES[policy](PCG32(stream_seed(seed, POLICY_STREAM)))
    game = new_game(ruleset, seed)
    started = time.perf_counter()
    collections.deque(play(game, chosen, turns), maxlen=0)
    seconds = time.perf_counter() - started
    world = game.world
    return GameResult(
        turns=world.turn,
        outcome=game.outcome,
        digest=game.digest(),
        seconds=seconds,
        killer=_killer(world) if game.outcome == "died" else None,
        kills=sum(world.tally.kills.values()),
    )


def _killer(world: World) -> str:
    """Return the name of the kind of actor that killed the player, or of the means if no actor did."""
    tally = world.tally
    return world.player.kind.name if tally.own else tally.killer or tally.means


def play(game: Game, policy: Policy, turns: int) -> Iterator[AnyEvent]:
    """Yield what happens while `policy` plays on, for at most `turns` turns."""
    last = game.world.turn + turns
    idle = 0
    while game.outcome is None and game.world.turn < last and idle < IDLE_COMMANDS:
        before = game.world.turn
        yield from game.play(policy.choose(observe(game.world)))
        idle = idle + 1 if game.world.turn == before else 0
