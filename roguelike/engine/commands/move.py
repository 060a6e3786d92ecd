"""Step, attack an enemy in the way, or act on a feature there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.classes import frozen
from roguelike.engine.codecs import any_whole, compass, several
from roguelike.engine.commands.wait import Wait
from roguelike.engine.events import Bumped, CannotDo, Moved, Reason
from roguelike.engine.geometry import COMPASS, Direction
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.heading import MAX_SLOTS
from roguelike.engine.kinds.limits import TURN
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.captives import why_held
from roguelike.engine.rules.carrying import gather
from roguelike.engine.rules.combat import attack
from roguelike.engine.rules.conditions import breaks_free, lose_blow
from roguelike.engine.rules.fixtures import pay_toll, take_held_item, take_held_item_here
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.rules.keys import unlock
from roguelike.engine.rules.noise import do
from roguelike.engine.rules.pursuit import gives_way
from roguelike.engine.rules.pushing import push, push_refusal, pushed_at
from roguelike.engine.rules.relocating import change_places, relocate
from roguelike.engine.rules.sealing import is_shut
from roguelike.engine.rules.terrain import entered, is_there, obstacle
from roguelike.engine.rules.ways import haunts
from roguelike.engine.schema import saved
from roguelike.engine.state.actor import Side
from roguelike.engine.state.world import Activity

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.level import Level
    from roguelike.engine.state.world import World


@named("move")
@frozen
class Move(Command):
    """Step one cell, or act on what is there: an enemy, a cage with an item, a locked door, a toll, a barrel.

    If the step picks up items, those at the positions `leaves` of the pile, from 0 for the lowest, stay there.
    """

    direction: Direction = saved(compass())
    leaves: tuple[int, ...] = saved(several(any_whole(), MAX_SLOTS), default=())

    def perform(self, world: World, actor: Actor) -> int:
        """Step, or attack an enemy; actors do not attack their own side."""
        ruleset, level, grid = world.ruleset, world.level, world.level.grid
        if self.direction not in world.directions_of(actor):
            raise CannotDo(Reason.NO_DIAGONALS)
        cell = actor.cell + grid.offsets[self.direction]
        goal, other = grid.point_of[cell], level.standing[cell]
        if other is not None:
            if actor.is_hostile(other):
                return _strike(world, actor, other) * ruleset.turns.move
            return self._change_places(world, actor, other)
        if not level.passable >> cell & 1:
            return self._against(world, actor, cell)
        may_be_barred = ruleset.bars_anyone and (actor.kind.swims or level.cells("bars") >> cell & 1)
        if may_be_barred and (reason := obstacle(world, actor, cell)) is not None:
            raise CannotDo(reason)
        if (actor.conditions and not breaks_free(world, actor)) or (may_be_barred and is_shut(world, actor, cell)):
            return TURN
        relocate(world, actor, goal, Moved)
        return self._arrive(world, actor)

    def _against(self, world: World, actor: Actor, cell: int) -> int:
        """Act on the obstacle on a cell, or bump into it."""
        goal = world.level.grid.point_of[cell]
        if actor.is_player and any(act(world, actor, goal) for act in (take_held_item, unlock, pay_toll)):
            return TURN
        if actor.is_player and pushed_at(world.level, cell) is not None:
            return self._push(world, actor, cell)
        if not world.ruleset.turns.bump:
            raise CannotDo(Reason.WALL)
        world.emit(Bumped(actor.ref))
        return TURN

    def _push(self, world: World, actor: Actor, cell: int) -> int:
        """Push the feature of a cell by one cell, and step after it; a stuck actor struggles first."""
        if (reason := push_refusal(world.level, cell, self.direction)) is not None:
            raise CannotDo(reason)
        if actor.conditions and not breaks_free(world, actor):
            return TURN
        push(world, actor, cell, self.direction)
        relocate(world, actor, world.level.grid.point_of[cell], Moved)
        return self._arrive(world, actor)

    def _change_places(self, world: World, actor: Actor, other: Actor) -> int:
        """Swap places with an ally, and return the cost: the player with any ally and on any terrain.

        Monsters swap with fallen allies, and leaders with followers, if each would stay on the other's cell. If one of
        the two is stuck, it struggles first.
        """
        cell = actor.cell
        if actor.is_player and other.is_captive:
            raise CannotDo(why_held(world, other))
        if actor.is_player and other.mood is Mood.TRUCE:
            raise CannotDo(Reason.TRUCE)
        if actor.is_player and (other.side is not _PLAYER or other.mood is Mood.HELD):
            raise CannotDo(Reason.OCCUPIED)
        if not actor.is_player and not _changes_places(world.level, actor, other):
            raise CannotDo(Reason.OCCUPIED)
        if not all(breaks_free(world, each) for each in (actor, other)):
            return TURN
        change_places(world, actor, other)
        cost = self._arrive(world, actor)
        if is_there(world, other, cell):
            entered(world, other)
        return cost

    def _arrive(self, world: World, actor: Actor) -> int:
        """Run the effects of a step, and return its cost.

        Terrain and features act on the actor, items are picked up, and the weapon can lunge.
        """
        level, is_player = world.level, actor is world.player
        cell, cost = actor.cell, TURN * world.ruleset.turns.move
        left = level.kinds[level.terrain[cell - level.grid.offsets[self.direction]]]
        if left.sticky > 1 and actor.touches_ground:
            cost *= left.sticky
        if not is_player:
            cost *= level.kinds[level.terrain[cell]].stiff
        if is_player:
            do(world, actor, Activity.STEP)
            update_fov(world)
        entered(world, actor)
        if (is_player or actor.inventory.slots) and is_there(world, actor, cell) and world.leaving is None:
            self._go_on(world, actor)
        return cost

    def _go_on(self, world: World, actor: Actor) -> None:
        """Pick up items of the cell, and lunge if the weapon does."""
        if actor.is_player:
            gather(world, self.leaves)
            take_held_item_here(world)
        if world.ruleset.has_gear and (style := actor.style) is not None:
            style.stepped(world, actor, self.direction)


_PLAYER: Final = Side.PLAYER
STEP_OR_WAIT: Final[dict[Direction | None, Command]] = {direction: Move(direction) for direction in COMPASS}
"""The step in each direction; under None a wait, for an actor without a direction."""
STEP_OR_WAIT[None] = Wait()


def _changes_places(level: Level, actor: Actor, other: Actor) -> bool:
    """Return whether another actor gives way to a monster, and each would stay on the other's cell."""
    return gives_way(actor, other) and haunts(level, actor, other.cell) and haunts(level, other, actor.cell)


def _strike(world: World, actor: Actor, other: Actor) -> int:
    """Attack the actor in the way, and return the cost in energy."""
    if actor.conditions and actor.cannot("strike"):
        if lose_blow(world, actor):
            return TURN
        raise CannotDo(Reason.CANNOT_STRIKE)
    return attack(world, actor, other)
