"""The rival: what ncurses, driven by Python's `curses` in a pseudo-terminal, writes for frames."""

from __future__ import annotations

import itertools
import json
import os
import select
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tests.bench.curses_child import MARK
from tests.bench.pseudo import PATIENCE, on_terminal
from tests.bench.recorded import SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.terminal.colors.palette import SgrStyle
    from tests.bench.recorded import Frame, Picture


def by_curses(frames: Sequence[Frame], seen: Sequence[Picture], *, idlok: bool) -> list[bytes]:
    """Return what ncurses writes for each frame; `idlok` lets it insert and delete lines.

    Blanks have the colours that the text around them has, as they would in a program that is written for curses.
    """
    looks = list(dict.fromkeys(cell.look for picture in seen for row in picture for cell in row))
    numbers = {look: number for number, look in enumerate(looks)}
    source, sink = os.pipe()
    command = [sys.executable, str(Path(__file__).with_name("curses_child.py")), str(source)]
    with on_terminal(command, SIZE, keep=[source]) as terminal, os.fdopen(sink, "w", encoding="utf-8") as wishes:
        os.close(source)
        _wish(wishes, {"looks": [_curses_look(look) for look in looks], "idlok": idlok})
        texts = []
        for frame, before, after in zip(frames, [None, *seen[:-1]], seen, strict=True):
            _wish(wishes, {"rows": _rows(before, after, numbers), "cursor": frame.canvas.cursor})
            texts.append(_until_mark(terminal))
    return texts


def _wish(sink: IO[str], wish: object) -> None:
    sink.write(json.dumps(wish) + "\n")
    sink.flush()


def _rows(
    before: Picture | None, after: Picture, numbers: dict[SgrStyle, int]
) -> list[tuple[int, list[tuple[str, int]]]]:
    """Return the rows that changed, each as runs of one look: what a program that redraws them would write."""
    changed = [y for y, row in enumerate(after) if before is None or before[y] != row]
    return [
        (
            y,
            [
                ("".join(cell.char for cell in run), numbers[look])
                for look, run in itertools.groupby(after[y], key=lambda cell: cell.look)
            ],
        )
        for y in changed
    ]


def _until_mark(master: int) -> bytes:
    text = b""
    while not text.endswith(MARK):
        if not select.select([master], [], [], PATIENCE)[0]:
            raise RuntimeError(f"curses got stuck: {text!r}")
        text += os.read(master, 65536)
    return text.removesuffix(MARK)


def _curses_look(look: SgrStyle) -> tuple[int, int, int]:
    bits = look.bold + 2 * look.underline + 4 * look.reverse
    return curses_color(look.foreground), curses_color(look.background), bits


def curses_color(parameter: str) -> int:
    """Return the number that curses has for a colour, -1 for the terminal's own."""
    if parameter[1:].startswith("8;5;"):
        return int(parameter[5:])
    number = int(parameter)
    if number in {39, 49}:
        return -1
    return number % 10 + (8 if number >= 90 else 0)
