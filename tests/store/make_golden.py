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
from typing import TYPE_CHECKING, Final

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.store.port import Account
from roguelike.store.sqlite.data_folder import PROOF, UNSEEN, DataFolder
from roguelike.store.sqlite.database import FORMAT
from roguelike.store.sqlite.sqlite_store import SqliteStore

if TYPE_CHECKING:
    from roguelike.store.kept.stored_game import StoredGame

SAVES: Final = Path(__file__).parent.parent / "saves"
COMMANDS: Final = 130
"""Some of them after a snapshot."""


def make(goal: Path) -> None:
    """Make both games, and `expected.json` beside them."""
    with tempfile.TemporaryDirectory() as place:
        library = SqliteStore(DataFolder(Path(place)), load_ruleset)
        going = library.begin("going", "classic", 2)
        _play(going, "random", COMMANDS)
        expected = {
            "going": {"digest": going.game.digest(), "commands": COMMANDS, "kills": going.game.world.tally.kills}
        }
        # As a process leaves it that ends between two snapshots, except that its -wal is moved in.
        going.release()
        over = library.begin("over", "classic", 5)
        commands = _play(over, "seek", 100_000)
        world = over.game.world
        expected["over"] = {"digest": over.game.digest(), "commands": commands, "outcome": world.outcome}
        over.finish(Account("It ended.\n", "killed by an orc"))
        over.release()
        for folder in ("games", "finished"):
            shutil.copytree(
                library.folder.root / folder,
                goal / folder,
                ignore=shutil.ignore_patterns("*.lock", f"*{UNSEEN}", f"*{PROOF}"),
            )
    (goal / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def _play(play: StoredGame, policy: str, most: int) -> int:
    chooser, done = POLICIES[policy](PCG32(7)), 0
    while done < most and play.game.outcome is None:
        command = chooser.choose(observe(play.game.world))
        play.append(command)
        play.game.play(command)
        done += 1
    return done


if __name__ == "__main__":
    folder = SAVES / f"format-{FORMAT}"
    if folder.exists():
        sys.exit(f"{folder} is there already, and stays")
    make(folder)
