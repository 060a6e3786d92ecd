"""Write a note on a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.engine.codecs import any_cell, line
from roguelike.engine.events import CannotDo, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import Command, named
from roguelike.engine.kinds.limits import LONGEST_LABEL
from roguelike.engine.schema import saved

if TYPE_CHECKING:
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World


@named("annotate")
@frozen
class Annotate(Command):
    """Write the note `text` on the explored cell `at` of the player's level; an empty text removes it."""

    takes_time = False

    at: Point = saved(any_cell())
    text: str = saved(line(LONGEST_LABEL))

    def perform(self, world: World, actor: Actor) -> int:
        """Set the note."""
        level = world.level
        if not (level.grid.contains(self.at) and level.is_explored(self.at)):
            raise CannotDo(Reason.OUT_OF_SIGHT)
        notes = {**level.notes, level.grid.index(self.at): self.text}
        level.notes = {cell: text for cell, text in sorted(notes.items()) if text}
        return 0
