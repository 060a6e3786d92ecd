"""Finished games as stores report them."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from roguelike.store.kept.archive import Archived
from roguelike.store.listings import ScoreLine

BEGIN: Final = dt.datetime(2026, 2, 3, 4, 5, 6, tzinfo=dt.UTC)
MORGUE: Final = "ann died on turn 7 on level 2, killed by\na troll.\n\nRules         Ember\n"


def archived(key: str = "ann-0001", *, morgue: str = MORGUE, is_ranked: bool = True, **line: Any) -> Archived:  # noqa: ANN401 -- fields
    """Return a game that ended; of two with other numbers the higher one is the later one, with a higher score."""
    number = int(key.rpartition("-")[2])
    told: dict[str, Any] = {
        "name": key.rpartition("-")[0],
        "rules": "Ember",
        "outcome": "died",
        "score": number,
        "turn": 7,
        "kills": 3,
        "seed": (1 << 64) - 1,
        "when": BEGIN + dt.timedelta(minutes=number),
        "depth": 2,
        "verified": True,
        "game": key,
    }
    return Archived(
        key=key,
        outcome="died",
        turn=7,
        about={"engine": "3", "rules": "ember"},
        line=ScoreLine(**{**told, **line}),
        is_ranked=is_ranked,
        morgue=morgue,
    )
