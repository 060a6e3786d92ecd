"""Monsters in view, hunters first, then items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from roguelike.engine.geometry import Point, squared_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.identity import item_ref
from roguelike.engine.state.actor import Side
from roguelike.narration.fallen import fallen_note
from roguelike.narration.piles import topmost
from roguelike.narration.places import places
from roguelike.narration.tactics import countdowns

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.engine.kinds.glyphs import Glyph
    from roguelike.engine.observation import Observation
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.item import Item

ASLEEP: Final = "z"
NOTICED: Final = "!"
"""The mark of a monster that has just noticed the player."""
ALLY: Final = "+"
CAPTIVE: Final = "="
"""The mark of a captive."""
NEUTRAL: Final = "-"
"""The mark of a neutral monster, which is no enemy unless attacked."""


CUT_OFF: Final = "no path"
"""Note of a hunter without a path to the player."""


class Sighting(NamedTuple):
    """Something in view, with its position, glyph and name, and its actor for monsters."""

    at: Point
    glyph: Glyph
    name: str
    actor: Actor | None = None
    mark: str = ""
    """A character before the glyph that shows the monster's mood, in rule sets with moods."""
    short: str = ""
    """Short name for lists without room for the full name; the glyph shows the rest."""
    note: str = ""
    """Note beside its name in lists."""
    is_ground: bool = False
    """Whether it is gas, a feature or terrain."""


def in_view(seen: Observation, startled: Collection[int] = ()) -> list[Sighting]:
    """Return the monsters in view, hunters before others, then the items; the nearest of each first.

    `startled` are the ids of monsters that have just noticed the player.
    """
    level, at = seen.level, seen.me.at
    items = [
        Sighting(level.grid.point(place), item.kind.glyph, item_ref(item).name, short=_short(seen, item))
        for place, pile in sorted(level.items.items())
        if (item := topmost(pile)).kind.portable
    ]
    foes = sorted(seen.others, key=lambda foe: not seen.hunts(foe))  # nearest first; the sort is stable
    return [
        *(
            Sighting(
                foe.at,
                foe.kind.glyph,
                foe.kind.name,
                foe,
                _mark(seen, foe, startled),
                _last_word(seen, foe),
                _note(seen, foe),
            )
            for foe in foes
        ),
        *sorted(items, key=lambda item: squared_distance(at, item.at)),
    ]


def ground_in_view(seen: Observation) -> list[Sighting]:
    """Return the features in view and the nearest gas and unusual terrain of each kind, landmarks first."""
    return [
        Sighting(place.at, place.glyph, place.name, is_ground=True)
        for place in places(seen)
        if place.is_in_view and place.actor is None and not place.is_item
    ]


def _note(seen: Observation, foe: Actor) -> str:
    """Return the most urgent note on a monster."""
    if foe.is_fallen:
        return fallen_note(seen, foe)
    return next(iter(countdowns(seen, foe)), "") or (CUT_OFF if _is_cut_off(seen, foe) else "")


def _is_cut_off(seen: Observation, foe: Actor) -> bool:
    """Return whether a monster hunts the player without a path to them, as far as the player knows."""
    hunts = seen.ruleset.has_moods and foe.mood is Mood.HUNTING and foe.is_hostile(seen.me)
    return hunts and not seen.reaches(foe)


def _short(seen: Observation, item: Item) -> str:
    """Return the name of an item without its sort, which its glyph shows: "enchantment"; empty for other names.

    Like `_last_word`, it is for lists in which mood marks take up room.
    """
    return item_ref(item).name.partition(" of ")[2] if seen.ruleset.has_moods else ""


def _last_word(seen: Observation, foe: Actor) -> str:
    """Return the last word of a monster's name, whose glyph shows the rest: "slinger"; empty for one word."""
    return foe.kind.name.rpartition(" ")[2] if seen.ruleset.has_moods and " " in foe.kind.name else ""


def _mark(seen: Observation, actor: Actor, startled: Collection[int]) -> str:
    """Return the mark for a monster's mood; empty in rule sets without moods."""
    if not seen.ruleset.has_moods:
        return ""
    if actor.side == seen.me.side:
        return ALLY
    if actor.side is Side.NONE or not actor.is_hostile(seen.me):
        return CAPTIVE if actor.is_captive else NEUTRAL
    return ASLEEP if actor.mood == Mood.ASLEEP else NOTICED if actor.id in startled else " "
