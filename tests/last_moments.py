"""The whole program, ended between the last command of a game and the screen that shows how it ended."""

from __future__ import annotations

import random
import shutil
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Final

import attrs

from roguelike.content.loader import load_ruleset
from roguelike.store.sqlite.data_folder import UNSEEN, DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.pty_program import PATIENCE, Program
from tests.small_rules import find_story, write_rules
from tests.store.library_fixtures import scores_of

WORDS: Final = {"died": "YOU DIED", "won": "YOU WON"}
LATEST: Final = 0.1
"""Seconds after the key within which the program is ended: it takes about half of that until the end is shown."""
HANG_UP: Final = "hang-up"
WAYS: Final = (signal.SIGKILL, signal.SIGHUP, signal.SIGKILL, HANG_UP)
NAME: Final = "kim"


@attrs.frozen
class Scene:
    """A data folder with a game that is over with the next key."""

    folder: Path
    key: str
    outcome: str
    turn: int

    @property
    def words(self) -> str:
        """What the screen says then."""
        return WORDS[self.outcome]


def make_scene(root: Path, outcome: str) -> Scene:
    """Play a game of two rooms up to the last key before a death or a victory."""
    seed, story = find_story(write_rules(root / "small"))
    if outcome == "won":
        story.fight()
    while story.game.outcome is None:
        story.wait()
    assert outcome == story.game.outcome
    play = SqliteStore(DataFolder(root / "kept"), load_ruleset).begin(NAME, str(root / "small"), seed)
    for command in story.commands[:-1]:
        play.append(command)
        play.game.play(command)
    turn = play.game.world.turn
    play.close()
    return Scene(root / "kept", story.keys[-1], outcome, turn)


def end_often(scenes: list[Scene], root: Path, kills: int, chance: int) -> Counter[str]:
    """End the program so often in the last moment of a game; returns how far it had come each time.

    Raises:
        AssertionError: whoever comes back is not shown the end, or there is not one score.
    """
    dice = random.Random(chance)
    seen: Counter[str] = Counter()
    for number in range(kills):
        # SIGKILL and a lost line take turns with each scene.
        way, scene = WAYS[number // len(scenes) % len(WAYS)], scenes[number % len(scenes)]
        folder = root / str(number)
        shutil.copytree(scene.folder, folder)
        seen[_end(scene, folder, way, dice.uniform(0, LATEST))] += 1
        _come_back(scene, folder, stays=number % 10 == 0)
        shutil.rmtree(folder)
    return seen


def _end(scene: Scene, folder: Path, way: signal.Signals | str, delay: float) -> str:
    """Press the last key, and end the program so soon after it; returns how far it had come."""
    with _program(folder) as program:
        program.wait_for(f"Turn {scene.turn}")
        program.type(scene.key)
        time.sleep(delay)
        program.glance()
        was_shown = scene.words in program.text
        if isinstance(way, signal.Signals):
            program.signal(way)
        else:
            program.hang_up()
        program.end_unread(PATIENCE)
    if was_shown:
        return "shown"
    return "filed" if list((folder / "finished").glob("*.game")) else "in progress"


def _come_back(scene: Scene, folder: Path, *, stays: bool) -> None:
    """Play again: the end is shown, and there is one score; who stays for the summary sees neither another time."""
    library = SqliteStore(DataFolder(folder), load_ruleset)
    with _program(folder) as program:
        program.wait_until(lambda: scene.words in program.text or f"Turn {scene.turn}" in program.text, "the game")
        if scene.words not in program.text:
            assert [] == scores_of(library)  # the key came too late: it was not written down, and is pressed again
            program.type(scene.key)
            program.wait_for(scene.words)
        assert [(NAME, scene.outcome)] == [(score.name, score.outcome) for score in scores_of(library)]
        assert [f"{NAME}-0001"] == [game.key for game in library.finished()]
        if stays:
            program.wait_for("new game")
            program.press("q")
            assert 0 == program.end()
    marks = [mark.name for mark in (folder / "finished").glob(f"*{UNSEEN}")]
    assert ([] if stays else [f"{NAME}-0001{UNSEEN}"]) == marks
    assert 1 == len(scores_of(library))
    if stays:
        with _program(folder) as program:
            program.wait_for("Turn 0")


def _program(folder: Path) -> Program:
    return Program("play", "--name", NAME, "--data-dir", str(folder))
