"""The record of a finished game on pages."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any, Final

import attrs

from roguelike.classes import frozen
from roguelike.engine.plain import Plain

KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,16}-[0-9]{4,9}")
"""The keys of finished games, such as `alice-0001`."""
_LINE: Final = 200
_SENTENCE: Final = 500
"""Characters."""
_MOST: Final = 1 << 53
"""What JavaScript has exactly."""
_FEATS: Final = 100
_TEXTS: Final = ("key", "name", "rules", "board", "seed", "when")
_NUMBERS: Final = ("account", "edition", "engine", "turns", "kills", "depth")


@frozen(kw_only=True)
class GameRecord:
    """A finished game."""

    key: str
    account: int
    """The number of the player's account, which is on no page."""
    name: str
    """The player."""
    rules: str
    """The title of the rule set, with the kit and the mode."""
    edition: int
    """The edition of the rules with which it was begun."""
    engine: int
    """The version of the engine that recorded it."""
    board: str
    """On which it is ranked; empty for the usual way to play."""
    ranked: bool
    """Whether it has a place on a board: not where the rules changed while it was played."""
    verified: bool
    """Whether it is proven that the score comes of the recorded commands."""
    spoiled: bool | None
    """Whether the game was inspected while it was in progress; None where it says no, and nothing proves that."""
    outcome: str
    """ "died" or "won"."""
    sentence: str
    """What became of the player."""
    score: int
    turns: int
    kills: int
    depth: int
    """On which level it ended; 0 where there is one."""
    feats: tuple[str, ...]
    seed: str
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
    """Return a record from plain data.

    Raises:
        BadPlain: it is none.
    """
    plain = Plain(value).table(*(field.name for field in attrs.fields(GameRecord)))
    if not KEY.fullmatch(plain["key"].text(_LINE)):
        raise plain["key"].wrong("a key of a finished game")
    try:
        when = dt.datetime.fromisoformat(plain["when"].line(_LINE))
    except ValueError:
        raise plain["when"].wrong("a time") from None
    if when.tzinfo is None:
        raise plain["when"].wrong("a time zone")
    texts: dict[str, Any] = {name: plain[name].line(_LINE) for name in _TEXTS}
    numbers: dict[str, Any] = {name: plain[name].integer(0, _MOST) for name in _NUMBERS}
    return GameRecord(
        **texts,
        **numbers,
        score=plain["score"].integer(-_MOST, _MOST),
        ranked=plain["ranked"].boolean(),
        verified=plain["verified"].boolean(),
        spoiled=None if plain["spoiled"].value is None else plain["spoiled"].boolean(),
        outcome=plain["outcome"].one_of(("died", "won")),
        sentence=plain["sentence"].line(_SENTENCE),
        feats=tuple(feat.line(_LINE) for feat in plain["feats"].list(_FEATS)),
    )
