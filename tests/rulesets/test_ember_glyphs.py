"""Everything on the map of Ember can be distinguished without colours, by character and reverse video."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset

if TYPE_CHECKING:
    from roguelike.engine.kinds.glyphs import Glyph

EMBER = load_ruleset("ember")
ALIKE = (
    {"grass", "trampled foliage", "fungus light"},
    {"floor", "ash", "moss", "bones", "sunken step", "cellar floor"},
    {"bridge", "bridge over water", "crystal bridge"},
    {"chasm", "pit", "cleft", "well"},
    {"lava", "molten pool"},
    {"cracked floor", "cracking floor"},
    {"candle", "guttering candle"},
    {"coffin", "open coffin"},
    {"font", "dry font"},
    {"forge", "cold forge"},
    {"oil press", "empty press"},
    {"door", "heavy door", "waxed door"},
    {"open door", "open heavy door"},
    {"kennel", "open kennel", "flint"},
)
"""Ground that one may take for another: to walk there is the same."""


def drawn() -> dict[str, tuple[str, bool]]:
    """Return how terrain, features, flames, monsters and sorts of items look without colours, by what they are."""
    found: dict[str, Glyph] = {kind.name: kind.glyph for kind in EMBER.terrain if kind.glyph.char != " "}
    found |= {kind.name: kind.glyph for kind in EMBER.features.values()}
    found |= {kind.name: kind.glyph for kind in EMBER.monsters.values()}
    found |= {kind.sort or kind.name: kind.glyph for kind in EMBER.items.values()}
    assert EMBER.fire is not None
    found[EMBER.fire.name] = EMBER.fire.glyph
    return {name: (glyph.char, glyph.reverse) for name, glyph in found.items()}


def families() -> dict[str, str]:
    """Return what may look the same as others of its family: traps are all avoided, weapons and tools picked up."""
    of = {name: "trap" for name, kind in EMBER.features.items() if kind.glyph.char == "^"}
    holders = ("altar", "cage", "scale", "lectern", "bowl", "chain", "grate")
    of |= {name: word for word in holders for name in EMBER.features if name.endswith(word)}
    of |= {"weapon": "weapon", "thrown": "weapon", "tool": "weapon"}
    of |= {name: f"ground {place}" for place, names in enumerate(ALIKE) for name in names}
    return of


def test_no_two_things_that_differ_look_alike_without_colours() -> None:
    """Lava that looks like water kills."""
    family = families()
    looks = drawn()
    same = [
        (first, second)
        for first, second in itertools.combinations(sorted(looks), 2)
        if looks[first] == looks[second] and family.get(first, first) != family.get(second, second)
    ]

    assert [] == same


@pytest.mark.parametrize("word", ["watchtower", "statue", "scale", "grate"])
def test_places_look_like_nothing_else_even_in_reverse_video(word: str) -> None:
    """A watchtower is no stairs, a statue no wall, a scale no gold and a grate no trap."""
    looks = drawn()
    own = {char for name, (char, _) in looks.items() if name.endswith(word)}

    assert 1 == len(own)
    assert [] == [name for name, (char, _) in looks.items() if char in own and not name.endswith(word)]


def test_the_sorts_of_items_have_distinct_glyphs() -> None:
    """A player sees the sort of an item before knowing its kind."""
    for sort in {kind.sort for kind in EMBER.items.values() if kind.sort}:
        assert 1 == len({kind.glyph.char for kind in EMBER.items.values() if kind.sort == sort}), sort


def test_remembered_terrain_keeps_its_character() -> None:
    """Out of sight only the colour fades."""
    for kind in EMBER.terrain:
        assert (kind.glyph.char, kind.glyph.reverse) == (kind.remembered.char, kind.remembered.reverse), kind.name
