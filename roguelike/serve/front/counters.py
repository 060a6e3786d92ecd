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
"""Refusals that are logged in a row; after that one a second, so that a flood does not fill the disk."""

OUTCOMES: Final = ("died", "won", "abandoned")
"""Outcomes of games of players."""
MAX_TURNS: Final = 1 << 31
"""Maximum turn that a game may report: a compromised game could report anything."""

Count = collections.Counter[str]


@define
class Counters:
    """Counts since the start."""

    connections: int = 0
    """Accepted connections."""
    logins: int = 0
    unstarted: int = 0
    """Sessions whose game could not be started."""
    begun: int = 0
    """Sessions with a game process."""
    refused: Count = attrs.field(factory=collections.Counter)
    """Refused connections and logins, by reason."""
    cut: Count = attrs.field(factory=collections.Counter)
    """Connections that exceeded a limit, by limit."""
    ended: Count = attrs.field(factory=collections.Counter)
    """Ended sessions, by reason."""
    games_begun: int = 0
    """Games started by players, without those of the canary."""
    games_ended: Count = attrs.field(factory=collections.Counter)
    """Ended games, by outcome."""
    game_turns: Latency = attrs.field(factory=lambda: Latency(TURNS))
    """Turns of ended games."""
    _lines: TokenBucket = attrs.field(factory=lambda: TokenBucket(_LINES, 1.0))
    _untold: int = 0
    """Refusals since the last one that was logged."""

    def refuse(self, address: str, why: str, now: float) -> None:
        """Count a refusal; log it unless there were too many."""
        self.refused[why] += 1
        if self._lines.take(now):
            log("refused", address=address, why=why, untold=self._untold)
            self._untold = 0
        else:
            self._untold += 1

    def note_game(self, message: Message) -> tuple[str | None, dict[str, Any] | None]:
        """Count a game that starts or ends, as reported by a session.

        Return the rule set of a game that starts, and the outcome of one that ends; None if the message has neither.
        """
        begun = message.get("game_begun")
        if isinstance(begun, str):
            self.games_begun += 1
        match message.get("game_ended"):
            case {"outcome": str(outcome), "turn": int(turn)} if outcome in OUTCOMES and 0 <= turn <= MAX_TURNS:
                self.games_ended[outcome] += 1
                self.game_turns.count(turn)
                ended: dict[str, Any] | None = {"outcome": outcome, "turn": turn}
            case _:
                ended = None
        return begun if isinstance(begun, str) else None, ended

    def plain(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
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
