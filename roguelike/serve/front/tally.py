"""What has happened on a server, counted for its figures and told in its log."""

from __future__ import annotations

import collections
from typing import Any, Final

import attrs

from roguelike.classes import define
from roguelike.serve.front.limits import Bucket
from roguelike.serve.logs import log

_LINES: Final = 20
"""Refusals that are logged in a row; after them one a second, so that a flood does not fill the disk."""

Count = collections.Counter[str]


@define
class Tally:
    """Counts since the start."""

    connections: int = 0
    """That were let in."""
    logins: int = 0
    begun: int = 0
    """Sessions with a game process."""
    refused: Count = attrs.field(factory=collections.Counter)
    """Connections and logins, by the reason."""
    cut: Count = attrs.field(factory=collections.Counter)
    """Connections that asked for too much, by what."""
    ended: Count = attrs.field(factory=collections.Counter)
    """Sessions, by how."""
    _lines: Bucket = attrs.field(factory=lambda: Bucket(_LINES, 1.0))
    _untold: int = 0
    """Refusals since the last that was logged."""

    def refuse(self, address: str, why: str, now: float) -> None:
        """Count somebody who is not let in, and tell it unless there were too many."""
        self.refused[why] += 1
        if self._lines.take(now):
            log("refused", address=address, why=why, untold=self._untold)
            self._untold = 0
        else:
            self._untold += 1

    def plain(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {
            "connections": self.connections,
            "logins": self.logins,
            "begun": self.begun,
            "refused": dict(self.refused),
            "cut": dict(self.cut),
            "ended": dict(self.ended),
        }
