"""The roles of monsters in a fight, by their behaviours and never by their names."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from roguelike.engine.parts.behaviours.fighting import Mend, Talent, WindUp
from roguelike.engine.parts.behaviours.moving import Kite
from roguelike.engine.parts.effects.monsters import Summon
from roguelike.engine.parts.minds import Beast

if TYPE_CHECKING:
    from roguelike.engine.kinds.actors import ActorKind
    from roguelike.engine.kinds.families import Behaviour


@functools.cache
def calls(kind: ActorKind) -> bool:
    """Return whether it summons others, which vanish with it."""
    return any(isinstance(effect, Summon) for each in _talents(kind) for effect in each.effects)


@functools.cache
def helps(kind: ActorKind) -> bool:
    """Return whether it helps its allies, for example by shielding them."""
    return any(each.at == "fellow" for each in _talents(kind))


@functools.cache
def keeps_away(kind: ActorKind) -> bool:
    """Return whether it retreats when an enemy approaches."""
    return any(isinstance(each, Kite) for each in _behaviours(kind))


@functools.cache
def reaches_out(kind: ActorKind) -> bool:
    """Return whether it can attack from a distance."""
    return kind.missile is not None or any(each.at == "foe" for each in _talents(kind))


@functools.cache
def winds_up(kind: ActorKind) -> bool:
    """Return whether it visibly winds up its attacks."""
    return any(isinstance(each, WindUp) for each in _behaviours(kind))


@functools.cache
def mends(kind: ActorKind, *, burned: bool = False) -> int:
    """Return the hit points that it regenerates each round anywhere; some kinds stop once they were burned."""
    ways = [each for each in _behaviours(kind) if isinstance(each, Mend) and not each.within]
    return sum(each.amount for each in ways if not (burned and each.unless_burned))


def comes_first(kind: ActorKind) -> bool:
    """Return whether to kill it before the monsters that it summons or helps."""
    return calls(kind) or helps(kind)


def _talents(kind: ActorKind) -> list[Talent]:
    return [each for each in _behaviours(kind) if isinstance(each, Talent)]


def _behaviours(kind: ActorKind) -> tuple[Behaviour, ...]:
    return kind.mind.behaviours if isinstance(kind.mind, Beast) else ()
