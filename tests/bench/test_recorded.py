"""The recorded game: figures about it are worth something only if it is what a player would see and type."""

from __future__ import annotations

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.session import TICK
from roguelike.terminal.colors.palette import SgrStyle
from tests.bench.keys import presses
from tests.bench.recorded import Shown, changed_cells, games, record
from tests.watching import watch

RED, GREEN = SgrStyle("31", "40"), SgrStyle("32", "40")
STEPS = 300
"""Enough for aims, flights, a burst and a second game."""


@pytest.mark.parametrize("seed", [0, 1])
def test_the_keys_of_a_recorded_game_lead_to_its_frames(seed: int) -> None:
    """Bot, keys and session must give the same game, or frames and keys would differ."""
    ruleset = load_ruleset("classic")
    frames = games(record(ruleset, STEPS))[seed]
    frames = frames[: max(number for number, frame in enumerate(frames) if frame.kind == "step")]
    settled = [number for number in range(1, len(frames)) if frames[number].kind == "step"][1:]
    deeds = [deed for press in presses(frames) for deed in (press.key, press.ticks * TICK + TICK / 2)]
    watched = watch(new_game(ruleset, seed), *deeds)
    seen = [watched.after[2 * len(presses(frames[:number]))] for number in settled]

    assert {"step", "tick"} == {frame.kind for frame in frames[1:]}
    assert [frames[number - 1].canvas.rows for number in settled] == [canvas.rows for canvas in seen]


def test_a_recorded_game_has_the_steps_that_were_asked_for() -> None:
    """Bytes a step are bytes by steps."""
    frames = record(load_ruleset("classic"), STEPS)

    assert STEPS == sum(frame.kind == "step" for frame in frames)
    assert 2 == len(games(frames))


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (Shown("a", RED), Shown("a", RED), 0),
        (Shown("a", RED), Shown("b", RED), 1),
        (Shown("a", RED), Shown("a", GREEN), 1),
        (Shown(" ", RED), Shown(" ", GREEN), 0),
        (Shown(" ", RED), Shown(" ", RED._replace(background="44")), 1),
        (Shown(" ", RED), Shown(" ", RED._replace(underline=True)), 1),
    ],
)
def test_only_cells_that_look_different_count_as_changed(before: Shown, after: Shown, changed: int) -> None:
    """More cells than were seen to change would make the bytes a cell look fewer than they are."""
    assert changed == changed_cells([[before]], [[after]])
