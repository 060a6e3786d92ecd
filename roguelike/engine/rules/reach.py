"""Reachability: which actors can attack which over known terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.ways import Gait, haunts_of, mobility_of, ways_of
from roguelike.engine.state.actor import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level


def strikes_far(actor: Actor) -> bool:
    """Return whether an actor needs no path to a foe in view: it throws, shoots, breathes, leaps or summons."""
    mind = actor.kind.mind
    return actor.missile is not None or (mind is not None and mind.reaches_far)


def is_harmless(actor: Actor) -> bool:
    """Return whether an actor can neither move nor attack."""
    return actor.kind.rooted and not actor.stats.attack


def note_lurking(level: Level, seen: Iterable[Actor]) -> None:
    """Record the deep water in which the player sees enemies swim."""
    for actor in seen:
        if actor.kind.swims and actor.side is Side.MONSTERS:
            level.lurking |= 1 << actor.cell & level.cells("deep")


def forget_lurking(level: Level, dead: Actor) -> None:
    """Clear the record of swimmers for the water around one that the player sees die."""
    if dead.kind.swims and level.visible[dead.cell]:
        level.lurking &= ~waters(level, level.grid.spread(1 << dead.cell, diagonally=True))


def waters(level: Level, cells: int) -> int:
    """Return the bitboard of the deep water connected to `cells`."""
    deep = level.cells("deep")
    return level.grid.flood(cells & deep, deep, diagonally=True)


def struck_from(level: Level, actor: Actor, *, diagonally: bool, soon: bool = True) -> int:
    """Return the bitboard of the cells that an actor can attack from where its known paths lead.

    A hunter wades through deep water; others keep out of it, unless they swim. Flames delay an actor, and are no
    obstacle. With `soon`, the cells one step from those count as well for a swimmer.
    """
    reached = 1 << actor.cell
    if not actor.kind.rooted:
        who = mobility_of(level, actor)._replace(minds_fire=False)
        if actor.kind.swims and not level.cells("deep") >> actor.cell & 1:
            who = who._replace(gait=Gait.WALK)
        ways = ways_of(level, who) if actor.mood is Mood.HUNTING else haunts_of(level, who)
        reached = level.grid.flood(reached, ways, diagonally=diagonally)
    for _ in range(2 if actor.kind.swims and soon else 1):
        reached |= level.grid.spread(reached, diagonally=diagonally)
    return reached
