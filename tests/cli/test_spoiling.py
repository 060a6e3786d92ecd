"""A game in progress keeps its secrets from its player, or its score tells that they were looked at."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.content.loader import load_ruleset
from roguelike.play.journaled_game import JournaledGame
from roguelike.play.morgue import SPOILED_SCORE
from roguelike.play.outcome import SPOILED
from roguelike.play.tables import SPOILED_LEGEND
from roguelike.play.views.scores import ScoresPage
from roguelike.play.views.summary import Summary
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from roguelike.ui.last_screen import last_screen
from roguelike.ui.screens.screen import screen_of
from tests.kept_games import DIES, bot, files, keep_game
from tests.store.library_fixtures import scores_of

if TYPE_CHECKING:
    from pathlib import Path

REFUSED = (
    "roguelike: alice is in progress: this would reveal its seed and level. "
    "Use --spoil to allow it; the score is marked.\n"
)
Told = Any


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a data folder with a game in progress, which goes on to a death, and one that is over."""
    keep_game(tmp_path / "kept", seed=DIES, commands=30)
    keep_game(tmp_path / "kept", "bob", seed=18)
    return tmp_path / "kept"


def to_the_end(folder: Path, name: str = "alice") -> JournaledGame:
    """Go on with a game, and die."""
    kept = JournaledGame.resume(SqliteStore(DataFolder(folder), load_ruleset).resume(name), last_screen)
    policy = bot(DIES)
    while kept.perspective.game.outcome is None:
        command = policy(kept.perspective.world)
        assert kept.write(command)
        kept.perspective.retell(kept.perspective.game.play(command))
    kept.close()
    return kept


@pytest.mark.parametrize(
    "command", [["export", "alice", "-"], ["export", "alice", "x"], ["replay", "alice", "--hidden"]]
)
def test_a_game_in_progress_is_not_shown_by_mistake(told: Told, kept: Path, command: list[str]) -> None:
    """It says how to do it on purpose; nothing is written, and nothing is marked."""
    before = files(kept.parent)

    assert (1, "", REFUSED) == told(*command)
    assert before == files(kept.parent)


def test_the_file_itself_by_its_path_is_no_way_round(told: Told, kept: Path, tmp_path: Path) -> None:
    """Nor is a copy of it: with --spoil it is the game in the data folder that is marked."""
    copy = tmp_path / "copy.game"
    shutil.copy(kept / "games" / "alice.game", copy)

    assert (1, "", REFUSED) == told("export", kept / "games" / "alice.game", "-")
    assert (1, "", REFUSED) == told("export", copy, "-")
    assert 0 == told("export", copy, "-", "--spoil")[0]
    assert json.loads(told("verify", "alice", "--json")[1])["spoiled"]


def test_nothing_else_tells_the_seed(told: Told) -> None:
    """Of a game in progress; of one that is over everything may be known."""
    seeds = {told("cast", name, "-")[1].count("seed") for name in ("alice",)}
    printed = [told(*command)[1] for command in (["games"], ["games", "--json"], ["verify", "alice", "--json"])]

    assert {0} == seeds | {text.count("seed") for text in printed}
    assert "seed 18" in told("cast", "bob", "-")[1]
    assert 0 == told("export", "bob", "-")[0]


@pytest.mark.parametrize("how", ["export", "replay"])
def test_a_game_that_was_looked_into_has_a_score_that_says_so(told: Told, kept: Path, how: str) -> None:
    """In the account, on the summary, in the scores; the other games are as they were."""
    code = told("export", "alice", "-", "--spoil")[0] if how == "export" else told("replay", "alice", "--spoil")[0]
    assert (0 if how == "export" else 2) == code  # there is no terminal to replay it on
    perspective = to_the_end(kept).perspective
    canvas = Canvas(80, 24)
    screen_of(Summary(perspective)).draw(canvas)
    table = Canvas(80, 24)
    screen_of(ScoresPage(scores_of(SqliteStore(DataFolder(kept), load_ruleset)))).draw(table)
    scores = told("scores")[1]

    assert SPOILED in canvas.text()
    assert SPOILED_SCORE in told("morgue", "alice")[1]
    assert SPOILED_SCORE not in told("morgue", "bob")[1]
    assert [True] == [score["spoiled"] for score in json.loads(told("scores", "--json")[1]) if score["name"] == "alice"]
    assert 1 == scores.count("died*")
    assert scores.endswith(f"\n\n  {SPOILED_LEGEND}\n")
    assert "died*" in table.text()
    assert SPOILED_LEGEND in table.text()


def test_a_game_that_was_not_has_nothing_of_it(told: Told, kept: Path) -> None:
    """No sign, no legend."""
    perspective = to_the_end(kept).perspective
    canvas = Canvas(80, 24)
    screen_of(Summary(perspective)).draw(canvas)

    assert SPOILED not in canvas.text()
    assert "*" not in told("scores")[1]
    assert {False} == {score["spoiled"] for score in json.loads(told("scores", "--json")[1])}


@pytest.mark.parametrize("is_over", [False, True])
def test_the_mark_goes_with_the_game(told: Told, kept: Path, tmp_path: Path, *, is_over: bool) -> None:
    """Through export and import, be it in progress or over by then."""
    path, there = tmp_path / "x.jsonl", tmp_path / "there"
    told("export", "alice", path, "--spoil")
    if is_over:
        to_the_end(kept)
        assert 0 == told("export", "alice", path, "--force")[0]
    assert 0 == told("import", path, folder=there)[0]
    if not is_over:
        to_the_end(there)

    assert [True] == [score["spoiled"] for score in json.loads(told("scores", "--json", folder=there)[1])]
    assert SPOILED_SCORE in told("morgue", "alice", folder=there)[1]
    assert json.loads(told("verify", "alice", "--json", folder=there)[1])["spoiled"]


def test_an_export_that_comes_to_nothing_marks_nothing(told: Told, kept: Path) -> None:
    """A wrong path must cost nobody the score."""
    before = files(kept)

    assert 1 == told("export", "alice", kept / "no" / "such" / "folder", "--spoil")[0]
    assert 1 == told("export", "alice", kept, "--spoil")[0]
    assert before == files(kept)


def test_a_game_is_marked_once_and_not_while_it_is_played(told: Told, kept: Path) -> None:
    """Its player has it open; nobody writes there meanwhile."""
    told("export", "alice", "-", "--spoil")
    before = files(kept)
    told("export", "alice", "-", "--spoil")
    assert before == files(kept)

    play = SqliteStore(DataFolder(kept), load_ruleset).resume("alice")
    code, out, err = told("export", "alice", "-", "--spoil")
    play.release()
    assert (3, "") == (code, out)
    assert "is being played" in err


def test_the_levels_of_a_game_in_progress_are_not_printed(told: Told) -> None:
    """Neither by its own rules nor by others; those of one that is over are, and those of any other seed."""
    refused = (1, "", f"roguelike: alice is in progress with seed {DIES}: its levels are not shown before it ends.\n")

    assert refused == told("map", "--seed", DIES, "--rules", "ember", "--depth", "3")
    assert refused == told("catalog", "--seeds", f"0-{DIES}", "--rules", "classic")
    assert [0, 0] == [told("map", "--seed", seed)[0] for seed in ("18", "12345")]
    assert [0, 0] == [told("catalog", "--rules", "classic", "--seeds", seeds)[0] for seeds in ("18", f"{DIES + 1}-9")]


def test_the_seed_of_a_game_in_progress_is_not_practised(kept: Path) -> None:
    """Practice has the same levels and the same dice."""
    library = SqliteStore(DataFolder(kept), load_ruleset)
    with pytest.raises(StoreError, match=f"alice is in progress with seed {DIES}: its levels are not shown"):
        library.unsaved("classic", int(DIES))

    assert library.unsaved("classic", 18)().world.turn == library.unsaved("classic")().world.turn
