"""The rules that commands, effects and minds lean on: sight, combat, paths, conditions."""

from __future__ import annotations

from roguelike.engine.rules import fights, notices, sights  # the named parts register themselves

__all__ = ["fights", "notices", "sights"]
