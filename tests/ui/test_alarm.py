"""What of a turn must not be missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.events import ActorRef, CameIntoView, Missed, Moved, Struck
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.ui.alarm import Alarm, alarm

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        (11, 10, "Low HP: 10/20!"),
        (6, 5, "Very low HP: 5/20!"),
        (11, 2, "Almost dead: 2/20!"),
        (10, 9, None),
        (12, 11, None),
        (9, 11, None),
    ],
)
def test_hit_points_that_fall_below_a_mark_are_told_once(
    fixture_rules: RuleSet, before: int, now: int, text: str | None
) -> None:
    """The worst mark counts; nothing is said above them, between them, or on the way up."""
    player = draw("@", fixture_rules, hit_points=now).world.player

    assert (None if text is None else Alarm(text)) == alarm([], before, player)


@pytest.mark.parametrize(("damage", "text"), [(4, None), (5, "Heavy damage: 5 of 20 HP!")])
def test_a_blow_of_a_quarter_is_heavy(fixture_rules: RuleSet, damage: int, text: str | None) -> None:
    """Whatever is left."""
    player = draw("@", fixture_rules, hit_points=20 - damage).world.player
    orc = ActorRef(7, fixture_rules.monsters["orc"])

    assert (None if text is None else Alarm(text)) == alarm([Struck(orc, player.ref, damage)], 20, player)


def test_whoever_comes_into_view_needs_no_more_words(fixture_rules: RuleSet) -> None:
    """The log has them already."""
    player = draw("@", fixture_rules).world.player

    assert Alarm("") == alarm([CameIntoView(ActorRef(7, fixture_rules.monsters["orc"]))], 20, player)
    assert alarm([], 20, player) is None


def test_an_enemy_that_leaves_where_it_was_struck_at_is_looked_for_again(fixture_rules: RuleSet) -> None:
    """The same key would be a step into the open."""
    player = draw("@", fixture_rules).world.player
    orc, other = (ActorRef(number, fixture_rules.monsters["orc"]) for number in (7, 8))
    left = [Moved(who, Point(1, 0), Point(2, 1)) for who in (orc, other)]

    assert Alarm("") == alarm([Struck(player.ref, orc, 1), left[0]], 20, player)
    assert Alarm("") == alarm([Missed(player.ref, orc), left[0]], 20, player)
    assert alarm([Struck(player.ref, orc, 1), left[1]], 20, player) is None
    assert alarm([left[0], Struck(player.ref, orc, 1)], 20, player) is None
