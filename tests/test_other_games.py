"""A game in progress by rules that are not those which come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.session.lobby import OTHER_GAME
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


@pytest.mark.parametrize("arguments", [(), ("--rules", "classic"), ("--rules", "ember")])
def test_playing_straight_goes_on_with_it_and_says_so_where_another_was_asked_for(
    begun: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    """Nobody loses a game for not having said which."""
    with Program("play", *begun, *arguments) as program:
        program.wait_for(OF_CLASSIC)
        program.place_monsters()

        assert ("ember" in arguments) == (OTHER_GAME in program.text)


def test_a_new_game_sets_it_aside_by_the_rules_that_come_first(begun: tuple[str, ...], tmp_path: Path) -> None:
    """It can be watched afterwards."""
    with Program("play", *begun, "--new") as program:
        program.wait_for("You light your lamp")

    assert ["kim-0001.game"] == [path.name for path in tmp_path.glob("finished/*.game")]
