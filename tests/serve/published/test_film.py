"""Films on pages: what they show at the end, and that a page can go to any moment of them."""

from __future__ import annotations

import functools
import json
from typing import Any, Final

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands.plain import decode
from roguelike.engine.game import new_game
from roguelike.serve.published.film import KEYFRAME_INTERVAL, make_film
from tests.effort import EFFORT
from tests.recordings import Recorded, last_picture, record_bot
from tests.serve.web.page import Page, as_shown

BOTS: Final = {"classic": "seek", "kasidin": "seek", "spark": "diver", "ember": "diver"}
"""Who plays by each rule set."""
Frame = list[str]
"""The texts of a frame."""


@functools.cache
def filmed(rules: str, seed: int) -> tuple[Recorded, list[Frame]]:
    """Return a game that a bot played, and the frames of its film."""
    ruleset = load_ruleset(rules)
    recorded = record_bot(lambda: new_game(ruleset, seed), 600, policy=BOTS[rules])
    *texts, last = make_film(recorded)
    assert json.loads(last) == {"over": True}
    return recorded, frames_of(texts)


def frames_of(texts: list[str]) -> list[Frame]:
    """Return the frames of a film."""
    frames: list[Frame] = [[]]
    for text in texts:
        frames[-1].append(text)
        if not json.loads(text).get("more"):
            frames.append([])
    assert not frames.pop()
    return frames


def told(frame: Frame) -> dict[str, Any]:
    """Return what the first text of a frame says."""
    message: dict[str, Any] = json.loads(frame[0])
    return message


def page_at(frames: list[Frame], number: int) -> Page:
    """Return a page that goes to a frame, as the script does: from the newest whole screen."""
    first = next(n for n in range(number, -1, -1) if "s" in told(frames[n]))
    assert number - first < KEYFRAME_INTERVAL
    page = Page()
    for frame in frames[first : number + 1]:
        for text in frame:
            page.take(text)
    return page


@pytest.mark.parametrize(
    ("rules", "seed"),
    [(rules, seed) for rules in BOTS for seed in range(1, 2 + 24 * (EFFORT > 1))],
)
def test_the_last_screen_is_that_of_the_game(rules: str, seed: int) -> None:
    """Each cell of it."""
    recorded, frames = filmed(rules, seed)
    page = Page()
    for frame in frames:
        for text in frame:
            page.take(text)
    assert page.rows == as_shown(last_picture(recorded, (80, 24)))
    assert page.rows == page_at(frames, len(frames) - 1).rows


def test_going_to_a_moment_is_playing_to_it() -> None:
    """Going forward from the start, and from the newest whole screen before it."""
    _, frames = filmed("ember", 1)
    assert len(frames) > KEYFRAME_INTERVAL
    playing = Page()
    for number, frame in enumerate(frames):
        for text in frame:
            playing.take(text)
        if number % 37 == 0 or number % KEYFRAME_INTERVAL in {0, 1, KEYFRAME_INTERVAL - 1}:
            page = page_at(frames, number)
            assert (page.rows, page.cursor) == (playing.rows, playing.cursor)


def test_each_turn_has_its_frame() -> None:
    """The first frame of a turn shows the game as it was then, and times never go back."""
    recorded, frames = filmed("classic", 1)
    moments = [(told(frame)["at"], told(frame)["turn"]) for frame in frames]
    assert moments == sorted(moments)
    game = recorded.make()
    for row in recorded.rows[:200]:
        game.play(decode(row.command))
    number = next(n for n, (_, turn) in enumerate(moments) if turn >= game.world.turn)
    assert f"Turn {game.world.turn}" in page_at(frames, number).text


def test_levels_are_marked() -> None:
    """Where another begins, from the first on."""
    recorded, frames = filmed("ember", 1)
    game = recorded.make()
    depths = [game.world.depth]
    for row in recorded.rows:
        game.play(decode(row.command))
        if game.world.depth != depths[-1]:
            depths.append(game.world.depth)
    assert [told(frame)["level"] for frame in frames if "level" in told(frame)] == depths
    assert len(depths) > 1
