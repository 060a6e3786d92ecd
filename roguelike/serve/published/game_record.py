"""The public record of a finished game."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable

KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,16}-[0-9]{4,9}")
"""Keys of finished games, such as `alice-0001`."""
_LINE: Final = 200
_SENTENCE: Final = 500
"""Characters of a text."""
_MAX_INTEGER: Final = 1 << 53
"""Largest integer that JavaScript represents exactly."""
_FEATS: Final = 100


@frozen(kw_only=True)
class GameRecord:
    """A finished game; fields added later need defaults, for records of older versions."""

    key: str
    account: int
    """Number of the player's account, which is on no page."""
    name: str
    """Name of the player."""
    rules: str
    """Title of the rule set, with kit and mode."""
    edition: int = 1
    """Edition of the rules with which it started."""
    engine: int = 0
    """Version of the engine that recorded it."""
    board: str = ""
    """Name of the board; empty for standard games."""
    ranked: bool = False
    """Whether it has a rank: not if the rules changed during the game."""
    verified: bool = False
    """Whether a replay of the recorded commands has confirmed the score."""
    spoiled: bool | None = None
    """Whether seed or level were revealed during play; None if that cannot be checked."""
    outcome: str
    """ "died" or "won"."""
    sentence: str
    """Fate of the player, as a sentence."""
    score: int
    turns: int
    kills: int = 0
    depth: int = 0
    """Level on which it ended; 0 if the rule set has one level."""
    feats: tuple[str, ...] = ()
    seed: str = ""
    """Seed in digits, since it may have 64 bits."""
    when: str
    """Time of the end, as ISO 8601 with time zone."""

    @property
    def place(self) -> tuple[bool, int, str]:
        """Sort key on a board: verified games first, then by score, then by age."""
        return not self.verified, -self.score, self.when

    @property
    def plain(self) -> dict[str, Any]:
        """The record as JSON values."""
        return attrs.asdict(self)

    @property
    def public(self) -> dict[str, Any]:
        """The fields that everybody may see."""
        return {name: value for name, value in self.plain.items() if name != "account"}


def read_record(value: object) -> GameRecord:
    """Return the record in plain data of any version: missing fields get defaults, unknown ones are ignored.

    Raises:
        BadPlain: it is not a record.
    """
    plain = Plain(value)
    parts = plain.some(*_READERS)
    if missing := _REQUIRED - parts.keys():
        raise plain.wrong(f"a table with {', '.join(sorted(missing))}")
    return GameRecord(**{name: _READERS[name](part) for name, part in parts.items()})


def _key(part: Plain) -> str:
    if not KEY.fullmatch(part.text(_LINE)):
        raise part.wrong("a key of a finished game")
    return part.text(_LINE)


def _when(part: Plain) -> str:
    try:
        when = dt.datetime.fromisoformat(part.line(_LINE))
    except ValueError:
        raise part.wrong("a time") from None
    if when.tzinfo is None:
        raise part.wrong("a time zone")
    return part.line(_LINE)


def _line(part: Plain) -> str:
    return part.line(_LINE)


def _number(part: Plain) -> int:
    return part.integer(0, _MAX_INTEGER)


_READERS: Final[dict[str, Callable[[Plain], Any]]] = {
    "key": _key,
    "account": _number,
    "name": _line,
    "rules": _line,
    "edition": _number,
    "engine": _number,
    "board": _line,
    "ranked": Plain.boolean,
    "verified": Plain.boolean,
    "spoiled": lambda part: None if part.value is None else part.boolean(),
    "outcome": lambda part: part.one_of(("died", "won")),
    "sentence": lambda part: part.line(_SENTENCE),
    "score": lambda part: part.integer(-_MAX_INTEGER, _MAX_INTEGER),
    "turns": _number,
    "kills": _number,
    "depth": _number,
    "feats": lambda part: tuple(feat.line(_LINE) for feat in part.list(_FEATS)),
    "seed": _line,
    "when": _when,
}
_REQUIRED: Final = {field.name for field in attrs.fields(GameRecord) if field.default is attrs.NOTHING}
