"""What is in view: monsters, those that hunt the player first, then items."""

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
"""The mark of one that waits to be freed."""
NEUTRAL: Final = "-"
"""The mark of one that is no enemy as long as the player leaves it alone."""


CUT_OFF: Final = "no path"
"""What the list says of a hunter without a way to the player."""


class Sighting(NamedTuple):
    """Something in view: where, how it looks, what it is, and the actor if it is one."""

    at: Point
    glyph: Glyph
    name: str
    actor: Actor | None = None
    mark: str = ""
    """A character before the glyph where the rule set has moods: what the monster is about."""
    short: str = ""
    """What it is called where there is no room for its name, if that is known by its glyph as well."""
    note: str = ""
    """What the list says of it beside its name."""
    is_ground: bool = False
    """Whether it is gas, a feature or terrain."""


def in_view(seen: Observation, startled: Collection[int] = ()) -> list[Sighting]:
    """Return the monsters in view, hunters before others, then the items; the nearest of each first.

    `startled` are the ids of those that have just noticed the player.
    """
    level, at = seen.level, seen.me.at
    items = [
        Sighting(level.grid.point(place), item.kind.glyph, item_ref(item).name, short=_short(seen, item))
        for place, pile in sorted(level.items.items())
        if (item := topmost(pile)).kind.portable
    ]
    foes = sorted(seen.others, key=lambda foe: not seen.hunts(foe))  # they come nearest first, and sorting keeps that
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
    """Return the most urgent that the list says of a monster."""
    if foe.is_fallen:
        return fallen_note(seen, foe)
    return next(iter(countdowns(seen, foe)), "") or (CUT_OFF if _is_cut_off(seen, foe) else "")


def _is_cut_off(seen: Observation, foe: Actor) -> bool:
    """Return whether a monster hunts the player and has no way to them, as far as they know."""
    hunts = seen.ruleset.has_moods and foe.mood is Mood.HUNTING and foe.is_hostile(seen.me)
    return hunts and not seen.reaches(foe)


def _short(seen: Observation, item: Item) -> str:
    """Return the name of an item without its sort, which its glyph shows: "enchantment"; empty for other names.

    Like `_last_word`, it is for lists in which marks for moods take some of the room.
    """
    return item_ref(item).name.partition(" of ")[2] if seen.ruleset.has_moods else ""


def _last_word(seen: Observation, foe: Actor) -> str:
    """Return the last word of the name of a monster, whose glyph shows the rest: "slinger"; empty for one word."""
    return foe.kind.name.rpartition(" ")[2] if seen.ruleset.has_moods and " " in foe.kind.name else ""


def _mark(seen: Observation, actor: Actor, startled: Collection[int]) -> str:
    """Return the mark for what a monster is about, where moods are shown."""
    if not seen.ruleset.has_moods:
        return ""
    if actor.side == seen.me.side:
        return ALLY
    if actor.side is Side.NONE or not actor.is_hostile(seen.me):
        return CAPTIVE if actor.is_captive else NEUTRAL
    return ASLEEP if actor.mood == Mood.ASLEEP else NOTICED if actor.id in startled else " "
