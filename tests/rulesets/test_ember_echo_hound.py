"""The echo hound of Ember: it only hears, and passes a player who stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.item import Item
from roguelike.narration.examine import examine
from tests.dark import moods, others, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
SEEDS = range(60)
HALL = """
    ######################
    #....................#
    #....................#
    #.........@........E.#
    #....................#
    #....................#
    ######################
    """
PASSAGE = "#.........@........E.#"


def bound_for(goal: Point, mood: Mood, picture: str = HALL, seed: int = 0) -> tuple[Game, Actor]:
    """Start a game with a hound on its way to a cell beyond the player."""
    game = scene(picture, EMBER, mood, seed=seed)
    (hound,) = others(game)
    game.world.level.waypoints = [goal, Point(19, goal.y)]
    hound.goal = game.world.player.at if mood is Mood.HUNTING else goal
    return game, hound


def lost(game: Game) -> int:
    """Return the hit points that the player has lost."""
    return game.world.player.max_hit_points - game.world.player.hit_points


def test_a_hound_passes_a_player_who_stands_still() -> None:
    """It comes beside them, hears nothing, and soon passes; an attack from there is a sneak attack."""
    for seed in SEEDS:
        game, hound = bound_for(Point(1, 3), Mood.ROAMING, seed=seed)
        nearest, passed = 99, False
        for _ in range(16):
            game.play(Wait())
            nearest = min(nearest, chebyshev_distance(hound.at, game.world.player.at))
            passed |= hound.at.x < game.world.player.at.x

        assert 1 == nearest
        assert passed
        assert 0 == lost(game)


def test_a_hunting_hound_loses_a_still_player_and_bites_a_walking_one() -> None:
    """It goes to where it last heard them, and then on."""
    still, walked = [], []
    for seed in SEEDS:
        game, _ = bound_for(Point(1, 3), Mood.HUNTING, seed=seed)
        for _ in range(14):
            game.play(Wait())
        still.append(lost(game))
        game, _ = bound_for(Point(1, 3), Mood.HUNTING, seed=seed)
        for turn in range(14):
            game.play(Move(Direction.WEST if turn < 8 else Direction.NORTH if turn % 2 else Direction.SOUTH))
        walked.append(lost(game))

    assert sum(each == 0 for each in still) >= 57
    assert sum(each > 0 for each in walked) >= 57


def test_a_player_who_stands_still_in_a_passage_blocks_a_hound() -> None:
    """It waits in front of them for a few turns, and turns back."""
    for seed in SEEDS:
        game, hound = bound_for(Point(1, 0), Mood.ROAMING, PASSAGE, seed)
        places = []
        for _ in range(14):
            game.play(Wait())
            places.append(hound.at.x)

        assert 0 == lost(game)
        assert 11 == min(places)
        assert places[-1] > 15


def test_two_hounds_pass_by_together() -> None:
    """The following one also goes around the player."""
    for seed in SEEDS:
        game = scene(HALL.replace("E.#", "EE#"), EMBER, Mood.ROAMING, seed=seed)
        first, second = others(game)
        game.world.level.waypoints = [Point(1, 3)]
        second.leader, first.goal = first.id, Point(1, 3)
        for _ in range(14):
            game.play(Wait())

        assert 0 == lost(game)
        assert max(first.at.x, second.at.x) < game.world.player.at.x


@pytest.mark.parametrize("covered", [False, True])
@pytest.mark.parametrize("next_to", [".", "%"])
def test_a_hound_hears_twice_as_far_and_sees_nothing(covered: bool, next_to: str) -> None:  # noqa: FBT001 -- a case
    """It hears a step at 28, or at 14 with a covered lamp; light and obstacles to sight do not matter."""
    for steps, hears in ((14 if covered else 28, True), (15 if covered else 29, False)):
        noticed = 0
        for seed in range(40):
            picture = "@." + next_to + "." * (steps - 2) + "E"
            game = scene(picture, EMBER, Mood.ROAMING, seed=seed, legend={"%": "foliage"})
            game.world.player.covered = covered
            game.world.level.waypoints = []
            game.play(Move(Direction.EAST))
            noticed += moods(game) == [Mood.HUNTING]

        assert (5 <= noticed <= 22) if hears else not noticed


def test_a_key_gives_a_still_player_away() -> None:
    """The key jingles: a hound hears it, and comes."""
    heard = 0
    for seed in SEEDS:
        game, _ = bound_for(Point(1, 3), Mood.ROAMING, seed=seed)
        slots = game.world.player.inventory.slots
        slots[slots.index(None)] = Item.of(EMBER.items["key"])
        game.play(Wait())
        heard += moods(game) == [Mood.HUNTING]

    assert 10 <= heard <= 35


def test_a_hound_in_a_fight_does_not_lose_an_adjacent_foe() -> None:
    """Otherwise standing still would be the best defence."""
    game = scene("@E", EMBER, Mood.HUNTING)
    game.world.player.hit_points = game.world.player.max_hit_points = 1000
    for _ in range(10):
        game.play(Wait())
        assert [Mood.HUNTING] == moods(game)

    assert lost(game) > 0
    assert restore(EMBER, snapshot(game.world)).digest() == game.digest()


def test_the_description_of_a_hound_explains_how_to_meet_it() -> None:
    """Examining it shows that, with the chance for a turn like the last."""
    game, hound = bound_for(Point(1, 3), Mood.ROAMING)
    game.play(Wait())
    still = examine(observe(game.world), hound.at)
    game.play(Move(Direction.SOUTH))
    hound.mood = Mood.ROAMING
    walked = examine(observe(game.world), hound.at)

    assert still is not None
    assert walked is not None
    assert "Unaware, may notice 0%" in still.lines
    assert "Unaware, may notice 33%" in walked.lines
    assert "Blind, hears twice as far. Stand still: it passes by." in still.lines
