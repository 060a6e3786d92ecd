"""The same seed and commands give the same game in every process, on every Python."""

from __future__ import annotations

import functools
import os
import pathlib
import shutil
import subprocess
import sys

import attrs
import pytest

import roguelike
from roguelike.content.loader import ruleset_names

SITE_PACKAGES = pathlib.Path(attrs.__file__).parents[1]
ROOT = pathlib.Path(roguelike.__file__).parents[1]
MINORS = (11, 12, 13)

SCRIPT = """
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import Refused
from roguelike.engine.game import new_game
from roguelike.engine.geometry import COMPASS

# A bot that draws its own numbers, so that the play is the same wherever it runs.
state = 1
def draw(limit):
    global state
    state = (state * 1103515245 + 12345) % 2**31
    return (state >> 8) % limit

refused = turns = 0
for name, seed in [(name, seed) for name in ruleset_names() for seed in range(3)]:
    game = new_game(load_ruleset(name), seed=seed)
    for number in range(120):
        seen = game.world.visible_monsters()
        target = seen[0].at if seen else game.world.player.at
        command = (
            *[Move(COMPASS[draw(8)]) for _ in range(8)], PickUp(), PickUp(), Use(draw(4), target), Drop(draw(9)), Wait()
        )[draw(13)]
        events = game.play(command)
        refused += any(isinstance(event, Refused) for event in events)
    turns += game.world.turn
    print(name, seed, game.world.turn, game.outcome, game.digest())
print(refused, turns)
"""


def play(python: str, hash_seed: str, *paths: pathlib.Path) -> str:
    """Play in a fresh process, and give what it prints: a digest a game."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_", "COVERAGE"))
    }
    environment |= {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, *paths]))}
    done = subprocess.run(
        [python, "-B", "-c", SCRIPT], env=environment, capture_output=True, text=True, timeout=50, check=False
    )
    assert not done.returncode, done.stderr
    return done.stdout


def version(python: str) -> tuple[str, str] | None:
    """Give an interpreter's version and where it really is, or None where it does not run."""
    question = "import os, sys; print(sys.version.split()[0], os.path.realpath(sys.executable))"
    try:
        answer = subprocess.run([python, "-I", "-c", question], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    number, _, place = answer.stdout.strip().partition(" ")
    return number, place


def others() -> dict[str, str]:
    """Give the other Pythons of this machine that the game is made for: by version, where they are."""
    names = [shutil.which(f"python3.{minor}") for minor in MINORS]
    installed = sorted(pathlib.Path.home().glob(".pyenv/versions/*/bin/python3"))
    here = sys.version.split()[0]
    found: dict[str, str] = {}
    for candidate in [*filter(None, names), *map(str, installed)]:
        known = version(candidate)
        if known is not None and known[0] != here and known[0].startswith(tuple(f"3.{minor}." for minor in MINORS)):
            found.setdefault(*known)
    return found


@functools.cache
def expected() -> str:
    """Play once in this Python."""
    return play(sys.executable, "0", SITE_PACKAGES)


def test_the_play_is_worth_comparing() -> None:
    """Games in which nothing happens would be the same anywhere."""
    *games, totals = expected().splitlines()
    refused, turns = map(int, totals.split())

    assert 3 * len(ruleset_names()) == len({game.split()[-1] for game in games})
    assert refused > 20
    assert turns > 100


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_the_hash_seed_decides_nothing(hash_seed: str) -> None:
    """No set is ever gone through, and nothing leans on `hash`."""
    assert expected() == play(sys.executable, hash_seed, SITE_PACKAGES)


def test_every_python_plays_the_same_game() -> None:
    """3.11, 3.12 and 3.13, as far as they are on this machine; the libraries are pure Python, so they come along."""
    pythons = others()
    if not pythons:
        pytest.skip(f"no Python 3.11 to 3.13 but {sys.version.split()[0]} is on this machine")

    played = {number: play(python, "random", SITE_PACKAGES) for number, python in pythons.items()}

    assert dict.fromkeys(pythons, expected()) == played
