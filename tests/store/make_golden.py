"""Makes the saves of this format that must load for ever: `python -m tests.store.make_golden`, once for each format.

One game in progress and one that is over, as `tests/saves/format-N/games` and `finished`, and what they must give.
A file that is there already is never made again: it is what players have.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.store.database import FORMAT
from roguelike.store.folder import Folder
from roguelike.store.library import Library
from roguelike.store.play import Account, Play

SAVES: Final = Path(__file__).parent.parent / "saves"
COMMANDS: Final = 130
"""Some of them after a snapshot."""


def make(goal: Path) -> None:
    """Make both games, and `expected.json` beside them."""
    with tempfile.TemporaryDirectory() as place:
        library = Library(Folder(Path(place)), load_ruleset)
        going = library.begin("going", "classic", 2)
        _play(going, "random", COMMANDS)
        expected = {"going": {"digest": going.game.digest(), "commands": COMMANDS, "kills": dict(_KILLS)}}
        # As a process leaves it that ends between two snapshots, but for its -wal, which is moved in.
        going.let_go()
        over = library.begin("over", "classic", 5)
        commands = _play(over, "seek", 100_000)
        world = over.game.world
        expected["over"] = {"digest": over.game.digest(), "commands": commands, "outcome": world.outcome}
        over.finish(Account("It ended.\n", _KILLS, "killed by an orc"))
        over.let_go()
        for folder in ("games", "finished"):
            shutil.copytree(library.folder.root / folder, goal / folder, ignore=shutil.ignore_patterns("*.lock"))
    (goal / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


_KILLS: Final = {"orc": 1}


def _play(play: Play, policy: str, most: int) -> int:
    chooser, done = POLICIES[policy](PCG32(7)), 0
    while done < most and play.game.outcome is None:
        command = chooser.choose(observe(play.game.world))
        play.take(command, _KILLS)
        play.game.play(command)
        done += 1
    return done


if __name__ == "__main__":
    folder = SAVES / f"format-{FORMAT}"
    if folder.exists():
        sys.exit(f"{folder} is there already, and stays")
    make(folder)
