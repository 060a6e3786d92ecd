"""Warnings, alarms and dangers of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.events import (
    PLAYER_ID,
    ActorRef,
    CameIntoView,
    ConditionBegan,
    Harm,
    Harmed,
    Missed,
    Moved,
    Struck,
)
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.narration.danger import is_alarming, is_danger, warning
from tests.arena import CONFUSED
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.mark.parametrize(
    ("before", "now", "text"),
    [
        (11, 10, "Low HP: 10/20!"),
        (6, 5, "Very low HP: 5/20!"),
        (11, 2, "Almost dead: 2/20!"),
        (10, 9, ""),
        (12, 11, ""),
        (9, 11, ""),
    ],
)
def test_hit_points_that_fall_below_a_mark_warn_once(fixture_rules: RuleSet, before: int, now: int, text: str) -> None:
    """The worst mark counts; there is no warning above the marks, between them, or on the way up."""
    player = draw("@", fixture_rules, hit_points=now).world.player

    assert text == warning([], before, now, 20)
    assert bool(text) == is_alarming([], before, player)


@pytest.mark.parametrize(("damage", "text"), [(4, ""), (5, "Heavy damage: 5 of 20 HP!")])
def test_damage_of_a_quarter_is_heavy(fixture_rules: RuleSet, damage: int, text: str) -> None:
    """Regardless of the hit points left."""
    player = draw("@", fixture_rules, hit_points=20 - damage).world.player
    orc = ActorRef(7, fixture_rules.monsters["orc"])
    blows = [Struck(orc, player.ref, damage), Struck(player.ref, orc, 9)]

    assert text == warning(blows, 20, 20 - damage, 20)
    assert bool(text) == is_alarming(blows, 20, player)


def test_an_enemy_that_comes_into_view_needs_no_warning(fixture_rules: RuleSet) -> None:
    """The log has them already."""
    player = draw("@", fixture_rules).world.player
    came = [CameIntoView(ActorRef(7, fixture_rules.monsters["orc"]))]

    assert is_alarming(came, 20, player)
    assert "" == warning(came, 20, 20, 20)
    assert not is_alarming([], 20, player)


def test_an_enemy_that_leaves_where_it_was_struck_at_is_looked_for_again(fixture_rules: RuleSet) -> None:
    """The same key would be a step into the open."""
    player = draw("@", fixture_rules).world.player
    orc, other = (ActorRef(number, fixture_rules.monsters["orc"]) for number in (7, 8))
    left = [Moved(who, Point(1, 0), Point(2, 1)) for who in (orc, other)]

    assert is_alarming([Struck(player.ref, orc, 1), left[0]], 20, player)
    assert is_alarming([Missed(player.ref, orc), left[0]], 20, player)
    assert not is_alarming([Struck(player.ref, orc, 1), left[1]], 20, player)
    assert not is_alarming([left[0], Struck(player.ref, orc, 1)], 20, player)


def dangers(fixture_rules: RuleSet) -> list[tuple[AnyEvent, bool]]:
    """Return events, and whether each should discard typed-ahead keys."""
    you, it = ActorRef(PLAYER_ID, fixture_rules.player), ActorRef(7, fixture_rules.monsters["orc"])
    stone = fixture_rules.projectiles["stone"]
    return [
        (CameIntoView(it), True),
        (Struck(it, you, 1), True),
        (Struck(you, it, 1), False),
        (Missed(it, you), False),
        (Harmed(you, 1, Harm.FIRE), True),
        (Harmed(it, 1, Harm.FIRE), False),
        (Harmed(you, 1, Harm.LIGHTNING), True),
        (Harmed(it, 1, Harm.LIGHTNING), False),
        (Harmed(you, 1, Harm.MISSILE, means=stone), True),
        (Harmed(it, 1, Harm.MISSILE, means=stone), False),
        (ConditionBegan(you, CONFUSED, 3), True),
        (ConditionBegan(it, CONFUSED, 3), False),
    ]


@every("number", range(12))
def test_danger_is_an_event_that_calls_for_a_decision(fixture_rules: RuleSet, number: int) -> None:
    """Damage, confusion and a new enemy; events of other actors do not discard typed-ahead keys."""
    event, expected = dangers(fixture_rules)[number]

    assert expected == is_danger(event)
