"""Games on disk: journals, scores, replays. No other package of the program writes the player's data."""

from __future__ import annotations
