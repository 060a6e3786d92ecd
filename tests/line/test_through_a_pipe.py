"""Line mode as a program that is run: whole games, ends of all sorts, and not one control character."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.store.sqlite.data_folder import DataFolder
from roguelike.store.sqlite.saved import read
from tests.kept_games import DIES, keep_game
from tests.line.piped import Piped
from tests.line.text_player import TextPlayer

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = ("--rules", "classic")
WON_BY_CARE, LOST_BY_HASTE = 4, 1
"""Seeds of games by `classic`."""


def journal(root: Path, name: str = "kim") -> list[tuple[object, str]]:
    """Return the commands of a saved game, each with the digest of the world before it."""
    with read(DataFolder(root).game(name)) as saved:
        return [(row.command, row.before) for row, _ in saved.rows(0, saved.first_link)]


def turn_of(lines: list[str]) -> int:
    """Return the turn in the answer to `status`."""
    return int(next(line.split("Turn ")[1].split(".")[0] for line in lines if "Turn " in line))


@pytest.mark.parametrize(("seed", "careful", "end"), [(WON_BY_CARE, True, "won"), (LOST_BY_HASTE, False, "died")])
def test_a_whole_game_by_text_only(tmp_path: Path, seed: int, careful: bool, end: str) -> None:  # noqa: FBT001
    """A win and a loss, both with score and rank, and listed as finished."""
    with Piped(tmp_path, "--name", "kim", "--seed", str(seed), *CLASSIC) as program:
        program.read()
        told = TextPlayer(program.say, careful=careful).play()
        scores, watched = program.say("scores"), program.say("watch kim-0001")
        program.type("quit")
        code = program.end()

    assert any(line.startswith(f"kim {end}") for line in told)
    assert any(line.startswith("Score ") and line.endswith("rank 1 of 1") for line in told)
    assert f"kim, {end}" in scores[0]
    assert any("comes into view" in line for line in watched)
    assert 0 == code
    assert b"\x1b" not in program.raw
    assert all(char == 10 or 32 <= char < 127 for char in program.raw)


@pytest.mark.parametrize("rules", ruleset_names())
def test_the_first_five_lines_have_goal_place_and_commands(tmp_path: Path, rules: str) -> None:
    """A new player has read nothing else; none, nor the list of messages, names a key for help."""
    with Piped(tmp_path, "--name", "kim", "--seed", "4", "--rules", rules) as program:
        *told, prompt = program.read()
        messages = program.say("messages")

    assert told[0].endswith("kim's game, turn 0. Type explore, look, north, or help for more.")
    assert load_ruleset(rules).objective in told[1:3]
    assert load_ruleset(rules).objective in messages
    assert not any("Press ?" in line for line in (*told, *messages))
    assert told[-2].startswith(("In view: ", "Nothing in view."))
    assert told[-1].startswith("Exits: ")
    assert 5 >= len(told)
    assert "> " == prompt


def test_a_game_by_words_verifies_like_any_other(tmp_path: Path) -> None:
    """Its file is a replay."""
    with Piped(tmp_path, "--name", "kim", "--seed", str(LOST_BY_HASTE), *CLASSIC) as program:
        program.read()
        TextPlayer(program.say, careful=False).play()
        program.type("quit")
        program.end()

    assert 0 == cli.main(["verify", "kim-0001", "--data-dir", str(tmp_path)])


def test_the_end_of_the_input_saves_and_leaves(tmp_path: Path) -> None:
    """The last line counts even without its end; the next run goes on where this one left."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.say("explore")
        before = program.say("status")
        program.end_input()
        code = program.end()
    with Piped(tmp_path, "--name", "kim") as again:
        again.read()
        after = again.say("status")

    assert 0 == code
    assert before == after
    assert turn_of(after) > 5


def test_printed_results_survive_a_kill(tmp_path: Path) -> None:
    """`kill -9` between a prompt and the next line."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.say("explore")
        before = program.say("status")
        program.signal(signal.SIGKILL)
        program.end()
    with Piped(tmp_path, "--name", "kim") as again:
        again.read()

        assert before == again.say("status")


def test_input_left_in_a_pipe_after_the_end_begins_no_game(tmp_path: Path) -> None:
    """Only the whole word does: steps to the north are keys and abbreviations of it."""
    keep_game(tmp_path, "kim", seed=DIES, commands=160)
    with Piped(tmp_path, "--name", "kim") as program:
        for line in ["wait"] * 60 + ["n", "ne", "n 3", "5 n", "N", "repeat", "y", "enter"] * 3:
            program.type(line)
        program.end_input()
        code = program.end()

    assert 0 == code
    assert b"kim died" in program.raw
    assert b"turn 0" not in program.raw
    assert ["kim-0001"] == [path.stem for path in DataFolder(tmp_path).finished_games()]
    assert [] == list(DataFolder(tmp_path).names())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_and_leaves(tmp_path: Path, number: signal.Signals) -> None:
    """The exit code is that of the signal."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.say("explore")
        program.signal(number)
        code = program.end()

    assert 128 + number == code
    assert journal(tmp_path)
    assert "" == program.errors


def test_a_reader_that_goes_away_loses_nothing(tmp_path: Path) -> None:
    """As with `| head`."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.say("explore")
        program.stop_reading()
        program.type("explore")
        code = program.end()

    assert 1 == code
    assert "" == program.errors
    assert 5 < len(journal(tmp_path))


def test_words_and_keys_make_the_same_journal(tmp_path: Path) -> None:
    """Command by command, digest by digest."""
    by_word, by_key = tmp_path / "words", tmp_path / "keys"
    lines = (
        (by_word, ["east", "move north-east", "3 wait", "explore", "search", "examine me", "run west", "2 sw"]),
        (by_key, ["l", "u", "3 .", "o", "s", "look", "H", "2 b"]),
    )
    for root, typed in lines:
        with Piped(root, "--name", "kim", "--seed", "7") as program:
            program.read()
            for line in typed:
                program.say(line)
            program.type("quit")
            program.end()

    assert journal(by_word) == journal(by_key)
    assert 8 < len(journal(by_word))


def test_hostile_lines_are_answered_and_never_echoed_raw(tmp_path: Path) -> None:
    """Escape sequences, NULs, half characters, and a line without end."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.type("\x1b[2J\x07")
        program.read()
        program.type("\0")
        program.read()
        program.type("x" * 100_000)
        told = program.read()
        program.type("quit")
        code = program.end()

    assert any(line.startswith("Unknown word") for line in told)
    assert 0 == code
    assert all(char == 10 or 32 <= char < 127 for char in program.raw)


def test_without_a_terminal_the_usual_mode_suggests_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence names the command to type."""
    code = cli.main(["play", "--data-dir", str(tmp_path)])

    assert 2 == code
    assert "roguelike play --line" in capsys.readouterr().err


def test_the_last_line_says_how_to_continue(tmp_path: Path) -> None:
    """After quitting, and after the end of the input."""
    for ends in (False, True):
        with Piped(tmp_path, "--name", "kim", "--seed", "4", PATH="") as program:
            program.read()
            if ends:
                program.end_input()
            else:
                program.type("quit")
            program.end()

        last = program.raw.decode().rstrip().split("\n")[-1]
        command = f"{shlex.quote(sys.executable)} -m roguelike play --line --name kim"
        assert last.startswith(f"Saved: kim, Ember, D1 turn 0. Continue with: {command}")


def test_the_last_turns_can_be_watched_when_all_is_over(tmp_path: Path) -> None:
    """By the word that the summary names, and by its key."""
    with Piped(tmp_path, "--name", "kim", "--seed", str(LOST_BY_HASTE), *CLASSIC) as program:
        program.read()
        TextPlayer(program.say, careful=False).play()
        watched, pressed = program.say("watch"), program.say("v")
        program.type("quit")
        program.end()

    assert any("hits you" in line or "KILLS YOU" in line for line in watched)
    assert watched == pressed


@pytest.mark.parametrize(
    ("redirected", "code", "sentence"),
    [
        ("</dev/null", 0, ""),
        ("<&-", 2, "roguelike: standard input or output is closed.\n"),
        (">&- </dev/null", 2, "roguelike: standard input or output is closed.\n"),
        (">/dev/full </dev/null", 1, ""),
        ("2>&- </dev/null", 0, ""),
    ],
)
def test_without_input_or_output_it_ends_in_one_sentence_or_in_silence(
    tmp_path: Path, redirected: str, code: int, sentence: str
) -> None:
    """The exit code is the documented one."""
    command = shlex.join([sys.executable, "-m", "roguelike", "play", "--line", "--data-dir", str(tmp_path)])
    ended = subprocess.run(["sh", "-c", f"{command} {redirected}"], capture_output=True, text=True, check=False)

    assert code == ended.returncode
    assert sentence == ended.stderr


def test_ctrl_c_at_a_pipe_ends_the_line(tmp_path: Path) -> None:
    """The shell's prompt begins a new one, and the exit code is that of Ctrl-C."""
    with Piped(tmp_path, "--name", "kim", "--seed", "7") as program:
        program.read()
        program.signal(signal.SIGINT)
        code = program.end()

    assert 130 == code
    assert program.raw.endswith(b"> \n")
    assert "" == program.errors
