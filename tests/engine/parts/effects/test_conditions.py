"""Confusion (C9-47 to C9-53, by ruling D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import ConditionBegan, ConditionEnded, Moved
from roguelike.engine.geometry import Point
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from tests.arena import confuse, confused_turns, with_confusion

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.kinds.ruleset import RuleSet


FIELD = "\n".join(["." * 15] * 7 + ["@......S......."] + ["." * 15] * 7)


def moves(events: list[AnyEvent]) -> int:
    """Count the steps."""
    return sum(isinstance(event, Moved) for event in events)


@pytest.mark.parametrize("seed", range(5))
def test_the_victim_staggers_for_exactly_these_turns_and_recovers(arena: RuleSet, seed: int) -> None:
    """Four turns of confusion are four random steps; the message comes on the next turn, which is normal."""
    game = draw(FIELD, arena, inventory=["bolt"], seed=seed)
    statue = game.world.level.actors[1]

    first = game.play(Use(0, statue.at))
    later = [game.play(Wait()) for _ in range(6)]

    assert [1, 1, 1, 1, 0, 0, 0] == [moves(events) for events in (first, *later)]
    assert ConditionBegan(statue.ref, game.world.ruleset.conditions["confused"], 4) in first
    assert [False, False, False, True, False, False] == [
        ConditionEnded(statue.ref, game.world.ruleset.conditions["confused"]) in events for events in later
    ]
    assert not statue.conditions


def test_the_turn_of_recovery_is_a_normal_one(arena: RuleSet) -> None:
    """An orc that recovers hunts the player immediately."""
    game = draw("@.............o", arena)
    orc = game.world.level.actors[1]
    confuse(game.world, orc, 0)
    game.take_events()

    events = game.play(Wait())

    assert [ConditionEnded, Moved] == [type(event) for event in events[:2]]
    assert Point(13, 0) == orc.at


def test_a_rule_set_can_have_recovery_cost_the_turn(arena: RuleSet) -> None:
    """Two of the source games do so (ruling D3)."""
    game = draw("@.............o", with_confusion(arena, recovery_takes_turn=True))
    orc = game.world.level.actors[1]
    confuse(game.world, orc, 0)
    game.take_events()

    first, second = game.play(Wait()), game.play(Wait())

    assert (0, 1) == (moves(first), moves(second))
    assert ConditionEnded(orc.ref, game.world.ruleset.conditions["confused"]) in first


def test_a_second_confusion_restarts_the_turns_and_does_not_add(arena: RuleSet) -> None:
    """It lasts four turns from the second hit, not the sum of both (C9-47)."""
    game = draw(FIELD, arena, inventory=["bolt", "bolt"])
    statue = game.world.level.actors[1]
    game.play(Use(0, statue.at))
    game.play(Wait())
    game.submit(Use(1, statue.at))
    game.update()

    while game.in_flight and confused_turns(statue) < 4:
        game.tick()

    # It was hit and has then spent one turn, at the end of the flight.
    assert 3 == confused_turns(statue)


def test_a_fast_monster_is_confused_for_its_own_turns(arena: RuleSet) -> None:
    """At double speed, confusion lasts half as long."""
    game = draw(FIELD, arena, legend={"S": "hawk"}, inventory=["bolt"])

    game.play(Use(0, Point(7, 7)))
    game.play(Wait())
    events = game.play(Wait())

    assert any(isinstance(event, ConditionEnded) for event in events)


def test_confusion_on_an_empty_cell_does_nothing(arena: RuleSet) -> None:
    """The effect needs an actor on the cell."""
    game = draw("@..", arena)

    Afflict(arena.conditions["confused"], turns=3).apply(
        game.world, Cause(game.world.player.ref, Point(0, 0)), Point(2, 0)
    )

    assert not game.events


def test_confusion_for_no_turns_is_refused(arena: RuleSet) -> None:
    """It would be announced without any effect."""
    with pytest.raises(ValueError, match="turns"):
        Afflict(arena.conditions["confused"], turns=0)
