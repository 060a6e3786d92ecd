"""`roguelike replay` and `roguelike cast`, as a person asks for them."""

from __future__ import annotations

import json
import re
import signal
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from roguelike import cli
from roguelike.autoplay import POLICIES
from roguelike.cli.watch import open_film
from roguelike.content.loader import load_ruleset
from roguelike.engine.observation import observe
from roguelike.engine.rng import PCG32
from roguelike.play.views.view import Open
from roguelike.session import Session
from roguelike.store.errors import StoreError
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.sqlite_store import SqliteStore
from tests.pty_program import Program
from tests.watching import Watched, show

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = 150
"""More than there are between two snapshots."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a game of ann's in it, which is in progress."""
    root = tmp_path_factory.mktemp("games")
    play = SqliteStore(DataFolder(root), load_ruleset).begin("ann", "chargrid", 7)
    policy = POLICIES["seek"](PCG32(1))
    for _ in range(COMMANDS):
        command = policy.choose(observe(play.game.world))
        play.append(command)
        play.game.play(command)
    play.close()
    assert play.game.outcome is None
    return root


def ask(folder: Path, *arguments: str) -> int:
    """Return the exit code of a command."""
    return cli.main([arguments[0], "--data-dir", str(folder), *arguments[1:]])


def test_a_film_is_written_to_a_file(folder: Path, tmp_path: Path) -> None:
    """Header and events, a line each; no other file is left, and the film does not contain a running game's seed."""
    code = ask(folder, "cast", "ann", str(tmp_path / "ann.cast"), "--size", "100x30")
    header, *events = map(json.loads, (tmp_path / "ann.cast").read_text().splitlines())

    assert 0 == code
    assert (2, 100, 30, "ann: Chargrid") == tuple(header[key] for key in ("version", "width", "height", "title"))
    assert len(events) > COMMANDS // 2
    assert all(code == "o" for _, code, _ in events)
    assert [tmp_path / "ann.cast"] == [*tmp_path.iterdir()]


def test_a_film_can_go_on_to_another_program(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By a pipe; the same bytes as in a file, each time."""
    assert 0 == ask(folder, "cast", "ann", "-")
    printed = capsys.readouterr().out
    assert 0 == ask(folder, "cast", "ann", str(tmp_path / "ann.cast"))

    assert (tmp_path / "ann.cast").read_text() == printed


def test_a_file_that_is_there_stays_as_it_is(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Films are easily given the name of something else."""
    (tmp_path / "letter").write_text("Dear ...")

    assert 0 != ask(folder, "cast", "ann", str(tmp_path / "letter"))
    assert "letter already exists" in capsys.readouterr().err
    assert "Dear ..." == (tmp_path / "letter").read_text()
    assert 0 == ask(folder, "cast", "ann", str(tmp_path / "letter"), "--force")
    assert (tmp_path / "letter").read_text().startswith('{"version":2')
    assert 0 != ask(folder, "cast", "ann", str(tmp_path), "--force")


def test_colors_and_pauses_can_be_chosen(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For a page in black and white, and for those in a hurry."""
    ask(folder, "cast", "ann", "-", "--colors", "0", "--idle-limit", "0.01")
    plain = capsys.readouterr().out
    ask(folder, "cast", "ann", "-", "--palette", "high-contrast")
    other = capsys.readouterr().out
    ask(folder, "cast", "ann", "-")

    assert "38;5" not in plain
    assert json.loads(plain.splitlines()[-1])[0] < 0.01 * COMMANDS + 20
    assert "38;5" in other
    assert other != capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cast", "ann", "-", "--size", "80"], "a size must be COLSxROWS"),
        (["cast", "ann", "-", "--size", "39x24"], "from 40x15 to 1000x500"),
        (["cast", "ann", "-", "--size", "80x501"], "from 40x15 to 1000x500"),
        (["cast", "ann", "-", "--size", "\u0668\u0660x\u0662\u0664"], "a size must be COLSxROWS"),
        (["cast", "ann", "-", "--idle-limit", "0"], "a number of seconds"),
        (["cast", "ann", "-", "--idle-limit", "nan"], "a number of seconds"),
        (["cast", "ann"], "FILE"),
        (["replay", "ann", "--speed", "0"], "from 1 to 64"),
        (["replay", "ann", "--speed", "65"], "from 1 to 64"),
        (["replay", "ann", "--turn", "-1"], "the turn"),
        (["replay", "ann", "--palette", "pink"], "pink"),
        (["replay", "ann"], "needs a terminal"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    """And exit code 2."""
    assert 2 == ask(folder, *arguments)
    assert re.fullmatch(f"roguelike: .*{re.escape(words)}.*\n", capsys.readouterr().err)


@pytest.mark.parametrize("command", [["replay", "bob"], ["cast", "bob", "-"], ["cast", "/dev/null", "-"]])
def test_a_game_that_cannot_be_read_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    """And exit code 3."""
    assert 3 == ask(folder, *command)
    captured = capsys.readouterr()
    assert re.fullmatch("roguelike: .*\n", captured.err)
    assert "" == captured.out


def test_a_game_of_the_list_is_watched_by_its_key(folder: Path) -> None:
    """The title screen asks for that."""
    with pytest.raises(StoreError, match="bob"):
        open_film(DataFolder(folder), "bob")
    watched = Watched(["end", "q"])
    show(watched, Session(Open(open_film(DataFolder(folder), "ann"))))

    assert f"step {COMMANDS}/{COMMANDS}" in watched.last.text()
    assert watched.texts()[0].split("\n")[-1].startswith("Replay: turn 0, step 0/150, 4 steps/s")


def replay(folder: Path, *options: str) -> Program:
    """Watch the game on a terminal."""
    return Program("replay", "ann", "--data-dir", str(folder), *options)


@pytest.mark.terminal
def test_a_game_is_watched_on_a_terminal(folder: Path) -> None:
    """It plays by itself, pauses, goes back, shows all, follows the terminal's size, and returns it back."""
    with replay(folder, "--speed", "64", "--turn", "10", "--spoil") as program:
        program.wait_for(f"Replay: turn 150, step {COMMANDS}/{COMMANDS}, the end, 64 steps/s, ?: help")
        program.type("h")
        program.wait_for(f"Replay: turn 149, step {COMMANDS - 1}/")
        program.type("j20\r")
        program.wait_for("Replay: turn 20, ")
        program.type("v")
        program.wait_for("hidden shown")
        program.resize(40, 15)
        program.wait_until(lambda: program.text.split("\n")[-1].startswith("Replay: turn 20, "), "the small screen")
        program.type("?")
        program.wait_for("play/pause")
        program.type("\x1b")
        program.wait_for("Replay: turn 20, ")
        program.type("q")

        assert 0 == program.end()
        assert program.is_given_back()


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=str
)
@pytest.mark.parametrize("keys", ["", " "])
def test_the_terminal_is_given_back_whatever_ends_it(
    folder: Path, keys: str, number: signal.Signals, code: int
) -> None:
    """While it plays, and while it waits."""
    with replay(folder, "--speed", "1") as program:
        program.wait_for("Replay: turn")
        program.type(keys)
        program.wait_for("paused" if keys else "steps/s")
        program.signal(number)

        assert code == program.end()
        assert program.is_given_back()


@pytest.mark.terminal
def test_a_paused_replay_takes_no_time_of_the_machine(folder: Path) -> None:
    """It may stay open in a window for days."""
    with replay(folder, "--hidden", "--spoil") as program:
        program.type(" ")
        program.wait_for("paused")
        program.place_monsters()
        process = psutil.Process(program._process.pid)
        before = process.cpu_times()
        time.sleep(0.5)

        assert before[:2] == process.cpu_times()[:2]
