"""The game on a link that stalls: it goes on, and what is shown then is how it stands now."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from roguelike.engine.game import new_game
from roguelike.narration.hints import Hints
from tests.pty_program import Program, flies
from tests.small_rules import Story, find_story, write_rules
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.terminal

FLIGHT = 1.5
"""Seconds that are enough for any flight in the small rules."""
MAX_SHOWN = 3_000
"""Bytes: the frame that was under way, and the one after it."""


@pytest.fixture
def aimed(tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """Yield a game in which Enter launches a fireball, and what the screen shows after that."""
    ruleset = write_rules(tmp_path / "small")
    seed, story = find_story(ruleset)
    story.launch()
    expected = watch(lambda: new_game(ruleset, seed), *story.keys, FLIGHT, hints=Hints(frozenset())).last.text()
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Turn 0")
        program.press(story.keys[:-1])
        program.wait_for("AIM")
        yield program, expected


def test_a_flight_behind_a_stalled_link_is_over_when_the_link_is_back(aimed: tuple[Program, str]) -> None:
    """Its frames are of no use any more: the next one that is shown is that of the landing."""
    program, expected = aimed
    program.stall()
    program.type("\x0c")
    program.type("\r")
    time.sleep(FLIGHT)
    seen, queued = len(program.frames), len(program.raw)
    program.wait_until(lambda: program.text == expected, expected)

    assert not any("*" in row[:32] for rows in program.frames[seen:] if "AIM" not in "".join(rows) for row in rows[:10])
    assert len(program.raw[queued:].replace(b"\0", b"")) < MAX_SHOWN


def test_a_flight_over_a_slow_link_takes_no_longer(aimed: tuple[Program, str]) -> None:
    """Two kilobytes a second, full of frames that are late already."""
    program, expected = aimed
    program.stall()
    program.type("\x0c")
    program.type("\r")
    end = time.monotonic() + FLIGHT
    while time.monotonic() < end:
        program.take(100)
        time.sleep(0.05)
    program.wait_until(lambda: program.text == expected, expected)

    assert not flies(program)


def test_moves_behind_a_stalled_link_are_made(tmp_path: Path) -> None:
    """The player types on, blind; each key is played once, in order, and the newest screen comes through."""
    ruleset = write_rules(tmp_path / "small")
    seed, _ = find_story(ruleset)
    story = Story(new_game(ruleset, seed))
    for _ in range(100):
        story.wait()
    assert story.collect()
    expected = watch(lambda: new_game(ruleset, seed), *story.keys, hints=Hints(frozenset())).last.text()
    with Program("play", "--rules", str(tmp_path / "small"), "--seed", str(seed)) as program:
        program.wait_for("Turn 0")
        program.place_monsters()
        program.stall()
        program.type("\x0c")
        for key in story.keys:
            program.type(key)
            time.sleep(0.01)
        seen = len(program.frames)
        program.wait_until(lambda: program.text == expected, expected)

        last = str(story.game.world.turn)
        turns = {turn for rows in program.frames[seen:] for turn in re.findall(r"Turn (\d+)", rows[0])}
        # The screen is also looked at in the middle of a frame, between two digits.
        assert all(turn == "0" or last.startswith(turn) for turn in turns)
