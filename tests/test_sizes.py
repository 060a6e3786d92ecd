"""A terminal that changes its size, to anything, on any screen, at any moment, and again and again."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.game import new_game
from roguelike.narration.hints import Hints
from tests.pty_program import GAME, Program, flies
from tests.small_rules import find_story, write_rules
from tests.watching import watch

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal

OFTEN = 1000
MAX_GROWN = 2000
"""Kilobytes by which memory may differ: caches of what sizes large and small show."""
MAX_FOR_A_HUGE_WINDOW = 20_000
"""Kilobytes: a few canvases of what is drawn of it."""
MAX_SHOWN = 20_000
"""Bytes: a few frames of any of the sizes."""
MAX_FLIGHT = 3.0


def resize_at_random(program: Program, seed: int) -> None:
    """Change the size OFTEN, to sizes from 1x1 to 150x50; whatever is drawn meanwhile is taken in now and then."""
    chance = random.Random(seed)
    for number in range(OFTEN):
        program.resize(chance.randint(1, 150), chance.randint(1, 50))
        if number % 10 == 0:
            program.glance()


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 40), (39, 15), (40, 14), (120, 40), (300, 100), (0, 0)], ids=str)
@pytest.mark.parametrize(
    ("opener", "shown"), [("", "Turn 0"), ("i", "┤Inventory "), ("x", "EXAMINE"), ("?", "this help")]
)
def test_any_size_is_survived_on_any_screen(opener: str, shown: str, size: tuple[int, int]) -> None:
    """Too small for anything, larger than any level, or unknown: back at its size, the screen is as it was."""
    with Program("play", "--seed", "1") as program:
        program.wait_for("Turn 0")
        program.type(opener)
        program.wait_for(shown)
        program.place_monsters()
        before = program.text
        seen = len(program.raw)
        program.resize(*size)
        program.wait_until(lambda: len(program.raw) > seen, f"something drawn at {size}")
        program.place_monsters()
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)

        program.type("\x03")
        assert 130 == program.end()
        assert program.is_given_back()


@pytest.mark.parametrize("size", [(20000, 20000), (65535, 1), (1, 65535)], ids=str)
def test_no_size_of_a_window_fills_the_memory(size: tuple[int, int]) -> None:
    """Whoever logs in over ssh may claim any."""
    with Program("play", "--seed", "1", command=GAME) as program:
        program.wait_for("Turn 0")
        memory, seen = program.memory(), len(program.raw)
        program.claim(*size)
        program.wait_until(lambda: len(program.raw) > seen, "something drawn")
        program.press("i?x")

        assert program.memory() - memory < MAX_FOR_A_HUGE_WINDOW
        program.type("\x03")
        assert 130 == program.end()
        assert program.is_given_back()


def test_the_whole_of_a_larger_terminal_is_used() -> None:
    """A change of size shows what a start at that size shows."""
    with Program("--seed", "1", size=(120, 40)) as large, Program("--seed", "1") as grown:
        large.wait_for("New game")
        large.place_monsters()
        grown.wait_for("New game")
        grown.resize(120, 40)

        grown.wait_until(lambda: grown.text == large.text, large.text)


def test_a_thousand_sizes_leave_the_screen_right_and_the_memory_small() -> None:
    """Tiling window managers and dragged corners send them by the dozen."""
    with Program("play", "--seed", "1", command=GAME) as program:
        program.wait_for("Turn 0")
        program.place_monsters()
        before = program.text
        resize_at_random(program, 1)
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)
        memory = program.memory()
        resize_at_random(program, 2)
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)

        assert program.memory() - memory < MAX_GROWN


def test_a_thousand_sizes_in_mid_flight_change_nothing_about_it(tmp_path: Path) -> None:
    """The world has its own clock; frames only show it."""
    ruleset = write_rules(tmp_path / "small")
    seed, story = find_story(ruleset)
    before = len(story.keys)
    story.launch()
    expected = watch(lambda: new_game(ruleset, seed), *story.keys, MAX_FLIGHT, hints=Hints(frozenset())).last.text()

    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Turn 0")
        program.press(story.keys[:before])
        program.press(story.keys[before:-1])
        program.type("\r")
        program.wait_until(lambda: flies(program), "the fireball")
        resize_at_random(program, 3)
        program.resize(80, 24)

        program.wait_until(lambda: program.text == expected, expected)


def test_a_terminal_that_does_not_read_is_shown_its_last_size() -> None:
    """The line is slow, and somebody drags the corner: the frames of the sizes between are not for anybody."""
    with Program("play", "--seed", "1") as program:
        program.wait_for("Turn 0")
        program.place_monsters()
        before, seen = program.text, len(program.raw)
        program.stall()
        chance = random.Random(4)
        for _ in range(OFTEN):
            program.resize(chance.randint(40, 150), chance.randint(15, 50))
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)

        assert len(program.raw[seen:].replace(b"\0", b"")) < MAX_SHOWN


def test_a_resize_in_play_shows_what_the_size_has_room_for() -> None:
    """Inventory from 100 columns, levels from 120x29, with wide cells in other places; and all of it goes again."""
    with Program("play", "--rules", "ember", "--seed", "1") as program:
        program.wait_for("Oil ")
        before = program.text
        for size, parts in (((100, 24), 1), ((132, 36), 2), ((150, 40), 2), ((200, 60), 2), ((40, 15), 0)):
            program.resize(*size)
            program.wait_until(functools.partial(shows, program, size, parts), f"{parts} lists at {size}")
        program.resize(80, 24)
        program.wait_until(lambda: program.text == before, before)


def shows(program: Program, size: tuple[int, int], parts: int) -> bool:
    """Return whether the screen has this size, and so many of the lists of items and levels."""
    text = program.text
    return len(text.split("\n")) == size[1] and parts == ("Inventory" in text) + ("Levels seen" in text)
