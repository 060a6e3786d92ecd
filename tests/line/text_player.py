"""A player that uses only the output of line mode."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import attrs

SIGHTING: Final = re.compile(r"(\d+): (.+), (\d+) cells? ([a-z-]+), HP (\d+)/(\d+)")
HEALTH: Final = re.compile(r"HP (\d+)/(\d+)")
CARRIED: Final = re.compile(r"(\d+): (?:\d+ )?([a-z]+ (?:potion|scroll))")
LONGEST: Final = 3000
"""Lines."""
BURST: Final = 4
"""Cells: nobody throws fire nearer."""


@attrs.define
class TextPlayer:
    """Types a line, reads the answer, and decides only by that."""

    say: Callable[[str], list[str]]
    careful: bool = True
    """Whether it uses what it carries, and stands in the way instead of walking into blows."""
    said: int = 0
    _places: list[str] = attrs.field(factory=list)
    """Where to look once all is explored."""

    def play(self) -> list[str]:
        """Play until the game is over, and return the last answer."""
        while self.said < LONGEST:
            told = self._turn()
            if any(line.startswith("Score ") for line in told):
                return told
        return []

    def _say(self, line: str) -> list[str]:
        self.said += 1
        return self.say(line)

    def _turn(self) -> list[str]:
        around = [found for line in self._say("look") if (found := SIGHTING.match(line))]
        if not around:
            return self._wander()
        if self.careful and (use := self._use(around)):
            return self._say(use)
        name, cells, direction = around[0][2], int(around[0][3]), around[0][4]
        if cells == 1:
            return self._say(direction)
        if self.careful and cells <= 3 and "sling" not in name:
            return self._say("wait")
        told = self._say("fight")
        return told if any(line.startswith("Moved") for line in told) else self._say("wait")

    def _use(self, around: list[re.Match[str]]) -> str:
        """Return how to use something that is carried, if this is the moment."""
        health = next(found for line in self._say("status") if (found := HEALTH.match(line)))
        carried = {found[2]: found[1] for line in self._say("inventory") if (found := CARRIED.match(line))}
        now, most = int(health[1]), int(health[2])
        cells = int(around[0][3])
        strength = sum(int(found[5]) for found in around)
        if now * 5 <= most * 2 and "health potion" in carried:
            return "use health potion"
        if strength < 12 and now * 2 > most:
            return ""
        if cells >= BURST and "fireball scroll" in carried:
            return f"use fireball at {around[0][1]}"
        if cells <= BURST and "lightning scroll" in carried:
            return "use lightning"
        return f"use confusion at {around[0][1]}" if "confusion scroll" in carried else ""

    def _wander(self) -> list[str]:
        """Explore; once that is done, look at one known place after the other."""
        told = self._say("explore")
        if not any(line.startswith("Explored") for line in told):
            return told
        if not self._places:
            self._places = self._known_places()
        return self._say(f"travel to {self._places.pop()}")

    def _known_places(self) -> list[str]:
        """Return floors all over the map, by their coordinates."""
        head, *rows = self._say("map")
        left = int(re.findall(r"\d+", head)[0])
        floors = [
            f"{left + x},{int(row[:3])}"
            for row in rows
            if row[:3].strip().isdigit()
            for x, sign in enumerate(row[4:])
            if sign == "."
        ]
        return floors[::37]
