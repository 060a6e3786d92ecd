"""The recorded game by our renderer and by ncurses, frame by frame.

`python -m tests.bench.curses_frames [COLORS]` prints what both come to, and the frames where we do worst.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
from typing import TYPE_CHECKING

import attrs

from tests.bench.glass import Glass, GlassStream
from tests.bench.recorded import SIZE, changed_cells, pictures, recorded_game, written
from tests.bench.rival import by_curses
from tests.bench.timing import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.bench.recorded import Frame, Picture

COLORS = 256
FEW = 8
"""Frames with fewer changed cells count as small: a byte more or less makes a large ratio there."""
LOOKED_AT = 5
"""Every so many frames the two terminals are compared cell by cell."""


class DifferentPictures(Exception):
    """Two sides show different things, so comparing what they write is worth nothing."""


@attrs.frozen
class Pair:
    """One frame as both write it."""

    number: int
    kind: str
    cells: int
    """How many cells look different from the frame before."""
    ours: bytes
    theirs: bytes

    @property
    def ratio(self) -> float:
        """Ours by theirs; where they write nothing, by one byte."""
        return len(self.ours) / max(1, len(self.theirs))


def compared(frames: Sequence[Frame], colors: int = COLORS) -> list[Pair]:
    """Return each frame but the first as written by us and, with the options that suit it best, by ncurses.

    Raises:
        DifferentPictures: they do not show the same in the end, or here and there before.
    """
    seen = pictures(frames, colors)
    ours = written(frames, colors)
    rivals = [by_curses(frames, seen, idlok=idlok) for idlok in (True, False)]
    theirs = min(rivals, key=lambda texts: sum(map(len, texts[1:])))
    check_same(ours, theirs)
    return [_pair(frames, seen, number, ours[number], theirs[number]) for number in range(1, len(frames))]


def _pair(frames: Sequence[Frame], seen: Sequence[Picture], number: int, ours: bytes, theirs: bytes) -> Pair:
    return Pair(number, frames[number].kind, changed_cells(seen[number - 1], seen[number]), ours, theirs)


def check_same(ours: Sequence[bytes], theirs: Sequence[bytes]) -> None:
    """Check that both show the same after the last frame, and here and there before.

    Raises:
        DifferentPictures: they do not.
    """
    glasses = [Glass(*SIZE), Glass(*SIZE)]
    streams = [GlassStream(glass) for glass in glasses]
    glasses[0].reset_mode(7, private=True)  # as the game leaves it while it runs
    for number, texts in enumerate(zip(ours, theirs, strict=True)):
        for stream, text in zip(streams, texts, strict=True):
            stream.feed(text)
        if number % LOOKED_AT == 0 or number == len(ours) - 1:
            one, other = (_visible(glass) for glass in glasses)
            if one != other:
                raise DifferentPictures(f"frame {number}: {_difference(one, other)}")


Visible = list[list[tuple[str, object, object, bool, bool, bool]]]


def _visible(glass: Glass) -> Visible:
    """Return what can be seen of each cell: a blank shows neither foreground nor boldness."""
    rows = [[glass.buffer[y][x] for x in range(glass.columns)] for y in range(glass.lines)]
    return [
        [
            (cell.data, "", cell.bg, False, False, False)
            if cell.data == " " and not (cell.reverse or cell.underscore)
            else (cell.data, cell.fg, cell.bg, cell.bold, cell.underscore, cell.reverse)
            for cell in row
        ]
        for row in rows
    ]


def _difference(one: Visible, other: Visible) -> str:
    return next(
        f"({x}, {y}) is {mine} here and {theirs} there"
        for y, rows in enumerate(zip(one, other, strict=True))
        for x, (mine, theirs) in enumerate(zip(*rows, strict=True))
        if mine != theirs
    )


@attrs.frozen
class Account:
    """What the frames of some kind come to."""

    cells: int
    """How many cells changed, over all of them."""
    ours: list[int]
    """How many bytes we wrote for each."""
    theirs: list[int]

    @property
    def ratio(self) -> float:
        """Ours by theirs over all of them."""
        return sum(self.ours) / sum(self.theirs)


def account(pairs: Sequence[Pair], kind: str = "") -> Account:
    """Add up the frames of a kind, or all of them."""
    chosen = [pair for pair in pairs if not kind or pair.kind == kind]
    return Account(
        sum(pair.cells for pair in chosen),
        [len(pair.ours) for pair in chosen],
        [len(pair.theirs) for pair in chosen],
    )


def measure() -> list[Line]:
    """Measure the bytes of the recorded game, beside those of ncurses where this Python has it."""
    frames = recorded_game()
    if importlib.util.find_spec("_curses") is None:
        seen = pictures(frames, COLORS)
        ours = written(frames, COLORS)
        pairs = [_pair(frames, seen, number, ours[number], b"") for number in range(1, len(frames))]
        return _lines(pairs, rival=False)
    lines = _lines(compared(frames), rival=True)
    return [*lines, *(_ratio_line(compared(frames, colors), f"in {colors} colours") for colors in (0, 16))]


def _lines(pairs: Sequence[Pair], *, rival: bool) -> list[Line]:
    steps = account(pairs, "step")
    between = sum(account(pairs, "tick").ours) / len(steps.ours)
    note = f"{steps.cells / len(steps.ours):.0f} cells a step; flights add {between:.1f} bytes a step"
    if not rival:
        note += "; this Python has no curses to compare with"

    def line(name: str, figure: Callable[[list[int]], float], reach: float | None, note: str = "") -> Line:
        theirs, whose = (figure(steps.theirs), "ncurses") if rival else (None, "")
        name = f"recorded game, {name}"
        return Line(
            name=name, unit="bytes", ours=figure(steps.ours), theirs=theirs, whose=whose, reach=reach, note=note
        )

    lines = [
        line("a changed cell", lambda sizes: sum(sizes) / steps.cells, 4),
        line("a step, mean", statistics.mean, 150, note),
        line("a step, median", statistics.median, None),
    ]
    return [*lines, _ratio_line(pairs, f"in {COLORS} colours"), *_worst_lines(pairs)] if rival else lines


def _ratio_line(pairs: Sequence[Pair], depth: str) -> Line:
    over = sum(pair.ratio > 1 for pair in pairs)
    note = f"{len(pairs)} frames, {over} of them over 1.0, the worst {max(pair.ratio for pair in pairs):.2f}"
    return Line(
        name=f"recorded game by ncurses' bytes, {depth}", unit="", ours=account(pairs).ratio, reach=0.9, note=note
    )


def _worst_lines(pairs: Sequence[Pair]) -> list[Line]:
    large = [pair for pair in pairs if pair.cells >= FEW]
    return [
        Line(name=name, unit="", ours=worst.ratio, reach=1.1, note=f"{worst.cells} cells, {len(worst.ours)} bytes")
        for name, worst in (
            (f"the worst frame of {FEW} cells or more by ncurses' bytes", max(large, key=lambda pair: pair.ratio)),
            ("the worst frame by ncurses' bytes", max(pairs, key=lambda pair: pair.ratio)),
        )
    ]


def report(colors: int) -> Iterator[str]:
    """Yield the lines of a report: the comparison, then the ten frames in which we come off worst."""
    pairs = compared(recorded_game(), colors)
    worst = sorted(pairs, key=lambda pair: pair.ratio, reverse=True)
    over = {limit: sum(pair.ratio > limit for pair in pairs) for limit in (1.0, 1.1)}
    yield f"{len(pairs)} frames in {colors} colours: ours by theirs {account(pairs).ratio:.3f}"
    yield f"over 1.0: {over[1.0]}, over 1.1: {over[1.1]}, worst {worst[0].ratio:.2f}"
    for kind in ("step", "tick", "start"):
        sums = account(pairs, kind)
        for name, sizes in (("ours", sums.ours), ("theirs", sums.theirs)):
            mean, median = statistics.mean(sizes), statistics.median(sizes)
            yield f"{kind:5} {name:6} {sum(sizes) / sums.cells:.2f} bytes a cell, {mean:.1f} a frame, median {median:g}"
    for pair in worst[:10]:
        ratio = f"{len(pair.ours)} by {len(pair.theirs)} = {pair.ratio:.2f}"
        yield f"\nframe {pair.number} ({pair.kind}), {pair.cells} cells: {ratio}"
        yield f"  ours   {pair.ours!r}\n  theirs {pair.theirs!r}"


if __name__ == "__main__":
    print(*report(int(sys.argv[1]) if sys.argv[1:] else COLORS), sep="\n")  # noqa: T201 -- a report
