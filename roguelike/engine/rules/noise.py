"""Noise: how far the player is heard, and sounds that wake and draw monsters.

Each action of the player has a noise radius in steps for that round, which limits how far monsters hear them. A loud
sound of another source, like a bell, wakes monsters within its radius and draws them there, but does not give the
player away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.engine.events import Heard
from roguelike.engine.geometry import compass
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.rules.collapsing import bring_down_roof
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.state.actor import Side, changes_of
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.terrain import TerrainKind
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World

_STILL: Final = (Activity.STILL, Activity.WAIT)
_QUIET: Final = 15
"""Minimum rounds between two reports of steps."""


def do(world: World, actor: Actor, activity: Activity) -> None:
    """Record the activity of the player, if the rule set has noise; an attack outranks all others."""
    if actor.is_player and world.ruleset.noise is not None and world.activity != Activity.BLOW:
        world.activity = activity


def begin(world: World) -> Lamp:
    """Begin a command with the player standing still; return the state of the lamp before it."""
    if world.ruleset.noise is None:
        return Lamp.OPEN
    world.activity = Activity.STILL
    return lamp_of(world)


def end(world: World, lamp: Lamp) -> None:
    """Compute the noise radius of a command; `lamp` is the state of the lamp before it."""
    if world.ruleset.noise is not None:
        shone = lamp if lamp != Lamp.COVERED else lamp_of(world)
        world.noise = noise_of(world, world.activity, shone)
        bring_down_roof(world, world.player.cell, world.noise)


def waits(world: World) -> bool:
    """Return whether the player only waited or searched; always True if the rule set has no noise."""
    return world.ruleset.noise is None or world.activity is Activity.WAIT


def is_still(world: World) -> bool:
    """Return whether the player stood still in the last round and carries no noisy item."""
    carried_noise = any(item.kind.noise for item in world.player.inventory.slots if item is not None)
    return world.activity in _STILL and not carried_noise


def noise_of(world: World, activity: Activity, lamp: Lamp) -> int:
    """Return the noise radius of the player, in steps."""
    ground = world.level.terrain_at(world.player.at)
    return noise_on(world.ruleset, world.level, world.player, ground, activity, lamp)


def noise_on(  # noqa: PLR0917 -- all that matters
    ruleset: RuleSet, level: Level, player: Actor, ground: TerrainKind, activity: Activity, lamp: Lamp
) -> int:
    """Return the noise radius of the player on some ground, in steps.

    The activity gives the base; then come additions, quiet equipment, percentages, and the doubling by a carried light.
    """
    noise = ruleset.noise
    if noise is None:
        return 0
    covered, steps = lamp == Lamp.COVERED, activity == Activity.STEP
    changed = player.changed
    usual = {
        Activity.STEP: changed(noise.covered_step, "covered_step") if covered else noise.step,
        Activity.BLOW: noise.blow,
        Activity.WORK: noise.work,
    }.get(activity, changed(noise.covered_still, "covered_still") if covered else noise.still)
    changes = list(changes_of(player, "noise"))
    loud = usual + ground.noise * (activity not in _STILL)
    loud += sum(item.kind.noise for item in player.inventory.slots if item is not None)
    loud += sum(added for added, _ in changes if added > 0)
    quietest = noise.quietest_step if steps and not covered else noise.quietest
    quieter = loud + sum(added for added, _ in changes if added < 0)
    loud = min(loud, max(quieter, quietest))
    for _, factor in changes:
        loud = loud * factor // 100
    return carried(level, loud * (2 if lamp == Lamp.CARRIED else 1))


def carried(level: Level, steps: int) -> int:
    """Return the radius of a noise on a level, in steps, as its event changes it."""
    return min(LOUDEST, steps if level.event is None else steps * level.event.noise // 100)


def hear_steps(world: World) -> None:
    """Report the steps of the nearest monster walking out of view, on levels where the player hears them."""
    level = world.level
    limit = 0 if level.event is None else level.event.hears
    if not limit or world.round - level.heard_on < _QUIET:
        return
    ways = steps_to(world, world.player.cell, limit=limit)
    heard = [(steps, each) for each in level.actors if _walks(level, each) and (steps := ways.distance(each.cell))]
    if heard:
        _, nearest = min(heard, key=lambda one: (one[0], one[1].id))
        level.heard_on = world.round
        world.emit(Heard(f"steps to the {compass(world.player.at, nearest.at).words}"))


def _walks(level: Level, actor: Actor) -> bool:
    """Return whether a monster out of view has just taken a step."""
    is_awake = actor.is_alive and actor.mood not in (Mood.ASLEEP, Mood.HELD) and not actor.idle_turns
    on_foot = actor.side is Side.MONSTERS and not actor.kind.flies and not actor.kind.swims
    return is_awake and on_foot and not level.visible[actor.cell]


def make_noise(world: World, at: Point, steps: int, sound: str = "") -> None:
    """Wake and draw monsters within `steps` steps of a cell; the player hears the `sound`, if it has one.

    Sleeping and roaming monsters go there; hunting and fleeing ones do not.
    """
    level = world.level
    heard = steps_to(world, level.grid.index(at), limit=carried(level, steps))
    if sound and heard.distance(world.player.cell) is not None:
        world.emit(Heard(sound))
    for actor in level.actors:
        if actor.side != Side.MONSTERS or not actor.is_unaware or not actor.is_alive or actor.at == at:
            continue
        if heard.distance(actor.cell) is not None:
            actor.mood, actor.goal = Mood.ROAMING, at
    bring_down_roof(world, level.grid.index(at), carried(level, steps))
