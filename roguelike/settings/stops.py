"""The player's rules for which monsters stop automations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roguelike.automation.stop_rules import NO_RULES, StopRules
from roguelike.toml_file import meant, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roguelike.settings.choices import Written

TABLE: Final = "stops"
RULES: Final = ("ignore", "distance", "unreachable", "harmless")
WORDS: Final = ("stop", "ignore")
MAX_NAMES: Final = 100
MAX_NAME: Final = 40
"""Maximum characters of a monster's name: a list is one line of the file."""
MAX_DISTANCE: Final = 99
"""Cells."""


class BadStops(Exception):
    """Rules cannot be used; the message is a clause to follow the name of the file."""


def read_stops(written: object) -> StopRules:
    """Return the rules in the table `stops` of the settings.

    Raises:
        BadStops: the table is invalid.
    """
    if not isinstance(written, dict):
        raise BadStops(f"stops must be a table with lines like distance = 10, not {shown(written)}")
    for name in written:
        if name not in RULES:
            raise BadStops(f"stops: unknown rule {shown(name)}{meant(name, RULES)}: the rules are {', '.join(RULES)}")
    return StopRules(**{name: _READ[name](f"{TABLE}.{name}", value) for name, value in written.items()})


def written_stops(rules: StopRules) -> Mapping[str, Written]:
    """Return the rules as written in the file; None for missing ones."""
    return {
        "ignore": list(rules.ignore) or None,
        "distance": rules.distance,
        "unreachable": WORDS[not rules.unreachable],
        "harmless": WORDS[not rules.harmless],
    }


def with_stop(rules: StopRules, name: str, value: Written) -> StopRules:
    """Return the rules with one of them changed; None for its default.

    Raises:
        BadStops: the value cannot be used.
    """
    default = written_stops(NO_RULES)[name]
    wanted = {**written_stops(rules), name: default if value is None else value}
    return read_stops({rule: each for rule, each in wanted.items() if each is not None})


def _names(place: str, written: object) -> tuple[str, ...]:
    must = f"{place} must be a list of at most {MAX_NAMES} monsters like ['rat']"
    if not isinstance(written, list):
        raise BadStops(f"{must}, not {shown(written)}")
    if told := fault_of_names(written, MAX_NAMES, MAX_NAME):
        raise BadStops(f"{must}: {told}")
    return tuple(written)


def fault_of_names(names: list[object], most: int, longest: int) -> str:
    """Return the fault of a list, which must have at most `most` names of up to `longest` characters; "" if none."""
    if len(names) > most:
        return f"it has {len(names)}"
    for number, name in enumerate(names, start=1):
        if not isinstance(name, str) or not name:
            return f"entry {number} is {shown(name)}, not a name"
        if not name.isprintable():
            return f"entry {number}, {shown(name)}, cannot be printed"
        if len(name) > longest:
            return f"entry {number} has {len(name)} characters, at most {longest} are allowed"
    return ""


def _distance(place: str, written: object) -> int:
    if not isinstance(written, int) or isinstance(written, bool) or not 1 <= written <= MAX_DISTANCE:
        raise BadStops(f"{place} must be a number of cells from 1 to {MAX_DISTANCE}, not {shown(written)}")
    return written


def _stops(place: str, written: object) -> bool:
    if written not in WORDS:
        raise BadStops(f"{place} must be 'stop' or 'ignore', not {shown(written)}{meant(written, WORDS)}")
    return written == WORDS[0]


_READ: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "ignore": _names,
    "distance": _distance,
    "unreachable": _stops,
    "harmless": _stops,
}
