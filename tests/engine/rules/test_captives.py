"""Captives and allies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Cover, Move, Search, Wait
from roguelike.engine.events import PLAYER_ID, Freed, LostAlly, Reason, Refused, SwappedPlaces
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.sides import room_for_ally
from roguelike.engine.state.actor import Side
from roguelike.engine.state.cause import Cause
from tests.dark import dark, others, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

EAST = Move(Direction.EAST)


def shackle(actor: Actor, captor: Actor | None = None) -> Actor:
    """Turn a monster into a captive."""
    actor.side, actor.mood, actor.leader = Side.NONE, Mood.HELD, 0 if captor is None else captor.id
    return actor


def cell_with(picture: str, rules: RuleSet, mood: Mood = Mood.ASLEEP) -> tuple[Game, Actor]:
    """Begin a game in which the first monster is a captive of the second, if there is one."""
    game = scene(picture, rules, mood)
    captive, *captors = others(game)
    return game, shackle(captive, captors[0] if captors else None)


def test_five_rounds_beside_a_captive_set_it_free(arena: RuleSet) -> None:
    """The work is noisy."""
    game, captive = cell_with("@o.", dark(arena))
    wait(game, 4)
    assert Side.NONE == captive.side
    assert 14 == observe(game.world).noise

    events = game.play(Wait())

    assert Freed(captive.ref) in events
    assert (Side.PLAYER, Mood.FOLLOWING, 1) == (captive.side, captive.mood, captive.leader)


def test_the_rounds_must_come_one_after_the_other(arena: RuleSet) -> None:
    """Walking about in between starts the count again."""
    game, captive = cell_with("@o.\n...", dark(arena))
    wait(game, 4)
    game.play(Move(Direction.SOUTH))
    wait(game, 4)

    assert Side.NONE == captive.side


def test_other_actions_interrupt_the_work_on_shackles(arena: RuleSet) -> None:
    """Covering the lamp resets the count, and makes no noise of work; searching counts."""
    game, captive = cell_with("@o.", dark(arena))
    wait(game, 4)
    game.play(Cover())
    assert (0, 7) == (captive.helped, observe(game.world).noise)

    for _ in range(5):
        game.play(Search())
    assert Side.PLAYER == captive.side


def test_captors_come_first(arena: RuleSet) -> None:
    """No captive is freed while a captor is awake within ten steps; sleeping, distant and dead ones do not count."""
    for picture, mood, is_free in (
        ("@o.S.........", Mood.ROAMING, False),
        ("@o.S.........", Mood.ASLEEP, True),
        ("@o............S", Mood.ROAMING, True),
        ("@o..............", Mood.ROAMING, True),
    ):
        game, captive = cell_with(picture, dark(arena, sure=False), mood)
        for actor in others(game)[1:]:
            actor.kind = attrs.evolve(actor.kind, speed=1)
        wait(game, 5)
        assert is_free == (captive.side == Side.PLAYER), picture


def test_the_player_leads_at_most_two_allies(arena: RuleSet) -> None:
    """A third stays in its shackles."""
    game = scene("oo\n@o", dark(arena))
    for actor in others(game):
        shackle(actor)
    wait(game, 5)

    assert 2 == sum(actor.side == Side.PLAYER for actor in others(game))
    assert not room_for_ally(game.world)


def test_captives_are_never_attacked(arena: RuleSet) -> None:
    """Bumping into one is refused, monsters ignore it, and it is not an enemy."""
    game, _ = cell_with("@o", dark(arena))

    assert [Refused(Reason.CAPTIVE)] == game.play(EAST)
    assert ((), 1) == (observe(game.world).foes, len(observe(game.world).others))


def test_the_player_and_an_ally_change_places(arena: RuleSet) -> None:
    """A step for the player, and nothing for the ally."""
    game, ally = cell_with("@o..", dark(arena))
    ally.side, ally.mood = Side.PLAYER, Mood.FOLLOWING

    events = game.play(EAST)

    assert (Point(1, 0), Point(0, 0)) == (game.world.player.at, ally.at)
    assert SwappedPlaces(ally.ref) in events
    assert 1 == game.world.turn
    assert game.world.level.actor_at(Point(0, 0)) is ally
    assert (ally.id,) == tuple(each.id for each in observe(game.world).allies)


def test_a_rooted_ally_swaps_places_and_a_captive_does_not(arena: RuleSet) -> None:
    """It cannot step by itself, but does not block the player."""
    for fields, mood, gives_way in (({"rooted": True}, Mood.FOLLOWING, True), ({}, Mood.HELD, False)):
        game, ally = cell_with("@o..", dark(arena, **fields))
        ally.side, ally.mood = Side.PLAYER, mood
        game.play(EAST)

        assert Point(int(gives_way), 0) == game.world.player.at


@pytest.mark.parametrize(("picture", "is_told"), [("@.o", False), ("@#o", True)])
def test_the_death_of_an_ally_out_of_sight_is_reported(arena: RuleSet, picture: str, *, is_told: bool) -> None:
    """Once, and only for a death out of view; not for summoned allies."""
    for summoner in (0, PLAYER_ID):
        game, ally = cell_with(picture, dark(arena))
        ally.side, ally.mood, ally.summoner = Side.PLAYER, Mood.FOLLOWING, summoner
        game.take_events()
        hurt(game.world, ally, 1000, None, Cause(None, ally.at))
        assert (is_told and not summoner) == (LostAlly(ally.ref, is_dead=True) in game.take_events())
