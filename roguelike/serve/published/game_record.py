"""The record of a finished game on pages."""

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
"""The keys of finished games, such as `alice-0001`."""
_LINE: Final = 200
_SENTENCE: Final = 500
"""Characters."""
_MOST: Final = 1 << 53
"""What JavaScript has exactly."""
_FEATS: Final = 100


@frozen(kw_only=True)
class GameRecord:
    """A finished game; fields that are added later need defaults, since older versions have written records, too."""

    key: str
    account: int
    """The number of the player's account, which is on no page."""
    name: str
    """The player."""
    rules: str
    """The title of the rule set, with the kit and the mode."""
    edition: int = 1
    """The edition of the rules with which it was begun."""
    engine: int = 0
    """The version of the engine that recorded it."""
    board: str = ""
    """On which it is ranked; empty for the usual way to play."""
    ranked: bool = False
    """Whether it has a place on a board: not where the rules changed while it was played."""
    verified: bool = False
    """Whether it is proven that the score comes of the recorded commands."""
    spoiled: bool | None = None
    """Whether the game was inspected while it was in progress; None where it says no, and nothing proves that."""
    outcome: str
    """ "died" or "won"."""
    sentence: str
    """What became of the player."""
    score: int
    turns: int
    kills: int = 0
    depth: int = 0
    """On which level it ended; 0 where there is one."""
    feats: tuple[str, ...] = ()
    seed: str = ""
    """The seed in digits, since it may have 64 bits."""
    when: str
    """When it ended, as ISO 8601 with the time zone."""

    @property
    def place(self) -> tuple[bool, int, str]:
        """Its place on a board: verified ones first, then the best, then the oldest."""
        return not self.verified, -self.score, self.when

    @property
    def plain(self) -> dict[str, Any]:
        """It as JSON has it."""
        return attrs.asdict(self)

    @property
    def public(self) -> dict[str, Any]:
        """What everybody may know of it."""
        return {name: value for name, value in self.plain.items() if name != "account"}


def read_record(value: object) -> GameRecord:
    """Return a record from plain data of any version: fields that it lacks have defaults, unknown ones are ignored.

    Raises:
        BadPlain: it is none.
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
    return part.integer(0, _MOST)


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
    "score": lambda part: part.integer(-_MOST, _MOST),
    "turns": _number,
    "kills": _number,
    "depth": _number,
    "feats": lambda part: tuple(feat.line(_LINE) for feat in part.list(_FEATS)),
    "seed": _line,
    "when": _when,
}
_REQUIRED: Final = {field.name for field in attrs.fields(GameRecord) if field.default is attrs.NOTHING}
