"""Looking and pointing in the chargrid rules: what has a name, and what the cursor does (C9-1 to C9-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.ui.canvas import Cell, Mark, Style
from roguelike.ui.color import grey
from roguelike.ui.input import Button, Mouse
from tests.watching import Deed, cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.ui.canvas import Canvas

CHARGRID = load_ruleset("chargrid")
LEGEND = {"f": "fireball scroll", "c": "confusion scroll"}
CARRIED = ["fireball scroll", "confusion scroll"]
PICTURE = """
    #########
    #@.T.!fc#
    ##.######
    #o......#
    #########
"""
FLOOR, WALL = (0, 0, 63), (63, 127, 127)


def begin() -> Game:
    """Return a game in two rooms with one of everything."""
    return draw(PICTURE, CHARGRID, legend=LEGEND, inventory=CARRIED)


def name_at(game: Game, x: int, y: int) -> str:
    """Return what the panel names when the mouse is on a cell."""
    return named(watch(game, Mouse(Button.MOVE, x, y)).last, game.world.level.width)


def named(canvas: Canvas, width: int) -> str:
    """Return what the two rows for names say, beside a map so wide."""
    return " ".join("".join(cell.char for cell in canvas.rows[y][width + 1 :]).strip() for y in (4, 5)).strip()


def pointed(canvas: Canvas) -> tuple[int, int] | None:
    """Return the cell that shows the cursor: the one whose background is no terrain's."""
    usual = {FLOOR, WALL, grey(0)}
    lit = [(x, y) for y in range(5) for x in range(9) if canvas.rows[y][x].style.background not in usual]
    assert len(lit) <= 1
    return lit[0] if lit else None


@pytest.mark.rows("C9-1")
def test_monsters_items_and_the_player_have_names() -> None:
    """Bare names, and "yourself"; floors, walls and what is off the map have none."""
    game = begin()
    names = [name_at(game, x, 1) for x in range(1, 8)]

    assert ["yourself", "", "troll", "", "health potion", "fireball scroll", "confusion scroll"] == names
    assert [""] * 5 == [name_at(game, *at) for at in ((0, 0), (2, 1), (9, 1), (1, 9), (40, 20))]


@pytest.mark.rows("C9-1")
@pytest.mark.parametrize(("glyph", "name"), [("o", "orc"), ("T", "troll")])
def test_a_corpse_has_the_name_of_the_monster(glyph: str, name: str) -> None:
    """The living and the dead are told apart by their glyphs alone."""
    game = draw(f"#@{glyph}#", CHARGRID)
    game.world.level.actors[1].hit_points = 1
    before = name_at(game, 2, 0)
    game.play(Move(Direction.EAST))

    assert "%" == game.world.level.items_at(Point(2, 0))[0].kind.glyph.char
    assert name == before == name_at(game, 2, 0)


@pytest.mark.rows("C9-1")
def test_the_corpse_of_the_player_has_no_name() -> None:
    """There is nobody left to look at it."""
    canvas = watch(draw("#@o#", CHARGRID, hit_points=1), " ", Mouse(Button.MOVE, 1, 0)).last

    assert "YOU DIED" in canvas.text()
    assert "%" == canvas.rows[0][1].char
    assert "" == named(canvas, 4)


@pytest.mark.rows("C9-1")
def test_what_flies_has_no_name() -> None:
    """It is gone before it could be read."""
    game = draw("#@.....#", CHARGRID, inventory=CARRIED)
    game.submit(Use(0, Point(5, 0)))
    game.update()
    game.tick()

    assert Point(2, 0) == game.world.level.projectiles[0].at
    assert "" == name_at(game, 2, 0)


@pytest.mark.rows("C9-2")
def test_whoever_stands_on_an_item_comes_first() -> None:
    """The item is named before the player is above it, and again afterwards."""
    game = draw("#@!.#", CHARGRID)
    names = [name_at(game, 2, 0)]
    for _ in range(2):
        game.play(Move(Direction.EAST))
        names.append(name_at(game, 2, 0))

    assert ["health potion", "yourself", "health potion"] == names


@pytest.mark.rows("C9-3")
def test_only_what_is_in_view_now_has_a_name() -> None:
    """Never what was not seen yet, and not any more what is remembered."""
    game = draw("#########\n#@o.....#\n#.#####.#\n#!.....o#\n#########", CHARGRID)
    before = (name_at(game, 1, 3), name_at(game, 7, 3))
    for _ in range(3):
        game.play(Move(Direction.EAST))

    assert ("health potion", "") == before
    assert game.world.level.is_explored(Point(1, 3))
    assert "" == name_at(game, 1, 3)


@pytest.mark.rows("C9-4", "C9-5")
@pytest.mark.parametrize(
    ("at", "background"), [((2, 1), (127, 127, 158)), ((4, 0), (158, 190, 190)), ((1, 3), grey(127))]
)
def test_the_cursor_lights_the_background_half_way_up_and_changes_nothing_else(
    at: tuple[int, int], background: tuple[int, int, int]
) -> None:
    """On floor, on a wall and on the black of what was never seen; by the mouse alone, and without a turn."""
    game = begin()
    before, after = watch(game, Mouse(Button.MOVE, *at)).after
    old, new = before.rows[at[1]][at[0]], after.rows[at[1]][at[0]]

    assert Cell(old.char, old.style._replace(background=background, mark=Mark.CURSOR)) == new
    assert at == pointed(after)
    assert 0 == game.world.turn


@pytest.mark.rows("C9-6")
@pytest.mark.parametrize("key", ["right", " ", "g", "z"])
def test_a_key_in_play_clears_the_cursor(key: str) -> None:
    """Whether it does anything or not."""
    watched = watch(begin(), Mouse(Button.MOVE, 4, 1), key)

    assert (4, 1) == pointed(watched.after[1])
    assert pointed(watched.after[2]) is None


@pytest.mark.rows("C9-7", "C9-14", "C9-16")
def test_examining_starts_where_the_mouse_is_or_on_the_player() -> None:
    """The mode is named in white in the panel, and the map is as bright as before."""
    alone = watch(begin(), "x").last
    pointing = watch(begin(), Mouse(Button.MOVE, 4, 1), "x").last
    x, y = spot(alone, "EXAMINE")

    assert (1, 1) == pointed(alone)
    assert (4, 1) == pointed(pointing)
    assert [grey(255)] * 7 == [cell.style.foreground for cell in cells(alone, x, y, 7)]
    assert Cell("#", Style((0, 63, 63), WALL)) == alone.rows[0][0]


@pytest.mark.rows("C9-8", "C9-10", "C9-12", "C9-13")
def test_arrows_move_the_cursor_one_cell_as_far_as_the_map_goes() -> None:
    """In four directions; it stays on the map (ruling D18), and Enter or Escape leave without a turn."""
    game = begin()
    keys: tuple[Deed, ...] = ("x", "right", "right", "down", "left", "up", "up", "up", "left", "left", "left", "enter")
    watched = watch(game, *keys, "x", "escape")

    places = [
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 2),
        (2, 2),
        (2, 1),
        (2, 0),
        (2, 0),
        (1, 0),
        (0, 0),
        (0, 0),
        None,
        (1, 1),
        None,
    ]
    assert places == [pointed(canvas) for canvas in watched.after[1:]]
    assert 0 == game.world.turn
    assert watched.after[0].rows == watched.last.rows


@pytest.mark.rows("C9-8", "C9-10")
def test_arrows_move_the_aim_and_enter_takes_its_cell() -> None:
    """The spell flies to the cell under the cursor, which then rests on the player again."""
    game = draw(PICTURE.replace("T", "."), CHARGRID, legend=LEGEND, inventory=CARRIED)
    watched = watch(game, "i", "a", "right", "right", "right", "down", "up", "enter")

    assert [Point(4, 1)] == [projectile.path[-1] for projectile in game.world.level.projectiles]
    assert [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 1), (1, 1)] == [canvas.cursor for canvas in watched.after[2:]]


@pytest.mark.rows("C9-9")
def test_the_mouse_places_the_cursor_and_its_left_button_takes_the_cell() -> None:
    """The middle one and the wheel do nothing; the right one goes back, as in other documents."""
    game = begin()
    idle = [Mouse(button, 5, 3) for button in (Button.MIDDLE, Button.WHEEL_UP, Button.WHEEL_DOWN)]
    watched = watch(game, "i", "a", Mouse(Button.MOVE, 2, 1), *idle, Mouse(Button.LEFT, 4, 1))

    assert [(2, 1)] * 4 == [canvas.cursor for canvas in watched.after[3:7]]
    assert [Point(4, 1)] == [projectile.path[-1] for projectile in game.world.level.projectiles]


@pytest.mark.rows("C9-11")
@pytest.mark.parametrize("opener", ["x", "ia"])
def test_any_other_key_does_nothing_there(opener: str) -> None:
    """The commands of the game sleep."""
    game = begin()
    watched = watch(game, *opener, "z", "g", " ", "d", "f5")
    first = len(opener)

    assert all(watched.after[first].rows == canvas.rows for canvas in watched.after[first:])
    assert 0 == game.world.turn


@pytest.mark.rows("C9-15")
@pytest.mark.parametrize(("keys", "mouse"), [(("x",), True), ((), True), (("x", *["right"] * 5), False)])
def test_the_name_is_shown_in_grey_below_the_mode(keys: tuple[str, ...], *, mouse: bool) -> None:
    """Pointed at by keys or by the mouse, in examine mode or in play: in the rows below the mode."""
    game = draw(PICTURE.replace("T", ".").replace("!", "c"), CHARGRID, legend=LEGEND)
    deeds: tuple[Deed, ...] = (Mouse(Button.MOVE, 6, 1),) if mouse else ()
    canvas = watch(game, *keys, *deeds).last
    panel = [row[10:] for row in canvas.rows]
    name = [cell for cell in panel[5] if cell.char != " "]

    assert "fireballscroll" == "".join(cell.char for cell in name)
    assert {grey(187)} == {cell.style.foreground for cell in name}


@pytest.mark.rows("C9-14", "C9-16")
def test_aiming_is_named_and_does_not_dim_the_map() -> None:
    """A target must be seen well."""
    before, _, after = watch(begin(), "i", "a").after
    x, y = spot(after, "AIM")

    assert [grey(255)] * 3 == [cell.style.foreground for cell in cells(after, x, y, 3)]
    assert before.rows[0][:9] == after.rows[0][:9]
    assert before.rows[4][:9] == after.rows[4][:9]


def test_what_an_item_does_is_told_with_its_numbers() -> None:
    """They are the ones of its effects."""
    facts = {name: kind.description for name, kind in CHARGRID.items.items() if kind.description}

    assert {
        "health potion": "Heals 5.",
        "fireball scroll": "Aimed. 2 damage to the first it meets.",
        "confusion scroll": "Aimed. Confuses the first it meets for 5 turns.",
    } == facts


@pytest.mark.rows("C9-4", "C9-14", "C9-6")
@pytest.mark.parametrize("opener", ["i", "d", "Q", "escape"])
def test_a_cursor_of_the_mouse_stays_bright_over_a_dimmed_map(opener: str) -> None:
    """It is drawn last (ruling D31)."""
    picture = "\n".join(["#" * 40, "#@" + "." * 37 + "#", *["#" + "." * 38 + "#"] * 22, "#" * 40])
    watched = watch(draw(picture, CHARGRID), Mouse(Button.MOVE, 3, 1), opener)

    assert [(127, 127, 158)] * 2 == [canvas.rows[1][3].style.background for canvas in watched.after[1:]]
    assert (0, 0, 31) == watched.last.rows[1][4].style.background


@pytest.mark.rows("C9-4")
def test_the_cursor_lies_above_every_tint() -> None:
    """Where a burst would be shown, the cursor's cell looks as it always does (ruling D31)."""
    watched = watch(begin(), "i", "a", Mouse(Button.MOVE, 3, 1))

    assert (127, 127, 158) == watched.last.rows[1][3].style.background
    assert "T" == watched.last.rows[1][3].char


@pytest.mark.rows("C9-8", "C9-10")
@pytest.mark.parametrize(("mouse", "first"), [((5, 1), (5, 1)), (None, (3, 1))])
def test_an_aim_starts_where_the_mouse_left_the_cursor_else_on_the_nearest_enemy(
    mouse: tuple[int, int] | None, first: tuple[int, int]
) -> None:
    """Where neither is, on the player, at whom nothing can be fired (ruling D25)."""
    pointing: list[Deed] = [Mouse(Button.MOVE, *mouse)] if mouse else []

    assert first == watch(begin(), *pointing, "i", "a").last.cursor


@pytest.mark.rows("C9-10", "C9-24")
def test_with_nobody_in_view_an_aim_starts_on_the_player_and_enter_there_is_refused() -> None:
    """The aim stays, and says why (rulings D17, D25)."""
    game = draw("#####\n#@..#\n#####", CHARGRID, inventory=CARRIED)
    watched = watch(game, "i", "a", "enter")

    assert (1, 1) == watched.after[2].cursor
    assert "AIM" in watched.last.text()
    assert "You cannot aim at yourself." in watched.last.text()
