"""A game in progress by rules that are not those which come first."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roguelike import cli
from tests.kept_games import keep_game
from tests.pty_program import Program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.terminal

TURNS = 30
OF_CLASSIC = f"Turn {TURNS}"


@pytest.fixture
def begun(tmp_path: Path) -> tuple[str, ...]:
    """Return the options for a folder where kim has a game of classic in progress, and no settings say which rules."""
    keep_game(tmp_path, "kim", commands=TURNS)
    settings = tmp_path / "config.toml"
    settings.touch()
    return ("--data-dir", str(tmp_path), "--name", "kim", "--config", str(settings))


def test_the_title_offers_it_first_and_goes_on_with_it(begun: tuple[str, ...]) -> None:
    """Enter is all that it takes, as it was before the main game was another one."""
    with Program(*begun) as program:
        program.wait_for("Play Ember")
        program.place_monsters()
        lines = [line.strip(" │") for line in program.text.splitlines()]
        first = next(number for number, line in enumerate(lines) if line.startswith(">"))

        assert f"> c) Continue: kim, Classic, turn {TURNS}" in lines[first]
        assert "p) Play Ember" in lines[first + 1]
        program.type("\r")
        program.wait_for(OF_CLASSIC)


@pytest.mark.parametrize("arguments", [(), ("--rules", "classic"), ("--seed", "1")])
def test_playing_straight_resumes_it(begun: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    """Nobody loses a game for not having said which, nor for having said what is true of it."""
    with Program("play", *begun, *arguments) as program:
        program.wait_for(OF_CLASSIC)


@pytest.mark.parametrize(
    ("arguments", "difference"),
    [
        (["--rules", "ember", "--seed", "1"], "uses rule set 'classic', not 'ember'"),
        (["--gentle"], "uses rule set 'classic', not 'ember:gentle'"),
        (["--seed", "4"], "was not started with seed 4"),
    ],
)
def test_playing_straight_refuses_another_game(
    begun: tuple[str, ...], arguments: list[str], difference: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what to type, and the game is as it was."""
    code = cli.main(["play", *begun, *arguments])
    told = capsys.readouterr().err

    assert 2 == code
    assert told.startswith(f"roguelike: kim: the game in progress {difference} (resume it: ")
    assert "play --name kim --config" in told
    assert told.endswith("add --new, which sets it aside, or --name with another name)\n")
    assert 2 == cli.main(["--line", *begun, *arguments])


@pytest.mark.parametrize(("rules", "code"), [("ember:gentle", 0), ("ember", 2)])
def test_a_gentle_game_is_another_one_than_the_usual(tmp_path: Path, rules: str, code: int) -> None:
    """By `--gentle` alone, and by the whole name."""
    keep_game(tmp_path, "kim", commands=3, rules=rules)
    played = subprocess.run(
        [sys.executable, "-m", "roguelike", "play", "--line", "--gentle", "--name", "kim", "--data-dir", str(tmp_path)],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert code == played.returncode


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--kit", "poacher"], 0),
        (["--gentle"], 0),
        ([], 0),
        (["--kit", "lamplighter"], 2),
        (["--kit", "chandler", "--gentle"], 2),
        (["--rules", "ember:poacher"], 2),
    ],
)
def test_a_game_with_another_kit_is_another_one(tmp_path: Path, options: list[str], code: int) -> None:
    """An option asks for no more than it names."""
    keep_game(tmp_path, "kim", commands=3, rules="ember:poacher:gentle")
    files = ["--name", "kim", "--data-dir", str(tmp_path), "--config", str(tmp_path / "none.toml")]
    (tmp_path / "none.toml").touch()

    played = subprocess.run(
        [sys.executable, "-m", "roguelike", "play", "--line", *options, *files],
        input="status\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert code == played.returncode
    assert (code == 0) == ("Kit poacher. Rules ember:poacher:gentle." in played.stdout)


def test_the_option_begins_with_a_kit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the title it is highlighted; an unknown one is refused in one sentence."""
    (tmp_path / "none.toml").touch()
    files = ("--name", "kim", "--data-dir", str(tmp_path), "--config", str(tmp_path / "none.toml"))
    with Program("--kit", "poacher", *files) as program:
        program.wait_for("Play Ember")
        program.type("p")
        program.wait_for("> c) poacher")
        program.type("\r")
        program.wait_for("Poacher: Cover the lamp")

    assert 2 == cli.main(["--kit", "cook", *files])
    assert "has no kit 'cook': its kits are lamplighter, sellsword, poacher, " in capsys.readouterr().err


@pytest.mark.parametrize("rules", ["ember:poacher", "ember:poacher:gentle", "ember:lamplighter"])
def test_two_kits_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str) -> None:
    """The usual kit, too, where the rule set names it."""
    (tmp_path / "none.toml").touch()
    files = ("--line", "--name", "kim", "--data-dir", str(tmp_path), "--config", str(tmp_path / "none.toml"))

    assert 2 == cli.main(["play", "--rules", rules, "--kit", "sellsword", *files])
    assert f"--rules '{rules}' and --kit 'sellsword' name two kits: leave one out." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "kit"),
    [(["--rules", "ember:poacher", "--kit", "poacher"], "Poacher"), (["--kit", "sellsword"], "Sellsword")],
)
def test_a_kit_named_twice_or_beside_settings_is_one(tmp_path: Path, options: list[str], kit: str) -> None:
    """The option overrides what the settings say."""
    (tmp_path / "set.toml").write_text('rules = "ember:poacher"\n')
    files = ["--name", "kim", "--data-dir", str(tmp_path), "--config", str(tmp_path / "set.toml")]
    command = [sys.executable, "-m", "roguelike", "play", "--line", *options, *files]
    played = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False)

    assert 0 == played.returncode
    assert f"\n{kit}: " in played.stdout


def test_a_new_game_sets_it_aside_by_the_rules_that_come_first(begun: tuple[str, ...], tmp_path: Path) -> None:
    """It can be watched afterwards."""
    with Program("play", *begun, "--new") as program:
        program.wait_for("You light your lamp")

    assert ["kim-0001.game"] == [path.name for path in tmp_path.glob("finished/*.game")]
