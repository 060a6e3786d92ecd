"""The moment of death."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas, Mark, Style
from roguelike.cells.color import add, scale
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.play.perspective import Perspective
from roguelike.play.views.end import End
from roguelike.ui.screens.screen import screen_of
from tests.views import view
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.state.world import Outcome

FATAL = {(11, 10): "o", (12, 4): "T"}


def test_the_end_is_shown_immediately_in_the_middle_of_the_screen(begin: Callable[..., Game]) -> None:
    """Red and bold, in the middle of everything, not of the map."""
    canvas = watch(begin(FATAL, hit_points=1), ".").last

    assert (36, 11) == spot(canvas, "YOU DIED")
    assert [
        Style((255, 0, 0), canvas.rows[11][36 + x].style.background, bold=True, mark=Mark.DEATH) for x in range(8)
    ] == [canvas.rows[11][36 + x].style for x in range(8)]


def test_on_the_sources_screen_it_stands_where_the_source_has_it() -> None:
    """Columns 16 to 23 of row 14 on 40x30."""
    game = draw("@o", load_ruleset("chargrid"), hit_points=1)

    assert (16, 14) == spot(watch(game, *"." * 9, size=(40, 30)).last, "YOU DIED")


def test_it_stands_on_the_map_where_the_panel_is_in_the_middle(begin: Callable[..., Game]) -> None:
    """On a wide screen, on which the map ends before it."""
    canvas = watch(begin(FATAL, hit_points=1), ".", size=(120, 30)).last
    across = begin().world.level.width

    assert (across // 2 - 4, begin().world.level.height // 2 - 1) == spot(canvas, "YOU DIED")


def test_the_map_turns_red_and_the_rest_does_not(begin: Callable[..., Game]) -> None:
    """A third of every colour plus (31, 0, 0); panel and log are unchanged, with the deadly hit."""
    before, after = watch(begin(FATAL, hit_points=1), ".").after

    assert "THE ORC KILLS YOU!" in after.text()
    assert "0/20" in after.text()
    for y in range(20):
        for x in range(36):
            if (x, y) != (10, 10):
                old, new = before.rows[y][x], after.rows[y][x]
                assert old.char == new.char
                assert add(scale(old.style.foreground, 1, 3), (31, 0, 0)) == new.style.foreground
                assert add(scale(old.style.background, 1, 3), (31, 0, 0)) == new.style.background
    assert before.rows[0][61].style.background != (31, 0, 0)
    assert {(0, 0, 0)} == {cell.style.background for cell in after.rows[22]}


def test_the_player_is_a_corpse_by_now(begin: Callable[..., Game]) -> None:
    """The corpse's glyph, in its colour through the filter: (116, 85, 85)."""
    canvas = watch(begin(FATAL, hit_points=1), ".").last

    assert "%" == canvas.rows[10][10].char
    assert (116, 85, 85) == canvas.rows[10][10].style.foreground


def test_unexplored_cells_are_darker_red(begin: Callable[..., Game]) -> None:
    """(41, 0, 0), for the fill goes through the same filter."""
    game = begin({**FATAL, **{(x, y): "#" for x in range(30, 59) for y in range(1, 19)}}, hit_points=1)
    canvas = watch(game, ".").last

    assert not game.world.level.is_explored(Point(45, 10))
    assert (41, 0, 0) == canvas.rows[9][45].style.background


@pytest.mark.parametrize(
    "deed", ["enter", "escape", " ", "q", "?", "i", Mouse(Button.LEFT, 40, 11), Mouse(Button.MOVE, 40, 11)], ids=str
)
def test_it_is_deaf(begin: Callable[..., Game], deed: str | Mouse) -> None:
    """Hurried typing must not close it."""
    watched = watch(begin(FATAL, hit_points=1), ".", deed)

    assert watched.hung_up
    assert watched.after[1].rows == watched.after[2].rows


def test_it_lasts_for_two_seconds(begin: Callable[..., Game]) -> None:
    """Then the summary comes by itself."""
    watched = watch(begin(FATAL, hit_points=1), ".", 1.9, "enter", 0.2)

    assert "YOU DIED" in watched.after[3].text()
    assert "killed by an orc" in watched.after[4].text()


def test_a_death_while_looking_elsewhere_shows_the_player(begin: Callable[..., Game]) -> None:
    """A stone in flight kills while the cursor is at the far end of a level that scrolls."""
    game = begin({(18, 10): "s"}, hit_points=1)
    canvas = watch(game, ".", "x", *"l" * 40, 1.0, size=(40, 15)).last

    assert "YOU DIED" in canvas.text()
    assert any(cell.char == "%" for row in canvas.rows[:11] for cell in row[:20])
    assert "EXAMINE" not in canvas.text()


def test_a_screen_too_narrow_for_the_words_does_not_fail(begin: Callable[..., Game]) -> None:
    """They are cut off like all else."""
    canvas = watch(begin(FATAL, hit_points=1), ".", size=(40, 15)).last
    assert "YOU DIED" in canvas.text()
    assert End(view(begin()).perspective).on_key("enter") is None


@pytest.mark.parametrize(("outcome", "told"), [("died", "YOU DIED"), ("won", "YOU WON")])
def test_a_game_ends_on_the_screen_of_its_outcome(begin: Callable[..., Game], outcome: Outcome, told: str) -> None:
    """Played or watched, it is the same."""
    perspective, canvas = Perspective(begin()), Canvas(80, 24)
    perspective.world.outcome = outcome
    screen_of(End(perspective)).draw(canvas)

    assert told in canvas.text()
