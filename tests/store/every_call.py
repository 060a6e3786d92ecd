"""What becomes of a game when the program is killed at a call of the system, or when the call fails."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from tests.store.crash_runs import PATIENCE, Record, Told, Warm, check_library, telling
from tests.store.player import Life

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

KILL: Final = "signal=KILL"
FAILURES: Final = ("error=EIO", "error=ENOSPC", "error=EROFS", "error=EACCES")
SHORT: Final = "retval=0"
"""Nothing was written, and nobody says why."""
_GAME_ENDS: Final = 207
"""The command with which the recorded game ends in death."""
_CAUSES: Final = (
    *map(os.strerror, (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES)),
    "it cannot be opened",  # SQLite does not tell why
    "it is in use by another program",  # EACCES, when it is a lock that is asked for
    "No usable temporary directory",  # none of several that are tried
    "it is damaged",  # EIO, when a page is read
)
_NOT_COUNTED: Final = {"mmap"}
"""A call that takes memory as well, so that its numbers are not those of files."""


@attrs.frozen
class Scene:
    """Something that a player does, during which the system fails: from how many commands on, before, and that."""

    commands: int
    before: tuple[str, ...]
    steps: tuple[str, ...]
    always: str = ""
    """A failure that belongs to it, as an option of strace."""

    @property
    def spared(self) -> str:
        """The call that cannot have another fate, since it has one."""
        return self.always.split("=")[1].split(":")[0] if self.always else ""


SCENES: Final = {
    "new game": Scene(-1, (), ("open",)),
    "20 commands": Scene(60, ("open",), ("take 20",)),
    "snapshot": Scene(97, ("open", "take 1"), ("take 4",)),
    "load": Scene(130, (), ("open", "take 1")),
    "death": Scene(_GAME_ENDS - 1, ("open",), ("take 1", "finish")),
    "quit": Scene(70, ("open", "take 3"), ("quit",)),
    "a new file for one that was not kept": Scene(
        60, ("open", "take 2"), ("take 3",), "inject=fdatasync:error=EIO:when=1"
    ),
}


@attrs.frozen
class Call:
    """A system call: the `nth` of its name, counted from 1; `before` counts the calls of other names before it."""

    name: str
    nth: int
    before: Mapping[str, int]

    def once(self, fate: str) -> list[str]:
        """Return the options of strace that inject `fate` into this call and no other."""
        return [f"inject={self.name}:{fate}:when={self.nth}"]

    def from_now_on(self, fate: str, names: Iterable[str]) -> list[str]:
        """Return the same so that this one does, and every one of these names after it."""
        return [f"inject={name}:{fate}:when={self.before.get(name, 0) + 1}+" for name in sorted(names)]


class NoTracing(Exception):
    """Calls cannot be traced here; says why."""


class Traced:
    """A process under strace until it ends."""

    def __init__(self, process: int, output: Path, *options: str) -> None:
        wanted = [part for option in options for part in ("-e", option)]
        command = ["strace", "-p", str(process), "-e", "trace=%file,%desc", "-o", str(output), *wanted]
        self._output = output
        try:
            self._tracer = subprocess.Popen(command, stderr=subprocess.PIPE)
        except FileNotFoundError:
            raise NoTracing("strace is not installed") from None

    def __enter__(self) -> Self:
        assert self._tracer.stderr is not None
        told = self._tracer.stderr.readline().decode()
        if "attached" not in told:
            self.__exit__()
            raise NoTracing(f"strace cannot trace here: {told.strip()}")
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._tracer.communicate(timeout=PATIENCE)
        self._tracer.kill()
        self._tracer.communicate()

    def lines(self) -> list[str]:
        """Return what was traced, after the end, a line a call."""
        return self._output.read_text(errors="replace").splitlines()


class SceneRunner:
    """Plays scenes again and again, each time from the same folder."""

    def __init__(self, warm: Warm, folder: Path) -> None:
        self._warm = warm
        self._folder = folder
        folder.mkdir(exist_ok=True)
        recorded = self._live(folder / "recorded", "open", "take")
        self._script = list(telling(recorded, "command"))
        assert len(self._script) == _GAME_ENDS, len(self._script)
        self._records: dict[str, Record] = {}
        self._calls: dict[str, list[Call]] = {}
        for name, scene in SCENES.items():
            self._records[name] = self._prepare(folder / name, scene.commands)

    def calls(self, scene: str) -> list[Call]:
        """Return every call about files that a scene makes, which are always the same."""
        if scene not in self._calls:
            self._calls[scene] = self._trace(scene)
        return self._calls[scene]

    def _trace(self, scene: str) -> list[Call]:
        with self._play(scene) as (told, traced):
            assert "done" in told[-2]
        seen: Counter[str] = Counter()
        calls = []
        for name in (found[0] for line in traced.lines() if (found := re.match(r"\w+(?=\()", line))):
            if name not in {*_NOT_COUNTED, SCENES[scene].spared}:
                calls.append(Call(name, seen[name] + 1, dict(seen)))
                seen[name] += 1
        return calls

    def kill(self, scene: str, *options: str) -> None:
        """Kill the program where the options say: what was acknowledged is there, and one command more at most."""
        with self._play(scene, *options) as (told, _):
            pass
        self._check(scene, told, gone_on=False)
        assert told[-1]["ended"] == -9

    def fail(self, scene: str, *options: str, once: bool) -> int:
        """Make calls fail as the options say, check that they cause only sentences, and return how many failed."""
        with self._play(scene, *options) as (told, traced):
            pass
        assert any("(INJECTED)" in line for line in traced.lines())
        sentences = list(telling(told, "trouble"))
        for sentence in sentences:
            assert re.fullmatch(r"[^\n]*\.", sentence), sentence
            assert str(self._folder) in sentence, sentence
            assert any(cause in sentence for cause in _CAUSES), sentence
        self._check(scene, told, gone_on=once)
        return len(sentences)

    def _check(self, scene: str, told: list[Told], *, gone_on: bool) -> None:
        """Start again, by itself, and hold all that is there against what was acknowledged."""
        record = self._records[scene].copy()
        record.learn(told, retold=False)
        assert "done" in told[-2] or not gone_on
        again = self._live(self._folder / "now", "open", "take 1", "finish", "quit", "look")
        record.learn(again)
        (shown,) = telling(again, "shown")
        check_library(shown, finished=record.finished)
        assert record.finished == (scene == "death")

    @contextlib.contextmanager
    def _play(self, scene: str, *options: str) -> Iterator[tuple[list[Told], Traced]]:
        """Play a scene to its end, with what strace is to do to it."""
        now = self._folder / "now"
        shutil.rmtree(now, ignore_errors=True)
        shutil.copytree(self._folder / scene, now)
        life = self._life(now, *SCENES[scene].steps, before=SCENES[scene].before, waits=True, retells=False)
        process = self._warm.start(life)
        told = self._warm.until("ready")
        options = (*filter(None, [SCENES[scene].always]), *options)
        with Traced(process, self._folder / "trace", *options) as traced:
            self._warm.go()
            told += self._warm.until("ended")
        yield told, traced

    def _prepare(self, folder: Path, commands: int) -> Record:
        """Leave a folder as it is after `commands` commands and a kill; -1 leaves no folder."""
        folder.mkdir()
        record = Record()
        if commands >= 0:
            record.learn(self._live(folder, "open", f"take {commands}", "vanish"))
        return record

    def _live(self, folder: Path, *steps: str) -> list[Told]:
        return self._warm.live(self._life(folder, *steps))

    def _life(self, folder: Path, *steps: str, before: Sequence[str] = (), **more: Any) -> Life:  # noqa: ANN401
        script = getattr(self, "_script", [])
        return Life(str(folder), list(before), list(steps), script=script, rules="classic", chance=4, **more)


def spread(calls: Sequence[Call], most: int) -> list[Call]:
    """Return at most so many calls of each name, from the first to the last."""
    found = []
    for name in sorted({call.name for call in calls}):
        same = [call for call in calls if call.name == name]
        found += [same[number * (len(same) - 1) // max(1, most - 1)] for number in range(min(most, len(same)))]
    return found
