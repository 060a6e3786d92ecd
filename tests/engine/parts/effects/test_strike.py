"""Missiles that wound as a blow would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import Died, Harm, Harmed, MissileMissed
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.effects.strike import Strike
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

SURE = Strike(stats=Stats(attack=1))


def test_a_missile_wounds_by_the_rules_of_combat(arena: RuleSet) -> None:
    """The missile's own steps decide, not those of the one who throws it."""
    game = draw("@.S", arena)
    player, statue = game.world.level.actors
    stone = arena.projectiles["stone"]

    SURE.apply(game.world, Cause(player.ref, player.at, stone), statue.at)

    assert [Harmed(statue.ref, 1, Harm.MISSILE, means=stone)] == list(game.events)
    assert 9 == statue.hit_points


def test_a_missile_can_miss(arena: RuleSet) -> None:
    """Nobody can hit a defence that no roll beats."""
    player = attrs.evolve(arena.player, stats=Stats(defence=200))
    game = draw("@...s", attrs.evolve(arena, player=player))

    events = game.play(Wait())

    assert MissileMissed(game.world.player.ref, arena.projectiles["stone"]) in events
    assert 20 == game.world.player.hit_points


def test_a_missile_can_kill_the_player(arena: RuleSet) -> None:
    """The thrower is told as the killer, with the missile as the means."""
    game = draw("@...s", arena, hit_points=1)
    player, slinger = game.world.level.actors
    stone = arena.projectiles["stone"]

    events = game.play(Wait())

    assert [
        Harmed(player.ref, 1, Harm.MISSILE, fatal=True, means=stone),
        Died(player.ref, Point(0, 0), slinger.ref, stone),
    ] == events[-2:]
    assert "died" == game.outcome


def test_a_missile_kills_a_monster(arena: RuleSet) -> None:
    """A fellow in the way is hit like anyone."""
    game = draw("@.m.S", arena)
    _, mouse, statue = game.world.level.actors
    stone = arena.projectiles["stone"]

    SURE.apply(game.world, Cause(statue.ref, statue.at, stone), mouse.at)

    assert [Harmed, Died] == [type(event) for event in game.events]
    assert 1 == game.world.enemies_left


def test_a_strike_at_nobody_does_nothing(arena: RuleSet) -> None:
    """No dice are rolled either."""
    game = draw("@..", arena)
    before = game.digest()

    SURE.apply(game.world, Cause(game.world.player.ref, Point(0, 0), arena.projectiles["stone"]), Point(2, 0))

    assert before == game.digest()
    assert not game.events


def test_a_strike_needs_a_missile(arena: RuleSet) -> None:
    """There is no text for a wound by nothing, so an effect without a missile does nothing."""
    game = draw("@.S", arena)
    before = game.digest()

    SURE.apply(game.world, Cause(game.world.player.ref, Point(0, 0)), Point(2, 0))

    assert before == game.digest()


def test_an_item_can_strike_its_user(arena: RuleSet) -> None:
    """A rule set may hold a cursed blade: the blow is told with the item as what dealt it."""
    cursed = attrs.evolve(arena.items["pebble"], effects=(SURE,))
    game = draw("@", attrs.evolve(arena, items={**arena.items, "pebble": cursed}), inventory=["pebble"])
    player = game.world.player

    events = game.play(Use(slot=0))

    assert Harmed(player.ref, 1, Harm.MISSILE, means=cursed) in events
    assert player.max_hit_points - 1 == player.hit_points
