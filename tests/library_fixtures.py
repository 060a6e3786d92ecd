"""Libraries with something in them, for the tests of the screens that show it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from roguelike.play.new_game import RuleChoice
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
from tests.watching import FakeLibrary

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game

OTHER = RuleChoice("other", "Other Rules", "Everything is different here, and nobody has ever found out how.")

DAMAGED = (
    "/home/ada/.local/share/roguelike/games/mona.game cannot be read: it is damaged. "
    "The file is unchanged; see docs/saves.md."
)
PLAYED = "the game bob is being played by process 4711 since 2026-03-01 12:00:00."


def noon(day: int) -> dt.datetime:
    """Return noon of a day in March by the clock of here, so that it reads the same everywhere."""
    return dt.datetime(2026, 3, day, 12).astimezone()


def few_games(make: Callable[[], Game]) -> FakeLibrary:
    """Return a library as somebody has it after a week."""
    return FakeLibrary(
        make,
        games=[
            SavedGame("alice", "Classic", 1204, noon(7)),
            SavedGame("Grandmother-Ada1", "A Rule Set of Her Own", 3, noon(5)),
            SavedGame("mona", trouble=DAMAGED),
            SavedGame("bob", trouble=PLAYED, is_played=True),
        ],
        past=[
            FinishedGame("alice-0002", "alice", "Classic", "died", 140, noon(6)),
            FinishedGame("alice-0001", "alice", "tcod", "won", 1400, noon(2)),
            FinishedGame("bob-0001", "bob", "Classic", "abandoned", 7, noon(1)),
        ],
        best=[
            ScoreLine("alice", "tcod", "won", 12340, 1400, 41, 7, noon(2), verified=True),
            ScoreLine("alice", "Classic", "died", 90, 140, 5, 18446744073709551615, noon(6), verified=True),
            ScoreLine("Grandmother-Ada1", "A Rule Set of Her Own", "died", 0, 1, 0, 42, noon(3)),
        ],
    )


def full_library(make: Callable[[], Game]) -> FakeLibrary:
    """Return a library with more of everything than any screen has rows."""
    few = few_games(make)
    few.games += [SavedGame(f"player-{number}", "Classic", number, noon(1)) for number in range(70)]
    few.past += [FinishedGame(f"bob-{n:04}", "bob", "Classic", "died", n, noon(1)) for n in range(2, 80)]
    few.best += [ScoreLine("bob", "Classic", "died", 50 - n, n, 0, n, noon(1)) for n in range(70)]
    return few
