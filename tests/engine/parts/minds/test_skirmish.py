"""Keeping away, and throwing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Wait
from roguelike.engine.events import Launched, Moved, Struck
from roguelike.engine.geometry import Point, king_distance
from roguelike.engine.parts.minds.skirmish import Skirmish
from roguelike.engine.scenario import draw
from tests.arena import confuse

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def gap(game: Game) -> int:
    """Return how many steps the slinger is from the player."""
    return king_distance(game.world.player.at, game.world.level.actors[1].at)


def kinds(game: Game) -> list[str]:
    """Wait a turn and give the names of what happened."""
    return [type(event).__name__ for event in game.play(Wait())]


def test_at_its_distance_it_throws(arena: RuleSet) -> None:
    """It stays where it is and does its work."""
    game = draw("@..s....", arena)

    assert ["Launched", "Harmed", "TurnEnded"] == kinds(game)
    assert 3 == gap(game)


def test_too_near_it_backs_off(arena: RuleSet) -> None:
    """Until it has its distance back."""
    game = draw("@s......", arena)
    gaps = []

    for _ in range(4):
        game.play(Wait())
        gaps.append(gap(game))

    assert [2, 3, 3, 3] == gaps


def test_it_backs_off_the_way_that_leads_furthest(arena: RuleSet) -> None:
    """Diagonally, where that is further."""
    game = draw("@....\n.s...\n.....\n.....", arena)

    game.play(Wait())

    assert Point(2, 2) == game.world.level.actors[1].at


def test_cornered_it_fights(arena: RuleSet) -> None:
    """With a wall in its back there is nothing else to do."""
    game = draw("#####\n##@s#\n#####", arena)
    player, slinger = game.world.level.actors

    events = game.play(Wait())

    assert Struck(slinger.ref, player.ref, 1) == events[0]


def test_a_fellow_in_its_back_corners_it_too(arena: RuleSet) -> None:
    """It does not walk through anyone."""
    game = draw("######\n#@sS.#\n######", arena)

    assert "Struck" == kinds(game)[0]


def test_too_near_with_no_way_out_but_room_between_it_throws(arena: RuleSet) -> None:
    """At two steps' distance a stone is as good as anything."""
    game = draw("#####\n#@.s#\n#####", arena)

    assert "Launched" == kinds(game)[0]


def test_out_of_range_it_comes_nearer(arena: RuleSet) -> None:
    """Seven cells are as far as it throws."""
    game = draw("@........s", arena)

    names = [kinds(game)[0] for _ in range(3)]

    assert ["Moved", "Moved", "Launched"] == names
    assert 7 == gap(game)


def test_it_does_not_throw_at_its_fellows_backs(arena: RuleSet) -> None:
    """Without a clear line it comes nearer instead."""
    game = draw("@..S...s", arena)

    events = game.play(Wait())

    assert not any(isinstance(event, Launched) for event in events)
    assert any(isinstance(event, Moved) for event in events)


def test_it_throws_no_more_often_than_its_chance(arena: RuleSet) -> None:
    """Half the time it stands and takes aim."""
    slinger = attrs.evolve(arena.monsters["slinger"], mind=Skirmish(distance=3, throws=50))
    ruleset = attrs.evolve(arena, monsters={"slinger": slinger})
    thrown = 0
    for seed in range(200):
        game = draw("@...s", ruleset, seed=seed)
        thrown += "Launched" in kinds(game)

    assert 70 < thrown < 130


def test_it_waits_until_it_has_noticed_someone(arena: RuleSet) -> None:
    """It throws at nobody behind a wall."""
    game = draw("@.#.s", arena)

    assert ["TurnEnded"] == kinds(game)


def test_without_a_missile_it_comes_nearer(arena: RuleSet) -> None:
    """A skirmisher with nothing to throw has to use its hands."""
    slinger = attrs.evolve(arena.monsters["slinger"], missile=None)
    game = draw("@....s", attrs.evolve(arena, monsters={"slinger": slinger}))

    assert "Moved" == kinds(game)[0]
    assert 4 == gap(game)


def test_confusion_overrides_it(arena: RuleSet) -> None:
    """Nobody aims while the world spins."""
    game = draw(".....\n@...s\n.....\n", arena)
    confuse(game.world, game.world.level.actors[1], 5)

    events = [event for _ in range(5) for event in game.play(Wait())]

    assert not any(isinstance(event, Launched) for event in events)


@pytest.mark.parametrize("numbers", [{"distance": -1, "throws": 5}, {"distance": 1, "throws": 101}])
def test_numbers_that_make_no_sense_are_refused(numbers: dict[str, int]) -> None:
    """A chance is a chance in a hundred, and a distance is at least none."""
    with pytest.raises(ValueError, match="must be"):
        Skirmish(**numbers)
