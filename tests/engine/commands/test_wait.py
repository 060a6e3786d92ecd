"""Waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Wait
from roguelike.engine.events import TurnEnded
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.heading import TurnCosts
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_waiting_lets_a_turn_pass(arena: RuleSet) -> None:
    """The monsters come nearer."""
    game = draw("@...o", arena)

    events = game.play(Wait())

    assert TurnEnded(1) == events[-1]
    assert (Point(0, 0), Point(3, 0)) == tuple(actor.at for actor in game.world.level.actors)


def test_a_free_wait_moves_no_monster(arena: RuleSet) -> None:
    """Monsters stay where they are if the rule set makes a wait free."""
    game = draw("@...o", attrs.evolve(arena, turns=TurnCosts(wait=False)))

    events = game.play(Wait())

    assert [] == events
    assert Point(4, 0) == game.world.level.actors[1].at
