"""Words in the plural."""

from __future__ import annotations

import pytest

from roguelike.english import counted, listed, plural, with_article


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("orc shaman", "orc shamans"),
        ("human", "humans"),
        ("swordsman", "swordsmen"),
        ("jelly", "jellies"),
        ("key", "keys"),
        ("scroll of fire", "scrolls of fire"),
    ],
)
def test_the_plural_of_a_name_is_the_usual_one(one: str, many: str) -> None:
    """Not all that ends like a man is one."""
    assert many == plural(one)


def test_names_are_listed_with_an_and_before_the_last() -> None:
    """One alone stands by itself."""
    assert ["a", "a and b", "a, b and c"] == [listed(names) for names in ("a", "ab", "abc")]
    assert "a, b or c" == listed("abc", "or")


def test_a_mass_noun_has_neither_article_nor_plural() -> None:
    """But "the", where there is only one."""
    assert ("chain mail", "2 chain mail") == (
        with_article("chain mail", mass=True),
        counted(2, "chain mail", mass=True),
    )
    assert "the fire" == with_article("fire", mass=True, unique=True)
