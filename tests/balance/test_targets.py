"""The table of targets, and which seeds they are measured by."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from roguelike.autoplay import POLICIES
from roguelike.balance.measures import measures
from roguelike.balance.seeds import FIRST, MAX_GAMES, Seeds
from roguelike.balance.targets import Target, stronger_than, targets_of, worth_of_features
from tests.balance.rows import row

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_every_target_is_of_something_that_is_measured(classic: RuleSet) -> None:
    """A slip in its name would never be noticed."""
    measured = {measure.key for measure in measures([row()], classic)}
    targets = {name for policy in POLICIES for name in targets_of("ember", policy)}

    assert targets
    assert set() == targets - measured


def test_only_ember_has_targets() -> None:
    """Other rule sets are measured all the same."""
    assert {} == targets_of("classic", "careful") == targets_of("ember", "seek")
    assert (None, None) == (worth_of_features("classic"), stronger_than("classic", "diver"))
    assert "careful" == stronger_than("ember", "diver")
    assert Fraction(15) == getattr(worth_of_features("ember"), "wins_fall", None)


@pytest.mark.parametrize(
    ("target", "text", "met", "missed"),
    [
        (Target(least=Fraction(10), most=Fraction(25)), "10-25", [10, 25], [9, 26]),
        (Target(most=Fraction(0)), "0", [0], [1]),
        (Target(most=Fraction(20)), "<= 20", [20], [21]),
        (Target(below=Fraction(35)), "< 35", [34], [35]),
        (Target(least=Fraction(1, 2)), ">= 0.5", [1], [0]),
    ],
)
def test_a_target_is_met_within_its_bounds(target: Target, text: str, met: list[int], missed: list[int]) -> None:
    """The sign of a bound says whether it is inclusive."""
    assert text == str(target)
    assert [True] * len(met) == [target.is_met(Fraction(value)) for value in met]
    assert [False] * len(missed) == [target.is_met(Fraction(value)) for value in missed]


def test_targets_are_exact() -> None:
    """Half a flask is exactly half a flask, not a float."""
    assert Fraction(1, 2) == targets_of("ember", "careful")["flasks_thrown"].least


def test_tuning_seeds_are_never_those_of_a_report() -> None:
    """However many games there are."""
    tuning, report = (Seeds(FIRST[name], MAX_GAMES).all for name in ("tuning", "report"))

    assert max(tuning) < min(report) or max(report) < min(tuning)


@pytest.mark.parametrize(
    ("first", "games", "told"),
    [
        (FIRST["tuning"], 400, "tuning seeds 1000000 to 1000399"),
        (FIRST["report"], 1, "report seeds 2000000 to 2000000"),
        (1, 10, "seeds 1 to 10 (neither tuning nor report)"),
        (FIRST["tuning"] - 1, 2, "tuning seeds 999999 to 1000000"),
        (FIRST["tuning"] - 1, 1, "seeds 999999 to 999999 (neither tuning nor report)"),
    ],
)
def test_seeds_are_named_with_their_set(first: int, games: int, told: str) -> None:
    """A seed of the tuning set counts as such in any range."""
    assert told == str(Seeds(first, games))


def test_there_are_no_seeds_beyond_the_last() -> None:
    """They are an error."""
    with pytest.raises(ValueError, match="there are no 2 seeds"):
        Seeds(2**64 - 1, 2)
