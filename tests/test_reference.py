"""The generated page must say what the program does."""

from __future__ import annotations

from tests.reference import PAGE, page


def test_the_content_reference_is_up_to_date() -> None:
    """A page that was true once misleads; `make docs` writes it anew."""
    assert page() == PAGE.read_text(encoding="utf-8")
