"""The levels of the first seeds, cell by cell: whoever changes one by accident sees it here."""

from __future__ import annotations

import functools

import pytest

from tests.catalog import SEEDS, entry, read

catalog = functools.cache(read)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_levels_of_classic_are_those_of_the_catalog(seed: int) -> None:
    """A seed that someone wrote down must go on giving their level.

    Where a change is meant, `python -m tests.catalog` writes the catalog anew, and the rule set's version goes up.
    """
    assert catalog("classic")[seed] == entry("classic", seed)


def test_the_catalog_holds_nothing_else() -> None:
    """Twenty-five seeds, each once."""
    assert list(SEEDS) == list(catalog("classic"))
