"""The shortest ways to move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roguelike.terminal.drawing.moves import UNKNOWN_COLUMN, shortest_move
from tests.every import every
from tests.terminal.drawing.emulator import Emulator

places = st.tuples(st.integers(0, 99), st.integers(0, 40))


@given(st.tuples(st.integers(-1, 98), st.integers(0, 40)), places, st.booleans())
def test_moves_arrive_and_are_never_longer_than_the_absolute_one(
    start: tuple[int, int],
    goal: tuple[int, int],
    jumps: bool,  # noqa: FBT001 -- pytest's way
) -> None:
    """Half of a frame's bytes are moves."""
    screen = Emulator(100, 41)
    # An unknown column is where the last one was just written.
    screen.feed(f"\x1b[{start[1] + 1};{start[0] % 100 + 1}H" + "x" * (start[0] == UNKNOWN_COLUMN))
    move = shortest_move(*start, *goal, jumps)

    screen.feed(move)

    assert goal == (screen.cursor.x, screen.cursor.y)
    assert len(move) <= len(f"\x1b[{goal[1] + 1};{goal[0] + 1}H")


@every(
    ("start", "goal", "move"),
    [
        ((5, 5), (5, 5), ""),
        ((40, 9), (0, 9), "\r"),
        ((6, 9), (5, 9), "\b"),
        ((6, 9), (5, 10), "\n\b"),
        ((5, 9), (30, 9), "\x1b[25C"),
        ((50, 9), (40, 9), "\x1b[10D"),
        ((50, 9), (8, 9), "\x1b[9G"),
        ((5, 9), (5, 4), "\x1b[5A"),
        ((5, 4), (5, 9), "\x1b[5B"),
        ((40, 9), (0, 10), "\n\r"),
        ((40, 9), (78, 0), "\x1b[;79H"),
        ((40, 9), (0, 0), "\x1b[H"),
        ((40, 9), (0, 3), "\x1b[4H"),
        ((40, 9), (60, 20), "\x1b[21;61H"),
    ],
)
def test_the_cheapest_way_is_taken(start: tuple[int, int], goal: tuple[int, int], move: str) -> None:
    """Each of these ways is the shortest somewhere."""
    assert move == shortest_move(*start, *goal, jumps=True)


def test_columns_are_jumped_to_only_where_that_is_known() -> None:
    """A VT100 shows the letter."""
    assert "\x1b[9G" == shortest_move(50, 9, 8, 9, jumps=True)
    assert "\x1b[42D" == shortest_move(50, 9, 8, 9, jumps=False)
    assert "\r\x1b[8C" == shortest_move(UNKNOWN_COLUMN, 9, 8, 9, jumps=False)
