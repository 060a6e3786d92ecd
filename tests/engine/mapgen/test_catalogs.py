"""The levels of the first seeds, cell by cell, to detect accidental changes."""

from __future__ import annotations

import functools

import pytest

from roguelike.content.loader import ruleset_names
from tests.catalog import SEEDS, entry, read

catalog = functools.cache(read)


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seed", SEEDS)
def test_the_levels_of_a_rule_set_are_those_of_its_catalog(name: str, seed: int) -> None:
    """A seed that a player has noted keeps its level.

    After an intended change, `python -m tests.catalog` writes the catalog again, and the rule set's version is raised.
    """
    assert catalog(name)[seed] == entry(name, seed)


@pytest.mark.parametrize("name", ruleset_names())
def test_a_catalog_holds_nothing_else(name: str) -> None:
    """Three seeds, each once."""
    assert list(SEEDS) == list(catalog(name))
