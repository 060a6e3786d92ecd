"""Looking around."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.sides import follow
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
THINGS = {(14, 10): "T", (10, 12): "!", (30, 10): "o"}


def test_it_starts_on_the_player(begin: Callable[..., Game]) -> None:
    """Whose name is "yourself"; the mode is named in the panel."""
    canvas = watch(begin(THINGS), "x").last

    assert (10, 10) == canvas.cursor
    assert (67, 3) == spot(canvas, "EXAMINE")
    assert 5 == spot(canvas, "yourself")[1]


def test_it_starts_where_the_mouse_is(begin: Callable[..., Game]) -> None:
    """The player was just looking there."""
    assert (14, 10) == watch(begin(THINGS), Mouse(Button.MOVE, 14, 10), "x").last.cursor


def test_the_cell_under_the_cursor_is_described(begin: Callable[..., Game]) -> None:
    """Step by step, by keys or by mouse."""
    watched = watch(begin(THINGS), "x", *"llll", Mouse(Button.MOVE, 10, 12), "j")

    assert 5 == spot(watched.after[5], "  troll")[1]
    assert "HP 24/24" in watched.after[5].text()
    assert 5 == spot(watched.after[6], "health potion")[1]
    assert (10, 13) == watched.after[7].cursor
    assert "HP 24/24" not in watched.after[7].text()


@pytest.mark.parametrize(
    ("width", "told"),
    [(80, "Esc: back   5 cells south-east (4 east, 5 south)"), (60, "Esc: back   5 cells south-east"), (40, "5 cells")],
)
def test_it_tells_where_the_cell_is(begin: Callable[..., Game], width: int, told: str) -> None:
    """Beside the keys, as exactly as fits; below them on the narrowest screen."""
    canvas = watch(begin(THINGS), "x", *"llll", *"jjjjj", size=(width, 24)).last

    assert spot(canvas, told)[1] == (18 if width == 40 else 20)
    assert ("(4 east" in canvas.text()) == (width == 80)


@pytest.mark.parametrize(
    ("moves", "sees_player"), [("lllllllll", True), ("l" * 19, True), ("l" * 20, False), ("jjjj", True)]
)
def test_a_small_map_shows_the_player_beside_the_cursor(
    begin: Callable[..., Game], moves: str, *, sees_player: bool
) -> None:
    """As long as both fit into its twenty columns."""
    canvas = watch(begin({(30, 10): "@"}), "x", *moves, size=(40, 15)).last

    assert sees_player is ("@" in canvas.text())
    assert canvas.cursor is not None


def test_facts_that_have_no_room_are_on_further_pages() -> None:
    """Nothing is cut off on the smallest screen; the pages come round, and another target begins with its first."""
    game = draw("@..o..r", EMBER, legend={"o": "orc", "r": "rat"})
    small = watch(game, "x", "tab", " ", " ", " ", "tab", "tab", size=(40, 15)).texts()
    large = watch(game, "x", "tab", " ").texts()
    pages = [text.split("more (")[1][0] for text in small[2:]]

    assert list("121211") == pages
    assert small[2] == small[4] == small[7]
    assert all(words in " ".join(small[3].split()) for words in ("As strong as you", "at most 8", "kills you in"))
    assert "more (" not in large[2]
    assert large[2] == large[3]


def test_tab_goes_round_everything_in_view_as_listed(begin: Callable[..., Game]) -> None:
    """Hunters, then monsters, then items, in the order of the panel; Shift-Tab goes back."""
    watched = watch(begin(THINGS), "x", "tab", "tab", "tab", "tab", "shift_tab")

    assert [(30, 10), (14, 10), (10, 12), (30, 10), (10, 12)] == [canvas.cursor for canvas in watched.after[2:]]


@pytest.mark.parametrize("way", ["escape", "q", "x", Mouse(Button.RIGHT, 20, 10)], ids=str)
def test_every_way_out_leads_back_to_the_game_and_takes_no_turn(begin: Callable[..., Game], way: str | Mouse) -> None:
    """Looking is free."""
    game = begin(THINGS)
    before = game.digest()
    watched = watch(game, "x", "l", "l", way)

    assert watched.after[0].rows == watched.last.rows
    assert before == game.digest()


def test_keys_jump_to_stairs_monsters_items_and_doors() -> None:
    """To known ones; otherwise a message says there are none. Enter travels there."""
    game = draw("#########\n#@.!.o>+#\n#########", EMBER, legend={"+": "door", ">": "stairs down"})
    game.world.level.actors[1].mood = Mood.ASLEEP
    watched = watch(game, "_", ">", "m", "i", "o", "<", size=(80, 24))
    start = watched.after[1].cursor
    assert start is not None
    cursors = [canvas.cursor for canvas in watched.after[2:]]

    assert [None if at is None else at[0] - start[0] for at in cursors] == [5, 4, 2, 6, 6]
    assert "You have not seen any stairs up here." in watched.last.text()
    game.world.level.explored[game.world.level.grid.index(Point(6, 1))] = 0
    edge = watch(game, "_", "f", size=(80, 24)).last.cursor
    assert edge is not None
    assert edge[0] - start[0] == 4
    watch(game, "_", "i", "enter", 1.0)
    assert Point(3, 1) == game.world.player.at


def test_help_and_notes_are_named_where_there_is_room() -> None:
    """A narrow screen has room for the other keys only."""
    game = draw("#########\n#@.....r#\n#########", EMBER)
    wide, small = (watch(game, "x", "l", size=size).last.text() for size in ((80, 24), (40, 15)))

    assert 'Esc: back  ?: help  ": note   1 cell east' in wide
    assert "Esc: back" in small
    assert "?: help" not in small


def test_a_jump_to_monsters_comes_to_allies_last() -> None:
    """The list of places also counts them as monsters."""
    game = draw("#########\n#o@...r.#\n#########", EMBER)
    follow(game.world, game.world.level.actors[1])
    start, _, *cursors = [canvas.cursor for canvas in watch(game, "x", "m", "m").after[1:]]
    assert start is not None

    assert cursors == [(start[0] - 1, start[1])]


def test_the_list_of_places_opens_from_there(begin: Callable[..., Game]) -> None:
    """And leads back to the game."""
    watched = watch(begin(THINGS), "_", "G", "escape")

    assert "Go to (type to search)" in watched.after[2].text()
    assert watched.after[0].rows == watched.last.rows


def test_the_cursor_never_leaves_the_level(begin: Callable[..., Game]) -> None:
    """It stays at the border."""
    assert (0, 0) == watch(begin(), "x", *"y" * 10, "h", "k").last.cursor


def test_other_keys_do_nothing(begin: Callable[..., Game]) -> None:
    """The game's commands sleep while looking around."""
    game = begin(THINGS)
    watched = watch(game, "x", "g", ".", "e", "d")

    assert all(watched.after[1].rows == canvas.rows for canvas in watched.after[2:])
    assert 0 == game.world.turn


def test_the_map_is_not_dimmed(begin: Callable[..., Game]) -> None:
    """Only the cursor's cell is another than before."""
    before, after = watch(begin(THINGS), "x").after
    changed = [(x, y) for y in range(20) for x in range(60) if before.rows[y][x] != after.rows[y][x]]

    assert [(10, 10)] == changed


def test_the_map_does_not_run_away_under_the_mouse(begin: Callable[..., Game]) -> None:
    """On a screen that shows a part of the level, the cell that was pointed at stays there."""
    watched = watch(begin(THINGS), "x", Mouse(Button.MOVE, 1, 1), Mouse(Button.MOVE, 18, 9), size=(40, 15))

    assert (1, 1) == watched.after[2].cursor
    assert (18, 9) == watched.after[3].cursor
    assert spot(watched.after[2], "@") == spot(watched.after[3], "@")


def test_an_adjacent_cell_needs_no_path() -> None:
    """A wall, a cage or a swimmer there is no cell to walk to; further off the same words would be missed."""
    game = draw("##########\n#@e..#...#\n#==......#\n##########", EMBER, legend={"=": "deep water", "e": "eel"})
    change(game.world, 1 << game.world.level.actors[1].cell, "deep water")
    game.world.level.actors[1].shown_until = 99
    beside, wall = watch(game, "x", "l", "l", "l", "l").after[2], watch(game, "x", "l", "l", "l", "l").last

    assert "EXAMINE: beside you" in beside.text()
    assert "EXAMINE: no path" in wall.text()
