"""Shows frames by Python's `curses`, as the program in a pseudo-terminal that `curses_frames` compares us with.

Run by its path, with the standard library alone. Its input is one line of JSON with the looks and options, then one
line a frame; after each frame it writes `MARK` to the terminal, so that one frame can be separated from the next.
"""

from __future__ import annotations

import contextlib
import curses
import json
import locale
import os
import sys
from typing import IO, Any

MARK = b"\0"
"""No terminal shows it, and curses never writes it to one that needs no padding."""


def main() -> None:
    """Show the frames from the file descriptor named by the first argument."""
    locale.setlocale(locale.LC_ALL, "")
    with os.fdopen(int(sys.argv[1]), encoding="utf-8") as source:
        _show_all(source)


def _show_all(source: IO[str]) -> None:
    options = json.loads(source.readline())
    window = curses.initscr()
    curses.noecho()
    curses.cbreak()
    curses.nonl()
    looks = _looks(options["looks"])
    window.scrollok(False)  # noqa: FBT003 -- the signature of curses
    window.idlok(options["idlok"])
    for line in source:
        _show(window, json.loads(line), looks)
        os.write(1, MARK)


def _looks(looks: list[tuple[int, int, int]]) -> list[int]:
    """Make the pairs of colours; a look is (foreground, background, attributes as bold + 2 underline + 4 reverse)."""
    attributes = (curses.A_BOLD, curses.A_UNDERLINE, curses.A_REVERSE)
    pairs: dict[tuple[int, int], int] = {}
    made = []
    if any((foreground, background) != (-1, -1) for foreground, background, _ in looks):
        curses.start_color()
        curses.use_default_colors()
    for foreground, background, bits in looks:
        colors = (foreground, background)
        if colors != (-1, -1) and colors not in pairs:
            pairs[colors] = len(pairs) + 1
            curses.init_pair(pairs[colors], foreground, background)
        look = curses.color_pair(pairs[colors]) if colors in pairs else 0
        made.append(look | sum(attribute for bit, attribute in enumerate(attributes) if bits & 1 << bit))
    if len(pairs) > 255:
        raise ValueError("Python's curses packs no more than 255 pairs into an attribute")
    return made


def _show(window: curses.window, frame: dict[str, Any], looks: list[int]) -> None:
    corner = window.getmaxyx()
    for y, runs in frame["rows"]:
        x = 0
        for text, look in runs:
            end = x + len(text)
            # The cursor has nowhere to go from the lower right corner, which curses calls an error after writing there.
            with contextlib.suppress(*([curses.error] if (y + 1, end) == corner else [])):
                window.addstr(y, x, text, looks[look])
            x = end
    if frame["cursor"] is None:
        curses.curs_set(0)
        window.leaveok(True)  # noqa: FBT003 -- the signature of curses
    else:
        curses.curs_set(1)
        window.leaveok(False)  # noqa: FBT003 -- the signature of curses
        window.move(frame["cursor"][1], frame["cursor"][0])
    window.refresh()


if __name__ == "__main__":
    main()
