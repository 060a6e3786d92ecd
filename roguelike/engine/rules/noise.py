"""Noise: how far the player is heard, and sounds that wake and draw monsters.

Each action of the player has a noise radius in steps for that round, which monsters check when they notice. A loud
sound by itself, like a bell, wakes monsters within its radius and draws them there, but does not give the player away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Heard
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.noise import LOUDEST
from roguelike.engine.rules.lamp import lamp_of
from roguelike.engine.rules.pursuit import steps_to
from roguelike.engine.state.actor import Side, changes_of
from roguelike.engine.state.lamp import Lamp
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.geometry import Point
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


def do(world: World, actor: Actor, activity: Activity) -> None:
    """Take note of what the player does, where that is heard; a blow is louder than a step."""
    if actor.is_player and world.ruleset.noise is not None and world.activity != Activity.BLOW:
        world.activity = activity


def begin(world: World) -> Lamp:
    """Begin a command of the player, who stands still until it turns out otherwise; return the lamp as it is now."""
    if world.ruleset.noise is None:
        return Lamp.OPEN
    world.activity = Activity.STILL
    return lamp_of(world)


def end(world: World, lamp: Lamp) -> None:
    """Work out how far a command of the player was heard; `lamp` is how the lamp was before it."""
    if world.ruleset.noise is not None:
        shone = lamp if lamp != Lamp.COVERED else lamp_of(world)
        world.noise = noise_of(world, world.activity, shone)


def noise_of(world: World, activity: Activity, lamp: Lamp) -> int:
    """Return how many steps away the player is heard.

    First what they do; then what adds to it, what is worn to be quiet, what halves it, and what light doubles it.
    """
    noise = world.ruleset.noise
    if noise is None:
        return 0
    covered, steps = lamp == Lamp.COVERED, activity == Activity.STEP
    changed = world.player.changed
    usual = {
        Activity.STILL: changed(noise.covered_still, "covered_still") if covered else noise.still,
        Activity.STEP: changed(noise.covered_step, "covered_step") if covered else noise.step,
        Activity.BLOW: noise.blow,
    }[activity]
    changes = list(changes_of(world.player, "noise"))
    loud = usual + world.level.terrain_at(world.player.at).noise * (activity != Activity.STILL)
    loud += sum(item.kind.noise for item in world.player.inventory.slots if item is not None)
    loud += sum(added for added, _ in changes if added > 0)
    quietest = noise.quietest_step if steps and not covered else noise.quietest
    quieter = loud + sum(added for added, _ in changes if added < 0)
    loud = min(loud, max(quieter, quietest))
    for _, factor in changes:
        loud = loud * factor // 100
    return min(LOUDEST, loud * (2 if lamp == Lamp.CARRIED else 1))


def make_noise(world: World, at: Point, steps: int, sound: str = "") -> None:
    """Wake and draw monsters within `steps` steps of a cell; the player hears the `sound`, if it has one.

    Sleeping and roaming monsters go there; hunting and fleeing ones do not.
    """
    level = world.level
    heard = steps_to(world, level.grid.index(at), limit=steps)
    if sound and heard.distance(world.player.cell) is not None:
        world.emit(Heard(sound))
    for actor in level.actors:
        if actor.side != Side.MONSTERS or not actor.is_unaware or not actor.is_alive or actor.at == at:
            continue
        if heard.distance(actor.cell) is not None:
            actor.mood, actor.goal = Mood.ROAMING, at
