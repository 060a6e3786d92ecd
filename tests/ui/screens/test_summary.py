"""How a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.ui.canvas import Canvas
from roguelike.ui.presenter import Presenter
from roguelike.ui.screens.history import HistoryScreen
from roguelike.ui.screens.screen import Leave, NewGame, Push, ToTitle
from roguelike.ui.screens.summary import SummaryScreen
from tests.watching import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def ended(game: Game, *commands: Command, name: str = "") -> Presenter:
    """Play a game to its end."""
    presenter = Presenter(game, name)
    for command in commands:
        presenter.tell(game.play(command))
    assert game.outcome is not None
    return presenter


def text_of(presenter: Presenter, width: int = 80, height: int = 24, trouble: str = "") -> str:
    """Return what the summary shows."""
    canvas = Canvas(width, height)
    SummaryScreen(presenter, trouble).draw(canvas)
    return canvas.text()


def test_a_win_is_told_with_its_figures(fixture_rules: RuleSet) -> None:
    """Outcome, turns, enemies, seed, kills by kind, and the last messages."""
    east, west = Move(Direction.EAST), Move(Direction.WEST)
    text = text_of(ended(draw("mm@m", fixture_rules, seed=7), east, west, west, west))

    assert "You won" in text
    assert "Turns 4   Enemies left 0   Seed 7" in text
    assert "Killed: 3" in text
    assert "  3 mouse" in text
    assert "You have won!" in text
    assert "┤Stage├" in text


def test_a_death_names_its_cause(fixture_rules: RuleSet) -> None:
    """And how many enemies were left."""
    text = text_of(ended(draw("o@T", fixture_rules, hit_points=1), Wait()))

    assert "You died, killed by an orc." in text
    assert "Enemies left 2" in text
    assert "THE ORC KILLS YOU!" in text


def test_a_player_with_a_name_is_called_by_it(fixture_rules: RuleSet) -> None:
    """It is the name that was given on the command line."""
    assert "Urist died, killed by an orc." in text_of(
        ended(draw("o@", fixture_rules, hit_points=1), Wait(), name="Urist")
    )


def test_won_and_died_differ_in_more_than_colour(fixture_rules: RuleSet) -> None:
    """Green and red, and other words."""
    styles = []
    for presenter in (
        ended(draw("o@", fixture_rules, hit_points=1), Wait()),
        ended(draw("@m", fixture_rules), Move(Direction.EAST)),
    ):
        canvas = Canvas(80, 24)
        SummaryScreen(presenter).draw(canvas)
        styles.append(canvas.rows[2][3].style)

    assert styles[0].foreground != styles[1].foreground
    assert all(style.bold for style in styles)


@pytest.mark.parametrize(("key", "expected"), [("n", NewGame()), ("t", ToTitle()), ("escape", ToTitle())])
def test_there_is_a_way_on(fixture_rules: RuleSet, key: str, expected: object) -> None:
    """A new game, or back to the title."""
    assert expected == SummaryScreen(Presenter(draw("@", fixture_rules))).on_key(key)


@pytest.mark.parametrize("key", ["q", "Q"])
def test_there_is_a_way_out(fixture_rules: RuleSet, key: str) -> None:
    """With either letter."""
    assert Leave() == SummaryScreen(Presenter(draw("@", fixture_rules))).on_key(key)


def test_the_messages_can_still_be_read(fixture_rules: RuleSet) -> None:
    """The whole history, to find out what went wrong."""
    result = SummaryScreen(Presenter(draw("@", fixture_rules))).on_key("m")

    assert isinstance(result, Push)
    assert isinstance(result.screen, HistoryScreen)


@pytest.mark.parametrize(("width", "height"), [(40, 15), (60, 16), (80, 24), (200, 60)])
def test_on_any_screen_the_keys_and_the_frame_are_whole(begin: Callable[..., Game], width: int, height: int) -> None:
    """However many kinds were killed and however much was said, nothing is written over the frame."""
    east, west = Move(Direction.EAST), Move(Direction.WEST)
    presenter = ended(begin({(9, 10): "m", (11, 10): "m"}), east, west)
    for name in "abcdefgh":
        presenter.world.tally.kills[f"kind {name}"] = 1
    lines = text_of(presenter, width, height).split("\n")
    inside = " ".join(line.strip("│ ") for line in lines)

    assert "└" + "─" * (width - 2) + "┘" == lines[-1]
    assert all(line[0] == line[-1] == "│" and len(line) == width for line in lines[1:-1])
    for words in ("n) new game", "m) messages", "t) title", "q) quit"):
        assert words in inside


@pytest.mark.parametrize(("width", "height"), [(40, 15), (80, 16), (80, 24)])
def test_what_went_wrong_is_told_above_the_keys_and_nothing_is_written_over(
    begin: Callable[..., Game], width: int, height: int
) -> None:
    """However many kinds were killed: that the end is not kept is more important."""
    presenter = ended(begin({(11, 10): "m"}), Move(Direction.EAST))
    for name in "abcdefgh":
        presenter.world.tally.kills[f"kind {name} of beasts with a very long name"] = 1
    trouble = "The result is not saved yet: /home/ada/a.game cannot be written."
    lines = text_of(presenter, width, height, trouble).split("\n")
    inside = [line.strip("│ ") for line in lines[1:-1]]
    start = next(row for row, line in enumerate(inside) if line.startswith("The result"))

    assert "└" + "─" * (width - 2) + "┘" == lines[-1]
    assert f"{trouble} n) new game m) messages t) title q) quit" == " ".join(" ".join(inside[start:]).split())


def test_winning_leads_here_after_two_seconds(begin: Callable[..., Game]) -> None:
    """Deaf until then: the key that struck the last blow is a direction, and one more of it begins a new game."""
    watched = watch(begin({(11, 10): "m"}), "l", "n", 1.9, "n", 0.2)

    assert "YOU WON" in watched.after[1].text()
    assert "YOU WON" in watched.after[4].text()
    assert "You won" in watched.after[5].text()
