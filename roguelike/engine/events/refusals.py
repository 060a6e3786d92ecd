"""Refused commands."""

from __future__ import annotations

import enum

from roguelike.classes import frozen
from roguelike.engine.events.event import Event, Named


class Reason(enum.StrEnum):
    """Why a command was refused."""

    WALL = "wall"
    OCCUPIED = "occupied"
    CAPTIVE = "captive"
    CAGED = "caged"
    BOUND = "bound"
    TRUCE = "truce"
    BARRED = "barred"
    HALLOWED = "hallowed"
    CANNOT_STRIKE = "cannot_strike"
    CANNOT_PICK_UP = "cannot_pick_up"
    NO_DIAGONALS = "no_diagonals"
    LOCKED = "locked"
    SHUT = "shut"
    NOTHING_HERE = "nothing_here"
    INVENTORY_FULL = "inventory_full"
    EMPTY_SLOT = "empty_slot"
    NO_SPACE = "no_space"
    NO_FLOOR = "no_floor"
    NO_DEPTH = "no_depth"
    NO_DOOR = "no_door"
    KEPT = "kept"
    NOT_USABLE = "not_usable"
    FULL_HEALTH = "full_health"
    NOBODY_IN_RANGE = "nobody_in_range"
    NEEDS_TARGET = "needs_target"
    OWN_CELL = "own_cell"
    OUT_OF_SIGHT = "out_of_sight"
    OUT_OF_RANGE = "out_of_range"
    NOBODY_THERE = "nobody_there"
    TOO_MANY = "too_many"
    NO_MISSILE = "no_missile"
    NO_STAIRS = "no_stairs"
    NOT_YET = "not_yet"
    NO_WAY = "no_way"
    IN_FLIGHT = "in_flight"
    NOT_WEARABLE = "not_wearable"
    NOT_THROWABLE = "not_throwable"
    NO_CHARGE = "no_charge"
    NEEDS_ITEM = "needs_item"
    NOT_FOR_THAT = "not_for_that"
    GAME_OVER = "game_over"
    NO_LAMP = "no_lamp"
    LAMP_OUT = "lamp_out"
    CANNOT_PAY = "cannot_pay"
    STUCK = "stuck"
    NEAR_FIRE = "near_fire"


class CannotDo(Exception):
    """A command is impossible now; nothing has changed and no time has passed."""

    def __init__(self, reason: Reason, item: Named | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.item = item


@frozen
class Refused(Event):
    """A command was impossible; nothing changed and no time passed."""

    variants = tuple(Reason)

    reason: Reason
    item: Named | None = None

    @property
    def variant(self) -> str:
        """The key of the text: the reason."""
        return self.reason
