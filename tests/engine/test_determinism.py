"""The same seed and commands give the same game in every process, on every Python."""

from __future__ import annotations

import functools
import os
import pathlib
import shutil
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import roguelike
from roguelike.engine.restore import restore
from tests import plays
from tests.plays import digests

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.ruleset import RuleSet

SITE_PACKAGES = pathlib.Path(attrs.__file__).parents[1]
ROOT = pathlib.Path(roguelike.__file__).parents[1]
MINORS = (11, 12, 13)

GAMES = ("0", "50", "40", "50", "55", "300")
"""50 short games and 5 longer ones; `make soak` plays more, and of 1,000 commands."""


def play(python: str, hash_seed: str, *modes: str) -> list[str]:
    """Play in a fresh process, and give what it prints: a hash of all digests for each game."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV_", "COVERAGE"))
    }
    environment |= {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, SITE_PACKAGES]))}
    command = [python, "-B", "-m", "tests.plays", *GAMES, *modes]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=200, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


def version(python: str) -> tuple[str, str] | None:
    """Give an interpreter's version and where it really is, or None where it does not run."""
    question = "import os, sys; print(sys.version.split()[0], os.path.realpath(sys.executable))"
    try:
        answer = subprocess.run([python, "-I", "-c", question], capture_output=True, text=True, timeout=60, check=True)
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
def expected() -> list[str]:
    """Play once in this Python."""
    return play(sys.executable, "0")


def test_the_play_is_worth_comparing() -> None:
    """Games in which nothing happens would be the same anywhere, and so would those that are never interrupted."""
    counts: Counter[str] = Counter()
    for number in range(10):
        assert 100 == len(list(digests(number, 100, "saving", counts=counts)))

    assert 55 == len({line.split()[1] for line in expected()})
    assert counts["refused"] > 20
    assert counts["ticks"] > 20
    assert counts["ended"] > 2
    assert counts["saves"] > 20


@pytest.mark.parametrize(("hash_seed", "mode"), [("1", "saving"), ("random", "drawing")])
def test_neither_the_hash_seed_nor_a_pause_nor_a_screen_decides_anything(hash_seed: str, mode: str) -> None:
    """No set is gone through, nothing leans on `hash`, all that matters is saved, and whoever looks touches nothing."""
    assert expected() == play(sys.executable, hash_seed, mode)


def test_every_python_plays_the_same_game() -> None:
    """3.11, 3.12 and 3.13, as far as they are on this machine; the libraries are pure Python, so they come along."""
    pythons = others()
    if not pythons:
        pytest.skip(f"no Python 3.11 to 3.13 but {sys.version.split()[0]} is on this machine")

    played = {number: play(python, "random", "saving", "drawing") for number, python in pythons.items()}

    assert dict.fromkeys(pythons, expected()) == played


def test_a_difference_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a save forgot anything, say who has noticed the player, the digests after it would be others."""

    def forgetful(ruleset: RuleSet, plain: Any) -> Game:  # noqa: ANN401 -- a snapshot
        for actor in plain["level"]["actors"]:
            actor["noticed_on"] = None
        return restore(ruleset, plain)

    fresh = [list(digests(number, 200)) for number in range(5)]
    monkeypatch.setattr(plays, "restore", forgetful)

    assert fresh != [list(digests(number, 200, "saving")) for number in range(5)]
