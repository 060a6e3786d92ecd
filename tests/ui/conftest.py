"""What the tests of the front-end share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.stage import make_stage

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.fixture(scope="session")
def stage(classic: RuleSet) -> RuleSet:
    """Return a rule set in which nothing is left to chance, and which never changes."""
    return make_stage(classic)
