"""The contents of the levels of a seed, one row per thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from roguelike.content.catalog import SORTS, Row, rows
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.families import MapGenerator
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.level_plan import PlannedItem
from roguelike.engine.scenario import plan_of

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.level_plan import LevelPlan, LevelRequest
    from roguelike.engine.rng import PCG32

EMBER = load_ruleset("ember")


@attrs.frozen
class Furnished(MapGenerator):
    """Generates levels with one thing of each sort."""

    made: list[int] = attrs.field(factory=list)
    """The requested levels."""

    makes_levels: ClassVar[bool] = True

    def generate(self, ruleset: RuleSet, rng: PCG32, request: LevelRequest | None = None) -> LevelPlan:  # noqa: ARG002 -- drawn
        """Return the plan of such a level."""
        self.made.append(0 if request is None else request.depth)
        plan = plan_of(
            """
            ########
            #@.....#
            #......#
            ########
            """,
            ruleset,
        )
        items, monsters = ruleset.items, ruleset.monsters
        fire = PlannedItem(items["staff of fire"], Point(0, 0), plus=2)
        plan.add_item(items["dart"], Point(2, 1), 5)
        plan.add_feature(ruleset.features["altar"], Point(3, 1), holds=fire)
        oil = PlannedItem(items["oil flask"], Point(0, 0))
        plan.add_monster(monsters["orc"], Point(4, 1), Mood.ASLEEP, carries=oil)
        plan.add_monster(monsters["orc archer"], Point(5, 1), Mood.ASLEEP, leader=Point(4, 1))
        plan.add_monster(monsters["ogre"], Point(6, 1), Mood.HELD, leader=Point(4, 1))
        plan.add_monster(monsters["Keeper"], Point(6, 2), Mood.HELD)
        plan.feelings.append("You smell smoke.")
        plan.event = "blackout"
        return plan


def test_every_thing_of_a_level_has_a_row() -> None:
    """Held items name their holder; a captive is in no horde, and a statue is not a captive."""
    furnished = attrs.evolve(EMBER, generator=Furnished(), depths=1)

    assert [
        Row(7, 1, "event", "blackout"),
        Row(7, 1, "feeling", "You smell smoke."),
        Row(7, 1, "item", "dart", 5, 2, 1),
        Row(7, 1, "item", "staff of fire +2", 1, 3, 1, "altar"),
        Row(7, 1, "item", "oil flask", 1, 4, 1, "orc"),
        Row(7, 1, "monster", "orc", 1, 4, 1),
        Row(7, 1, "monster", "orc archer", 1, 5, 1),
        Row(7, 1, "monster", "Keeper", 1, 6, 2),
        Row(7, 1, "captive", "ogre", 1, 6, 1),
        Row(7, 1, "horde", "orc", 2, 4, 1),
        Row(7, 1, "feature", "altar", 1, 3, 1),
    ] == list(rows(furnished, 7, range(1, 2)))


def test_some_levels_are_those_of_all() -> None:
    """The levels above them are generated, but left out."""
    every = list(rows(EMBER, 3, range(1, 9)))

    assert {1, 2, 3, 4, 5, 6, 7, 8} == {row.level for row in every}
    assert set(SORTS) >= {row.sort for row in every}
    assert [row for row in every if row.level in {3, 4}] == list(rows(EMBER, 3, range(3, 5)))


def test_a_level_is_made_when_its_first_row_is_asked_for() -> None:
    """A long list needs no memory for later levels."""
    furnished = Furnished()
    first, *_ = rows(attrs.evolve(EMBER, generator=furnished), 7, range(1, 3))
    assert [1, 2] == furnished.made

    assert first == next(rows(attrs.evolve(EMBER, generator=furnished), 7, range(1, 3)))
    assert [1, 2, 1] == furnished.made


def test_all_words_have_to_be_in_a_row() -> None:
    """In its sort, its name or its holder, in any order."""
    row = Row(1, 1, "item", "staff of fire +2", 1, 3, 1, "locked cage")

    assert row.matches([])
    assert row.matches(["fire", "staff", "cage", "item"])
    assert not row.matches(["fire", "altar"])
    assert Row(1, 1, "monster", "Keeper").matches(["keeper"])
