"""`make bench`: a table for people, and `bench.json` for programs."""

from __future__ import annotations

import json
import pathlib
import platform
from typing import TYPE_CHECKING

import attrs

from roguelike.content.loader import load_ruleset
from tests.bench import curses_frames, deep, engine, frames, keys, over_link, pointer, process, store, walk

if TYPE_CHECKING:
    from tests.bench.timing import Line


def main() -> None:
    """Measure everything, print the table, write the file."""
    classic = load_ruleset("classic")
    lines = [
        *engine.measure(classic),
        *engine.measure_rulesets(),
        *engine.measure_fire(),
        *deep.measure(classic),
        *frames.measure(classic),
        *curses_frames.measure(),
        *process.measure(),
        *keys.measure(),
        *walk.measure(),
        *pointer.measure(classic),
        *store.measure(classic),
        *over_link.measure(),
    ]
    print(table(lines))  # noqa: T201 -- a report
    report = {"python": platform.python_version(), "machine": platform.machine(), "lines": [*map(attrs.asdict, lines)]}
    pathlib.Path("bench.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


def table(lines: list[Line]) -> str:
    """Lay the lines out as a Markdown table."""
    rows = [["what", "", "ours", "reach", "theirs", "whose", "ours / theirs", ""], ["---"] * 8]
    for line in lines:
        ratio = "" if line.theirs is None else f"{line.ours / line.theirs:.2f}"
        figures = [_figure(line.ours), _figure(line.reach), _figure(line.theirs)]
        rows.append([line.name, line.unit, *figures, line.whose, ratio, line.note])
    widths = [max(len(row[column]) for row in rows) for column in range(8)]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    )


def _figure(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:.3f}" if number < 10 else f"{number:.0f}"


if __name__ == "__main__":
    main()
