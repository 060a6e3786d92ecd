"""The lamp: oil, covering it, and what it lights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.commands import Cover, Move, Wait
from roguelike.engine.events import CameIntoView, LampChange, LampChanged, Reason, Refused, TurnEnded
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.healing import Fill
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.lamp import refill
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.engine.state.lamp import Lamp
from tests.dark import DARK, dark, scene, wait

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

HALL = "@" + "." * 30


def sight(game: Game) -> int:
    """Return how far the player sees down a hall."""
    return max(x for x in range(31) if game.world.level.is_visible(Point(x, 0)))


def oil(game: Game) -> int:
    """Return the oil left in the lamp."""
    return game.world.player.gauges["oil"]


def test_the_lamp_burns_oil_each_round_covered_or_not(arena: RuleSet) -> None:
    """Every round costs oil."""
    game = draw(HALL, dark(arena))
    wait(game, 2)
    game.play(Cover())
    wait(game, 2)

    assert 895 == oil(game)
    assert 895 == observe(game.world).me.gauges["oil"]


def test_covering_takes_a_turn_and_opening_takes_none(arena: RuleSet) -> None:
    """Both take effect immediately."""
    game = draw(HALL, dark(arena))

    assert 9 == sight(game)
    events = game.play(Cover())
    assert [LampChanged(LampChange.COVERED)] == events[:1]
    assert 1 == game.world.turn
    assert 3 == sight(game)
    assert [LampChanged(LampChange.OPENED)] == game.play(Cover())
    assert 1 == game.world.turn
    assert 9 == sight(game)


def test_monsters_in_the_light_of_an_opened_lamp_are_reported(arena: RuleSet) -> None:
    """Though no time has passed."""
    game = scene("@.....o", dark(arena, sure=False), Mood.ASLEEP)
    game.play(Cover())

    assert [LampChanged, CameIntoView] == [type(event) for event in game.play(Cover())]


def test_low_oil_is_reported_before_the_lamp_goes_out(arena: RuleSet) -> None:
    """Then the player sees two cells, is as loud as with an open lamp, and cannot cover it."""
    game = draw(HALL, dark(arena))
    game.world.player.gauges["oil"] = 151
    assert LampChanged(LampChange.LOW) in game.play(Wait())
    game.world.player.gauges["oil"] = 1
    assert LampChanged(LampChange.OUT) in game.play(Wait())

    assert Lamp.OUT == observe(game.world).lamp
    assert 2 == sight(game)
    assert [Refused(Reason.LAMP_OUT)] == game.play(Cover())
    game.play(Move(Direction.EAST))
    assert 14 == observe(game.world).noise
    assert [TurnEnded(game.world.turn + 1)] == game.play(Wait())


def test_a_flask_fills_the_lamp_up_to_its_capacity(arena: RuleSet) -> None:
    """The excess is lost."""
    game = draw(HALL, dark(arena))

    Fill("oil", 500).apply(game.world, Cause(None, Point(0, 0)), Point(0, 0))
    assert 1400 == oil(game)
    assert 100 == refill(game.world, "oil", 500)
    assert 1500 == oil(game)


def test_a_carried_light_replaces_the_lamp(arena: RuleSet) -> None:
    """It burns nothing, reaches further and cannot be covered, and darkness does not dim it."""
    rules = dark(arena)
    game = draw(HALL, rules)
    game.world.player.inventory.insert(Item(attrs.evolve(rules.items["pebble"], light=12)))
    afflict(game.world, game.world.player, DARK, 99)
    wait(game)

    assert 12 == sight(game)
    assert 900 == oil(game)
    assert [Refused(Reason.NO_LAMP)] == game.play(Cover())


def test_darkness_dims_the_lamp(arena: RuleSet) -> None:
    """Its light is never less than that of an empty lamp."""
    game = draw(HALL, dark(arena))
    afflict(game.world, game.world.player, DARK, 99)
    wait(game)

    assert 2 == sight(game)


def test_glowing_terrain_is_seen_from_afar(arena: RuleSet) -> None:
    """The terrain itself, not the floor before it; and not round corners."""
    game = scene("@...............o.", dark(arena, sure=False, glows=True), Mood.ASLEEP)
    wait(game)
    seen = observe(game.world)
    assert ["orc"] == [foe.kind.name for foe in seen.foes]
    assert not seen.level.is_visible(Point(15, 0))

    game = scene("@.......#.......o.", dark(arena, sure=False, glows=True), Mood.ASLEEP)
    wait(game)
    assert () == observe(game.world).foes


@pytest.mark.parametrize("change", [{"lamp": "tallow"}, {"counts_rounds": False}])
def test_a_lamp_burns_a_gauge_and_gauges_need_rounds(arena: RuleSet, change: dict[str, Any]) -> None:
    """A rule set that says otherwise is refused."""
    with pytest.raises(ValueError, match=r"must be the name of a gauge|need 'counts_rounds'"):
        attrs.evolve(dark(arena), **change)
