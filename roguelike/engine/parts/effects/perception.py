"""Effects on sight and hearing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, gt, le

from roguelike.classes import frozen
from roguelike.engine.events import Veiled
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.grid import MAX_SIDE, cells_of
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.families import Effect, named
from roguelike.engine.kinds.limits import MAX_TURNS
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.preview import preview_noise
from roguelike.engine.rules.areas import WIDEST, board, reach
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.features import find_within
from roguelike.engine.rules.moods import lose_track
from roguelike.engine.rules.noise import make_noise
from roguelike.engine.rules.veils import veil
from roguelike.engine.schema import added, shown
from roguelike.engine.state.preview import Preview

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.cause import Cause
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("map")
@frozen
class Map(Effect):
    """Show the player the terrain of the whole level, and its hidden features."""

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Reveal all passable cells and those beside them."""
        level = world.level
        inside = level.grid.spread(level.passable, diagonally=True)
        for cell, code in enumerate(level.terrain):
            if code and inside >> cell & 1:
                level.explored[cell] = 1
        level.outdated.clear()
        level.seen_features.clear()
        level.seen_captives.clear()
        find_within(world, at, MAX_SIDE)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as its result is unknown."""
        return Preview()


@named("reveal")
@frozen
class Reveal(Effect):
    """Give all monsters within `radius` steps a `condition` that reveals them; reveal hidden `features` there."""

    condition: ConditionKind
    turns: int = attrs.field(validator=[ge(1), le(MAX_TURNS)])
    radius: int = attrs.field(default=MAX_SIDE, validator=[ge(0), le(MAX_SIDE)])

    features: bool = added(default=True)

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Reveal them, by rising ids."""
        if self.features:
            find_within(world, at, self.radius)
        for actor in tuple(world.level.actors):
            if not actor.is_player and chebyshev_distance(actor.at, at) <= self.radius:
                afflict(world, actor, self.condition, self.turns)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return an empty preview, as it does no damage."""
        return Preview()


@named("noise")
@frozen
class MakeNoise(Effect):
    """Wake monsters within `steps` of the cell, and attract them to it."""

    steps: int = attrs.field(validator=[ge(1), le(LOUDEST)])
    sound: str = shown(default="")
    """The sound that the player hears in earshot, like "a bell"."""

    @property
    def loudness(self) -> int:
        """Its noise radius."""
        return self.steps

    def effort(self) -> int:
        """Count the steps."""
        return 1 + self.steps // 10

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Make the noise."""
        make_noise(world, at, self.steps, self.sound)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the damage to the player by what the noise brings down."""
        return preview_noise(seen, at, self.steps)


@named("darken")
@frozen
class Darken(Effect):
    """Darken the cells within `radius` for `rounds` rounds; hunters on them lose track of the player."""

    radius: int = attrs.field(validator=[ge(0), le(WIDEST)])
    """The radius in cells (straight distance); walls shield cells behind them."""
    rounds: int = attrs.field(validator=[gt(0), le(MAX_TURNS)])

    def effort(self) -> int:
        """Count the cells."""
        return 1 + self.radius * self.radius

    def apply(self, world: World, cause: Cause, at: Point) -> None:
        """Darken the cells; hunters keep track of a player whose light cannot be covered."""
        level = world.level
        cells = board(level, at, self.radius)
        veil(world, "dark", cells, self.rounds)
        world.emit(Veiled("dark", at))
        for cell in cells_of(cells) if not world.player.light else ():
            if (actor := level.actor_on(cell)) is not None:
                lose_track(world, actor)

    def preview(self, seen: ObservedState, at: Point) -> Preview:
        """Return the cells, as far as the level is known."""
        cells = reach(seen.level, at, self.radius)
        return Preview(area=tuple(cell for cell in cells if seen.level.is_explored(cell)), makes=("darkness",))
