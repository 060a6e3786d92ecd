"""What a player or a monster can ask for. Both ask with the same commands.

Every module of this package is imported, so a command is one file here. Those that the program itself gives can be
imported from the package.
"""

from __future__ import annotations

from roguelike.engine.commands.command import Command
from roguelike.engine.commands.drop import Drop
from roguelike.engine.commands.move import Move
from roguelike.engine.commands.pick_up import PickUp
from roguelike.engine.commands.search import Search
from roguelike.engine.commands.take_stairs import TakeStairs
from roguelike.engine.commands.throw import Throw
from roguelike.engine.commands.use import Use
from roguelike.engine.commands.wait import Wait
from roguelike.engine.kinds.parts import import_all

__all__ = ["Command", "Drop", "Move", "PickUp", "Search", "TakeStairs", "Throw", "Use", "Wait"]

import_all(__name__)
