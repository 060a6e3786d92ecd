"""Which test holds which row of the source documents: makes `docs/sources.md` (`make docs`).

A test says so itself, by the marker `rows`: `@pytest.mark.rows("C8-15", "C8-16")`. The TOML files beside this one tell
of the rows that a ruling changes and of those that are met by showing the same information in another way.
"""

from __future__ import annotations

import ast
import pathlib
import tomllib
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = pathlib.Path(__file__).parent.parent
PAGE = TESTS.parent / "docs" / "sources.md"

DOCUMENTS = {
    "C8": ("chargrid roguelike tutorial 2020, part 8: items and inventory", 54),
    "C9": ("chargrid roguelike tutorial 2020, part 9: ranged scrolls and targeting", 70),
    "P-C": ("chargrid up to part 7", 29),
    "T9": ("tcod tutorial revised, part 9: ranged scrolls and targeting", 62),
    "P-T": ("tcod revised up to part 8", 12),
    "R9": ("roguebasin python and libtcod tutorial, part 9: spells and ranged combat", 36),
    "P-R": ("roguebasin up to part 8", 5),
    "K4": ("kasidin, roguelike-tutorial-2018, week 4: A*, dice, combat, status line", 41),
    "P-K": ("kasidin, weeks 1 to 3", 12),
    "N": ("what the rows above leave out", 5),
}
"""By prefix, the document and how many rows it has."""

INTRODUCTION = """# Sources

The five documents that the game grew from, row by row, and the test that holds each row.
Written by `make docs` from the tests themselves; do not change it by hand."""


@attrs.define
class Row:
    """One row: the tests that hold it, the ruling that changes it, and how it is shown where that is all it asks."""

    name: str
    tests: list[str] = attrs.field(factory=list)
    ruling: str = ""
    shown: str = ""


def all_rows() -> dict[str, Row]:
    """Give every row, with all that is known of it."""
    rows = {name: Row(name) for name in row_names()}
    for name, test in marked_tests():
        rows.setdefault(name, Row(name)).tests.append(test)
    for file in sorted(pathlib.Path(__file__).parent.glob("*.toml")):
        notes = tomllib.loads(file.read_text(encoding="utf-8"))
        for name, ruling in notes.get("ruled", {}).items():
            rows.setdefault(name, Row(name)).ruling = ruling
        for name, shown in notes.get("presentation", {}).items():
            rows.setdefault(name, Row(name)).shown = shown
    return rows


def row_names() -> list[str]:
    """Give the names of all rows: C8-1, C8-2, ... P-K12."""
    names = []
    for prefix, (_, count) in DOCUMENTS.items():
        between = "" if prefix.startswith("P-") else "-"
        names += [f"{prefix}{between}{number}" for number in range(1, count + 1)]
    return names


def marked_tests() -> Iterator[tuple[str, str]]:
    """Go through the rows that tests say they hold, each with the test's name as pytest writes it."""
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for name in _rows_of(node):
                    yield name, f"{file.relative_to(TESTS.parent).as_posix()}::{node.name}"


def _rows_of(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rows":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def page() -> str:
    """Give the whole page."""
    rows = all_rows()
    held = sum(1 for row in rows.values() if row.tests and not row.ruling)
    ruled = sum(1 for row in rows.values() if row.ruling)
    shown = sum(1 for row in rows.values() if row.shown and not row.tests and not row.ruling)
    counts = f"{len(rows)} rows: {held} held, {ruled} held as a ruling reads them, {shown} met by how they are shown."
    blocks = [INTRODUCTION, counts]
    for prefix, (title, _) in DOCUMENTS.items():
        lines = [_line(row) for row in rows.values() if _prefix(row.name) == prefix]
        blocks.append("\n".join([f"## {prefix}: {title}\n", "| row | how | where |", "| --- | --- | --- |", *lines]))
    return "\n\n".join(blocks) + "\n"


def _prefix(name: str) -> str:
    return name[:3] if name.startswith("P-") else name.partition("-")[0]


def _line(row: Row) -> str:
    how = f"ruled: {row.ruling}" if row.ruling else "held" if row.tests else "presentation"
    tests = "<br>".join(f"`{test}`" for test in row.tests)
    return f"| {row.name} | {how} | {'<br>'.join(filter(None, [row.shown, tests]))} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
