"""The commands of a player in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.text import printable
from roguelike.engine.commands import Cover, Drop, Equip, Move, TakeStairs, Throw, ThrowFuel, ThrowItem, Use
from roguelike.engine.events.event import ItemRef
from roguelike.engine.geometry import Point
from roguelike.english import definite, uncapital
from roguelike.narration.aiming import aim_of
from roguelike.narration.bearing import bearing

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.observation import Observation


def in_words(command: Command, seen: Observation) -> str:
    """Return a command in words, given the observation before it, like "attack the goblin" or "step north-east"."""
    return printable(_in_words(command, seen))


def _in_words(command: Command, seen: Observation) -> str:
    match command:
        case Move(direction):
            return _move(seen, seen.me.at.step(direction)) or f"step {direction.words}"
        case TakeStairs(way):
            return f"take the stairs {way}"
        case Use(slot, target) if not isinstance(target, Point):
            return f"use {_item(seen, slot)}"
        case Equip(slot):
            item = seen.me.inventory.at(slot)
            return f"{'take off' if item is not None and item.worn else 'put on'} {_item(seen, slot)}"
        case Drop(slot):
            return f"drop {_item(seen, slot)}"
        case _:
            return _aimed(command, seen) or _named(command, seen)


def _named(command: Command, seen: Observation) -> str:
    """Return the name of a command as words, like "pick up"."""
    if isinstance(command, Cover):
        return "open the lamp" if seen.me.covered else "cover the lamp"
    return "".join(f" {each.lower()}" if each.isupper() else each for each in type(command).__name__).strip()


def _aimed(command: Command, seen: Observation) -> str:
    """Return a command with a target cell in words; empty for other commands."""
    match command:
        case Throw(target):
            missile = seen.me.missile
            return f"shoot {'' if missile is None else f'the {missile.name} '}{_place(seen, target)}"
        case ThrowItem(_, target) | ThrowFuel(target) | Use(_, Point() as target):
            aim = aim_of(seen, command)
            return f"{'aim at nothing' if aim is None else uncapital(aim.deed)} {_place(seen, target)}"
        case _:
            return ""


def _move(seen: Observation, goal: Point) -> str:
    """Return a step onto a monster in words, as an attack or a swap; empty without a monster there."""
    if (other := next((each for each in seen.others if each.at == goal), None)) is None:
        return ""
    return f"{'attack' if other.is_hostile(seen.me) else 'change places with'} {definite(other.kind.name)}"


def _place(seen: Observation, at: Point) -> str:
    """Return a target cell in words: "at the orc", "at yourself" or its bearing."""
    other = next((each for each in seen.others if each.at == at), None)
    if other is not None:
        return f"at {definite(other.kind.name)}"
    return "at yourself" if at == seen.me.at else bearing(seen.me.at, at)


def _item(seen: Observation, slot: int) -> str:
    item = seen.me.inventory.at(slot)
    if item is None:
        return "an empty slot"
    return definite(ItemRef(item.kind, 1, item.plus, label=item.label).name)
