"""Every row of the source documents is held by a test, or its presentation is told."""

from __future__ import annotations

import pytest

from tests.sources.rows import PAGE, all_rows, page, row_names

ROWS = all_rows()


def test_there_are_as_many_rows_as_the_documents_have() -> None:
    """263 rows, 58 of what they assume, 5 more; a mark or a note with a misspelled row would be one more."""
    assert 263 + 58 + 5 == len(row_names())
    assert set(row_names()) == set(ROWS)


@pytest.mark.parametrize("name", row_names())
def test_a_row_is_held_or_told(name: str) -> None:
    """No row is skipped."""
    assert ROWS[name].tests or ROWS[name].shown


def test_the_page_is_up_to_date() -> None:
    """`make docs` writes it anew."""
    assert page() == PAGE.read_text(encoding="utf-8")
