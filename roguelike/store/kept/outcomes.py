"""Outcomes of finished games: what killed the player, and the player's kills.

Both are read from the last snapshot of each game. Results are cached, since reading
thousands of games takes long; a cached result is only valid for a game of the same size and time.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from roguelike.classes import frozen
from roguelike.engine.plain import BadPlain, Plain
from roguelike.store.errors import StoreError
from roguelike.store.kept.reader import read
from roguelike.store.kept.rows import OUTCOMES
from roguelike.store.records import ABANDONED, Damage, edition_of, killed_by
from roguelike.store.values import parsed

if TYPE_CHECKING:
    from roguelike.store.kept.reader import GameReader
    from roguelike.store.kept.rows import GameSource, PlayerRows

_FORMAT: Final = 3
_MAX_KINDS: Final = 1000
_MAX_KILLS: Final = 10**6
_MAX_EDITION: Final = 10**9
_LONGEST: Final = 200
_MAX_PATH: Final = 4096
_LATEST: Final = (1 << 37) * 10**9
"""Nanoseconds since the epoch: a file may claim a year that no date can have."""
_GAMES_A_STEP: Final = 20
"""Games read before control is yielded: some hundredths of a second."""


@frozen
class Abandoned:
    """The player and the rule set of an abandoned game."""

    name: str
    rules: str
    """The name of the rule set, or its path."""
    edition: int = 1
    """The edition with which it was begun."""


@frozen
class GameOutcome:
    """How a finished game ended."""

    id: str
    cause: str
    kills: Mapping[str, int]
    written: dt.datetime
    """When it was last written."""
    abandoned: Abandoned | None = None
    """None for a game that was won or lost."""


def read_outcomes(rows: PlayerRows) -> Iterator[dict[str, GameOutcome] | None]:
    """Yield None after each slice of work, and finally the outcomes of all finished games by their ids.

    A game that cannot be read is left out.
    """
    cached, ends, is_new, count = _cached(rows), dict[str, tuple[list[int], GameOutcome]](), False, 0
    for game in rows.finished():
        with contextlib.suppress(StoreError):
            found = game.stamp()
            stamp = [found.size, found.written]
            known = cached.get(game.place.stem)
            if known is None or known[0] != stamp:
                count, is_new = count + 1, True
                known = stamp, _read_outcome(game, _moment(found.written))
            ends[game.place.stem] = known
        if count == _GAMES_A_STEP:
            count = 0
            yield None
    if is_new:
        _cache(rows, ends)
    yield {end.id: end for _, end in ends.values()}


def _read_outcome(game: GameSource, written: dt.datetime) -> GameOutcome:
    with read(game) as saved:
        about, end = saved.about, saved.end()
        is_abandoned = end is None or end[0] == ABANDONED
        abandoned = Abandoned(_name(about["name"]), about["rules"], edition_of(about)) if is_abandoned else None
        return GameOutcome(about["id"], *_tally(saved), written, abandoned)


def _tally(saved: GameReader) -> tuple[str, dict[str, int]]:
    """Return what killed the player, and the kills by kind; empty values where unknown."""
    try:
        plain = saved.snapshot(saved.last()[0]).world["world"]["tally"]
        kills = dict(_pair(pair) for pair in Plain(plain.get("kills", [])).list(_MAX_KINDS))
        killer, means, harm = (_name(plain.get(key, "")) for key in ("killer", "means", "harm"))
        gas = _name((plain.get("maker") or {}).get("gas", ""))
        cause = killed_by(killer, gas or means or harm, own=bool(plain.get("own")))
    except (Damage, BadPlain, KeyError, TypeError, AttributeError):
        return "", {}
    return cause, kills


def _pair(pair: Plain) -> tuple[str, int]:
    name, count = pair.list(2, least=2)
    return _name(name.value), count.integer(0, _MAX_KILLS)


def _name(value: object) -> str:
    text = Plain(value).text(_LONGEST)
    if not text.isprintable():
        raise BadPlain("not printable")
    return text


def _cached(rows: PlayerRows) -> dict[str, tuple[list[int], GameOutcome]]:
    """Return the cached outcomes; none if any of them is invalid."""
    try:
        plain = Plain(parsed(rows.text(OUTCOMES, "") or b"")).table("format", "games")
        plain["format"].integer(_FORMAT, _FORMAT)
        return {key: _entry(value) for key, value in plain["games"].value.items()}
    except (StoreError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _entry(value: Any) -> tuple[list[int], GameOutcome]:  # noqa: ANN401 -- plain data
    size, time, key, cause, kills, name, rules, edition = value
    tally = dict(_pair(pair) for pair in Plain(kills).list(_MAX_KINDS))
    begun = Plain(edition).integer(0, _MAX_EDITION)
    abandoned = Abandoned(_name(name), Plain(rules).text(_MAX_PATH), begun) if name else None
    return [size, time], GameOutcome(_name(key), _name(cause), tally, _moment(time), abandoned)


def _moment(nanoseconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(max(0, min(nanoseconds, _LATEST)) // 10**9, dt.UTC)


def _given_up(end: GameOutcome) -> tuple[str, str, int]:
    """Return the cached fields of an abandoned game; empty values for any other."""
    found = end.abandoned
    return ("", "", 0) if found is None else (found.name, found.rules, found.edition)


def _cache(rows: PlayerRows, ends: Mapping[str, tuple[list[int], GameOutcome]]) -> None:
    games = {
        key: [*stamp, end.id, end.cause, [list(pair) for pair in end.kills.items()], *_given_up(end)]
        for key, (stamp, end) in ends.items()
    }
    with contextlib.suppress(StoreError):
        rows.put_text(OUTCOMES, "", f"{json.dumps({'format': _FORMAT, 'games': games}, separators=(',', ':'))}\n")
