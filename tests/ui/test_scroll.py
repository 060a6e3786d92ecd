"""Where the map begins on a screen that is too small for the level, and when the screen changes its size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.ui.scroll import Scroll
from tests.fixture_rules import make_fixture_rules
from tests.watching import Size, watch

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
LONG = "#" * 60 + "\n" + "\n".join(["#" + "." * 58 + "#"] * 8) + "\n#" + "." * 40 + "@" + "." * 17 + "#\n" + "#" * 60
SIZES = [(100, 24), (132, 43), (99, 40), (120, 24), (80, 50), (100, 30), (80, 24)]


def first_of(scroll: Scroll, focus: int, shown: int, whole: int) -> int:
    """Return where the map begins around the player."""
    return scroll.first_of(focus, shown, whole, also=focus)


def test_another_size_leaves_the_map_where_it_was() -> None:
    """It begins at the same cell until the focus comes near an edge."""
    scroll = Scroll()

    assert 30 == first_of(scroll, 41, 30, 100)
    assert [30, 30, 30] == [first_of(scroll, 41, shown, 100) for shown in (27, 33, 30)]
    assert 30 == first_of(scroll, 54, 30, 100)
    assert 40 == first_of(scroll, 55, 30, 100)


PLACES = st.integers(0, 79)


@given(st.lists(st.tuples(PLACES, PLACES, st.integers(11, 80)), min_size=1))
def test_the_focus_is_always_shown_and_the_player_if_near(looks: list[tuple[int, int, int]]) -> None:
    """After any sizes, and never with cells outside the level."""
    scroll = Scroll()
    for focus, player, shown in looks:
        first = scroll.first_of(focus, shown, 80, also=player)

        assert first <= focus < first + shown
        assert first <= player < first + shown or abs(player - focus) >= shown
        assert 0 <= first <= 80 - shown


def test_a_resize_in_play_leaves_player_and_cursor_where_they_are_on_the_screen() -> None:
    """The eye need not search for them, in play as in examining."""
    for opener in ([], ["x", "h", "h"]):
        watched = watch(draw(LONG, FIXTURE_RULES), *opener, *(Size(*size) for size in SIZES))
        shown = watched.after[len(opener) :]

        assert {(41 - len(opener[1:]), 9)} == {canvas.cursor for canvas in shown}
        assert {bool(opener)} == {"EXAMINE" in canvas.text() for canvas in shown}


def test_wide_cells_show_the_cursor_in_the_same_row() -> None:
    """Its column is twice as far."""
    watched = watch(draw(LONG, FIXTURE_RULES), "x", "h", Size(150, 40), Size(200, 60), Size(80, 24))

    assert [(40, 9), (80, 9), (80, 23), (40, 9)] == [canvas.cursor for canvas in watched.after[2:]]


def test_a_small_screen_is_not_scrolled_by_a_resize() -> None:
    """One column more or less moves nothing."""
    middle = LONG.replace("@", ".").replace("." * 58, "." * 29 + "@" + "." * 28, 1)
    watched = watch(draw(middle, FIXTURE_RULES), Size(52, 17), Size(48, 16), Size(50, 18), size=(50, 15))

    assert 1 == len({canvas.cursor for canvas in watched.after})
