"""Burning actors: how flames set them alight, and how water puts them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import Harm
from roguelike.engine.rules.chains import react
from roguelike.engine.rules.conditions import cure
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.immunity import is_immune
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from typing import Literal

    from roguelike.engine.kinds.fire import FireKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.attribution import Attribution
    from roguelike.engine.state.world import World

_FIRE: Final = Harm.FIRE


def touch_fire(world: World, actor: Actor) -> None:
    """Burn an actor if its cell is in flames; even an immune one loses the conditions that fire ends."""
    fire = world.ruleset.fire
    if fire is not None and world.level.is_burning(actor.at):
        burn(world, actor, fire, world.level.fire_maker)


def burn(world: World, actor: Actor, fire: FireKind, maker: Attribution | None = None) -> None:
    """Apply the effects of flames to an actor, attributed to `maker`."""
    if actor.conditions:
        _end_by(world, actor, "fire")
    if (actor.conditions or actor.kind.immune) and is_immune(actor, _FIRE):
        return
    react(world, fire.touch, Cause(None, actor.at, behind=maker), actor.at, actor)


def touch_water(world: World, actor: Actor) -> None:
    """Douse an actor that is in water, not above it."""
    if not (actor.kind.quenched or (actor.conditions and actor.touches_ground)):
        return
    if world.level.cells("water") >> actor.cell & 1:
        douse(world, actor)


def douse(world: World, actor: Actor) -> None:
    """End the conditions that water ends, and kill an actor whose kind water quenches."""
    _end_by(world, actor, "water")
    if actor.kind.quenched:
        hurt(world, actor, actor.hit_points, Harm.WATER, Cause(None, actor.at))


def _end_by(world: World, actor: Actor, what: Literal["fire", "water"]) -> None:
    for name in [name for name, each in actor.conditions.items() if what in each.kind.ended_by]:
        cure(world, actor, name)
