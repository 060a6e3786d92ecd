"""Ember: the first target of an aim, the targets of Tab, and messages for failed aims."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.sides import follow
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from roguelike.narration.aiming import Aim, first_cell, refused_there, targets
from roguelike.play.perspective import Perspective
from roguelike.play.views.look import Look
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
BLINK = Aim(EMBER.items["staff of blinking"], plus=2)
HEALING = Aim(EMBER.items["potion of healing"], throws=True)
FIRE = Aim(EMBER.items["staff of fire"])


def duel() -> Game:
    """Return a game with two neutral fighters."""
    game = draw("@.....o\n......r", EMBER)
    for each in game.world.level.actors[1:]:
        each.side, each.mood = Side.NONE, Mood.DUELLING
    return game


def test_an_aim_begins_on_fighters_that_are_no_enemies() -> None:
    """Tab goes through both, and then to the player."""
    seen = observe(duel().world)

    assert Point(6, 0) == first_cell(FIRE, seen, None)
    assert {Point(6, 0), Point(6, 1)} == set(targets(FIRE, seen, Point(6, 0))) - {seen.me.at}


def test_healing_potions_are_thrown_at_the_ally_that_they_heal_most() -> None:
    """Even with an enemy in view; Tab goes through all allies."""
    game = draw("@..o...\n......r\n...o...", EMBER)
    hale, _, wounded = game.world.level.actors[1:]
    for ally in (hale, wounded):
        follow(game.world, ally)
    wounded.hit_points = 3
    seen = observe(game.world)

    assert wounded.at == first_cell(HEALING, seen, None)
    assert {hale.at, wounded.at} <= set(targets(HEALING, seen, wounded.at))


def test_a_hop_begins_on_the_farthest_cell_in_reach() -> None:
    """Not on the enemy, which blocks the cells behind it."""
    game = draw("###########\n#..........\n#.o.@......\n#..........\n###########", EMBER)
    seen = observe(game.world)
    at = first_cell(BLINK, seen, None)

    assert BLINK.refusal(seen, at) is None
    assert all(
        abs(at.x - 4) >= abs(x - 4)
        for x in range(11)
        for y in (1, 2, 3)
        if (x, y) != (4, 2) and BLINK.refusal(seen, Point(x, y)) is None
    )
    assert at.x > 4


@pytest.mark.parametrize(("picture", "told"), [("@.o...", "orc in the way"), ("@.#...", "wall in the way")])
def test_a_refused_hop_names_the_obstacle(picture: str, told: str) -> None:
    """A missile that hits nothing also does."""
    game = draw(picture, EMBER)
    seen = observe(game.world)
    seen.level.visible[:] = bytes([1]) * seen.level.grid.size
    seen.level.explored[:] = bytes([1]) * seen.level.grid.size
    at = Point(4, 0)
    reason = BLINK.refusal(seen, at)
    dart = Aim(EMBER.items["dart"], throws=True)

    assert reason is not None
    assert told == refused_there(reason, seen, at)
    if "#" in picture:
        assert f"hits nothing: {told}" == dart.outcome(seen, dart.preview(seen, at), at)


def test_shift_moves_the_cursor_by_eight_cells() -> None:
    """Up to the edge of the level."""
    look = Look(Perspective(draw("@" + "." * 20, EMBER)))
    cells = []
    for _ in range(3):
        look.on_key("shift_right")
        cells.append(look.cursor.x)

    assert [8, 16, 20] == cells
    assert "cursor" in look.STEERING


def test_the_preview_of_an_aim_is_wrapped_between_words() -> None:
    """No word is cut off at the edge of the screen."""
    names = ["orc archer", "orc shaman", "skeleton"]
    game = draw("@.....\n...abs\n......", EMBER, legend=dict(zip("abs", names, strict=True)))
    item = game.world.player.inventory
    slot = item.slots.index(None)
    item.slots[slot] = Item.of(EMBER.items["potion of confusion"])
    game.world.knowledge.identified.append("potion of confusion")
    shown = watch(game, "t", chr(ord("a") + slot), size=(60, 24)).last.text()

    assert "skeleton" in " ".join(shown.split())
