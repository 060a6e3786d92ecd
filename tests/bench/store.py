"""What it costs to keep a game: a command written down, a long game loaded."""

from __future__ import annotations

import pathlib
import statistics
import tempfile
import time
from typing import TYPE_CHECKING

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.bench.timing import Line

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.stored_game import StoredGame

COMMANDS = 20_000
SEED = 2
"""Seed of a game in which a player who stays on the spot lives that long."""
LOADS = 9
LEFT = 230
"""Commands of a game over which another is begun."""
DIRECTIONS = tuple(Direction)
KILLS = {"orc": 1}
"""Told with every command."""


def measure(ruleset: RuleSet) -> list[Line]:
    """Write a long game and load it, in a folder on the disk where temporary files are."""
    with tempfile.TemporaryDirectory() as root:
        library = SqliteStore(DataFolder(pathlib.Path(root)), lambda _: ruleset)
        play = library.begin("bench", "classic", SEED)
        takes = [_take(play) for _ in range(COMMANDS - 1)]
        play.release()
        size = library.folder.game("bench").stat().st_size
        loads = [_load(library) for _ in range(LOADS)]
        begins = [_begin(library, f"bench-{number}", over=False) for number in range(LOADS)]
        overs = [_begin(library, f"bench-{number}", over=True) for number in range(LOADS)]
    note = f"{COMMANDS} commands, the last 99 of them done again, {size >> 20} MB"
    slowest = statistics.quantiles(takes, n=1000)[-1]
    return [
        Line(name="a command written down and synced", unit="ms", ours=statistics.median(takes), reach=1),
        Line(name="the same, one in a thousand", unit="ms", ours=slowest, note="a snapshot, or the journal moved in"),
        Line(name="a long game loaded", unit="ms", ours=statistics.median(loads), reach=500, note=note),
        Line(name="a game begun", unit="ms", ours=statistics.median(begins), reach=50),
        Line(
            name="a game begun over another of its name",
            unit="ms",
            ours=statistics.median(overs),
            reach=100,
            note=f"{LEFT} commands, left in order",
        ),
    ]


def _take(play: StoredGame) -> float:
    command = Move(DIRECTIONS[play.journal.number % len(DIRECTIONS)])
    before = time.perf_counter()
    play.append(command)
    taken = (time.perf_counter() - before) * 1000
    play.game.play(command)
    return taken


def _begin(library: SqliteStore, name: str, *, over: bool) -> float:
    """Return how long it takes to begin a game, which is then played for a while and left."""
    before = time.perf_counter()
    play = library.begin(name, "classic", SEED, sets_aside=over)
    taken = (time.perf_counter() - before) * 1000
    for _ in range(LEFT):
        _take(play)
    play.close()
    return taken


def _load(library: SqliteStore) -> float:
    before = time.perf_counter()
    play = library.resume("bench")
    for _ in play.catch_up():
        pass
    taken = (time.perf_counter() - before) * 1000
    play.release()
    return taken
