"""The connection is lost, at every prompt and in mid-flight: who comes back finds the game as the journal has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands.plain import decode
from roguelike.engine.game import new_game
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.saved import read
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.pty_program import Program, flies
from tests.small_rules import Story, find_story, write_rules
from tests.store.library_fixtures import scores_of

pytestmark = pytest.mark.terminal

NAME: Final = "kay"
HUNG_UP: Final = 129
LEFT_AFTER: Final = 20.0
"""Seconds after which a program that should have ended counts as stuck, on however busy a machine."""


@attrs.frozen
class Place:
    """A place of the player when the line drops: the last keys that lead there, and its text on the screen."""

    name: str
    keys: tuple[str, ...]
    seen: Callable[[Program], bool]
    has_launched: bool = False

    def __str__(self) -> str:
        return self.name


def shows(*texts: str) -> Callable[[Program], bool]:
    """Return a function that says whether all of these are on the screen."""
    return lambda program: all(text in program.text for text in texts)


PLACES: Final = [
    Place("on the map", (), shows("Turn")),
    Place("choosing what to use", ("i",), shows("fireball scroll", "Use")),
    Place("aiming", ("i", "scroll"), shows("AIM")),
    Place("in mid-flight", ("i", "scroll", "\r"), flies, has_launched=True),
    Place("choosing what to drop", ("d",), shows("fireball scroll", "Drop")),
    Place("looking around", ("x",), shows("EXAMINE")),
    Place("reading the messages", ("m",), shows("Messages")),
    Place("reading the help", ("?",), shows("wait a turn")),
    Place("asked whether to quit", ("Q",), shows("Quit")),
]


@attrs.frozen
class Home:
    """A folder with a rule set and the games that were played by it."""

    rules: str
    root: Path
    seed: int

    def start(self, *options: str) -> Program:
        """Start the program: straight into the game of the name, new or not."""
        own = ("--rules", self.rules, "--seed", str(self.seed), "--name", NAME, "--data-dir", str(self.root))
        return Program("play", *own, *options)

    @property
    def library(self) -> SqliteStore:
        """The games."""
        return SqliteStore(DataFolder(self.root), load_ruleset)

    def saved_digest(self) -> str:
        """Return the digest of the game as its file has it."""
        play = self.library.resume(NAME)
        for _ in play.catch_up():
            pass
        play.release()
        return play.game.digest()

    def commands(self) -> list[object]:
        """Return the commands that were written down, as plain data."""
        with read(DataFolder(self.root).game(NAME)) as saved:
            return [row.command for row, _ in saved.rows(0, saved.first_link)]


def prepare(folder: Path, *, hit_points: int = 20) -> tuple[Home, Story]:
    """Return a home, and a story up to the moment before a fireball is launched."""
    ruleset = write_rules(folder / "small", hit_points=hit_points)
    seed, story = find_story(ruleset)
    return Home(str(folder / "small"), folder / "kept", seed), story


def end_by_hang_up(program: Program) -> None:
    """Lose the connection, and see the program end by that."""
    program.hang_up()

    assert HUNG_UP == program.end_unread(LEFT_AFTER)
    assert "" == program.errors()


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_a_game_resumes_with_exactly_the_commands_before_the_hang_up(tmp_path: Path, place: Place) -> None:
    """Hanging up must neither cost a turn that was shown nor give one back that went wrong."""
    home, story = prepare(tmp_path)
    scroll = "abcdefghij"[story.carried.index("fireball scroll")]
    keys = list(story.keys)
    if place.has_launched:
        story.launch()
    with home.start() as program:
        program.wait_for("Turn 0")
        program.press(keys)
        *before, last = [scroll if key == "scroll" else key for key in ("", *place.keys)]
        program.press(filter(None, before))
        program.type(last)
        program.wait_until(lambda: place.seen(program), place.name)
        end_by_hang_up(program)

    assert story.game.digest() == home.saved_digest()
    with home.start() as program:
        program.wait_for(f"Turn {story.game.world.turn}")
        program.place_monsters()
        end_by_hang_up(program)
    assert story.game.digest() == home.saved_digest()


def test_a_line_that_drops_while_keys_are_read_leaves_the_first_of_them(tmp_path: Path) -> None:
    """Keys that were typed ahead may be lost with the line, but not one from the middle of them."""
    home, story = prepare(tmp_path)
    with home.start() as program:
        program.wait_for("Turn 0")
        program.type("." * 40)
        program.wait_until(lambda: re.search(r"Turn [1-9]", program.text) is not None, "a turn")
        end_by_hang_up(program)
    commands = home.commands()
    again = new_game(story.game.world.ruleset, home.seed)
    for command in commands:
        again.play(decode(command))

    assert [["wait"]] * len(commands) == commands
    assert 1 <= len(commands) <= 40
    assert again.digest() == home.saved_digest()


def test_a_death_cannot_be_undone_by_hanging_up(tmp_path: Path) -> None:
    """Whoever pulls the plug on the death screen is as dead afterwards, once, and has one score."""
    home, story = prepare(tmp_path, hit_points=1)
    story.fight()
    assert story.game.outcome == "died"
    with home.start() as program:
        program.wait_for("Turn 0")
        program.press(story.keys)
        program.wait_for("YOU DIED")
        end_by_hang_up(program)

    assert [] == home.library.saved()
    assert ["died"] == [game.outcome for game in home.library.finished()]
    assert ["died"] == [score.outcome for score in scores_of(home.library)]
