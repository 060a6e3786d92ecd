"""What can be named in a command: monsters, items, terrain and cells, by number, by name or by place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import attrs

from roguelike.engine.geometry import Point
from roguelike.english import uncapital
from roguelike.narration.bearing import bearing
from roguelike.narration.examine import mood_told
from roguelike.narration.places import drawn_as, is_sign

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roguelike.engine.geometry import Direction
    from roguelike.engine.observation import Observation
    from roguelike.narration.places import Place

MAX_DIGITS: Final = 4
"""Of a number: the sides of a map and the lengths of lists have fewer."""
MYSELF: Final = frozenset({"me", "myself", "self", "yourself", "here"})
_COORDINATES: Final = re.compile(r"(\d{1,3}) *, *(\d{1,3})")
_NUMBERED: Final = re.compile(r"(.+?) +(\d{1,3})")


class Unclear(Exception):
    """Words do not name one thing; says what is wrong in a sentence."""


def described(thing: Place, seen: Observation) -> str:
    """Return name, distance and direction, and how a monster is."""
    parts = [thing.name, bearing(seen.me.at, thing.at), *([] if thing.is_in_view else ["remembered"])]
    foe = seen.foe(thing.actor)
    if foe is not None:
        mood = [uncapital(mood_told(seen, foe))] if seen.ruleset.has_moods else []
        parts += [f"HP {foe.hit_points}/{foe.max_hit_points}", *mood, *foe.conditions]
    return ", ".join(parts)


def number_in(text: str) -> int | None:
    """Return the number that a text is, if it is one that is counted with; 0 is none."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) or None if is_number else None


def matching(text: str, known: Sequence[Place]) -> list[Place]:
    """Return the things that a name means; "orc 2" is the second orc of them."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None:
        same = by_name(numbered[1], known)
        return same[int(numbered[2]) - 1 :][:1] if int(numbered[2]) else []
    return by_name(text, known)


def by_name(text: str, known: Iterable[Place]) -> list[Place]:
    """Return the things with that name, or else those whose names have words that begin so; or drawn by a sign."""
    pool = list(known)
    if is_sign(text):
        return [thing for thing in pool if drawn_as(text, thing)]
    return [thing for thing in pool if thing.name.lower() == text] or [
        thing for thing in pool if has_words(thing.name, text)
    ]


def has_words(name: str, text: str) -> bool:
    """Return whether each word of a text begins a word of a name."""
    words = name.lower().split()
    return all(any(word.startswith(part) for word in words) for part in text.split())


def listed_at(number: int, listed: Sequence[Place], seen: Observation) -> Place:
    """Return where the thing with a number of the last list is now.

    Raises:
        Unclear: there is no such number, or it is a monster that is out of view.
    """
    if not 1 <= number <= len(listed):
        raise Unclear(f"No number {number}. Type look for the numbers.")
    thing = listed[number - 1]
    if thing.actor is None:
        return thing
    foe = seen.foe(thing.actor)
    if foe is None:
        raise Unclear(f"Out of view: {thing.name}.")
    return attrs.evolve(thing, at=foe.at)


def cell_at(text: str, seen: Observation, directions: dict[str, Direction]) -> Point | None:
    """Return the cell that a text gives by its place, like "12,5", "4 east 2 north", "east" or "me"; None for others.

    Raises:
        Unclear: it is off the map.
    """
    at = seen.me.at
    coordinates = _COORDINATES.fullmatch(text)
    if text in MYSELF:
        return at
    if coordinates is not None:
        at = Point(int(coordinates[1]), int(coordinates[2]))
    else:
        steps, count = 0, 1
        for word in text.replace(",", " ").split():
            if (number := number_in(word)) is not None:
                count = number
            elif (direction := directions.get(word)) is not None:
                at = at.offset(direction.dx * count, direction.dy * count)
                steps, count = steps + 1, 1
            else:
                return None
        if not steps:
            return None
    if not seen.level.grid.contains(at):
        raise Unclear(f"Off the map: {text}.")
    return at
