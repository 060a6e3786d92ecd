"""The line in the shell after a game was left."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from roguelike.cli.farewell import STARTED_BY, farewell
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.play.journaled_game import JournaledGame
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from tests.kept_games import DIES, bot

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program of that name on the path, with nothing that says how this one began."""
    program = tmp_path / "bin" / "roguelike"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.delenv(STARTED_BY, raising=False)


UNSET = {"line": False, "name": None, "config": None, "data_dir": None}


def left(root: Path, *, to_the_end: bool = False, rules: str = "classic") -> JournaledGame:
    """Return a game of kim's that was played for one turn, or to its end, and closed."""
    kept = JournaledGame.begin(SqliteStore(DataFolder(root), load_ruleset).begin("kim", rules, DIES), last_screen)
    choose = bot(DIES)
    kept.perform(Wait() if not to_the_end else choose(kept.perspective.world))
    while to_the_end and kept.perspective.game.outcome is None:
        kept.perform(choose(kept.perspective.world))
        while kept.perspective.game.in_flight:
            kept.perspective.tick()
    kept.close()
    return kept


@pytest.mark.parametrize(
    ("usual", "given", "command"),
    [
        ("kim", {}, "roguelike play"),
        ("player", {}, "roguelike play --name kim"),
        ("kim", {"name": "kim"}, "roguelike play --name kim"),
        ("kim", {"data_dir": "my games"}, "roguelike play --data-dir 'my games'"),
        ("kim", {"config": "a.toml", "data_dir": "d"}, "roguelike play --config a.toml --data-dir d"),
    ],
)
def test_a_game_in_progress_has_the_command_that_continues_it(
    tmp_path: Path, usual: str, given: dict[str, str], command: str
) -> None:
    """With what was given, in a form that a shell reads back."""
    told = farewell(left(tmp_path), argparse.Namespace(**{**UNSET, **given}), usual)

    assert f"Saved: kim, Classic, turn 1. Continue with: {command}" == told


def test_the_farewell_names_the_level_where_the_game_was_left(tmp_path: Path) -> None:
    """As in the lists."""
    told = farewell(left(tmp_path, rules="ember"), argparse.Namespace(**UNSET), "kim")

    assert told.startswith("Saved: kim, Ember, D1 turn 1. Continue with: ")


@pytest.mark.parametrize(
    ("began", "given", "command"),
    [
        (".venv/bin/roguelike", {}, ".venv/bin/roguelike play"),
        ("/home/kim/my games/roguelike", {}, "'/home/kim/my games/roguelike' play"),
        (
            "/lib/roguelike/__main__.py",
            {"data_dir": "d"},
            f"{shlex.quote(sys.executable)} -m roguelike play --data-dir d",
        ),
    ],
)
def test_a_program_that_is_not_on_the_path_is_named_as_it_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, began: str, given: dict[str, str], command: str
) -> None:
    """The shell finds it again."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.argv", [began])
    told = farewell(left(tmp_path), argparse.Namespace(**{**UNSET, **given}), "kim")

    assert told.endswith(f"Continue with: {command}")


@pytest.mark.parametrize(("given", "command"), [({}, "make play"), ({"name": "kim"}, "roguelike play --name kim")])
def test_a_game_begun_by_make_continues_by_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, str], command: str
) -> None:
    """Unless something would have to be said to it."""
    monkeypatch.setenv(STARTED_BY, "make play")
    told = farewell(left(tmp_path), argparse.Namespace(**{**UNSET, **given}), "kim")

    assert told.endswith(f"Continue with: {command}")


def test_a_game_that_is_over_has_the_command_for_its_morgue_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does what it says."""
    kept = left(tmp_path, to_the_end=True)
    told = farewell(kept, argparse.Namespace(**{**UNSET, "data_dir": str(tmp_path)}), "kim")
    end, _, command = told.partition(" Details: ")

    assert f"Game over on turn {kept.perspective.world.turn}: score {kept.perspective.score}." == end
    assert 0 == cli.main(shlex.split(command)[1:])
    assert capsys.readouterr().out.startswith("kim died on turn ")
