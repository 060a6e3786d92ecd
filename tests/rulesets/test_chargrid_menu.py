"""The two menus and the keys around them, on the chargrid tutorial's own level size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw, picture
from roguelike.engine.state.item import Item
from roguelike.ui.canvas import BLANK, Canvas, Cell, Rect, Style
from roguelike.ui.color import grey, scale
from roguelike.ui.input import Button, HangUp, Mouse
from tests.watching import cells, spot, watch, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.watching import Watched

SIZE = (60, 29)
"""The level of 40 by 25 with nothing to spare: the panel at its right, four messages below."""
POTION, FIREBALL, CONFUSION = "health potion", "fireball scroll", "confusion scroll"
THREE = [POTION, FIREBALL, CONFUSION]
PURPLE = (255, 0, 255)


@pytest.fixture(scope="module")
def chargrid() -> RuleSet:
    """Return the rule set as it is played."""
    return load_ruleset("chargrid")


@pytest.fixture
def begin(chargrid: RuleSet) -> Callable[..., Game]:
    """Return what begins a game in one hall as large as a level: glyphs by cell, what is carried."""

    def begin(
        things: dict[tuple[int, int], str] | None = None, inventory: Sequence[str] = (), hit_points: int | None = None
    ) -> Game:
        places = {(3, 3): "@", **(things or {})}
        rows = (
            "".join(places.get((x, y), "#" if x in {0, 39} or y in {0, 24} else ".") for x in range(40))
            for y in range(25)
        )
        return draw("\n".join(rows), chargrid, inventory=inventory, hit_points=hit_points)

    return begin


def run(game: Game, *deeds: str | Mouse | HangUp) -> Watched:
    """Watch a session on a screen of exactly the level's size."""
    return watch(game, *deeds, size=SIZE)


def rows_of(canvas: Canvas) -> list[str]:
    """Return the texts of the rows between the menu's sides."""
    lines = canvas.text().splitlines()
    return [line.split("│")[1].rstrip() for line in lines if line.count("│") == 2]


def marked(canvas: Canvas) -> str:
    """Return the letter of the highlighted row."""
    x, y = spot(canvas, "│> ")
    return words(canvas, x + 3, y, 1)


def carried(game: Game) -> list[str | None]:
    """Return what is in the first three slots."""
    return [item.kind.name if item else None for item in game.world.player.inventory.slots[:3]]


@pytest.mark.rows("C8-18", "C8-23", "C8-37", "C8-41")
@pytest.mark.parametrize(("key", "top"), [("i", "┌┤Use Item├──┐"), ("d", "┌┤Drop Item├─┐")])
def test_a_key_opens_the_menu_under_its_title(begin: Callable[..., Game], key: str, top: str) -> None:
    """White and not bold, on the top edge from column 2."""
    canvas = run(begin(), key).last
    x, y = spot(canvas, top)

    assert (13, 6) == (x, y)
    assert {Style(grey(255))} == {cell.style for cell in cells(canvas, x, y, 14)}


@pytest.mark.rows("C8-11", "C8-28", "C8-29", "C8-30")
def test_a_row_for_each_of_the_ten_slots(begin: Callable[..., Game]) -> None:
    """Marker, letter and name; a hole keeps its row."""
    game = begin(inventory=THREE)
    game.world.player.inventory.remove(1)

    assert ["> a) health potion", "  b) -", "  c) confusion scroll", *(f"  {letter}) -" for letter in "defghij")] == (
        rows_of(run(game, "i").last)
    )


@pytest.mark.rows("C8-30", "C8-31")
def test_the_colours_of_the_rows(begin: Callable[..., Game]) -> None:
    """The selected row is bold in full colour; the others have two thirds of theirs."""
    first, second, third = run(begin(inventory=[POTION]), "i", "down").after
    x, y = spot(second, "> a)")

    assert [Cell(char, Style(grey(255), bold=True)) for char in "> a) "] == cells(second, x, y, 5)
    assert Style(PURPLE, bold=True) == cells(second, x + 5, y)[0].style
    assert [Cell(char, Style(grey(187))) for char in "  b) "] == cells(second, x, y + 1, 5)
    assert Cell("-", Style(grey(124))) == cells(second, x + 5, y + 1)[0]
    assert Cell("h", Style((170, 0, 170))) == cells(third, x + 5, y)[0]
    assert Cell("-", Style(grey(187), bold=True)) == cells(third, x + 5, y + 1)[0]
    assert first.rows != second.rows


@pytest.mark.rows("C8-31", "C9-19")
@pytest.mark.parametrize(("name", "dim"), [(FIREBALL, (170, 84, 0)), (CONFUSION, (124, 0, 170))])
def test_unselected_scrolls_have_two_thirds_of_their_colours(
    begin: Callable[..., Game], name: str, dim: tuple[int, int, int]
) -> None:
    """Rounded down, channel by channel."""
    canvas = run(begin(inventory=[POTION, name]), "i").last
    x, y = spot(canvas, f"b) {name}")

    assert {Style(dim)} == {cell.style for cell in cells(canvas, x + 3, y, len(name))}


@pytest.mark.rows("C8-28", "C8-41")
def test_a_letter_chooses_at_once(begin: Callable[..., Game]) -> None:
    """The highlight stays where it was, and the menu closes."""
    game = begin(inventory=THREE)
    watched = run(game, "d", "c", "d")

    assert [POTION, FIREBALL, None] == carried(game)
    assert "Drop Item" not in watched.after[2].text()
    assert "a" == marked(watched.last)


@pytest.mark.rows("C8-32")
def test_the_highlight_wraps_at_both_ends(begin: Callable[..., Game]) -> None:
    """By the arrows and by the wheel."""
    up, down = Mouse(Button.WHEEL_UP, 0, 0), Mouse(Button.WHEEL_DOWN, 0, 0)
    watched = run(begin(), "i", "up", "up", "down", "down", "down", up, up, down, down)

    assert list("ajijabajab") == [marked(canvas) for canvas in watched.after[1:]]


@pytest.mark.rows("C8-33", "C8-41")
@pytest.mark.parametrize("key", ["enter", " "])
def test_enter_and_space_choose(begin: Callable[..., Game], key: str) -> None:
    """The row under the highlight: here the potion in the second slot."""
    game = begin(inventory=[FIREBALL, POTION], hit_points=9)
    watched = run(game, "i", "down", key)

    assert 14 == game.world.player.hit_points
    assert [FIREBALL, None, None] == carried(game)
    assert "Use Item" not in watched.last.text()


@pytest.mark.rows("C8-33", "C8-42", "C8-46")
@pytest.mark.parametrize("opener", ["i", "d"])
def test_escape_goes_back_and_nothing_is_lost(begin: Callable[..., Game], opener: str) -> None:
    """The program goes on, and the game is as it was."""
    game = begin({(9, 3): "o"}, inventory=THREE)
    before = game.digest()
    watched = run(game, opener, "down", "escape")

    assert watched.hung_up
    assert watched.after[0].rows == watched.last.rows
    assert before == game.digest()


@pytest.mark.rows("C8-34")
def test_the_mouse_highlights_and_chooses(begin: Callable[..., Game]) -> None:
    """From the left edge of the text to the end of the widest row, on all ten rows, with any button."""
    x, y = spot(run(begin(inventory=THREE), "d").last, "> a)")
    width = len("> c) confusion scroll")
    inside = [Mouse(Button.MOVE, x, y + 9), Mouse(Button.MOVE, x + width - 1, y + 4)]
    outside = [(x - 1, y + 2), (x + width, y + 2), (x, y - 1), (x, y + 10)]
    watched = run(begin(inventory=THREE), "d", *inside, *(Mouse(Button.MOVE, *place) for place in outside))

    assert list("ajeeeee") == [marked(canvas) for canvas in watched.after[1:]]
    for button in (Button.LEFT, Button.MIDDLE, Button.RIGHT):
        game = begin(inventory=THREE)
        run(game, "d", Mouse(button, x + width - 1, y + 1))
        assert [POTION, None, CONFUSION] == carried(game)


@pytest.mark.rows("C8-34", "C8-38")
def test_the_padding_of_a_narrow_menu_is_not_clickable(begin: Callable[..., Game]) -> None:
    """Inside it is 12 columns wide, of which the six of the text answer."""
    canvas = run(begin(), "i").last
    x, y = spot(canvas, "> a)")
    moves = [Mouse(Button.MOVE, x + 5, y + 3), Mouse(Button.MOVE, x + 6, y + 7)]

    assert 12 == len(canvas.text().splitlines()[y].split("│")[1])
    assert list("add") == [marked(shown) for shown in run(begin(), "i", *moves).after[1:]]


@pytest.mark.rows("C8-35")
def test_the_two_menus_have_one_highlight(begin: Callable[..., Game]) -> None:
    """It begins at the first row, and stays from one opening to the next."""
    watched = run(begin(), "i", "down", "down", "escape", "d", "down", "escape", "i")

    assert list("ac") == [marked(watched.after[1]), marked(watched.after[5])]
    assert "d" == marked(watched.last)


@pytest.mark.rows("C8-36")
@pytest.mark.parametrize("key", ["k", "z", "l", "x", "left", "right", "tab", "1", "A"])
def test_other_keys_are_ignored(begin: Callable[..., Game], key: str) -> None:
    """The menu stays as it is."""
    game = begin(inventory=THREE)
    before = game.digest()
    watched = run(game, "i", key)

    assert watched.after[1].rows == watched.after[2].rows
    assert before == game.digest()


@pytest.mark.rows("C8-37", "C8-38", "C8-40")
def test_the_box_stands_in_the_middle_of_the_game_area(begin: Callable[..., Game]) -> None:
    """A single line around ten rows, black inside, above everything that is there."""
    canvas = run(begin({(11, 8): "T", (12, 9): "!"}, inventory=THREE), "i").last
    inner = len("> c) confusion scroll")
    box = Rect((40 - inner - 2) // 2, (25 - 12) // 2, inner + 2, 12)
    sides = {canvas.rows[y][x] for y in range(box.y + 1, box.y + 11) for x in (box.x, box.x + inner + 1)}

    assert "┌┤Use Item├" + "─" * (inner - 10) + "┐" == words(canvas, box.x, box.y, box.width)
    assert "└" + "─" * inner + "┘" == words(canvas, box.x, box.y + 11, box.width)
    assert {Cell("│", Style((255, 255, 255)))} == sides
    assert {BLANK} == set(cells(canvas, box.x + 8, box.y + 5, inner - 8))


@pytest.mark.rows("C8-39")
def test_the_game_area_is_at_half_its_light_and_nothing_else(begin: Callable[..., Game]) -> None:
    """Floor and wall, player, orc, troll and potion; panel and messages stay as bright as they were."""
    things = {(9, 3): "o", (9, 4): "T", (5, 3): "!", (6, 4): "♫"}
    before, after = run(begin(things), "i").after
    colours = {
        (1, 1): (grey(31), (0, 0, 31)),
        (1, 0): ((0, 31, 31), (31, 63, 63)),
        (3, 3): (grey(127), (0, 0, 31)),
        (9, 3): ((0, 93, 0), (0, 0, 31)),
        (9, 4): ((93, 0, 0), (0, 0, 31)),
        (5, 3): ((127, 0, 127), (0, 0, 31)),
        (6, 4): ((127, 63, 0), (0, 0, 31)),
    }

    assert colours == {
        (x, y): (after.rows[y][x].style.foreground, after.rows[y][x].style.background) for x, y in colours
    }
    for y in range(29):
        assert before.rows[y][40:] == after.rows[y][40:]
        if y >= 25:
            assert before.rows[y] == after.rows[y]
    outside = [(x, y) for y in range(25) for x in range(40) if not Rect(13, 6, 14, 12).contains(x, y)]
    assert all(scale(before.rows[y][x].style.background, 1, 2) == after.rows[y][x].style.background for x, y in outside)


@pytest.mark.rows("C8-21", "C8-22", "C8-27", "C8-41")
@pytest.mark.parametrize("opener", ["i", "d"])
def test_an_empty_slot_keeps_the_menu_open(begin: Callable[..., Game], opener: str) -> None:
    """The reason is in the log, and nobody acts."""
    game = begin({(9, 3): "o"})
    before = game.digest()
    canvas = run(game, opener, "b").last

    assert "No item in inventory slot!" == words(canvas, 0, 25, 26)
    assert "Item├" in canvas.text()
    assert before == game.digest()


@pytest.mark.rows("C8-25", "C8-26", "C8-41")
@pytest.mark.parametrize("key", ["a", "j"])
def test_a_taken_cell_keeps_the_menu_open(begin: Callable[..., Game], key: str) -> None:
    """For an item and for an empty slot the same reason is given, and nobody acts."""
    game = begin({(9, 3): "o"}, inventory=THREE)
    game.world.level.put(Item(game.world.ruleset.items[POTION]), game.world.player.at)
    before = game.digest()
    canvas = run(game, "d", key).last

    assert "No space to drop item!" == words(canvas, 0, 25, 22)
    assert "Drop Item" in canvas.text()
    assert before == game.digest()


@pytest.mark.rows("C8-19", "C8-24", "C8-41")
@pytest.mark.parametrize(("opener", "text"), [("i", "You feel slightly better."), ("d", "You drop the health potion.")])
def test_what_succeeds_closes_the_menu(begin: Callable[..., Game], opener: str, text: str) -> None:
    """One turn has passed, and the log says what happened."""
    game = begin(inventory=THREE, hit_points=3)
    canvas = run(game, opener, "a").last

    assert text == words(canvas, 0, 25, len(text))
    assert "Item├" not in canvas.text()
    assert 1 == game.world.turn


@pytest.mark.rows("C8-43")
@pytest.mark.parametrize("opener", ["z", "i", "d", "x"])
def test_a_closed_window_ends_the_program_in_any_state(begin: Callable[..., Game], opener: str) -> None:
    """Nothing that comes after it is read."""
    watched = run(begin(), opener, HangUp(), "i")

    assert ["i"] == watched.script


@pytest.mark.rows("C8-15", "C8-44")
def test_the_keys_of_a_game(begin: Callable[..., Game]) -> None:
    """Arrows move, Space waits, `g` gets, `i` uses and `d` drops: a turn each."""
    game = begin({(4, 3): "!"})
    run(game, "right", "g", "down", "left", "up", " ", "d", "a")

    assert Point(3, 3) == game.world.player.at
    assert [POTION] == [item.kind.name for item in game.world.level.items_at(Point(3, 3))]
    assert 7 == game.world.turn


@pytest.mark.rows("C8-44")
def test_an_arrow_strikes_who_is_in_the_way(begin: Callable[..., Game]) -> None:
    """The player stays where they are."""
    game = begin({(4, 3): "o"})
    canvas = run(game, "right").last

    assert "You attack the orc." == words(canvas, 0, 25, 19)
    assert Point(3, 3) == game.world.player.at


@pytest.mark.rows("C8-44")
@pytest.mark.parametrize("key", ["z", "e", "tab", "backspace", "f5"])
def test_other_keys_do_nothing_in_the_game(begin: Callable[..., Game], key: str) -> None:
    """No turn, and no change on the screen."""
    game = begin({(9, 3): "o"})
    before = game.digest()
    watched = run(game, key)

    assert watched.after[0].rows == watched.last.rows
    assert before == game.digest()


@pytest.mark.rows("C8-45")
def test_sight_is_up_to_date_after_every_key(chargrid: RuleSet) -> None:
    """What is lit is what can be seen from where the player stands now; a menu changes nothing about it."""
    game = draw("#########\n#@......#\n#.#####.#\n#.......#\n#########", chargrid)
    world = game.world
    for direction in [*[Direction.EAST] * 6, Direction.SOUTH, Direction.SOUTH, Direction.WEST, Direction.WEST]:
        game.play(Move(direction))
        seen = {place for place, lit in enumerate(world.level.visible) if lit}

        assert set(chargrid.sight.cells(world.level, world.player.at)) == seen
        before = bytes(world.level.visible), bytes(world.level.explored)
        watch(game, "i", "down", "escape", size=SIZE)
        assert before == (bytes(world.level.visible), bytes(world.level.explored))


@pytest.mark.rows(
    "C8-4", "C8-5", "C8-10", "C9-17", "C9-18", "P-C12", "P-C13", "P-C14", "P-C16", "P-C17", "P-C18", "P-C19"
)
def test_what_is_out_of_sight_shows_its_terrain_alone(chargrid: RuleSet) -> None:
    """Round the corner floor and wall are grey on black; items, corpses and NPCs come back with the light."""
    rows = ["############", "#@..!fc%.oT#", "#.##########", "#.##......##", "############"]
    scrolls = {"f": FIREBALL, "c": CONFUSION}
    game = draw("\n".join(rows).replace("%", "."), chargrid, legend=scrolls)
    orc = chargrid.monsters["orc"]
    assert orc.corpse is not None
    game.world.level.put(Item(orc.corpse), Point(7, 1))
    watched = watch(game, "down", "down", "up", "up", size=SIZE)
    lit, dark, back = watched.after[0].rows, watched.after[2].rows, watched.last.rows
    blue, notes = (0, 0, 63), "\N{BEAMED EIGHTH NOTES}"

    assert [
        Cell("@", Style(grey(255), blue)),
        Cell(".", Style(grey(63), blue)),
        Cell(".", Style(grey(63), blue)),
        Cell("!", Style(PURPLE, blue)),
        Cell(notes, Style((255, 127, 0), blue)),
        Cell(notes, Style((187, 0, 255), blue)),
        Cell("%", Style((0, 187, 0), blue, bold=True)),
        Cell(".", Style(grey(63), blue)),
        Cell("o", Style((0, 187, 0), blue, bold=True)),
        Cell("T", Style((187, 0, 0), blue, bold=True)),
    ] == lit[1][1:11]
    assert Cell("#", Style((0, 63, 63), (63, 127, 127))) == lit[0][0]
    assert [Cell(".", Style(grey(63), faint=True))] * 7 == dark[1][4:11]
    assert Cell("#", Style(grey(63), faint=True)) == dark[0][5]
    assert lit[1][4:7] == back[1][4:7]
    assert BLANK == lit[3][5] == dark[3][5] == back[3][5]


@pytest.mark.rows("C8-4")
def test_who_stands_on_an_object_hides_it(begin: Callable[..., Game]) -> None:
    """Floor, object, character: the potion shows again when the player has gone on."""
    shown = [canvas.rows[3][4].char for canvas in run(begin({(4, 3): "!"}), "right", "right").after]

    assert ["!", "@", "!"] == shown


@pytest.mark.rows("P-C1")
def test_the_whole_level_is_shown_where_there_is_room(chargrid: RuleSet) -> None:
    """40 by 25 cells at the top left, and the rows of messages right below them."""
    game = new_game(chargrid, 3)
    level = game.world.level
    level.visible = level.explored = bytearray(b"\1" * level.grid.size)
    canvas = watch(game, "g", size=SIZE).last

    assert picture(game) == "\n".join(words(canvas, 0, y, 40).rstrip() for y in range(25))
    assert (0, 25) == spot(canvas, "Nothing to get!")
    assert canvas.rows[0][41].style.background == (200, 0, 0)
