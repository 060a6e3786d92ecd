"""Commands in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import (
    Command,
    Cover,
    Drop,
    Equip,
    Move,
    PickUp,
    Search,
    TakeStairs,
    ThrowFuel,
    ThrowItem,
    Use,
    Wait,
)
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.narration.commands import in_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.observation import Observation

EMBER = load_ruleset("ember")


@pytest.fixture(scope="module")
def seen() -> Observation:
    """Return a player adjacent to an orc, with a dart, a sword, an unidentified potion and a staff."""
    game = draw("#@o...#", EMBER, inventory=["dart", "sword", "potion of fire", "staff of fire"])
    game.world.knowledge.appearances["potion of fire"] = "milky potion"
    return observe(game.world)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda _: Move(Direction.EAST), "attack the orc"),
        (lambda _: Move(Direction.NORTH_WEST), "step north-west"),
        (lambda _: Wait(), "wait"),
        (lambda _: Search(), "search"),
        (lambda _: PickUp(), "pick up"),
        (lambda _: Cover(), "cover the lamp"),
        (lambda _: TakeStairs("down"), "take the stairs down"),
        (lambda slot: ThrowItem(slot("dart"), Point(2, 0)), "throw a dart at the orc"),
        (lambda slot: ThrowItem(slot("dart"), Point(4, 0)), "throw a dart 3 cells east"),
        (lambda _: ThrowFuel(Point(2, 0)), "throw lamp oil at the orc"),
        (lambda slot: Use(slot("staff of fire"), Point(2, 0)), "aim the staff of fire at the orc"),
        (lambda slot: Use(slot("milky potion")), "use the milky potion"),
        (lambda slot: Use(slot("milky potion"), Point(1, 0)), "aim the milky potion at yourself"),
        (lambda slot: Equip(slot("sword")), "put on the sword"),
        (lambda slot: Drop(slot("dart")), "drop the dart"),
        (lambda _: Drop(9), "drop an empty slot"),
    ],
)
def test_a_command_is_described_from_the_players_view(
    seen: Observation, make: Callable[[Callable[[str], int]], Command], words: str
) -> None:
    """Monsters and items by their names, cells by their place; an unknown item stays unknown."""

    def slot(name: str) -> int:
        return next(number for number, item in enumerate(seen.me.inventory.slots) if item and item.kind.name == name)

    assert words == in_words(make(slot), seen)
