"""A game of Ember in which as much as possible is under way: a meadow burns, gas spreads, and the player takes stairs.

It is what is killed after every command; the commands are searched again, so that no change of the levels spoils them.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import TakeStairs, ThrowItem, Use, Wait
from roguelike.engine.commands.plain import encode
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.kits import Possession
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.kinds.ruleset import RuleSet

STUNTS: Final = "stunts"
"""The name of the rule set."""
POTIONS: Final = ("fire", "caustic gas", "descent")
MEADOW: Final = 12
"""Cells that burn at once, of a fire that deserves the name."""
_NEAR, _FAR = 3 * 3, 7 * 7
_WALK: Final = 250
"""Commands until the stairs, at most."""


@functools.cache
def stunt_rules() -> RuleSet:
    """Return Ember for one who carries fire, gas and a hole from the start."""
    ember = load_ruleset("ember")
    given = (Possession(item=f"potion of {name}", number=3) for name in POTIONS)
    return attrs.evolve(ember, name=STUNTS, possessions=(*ember.possessions, *given))


@attrs.define
class Stunts:
    """One game that is played for its dangers."""

    game: Game
    script: list[Any] = attrs.field(factory=list)
    """The commands so far, as plain data."""
    hottest: int = 0
    """Cells that burned at once, at most."""

    @property
    def depth(self) -> int:
        """That of the level; 0 once the game is over."""
        return self.game.world.depth if self.game.outcome is None else 0

    def is_hot(self) -> bool:
        """Whether there are fire and gas on the level."""
        return bool(self.game.world.level.burning and self.game.world.level.gas)

    def play(self, command: Command) -> None:
        """Give a command, and write it down."""
        self.script.append(encode(command))
        self.game.play(command)
        self.hottest = max(self.hottest, self.game.world.level.burning.bit_count())

    def walk_down(self) -> None:
        """Go to the stairs, and take them, by what a bot does; light the first meadow on the way, and watch it burn."""
        bot = POLICIES["diver"](PCG32(1))
        depth = self.game.world.depth
        for _ in range(_WALK):
            if self.game.world.depth != depth or self.game.outcome is not None:
                return
            if not self.hottest and self._grass_around(self._aim()) >= MEADOW:
                self.throw("fire")
                for _ in range(4):
                    self.play(Wait())
            self.play(bot.choose(observe(self.game.world)))

    def throw(self, potion: str) -> None:
        """Throw a potion into the grass, where any is in view, or elsewhere."""
        self.play(ThrowItem(self._slot(potion), self._aim()))

    def _aim(self) -> Point:
        """Return the cell in view, neither near nor far, with the most around it that burns; else the own one."""
        seen = observe(self.game.world)
        here = map(seen.level.grid.point, cells_of(seen.visible & seen.level.passable))
        cells = [at for at in here if _NEAR <= squared_distance(at, seen.me.at) <= _FAR]
        return max(cells, key=self._grass_around, default=seen.me.at)

    def drink(self, potion: str) -> None:
        """Drink a potion."""
        self.play(Use(self._slot(potion)))

    def _slot(self, potion: str) -> int:
        kind = self.game.world.ruleset.items[f"potion of {potion}"]
        slots = self.game.world.player.inventory.slots
        return next(slot for slot, item in enumerate(slots) if item is not None and item.kind is kind)

    def _grass_around(self, at: Point) -> int:
        level = self.game.world.level
        area = level.grid.spread(1 << level.grid.index(at), diagonally=True)
        return (level.cells("fuel") & level.grid.spread(area, diagonally=True)).bit_count()


@functools.cache
def find_stunts() -> tuple[int, list[Any]]:
    """Return the first seed in which all of it happens, with the commands."""
    return next((seed, found) for seed in itertools.count(1) if (found := _perform(seed)) is not None)


def _perform(seed: int) -> list[Any] | None:
    """Return the commands of a game with a burning meadow, gas, stairs down and up, and a fall; None without any."""
    stunts = Stunts(new_game(stunt_rules(), seed))
    stunts.walk_down()
    if stunts.hottest < MEADOW or stunts.depth != 2:
        return None
    stunts.throw("caustic gas")
    stunts.throw("fire")
    if not stunts.is_hot():
        return None
    for way in ("up", "down"):
        stunts.play(Wait())
        stunts.play(TakeStairs(way))
    was_hot = stunts.is_hot()
    stunts.play(Wait())
    stunts.drink("descent")
    stunts.throw("fire")
    return stunts.script if was_hot and stunts.depth == 3 else None
