"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.ui.canvas import Canvas
from roguelike.ui.input import Button, Mouse
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.rules import RuleChoice, RulesMenu
from roguelike.ui.screens.screen import ChooseRules, Leave, NewGame, Push
from roguelike.ui.screens.title import TitleScreen
from tests.watching import spot

if TYPE_CHECKING:
    from roguelike.engine.ruleset import RuleSet

SUMMARY = "One level, and everything on it wants what you carry; only one will leave it alive."

CHOICE = RuleChoice("stage", "Stage", SUMMARY)


@pytest.fixture
def title() -> TitleScreen:
    """Give a title with a summary as long as they are."""
    return TitleScreen([CHOICE], CHOICE)


def drawn(screen: TitleScreen, width: int = 80, height: int = 24) -> Canvas:
    """Draw it."""
    canvas = Canvas(width, height)
    screen.draw(canvas)
    return canvas


def test_letters_choose(title: TitleScreen) -> None:
    """New game, help, quit."""
    assert NewGame() == title.on_key("n")
    assert Leave() == title.on_key("q")
    asked = title.on_key("h")
    assert isinstance(asked, Push)
    assert isinstance(asked.screen, HelpScreen)


def test_it_can_be_left(title: TitleScreen) -> None:
    """By the key that leaves elsewhere, too; but an Escape may be all that arrives in time of what a terminal sent."""
    assert Leave() == title.on_key("Q")
    assert title.on_key("escape") is None


@pytest.mark.parametrize("key", ["enter", " "])
def test_the_highlight_begins_at_a_new_game(title: TitleScreen, key: str) -> None:
    """One key begins to play."""
    assert NewGame() == title.on_key(key)


def test_arrows_move_the_highlight(title: TitleScreen) -> None:
    """As in every menu."""
    title.on_key("up")
    assert Leave() == title.on_key("enter")
    title.on_key("down")

    assert NewGame() == title.on_key("enter")


def test_the_mouse_chooses(title: TitleScreen) -> None:
    """A click on a row is that row."""
    x, y = spot(drawn(title), "q) Quit")

    assert title.on_mouse(Mouse(Button.MOVE, x, y)) is None
    assert "> q) Quit" in drawn(title).text()
    assert Leave() == title.on_mouse(Mouse(Button.LEFT, x, y))
    assert title.on_mouse(Mouse(Button.LEFT, 0, 0)) is None


def test_the_whole_summary_can_be_read(title: TitleScreen) -> None:
    """It is broken between words where it is wider than the screen, and pushes the menu down."""
    words = f"Stage: {SUMMARY}".split()
    text = drawn(title).text()

    assert words == [word for word in text.split() if word in words][: len(words)]
    assert "> n) New game" in text
    assert text.split("\n")[-1].strip() == "Letters choose. ? helps on every screen."


@pytest.mark.parametrize(("width", "height"), [(40, 15), (40, 24), (80, 15), (200, 60)])
def test_on_any_screen_the_menu_and_the_hint_are_whole(title: TitleScreen, width: int, height: int) -> None:
    """Where there is no room for all of the summary, it ends in dots."""
    text = drawn(title, width, height).text()

    for words in (
        "r o g u e l i k e",
        "Stage: One level",
        "> n) New game",
        "  h) How to play",
        "  q) Quit",
        "? helps on every screen.",
    ):
        assert words in text
    assert "└────────────────┘" in text


def test_a_session_at_the_title_begins_with_the_rule_sets_name(title: TitleScreen, stage: RuleSet) -> None:
    """A player with rules of his own sees which ones these are."""
    named = RuleChoice(stage.name, stage.title, stage.summary)
    text = drawn(TitleScreen([named], named)).text()

    assert "Stage: Nothing is left to chance." in text
    assert "Stage: One" in drawn(title).text()


def test_where_there_is_a_choice_of_rule_sets_it_can_be_made() -> None:
    """By a menu that begins at the rule set of now; with one rule set there is nothing to choose."""
    other = RuleChoice("other", "Other", "Something else.")
    asked = TitleScreen([CHOICE, other], other).on_key("r")

    assert isinstance(asked, Push)
    assert isinstance(asked.screen, RulesMenu)
    assert ChooseRules("other") == asked.screen.on_key("enter")
    assert ChooseRules("stage") == asked.screen.on_key("a")
    assert TitleScreen([CHOICE], CHOICE).on_key("r") is None
