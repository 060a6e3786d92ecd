"""What the tests of the front-end share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fixture_rules import make_fixture_rules

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="session")
def fixture_rules(classic: RuleSet) -> RuleSet:
    """Return a rule set in which nothing is left to chance, and which never changes."""
    return make_fixture_rules(classic)
