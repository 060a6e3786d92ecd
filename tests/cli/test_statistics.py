"""The command `stats`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.kept_games import DIES, keep_game

Told = Any


@pytest.fixture
def kept(made: Path, tmp_path: Path) -> Path:
    """Return a copy of a folder in which bob has lost a game."""
    return Path(shutil.copytree(made, tmp_path / "kept"))


def test_figures_and_plots_are_told(told: Told) -> None:
    """Of all, or of one player."""
    code, out, err = told("stats")

    assert (0, "") == (code, err)
    assert out.startswith("Games       1 (0 won, 1 died)\n")
    assert "\nCauses of death\n  orc  1  " in out
    assert (0, out, "") == told("stats", "bob")


def test_without_unicode_plots_are_ascii(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """The locale decides, as it does on the screen."""
    monkeypatch.setenv("LC_ALL", "C")
    assert "  orc  1  ########" in told("stats")[1]

    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "  orc  1  ████████" in told("stats")[1]


@pytest.mark.parametrize("arguments", [["alice"], ["--rules", "tcod"]])
def test_no_games_are_told_in_a_sentence(told: Told, arguments: list[str]) -> None:
    """That is no failure."""
    assert (0, "No finished games.\n", "") == told("stats", *arguments)


def test_games_that_are_ranked_apart_are_told_as_games(told: Told, kept: Path, tmp_path: Path) -> None:
    """Seeded and imported games have rows below the sentence, which does not say that there are no games."""
    keep_game(kept, "dora", seed=DIES, seeded=True)
    told("export", "bob", tmp_path / "bob.jsonl")
    told("import", tmp_path / "bob.jsonl", folder=tmp_path / "there")
    seeded, imported = told("stats", "dora")[1], told("stats", folder=tmp_path / "there")[1]

    for out, row in ((seeded, "  Classic, seeded "), (imported, "  Classic, imported ")):
        assert out.startswith(f"None of these games count: they are ranked separately.\n\nRules\n{row}")
        assert "No finished games" not in out


def test_games_that_do_not_count_are_games(told: Told, kept: Path) -> None:
    """The count of abandoned games follows a sentence that does not say that there are no games."""
    SqliteStore(DataFolder(kept), load_ruleset).set_aside("alice")

    assert (0, "None of the finished games count.\nAbandoned: 1\n", "") == told("stats", "alice")


@pytest.mark.parametrize("command", ["stats", "scores"])
@pytest.mark.parametrize("rules", ["/nowhere", "clasic", "ember:gentel"])
def test_an_unknown_rule_set_is_refused(told: Told, command: str, rules: str) -> None:
    """Or a slip would look like no games at all."""
    code, out, err = told(command, "--rules", rules)

    assert (2, "") == (code, out)
    assert ("gentle" if ":" in rules else "use ember, spark, classic") in err


def test_programs_get_all_of_it(told: Told) -> None:
    """The keys are the same whether there are games or not."""
    found, none = json.loads(told("stats", "--json")[1]), json.loads(told("stats", "alice", "--json")[1])

    assert found.keys() == none.keys()
    assert {
        *("player", "rules", "games", "wins", "deaths", "best", "median", "median_turns", "longest", "turns"),
        *("streak", "longest_streak", "kills", "scores", "by_cause", "by_kind", "by_feat", "by_rules"),
        *("unverified", "abandoned"),
    } == found.keys()
    assert {"orc": 1} == found["by_cause"]
    assert (1, 170) == (found["games"], found["longest"])
    assert ("alice", 0, None) == (none["player"], none["games"], none["best"])


def test_a_name_that_cannot_be_one_is_refused(told: Told) -> None:
    """As for every other command."""
    code, out, err = told("stats", "not a name")

    assert (2, "") == (code, out)
    assert "a name must be" in err
