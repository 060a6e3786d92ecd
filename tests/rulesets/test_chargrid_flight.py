"""What flies in the chargrid rules: which way, how fast, over what and into whom (C9-29 to C9-42, C9-54, C9-55)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import AnyEvent, ConditionBegan, Harmed, Launched, Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.rules.flight import launch
from roguelike.engine.scenario import draw
from roguelike.ui.canvas import Cell, Style
from roguelike.ui.input import Button, Mouse
from roguelike.ui.narration import Narrator
from tests.line_vectors import CARDINAL_STEPS
from tests.watching import Deed, Stall, Watched, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.ui.color import Color

CHARGRID = load_ruleset("chargrid")
SCROLLS = ["fireball scroll", "confusion scroll"]
FIREBALL: Color = (255, 127, 0)
CONFUSION: Color = (187, 0, 255)
FLOOR: Color = (0, 0, 63)

CENTER = Point(11, 11)
FIELD = "\n".join("".join("@" if (x, y) == CENTER else "." for x in range(23)) for y in range(23))

LETTERS = {(1, 0): "E", (0, 1): "S", (-1, 0): "W", (0, -1): "N"}

HALL = """
    ##############################
    #............................#
    #@...........................#
    #............................#
    ##############################
"""
LAUNCH: tuple[Deed, ...] = ("i", "a", Mouse(Button.LEFT, 13, 2))
"""Twelve cells along the empty hall, with nobody there to be hit."""


def advance_projectiles(game: Game, target: Point, slot: int = 0) -> list[Point]:
    """Launch what is in a slot and give the cells over which it is, from the launch to the landing."""
    game.submit(Use(slot, target))
    game.update()
    (projectile,) = game.world.level.projectiles
    places = [projectile.at]
    while game.in_flight:
        game.tick()
        places.append(projectile.at)
    return places


def happened(game: Game) -> list[AnyEvent]:
    """Return what has happened but for the launch."""
    return [event for event in game.events if not isinstance(event, Launched)]


def hall(things: str = "@", scrolls: int = 2) -> Game:
    """Return a game in the hall, whose middle row begins with these things."""
    row = f"#{things.ljust(28, '.')}#"
    return draw(HALL.replace("#@...........................#", row), CHARGRID, inventory=SCROLLS[:scrolls])


@pytest.mark.rows("C9-30", "C9-38")
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("delta", CARDINAL_STEPS)
def test_it_takes_the_published_steps_one_a_tick_and_ends_on_the_target(delta: tuple[int, int], slot: int) -> None:
    """Both spells fly along cardinal lines only; the longer axis leads, the vertical one in a tie."""
    places = advance_projectiles(draw(FIELD, CHARGRID, inventory=SCROLLS), CENTER.offset(*delta), slot)
    steps = "".join(LETTERS[b.x - a.x, b.y - a.y] for a, b in itertools.pairwise(places))

    assert CARDINAL_STEPS[delta] == steps
    assert CENTER.offset(*delta) == places[-1]


@pytest.mark.rows("C9-38")
def test_whoever_stands_behind_the_target_is_not_hit() -> None:
    """The source's flight went one cell too far; this one does not."""
    game = hall("@....T")
    advance_projectiles(game, Point(5, 2))

    assert [] == happened(game)


@pytest.mark.rows("C8-4", "C9-23", "C9-29")
@pytest.mark.parametrize(("key", "color"), [("a", FIREBALL), ("b", CONFUSION)])
def test_it_is_a_star_in_its_scrolls_colour_above_everything(key: str, color: Color) -> None:
    """It begins above the player, whom it hides for a moment, and flies above what lies there."""
    watched = watch(hall("@.!"), "i", key, Mouse(Button.LEFT, 13, 2), 0.07)
    star = Cell("*", Style(color, FLOOR))

    assert star == watched.after[3].rows[2][1]
    assert star == watched.after[4].rows[2][3]
    assert "@" == watched.after[4].rows[2][1].char


def test_out_of_sight_it_is_not_seen() -> None:
    """Past the tenth cell of the hall it is too far away."""
    watched = watch(hall(), "i", "a", Mouse(Button.LEFT, 25, 2), 0.033 * 10.5, 0.033)

    assert "*" in watched.after[4].text()
    assert "*" not in watched.after[5].text()


@pytest.mark.rows("C9-31")
def test_a_tick_comes_every_33_milliseconds() -> None:
    """As many as there are cells, one more in which it is seen on the last of them, and then none."""
    watched = watch(hall(), *LAUNCH, 1.0)
    ticks = [wait for wait in watched.waits if wait is not None]

    assert [pytest.approx(0.033)] * 13 == ticks
    assert watched.waits[-1] is None


@pytest.mark.rows("C9-31")
def test_a_slow_machine_shows_every_cell_and_a_late_tick_is_not_made_up_for() -> None:
    """Never two ticks in one frame, and the full time again after one that was late."""

    def places(watched: Watched) -> list[int]:
        return [
            x for canvas in watched.after[3:] for x, cell in enumerate(canvas.rows[2]) if cell.char == "*" and x < 30
        ]

    # The twelfth cell is out of sight.
    assert list(range(1, 12)) == places(watch(hall(), *LAUNCH, *["f5"] * 14, lag=0.5))
    assert [1, 2, 2, 3] == places(watch(hall(), *LAUNCH, Stall(0.5), 0.032, 0.002))


@pytest.mark.rows("C9-32", "C9-41")
@pytest.mark.parametrize(
    ("keys", "shown"),
    [("x", "EXAMINE"), ("i", "Use Item"), ("d", "Drop Item"), ("Q", "Quit?"), (["escape"], "Quit?")],
)
def test_screens_open_during_a_flight_and_do_not_stop_it(keys: str | list[str], shown: str) -> None:
    """Menus and modes work as ever, Escape leaves them, and the ticks go on beneath (ruling D6)."""
    game = hall()
    watched = watch(game, *LAUNCH, 0.1, *keys, 0.1, "escape", 1.0)

    assert "*" in watched.after[4].text()
    assert shown in watched.after[4 + len(keys)].text()
    assert shown not in watched.after[-2].text()
    assert "*" in watched.after[-2].text()
    assert not game.in_flight


@pytest.mark.rows("C9-33")
@pytest.mark.parametrize("slot", [0, 1])
def test_a_wall_ends_it_without_effect(slot: int) -> None:
    """It is never inside the wall, and burns nobody who stands before it."""
    game = hall("@..#.")
    places = advance_projectiles(game, Point(6, 2), slot)

    assert [Point(1, 2), Point(2, 2), Point(3, 2), Point(3, 2)] == places
    assert [] == happened(game)
    assert 20 == game.world.player.hit_points


@pytest.mark.rows("C9-34", "C9-35", "C9-43")
@pytest.mark.parametrize("slot", [0, 1])
def test_the_first_in_the_way_is_hit_and_what_lies_there_is_not(slot: int) -> None:
    """Aimed at the last of three trolls, over a potion."""
    game = hall("@!.T.TT")
    first, *others = game.world.level.actors[1:]
    places = advance_projectiles(game, Point(7, 2), slot)

    assert first.at == places[-1]
    assert (4 if slot == 0 else 6) == first.hit_points
    assert bool(slot) == bool(first.conditions)
    assert all(6 == troll.hit_points and not troll.conditions for troll in others)
    assert "health potion" == game.world.level.items_at(Point(2, 2))[0].kind.name


@pytest.mark.rows("C9-35")
def test_a_corpse_does_not_stop_it() -> None:
    """The dead are out of the way."""
    game = hall("@oT")
    game.world.level.actors[1].hit_points = 1
    game.play(Move(Direction.EAST))
    game.play(Use(0, Point(3, 2)))

    assert "%" == game.world.level.items_at(Point(2, 2))[0].kind.glyph.char
    assert 4 == game.world.level.actors[1].hit_points


@pytest.mark.rows("C9-36")
def test_two_that_meet_ignore_each_other() -> None:
    """They pass, and each hits whom it was meant for."""
    game = hall("@......T")
    player, troll = game.world.level.actors
    launch(game.world, CHARGRID.projectiles["fireball"], player.ref, player.at, troll.at)
    launch(game.world, CHARGRID.projectiles["fireball"], troll.ref, troll.at, player.at)
    while game.in_flight:
        game.tick()

    assert (18, 4) == (player.hit_points, troll.hit_points)


@pytest.mark.rows("C9-42")
def test_all_step_and_vanish_before_any_does_what_it_does() -> None:
    """Two reach one troll in the same tick: fire first, then confusion, with nothing left in the air."""
    game = hall("@..T")
    player, troll = game.world.level.actors
    for name in ("fireball", "confusion spell"):
        launch(game.world, CHARGRID.projectiles[name], player.ref, player.at, troll.at)
    game.tick()
    game.tick()
    assert [Point(3, 2)] * 2 == [projectile.at for projectile in game.world.level.projectiles]
    game.tick()

    assert not game.in_flight
    told = [type(event) for event in happened(game) if isinstance(event, Harmed | ConditionBegan)]
    assert [Harmed, ConditionBegan] == told


@pytest.mark.rows("C9-37")
def test_one_that_meets_nobody_ends_without_effect() -> None:
    """Two cells short of the troll."""
    game = hall("@.....T")
    advance_projectiles(game, Point(5, 2))

    assert [] == happened(game)
    assert 6 == game.world.level.actors[1].hit_points


@pytest.mark.rows("C9-39", "C9-40")
@pytest.mark.parametrize("command", [Move(Direction.EAST), Wait(), PickUp(), Use(1), Use(1, Point(9, 2)), Drop(1)])
def test_no_command_is_done_during_a_flight(command: Command) -> None:
    """No turn passes and nothing is said; dropping is no exception (ruling D5)."""
    game = hall("@......T")
    game.submit(Use(0, Point(5, 2)))
    game.update()
    game.events.clear()
    before = game.digest()
    game.submit(command)
    game.update()

    assert [Refused(Reason.IN_FLIGHT)] == list(game.events)
    assert Narrator(CHARGRID).tell(game.events[0]) is None
    assert before == game.digest()


@pytest.mark.rows("C9-39", "C9-40")
@pytest.mark.parametrize(("opener", "slot"), [("i", "b"), ("d", "b"), ("i", "c"), ("d", "c"), ("i", "a"), ("d", "a")])
def test_a_choice_during_a_flight_says_to_wait_and_leaves_its_menu_as_it_is(opener: str, slot: str) -> None:
    """Whether that is a potion, a scroll that would be aimed, or nothing at all (ruling D30)."""
    game = draw(HALL, CHARGRID, inventory=["fireball scroll", "health potion", "confusion scroll"])
    watched = watch(game, *LAUNCH, opener, slot)
    before, after = watched.after[4:6]

    assert "Wait until it has landed." in after.text()
    assert "Item├" in after.text()
    assert before.rows[:20] == after.rows[:20]
    assert game.in_flight
    assert 0 == game.world.turn
    assert [None, "health potion", "confusion scroll"] == [
        item and item.kind.name for item in game.world.player.inventory.slots[:3]
    ]


@pytest.mark.rows("C9-54")
def test_it_never_hits_whoever_launched_it() -> None:
    """Even against the next wall: the first step leaves the cell or ends the flight."""
    for target in (Point(0, 2), Point(1, 1), Point(2, 2), Point(1, 4)):
        for slot in (0, 1):
            game = hall()
            advance_projectiles(game, target, slot)

            assert [] == happened(game)
            assert 20 == game.world.player.hit_points


@pytest.mark.rows("C9-55")
def test_commands_wait_exactly_as_long_as_something_flies() -> None:
    """From the launch to the landing: the very next command is done."""
    game = hall()
    flying = [game.in_flight]
    game.submit(Use(0, Point(3, 2)))
    game.update()
    flying.append(game.in_flight)
    for _ in range(2):
        game.tick()
        flying.append(game.in_flight)

    assert [False, True, True, False] == flying
    assert Refused(Reason.IN_FLIGHT) not in game.play(Wait())
    assert 1 == game.world.turn


@pytest.mark.rows("C9-36", "C9-37")
@pytest.mark.parametrize(("target", "last"), [(5, 5), (2, 2)])
def test_it_is_seen_on_its_last_cell(target: int, last: int) -> None:
    """For one tick, on an empty target as well, and when that is the next cell (ruling D29)."""
    game = hall("@......T")
    watched = watch(game, "i", "a", Mouse(Button.LEFT, target, 2), 1.0)
    places = [spot(canvas, "*") for canvas in watched.frames if "*" in canvas.text() and "AIM" not in canvas.text()]

    assert [(x, 2) for x in range(1, last + 1)] == places
    assert "*" not in watched.last.text()


@pytest.mark.rows("C9-39")
def test_keys_pressed_during_a_flight_are_ignored() -> None:
    """Without a word, without a turn, and not done later either."""
    game = draw(HALL, CHARGRID, inventory=["fireball scroll", "health potion"])
    watched = watch(game, *LAUNCH, "right", " ", "g", "right", 1.0)

    assert 0 == game.world.turn
    assert watched.after[0].text().split("\n")[2][:3] == watched.last.text().split("\n")[2][:3]
    assert "get" not in watched.last.text()
