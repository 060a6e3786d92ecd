"""Plays without a screen and tells what it does, so that it can be killed, and failed by the system, at any moment.

`python -m tests.store.player` with a socket of packets as standard input is a warm process: for every request that it
is sent it forks one life, which does the steps that it was asked for. A life tells what it did on the same socket, each
thing only when it is done: `took` when a command is written down, `did` with the digest when it is performed. It uses
`send` and `recv` for that and no call that files are read and written by, so those that are left are the store's.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import pathlib
import signal
import socket
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from roguelike.autoplay import POLICIES
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.store.errors import StoreError
from roguelike.store.kept.store import import_games
from roguelike.store.port import Account
from roguelike.store.sqlite.data_folder import DataFolder, is_there
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.store.library_fixtures import scores_of
from tests.store.stunts import STUNTS, stunt_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.store.kept.stored_game import StoredGame

TRIES: Final = 3
"""How often something is tried that the system fails to do."""
MAX_BYTES: Final = 1 << 17
"""Largest size of one packet."""
_ROWS: Final = 1000
"""Commands that are reported in one packet, each with the digest of the world before it."""
_SET_PTRACER: Final = 0x59616D61
_ANYBODY: Final = ctypes.c_ulong(-1)
_Given = TypeVar("_Given")


class GaveUp(Exception):
    """What was tried has failed every time."""


@attrs.frozen
class Life:
    """What one life is to do; the steps are methods of `Player`, `take` with how many commands at most."""

    root: str
    before: list[str]
    """Steps to be done before it says that it is ready, and waits."""
    steps: list[str]
    name: str = "kay"
    rules: str = "roguebasin"
    seed: int = 1
    chance: int = 1
    """The seed of the bot."""
    policy: str = "random"
    script: list[Any] = attrs.field(factory=list)
    """The commands of the whole game, as plain data; where they end, the bot goes on."""
    waits: bool = False
    """Whether it is to say that it is ready, and wait, before the steps."""
    retells: bool = True
    """Whether it reports the commands of a game that it has loaded."""


class Player:
    """One life: plays one game through the library."""

    def __init__(self, life: Life, rules: Callable[[str], RuleSet], tell: Callable[..., None]) -> None:
        self._life = life
        self._tell = tell
        self._library = SqliteStore(DataFolder(pathlib.Path(life.root)), rules)
        self._play: StoredGame | None = None
        self._bot = POLICIES[life.policy](PCG32(life.chance))

    def do(self, steps: list[str]) -> None:
        """Do these steps, such as `open` or `take 20`."""
        for step in steps:
            name, *numbers = step.split()
            getattr(self, name)(*map(int, numbers))

    def open(self) -> None:
        """Go on with the game, or begin it."""
        self._play = self._try(self._open)

    def take(self, most: int = 500) -> None:
        """Play on, for `most` commands or until the game is over."""
        for _ in range(most):
            if self._play is not None and self._play.game.outcome is None:
                self._take_one(self._play)

    def finish(self) -> None:
        """Put the game with the finished ones, if it is over."""
        play = self._play
        if play is not None and play.game.outcome is not None:
            self._tell(ending=True)
            account = Account("A story.\n", "killed by a test")
            self._tell(finished=self._try(lambda: play.finish(account)))
            play.release()
            self._play = None

    def quit(self) -> None:
        """Save and close the game, if it is not over."""
        if self._play is not None:
            self._tell(ending=True)
            self._play.close()
            self._tell(closed=True)

    def look(self) -> None:
        """Tell all that a player is shown of the games."""
        root = self._library.folder.root
        shown = {
            "saved": [[game.name, game.trouble] for game in self._library.saved()],
            "finished": [[game.key, game.outcome] for game in self._library.finished()],
            "scores": [[score.name, score.outcome, score.kills, score.verified] for score in scores_of(self._library)],
            "files": sorted(str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()),
        }
        self._tell(shown=shown)

    def vanish(self) -> None:
        """End at once, as by kill -9."""
        os.kill(os.getpid(), signal.SIGKILL)

    def _open(self) -> StoredGame:
        path = self._library.folder.game(self._life.name)
        if not is_there(path):
            play = self._library.begin(self._life.name, self._life.rules, self._life.seed)
            self._tell(opened=0, digest=play.game.digest(), again=0, over=False)
            return play
        play = self._library.resume(self._life.name)
        again = sum(1 for _ in play.catch_up())
        if self._life.retells:
            self._retell(path)
        over = play.game.outcome is not None
        self._tell(opened=play.journal.number, digest=play.game.digest(), again=again, over=over)
        return play

    def _retell(self, path: pathlib.Path) -> None:
        """Tell every command of a file."""
        with read(path) as saved:
            rows = [[row.command, row.before] for row, _ in saved.rows(0, saved.first_link)]
        for start in range(0, len(rows), _ROWS):
            self._tell(rows=rows[start : start + _ROWS])

    def _take_one(self, play: StoredGame) -> None:
        number = play.journal.number
        script = self._life.script
        command = decode(script[number]) if number < len(script) else self._bot.choose(observe(play.game.world))
        self._try(lambda: play.append(command))
        number = play.journal.number
        self._tell(took=number, command=encode(command))
        play.game.play(command)
        self._tell(did=number, digest=play.game.digest(), over=play.game.outcome is not None)

    def _try(self, act: Callable[[], _Given]) -> _Given:
        """Do something that may fail for a while: a player presses the key again."""
        for _ in range(TRIES):
            try:
                return act()
            except StoreError as trouble:
                self._tell(trouble=str(trouble))
        raise GaveUp


def _live(life: Life, rules: Callable[[str], RuleSet], line: socket.socket) -> None:
    """Do all that a life has to do, and end the process."""

    def tell(**what: object) -> None:
        line.send(json.dumps(what).encode())

    try:
        tell(process=os.getpid())
        player = Player(life, rules, tell)
        player.do(life.before)
        if life.waits:
            # Elsewhere than below its own parent, a tracer must be allowed by name.
            ctypes.CDLL(None).prctl(_SET_PTRACER, _ANYBODY, 0, 0, 0)
            tell(ready=True)
            line.recv(MAX_BYTES)
        player.do(life.steps)
        tell(done=True)
    except GaveUp:
        tell(gave_up=True)
    except BaseException:  # noqa: BLE001 -- whatever it is, it is reported
        tell(traceback=traceback.format_exc())
    finally:
        os._exit(0)


def _warm_up(rules: Callable[[str], RuleSet]) -> None:
    """Play, so that no life has to make again what the program makes once, such as the codecs of the state."""
    with tempfile.TemporaryDirectory() as folder:
        for steps in (["open", "take 20", "quit"], ["open", "quit", "look"]):
            Player(Life(folder, [], [], rules="classic"), rules, lambda **_: None).do(steps)
    tempfile.tempdir = None  # each life is to look for it, and to fail at that, by itself


def _serve(line: socket.socket) -> None:
    known = {STUNTS: stunt_rules(), **{name: load_ruleset(name) for name in ruleset_names()}}
    import_games()  # the disk fails under the games, and not under the program
    _warm_up(known.__getitem__)
    gc.collect()
    gc.freeze()  # so that no life copies what the collector only looks at
    line.send(b"{}")
    while asked := line.recv(MAX_BYTES):
        life = Life(**json.loads(asked))
        process = os.fork()
        if not process:
            _live(life, known.__getitem__, line)
        status = os.waitpid(process, 0)[1]
        line.send(json.dumps({"ended": os.waitstatus_to_exitcode(status)}).encode())


if __name__ == "__main__":
    with contextlib.suppress(ConnectionError):  # whoever asked is gone
        _serve(socket.socket(fileno=sys.stdin.fileno()))
