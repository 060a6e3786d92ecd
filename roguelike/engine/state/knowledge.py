"""What the player has learned of the kinds of items in this game."""

from __future__ import annotations

from typing import Final

from roguelike.classes import define
from roguelike.engine.codecs import line, listed, table, text
from roguelike.engine.kinds.limits import LONGEST_LABEL, MAX_KINDS
from roguelike.engine.schema import saved

_MAX_NAME: Final = 1000
_name: Final = text(_MAX_NAME)


@define
class Knowledge:
    """The appearances of disguised kinds in this game, and the player's knowledge of them; all by their names."""

    appearances: dict[str, str] = saved(table(_name, _name, MAX_KINDS), factory=dict)
    """The appearance of each disguised kind."""
    identified: list[str] = saved(listed(_name, MAX_KINDS), factory=list)
    """The disguised kinds that the player has identified, rising."""
    judged: list[str] = saved(listed(_name, MAX_KINDS), factory=list)
    """The kinds that the player knows to be good or bad, rising."""
    called: dict[str, str] = saved(table(_name, line(LONGEST_LABEL), MAX_KINDS), factory=dict)
    """The player's labels for unknown kinds, by the appearance of each."""
