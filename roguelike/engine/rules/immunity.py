"""Immunity and resistance: by an actor's kind, and by its conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import Harm

if TYPE_CHECKING:
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.actor import Actor

_SORTS: Final = {Harm.FIRE: ("fire",), Harm.LIGHTNING: ("bolts",), Harm.MISSILE: ("bolts", "missiles")}
"""The immunities of a kind that protect from each harm."""


def is_immune(victim: Actor, harm: Harm) -> bool:
    """Return whether harm of a sort does nothing to an actor."""
    for sort in _SORTS.get(harm, ()) if victim.kind.immune else ():
        if sort in victim.kind.immune:
            return True
    for each in victim.conditions.values():  # noqa: SIM110 -- half the time of `any`
        if each.left and harm in each.kind.wards:
            return True
    return False


def is_resistant(victim: Actor, harm: Harm | None) -> bool:
    """Return whether harm of a sort takes at most one hit point from an actor; None stands for a melee attack."""
    resists = victim.kind.resists
    return bool(resists) and harm is not None and any(sort in resists for sort in _SORTS.get(harm, ()))


def is_touched(actor: Actor, kind: TerrainKind) -> bool:
    """Return whether terrain affects an actor: none does while it flies, and no liquid while it swims."""
    return actor.touches_ground and not (kind.liquid and actor.kind.swims)
