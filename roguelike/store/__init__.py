"""Games on disk: journals, scores, replays. Nothing else of the program touches files of the player's."""

from __future__ import annotations
