"""Counts for the end of a game: the player's kills, and the cause of the player's death."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define
from roguelike.engine.codecs import flag, integer, optional, record, table, text
from roguelike.engine.kinds.limits import DEEPEST
from roguelike.engine.schema import saved
from roguelike.engine.state.attribution import Attribution

_MAX_KINDS: Final = 10**4
_MAX_NAME: Final = 1000


@define
class Tally:
    """Counts for the score and the morgue file."""

    kills: dict[str, int] = saved(table(text(_MAX_NAME), integer(1), _MAX_KINDS), factory=dict)
    """The number of monsters that the player killed, by kind."""
    feats: dict[str, int] = saved(table(text(_MAX_NAME), integer(0), _MAX_KINDS), factory=dict)
    """The counters for feats, by count and entry; empty in rule sets without feats."""
    killer: str = saved(text(_MAX_NAME), default="")
    """The kind of monster that killed the player; empty while the player lives, or if no monster did."""
    treasuries: int = saved(integer(), default=0)
    """The number of treasuries that the player took an item from."""
    least_depth: int = saved(integer(0, DEEPEST), default=0)
    """The least depth to which the player has brought the prize; 0 before they have come up with it."""
    own: bool = saved(flag(), default=False)
    """Whether the player killed themselves."""
    means: str = saved(text(_MAX_NAME), default="")
    """The name of the means of the player's death; empty for bare hands."""
    harm: str = saved(text(_MAX_NAME), default="")
    """The sort of harm that killed the player, if no actor did it directly."""
    maker: Attribution | None = saved(optional(record(Attribution)), default=None)
    """The attribution of the fire, gas or condition that killed the player."""
