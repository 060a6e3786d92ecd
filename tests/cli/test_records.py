"""The commands for games that are written down."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roguelike import cli
from roguelike.content import loader
from roguelike.content.loader import load_ruleset
from roguelike.store.listings import Standing
from roguelike.store.portable import read_portable
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.kept_games import DIES, files, keep_game
from tests.pty_program import PATIENCE

ROOT = Path(__file__).parents[2]
COMMANDS = ("games", "scores", "morgue", "verify", "export", "import")
ESCAPES = "\x1b[2J\x9b5n\r\a\u202e"
"""What clears screens, asks terminals, writes over what was written, rings, and turns lines around."""


@pytest.fixture
def kept(made: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder."""
    return Path(shutil.copytree(made, tmp_path / "kept"))


Told = Any


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_the_options(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """On every command."""
    assert 0 == cli.main([command, "--help"])
    out = capsys.readouterr().out

    assert "--data-dir DIR" in out
    assert (command not in {"export", "import"}) == ("--json" in out)


def test_games_are_listed(told: Told) -> None:
    """Those to go on with, then those that are over."""
    code, out, err = told("games")

    assert (0, "") == (code, err)
    assert re.fullmatch(
        r"In progress\n  alice  Classic  turn \d+  \d{4}-\d\d-\d\d \d\d:\d\d\n\n"
        r"Finished\n  bob-0001  Classic  died  turn 170  \d{4}-\d\d-\d\d \d\d:\d\d\n",
        out,
    )


def test_games_of_several_levels_are_listed_with_the_level(told: Told, kept: Path) -> None:
    """As text and as JSON; the others have none."""
    keep_game(kept, "carol", commands=5, rules="ember")
    out = told("games")[1]
    games = json.loads(told("games", "--json")[1])

    assert re.search(r"^  alice  Classic +turn \d+  \d{4}-", out, re.MULTILINE)
    assert re.search(r"^  carol  Ember +D1 turn \d+  \d{4}-", out, re.MULTILINE)
    assert {"alice": None, "carol": 1} == {game["name"]: game.get("depth") for game in games["in_progress"]}
    assert ["depth" in game for game in games["finished"]] == [False]


def test_scores_are_listed(told: Told, kept: Path) -> None:
    """Best first."""
    keep_game(kept, "carol", seed=18)
    code, out, _ = told("scores")
    lines = [line.split() for line in out.splitlines()[1:]]

    assert 0 == code
    assert ["1.", "2."] == [line[0] for line in lines]
    assert sorted((int(line[1]) for line in lines), reverse=True) == [int(line[1]) for line in lines]
    assert {"bob", "carol"} == {line[2] for line in lines}


def test_scores_of_gentle_games_are_listed_apart(told: Told, kept: Path) -> None:
    """Verified ones too, and JSON marks them; at the end of a game its rank is one among those."""
    keep_game(kept, "dora", seed=4, rules="ember:gentle", commands=3000)
    library = SqliteStore(DataFolder(kept), load_ruleset)
    usual, _, gentle = told("scores")[1].partition("\n\nScores, gentle\n")

    assert ("dora" in usual, "dora" in gentle, "bob" in gentle) == (False, True, False)
    assert gentle.startswith("  1. ")
    assert ["", "gentle"] == [score.get("board", "") for score in json.loads(told("scores", "--json")[1])]
    assert 1 == library.standing("dora", 0).of_all
    assert Standing(1, 1, 1, 1, "gentle") == library.standing("dora", 10**6, "gentle")


def test_scores_of_one_rule_set_are_listed(told: Told, kept: Path) -> None:
    """With ranks of their own; a mode is a rule set of its own, as for `stats`."""
    keep_game(kept, "dora", seed=4, rules="ember:gentle", commands=3000)
    listed = {
        rules: [score["name"] for score in json.loads(told("scores", "--json", "--rules", rules)[1])]
        for rules in ("classic", "ember", "ember:gentle")
    }

    assert {"classic": ["bob"], "ember": [], "ember:gentle": ["dora"]} == listed
    assert "Scores: none\n" == told("scores", "--rules", "ember")[1]
    assert told("scores", "--rules", "ember:gentle")[1].startswith("Scores, gentle\n  1. ")


def test_scores_of_games_with_a_chosen_seed_are_listed_apart(told: Told, kept: Path) -> None:
    """Whoever knows the seed may have played it before. The rank at the end of the game and its account tell so."""
    keep_game(kept, "dora", seed=DIES, seeded=True)
    assert Standing(1, 1, 1, 1, "seeded") == SqliteStore(DataFolder(kept), load_ruleset).standing(
        "dora", 10**6, "seeded"
    )
    assert f"Seed          {DIES} (chosen: the score is ranked separately)\n" in told("morgue", "dora")[1]
    assert f"Seed          {DIES}\n" in told("morgue", "bob")[1]

    usual, _, seeded = told("scores")[1].partition("\n\nScores, seeded\n")

    assert ("dora" in usual, "dora" in seeded, "bob" in seeded) == (False, True, False)
    assert ["", "seeded"] == [score.get("board", "") for score in json.loads(told("scores", "--json")[1])]


def test_a_morgue_is_told(told: Told, kept: Path) -> None:
    """The name or the key finds it."""
    text = (kept / "finished" / "bob-0001.txt").read_text(encoding="utf-8")

    assert (0, text, "") == told("morgue", "bob") == told("morgue", "bob-0001")


def test_a_name_stands_for_its_last_game(told: Told, kept: Path) -> None:
    """A player who has just lost a game wants to read about that one."""
    keep_game(kept, "bob", seed=18)
    text = (kept / "finished" / "bob-0002.txt").read_text(encoding="utf-8")

    assert (0, text, "") == told("morgue", "bob")
    assert told("verify", "bob")[1].removeprefix("bob") == told("verify", "bob-0002")[1].removeprefix("bob-0002")


def test_a_game_is_verified(told: Told) -> None:
    """Outcome, score, turns and digest in one line."""
    code, out, err = told("verify", "bob")

    assert (0, "") == (code, err)
    assert re.fullmatch(
        r"bob: died, score \d+, 170 turns, 170 commands, matches the recording, digest [0-9a-f]{32}\n", out
    )


@pytest.mark.parametrize("what", ["bob", "bob-0001", "finished/bob-0001.game", "bob.jsonl"])
def test_whatever_names_a_game_verifies_it(told: Told, kept: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the same."""
    monkeypatch.chdir(kept)
    told("export", "bob", "bob.jsonl")
    verdict = json.loads(told("verify", what, "--json")[1])

    assert (True, "died", 170, "") == tuple(verdict[key] for key in ("same", "outcome", "turns", "ends_because"))
    assert json.loads(told("scores", "--json")[1])[0]["score"] == verdict["score"]


def test_a_game_that_differs_is_exit_code_4(told: Told, tmp_path: Path) -> None:
    """It names the first turn that does."""
    path = tmp_path / "bob.jsonl"
    told("export", "bob", path)
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    turn = read_portable(path).rows[99].turn
    lines[100] = re.sub('"before":"[0-9a-f]+"', f'"before":"{"0" * 32}"', lines[100])
    path.write_text("".join(lines), encoding="ascii")
    code, out, err = told("verify", path)

    assert (4, "") == (code, out)
    assert f"roguelike: {path} does not match its replay" in err
    assert f"turn {turn}, before command 100." in err
    assert {"same": False, "command": 100, "turn": turn} == json.loads(told("verify", path, "--json")[1])
    assert 4 == told("import", path, folder=tmp_path / "there")[0]


def test_a_game_by_other_rules_is_no_difference(told: Told, tmp_path: Path) -> None:
    """Exit code 3, and why."""
    path = tmp_path / "bob.jsonl"
    told("export", "bob", path)
    code, _, err = told("verify", path, "--rules", "kasidin")

    assert 3 == code
    assert "a different version of the rule set" in err


def test_where_the_rules_were_changed_verifying_ends(told: Told, tmp_path: Path) -> None:
    """It says until where it is good, and that is all that can be known."""
    path = tmp_path / "bob.jsonl"
    told("export", "bob", path)
    text = path.read_text(encoding="ascii").replace('"changes":[]', f'"changes":[[50,"{"0" * 32}"]]')
    path.write_text(text, encoding="ascii")
    code, out, err = told("verify", path)

    assert (3, "") == (code, out)
    assert f"The rules changed on turn {read_portable(path).rows[50].turn}" in err
    assert 50 == json.loads(told("verify", path, "--json")[1])["commands"]


@pytest.mark.parametrize("what", ["nobody", "no/such/file", "pyproject.toml", "."])
@pytest.mark.parametrize("command", ["verify", "export"])
def test_what_cannot_be_read_is_exit_code_3(told: Told, command: str, what: str) -> None:
    """The error is one sentence."""
    code, out, err = told(command, what, *(["-"] if command == "export" else []))

    assert (3, "") == (code, out)
    assert err.startswith("roguelike: ")
    assert 1 == err.count("\n")


def test_a_game_goes_to_another_machine(told: Told, tmp_path: Path) -> None:
    """Exported here, imported there, the same there."""
    there = tmp_path / "there"
    for what in ("alice", "bob"):
        told("export", what, "--spoil", tmp_path / f"{what}.jsonl")
        code, out, err = told("import", tmp_path / f"{what}.jsonl", folder=there)

        assert (0, "") == (code, err)
        assert out.endswith("commands verified\n")
        assert told("verify", what)[1] == told("verify", what, folder=there)[1]
    board, line = told("scores", folder=there)[1].splitlines()[:2]
    assert ("Scores, imported", told("scores")[1].splitlines()[1][:18]) == (board, line[:18])
    assert told("morgue", "bob") == told("morgue", "bob", folder=there)


@pytest.mark.parametrize("dice", [str(DIES), f"00{DIES}"])
def test_dice_that_repeat_the_seed_do_not_hide_that_it_was_chosen(
    told: Told, kept: Path, tmp_path: Path, dice: str
) -> None:
    """They replay to the same game, so the header is refused, and the honest file can still be imported."""
    honest, forged, there = tmp_path / "honest.jsonl", tmp_path / "forged.jsonl", tmp_path / "there"
    keep_game(kept, "dora", seed=DIES, seeded=True)
    told("export", "dora", honest)
    forged.write_text(honest.read_text(encoding="ascii").replace('"dice":""', f'"dice":"{dice}"'), encoding="ascii")
    for command in ("verify", "import"):
        code, out, err = told(command, forged, folder=there)
        assert (3, "") == (code, out)
        assert f"{forged} cannot be read: its dice equal its seed, which no game's do." in err

    assert (0, "dora-0001: imported, 169 commands verified\n", "") == told("import", honest, folder=there)
    assert f"Seed          {DIES} (chosen: the score is ranked separately)\n" in told("morgue", "dora", folder=there)[1]


def test_saved_dice_that_repeat_the_seed_are_refused(told: Told, kept: Path) -> None:
    """The file of a game is checked as well: anybody can recompute its hashes."""
    keep_game(kept, "dora", seed=DIES, seeded=True)
    with contextlib.closing(sqlite3.connect(kept / "finished" / "dora-0001.game")) as connection, connection:
        connection.execute("UPDATE about SET value = ? WHERE key = 'dice'", (str(DIES),))
    code, _, err = told("verify", "dora")

    assert (3, True) == (code, "its dice equal its seed" in err)


def test_an_import_can_be_given_a_name(told: Told, kept: Path, tmp_path: Path) -> None:
    """For the name may be taken."""
    path = tmp_path / "game.jsonl"
    told("export", "alice", "--spoil", path)
    (kept / "games" / "alice.game").unlink()
    keep_game(kept, commands=2, seed=3)
    code, _, err = told("import", path)

    assert (1, True) == (code, "--name" in err)
    assert (0, "ann: imported, 30 commands verified\n", "") == told("import", path, "--name", "ann")


def test_a_rule_set_of_ones_own_is_given_by_its_path(told: Told, kept: Path, tmp_path: Path) -> None:
    """A file tells no path, so whoever brings it in must."""
    mine = tmp_path / "mine"
    shutil.copytree(Path(loader.__file__).parent / "classic", mine)
    keep_game(kept, "dora", commands=20, rules=str(mine))
    path = tmp_path / "dora.jsonl"
    told("export", "dora", "--spoil", path)
    refused = told("import", path, folder=tmp_path / "there")
    brought = told("import", path, "--rules", mine, folder=tmp_path / "there")

    assert 3 == refused[0]
    assert "'mine'" in refused[2]
    assert "--rules PATH" in refused[2]
    assert (0, "dora: imported, 20 commands verified\n") == brought[:2]
    assert 0 == told("verify", "dora", folder=tmp_path / "there")[0]


def test_an_export_replaces_nothing_by_mistake(told: Told, tmp_path: Path) -> None:
    """It overwrites a file only with `--force`."""
    path = tmp_path / "precious"
    path.write_text("precious", encoding="ascii")
    code, _, err = told("export", "alice", "--spoil", path)

    assert (1, "precious") == (code, path.read_text(encoding="ascii"))
    assert "--force" in err
    assert 0 == told("export", "alice", "--spoil", path, "--force")[0]
    assert 30 == len(read_portable(path).rows)


@pytest.mark.parametrize("command", [["export", "--spoil"], ["cast"]], ids=["export", "cast"])
@pytest.mark.parametrize("force", [[], ["--force"]], ids=["", "force"])
def test_no_game_is_replaced_by_what_is_made_of_it(
    told: Told, kept: Path, tmp_path: Path, command: list[str], force: list[str]
) -> None:
    """Not even on request, whatever the file is called: both arguments are easily given the same name."""
    game, carried = kept / "games" / "alice.game", tmp_path / "alice.jsonl"
    beside = game.with_name("alice.game-wal")
    beside.write_bytes(b"")
    told("export", "alice", "--spoil", carried, folder=kept)
    (tmp_path / "link").symlink_to(game)
    (tmp_path / "other name").hardlink_to(game)
    goals = [("alice", game), ("alice", beside), (carried, carried)]
    goals += [(game, tmp_path / "link"), (tmp_path / "link", game), ("alice", tmp_path / "other name")]
    before = game.read_bytes(), carried.read_bytes()
    answers = [told(*command, what, goal, *force, folder=kept) for what, goal in goals]

    sentences = [f"roguelike: {goal} is the saved game itself: choose another name.\n" for _, goal in goals]
    assert [(1, "", sentence) for sentence in sentences] == answers
    assert before == (game.read_bytes(), carried.read_bytes())
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", ["", "no/such/folder/x", "pipe"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_an_export_that_cannot_be_written_is_told(told: Told, tmp_path: Path, name: str, force: list[str]) -> None:
    """One sentence, and nothing half made is left."""
    goal = tmp_path / "goal"
    goal.mkdir()
    os.mkfifo(goal / "pipe")
    code, out, err = told("export", "alice", "--spoil", goal / name, *force)

    assert (1, "") == (code, out)
    assert str(goal / name) in err
    assert ["pipe"] == [path.name for path in goal.iterdir()]


def test_an_export_to_standard_output_is_the_same(told: Told, tmp_path: Path) -> None:
    """For `ssh there roguelike export alice - | roguelike import`-like things."""
    (tmp_path / "goal").mkdir()
    path = tmp_path / "goal" / "x.jsonl"
    told("export", "alice", "--spoil", path)

    assert [path] == list(path.parent.iterdir())
    assert (0, path.read_text(encoding="ascii"), "") == told("export", "alice", "--spoil", "-")


@pytest.mark.parametrize("game", ["over", "going"])
def test_a_game_that_nobody_could_import_is_not_exported(told: Told, tmp_path: Path, game: str) -> None:
    """It says what import would say, and a game in progress is not marked for it."""
    folder = Path(shutil.copytree(ROOT / "tests" / "saves" / "format-1", tmp_path / "old"))
    before = files(tmp_path)
    key = "over-0001" if game == "over" else game
    refused = f"roguelike: {key} was recorded by an older version of the game: use version 0.1.\n"

    for goal in (tmp_path / "x.jsonl", "-"):
        assert (3, "", refused) == told("export", game, goal, "--spoil", folder=folder)
    assert before == files(tmp_path)


def test_json_is_one_line_with_everything(told: Told) -> None:
    """For other programs."""
    games = json.loads(told("games", "--json")[1])
    scores = json.loads(told("scores", "--json")[1])
    morgue = json.loads(told("morgue", "bob", "--json")[1])

    assert ["alice"] == [game["name"] for game in games["in_progress"]]
    assert ["bob-0001"] == [game["key"] for game in games["finished"]]
    assert [("bob", "Classic", "died", 170, DIES)] == [
        tuple(score[key] for key in ("name", "rules", "outcome", "turn", "seed")) for score in scores
    ]
    assert ("bob-0001", told("morgue", "bob")[1]) == (morgue["key"], morgue["text"] + "\n")
    assert all("T" in entry["when"] for entry in (*games["in_progress"], *games["finished"], *scores, morgue))


@pytest.mark.parametrize("command", ["games", "scores", "morgue"])
def test_reading_changes_no_file(told: Told, kept: Path, command: str) -> None:
    """Lists are for looking."""
    before = files(kept)
    told(command, *(["bob"] if command == "morgue" else []))

    assert before == files(kept)


def test_an_empty_folder_is_no_trouble(told: Told, tmp_path: Path) -> None:
    """Nor is it made."""
    nowhere = tmp_path / "nowhere"

    assert (0, "In progress: none\n\nFinished: none\n", "") == told("games", folder=nowhere)
    assert (0, "Scores: none\n", "") == told("scores", folder=nowhere)
    assert 3 == told("morgue", "bob", folder=nowhere)[0]
    assert not nowhere.exists()


def test_a_damaged_game_is_listed_with_why(told: Told, kept: Path) -> None:
    """In lines that fit; and the others are listed all the same."""
    (kept / "games" / "eve.game").write_bytes(b"rubbish" * 1000)
    code, out, _ = told("games")

    assert 0 == code
    assert "eve: " in out
    assert "alice" in out
    assert [] == [line for line in out.splitlines() if len(line) > 80 and " " in line.strip()]


def test_nothing_in_a_file_reaches_the_terminal_as_a_control(told: Told, kept: Path) -> None:
    """Whoever wrote it."""
    (kept / "finished" / "bob-0001.txt").write_text(f"bob {ESCAPES}\n\tlost\n", encoding="utf-8")
    (kept / "games" / f"x{ESCAPES.replace('/', '')}.game").write_bytes(b"rubbish")
    (kept / f"x{ESCAPES}.jsonl").write_text(f"{ESCAPES}\n", encoding="utf-8")
    printed = [
        told("morgue", "bob"),
        told("morgue", "bob", "--json"),
        told("morgue", ESCAPES),
        told("games"),
        told("games", "--json"),
        told("verify", kept / f"x{ESCAPES}.jsonl"),
        told("import", kept / f"x{ESCAPES}.jsonl"),
        told("export", "alice", "--spoil", kept / f"{ESCAPES}/x"),
    ]

    assert [] == [line for _, out, err in printed for line in (out + err).split("\n") if not line.isprintable()]
    assert "bob ?[2J?5n???\n?lost\n" == printed[0][1]


def test_what_a_terminal_cannot_write_is_replaced(kept: Path) -> None:
    """An accent in a story is replaced in ASCII."""
    (kept / "finished" / "bob-0001.txt").write_text("bob the naïve\n", encoding="utf-8")
    done = _program("morgue", "bob", "--data-dir", str(kept), PYTHONIOENCODING="ascii")

    assert (0, "bob the na?ve\n", "") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("command", [["games"], ["games", "--json"], ["scores"], ["scores", "--json"]])
def test_a_time_zone_that_cannot_be_used_is_taken_for_utc(kept: Path, command: list[str]) -> None:
    """POSIX allows 24 hours and more, Python does not."""
    odd, universal = (_program(*command, "--data-dir", str(kept), TZ=zone) for zone in ("Foo-24", "UTC"))

    assert (0, "") == (odd.returncode, odd.stderr)
    assert universal.stdout == odd.stdout


def test_a_game_that_was_set_aside_has_no_story(told: Told, kept: Path) -> None:
    """It says so."""
    SqliteStore(DataFolder(kept), load_ruleset).set_aside("alice")
    code, _, err = told("morgue", "alice")

    assert told("verify", "alice")[1].startswith("alice: abandoned, score 0, ")

    assert 3 == code
    assert "set aside" in err


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_a_story_that_is_no_file_keeps_nobody_waiting(told: Told, kept: Path, kind: str) -> None:
    """Whatever lies there."""
    path = kept / "finished" / "bob-0001.txt"
    path.unlink()
    (Path.mkdir if kind == "folder" else os.mkfifo)(path)

    assert 3 == told("morgue", "bob")[0]


def _program(*arguments: str, stdout: Any = subprocess.PIPE, **environment: str) -> Any:  # noqa: ANN401 -- any file
    return subprocess.run(
        [sys.executable, "-m", "roguelike", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )
