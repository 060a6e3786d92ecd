"""How monsters notice the player."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.dice import percent
from roguelike.engine.events import Woke
from roguelike.engine.geometry import squared_distance
from roguelike.engine.grid import MAX_SIDE, board_of
from roguelike.engine.kinds.families import Perception, named
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.rules.areas import whole_disc
from roguelike.engine.rules.giving_up import has_given_up
from roguelike.engine.rules.moods import keep_track, lose_track, notice
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.rules.senses import is_sensed, known_presence, presence
from roguelike.engine.rules.veils import hides
from roguelike.engine.rules.ways import has_line, sees
from roguelike.engine.schema import added
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from roguelike.engine.distances import DistanceMap
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.observation import ObservedState
    from roguelike.engine.state.world import World


@named("mutual")
@frozen
class Mutual(Perception):
    """A monster sees the player when the player sees it."""

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the monster's own cell is in view."""
        return world.level.is_visible(actor.at)


SURE: Final = 100
"""The chance to notice by light, in percent."""


def _percent(usual: int) -> int:
    return attrs.field(default=usual, validator=[ge(0), le(100)])


class Earshot(NamedTuple):
    """The bitboards of the cells within half the player's noise radius, the full one, and twice that."""

    near: int
    full: int
    far: int
    exposed: int
    """The cells from which the player is seen despite obstacles; `full` and `far` include them."""
    hushed: bool = False
    """Whether only sleepers hear the player."""


@named("noise")
@frozen
class Noise(Perception):
    """A monster notices the player by chance (in percent, once a round) within the player's noise radius (in steps).

    A sleeper can wake within half the radius, with one draw per horde. An awake monster can see the player within the
    full radius, and hear them unseen within half of it. A hunter keeps track within twice the radius, or while it sees
    them. In darkness, monsters only hear; where the player's ground hushes, awake monsters only see, and hunters lose
    track immediately.

    Kinds that sense only light always notice an open lamp in view within `lit` cells, and wake by nothing else. Kinds
    that sense only sound hear twice as far, but nothing while the player stands still, unless they fight each other.
    """

    asleep: int = _percent(8)
    seen: int = _percent(33)
    unseen: int = _percent(20)
    lit: int = added(default=12, validator=[ge(0), le(MAX_SIDE)])

    def perceives(self, world: World, actor: Actor) -> bool:
        """Return whether the monster hunts, and knows where the player is."""
        return actor.side is _MONSTERS and actor.mood is _HUNTING and actor.noticed_on == world.turn

    def shows(self, world: World, actor: Actor) -> bool:
        """Return whether it hunts."""
        return actor.side == Side.MONSTERS and actor.mood == Mood.HUNTING

    def notice_all(self, world: World) -> None:
        """Draw for awake monsters by rising id, then for sleepers, once per horde for its nearest member."""
        sleepers: dict[int, tuple[int, Actor]] = {}
        noise = world.noise
        ways = steps_to(world, world.player.cell, limit=2 * noise)
        exposed = _exposed(world)
        hushed = bool(world.level.cells("hushes") >> world.player.cell & 1)
        earshot = Earshot(
            ways.within(noise // 2), ways.within(noise) | exposed, ways.within(2 * noise) | exposed, exposed, hushed
        )
        is_dark, far = bool(world.level.veils) or hushed, earshot.far
        for actor in tuple(world.level.actors):
            if actor.side is not _MONSTERS or not actor.hit_points or self._goes_by_sense(world, actor, ways):
                continue
            cell, mood = actor.cell, actor.mood
            if mood is _HUNTING and not is_dark and far >> cell & 1:
                keep_track(world, actor)  # the most common case
            elif mood is _ROAMING and not (far >> cell & 1 or actor.kind.always or actor.relentless):
                continue
            elif mood is not _ASLEEP:
                self._notice_awake(world, actor, cell, earshot)
            elif earshot.near >> cell & 1:
                steps = ways.distance(cell)
                if steps is not None and steps < sleepers.get(actor.horde, (LOUDEST, actor))[0]:
                    sleepers[actor.horde] = (steps, actor)
        for _, (_, actor) in sorted(sleepers.items()):
            if actor.mood == Mood.ASLEEP and percent(world.rng, self._wakes(actor)):
                notice(world, actor)

    def chance(self, seen: ObservedState, actor: Actor, steps: int) -> Fraction:
        """Return the chance, from the player's noise radius, the light and the line of sight."""
        if actor.side is not _MONSTERS or actor.mood not in (Mood.ASLEEP, Mood.ROAMING, Mood.FOLLOWING):
            return Fraction(actor.mood is _HUNTING)
        if actor.kind.senses != "all":
            is_known = is_sensed(known_presence(seen), actor, steps, self.lit)
            return Fraction(self._chance_by_sense(actor) if is_known else 0, 100)
        if actor.mood == Mood.ASLEEP:
            return Fraction(self._wakes(actor) if steps <= seen.noise // 2 else 0, 100)
        farthest = seen.level.terrain_at(seen.me.at).overlooks
        is_exposed = squared_distance(actor.at, seen.me.at) <= farthest * farthest
        in_view = is_exposed or (steps <= seen.noise and has_line(seen.level, actor.at, seen.me.at))
        in_view = in_view and not _is_dark(seen.level, actor, seen.me)
        is_hushed = seen.level.cells("hushes") >> seen.cell & 1
        return Fraction(self._notices(in_view, steps <= seen.noise // 2 and not is_hushed), 100)

    def _notice_awake(self, world: World, actor: Actor, cell: int, earshot: Earshot) -> None:
        if actor.kind.always or actor.relentless:
            if actor.is_statue:
                if not world.player.light:  # it guards an item that gives light
                    return
                world.emit(Woke(actor.ref))
            actor.mood = actor.mood if actor.mood == Mood.FLEEING else Mood.HUNTING
            keep_track(world, actor)
        elif actor.mood is _HUNTING:
            is_dark = bool(world.level.veils) and _is_dark(world.level, actor, world.player)
            heard = (earshot.near if is_dark else earshot.far) >> cell & 1 and not earshot.hushed
            if heard or (not is_dark and sees(world, actor, world.player, world.noise)):
                keep_track(world, actor)
            elif earshot.hushed:
                lose_track(world, actor)
        elif earshot.full >> cell & 1 and actor.is_unaware:
            in_view = earshot.exposed >> cell & 1 == 1 or has_line(world.level, actor.at, world.player.at)
            in_view = in_view and not _is_dark(world.level, actor, world.player)
            chance = self._notices(in_view, earshot.near >> cell & 1 == 1 and not earshot.hushed)
            if chance and not has_given_up(world, actor) and percent(world.rng, chance):
                notice(world, actor)

    def _goes_by_sense(self, world: World, actor: Actor, ways: DistanceMap) -> bool:
        """Check whether a monster with only one sense notices the player; return whether it is such a monster."""
        if actor.kind.senses == "all" or actor.always_knows:
            return False
        if is_sensed(presence(world), actor, ways.distance(actor.cell), self.lit):
            self._notice_by_sense(world, actor)
        return True

    def _notice_by_sense(self, world: World, actor: Actor) -> None:
        if actor.mood is _HUNTING:
            keep_track(world, actor)
        elif actor.is_unaware and not has_given_up(world, actor) and percent(world.rng, self._chance_by_sense(actor)):
            notice(world, actor)

    def _chance_by_sense(self, actor: Actor) -> int:
        """Return the chance in percent of a monster whose only sense reaches the player."""
        if actor.mood is _ASLEEP:
            return self._wakes(actor)
        return SURE if actor.kind.senses == "light" else self.seen

    def _notices(self, sees_and_hears: bool, is_near: bool) -> int:  # noqa: FBT001 -- private
        """Return the chance in percent of an awake monster."""
        if sees_and_hears:
            return self.seen
        return self.unseen if is_near else 0

    def _wakes(self, actor: Actor) -> int:
        return self.asleep if actor.kind.wakes is None else actor.kind.wakes


def _exposed(world: World) -> int:
    """Return the bitboard of the cells that the player's ground overlooks."""
    radius = world.level.terrain_at(world.player.at).overlooks
    return board_of(whole_disc(world.level, world.player.at, radius)) if radius else 0


def _is_dark(level: Level, actor: Actor, player: Actor) -> bool:
    """Return whether darkness hides two actors from each other; a light that cannot be covered dispels it."""
    return bool(level.veils) and hides(level, actor.at, player.at) and not player.light


_MONSTERS: Final = Side.MONSTERS
_ASLEEP: Final = Mood.ASLEEP
_HUNTING: Final = Mood.HUNTING
_ROAMING: Final = Mood.ROAMING
