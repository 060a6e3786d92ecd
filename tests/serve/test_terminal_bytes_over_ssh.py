"""The same table of bytes through the SSH server, with a real ssh client."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from tests.serving import enter, needs_ssh, turn_of
from tests.terminal_bytes import MENU_RULES, MENU_SEED, RULES, SEED, SIZE, Row, actions, check, directions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.pty_program import Program
    from tests.serving import Served

pytestmark = [pytest.mark.terminal, needs_ssh]


def begin(program: Program, rules: str, seed: int) -> None:
    """Begin a game of that rule set and seed from the lobby."""
    program.type("n")
    program.wait_for("> Begin")
    program.type("\x1b[A")
    program.wait_for("> Seed")
    program.type(f"{seed}\x1b[A")
    program.wait_for("> Kit")
    program.type("\x1b[A")
    program.wait_for("> Rules")
    chosen = f"< {load_ruleset(rules).title} >"
    while chosen not in program.text:
        before = program.text
        program.type("\x1b[C")
        program.wait_until(lambda: program.text != before, "another rule set")  # noqa: B023 -- asked at once
    program.type("\r" * (4 if "Kit" in program.text else 3))
    program.wait_until(lambda: turn_of(program) == 0, "the first turn")


@pytest.mark.parametrize(
    ("rules", "seed", "rows"),
    [(RULES, SEED, directions), (MENU_RULES, MENU_SEED, actions)],
    ids=["steps and runs", "other keys"],
)
def test_every_row_does_the_same_over_ssh(
    server: Served, rules: str, seed: int, rows: Callable[[], Iterator[Row]]
) -> None:
    """What a terminal sends goes through ssh, the gateway and another pseudo-terminal."""
    with enter(server, "kim", size=SIZE) as program:
        begin(program, rules, seed)
        for row in rows():
            check(program, row)
