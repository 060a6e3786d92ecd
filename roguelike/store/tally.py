"""Whom the player killed, and what killed the player."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING

import attrs

from roguelike.engine.events import AnyEvent, Died

if TYPE_CHECKING:
    from collections.abc import Mapping


@attrs.define
class Tally:
    """Counts whom the player killed by kind, and remembers how the player died."""

    kills: collections.Counter[str] = attrs.field(factory=collections.Counter)
    death: Died | None = None

    def count(self, event: AnyEvent) -> None:
        """Take note of an event."""
        if not isinstance(event, Died):
            return
        if event.victim.is_player:
            self.death = event
        elif event.killer is not None and event.killer.is_player:
            self.kills[event.victim.kind.name] += 1

    @property
    def most_killed(self) -> Mapping[str, int]:
        """The kills by kind, the most frequent first."""
        return dict(self.kills.most_common())
