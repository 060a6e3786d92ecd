"""Says in a few words all that a rule set's data says of a thing: the fields, and the parts that they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from roguelike.engine.kinds.amounts import Amount
from roguelike.engine.kinds.families import Part
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.schema import SHOWN

WORDS: Final = frozenset({"name", "called", "deed", "sound", "told", "feeling", "out_of_depth"})
"""Fields with texts for the player."""
OTHER_NAMES: Final = {"effects": "used"}


def in_numbers(thing: Any, *but: str) -> str:  # noqa: ANN401 -- any attrs object
    """Return what is said of a kind or a part, without the fields `but`; "" where all of it is as usual."""
    return "; ".join(_fields(thing, but))


def _fields(thing: Any, but: tuple[str, ...] = ()) -> list[str]:  # noqa: ANN401 -- any attrs object
    found = [
        (field.name, getattr(thing, field.name))
        for field in attrs.fields(type(thing))
        if field.init and field.name not in WORDS.union(but) and not field.metadata.get(SHOWN)
        if isinstance(thing, Part) or getattr(thing, field.name) != field.default
    ]
    told = [(name, value) for name, value in found if _says_something(value) or not isinstance(thing, Part)]
    return [_field(OTHER_NAMES.get(name, name.replace("_", " ")), value) for name, value in told if _told(value)]


def _says_something(value: object) -> bool:
    """Return whether a value is not one that says that there is none of something, which goes without saying."""
    return value is not None and bool(value or not isinstance(value, int | str | tuple | Mapping))


def _field(name: str, value: object) -> str:
    match value:
        case bool():
            return name if value else f"{name}: no"
        case (Part(), *_):
            return f"{name}: {_told(value)}"
        case Part() | str():
            return _told(value)
        case _ if hasattr(value, "name"):
            return _told(value)
        case _:
            return f"{name} {_told(value)}"


def _told(value: Any) -> str:  # noqa: ANN401 -- of any type
    match value:
        case Amount():
            return f"{value.base}{_growth(value)}"
        case Mapping():
            return ", ".join(f"{key} {_told(each)}" for key, each in value.items())
        case tuple():
            return ", ".join(_told(each) for each in value)
        case Part() | ProjectileKind():
            return _with_fields(value.name.replace("_", " "), value)
        case _ if attrs.has(type(value)):
            return str(getattr(value, "name", "")) or _with_fields("", value)
        case _:
            return str(value).replace("_", " ")


def _with_fields(name: str, value: object) -> str:
    fields = ", ".join(_fields(value))
    return f"{name} ({fields})".lstrip() if fields else name


def _growth(amount: Amount) -> str:
    """Return how an amount grows with the plus of its item."""
    return f" {amount.per_plus:+} every {amount.every} pluses" if amount.every > 1 else f" {amount.per_plus:+} a plus"
