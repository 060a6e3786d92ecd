"""Flitting about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.events import Struck
from roguelike.engine.geometry import Point
from roguelike.engine.parts.minds.erratic import Erratic
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

AROUND = {Point(x, y) for x in range(6, 9) for y in range(3)} - {Point(7, 1)}


def flitting(arena: RuleSet, flits: int) -> RuleSet:
    """Return the rules with a bat that flits so many times in a hundred."""
    bat = attrs.evolve(arena.monsters["bat"], mind=Erratic(flits=flits))
    return attrs.evolve(arena, monsters={**arena.monsters, "bat": bat})


def after_a_turn(ruleset: RuleSet, seeds: int) -> list[Point]:
    """Return where a bat in sight of the player is after one turn, seed by seed."""
    ends = []
    for seed in range(seeds):
        game = draw(".........\n@......b.\n.........", ruleset, seed=seed)
        game.play(Wait())
        ends.append(game.world.level.actors[1].at)
    return ends


def test_always_flitting_it_goes_anywhere(arena: RuleSet) -> None:
    """In all eight directions, whether or not it sees someone."""
    assert set(after_a_turn(flitting(arena, 100), 100)) == AROUND


def test_never_flitting_it_chases(arena: RuleSet) -> None:
    """It is a hunter at heart."""
    assert {Point(6, 1)} == set(after_a_turn(flitting(arena, 0), 40))


def test_half_the_time_it_does_either(arena: RuleSet) -> None:
    """One half and an eighth of the other goes straight for the player: 56 in a hundred."""
    straight = after_a_turn(flitting(arena, 50), 400).count(Point(6, 1))

    assert 185 < straight < 265


def test_with_nobody_to_chase_it_waits_when_it_does_not_flit(arena: RuleSet) -> None:
    """It does not know where the player is."""
    game = draw("@#...\n##.b.\n##...", flitting(arena, 0))

    for _ in range(5):
        game.play(Wait())

    assert Point(3, 1) == game.world.level.actors[1].at


def test_it_flits_where_it_sees_nobody(arena: RuleSet) -> None:
    """A bat is never where it was a moment ago."""
    game = draw("@#...\n##.b.\n##...", arena)

    game.play(Wait())

    assert Point(3, 1) != game.world.level.actors[1].at


def test_it_strikes_when_it_flits_into_the_player(arena: RuleSet) -> None:
    """In a cell with one way out, and the player in it, sooner or later."""
    game = draw("###\n#@#\n#b#\n###", arena)

    events = [event for _ in range(60) for event in game.play(Wait())]

    assert any(isinstance(event, Struck) for event in events)


def test_where_nobody_moves_diagonally_it_flits_in_four_directions(arena: RuleSet) -> None:
    """Its turns are not lost on steps that nobody can take."""
    ends = set(after_a_turn(attrs.evolve(flitting(arena, 100), diagonal=False, monsters_diagonal=False), 60))

    assert {Point(6, 1), Point(8, 1), Point(7, 0), Point(7, 2)} == ends


@pytest.mark.parametrize("flits", [-1, 101])
def test_a_chance_is_one_in_a_hundred(flits: int) -> None:
    """101 in a hundred is a slip of the author's."""
    with pytest.raises(ValueError, match="flits"):
        Erratic(flits=flits)
