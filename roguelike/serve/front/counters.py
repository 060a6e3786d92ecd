"""Counts of events for the status and the metrics of the gateway; refusals are logged, too."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any, Final

import attrs

from roguelike.classes import define
from roguelike.serve.front.latency import TURNS, Latency
from roguelike.serve.logs import log
from roguelike.serve.token_bucket import TokenBucket

if TYPE_CHECKING:
    from roguelike.serve.channel import Message

_LINES: Final = 20
"""Refusals that are logged in a row; after them one a second, so that a flood does not fill the disk."""

OUTCOMES: Final = ("died", "won", "abandoned")
"""How games of players end."""
MAX_TURNS: Final = 1 << 31
"""Maximum turn that a game may report: a game that was taken over could report anything."""

Count = collections.Counter[str]


@define
class Counters:
    """Counts since the start."""

    connections: int = 0
    """Connections that were accepted."""
    logins: int = 0
    unstarted: int = 0
    """Sessions whose game could not be started."""
    begun: int = 0
    """Sessions with a game process."""
    refused: Count = attrs.field(factory=collections.Counter)
    """Connections and logins, by the reason."""
    cut: Count = attrs.field(factory=collections.Counter)
    """Connections that exceeded a limit, by the limit."""
    ended: Count = attrs.field(factory=collections.Counter)
    """Sessions that ended, by the reason."""
    games_begun: int = 0
    """Games begun by players; those of the canary are not counted."""
    games_ended: Count = attrs.field(factory=collections.Counter)
    """Games that ended, by the outcome."""
    game_turns: Latency = attrs.field(factory=lambda: Latency(TURNS))
    """Turns of the games that ended."""
    _lines: TokenBucket = attrs.field(factory=lambda: TokenBucket(_LINES, 1.0))
    _untold: int = 0
    """Refusals since the last that was logged."""

    def refuse(self, address: str, why: str, now: float) -> None:
        """Count a refusal, and log it unless there were too many."""
        self.refused[why] += 1
        if self._lines.take(now):
            log("refused", address=address, why=why, untold=self._untold)
            self._untold = 0
        else:
            self._untold += 1

    def note_game(self, told: Message) -> tuple[str | None, dict[str, Any] | None]:
        """Count a game that begins or ends, if a message of a session is about one.

        Return the rules of the game that begins, and how the game ended, or None where the message reports neither.
        """
        begun = told.get("game_begun")
        if isinstance(begun, str):
            self.games_begun += 1
        match told.get("game_ended"):
            case {"outcome": str(outcome), "turn": int(turn)} if outcome in OUTCOMES and 0 <= turn <= MAX_TURNS:
                self.games_ended[outcome] += 1
                self.game_turns.count(turn)
                ended: dict[str, Any] | None = {"outcome": outcome, "turn": turn}
            case _:
                ended = None
        return begun if isinstance(begun, str) else None, ended

    def plain(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {
            "connections": self.connections,
            "logins": self.logins,
            "begun": self.begun,
            "unstarted": self.unstarted,
            "refused": dict(self.refused),
            "cut": dict(self.cut),
            "ended": dict(self.ended),
            "games_begun": self.games_begun,
            "games_ended": dict(self.games_ended),
        }
