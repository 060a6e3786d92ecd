"""Taking items from the belts of sleeping monsters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.carrying import receive
from roguelike.engine.rules.identity import described

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item
    from roguelike.engine.state.world import World


def on_belt(actor: Actor) -> Item | None:
    """Return the item visible on a monster's belt, one that never leaves its level; None without one."""
    return actor.carries if actor.carries is not None and actor.carries.kind.stays else None


def take_from_sleeper(world: World, thief: Actor) -> bool:
    """Take the item on the belt of a sleeping monster adjacent to the player, and return whether there is one.

    Raises:
        CannotDo: there is no room for it; nothing has changed.
    """
    if not world.ruleset.steals or not thief.is_player:
        return False
    near = (each for each in world.level.actors if chebyshev_distance(each.at, thief.at) == 1 and on_belt(each))
    sleeper = next((each for each in near if each.mood is Mood.ASLEEP), None)
    if sleeper is None or sleeper.carries is None:
        return False
    if not thief.inventory.has_room(sleeper.carries):
        raise CannotDo(Reason.INVENTORY_FULL, described(world, sleeper.carries))
    item, sleeper.carries = sleeper.carries, None
    receive(world, thief, item, sleeper.at)
    return True
