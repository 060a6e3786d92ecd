"""Rows as CSV and as JSON, a line at a time, so that long lists need no memory."""

from __future__ import annotations

import csv
import io
import itertools
import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


def csv_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield a line with the names of the columns, and one for each row; None is an empty cell."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="")
    for row in itertools.chain([columns], rows):
        table.writerow(row)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def json_lines(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield an array of objects, one on each line."""
    yield "["
    for number, row in enumerate(rows):
        yield f"{',' if number else ' '}{json.dumps(dict(zip(columns, row, strict=True)))}"
    yield "]"


FORMS: Final[dict[str, Callable[[Sequence[str], Iterable[Sequence[object]]], Iterator[str]]]] = {
    "csv": csv_lines,
    "json": json_lines,
}
"""Writers of rows, by the name of the format."""
