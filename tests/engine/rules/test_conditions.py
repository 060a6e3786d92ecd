"""Confusion, counted in turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Confused, Recovered
from roguelike.engine.instances import CONFUSED
from roguelike.engine.rules.conditions import confuse, is_confused, recover, spend_confused_turn
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.ruleset import RuleSet


def test_confusion_is_told(arena: RuleSet) -> None:
    """With the number of turns, as it was."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 5)

    assert [Confused(statue.who, 5)] == list(game.events)
    assert is_confused(statue)


def test_confusion_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """Neither its beginning nor its end."""
    game = draw("@#S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 1)
    spend_confused_turn(statue)
    recover(game.world, statue)

    assert [Confused(statue.who, 1, seen=False), Recovered(statue.who, seen=False)] == list(game.events)


def test_a_second_confusion_replaces_the_first(arena: RuleSet) -> None:
    """It neither adds nor keeps the longer one (C9-47)."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 9)
    confuse(game.world, statue, 2)

    assert 2 == statue.conditions[CONFUSED]


def test_it_runs_out_turn_by_turn_and_is_over_once_recovered(arena: RuleSet) -> None:
    """No longer confused after the last turn, but not recovered before the next one."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]
    confuse(game.world, statue, 2)
    states = []

    for _ in range(2):
        states.append((is_confused(statue), recover(game.world, statue)))
        spend_confused_turn(statue)
    states.append((is_confused(statue), recover(game.world, statue)))
    states.append((is_confused(statue), recover(game.world, statue)))

    assert [(True, False), (True, False), (False, True), (False, False)] == states
    assert not statue.conditions
    assert Recovered(statue.who) == game.events[-1]


def test_nobody_is_confused_unasked(arena: RuleSet) -> None:
    """A clear head has nothing to recover from."""
    game = draw("@.S", arena)

    assert not is_confused(game.world.player)
    assert not recover(game.world, game.world.player)
    assert not game.events
