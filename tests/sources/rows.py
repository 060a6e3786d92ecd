"""Which test holds which row of the source documents, and where a player meets it: `make docs` makes a page of it.

A test says so itself, by the marker `rows`: `@pytest.mark.rows("C8-15", "C8-16")`. It counts only if it plays, which
`play.py` finds out: through a scenario, a session, a real terminal or the command line; or, for a row about levels as
they are made, through the level of a new game. The TOML files beside this one say where the game shows each row, and
which rulings change it.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from itertools import starmap
from typing import TYPE_CHECKING, Any

import attrs

from tests.sources.play import LEVEL, TESTS, Reach, read

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = TESTS.parent / "docs" / "sources.md"
NOTES = TESTS / "sources"

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
    "N": ("what the rows above leave out", 6),
}
"""By prefix, the document and how many rows it has."""

INTRODUCTION = """# Sources

The five documents that the game grew from, row by row: whether the game holds a row as it stands or by a ruling, where
a player meets it, and the tests that play it. A test counts only if it goes through a scenario, a session, a real
terminal or the command line; for rows about a level as it is made, the level of a new game will do.
Written by `make docs` from the tests themselves; do not change it by hand."""


class NotPlayed(Exception):
    """A test says that it holds rows without playing them."""


@attrs.define
class Row:
    """One row: the tests that hold it with the way in which each plays, the rulings that change it, where it shows."""

    name: str
    tests: dict[str, str] = attrs.field(factory=dict)
    rulings: list[str] = attrs.field(factory=list)
    where: str = ""


def all_rows() -> dict[str, Row]:
    """Return every row, with all that is known of it.

    Raises:
        NotPlayed: a test holds a row, but does not play.
    """
    rows = {name: Row(name) for name in row_names()}
    for name, test, way in marked_tests():
        rows.setdefault(name, Row(name)).tests[test] = way
    for name, where in notes("where").items():
        rows.setdefault(name, Row(name)).where = where
    for name, numbers in notes("ruled").items():
        rows.setdefault(name, Row(name)).rulings = numbers
    return rows


def rulings() -> dict[str, str]:
    """Return the rulings by their numbers, each in a sentence."""
    return notes("rulings")


def notes(table: str) -> dict[str, Any]:
    """Return one table of all TOML files."""
    read_files = (tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(NOTES.glob("*.toml")))
    return {name: note for read_file in read_files for name, note in read_file.get(table, {}).items()}


def row_names() -> list[str]:
    """Return the names of all rows: C8-1, C8-2, ... P-K12."""
    names = []
    for prefix, (_, count) in DOCUMENTS.items():
        between = "" if prefix.startswith("P-") else "-"
        names += [f"{prefix}{between}{number}" for number in range(1, count + 1)]
    return names


def marked_tests() -> Iterator[tuple[str, str, str]]:
    """Yield each row that a test says it holds, with the test's name as pytest writes it and how it plays.

    Raises:
        NotPlayed: it does not play.
    """
    about_levels = notes("levels")["rows"]
    for file in sorted(TESTS.rglob("test_*.py")):
        module = read(file)
        for node in module.definitions.values():
            rows = list(_rows_of(node)) if isinstance(node, ast.FunctionDef) else []
            if isinstance(node, ast.FunctionDef) and rows:
                test = f"{file.relative_to(TESTS.parent).as_posix()}::{node.name}"
                ways = Reach(module, node).ways()
                for row in rows:
                    if not ways or (ways == [LEVEL] and row not in about_levels):
                        raise NotPlayed(f"{test} says that it holds {row}, but plays no game.")
                    yield row, test, ", ".join(ways)


def _rows_of(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rows":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def page() -> str:
    """Return the whole page.

    Raises:
        NotPlayed: a test holds a row, but does not play.
    """
    rows = all_rows()
    ruled = sum(1 for row in rows.values() if row.rulings)
    others = sum(1 for row in rows.values() if not row.tests)
    counts = f"{len(rows)} rows: {len(rows) - ruled - others} held, {ruled} held by a ruling, {others} others."
    blocks = [INTRODUCTION, counts]
    for prefix, (title, _) in DOCUMENTS.items():
        lines = [_line(row) for row in rows.values() if _prefix(row.name) == prefix]
        head = "| row | how | where | tests |\n| --- | --- | --- | --- |"
        blocks.append("\n".join([f"## {prefix}: {title}\n", head, *lines]))
    sentences = [f"| {number} | {sentence} |" for number, sentence in rulings().items()]
    blocks.append("\n".join(["## Rulings\n", "| number | what binds |\n| --- | --- |", *sentences]))
    return "\n\n".join(blocks) + "\n"


def _prefix(name: str) -> str:
    return name[:3] if name.startswith("P-") else name.partition("-")[0]


def _line(row: Row) -> str:
    how = f"by ruling {', '.join(row.rulings)}" if row.rulings else "held"
    return f"| {row.name} | {how} | {row.where} | {'<br>'.join(starmap(_link, row.tests.items()))} |"


def _link(test: str, way: str) -> str:
    path, _, name = test.partition("::")
    return f"[`{name.removeprefix('test_')}`](../{path}) ({way})"


if __name__ == "__main__":
    try:
        PAGE.write_text(page(), encoding="utf-8")
    except NotPlayed as refusal:
        sys.exit(str(refusal))
