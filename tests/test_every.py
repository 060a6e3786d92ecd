"""A test with many values in one goes through all of them and says which one failed."""

from __future__ import annotations

import inspect

import pytest

from tests.every import every


def test_every_value_comes_with_every_other_one_and_the_fixtures() -> None:
    """As with `parametrize`; pytest sees no argument but the fixture."""
    seen = []

    @every("one", [1, 2])
    @every(("two", "three"), [("a", "b"), ("c", "d")])
    def test(one: int, two: str, three: str, fixture: list[str]) -> None:
        seen.append((one, two + three, *fixture))

    test(fixture=["f"])

    assert seen == [(1, "ab", "f"), (1, "cd", "f"), (2, "ab", "f"), (2, "cd", "f")]
    assert list(inspect.signature(test).parameters) == ["fixture"]


def test_a_failure_names_its_value() -> None:
    """A note below the traceback names it."""

    @every("number", [1, 2, 3])
    def test(number: int) -> None:
        assert number < 2

    with pytest.raises(AssertionError) as caught:
        test()

    assert caught.value.__notes__ == ["with number=2"]


def test_no_values_are_a_mistake() -> None:
    """A test that tries nothing would pass."""
    with pytest.raises(AssertionError, match="names: no values"):
        every("names", [])
