"""The mind of whatever lives in the dark: a mood, and a list of behaviours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import attrs
from attrs.validators import ge, le

from roguelike.classes import frozen
from roguelike.engine.commands import Command, Wait
from roguelike.engine.kinds.limits import MOST_TURNS
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.parts import Behaviour, Mind, named
from roguelike.engine.parts.behaviours.flee import Flee
from roguelike.engine.parts.behaviours.follow import Follow
from roguelike.engine.parts.behaviours.pursue import Pursue
from roguelike.engine.parts.behaviours.roam import Roam
from roguelike.engine.rules.moods import keep_track, settle
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

_USUAL: Final = (Flee(), Pursue(), Follow(), Roam())
"""What everybody does in each mood where nothing else comes first."""
_ASLEEP: Final = Mood.ASLEEP
_HELD: Final = Mood.HELD
_HUNTING: Final = Mood.HUNTING
_NOBODY: Final = Side.NONE
_MONSTERS: Final = Side.MONSTERS
_WAIT: Final = Wait()


@named("beast")
@frozen
class Beast(Mind):
    """Ask the behaviours that fit the mood, in order; then hunt, flee, keep to a leader or roam, as the mood says.

    One that hunts gives up `memory` turns after it has noticed the player last.
    """

    memory: int = attrs.field(default=20, validator=[ge(0), le(MOST_TURNS)])
    behaviours: tuple[Behaviour, ...] = ()
    _by_mood: dict[Mood, tuple[Behaviour, ...]] = attrs.field(init=False, eq=False, repr=False)
    """Those that are asked in each mood, the usual ones last."""

    @_by_mood.default
    def _sorted(self) -> dict[Mood, tuple[Behaviour, ...]]:
        asked = (*self.behaviours, *_USUAL)
        return {mood: tuple(each for each in asked if mood in each.moods) for mood in Mood}

    @property
    def spells(self) -> Sequence[str]:
        """What of its behaviours is magic."""
        return [behaviour.spell for behaviour in self.behaviours if behaviour.spell]

    @property
    def reaches_far(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.reaches_far for behaviour in self.behaviours)

    @property
    def winds_up(self) -> bool:
        """Whether any of its behaviours does."""
        return any(behaviour.winds_up for behaviour in self.behaviours)

    def strike_share(self, *, shoots: bool) -> float:
        """Return the share that all of its behaviours leave."""
        return math.prod(behaviour.strike_share(shoots=shoots) for behaviour in self.behaviours)

    def effort(self, cells: int) -> int:
        """Count the dearest of its behaviours."""
        return 1 + max((behaviour.effort() for behaviour in self.behaviours), default=0)

    def choose(self, world: World, actor: Actor) -> Command:
        """Return what the first of them says."""
        side, mood = actor.side, actor.mood
        if side is _NOBODY or mood is _ASLEEP or mood is _HELD:
            return _WAIT
        if side is _MONSTERS and world.ruleset.perception.perceives(world, actor):
            if mood is not _HUNTING and actor.is_unaware:
                actor.mood = _HUNTING
            keep_track(world, actor)
        foe = settle(world, actor, self.memory)
        for behaviour in self._by_mood[actor.mood]:
            if (command := behaviour.act(world, actor, foe)) is not None:
                return command
        return _WAIT
