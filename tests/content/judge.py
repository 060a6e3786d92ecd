"""Judging arbitrary rule sets in a separate program, since bad ones can hang or exhaust memory.

`Judge` starts that program and asks it; a folder that crashes it is reported like any other bad one.
"""

from __future__ import annotations

import contextlib
import json
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from roguelike.autoplay import POLICIES
from roguelike.cells.canvas import Canvas
from roguelike.content.loader import ContentError, describe, load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.views.history import HistoryPage
from roguelike.play.views.look import Look
from roguelike.play.views.playing import Playing
from roguelike.play.views.summary import Summary
from roguelike.play.views.title import TitleMenu
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.lookup import read_record
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.frame import Renderer
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.screen import screen_of
from tests.calls import count_calls
from tests.test_hostile_texts import OURS

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.perspective import Perspective
    from roguelike.play.views.view import View

COMMANDS: Final = 50
LONG: Final = 2.0
"""CPU seconds above which the work is repeated to count calls, which do not depend on the load of the machine."""
MAX_CALLS: Final = 20_000_000
"""The maximum number of Python function calls for one rule set."""
MAX_SECONDS: Final = 20.0
"""The maximum CPU seconds, for work that calls do not measure."""
MAX_PATIENCE: Final = 60.0
"""Wall-clock seconds without CPU use after which the program hangs; other processes can also need the machine."""
MAX_WORK: Final = 200
"""CPU seconds after which a program without an answer is ended.

Counting the calls of 5 s of work takes 16 s more, and of `MAX_CALLS` 40 s: minutes on a busy machine.
"""
MAX_MEMORY: Final = 200 << 20
LONGEST: Final = 600
JARGON: Final = re.compile(
    r"\bobject\b|attribute|argument|iterable|subscript|keyword|NoneType|Traceback|recursion|Errno"
)


def judge(path: Path, root: Path, number: int) -> str:
    """Return the error message of a rule set, or an empty one if it can be played and continued.

    Raises:
        AssertionError: it does neither correctly.
    """
    try:
        ruleset = load_ruleset(path)
        told = describe(str(path))
    except ContentError as error:
        return _checked(error)
    assert (told.title, told.summary) == (ruleset.title, ruleset.summary)
    library = SqliteStore(DataFolder(root), load_ruleset)
    try:
        play = library.begin("kim", str(path), number)
    except StoreError as trouble:
        assert not root.exists()
        return _checked(trouble)
    kept = JournaledGame.begin(play, last_screen)
    _play(kept, list(POLICIES)[number % len(POLICIES)])
    _draw(kept.perspective, ruleset, (told.title, told.summary))
    _go_on(library, kept)
    return ""


def _checked(error: Exception) -> str:
    sentence = str(error)
    assert sentence.isprintable(), ascii(sentence)
    assert sentence.endswith("."), sentence
    assert len(sentence) <= LONGEST, sentence
    assert not JARGON.search(re.sub("'.*'", "", sentence)), sentence
    return sentence


def _play(kept: JournaledGame, policy: str) -> None:
    game, perspective = kept.perspective.game, kept.perspective
    chosen = POLICIES[policy](PCG32(1))
    for _ in range(COMMANDS):
        if game.outcome is None:
            command = chosen.choose(observe(game.world))
            assert kept.write(command), perspective.log.entries[-1]
            game.submit(command)
            game.update()
            perspective.take_events()
        while game.in_flight:
            perspective.tick()


def _draw(perspective: Perspective, ruleset: RuleSet, title: tuple[str, str]) -> None:
    rules = RuleChoice("mine", *title)
    screens: list[View] = [
        Playing(perspective),
        HistoryPage(perspective),
        Summary(perspective),
        Look(perspective),
    ]
    for screen in (*screens, TitleMenu([rules], rules, NewGameDefaults("kim"), [])):
        canvas = Canvas(80, 24)
        screen_of(screen).draw(canvas)
        assert OURS.sub("", Renderer(Palette(256)).draw(None, canvas)).isprintable(), (ruleset.name, type(screen))


def _go_on(library: SqliteStore, kept: JournaledGame) -> None:
    """Leave a game, and continue it or, if it is over, look it up."""
    digest, told, over = kept.perspective.game.digest(), kept.perspective.log.entries, kept.perspective.game.outcome
    assert not kept.close()
    if over is not None:
        (game,) = library.finished()
        assert (over, digest) == (game.outcome, read_record(library.folder.finished / f"{game.key}.game").digest)
        return
    play = library.resume("kim")
    assert not play.notices, play.notices
    again = JournaledGame.resume(play, last_screen)
    assert digest == again.perspective.game.digest()
    assert told == again.perspective.log.entries
    again.stored.release()


class Judge:
    """The judging program, restarted after a rule set has crashed it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._program: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program."""
        self._end()

    def ask(self, path: Path, number: int) -> tuple[str, str]:
        """Return the error message of a rule set, and a fault of the program; each can be empty."""
        program = self._program = self._program or self._started()
        assert program.stdin is not None
        assert program.stdout is not None
        root = self._root / f"games-{number}"
        with contextlib.suppress(BrokenPipeError):
            program.stdin.write(json.dumps([str(path), str(root), number]) + "\n")
            program.stdin.flush()
        ready = _answers(program)
        line = program.stdout.readline() if ready else ""
        shutil.rmtree(root, ignore_errors=True)
        if line:
            sentence, wrong = json.loads(line)
            return sentence, wrong
        self._end()
        return "", "the program died" if ready else f"no answer and no work for {MAX_PATIENCE:.0f} s"

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.content.judge"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def _end(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program.communicate()
            self._program = None


def _answers(program: subprocess.Popen[str]) -> bool:
    """Wait until the program answers or ends; return whether it did before it slept for `MAX_PATIENCE`."""
    assert program.stdout is not None
    spent = -1
    while not select.select([program.stdout], [], [], MAX_PATIENCE)[0]:
        before, spent = spent, _processor(program.pid)
        if spent == before:
            return False
    return True


def _processor(process: int) -> int:
    """Return the CPU time of a process, in any unit; 0 if it is unknown."""
    with contextlib.suppress(FileNotFoundError):
        told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return int(told[11]) + int(told[12])
    return 0


def _answer(path: str, root: str, number: int) -> tuple[str, str]:
    start, memory = time.process_time(), _memory()
    sentence, wrong = "", ""
    try:
        sentence = judge(Path(path), Path(root), number)
    except BaseException:  # noqa: BLE001 -- whatever it is, it is reported for this rule set
        wrong = traceback.format_exc()
    took = time.process_time() - start
    if took > MAX_SECONDS or (took > LONG and _calls(path, root, number) > MAX_CALLS):
        wrong = wrong or f"it took {took:.1f} s"
    if (grown := _memory() - memory) > MAX_MEMORY:
        wrong = wrong or f"it took {grown >> 20} MB"
    return sentence, wrong


def _calls(path: str, root: str, number: int) -> int:
    """Judge a rule set again, and return the number of function calls."""
    with tempfile.TemporaryDirectory(dir=Path(root).parent) as again, contextlib.suppress(Exception):
        return count_calls(lambda: judge(Path(path), Path(again) / "games", number))
    return 0


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _limit_memory() -> None:
    """Limit memory, if possible, so that excess fails immediately instead of exhausting the machine."""
    with contextlib.suppress(FileNotFoundError):
        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Answer requests until the input closes."""
    _limit_memory()
    for line in sys.stdin:
        asked: list[Any] = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, MAX_WORK)  # which ends the program
        sys.stdout.write(json.dumps(_answer(*asked)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
