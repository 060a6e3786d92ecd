"""From the bytes of a terminal to what the `@` does on the screen: every row of the table, in a game of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.play.views.playing import PRACTICE_ACTIONS, Playing
from tests.pty_program import Program, notch
from tests.serving import turn_of
from tests.terminal_bytes import (
    MENU_RULES,
    MENU_SEED,
    PAGE,
    RULES,
    SEED,
    SEEN,
    SIZE,
    Row,
    actions,
    at,
    check,
    directions,
    filled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.terminal

GAME = ("--rules", RULES, "--seed", str(SEED), "--name", "kim", "play")
MENU_GAME = ("--rules", MENU_RULES, "--seed", str(MENU_SEED), "--name", "kim", "play")


@pytest.mark.parametrize(
    ("game", "rows"), [(GAME, directions), (MENU_GAME, actions)], ids=["steps and runs", "other keys"]
)
def test_every_row_does_what_the_table_says(game: tuple[str, ...], rows: Callable[[], Iterator[Row]]) -> None:
    """Keys are promised by README, help and docs, in every terminal; Shift with a direction runs in all of them."""
    with Program("--no-mouse", *game, size=SIZE) as program:
        program.wait_until(lambda: turn_of(program) == 0, "the first turn")
        for row in rows():
            check(program, row)


def test_the_table_has_every_action_of_the_game_and_the_page_shows_it() -> None:
    """A key that is in the help and not in the table is one that nobody has tried."""
    names = [action.name for action in Playing.ACTIONS]
    assert SEEN.keys() == {row.action for row in actions()} >= {*names} - {*PRACTICE_ACTIONS}
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page


@pytest.mark.parametrize(
    ("mouse", "keys"), [("off", ""), ("off", "MM"), ("motion", "M"), ("motion", ""), ("off", "?\x1b")]
)
def test_the_wheel_walks_nowhere(mouse: str, keys: str) -> None:
    """Without the mouse, most terminals make cursor keys of it, and cursor keys are steps."""
    with Program("--mouse", mouse, *GAME, size=SIZE) as program:
        program.wait_until(lambda: turn_of(program) == 0, "the first turn")
        start = at(program)
        program.press(keys)
        program.type(notch(program.raw) + ".")
        program.wait_until(lambda: turn_of(program) == 1, "a turn for the key, and none for the wheel")

        assert start == at(program)


def test_letters_of_another_alphabet_get_a_hint() -> None:
    """The keyboard has another layout: without the hint the game seems to hang."""
    with Program("--no-mouse", *GAME, size=SIZE) as program:
        program.wait_until(lambda: turn_of(program) == 0, "the first turn")
        program.type("ж")
        program.wait_for("Unknown key: ж. Switch the keyboard to a Latin layout.")


@pytest.mark.parametrize(
    ("options", "typed", "told"),
    [
        ((), "あ", "Unknown key: U+3042. Switch the keyboard to a Latin layout."),
        ((), "。", "Unknown key: U+3002. Press ? for help."),
        ((), "§", "Unknown key: §. Press ? for help."),
        (("--ascii",), "ж", "Unknown key: U+0436. Switch the keyboard to a Latin layout."),
        (("--ascii",), "§", "Unknown key: U+00A7. Press ? for help."),
    ],
)
def test_a_key_that_cannot_be_shown_is_told_by_its_code_point(options: tuple[str, ...], typed: str, told: str) -> None:
    """A question mark would name another key. The help names the key in the same way."""
    with Program(*options, "--no-mouse", *MENU_GAME, size=SIZE) as program:
        program.wait_until(lambda: turn_of(program) == 0, "the first turn")
        program.type(typed)
        program.wait_for(told.removesuffix(" layout."))  # the log is as wide as the map
        program.type("?" + typed)
        name = told.removeprefix("Unknown key: ").partition(".")[0]
        edges = ("└─", "+- ")  # the keys may be listed beside the help, and below it
        program.wait_until(
            lambda: any(name in line for line in program.text.splitlines() if any(edge in line for edge in edges)),
            "the help about it",
        )


def test_a_key_with_shift_can_be_chosen_for_anything(tmp_path: Path) -> None:
    """Its name is one of those that the settings take, so some bytes must stand for it."""
    settings = tmp_path / "roguelike" / "config.toml"
    settings.parent.mkdir()
    settings.write_text('[keys]\nplay.wait = ["shift_up"]\n')
    with Program(*GAME, size=SIZE, XDG_CONFIG_HOME=str(tmp_path)) as program:
        program.wait_until(lambda: turn_of(program) == 0, "the first turn")
        start = at(program)
        for turn, sent in enumerate(("\x1b[1;2A", "\x1b[a", "\x1b[57419;2u"), start=1):
            program.type(sent)
            program.wait_until(lambda: turn_of(program) == turn, f"turn {turn}")  # noqa: B023 -- asked at once
        assert start == at(program)
