"""Monsters that have just noticed the player, found by comparing moods of two turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.engine.kinds.moods import Mood

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.engine.observation import Observation


@define
class NoticedMonsters:
    """The moods of the monsters in view in the last observed turn and in the one before."""

    _turn: int = -1
    _now: dict[int, Mood] = attrs.field(factory=dict)
    _before: dict[int, Mood] = attrs.field(factory=dict)

    def note(self, seen: Observation) -> None:
        """Record the moods of the enemies in view."""
        if not seen.ruleset.has_moods:
            return
        if seen.turn != self._turn:
            self._turn, self._before = seen.turn, self._now
        self._now = {foe.id: foe.mood for foe in seen.enemies}

    def startled(self, seen: Observation) -> Collection[int]:
        """Return the ids of hunters that were in view one turn earlier without hunting."""
        hunters = [foe for foe in seen.enemies if foe.mood == Mood.HUNTING]
        return [foe.id for foe in hunters if self._before.get(foe.id, Mood.HUNTING) != Mood.HUNTING]
