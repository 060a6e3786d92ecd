"""The page of discoveries."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.rules.identity import learn
from roguelike.engine.scenario import draw
from roguelike.narration.discoveries import discoveries
from roguelike.play.perspective import Perspective
from roguelike.play.views.discoveries import DiscoveriesPage
from tests.line.talking import talk

EMBER = load_ruleset("ember")


def test_every_kind_that_is_to_be_learned_has_its_odds() -> None:
    """Those of a sort add up to one; identifying a kind raises the odds of the others."""
    perspective = Perspective(draw("#@#", EMBER))
    before = {kind.name: share for _, rows in discoveries(perspective.seen) for kind, share in rows}
    learn(perspective.world, EMBER.items["potion of swiftness"])
    after = {kind.name: share for _, rows in discoveries(Perspective(perspective.game).seen) for kind, share in rows}

    for shares in (before, after):
        assert 1 == sum(share or 0 for name, share in shares.items() if name.startswith("potion"))
    assert before["potion of life"] is after["potion of swiftness"] is None
    assert (after["potion of healing"] or 0) > (before["potion of healing"] or 1)


def test_they_stand_sort_by_sort() -> None:
    """Rows have the glyphs of the map."""
    screen = DiscoveriesPage(Perspective(draw("#@#", EMBER)))
    text = ["".join(span.text for span in line) for line in screen.lines(76)]

    assert ["Potions", "Scrolls", "Wands"] == [line for line in text if line in {"Potions", "Scrolls", "Wands"}]
    assert any(line.startswith("! potion of healing") and "%" in line for line in text)
    assert all(len(line) <= 76 for line in text)


@pytest.mark.parametrize(("width", "name"), [(76, "! potion of fire immunity"), (36, "! fire immunity ")])
def test_names_are_shortened_where_numbers_have_no_room(width: int, name: str) -> None:
    """The heading has the sort, and no number is cut."""
    screen = DiscoveriesPage(Perspective(draw("#@#", EMBER)))
    text = ["".join(span.text for span in line) for line in screen.lines(width)]

    assert [True] == [line.endswith(" a game") for line in text if line.startswith(name)]
    assert all(len(line) <= width for line in text)


def test_lines_tell_them_too() -> None:
    """A line a sort."""
    told = talk("#.@.#", rules=EMBER).say("discoveries")

    assert ["Potions", "Scrolls", "Wands"] == [line.partition(":")[0] for line in told]
