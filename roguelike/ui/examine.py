"""What the player can tell of a cell by looking at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import frozen
from roguelike.engine.rules.odds import odds
from roguelike.ui.widgets.map_view import from_the_top, topmost

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.items import ItemKind
    from roguelike.engine.observation import Observation
    from roguelike.engine.rules.odds import Odds
    from roguelike.engine.state.actor import Actor


@frozen
class Description:
    """A name, and lines that say more."""

    name: str
    lines: tuple[str, ...] = ()
    beneath: tuple[str, ...] = ()
    """The names of what else is on the cell, the topmost first."""


def examine(seen: Observation, point: Point | None) -> Description | None:
    """Describe who or what is on a cell: the actor, else what lies there, else the terrain; None for the rest.

    Out of view, where the rule set has that, it is what lay there when it was seen last.

    Where items share cells, whatever else is there is named, too; where one object has a cell, the actor stands for it.
    """
    level = seen.level
    if point is None:
        return None
    if not level.is_visible(point):
        return _remembered(seen, point)
    lying = [item.kind for item in from_the_top(level.items_at(point)) if item.kind.name]
    actor = level.actor_at(point)
    if actor is None:
        found, beneath = (_item(lying[0]) if lying else None), lying[1:]
    else:
        found, beneath = Description("yourself") if actor.is_player else _monster(seen, actor), lying
    if found is None:
        return _terrain(seen, point)
    if not seen.ruleset.piles:
        return found
    return attrs.evolve(found, beneath=tuple(kind.name for kind in beneath))


def _remembered(seen: Observation, point: Point) -> Description | None:
    """Describe what the player remembers of a cell out of view."""
    if not seen.level.is_explored(point):
        return None
    pile = seen.level.remembered.get(seen.level.grid.index(point), ()) if seen.ruleset.comfort else ()
    if not pile:
        return _terrain(seen, point)
    found = _item(topmost(pile).kind)
    return attrs.evolve(found, lines=("(as you saw it last)", *found.lines))


def _terrain(seen: Observation, point: Point) -> Description | None:
    return Description(seen.level.terrain_at(point).name) if seen.ruleset.comfort else None


def _item(kind: ItemKind) -> Description:
    return Description(kind.name, (kind.description,) if kind.description else ())


def _monster(seen: Observation, actor: Actor) -> Description:
    player, combat = seen.me, seen.ruleset.combat
    yours = odds(combat, player.stats, actor.stats, actor.hit_points)
    theirs = odds(combat, actor.stats, player.stats, player.hit_points)
    lines = [
        f"HP {actor.hit_points}/{actor.max_hit_points}",
        f"You hit {_chance(yours)}",
        _blows("kill", yours, "cannot be hurt"),
        f"Hits you {_chance(theirs)}",
        _blows("kills", theirs, "cannot hurt you"),
        *(f"{name} {condition.left}" for name, condition in actor.conditions.items() if condition.left),
    ]
    if actor.kind.missile is not None:
        lines.append(f"Throws {actor.kind.missile.name}s")
    if actor.speed != player.speed:
        lines.append("Faster than you" if actor.speed > player.speed else "Slower than you")
    return Description(actor.kind.name, (*lines, actor.kind.description))


def _chance(side: Odds) -> str:
    return f"{round(side.hit * 100)}%"


def _blows(kills: str, side: Odds, never: str) -> str:
    """Return the mean number of blows to the tenth."""
    return never if side.blows is None else f"{kills} in {float(side.blows):.1f} blows"
