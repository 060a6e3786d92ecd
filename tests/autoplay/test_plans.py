"""The plans of the kits in drawn situations of Ember: fire out of the lamp, company, and staffs that grow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.autoplay.tactics.company import gather, nurse, raise_fallen
from roguelike.autoplay.tactics.gear import enchant
from roguelike.autoplay.tactics.kindle import OIL_LEFT, creep_up, kindle
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Move, ThrowFuel, Use, Wait
from roguelike.engine.commands.use import Slot
from roguelike.engine.events import Harm
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import board_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from tests.autoplay.situations import answer

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EMBER = load_ruleset("ember")
LEGEND = {"h": "hound", "o": "orc", ">": "stairs down"}


def meadow(picture: str, grass: range, *, oil: int = 1500) -> Game:
    """Return a game with grass on some columns of the first row, and oil in the lamp."""
    game = draw(picture, EMBER)
    level = game.world.level
    change(game.world, board_of(level.grid.index(Point(x, 0)) for x in grass), "grass")
    game.world.player.gauges["oil"] = oil
    return game


def with_hound(picture: str) -> tuple[Game, Actor]:
    """Return a game in which the hound is an ally."""
    game = draw(picture, EMBER, legend=LEGEND)
    hound = next(actor for actor in game.world.level.actors if actor.kind.name == "hound")
    follow(game.world, hound)
    return game, hound


def test_oil_of_the_lamp_lights_the_grass_in_which_a_pack_sleeps() -> None:
    """Not for a rat, not when awake, and not when little oil would be left."""
    thrown = answer(kindle, meadow("@...ooo", range(3, 7)), Mood.ASLEEP)
    assert isinstance(thrown, ThrowFuel)

    assert answer(kindle, meadow("@...r..", range(3, 7)), Mood.ASLEEP) is None
    assert answer(kindle, meadow("@...ooo", range(3, 7)), Mood.HUNTING) is None
    assert answer(kindle, meadow("@...ooo", range(3, 7), oil=OIL_LEFT), Mood.ASLEEP) is None


def test_the_player_does_not_ignite_grass_underfoot() -> None:
    """It burns back to the thrower."""
    assert answer(kindle, meadow("@...ooo", range(7)), Mood.ASLEEP) is None


def test_a_player_creeps_up_to_sleepers_in_grass_with_the_lamp_covered() -> None:
    """First the lamp, then the steps; none if bare ground surrounds them."""
    game = meadow("@.......ooo", range(7, 11))
    assert Cover() == answer(creep_up, game, Mood.ASLEEP)
    game.world.player.covered = True
    for actor in game.world.level.actors[1:]:
        game.world.level.visible[actor.cell] = 1

    assert Move(Direction.EAST) == answer(creep_up, game, Mood.ASLEEP)
    assert answer(creep_up, meadow("@.......ooo", range(1)), Mood.ASLEEP) is None


def test_the_player_goes_to_a_fallen_ally_and_raises_it() -> None:
    """Unless a monster hunts."""
    game, hound = with_hound("@..h..")
    hurt(game.world, hound, 99, Harm.OTHER, Cause(None, hound.at))
    assert Move(Direction.EAST) == answer(raise_fallen, game, None)

    game, hound = with_hound("@h..")
    hurt(game.world, hound, 99, Harm.OTHER, Cause(None, hound.at))
    assert Wait() == answer(raise_fallen, game, None)
    for _ in range(3):
        game.play(Wait())
    assert not hound.is_fallen

    game, hound = with_hound("@h..o")
    game.world.level.actors[-1].mood = Mood.HUNTING
    hurt(game.world, hound, 99, Harm.OTHER, Cause(None, hound.at))
    assert answer(raise_fallen, game, None) is None


@pytest.mark.parametrize(("part", "waits"), [(4, True), (10, False)])
def test_wounded_allies_are_waited_for(part: int, waits: bool) -> None:  # noqa: FBT001 -- a parameter
    """Below half of their hit points."""
    game, hound = with_hound("@h..")
    hound.hit_points = hound.max_hit_points * part // 10

    assert (Wait() if waits else None) == answer(nurse, game, None)


def test_the_stairs_are_not_taken_while_an_ally_is_out_of_reach() -> None:
    """It is waited for on the stairs."""
    game, _ = with_hound("@#h..\n.###.")
    assert answer(gather, game, None) is None
    change(game.world, 1 << game.world.player.cell, "stairs down")

    assert Wait() == answer(gather, game, None)


def test_a_staff_that_wounds_gets_its_share_of_enchantments() -> None:
    """The weapon and the armour come first, two pluses for each of the staff."""
    game = draw("@..", EMBER, inventory=["scroll of enchantment", "sword"])
    pack = game.world.player.inventory
    game.world.knowledge.identified = ["scroll of enchantment"]
    scroll = next(slot for slot, item in enumerate(pack.slots) if item and item.kind.name == "scroll of enchantment")
    sword = next(item for item in pack.slots if item and item.kind.name == "sword")
    for item in pack.slots:
        if item and item.kind.equips == "weapon":
            item.worn = item is sword
    staff = pack.insert(Item.of(EMBER.items["staff of fire"]))
    assert answer(enchant, game) != Use(scroll, Slot(staff))

    sword.plus = 1

    assert answer(enchant, game) == Use(scroll, Slot(staff))
