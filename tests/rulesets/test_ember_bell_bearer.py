"""The bell bearer of `ember`: it keeps away and rings, which a door, a dart or a dash ends."""

from __future__ import annotations

import itertools

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Heard
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.narration.examine import mood_told
from roguelike.narration.in_view import in_view

EMBER = load_ruleset("ember")
HALL = """
    ####################
    #@.....y...........#
    #..................#
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


def test_the_ring_wakes_those_who_sleep_within_twenty_steps() -> None:
    """And it keeps away from the player, without ever striking."""
    game = draw(HALL.replace("...........#", "..........o#", 1), EMBER)
    bearer, orc = game.world.level.actors[1:]
    bearer.mood, orc.mood = Mood.HUNTING, Mood.ASLEEP

    for _ in range(12):
        game.play(Wait())

    assert orc.mood is not Mood.ASLEEP
    assert chebyshev_distance(bearer.at, game.world.player.at) >= 4


def test_it_does_not_ring_behind_a_closed_door() -> None:
    """It must see the player for that."""
    game = draw("####################\n#@#....y...........#\n####################", EMBER)
    (bearer,) = game.world.level.actors[1:]
    bearer.mood = Mood.HUNTING
    events = [event for _ in range(20) for event in game.play(Wait())]

    assert [] == [event for event in events if isinstance(event, Heard)]
