"""A finished game of Ember through every command that reads one, and through an export into another folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from tests.kept_games import keep_game
from tests.pty_program import Program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roguelike.play.perspective import Perspective

    Both = Callable[..., list[str]]
    """Runs a command in both folders."""

COMMANDS = 3000
"""More than a bot without a plan lives for."""


class Kept:
    """A folder with a game that is over, and one into which it was imported."""

    def __init__(self, root: Path, perspective: Perspective) -> None:
        self.here, self.there = root / "here", root / "there"
        self.exported = root / "erin.jsonl"
        self.perspective = perspective


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Return a game that is over, exported and imported."""
    root = tmp_path_factory.mktemp("trip")
    found = Kept(root, keep_game(root / "here", "erin", seed=8, commands=COMMANDS, rules="ember"))
    assert 0 == cli.main(["export", "erin", str(found.exported), "--data-dir", str(found.here)])
    assert 0 == cli.main(["import", str(found.exported), "--data-dir", str(found.there)])
    return found


@pytest.fixture
def both(capsys: pytest.CaptureFixture[str], kept: Kept) -> Both:
    """Return what runs a command in both folders, and gives what it prints in each."""
    capsys.readouterr()

    def run(*arguments: str) -> list[str]:
        told = []
        for folder in (kept.here, kept.there):
            assert 0 == cli.main([*arguments, "--data-dir", str(folder)])
            out, err = capsys.readouterr()
            assert not err
            told.append(out)
        return told

    return run


def test_it_verifies_with_the_digest_of_the_game_itself(both: Both, kept: Kept) -> None:
    """Before the journey and after it, with the same score."""
    here, there = (json.loads(text) for text in both("verify", "erin", "--json"))
    world = kept.perspective.world

    assert here == there
    assert (True, world.outcome, kept.perspective.score) == tuple(here[key] for key in ("same", "outcome", "score"))
    assert kept.perspective.game.digest() == here["digest"]


def test_its_account_is_the_same(both: Both, kept: Kept) -> None:
    """It reads as it did when the game ended."""
    here, there = both("morgue", "erin")

    assert here == there
    assert f"Seed          {kept.perspective.world.seed}" in here
    assert max(map(len, here.splitlines())) <= 80


def test_its_film_is_the_same_and_ends_as_it_did(both: Both) -> None:
    """Frame by frame, by the clock of the player."""
    here, there = both("cast", "erin", "-")
    frames = [json.loads(line) for line in here.splitlines()]

    assert here == there
    assert 2 == frames[0]["version"]
    assert "YOU DIED" in "".join(frame[2] for frame in frames[-20:])


def test_it_is_exported_again_as_it_was(both: Both, kept: Kept) -> None:
    """Line by line."""
    here, there = both("export", "erin", "-")

    assert kept.exported.read_text(encoding="utf-8") == here
    assert here.splitlines()[1:] == there.splitlines()[1:]


def test_it_is_listed_with_its_score(both: Both, kept: Kept) -> None:
    """Verified in both; elsewhere nobody knows whether it was spoiled."""
    here, there = (json.loads(text) for text in both("scores", "--json"))

    assert [(True, False), (True, None)] == [(line["verified"], line["spoiled"]) for line in (*here, *there)]
    assert kept.perspective.score == here[0]["score"] == there[0]["score"]
    assert all("erin-0001" in text for text in both("games"))


@pytest.mark.terminal
def test_it_is_watched_from_any_turn(kept: Kept) -> None:
    """From what was imported, too; its last turn shows what killed the player."""
    last = kept.perspective.world.turn
    for what in (str(kept.exported), "erin"):
        with Program("replay", what, "--turn", str(last), "--data-dir", str(kept.there)) as program:
            program.wait_for(f"turn {last}")
            program.place_monsters()

            assert "Replay: " in program.text
