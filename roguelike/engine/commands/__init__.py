"""The commands of players and monsters, which share them.

Every module of this package is imported, so that a new command is one file. Commands that the program itself uses can
be imported from the package.
"""

from __future__ import annotations

from roguelike.engine.commands.annotate import Annotate
from roguelike.engine.commands.cover import Cover
from roguelike.engine.commands.drop import Drop
from roguelike.engine.commands.equip import Equip
from roguelike.engine.commands.label import Label
from roguelike.engine.commands.move import STEP_OR_WAIT, Move
from roguelike.engine.commands.pick_up import PickUp
from roguelike.engine.commands.search import Search
from roguelike.engine.commands.take_stairs import TakeStairs
from roguelike.engine.commands.throw import Throw
from roguelike.engine.commands.throw_fuel import ThrowFuel
from roguelike.engine.commands.throw_item import ThrowItem
from roguelike.engine.commands.use import Slot, Use
from roguelike.engine.commands.wait import Wait
from roguelike.engine.kinds.families import Command, import_all

__all__ = [
    "STEP_OR_WAIT",
    "Annotate",
    "Command",
    "Cover",
    "Drop",
    "Equip",
    "Label",
    "Move",
    "PickUp",
    "Search",
    "Slot",
    "TakeStairs",
    "Throw",
    "ThrowFuel",
    "ThrowItem",
    "Use",
    "Wait",
]

import_all(__name__)
