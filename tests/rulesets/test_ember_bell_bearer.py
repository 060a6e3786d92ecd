"""The bell bearer of `ember`: it keeps away and rings, which a door, a dart or a dash ends."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Wait
from roguelike.engine.events import Heard
from roguelike.engine.geometry import Direction, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.narration.examine import mood_told
from roguelike.narration.in_view import in_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
HALL = """
    ####################
    #@.....y...........#
    #..................#
    ####################
"""
DARTS = 2
"""The slot of those that a game begins with."""
DOOR = """
    ####################
    #.....#............#
    #.....+@....y......#
    #.....#............#
    ####################
"""


def test_it_rings_every_fifth_turn_that_it_sees_the_player_and_says_so_before() -> None:
    """The list and a look count the turns; the first ring gives five turns to do something about it."""
    game = draw(HALL, EMBER)
    (bearer,) = game.world.level.actors[1:]
    bearer.mood = Mood.HUNTING
    rings: list[int] = []
    notes: list[str] = []
    told: list[str] = []
    for turn in range(1, 17):
        events = game.play(Wait())
        seen = observe(game.world)
        rings += [turn for event in events if isinstance(event, Heard) and event.sound == "a bell"]
        notes.append(next((each.note for each in in_view(seen) if each.actor is not None), ""))
        told.append(mood_told(seen, seen.foes[0]))

    assert 2 <= len(rings) <= 3
    assert rings[0] >= 5
    assert all(later - earlier >= 5 for earlier, later in itertools.pairwise(rings))
    assert "rings in 5" in notes
    assert any(text.endswith(", rings in 1") for text in told)


def test_the_ring_wakes_sleepers_within_twenty_steps() -> None:
    """And it keeps away from the player, without ever striking."""
    game = draw(HALL.replace("...........#", "..........o#", 1), EMBER)
    bearer, orc = game.world.level.actors[1:]
    bearer.mood, orc.mood = Mood.HUNTING, Mood.ASLEEP

    for _ in range(12):
        game.play(Wait())

    assert orc.mood is not Mood.ASLEEP
    assert chebyshev_distance(bearer.at, game.world.player.at) >= 4


@pytest.mark.parametrize(("steps", "rings"), [(0, True), (1, True), (2, False)])
def test_a_door_ends_its_ringing(steps: int, *, rings: bool) -> None:
    """It sees who stands in the doorway; a step further the door closes, and the bearer opens none."""
    game = draw(DOOR, EMBER, legend={"+": "door"})
    (bearer,) = game.world.level.actors[1:]
    bearer.mood = Mood.HUNTING

    assert 0 == rung(game, [Move(Direction.WEST)] * steps)
    assert rings == (rung(game, [Wait()] * 40) > 0) == (bearer.mood is Mood.HUNTING)


def test_darts_kill_it_before_it_rings() -> None:
    """In nine fights of ten: they reach as far as it keeps away, and three or four hits are enough."""
    assert 9 == sum(dies_silent(seed) for seed in range(10))


def dies_silent(seed: int) -> bool:
    """Return whether a bearer that has just seen the player dies from the eight darts of the start without a ring."""
    game = draw(HALL, EMBER, seed=seed)
    player, bearer = game.world.level.actors
    bearer.mood = Mood.HUNTING
    heard = 0
    while bearer.is_alive and player.inventory.at(DARTS) is not None:
        heard += rung(game, [ThrowItem(DARTS, bearer.at)])
    return not bearer.is_alive and not heard


def rung(game: Game, commands: Sequence[Command]) -> int:
    """Return how many times the player hears a bell during some commands."""
    events = [event for command in commands for event in game.play(command)]
    return sum(isinstance(event, Heard) and event.sound == "a bell" for event in events)
