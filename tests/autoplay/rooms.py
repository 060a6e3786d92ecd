"""Rooms of Ember as a player in the door sees them, and games played on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.autoplay import play
from roguelike.autoplay.memory import Memory
from roguelike.autoplay.player import CAREFUL, Player
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from tests.rulesets.drawn_rooms import furnish

if TYPE_CHECKING:
    from roguelike.autoplay.tactics.tactic import Plain
    from roguelike.engine.game import Game
    from roguelike.engine.geometry import Point

EMBER: Final = load_ruleset("ember")


def follow(tactic: Plain, game: Game, most: int = 40) -> int:
    """Play as long as a tactic returns a command, and return the number of commands."""
    memory = Memory(PCG32(1))
    for number in range(most):
        seen = observe(game.world)
        memory.look(seen)
        command = tactic(seen, memory)
        if command is None:
            return number
        game.play(command)
    return most


def played(game: Game, turns: int) -> list[object]:
    """Play as the careful policy does, and return the events."""
    return list(play(game, Player(CAREFUL, PCG32(1)), turns))


def in_room(vault: str, *items: str, at: Point | None = None) -> Game:
    """Begin a game in the door of a drawn room, or on a cell `at` of it, with the whole room known."""
    kind = EMBER.vaults[vault]
    rows = [
        [{" ": "#", "+": "@" if at is None else "."}.get(key, key if key == "#" else ".") for key in row]
        + list("......")
        for row in kind.rows
    ]
    if at is not None:
        rows[at.y][at.x] = "@"
    game = draw("\n".join("".join(row) for row in rows), EMBER, inventory=items)
    furnish(game, vault)
    game.world.knowledge.identified = list(EMBER.items)
    game.play(Wait())
    game.world.level.explored[:] = b"\1" * len(game.world.level.explored)
    return game
