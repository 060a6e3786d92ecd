"""The program is killed at its calls of the system, and has them fail: a few of each; `make soak` takes them all."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from tests.store.crash_runs import Warm
from tests.store.every_call import FAILURES, KILL, SCENES, SHORT, NoTracing, SceneRunner, spread

if TYPE_CHECKING:
    from collections.abc import Iterator

KILLS_A_NAME = 2
"""The first and the last call of each name in each scene."""
OPENINGS = 2
"""In each scene, the first and the last."""
every_scene = pytest.mark.parametrize("scene", SCENES)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SceneRunner]:
    """Yield where the scenes are played."""
    with Warm(tmp_path_factory.mktemp("temporary")) as warm:
        runner = SceneRunner(warm, tmp_path_factory.mktemp("runner"))
        try:
            runner.calls("quit")
        except NoTracing as reason:
            pytest.skip(str(reason))
        yield runner


@every_scene
def test_a_kill_at_a_call_leaves_the_old_or_the_new_state(runner: SceneRunner, scene: str) -> None:
    """Between any two steps the machine may lose power; what is half done must be nobody's trouble."""
    for call in spread(runner.calls(scene), KILLS_A_NAME):
        runner.kill(scene, *call.once(KILL))


@every_scene
def test_a_call_that_fails_once_costs_a_sentence_at_most(runner: SceneRunner, scene: str) -> None:
    """A network folder hiccups: the player reads an error, presses the key again, and the game goes on."""
    failures = itertools.cycle(FAILURES)
    for call in spread(runner.calls(scene), 1):
        runner.fail(scene, *call.once(next(failures)), once=True)


@every_scene
def test_an_opening_that_fails_once_is_tried_again(runner: SceneRunner, scene: str) -> None:
    """SQLite is content with reading what it cannot open for writing, and goes on so until it is closed."""
    for call in spread([call for call in runner.calls(scene) if call.name == "openat"], OPENINGS):
        runner.fail(scene, *call.once(FAILURES[0]), once=True)


@every_scene
def test_a_write_that_writes_nothing_costs_a_sentence_at_most(runner: SceneRunner, scene: str) -> None:
    """Disks that are almost full take a part of what is written, or none, and give no reason."""
    for call in spread([call for call in runner.calls(scene) if "write" in call.name], 3):
        runner.fail(scene, *call.once(SHORT), once=True)


@every_scene
def test_calls_that_fail_from_now_on_harm_nothing_that_was_kept(runner: SceneRunner, scene: str) -> None:
    """A disk that is full, or has become read-only, stays so for hours; the game must be there afterwards."""
    calls = runner.calls(scene)
    names = {call.name for call in calls}
    failures = itertools.cycle(FAILURES)

    told = [runner.fail(scene, *call.from_now_on(next(failures), names), once=False) for call in spread(calls, 1)]

    assert (scene == "quit") == (sum(told) == 0)
