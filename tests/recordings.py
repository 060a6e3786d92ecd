"""Recorded games in memory, for whatever shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from roguelike.autoplay import POLICIES
from roguelike.cells.canvas import Canvas
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.game import Game
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.perspective import Perspective
from roguelike.play.views.end import End
from roguelike.play.views.playing import Playing
from roguelike.store.errors import StoreError
from roguelike.ui.screens.screen import screen_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.commands import Command

ABOUT = {
    "name": "ann",
    "ruleset": "Stage",
    "seed": "7",
    "engine": "1",
    "dice": "",
    "begun": "2026-02-03T04:05:06+00:00",
}
PACE = 500
"""Milliseconds from one command to the next."""


@attrs.frozen
class Row:
    """One command, and the world in which it is done."""

    command: Any
    turn: int
    at: int
    before: str


@attrs.define
class Recorded:
    """A game that was played; `make` begins it."""

    make: Callable[[], Game]
    rows: list[Row] = attrs.field(factory=list)
    about: dict[str, str] = attrs.field(factory=lambda: dict(ABOUT))
    ends_because: str = ""
    is_over: bool = True
    trouble: str = ""
    """Error with which it fails from now on to give a game."""

    def game_at(self, number: int) -> Game:
        """Play it until there."""
        if self.trouble:
            raise StoreError(self.trouble)
        game = self.make()
        for row in self.rows[:number]:
            game.play(decode(row.command))
        return game

    def add(self, game: Game, command: Command, pace: int = PACE) -> None:
        """Do a command, and write it down."""
        at = (self.rows[-1].at if self.rows else 0) + pace
        self.rows.append(Row(encode(command), game.world.turn, at, game.digest()))
        game.play(command)


def record(make: Callable[[], Game], commands: Iterable[Command]) -> Recorded:
    """Return a game in which these commands were given."""
    recorded, game = Recorded(make), make()
    for command in commands:
        recorded.add(game, command)
    return recorded


def record_bot(make: Callable[[], Game], most: int = 10_000, seed: int = 1, policy: str = "seek") -> Recorded:
    """Return a game that the bot has played, to its end or for `most` commands."""
    recorded, game = Recorded(make), make()
    bot = POLICIES[policy](PCG32(seed))
    while game.outcome is None and len(recorded.rows) < most:
        recorded.add(game, bot.choose(observe(game.world)))
    return recorded


def last_picture(recorded: Recorded, size: tuple[int, int]) -> Canvas:
    """Return the last screen of a game as a player saw it."""
    perspective, canvas = Perspective(recorded.make(), recorded.about["name"]), Canvas(*size)
    perspective.take_events()
    for row in recorded.rows:
        perspective.log.fresh = 0
        perspective.game.submit(decode(row.command))
        perspective.game.update()
        perspective.take_events()
        while perspective.is_moving:
            perspective.tick()
    if perspective.game.outcome is None:
        screen_of(Playing(perspective)).draw(canvas)
    else:
        screen_of(End(perspective)).draw(canvas)
    return canvas
