"""Noticing by noise: once a round, by how far the player is heard and whether they are in view."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.events import Woke
from roguelike.engine.geometry import king_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.kinds.parts import Perception, named
from roguelike.engine.rules.moods import keep_track, notice
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.rules.veils import hides
from roguelike.engine.rules.ways import has_line, sees
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


def _percent(usual: int) -> int:
    return attrs.field(default=usual, validator=[ge(0), le(100)])


@named("noise")
@frozen
class Noise(Perception):
    """A monster notices the player by chance: in percent, once a round, within so many steps as the player's noise.

    Asleep it wakes within half of that, one draw for a horde; awake it sees them within all of it, and hears them
    unseen within half. One that hunts keeps on within twice of it, or while it sees them. In the dark all go by what
    they hear.
    """

    asleep: int = _percent(8)
    seen: int = _percent(33)
    unseen: int = _percent(20)

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the monster hunts, and knows where the player is."""
        return actor.side == Side.MONSTERS and actor.mood == Mood.HUNTING and actor.noticed_on == world.turn

    def shows(self, world: World, actor: Actor) -> bool:
        """Return whether it hunts."""
        return actor.side == Side.MONSTERS and actor.mood == Mood.HUNTING

    def notice_all(self, world: World) -> None:
        """Draw for the monsters awake by rising id, then for those asleep, by the nearest of each horde."""
        sleepers: dict[int, tuple[int, Actor]] = {}
        for actor in tuple(world.level.actors):
            if actor.side != Side.MONSTERS or not actor.is_alive:
                continue
            if actor.mood == Mood.ASLEEP:
                steps = _steps(world, actor)
                if steps <= world.noise // 2 and steps < sleepers.get(actor.horde, (LOUDEST, actor))[0]:
                    sleepers[actor.horde] = (steps, actor)
            else:
                self._notice_awake(world, actor)
        for _, (_, actor) in sorted(sleepers.items()):
            if actor.mood == Mood.ASLEEP and percent(world.rng, self._wakes(actor)):
                notice(world, actor)

    def chance(self, seen: Observation, actor: Actor) -> Fraction:
        """Return the chance by known cells; by the straight distance where no known way leads there."""
        if actor.side != Side.MONSTERS or actor.mood not in (Mood.ASLEEP, Mood.ROAMING, Mood.FOLLOWING):
            return Fraction(actor.mood == Mood.HUNTING)
        steps = seen.ways.distance(seen.level.grid.index(actor.at))
        if steps is None:
            steps = king_distance(actor.at, seen.me.at)
        if actor.mood == Mood.ASLEEP:
            return Fraction(self._wakes(actor) if steps <= seen.noise // 2 else 0, 100)
        in_view = has_line(seen.level, actor.at, seen.me.at) and not _is_dark(seen.level, actor, seen.me)
        return Fraction(self._notices(steps, seen.noise, in_view), 100)

    def _notice_awake(self, world: World, actor: Actor) -> None:
        if actor.always_knows:
            if actor.is_statue:
                if not world.player.light:  # it guards what gives light
                    return
                world.emit(Woke(actor.ref))
            actor.mood = actor.mood if actor.mood == Mood.FLEEING else Mood.HUNTING
            keep_track(world, actor)
        elif actor.mood == Mood.HUNTING:
            is_dark = _is_dark(world.level, actor, world.player)
            heard = _steps(world, actor) <= (world.noise // 2 if is_dark else 2 * world.noise)
            if heard or (not is_dark and sees(world, actor, world.player, world.noise)):
                keep_track(world, actor)
        elif actor.is_unaware:
            steps = _steps(world, actor)
            in_view = steps <= world.noise and has_line(world.level, actor.at, world.player.at)
            in_view = in_view and not _is_dark(world.level, actor, world.player)
            chance = self._notices(steps, world.noise, in_view)
            if chance and percent(world.rng, chance):
                notice(world, actor)

    def _notices(self, steps: int, noise: int, in_view: bool) -> int:  # noqa: FBT001 -- what it is
        """Return the chance in percent of one that is awake."""
        if in_view and steps <= noise:
            return self.seen
        return self.unseen if steps <= noise // 2 else 0

    def _wakes(self, actor: Actor) -> int:
        return self.asleep if actor.kind.wakes is None else actor.kind.wakes


def _is_dark(level: Level, actor: Actor, player: Actor) -> bool:
    """Return whether darkness keeps two from seeing each other; there is none around a light that cannot be covered."""
    return hides(level, actor.at, player.at) and not player.light


def _steps(world: World, actor: Actor) -> int:
    """Return the steps to the player, as far as anybody hears them; more than that otherwise."""
    most, at, ears = 2 * world.noise, world.player.at, actor.at  # everybody in every round: few calls
    if not (-most <= ears[0] - at[0] <= most and -most <= ears[1] - at[1] <= most):
        return most + 1
    grid = world.level.grid
    steps = steps_to(world, grid.index(at), limit=most).distance(grid.index(ears))
    return most + 1 if steps is None else steps
