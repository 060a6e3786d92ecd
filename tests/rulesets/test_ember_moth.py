"""The moth of Ember: it comes to an open lamp and burns its oil, until the lamp is covered or the moth is dead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.events import Acted, LampChange, LampChanged
from roguelike.engine.geometry import chebyshev_distance, direction_to
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.behaviours.fighting import Touch
from roguelike.engine.parts.minds import Beast
from roguelike.engine.restore import restore
from roguelike.engine.snapshot import snapshot
from roguelike.narration.dark_hints import sees_hunter
from roguelike.narration.examine import examine
from tests.dark import moods, others, scene
from tests.effort import some

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
SEEDS = range(some(60))
TOUCH = 20
ROOM = """
    ###############
    #.............#
    #.@.........m.#
    #.............#
    ###############
    """


def touches(events: Iterable[AnyEvent]) -> int:
    """Return the number of touches of moths."""
    return sum(isinstance(each, Acted) for each in events)


def burned(game: Game, turns: int) -> int:
    """Wait, check that only touches cost additional oil, and return that oil."""
    lost = 0
    for _ in range(turns):
        before = game.world.player.gauges["oil"]
        count = touches(game.play(Wait()))
        assert before - game.world.player.gauges["oil"] == 1 + TOUCH * count
        lost += TOUCH * count
    return lost


def test_a_moth_drains_an_open_lamp_without_damage() -> None:
    """A player with an open lamp loses an oil flask within the time of a rest."""
    lost = []
    for seed in SEEDS:
        game = scene(ROOM, EMBER, Mood.ROAMING, seed=seed)
        lost.append(burned(game, 40))
        assert game.world.player.hit_points == game.world.player.max_hit_points

    assert min(lost) >= 200


def test_a_moth_leaves_a_player_with_a_covered_lamp_alone() -> None:
    """A moth beside the player leaves immediately, and does not return before the lamp is open."""
    for seed in SEEDS:
        game = scene(ROOM, EMBER, Mood.ROAMING, seed=seed)
        (moth,) = others(game)
        while chebyshev_distance(moth.at, game.world.player.at) > 1:
            game.play(Wait())
        game.play(Cover())
        burned(game, 2)
        assert [Mood.ROAMING] == moods(game)
        assert 0 == burned(game, 30)
        game.play(Cover())
        assert burned(game, 30) > 0


def test_a_moth_that_is_struck_at_dies_within_a_few_flasks() -> None:
    """It is hard to hit, but its touches meanwhile cost less than a third of a flask."""
    lost = []
    for seed in SEEDS:
        game = scene(ROOM, EMBER, Mood.ROAMING, seed=seed)
        (moth,), player = others(game), game.world.player
        oil, turns = player.gauges["oil"], 0
        while moth.is_alive:
            beside = chebyshev_distance(moth.at, player.at) == 1
            game.play(Move(direction_to(player.at, moth.at)) if beside else Wait())
            turns += 1
        lost.append(oil - player.gauges["oil"] - turns)

    assert sum(lost) / len(lost) < 200


@pytest.mark.parametrize("lamp", ["covered", "out of sight", "far"])
def test_a_moth_knows_nothing_but_an_open_lamp_in_view(lamp: str) -> None:
    """Neither steps nor a player beside it, nor light behind a wall or more than 12 cells away."""
    room = {"covered": "@.m", "out of sight": "@...\n##..\n..m.", "far": "@" + 13 * "." + "m"}[lamp]
    game = scene(room, EMBER, Mood.ASLEEP)
    game.world.player.covered = lamp == "covered"
    if lamp == "out of sight":
        game = scene("@#m", EMBER, Mood.ASLEEP)
    (moth,) = others(game)
    for _ in range(40):
        assert 0 == observe(game.world).chance_to_notice(moth)
        game.play(Wait())

    assert [Mood.ASLEEP] == moods(game)


def test_the_description_of_a_moth_states_its_price() -> None:
    """It also says that an open lamp wakes the moth."""
    mind = EMBER.monsters["moth"].mind
    assert isinstance(mind, Beast)
    assert ["burns 20 of your oil"] == [each.deed for each in mind.behaviours if isinstance(each, Touch)]
    game = scene("@....m", EMBER, Mood.ASLEEP)
    (moth,) = others(game)
    about = examine(observe(game.world), moth.at)

    assert about is not None
    assert "Asleep, may wake 33%" in about.lines
    assert "Comes to an open lamp: each touch burns 20 oil. Cover it." in about.lines
    assert not any(line.startswith("at most") for line in about.lines)


def test_the_last_oil_that_a_moth_burns_puts_the_lamp_out() -> None:
    """A touch takes at most the remaining oil; then the moth loses track of the player."""
    game = scene("###\n#@m\n###", EMBER, Mood.HUNTING)
    game.world.player.gauges["oil"] = 8
    events = [event for _ in range(6) for event in game.play(Wait())]

    assert 0 == game.world.player.gauges["oil"]
    assert [LampChange.OUT] == [each.change for each in events if isinstance(each, LampChanged)]
    assert [Mood.ROAMING] == moods(game)
    assert restore(EMBER, snapshot(game.world)).digest() == game.digest()


def test_no_hint_advises_to_wait_for_a_moth() -> None:
    """Hints treat it like an enemy that attacks, since it burns oil."""
    assert sees_hunter(observe(scene("@....r", EMBER, Mood.HUNTING).world))
    assert not sees_hunter(observe(scene("@....m", EMBER, Mood.HUNTING).world))
