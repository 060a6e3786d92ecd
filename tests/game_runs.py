"""Whole games by every rule set, with the digest after each command: to be compared between processes.

`python -m tests.game_runs (FIRST LAST COMMANDS)... [saving] [drawing] [telling]` plays the games from number `FIRST` to
the one before `LAST`, and prints for each a hash of its digests, or, with `telling`, every digest. With `saving` it
goes through JSON and back at random points; with `drawing` it draws every frame. Neither may change anything. With
`whole` each is one game of Ember, played to its end in `COMMANDS` at most.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import attrs

from roguelike.autoplay import POLICIES, Stuck
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import (
    Cover,
    Drop,
    Equip,
    Move,
    PickUp,
    Search,
    TakeStairs,
    Throw,
    ThrowItem,
    Use,
    Wait,
)
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.dice import roll
from roguelike.engine.events import Refused
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import COMPASS, Point
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.snapshot import snapshot
from roguelike.ui.screens.screen import screen_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.ruleset import RuleSet

SAVES = 30
"""Average number of commands between two saves."""
PLAYERS = ("careless", "careful", "diver", "random", "careless")
"""Policies of the whole games, by their number: a careful game takes as long as five others."""


def digests(number: int, commands: int, *modes: str, counts: Counter[str] | None = None) -> Iterator[str]:
    """Play game `number`, and give the digest after every command; what happened is added to `counts`.

    A game that is over is followed by another one, so nobody is spared by an early death. Every third player knows what
    to do, the others try anything; where there are levels, half of these go down.
    """
    rules = _rules()[number % len(_rules())]
    chance, whim = (PCG32(stream_seed(number, stream)) for stream in (2000, 2001))
    bot = POLICIES[_policy(rules, number)](PCG32(stream_seed(number, 2002)))
    sitting = Sitting(new_game(rules, 1000 * number), modes, whim, Counter() if counts is None else counts)
    for _ in range(commands):
        if sitting.game.outcome is not None:
            sitting.counts["ended"] += 1
            sitting.game = new_game(rules, sitting.game.world.seed + 1)
        wanted = bot.choose(observe(sitting.game.world))
        sitting.play(_nonsense(chance) if roll(chance, 0, 9) == 0 else wanted)
        yield sitting.game.digest()
        sitting.pause(SAVES)


def whole(number: int, commands: int, *modes: str) -> Iterator[str]:
    """Play game `number` of Ember to its end, and give the digest after every command.

    Raises:
        RuntimeError: it goes on after `commands` commands.
    """
    bot = POLICIES[PLAYERS[number % len(PLAYERS)]](PCG32(stream_seed(number, 2002)))
    sitting = Sitting(new_game(_ruleset("ember"), number), modes, PCG32(stream_seed(number, 2001)), Counter())
    for _ in range(commands):
        try:
            sitting.play(bot.choose(observe(sitting.game.world)))
        except Stuck:
            return
        yield sitting.game.digest()
        if sitting.game.outcome is not None:
            return
        sitting.pause(SAVES)
    raise RuntimeError(f"game {number} goes on after {commands} commands")


def _policy(rules: RuleSet, number: int) -> str:
    """Return who plays game `number`."""
    players = ("diver", "careful", "random") if rules.depths > 1 else ("random", "seek", "random")
    return players[number // len(_rules()) % len(players)]


@functools.cache
def _rules() -> list[RuleSet]:
    return [_ruleset(name) for name in ruleset_names()]


@functools.cache
def _ruleset(name: str) -> RuleSet:
    return load_ruleset(name)


@attrs.define
class Sitting:
    """One who plays, and may be interrupted, or watched."""

    game: Game
    modes: Collection[str]
    whim: PCG32
    counts: Counter[str]
    show: Callable[[], None] | None = None
    shown: Game | None = None

    def play(self, command: Command) -> None:
        """Give a command, and wait until nothing flies."""
        if "saving" in self.modes:
            command = decode(json.loads(json.dumps(encode(command))))
        self.game.submit(command)
        self.game.update()
        while self.game.in_flight:
            self.counts["ticks"] += 1
            self.pause(SAVES // 3)
            self.game.tick()

    def pause(self, rarity: int) -> None:
        """Show the game, if anybody looks; then leave it, once in a while, and come back."""
        if "drawing" in self.modes:
            if self.shown is not self.game or self.show is None:
                self.show, self.shown = _screen(self.game), self.game
            self.show()
        self.counts["refused"] += sum(isinstance(event, Refused) for event in self.game.events)
        self.game.events.clear()
        if "saving" in self.modes and roll(self.whim, 1, rarity) == 1:
            self.counts["saves"] += 1
            self.game = restore(self.game.world.ruleset, json.loads(json.dumps(snapshot(self.game.world))))


def _screen(game: Game) -> Callable[[], None]:
    """Return what draws a game on a screen of its own, as a session does."""
    from roguelike.cells.canvas import Canvas  # noqa: PLC0415 -- only where there is a screen
    from roguelike.play.views.playing import Playing  # noqa: PLC0415
    from tests.views import view  # noqa: PLC0415

    viewport = view(game)
    screen = Playing(viewport.perspective)

    def show() -> None:
        viewport.perspective.tell(game.events)
        screen_of(screen).draw(Canvas(80, 24))

    return show


def _nonsense(chance: PCG32) -> Command:
    """Return any command, as no screen would."""
    target = Point(roll(chance, 0, 60) - 1, roll(chance, 0, 40) - 1)
    return (
        Move(COMPASS[roll(chance, 0, 7)]),
        Drop(roll(chance, 0, 12)),
        Use(roll(chance, 0, 12), target),
        Throw(target),
        PickUp(),
        Wait(),
        ThrowItem(roll(chance, 0, 12), target),
        Equip(roll(chance, 0, 12)),
        TakeStairs("down"),
        Cover(),
        Search(),
    )[roll(chance, 0, 10)]


def line(number: int, commands: int, *modes: str) -> str:
    """Return what is printed of one game: its number, and a hash of all its digests, or all of them."""
    played = " ".join((whole if "whole" in modes else digests)(number, commands, *modes))
    return f"{number} {played if 'telling' in modes else hashlib.blake2b(played.encode(), digest_size=16).hexdigest()}"


def main() -> None:
    """Play the games that were asked for."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    modes = [word for word in sys.argv[1:] if not word.isdigit()]
    for first, last, commands in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        for number in range(first, last):
            print(line(number, commands, *modes), flush=True)  # noqa: T201 -- read by whoever started it


if __name__ == "__main__":
    main()
