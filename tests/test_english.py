"""Words in the plural."""

from __future__ import annotations

import pytest

from roguelike.english import plural


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
