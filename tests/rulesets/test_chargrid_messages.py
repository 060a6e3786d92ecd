"""Every message of the chargrid rules: its words, and the colours of its parts (C9-56 to C9-70)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.ui.narration import Message, Narrator, Span
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.ui.color import Color

CHARGRID = load_ruleset("chargrid")

WHITE: Color = (255, 255, 255)
RED: Color = (255, 0, 0)
BETTER: Color = (0, 187, 0)
NAMES: dict[str, Color] = {
    "orc": (0, 187, 0),
    "troll": (187, 0, 0),
    "health potion": (255, 0, 255),
    "fireball scroll": (255, 127, 0),
    "confusion scroll": (187, 0, 255),
    "fireball": (255, 127, 0),
    "confusion spell": (187, 0, 255),
}
"""The colour that each name wears."""

FIELD = "\n".join(["." * 20] * 7 + ["@.......M..........."] + ["." * 20] * 7)
EAST = Move(Direction.EAST)

by_monster = pytest.mark.parametrize("name", ["orc", "troll"])


def told(events: Iterable[AnyEvent]) -> list[Message]:
    """Return the messages for some events."""
    narrator = Narrator(CHARGRID)
    return [message for event in events if (message := narrator.tell(event)) is not None]


def named(before: str, name: str, after: str) -> Message:
    """Return a message in white with a name in it, bold and in the colour of its kind."""
    return Message((Span(before, WHITE), Span(name, NAMES[name], bold=True), Span(after, WHITE)))


def plain(text: str, color: Color = WHITE) -> Message:
    """Return a message in one colour."""
    return Message((Span(text, color),))


@pytest.mark.rows("C9-56", "C9-57")
@by_monster
def test_an_exchange_of_blows_names_the_monster_twice(name: str) -> None:
    """Whom one attacks, and who attacks: no damage is told."""
    game = draw("#@M#", CHARGRID, legend={"M": name})

    assert [named("You attack the ", name, "."), named("The ", name, " attacks you.")] == told(game.play(EAST))


@pytest.mark.rows("C9-58")
@by_monster
def test_the_blow_that_kills_is_another_message(name: str) -> None:
    """And the only one: that it is dead needs no second line."""
    game = draw("#@M#", CHARGRID, legend={"M": name})
    game.world.level.actors[1].hit_points = 1

    assert [named("You kill the ", name, ".")] == told(game.play(EAST))


@pytest.mark.rows("C9-59")
@by_monster
def test_the_last_message_is_a_shout_in_red(name: str) -> None:
    """The name too is in capitals, but keeps its colour."""
    game = draw("#@M#", CHARGRID, legend={"M": name}, hit_points=1)
    shout = Message((Span("THE ", RED), Span(name.upper(), NAMES[name], bold=True), Span(" KILLS YOU!", RED)))

    assert [shout] == told(game.play(Wait()))


@pytest.mark.rows("C9-60", "C9-65")
@pytest.mark.parametrize("name", ["health potion", "fireball scroll", "confusion scroll"])
def test_getting_and_dropping_name_the_item(name: str) -> None:
    """With "the", since there is only one there."""
    game = draw("#@#", CHARGRID, inventory=[name])

    assert [named("You drop the ", name, ".")] == told(game.play(Drop(0)))
    assert [named("You get the ", name, ".")] == told(game.play(PickUp()))


@pytest.mark.rows("C9-61")
def test_a_full_inventory_takes_no_more() -> None:
    """Ten items are all that goes in."""
    game = draw("#@!#", CHARGRID, inventory=["health potion"] * 10)
    game.play(EAST)

    assert [plain("Inventory is full!")] == told(game.play(PickUp()))


@pytest.mark.rows("C9-62", "C9-63", "C9-66")
def test_what_cannot_be_done_is_told_in_white() -> None:
    """Nothing underfoot, nothing in the slot, no room underfoot."""
    game = draw("#@#", CHARGRID, inventory=["health potion", "health potion"])

    assert [plain("Nothing to get!")] == told(game.play(PickUp()))
    assert [plain("No item in inventory slot!")] == told(game.play(Use(5)))
    assert [plain("No item in inventory slot!")] == told(game.play(Drop(5)))
    game.play(Drop(0))
    assert [plain("No space to drop item!")] == told(game.play(Drop(1)))


@pytest.mark.rows("C9-64")
@pytest.mark.parametrize("hit_points", [3, 20])
def test_a_potion_makes_slightly_better(hit_points: int) -> None:
    """In green, whether it was needed or not, and without a number."""
    game = draw("#@#", CHARGRID, inventory=["health potion"], hit_points=hit_points)

    assert [plain("You feel slightly better.", BETTER)] == told(game.play(Use(0)))


@pytest.mark.rows("C9-23", "C9-37", "C9-67")
@pytest.mark.parametrize(
    ("scroll", "projectile"), [("fireball scroll", "fireball"), ("confusion scroll", "confusion spell")]
)
def test_a_launch_names_what_flies(scroll: str, projectile: str) -> None:
    """Not the scroll; a flight that meets nobody has no other message."""
    game = draw("#@....#", CHARGRID, inventory=[scroll])

    assert [named("You launch a ", projectile, "!")] == told(game.play(Use(0, Point(4, 0))))


@pytest.mark.rows("C9-45", "C9-68")
@by_monster
def test_who_dies_of_a_fireball_is_told_of_once(name: str) -> None:
    """After the launch, and with nothing between."""
    game = draw("#@..M#", CHARGRID, legend={"M": name}, inventory=["fireball scroll"])
    game.world.level.actors[1].hit_points = 2

    assert [named("You launch a ", "fireball", "!"), named("The ", name, " dies.")] == told(
        game.play(Use(0, Point(4, 0)))
    )


@pytest.mark.rows("C9-45")
def test_who_survives_a_fireball_is_not_told_of() -> None:
    """A troll has six hit points; four of them are left, and nobody says so."""
    game = draw("#@..T#", CHARGRID, inventory=["fireball scroll"])

    assert [named("You launch a ", "fireball", "!")] == told(game.play(Use(0, Point(4, 0))))
    assert 4 == game.world.level.actors[1].hit_points


@pytest.mark.rows("C9-47", "C9-69", "C9-70")
@by_monster
def test_confusion_is_told_of_when_it_comes_and_when_it_passes(name: str) -> None:
    """Twice, with the victim's own name; nothing is told of its steps in between."""
    game = draw(FIELD, CHARGRID, legend={"M": name}, inventory=["confusion scroll"])

    first = told(game.play(Use(0, Point(8, 7))))
    later = [told(game.play(Wait())) for _ in range(7)]

    assert [named("You launch a ", "confusion spell", "!"), named("The ", name, " is confused.")] == first
    assert [[]] * 5 + [[named("The ", name, "'s confusion passes.")]] + [[]] == later


@pytest.mark.rows("C9-56", "C9-64")
def test_a_message_reaches_the_screen_in_its_colours() -> None:
    """Span by span: white words, a green name in bold, and the next message below it."""
    canvas = watch(draw("#@o#", CHARGRID, inventory=["health potion"]), "right", "i", "a").last
    x, y = spot(canvas, "You attack the orc.")

    looks = [(cell.style.foreground, cell.style.bold) for cell in cells(canvas, x, y, 19)]

    assert [(WHITE, False)] * 15 + [(NAMES["orc"], True)] * 3 + [(WHITE, False)] == looks
    assert BETTER == cells(canvas, *spot(canvas, "You feel slightly better."))[0].style.foreground


def test_ordinary_life_is_silent() -> None:
    """Steps, bumps, a new enemy in view and turns that end have no words here."""
    game = draw("#@..#T", CHARGRID)
    game.world.in_view = frozenset()

    assert [] == told(event for command in (Wait(), EAST, EAST, EAST) for event in game.play(command))
