"""Conditions, counted in turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import ConditionBegan, ConditionEnded, Moved
from roguelike.engine.geometry import Direction
from roguelike.engine.kinds.conditions import MAX_FACTOR, ConditionKind, Modifier
from roguelike.engine.kinds.limits import FASTEST, MAX_KINDS, SLOWEST
from roguelike.engine.parts.minds import Stagger
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict, end, overriding_mind, pass_turn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.condition import MAX_OLDER
from tests.arena import confuse

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor


@pytest.fixture
def nesting(arena: RuleSet) -> RuleSet:
    """Return a rule set in which an older confusion resumes after a newer one."""
    confused = attrs.evolve(arena.conditions["confused"], stacks="nest")
    return attrs.evolve(arena, conditions={"confused": confused})


def a_statue(ruleset: RuleSet, picture: str = "@.S") -> tuple[Game, Actor]:
    """Return a game with a monster that stands still."""
    game = draw(picture, ruleset)
    return game, game.world.level.actors[1]


def pass_turns(game: Game, actor: Actor) -> int:
    """Pass turns until a condition ends; return how many that took."""
    turns = 0
    while not (spent := pass_turn(actor)):
        turns += 1
    end(game.world, actor, spent)
    return turns


def test_a_condition_and_its_end_are_reported(arena: RuleSet) -> None:
    """With the number of turns at its start; it lasts for these, and ends with the next one."""
    game, statue = a_statue(arena)

    confuse(game.world, statue, 5)

    assert overriding_mind(statue) is arena.conditions["confused"].overrides
    assert 5 == pass_turns(game, statue)
    assert [
        ConditionBegan(statue.ref, game.world.ruleset.conditions["confused"], 5),
        ConditionEnded(statue.ref, game.world.ruleset.conditions["confused"]),
    ] == list(game.events)
    assert (None, {}) == (overriding_mind(statue), statue.conditions)


def test_a_condition_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """Neither its start nor its end."""
    game, statue = a_statue(arena, "@#S")

    confuse(game.world, statue, 1)
    pass_turns(game, statue)

    assert [
        ConditionBegan(statue.ref, game.world.ruleset.conditions["confused"], 1, seen=False),
        ConditionEnded(statue.ref, game.world.ruleset.conditions["confused"], seen=False),
    ] == list(game.events)


def test_a_second_one_replaces_the_first(arena: RuleSet) -> None:
    """Durations neither add up, nor does the longer one win (C9-47)."""
    game, statue = a_statue(arena)

    confuse(game.world, statue, 9)
    confuse(game.world, statue, 2)

    assert [2] == [pass_turns(game, statue)]
    assert not statue.conditions


def test_a_nested_one_suspends_the_older_one(nesting: RuleSet) -> None:
    """The older ones resume afterwards, the newest first, with the turns that they had left."""
    game, statue = a_statue(nesting)

    for turns in (9, 5, 2):
        confuse(game.world, statue, turns)
        pass_turn(statue)

    assert [1, 4, 8] == [pass_turns(game, statue) for _ in range(3)]
    assert not statue.conditions
    assert [ConditionEnded(statue.ref, game.world.ruleset.conditions["confused"])] * 3 == [
        event for event in game.events if isinstance(event, ConditionEnded)
    ]


def test_the_oldest_of_very_many_nested_ones_are_forgotten(nesting: RuleSet) -> None:
    """Otherwise an actor with too many repeated hits could not be saved."""
    game, orc = a_statue(nesting, "@o")
    for turns in range(1, MAX_OLDER + 5):
        confuse(game.world, orc, turns)

    assert list(range(4, MAX_OLDER + 4)) == orc.conditions["confused"].older
    assert game.digest() == restore(nesting, snapshot(game.world)).digest()


def test_a_nested_condition_resumes_an_expired_one_until_it_ends(nesting: RuleSet) -> None:
    """The older one has no turns left, but its victim has not recovered yet."""
    game, statue = a_statue(nesting)

    confuse(game.world, statue, 1)
    pass_turn(statue)
    confuse(game.world, statue, 2)

    assert [2, 0] == [pass_turns(game, statue) for _ in range(2)]
    assert not statue.conditions


def test_suspended_conditions_are_saved(nesting: RuleSet) -> None:
    """Games that differ only in that have different digests."""
    games = [draw("@.S", nesting) for _ in range(2)]
    for game, older in zip(games, (6, 7), strict=True):
        confuse(game.world, game.world.level.actors[1], older)
        confuse(game.world, game.world.level.actors[1], 3)

    assert games[0].digest() != games[1].digest()


@pytest.mark.parametrize(("factor", "steps"), [(200, 2), (50, 0), (100, 1)])
def test_a_condition_changes_speed_while_it_lasts(arena: RuleSet, factor: int, steps: int) -> None:
    """A hasty actor acts twice a turn, a slow one every other turn."""
    kind = ConditionKind(name="changed", modifiers=(Modifier("speed", factor=factor),))
    game = draw("@.........o", attrs.evolve(arena, conditions={"changed": kind}))
    orc = game.world.level.actors[1]
    afflict(game.world, orc, kind, 10)

    assert steps == sum(isinstance(event, Moved) for event in game.play(Wait()))


def test_a_condition_changes_combat_stats_while_it_lasts(arena: RuleSet) -> None:
    """Addends first, then factors; never below 0."""
    kind = ConditionKind(
        name="weak",
        modifiers=(Modifier("attack", add=3, factor=200), Modifier("armour", add=-9), Modifier("damage", add=2)),
    )
    game, statue = a_statue(attrs.evolve(arena, conditions={"weak": kind}))
    plain = statue.stats
    afflict(game.world, statue, kind, 1)

    changed = statue.stats
    pass_turns(game, statue)

    assert (2 * (plain.attack + 3), 0, plain.damage + 2) == (changed.attack, changed.armour, changed.damage)
    assert plain == statue.stats


def test_conditions_end_in_one_order_before_and_after_a_load(arena: RuleSet) -> None:
    """The order in which they began is not saved, so neither the mind that overrides nor the events depend on it."""
    kinds = [ConditionKind(name=name, overrides=Stagger()) for name in ("dazed", "adrift")]
    rules = attrs.evolve(arena, conditions={kind.name: kind for kind in kinds})
    game = draw("#######\n#@....#\n#..o..#\n#######", rules)
    for actor in game.world.level.actors:
        for kind in kinds:
            afflict(game.world, actor, kind, 3)
    loaded = restore(rules, snapshot(game.world))
    game.take_events()

    for actor in game.world.level.actors:
        assert overriding_mind(actor) is kinds[1].overrides
    for _ in range(6):
        assert game.play(Move(Direction.EAST)) == loaded.play(Move(Direction.EAST))
        assert game.digest() == loaded.digest()


def test_the_dead_get_no_conditions(arena: RuleSet) -> None:
    """An actor that stays on the level dead until the turn ends gets no condition."""
    game, statue = a_statue(arena)
    statue.hit_points = 0

    confuse(game.world, statue, 5)

    assert ({}, []) == (statue.conditions, list(game.events))


@pytest.mark.parametrize(("factor", "expected"), [(0, SLOWEST), (50, SLOWEST), (MAX_FACTOR, FASTEST)])
def test_conditions_keep_speed_within_the_limits_of_kinds(arena: RuleSet, factor: int, expected: int) -> None:
    """An actor that never gained energy would be waited for without end."""
    kind = ConditionKind(name="changed", modifiers=(Modifier("speed", factor=factor),) * 2)
    player = attrs.evolve(arena.player, speed=1 if factor == 50 else 100)
    game = draw("@....S", attrs.evolve(arena, conditions={"changed": kind}, player=player))
    afflict(game.world, game.world.player, kind, 10)

    speed = game.world.player.speed
    game.play(Wait())

    assert expected == speed
    assert 1 == game.world.turn


def test_a_game_of_the_fastest_and_the_slowest_can_be_saved(arena: RuleSet) -> None:
    """No condition makes an actor save up more energy than a saved game can hold."""
    slow, fast = (
        ConditionKind(name=name, modifiers=(Modifier("speed", factor=factor),) * 5)
        for name, factor in (("slow", 1), ("fast", MAX_FACTOR))
    )
    rules = attrs.evolve(arena, conditions={"slow": slow, "fast": fast})
    game = draw("@#o.s", rules)
    player, *monsters = game.world.level.actors
    for _ in range(4):
        for victim, kind in ((player, slow), *((monster, fast) for monster in monsters)):
            afflict(game.world, victim, kind, 9)
        game.play(Wait())

        assert game.digest() == restore(rules, snapshot(game.world)).digest()


def test_more_conditions_than_a_list_has_room_for_can_be_saved(arena: RuleSet) -> None:
    """All conditions that a rule set can define."""
    kinds = {name: ConditionKind(name=name) for name in (f"{number:03}" for number in range(MAX_KINDS))}
    rules = attrs.evolve(arena, conditions=kinds)
    game = draw("@.", rules)
    for kind in kinds.values():
        afflict(game.world, game.world.player, kind, 5)

    assert game.digest() == restore(rules, snapshot(game.world)).digest()
