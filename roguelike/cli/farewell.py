"""The line in the shell after a game: where it is saved, and how to continue it."""

from __future__ import annotations

import os
import pathlib
import shlex
import shutil
import sys
from typing import TYPE_CHECKING, Final

from roguelike.play.tables import progress

if TYPE_CHECKING:
    import argparse

    from roguelike.play.journaled_game import JournaledGame


STARTED_BY: Final = "ROGUELIKE_STARTED_BY"
"""Environment variable in which the Makefile names the target that started the program."""
MAKE_PLAY: Final = "make play"


def farewell(left: JournaledGame, chosen: argparse.Namespace, usual_name: str) -> str:
    """Return a line about the game that was left; `usual_name` is the player name if no option gives one."""
    perspective, name, key = left.perspective, left.stored.name, left.stored.key
    world = perspective.world
    where = _options(chosen, "data_dir")
    reached = progress(world.turn, world.depth if world.ruleset.has_levels else 0)
    if world.outcome is not None:
        over = f"Won on {progress(world.turn)}" if world.outcome == "won" else f"Game over on {reached}"
        end = f"{over}: score {perspective.score}."
        return f"{end} Details: {_command('morgue', key, *where)}" if key else end
    return f"Saved: {name}, {world.ruleset.title}, {reached}. Continue with: {resume_command(chosen, name, usual_name)}"


def resume_command(chosen: argparse.Namespace, name: str, usual_name: str) -> str:
    """Return the command that resumes the game of that name."""
    whose = [] if name == usual_name and chosen.name is None else ["--name", name]
    lines = ["--line"] if chosen.line else []
    return _command("play", *lines, *whose, *_options(chosen, "config"), *_options(chosen, "data_dir"))


def _options(chosen: argparse.Namespace, name: str) -> list[str]:
    """Return an option as it was given, if it was."""
    value = getattr(chosen, name)
    return [] if value is None else [f"--{name.replace('_', '-')}", str(value)]


def _command(*words: str) -> str:
    """Return a command that starts the program in the way in which it was started."""
    if words == ("play",) and os.environ.get(STARTED_BY) == MAKE_PLAY:
        return MAKE_PLAY
    return shlex.join([*_program(), *words])


def _program() -> list[str]:
    """Return the words by which a shell starts the program."""
    if shutil.which("roguelike"):
        return ["roguelike"]
    if pathlib.Path(sys.argv[0]).name == "__main__.py":
        return [sys.executable, "-m", "roguelike"]
    return [sys.argv[0]]
