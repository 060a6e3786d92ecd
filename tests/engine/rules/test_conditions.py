"""Confusion, counted in turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import Confused, Recovered
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import MOST_SUSPENDED, confuse, is_confused, recover, spend_confused_turn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import CONFUSED

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


def test_confusion_is_told(arena: RuleSet) -> None:
    """With the number of turns, as it was."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 5)

    assert [Confused(statue.ref, 5)] == list(game.events)
    assert is_confused(statue)


def test_confusion_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """Neither its beginning nor its end."""
    game = draw("@#S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 1)
    spend_confused_turn(statue)
    recover(game.world, statue)

    assert [Confused(statue.ref, 1, seen=False), Recovered(statue.ref, seen=False)] == list(game.events)


def test_a_second_confusion_replaces_the_first(arena: RuleSet) -> None:
    """It neither adds nor keeps the longer one (C9-47)."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 9)
    confuse(game.world, statue, 2)

    assert 2 == statue.conditions[CONFUSED]


def turns_to_recovery(game: Game, actor: Actor) -> int:
    """Spend confused turns until the actor recovers, and give how many there were."""
    spent = 0
    while not recover(game.world, actor):
        spend_confused_turn(actor)
        spent += 1
    return spent


def test_a_nested_confusion_suspends_the_older_one(arena: RuleSet) -> None:
    """The older ones go on afterwards, the newest of them first, with the turns that they had left."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 9)
    spend_confused_turn(statue)
    confuse(game.world, statue, 5, nested=True)
    spend_confused_turn(statue)
    confuse(game.world, statue, 2, nested=True)

    assert [2, 4, 8] == [turns_to_recovery(game, statue) for _ in range(3)]
    assert not is_confused(statue)
    assert not recover(game.world, statue)
    assert [Recovered(statue.ref)] * 3 == [event for event in game.events if isinstance(event, Recovered)]


def test_the_oldest_of_very_many_nested_confusions_are_forgotten(arena: RuleSet) -> None:
    """Or whoever is hit again and again could not be saved any more."""
    game = draw("@o", arena)
    orc = game.world.level.actors[1]
    for turns in range(1, MOST_SUSPENDED + 5):
        confuse(game.world, orc, turns, nested=True)

    assert list(range(4, MOST_SUSPENDED + 4)) == orc.suspended[CONFUSED]
    assert game.digest() == restore(arena, snapshot(game.world)).digest()


def test_a_first_nested_confusion_has_nothing_to_suspend(arena: RuleSet) -> None:
    """It passes like any other."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 3, nested=True)

    assert [] == statue.suspended.get(CONFUSED, [])
    assert 3 == turns_to_recovery(game, statue)
    assert not statue.conditions


def test_a_nested_confusion_on_one_that_has_run_out_goes_back_to_it_for_its_last_word(arena: RuleSet) -> None:
    """No turns are left of the older one, but its victim has not come to its senses yet."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 1)
    spend_confused_turn(statue)
    confuse(game.world, statue, 2, nested=True)

    assert [2, 0] == [turns_to_recovery(game, statue) for _ in range(2)]
    assert not statue.conditions


def test_a_confusion_that_replaces_leaves_the_suspended_ones_alone(arena: RuleSet) -> None:
    """It takes the place of the newest alone."""
    game = draw("@.S", arena)
    statue = game.world.level.actors[1]

    confuse(game.world, statue, 7)
    confuse(game.world, statue, 3, nested=True)
    confuse(game.world, statue, 2)

    assert [2, 7] == [turns_to_recovery(game, statue) for _ in range(2)]


def test_what_is_suspended_is_saved(arena: RuleSet) -> None:
    """Two games that differ in nothing else are not the same."""
    games = [draw("@.S", arena) for _ in range(2)]
    for game, older in zip(games, (6, 7), strict=True):
        statue = game.world.level.actors[1]
        confuse(game.world, statue, older)
        confuse(game.world, statue, 3, nested=True)

    assert games[0].digest() != games[1].digest()


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
    assert Recovered(statue.ref) == game.events[-1]


def test_nobody_is_confused_unasked(arena: RuleSet) -> None:
    """A clear head has nothing to recover from."""
    game = draw("@.S", arena)

    assert not is_confused(game.world.player)
    assert not recover(game.world, game.world.player)
    assert not game.events
