"""The rooms of a game and the events of its levels, none of which a game has twice.

The exception: if no unused room for a key or a captive fits a danger, one is used again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

import attrs
from attrs.validators import ge, le, max_len, min_len

from roguelike.classes import frozen
from roguelike.engine.dice import choose_weighted, roll
from roguelike.engine.kinds.level_events import EventKind
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.kinds.vaults import VaultKind
from roguelike.engine.parts.mapgen.population import weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.draft import Contents
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.kinds.themes import ThemeKind
    from roguelike.engine.rng import PCG32

_MOST = 4
"""The maximum number of rooms without a key on one level."""
_WHOLE = 100
_Kind = TypeVar("_Kind", VaultKind, EventKind)


@frozen(kw_only=True)
class Extras:
    """The number and the roles of rooms without a key on a level. No game has one of them twice."""

    chances: tuple[int, ...] = attrs.field(validator=[min_len(1), max_len(_MOST + 1)])
    """The chances of none, one, two, ... of them, in percent."""
    roles: tuple[Literal["prize", "place"], ...] = ("prize", "place")
    first: int = attrs.field(default=1, validator=[ge(1), le(DEEPEST)])
    """The first level that can have any."""

    def __attrs_post_init__(self) -> None:
        if sum(self.chances) != _WHOLE or min(self.chances) < 0:
            raise ValueError(f"'chances' must be numbers from 0 that are {_WHOLE} together")


def draw_rooms(
    ruleset: RuleSet, extras: Extras | None, contents: Sequence[Contents], themes: Sequence[ThemeKind], rng: PCG32
) -> list[Contents]:
    """Return the contents of the levels with their rooms, both those with keys and those without."""
    kinds, keyed = list(ruleset.vaults.values()), []
    left, pocketed = [kind for kind in kinds if kind.role == "key"], False
    for level, theme in zip(contents, themes, strict=True):
        pocket = 0 if pocketed else max((each.pocket_weight(level.danger) for each in theme.passes), default=0)
        keyed.append(_keyed(level, kinds, left, pocket, rng) if level.choices else level)
        pocketed |= keyed[-1].pocket
    rooms = _draw_extras(kinds, extras, [level.danger for level in contents], rng)
    return [attrs.evolve(level, extras=each) for level, each in zip(keyed, rooms, strict=True)]


def _keyed(level: Contents, kinds: list[VaultKind], left: list[VaultKind], pocket: int, rng: PCG32) -> Contents:
    """Return a level with the room of its key, an unused one if any fits, or with a horde that carries it."""
    weight = sum(kind.weight for kind in left if _fits(kind, level.danger))
    if pocket and roll(rng, 1, weight + pocket) <= pocket:
        return attrs.evolve(level, pocket=True)
    again = [kind for kind in kinds if kind.role == "key"]
    room = _taken(left, level.danger, rng) or _taken(again, level.danger, rng)
    if room is not None and room.slot:
        left[:] = [kind for kind in left if kind.slot != room.slot]
    return attrs.evolve(level, key=room)


def _draw_extras(
    kinds: list[VaultKind], extras: Extras | None, dangers: list[int], rng: PCG32
) -> list[tuple[VaultKind, ...]]:
    """Return the rooms without a key of each level."""
    left = [] if extras is None else [kind for kind in kinds if kind.role in extras.roles]
    found = []
    for level, danger in enumerate(dangers, start=1):
        wanted = 0 if extras is None or level < extras.first else choose_weighted(rng, extras.chances)
        rooms = [room for _ in range(wanted) if (room := _taken(left, danger, rng)) is not None]
        found.append(tuple(rooms))
    return found


def draw_cells(ruleset: RuleSet, contents: Sequence[Contents], rng: PCG32) -> list[Contents]:
    """Return the contents of the levels with the rooms of their captives."""
    every = [kind for kind in ruleset.vaults.values() if kind.role == "captive"]
    left, drawn = list(every), []
    for level in contents:
        cell = None
        if level.captive is not None:
            cell = _taken(left, level.danger, rng) or _taken(list(every), level.danger, rng)
        drawn.append(attrs.evolve(level, cell=cell))
    return drawn


def draw_events(
    ruleset: RuleSet,
    rows: Sequence[Sequence[int]],
    contents: Sequence[Contents],
    themes: Sequence[ThemeKind],
    rng: PCG32,
) -> list[Contents]:
    """Return the contents of the levels with an event on one level of each row, which has the event's terrain."""
    drawn, left = list(contents), list(ruleset.events.values())
    for row in rows:
        free = [level for level in row if level <= len(drawn) and drawn[level - 1].event is None]
        if free:
            place = free[roll(rng, 0, len(free) - 1)] - 1
            laid = {each.lays for each in themes[place].passes} | {None}
            fitting = [kind for kind in left if kind.needs in laid]
            event = _taken(fitting, drawn[place].danger, rng)
            left = [kind for kind in left if kind is not event]
            drawn[place] = attrs.evolve(drawn[place], event=event)
    return drawn


def _taken(left: list[_Kind], danger: int, rng: PCG32) -> _Kind | None:
    """Remove and return one of the unused kinds for a danger, drawn by weight; None if there is none."""
    fitting = [kind for kind in left if _fits(kind, danger)]
    taken = weighed(fitting, [kind.weight for kind in fitting], rng)
    if taken is not None:
        left.remove(taken)
    return taken


def _fits(kind: VaultKind | EventKind, danger: int) -> bool:
    return kind.dangers[0] <= danger <= kind.dangers[1]
