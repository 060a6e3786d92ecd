"""Every way to play the same games, each in a fresh process, and where one differs from the others.

Straight through; with saving and loading at random points; with a screen; with the hash seeds 0, 1 and random; on every
Python from 3.11 to 3.13 that is on this machine. The modes of `tests.game_runs` say which games.
"""

from __future__ import annotations

import functools
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
from typing import Final, NamedTuple

import attrs

import roguelike

SITE_PACKAGES: Final = pathlib.Path(attrs.__file__).parents[1]
"""The libraries are pure Python, so other Pythons can have them from here."""
ROOT: Final = pathlib.Path(roguelike.__file__).parents[1]
MINORS: Final = (11, 12, 13)
PATIENCE: Final = 500
"""Seconds for the games of one process."""


class Way(NamedTuple):
    """A way to play."""

    python: str
    hash_seed: str
    modes: tuple[str, ...] = ()


def ways() -> list[Way]:
    """Return all of them; the others are compared with the first."""
    here = sys.executable
    return [
        Way(here, "0"),
        Way(here, "1", ("saving",)),
        Way(here, "random", ("drawing",)),
        *(Way(python, "random", ("saving", "drawing")) for python in other_pythons().values()),
    ]


def play(way: Way, first: int, last: int, commands: int, *modes: str) -> list[str]:
    """Play the games from `first` to the one before `last`, and give what is printed of each."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_", "COVERAGE"))
    }
    environment |= {"PYTHONHASHSEED": way.hash_seed, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, SITE_PACKAGES]))}
    command = [way.python, "-m", "tests.game_runs", str(first), str(last), str(commands), *way.modes, *modes]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def differences(first: int, last: int, commands: int, *modes: str) -> list[str]:
    """Return a sentence for every game that is not the same every way."""
    usual, *rest = ways()
    expected = play(usual, first, last, commands, *modes)
    assert last - first == len(expected)
    found = []
    for way in rest:
        played = play(way, first, last, commands, *modes)
        for number, (line, other) in enumerate(zip(expected, played, strict=True), first):
            if line != other:
                place = _first_difference(usual, way, number, commands, *modes)
                found.append(f"game {number} differs from command {place}: {way}")
    return found


@functools.cache
def other_pythons() -> dict[str, str]:
    """Return the other Pythons of this machine that the game is made for: by version, where they are."""
    names = [shutil.which(f"python3.{minor}") for minor in MINORS]
    installed = sorted(pathlib.Path.home().glob(".pyenv/versions/*/bin/python3"))
    here = sys.version.split()[0]
    found: dict[str, str] = {}
    for candidate in [*filter(None, names), *map(str, installed)]:
        known = _version(candidate)
        if known is not None and known[0] != here and known[0].startswith(tuple(f"3.{minor}." for minor in MINORS)):
            found.setdefault(*known)
    return found


def _first_difference(usual: Way, way: Way, number: int, commands: int, *modes: str) -> int:
    """Return the number of the first command, from 1, after which a game differs; one may end before the other."""
    one, other = (play(each, number, number + 1, commands, "telling", *modes)[0].split()[1:] for each in (usual, way))
    return next((place for place, pair in enumerate(itertools.zip_longest(one, other), 1) if len(set(pair)) > 1), 0)


def _version(python: str) -> tuple[str, str] | None:
    """Return an interpreter's version and where it really is, or None where it does not run."""
    question = "import os, sys; print(sys.version.split()[0], os.path.realpath(sys.executable))"
    try:
        answer = subprocess.run([python, "-I", "-c", question], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    number, _, place = answer.stdout.strip().partition(" ")
    return number, place
