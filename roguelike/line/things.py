"""Targets of commands: monsters, items, terrain and cells, by number, name or place."""

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
"""Maximum digits of a number; map sides and list lengths have fewer."""
MYSELF: Final = frozenset({"me", "myself", "self", "yourself", "here"})
_COORDINATES: Final = re.compile(r"(\d{1,3}) *, *(\d{1,3})")
_NUMBERED: Final = re.compile(r"(.+?) +(\d{1,3})")


class Unclear(Exception):
    """Words do not name one thing; its message is a sentence for the player."""


def described(thing: Place, seen: Observation) -> str:
    """Return name, distance and direction, and the state of a monster."""
    parts = [thing.name, bearing(seen.me.at, thing.at), *([] if thing.is_in_view else ["remembered"])]
    foe = seen.foe(thing.actor)
    if foe is not None:
        mood = [uncapital(mood_told(seen, foe))] if seen.ruleset.has_moods else []
        parts += [f"HP {foe.hit_points}/{foe.max_hit_points}", *mood, *foe.conditions]
    return ", ".join(parts)


def number_in(text: str) -> int | None:
    """Return the positive number that a text is; None for other texts."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) or None if is_number else None


def matching(text: str, known: Sequence[Place]) -> list[Place]:
    """Return the things that match a name; "orc 2" is the second of the orcs."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None:
        same = by_name(numbered[1], known)
        return same[int(numbered[2]) - 1 :][:1] if int(numbered[2]) else []
    return by_name(text, known)


def by_name(text: str, known: Iterable[Place]) -> list[Place]:
    """Return things with this name, else those with words that begin so; for a map symbol, those drawn with it."""
    pool = list(known)
    if is_sign(text):
        return [thing for thing in pool if drawn_as(text, thing)]
    return [thing for thing in pool if thing.name.lower() == text] or [
        thing for thing in pool if has_words(thing.name, text)
    ]


def has_words(name: str, text: str) -> bool:
    """Return whether each word of a text is the beginning of a word of a name."""
    words = name.lower().split()
    return all(any(word.startswith(part) for word in words) for part in text.split())


def listed_at(number: int, listed: Sequence[Place], seen: Observation) -> Place:
    """Return the place with a number of the last list, at its present position.

    Raises:
        Unclear: there is no such number, or the monster is out of view.
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
    """Return the cell of a place like "12,5", "4 east 2 north", "east" or "me"; None for other texts.

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
