"""What becomes of a rule set that anybody may have written: run as a program, since a wrong one may hang or grow.

`Judge` starts that program and asks it; a folder that it does not survive is named like any other that is wrong.
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
"""Seconds of the processor; what takes longer is done again, to count what cannot depend on how busy the machine is."""
MAX_CALLS: Final = 20_000_000
"""Of Python functions, for all that is done with one rule set."""
MAX_SECONDS: Final = 20.0
"""Likewise of the processor, for work of which calls tell nothing."""
MAX_PATIENCE: Final = 60.0
"""Seconds by the clock in which a program used no processor: it hangs. Others may need the machine, too."""
MAX_WORK: Final = 200
"""Seconds of the processor after which a program is ended that works without an answer.

To count the calls of what took 5 s takes 16 s more, and of what takes `MAX_CALLS` 40 s: beside others, minutes.
"""
MAX_MEMORY: Final = 200 << 20
LONGEST: Final = 600
JARGON: Final = re.compile(
    r"\bobject\b|attribute|argument|iterable|subscript|keyword|NoneType|Traceback|recursion|Errno"
)


def judge(path: Path, root: Path, number: int) -> str:
    """Return the sentence with which a rule set is refused, or nothing if it can be played and gone on with.

    Raises:
        AssertionError: it does neither as it should.
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
    """Leave a game, and go on with it or, if it is over, look it up."""
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
    """The program that judges, started again when one rule set has been too much for it."""

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
        """Return the sentence with which a rule set is refused, and what is wrong with that, if anything is."""
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
    """Return the time of the processor that a process has used, in whatever unit; 0 where that is not told."""
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
    """Return what it comes to in calls to judge a rule set once more."""
    with tempfile.TemporaryDirectory(dir=Path(root).parent) as again, contextlib.suppress(Exception):
        return count_calls(lambda: judge(Path(path), Path(again) / "games", number))
    return 0


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _limit_memory() -> None:
    """Limit memory, where that can be, so that excess fails at once, before it takes the machine along."""
    with contextlib.suppress(FileNotFoundError):
        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    """Answer until nobody asks any more."""
    _limit_memory()
    for line in sys.stdin:
        asked: list[Any] = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, MAX_WORK)  # which ends the program
        sys.stdout.write(json.dumps(_answer(*asked)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
