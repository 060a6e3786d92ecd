"""Evaluation of the last decisions of a recorded game: each choice is played on with different dice."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from roguelike.autoplay import play
from roguelike.autoplay.player import CAREFUL, Player
from roguelike.classes import frozen
from roguelike.engine.commands import Command
from roguelike.engine.commands.plain import decode
from roguelike.engine.observation import Observation, observe
from roguelike.engine.plain import BadPlain
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.snapshot import snapshot
from roguelike.narration.commands import in_words
from roguelike.narration.decisions import Choice, Decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.play.playback import Recording

SHOWN: Final = 10
"""Number of last decisions that are evaluated."""
LOOKED_AT: Final = 30
"""Number of last commands that the bot watches, so that it remembers things out of view."""
MOST_CHOICES: Final = 3
"""Maximum commands of the bot for each decision."""
TRIES: Final = 6
TURNS: Final = 12
"""Length of a try, in turns."""
STREAM: Final = 1002
"""Number of the random stream of the tries; other streams have other numbers."""


@frozen
class _Moment:
    """A decision of the player, with all data needed to play on from it."""

    seen: Observation
    command: Command
    world: Any
    """The snapshot of the world."""
    bot: Player


def last_decisions(recording: Recording) -> Iterator[Decision | None]:
    """Yield the last decisions of a game, the last one first, and None after every piece of work.

    Yields no decision if the game cannot be replayed.

    Raises:
        StoreError: the game cannot be read.
    """
    moments: deque[_Moment] = deque(maxlen=SHOWN)
    for moment in _moments(recording):
        if moment is not None:
            moments.append(moment)
        yield None
    for moment in reversed(moments):
        yield from _weighed(moment)


def _moments(recording: Recording) -> Iterator[_Moment | None]:
    """Yield the moment before each of the last commands that takes time, and None for others."""
    rows = recording.rows
    start = max(0, len(rows) - LOOKED_AT)
    game = recording.game_at(start)
    bot = Player(CAREFUL, PCG32(stream_seed(game.world.seed, STREAM)))
    for row in rows[start:]:
        if game.digest() != row.before:
            return
        try:
            command = decode(row.command)
        except BadPlain:
            return
        seen = observe(game.world)
        bot.look(seen)
        yield _Moment(seen, command, snapshot(game.world), bot.copied()) if command.takes_time else None
        game.play(command)


def _weighed(moment: _Moment) -> Iterator[Decision | None]:
    """Yield None after each try, then the decision with the results."""
    seen, taken = moment.seen, moment.command
    ideas: dict[Command, str] = {}
    for idea, command in moment.bot.alternatives(seen):
        ideas.setdefault(command, idea.replace("_", " "))
        if len(ideas) >= MOST_CHOICES:
            break
    lived: dict[Command, int] = dict.fromkeys((taken, *ideas), 0)
    for command in lived:
        for number in range(TRIES):
            lived[command] += _lives(moment, command, number)
            yield None
    first = next(iter(ideas), None)
    done, *others = [Choice(in_words(command, seen), count, ideas.get(command, "")) for command, count in lived.items()]
    is_the_bots = taken == first
    yield Decision(seen.turn, seen.me.hit_points, seen.most_damage, TRIES, TURNS, done, is_the_bots, tuple(others))


def _lives(moment: _Moment, command: Command, number: int) -> bool:
    """Return whether the player survives `TURNS` turns after a command, in try `number`."""
    game = restore(moment.seen.ruleset, moment.world)
    game.world.rng = PCG32(stream_seed(game.world.seed, STREAM, moment.seen.turn, number))
    game.play(command)
    for _ in play(game, moment.bot.copied(), TURNS):
        pass
    return game.outcome != "died"
