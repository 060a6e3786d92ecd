"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.requests import Begin, Continue, Leave, ShowReplays, ShowScores
from roguelike.play.views.continue_game import ContinueMenu
from roguelike.play.views.help import HelpPage
from roguelike.play.views.new_game import NewGameForm
from roguelike.play.views.rules import KitsMenu, RemakesMenu
from roguelike.play.views.title import TitleMenu
from roguelike.play.views.view import Open
from roguelike.store.listings import SavedGame
from roguelike.ui.screens.screen import screen_of
from tests.library_fixtures import noon
from tests.watching import spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.views.menu import Menu

SUMMARY = "One level, and everything on it wants what you carry; only one will leave it alive."

CHOICE = RuleChoice("stage", "Stage", SUMMARY)
KITTED = attrs.evolve(
    CHOICE,
    place=1,
    kits={"smith": "Strike while it is hot, and never let it cool down.", "monk": "Sit still."},
)
TUTORIAL = RuleChoice("halls", "Halls (halls)", SUMMARY, tutorial="a tutorial, part 9")
ALICE = SavedGame("alice", "Classic", 1204, noon(7))
LONGEST = SavedGame("Grandmother-Ada1", "A Rule Set of Her Own", 1_000_000, noon(5))
MONA = SavedGame("mona", trouble="/home/ada/mona.game cannot be read: it is damaged.")


@pytest.fixture
def title() -> TitleMenu:
    """Return a title with a summary as long as they are, and no game in progress."""
    return TitleMenu([CHOICE], CHOICE, NewGameDefaults("ada"))


def with_games(*games: SavedGame) -> TitleMenu:
    """Return a title with games in progress."""
    return TitleMenu([CHOICE], CHOICE, NewGameDefaults("ada"), games)


def kits_of(title: TitleMenu) -> KitsMenu:
    """Return the kits among which one is chosen to play."""
    asked = title.on_key("p")
    assert isinstance(asked, Open)
    assert isinstance(asked.view, KitsMenu)
    return asked.view


def drawn(screen: Menu, width: int = 80, height: int = 24) -> Canvas:
    """Draw it."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return canvas


def test_letters_choose(title: TitleMenu) -> None:
    """New game, scores, replays, help, quit."""
    asked = [title.on_key(key) for key in "nh"]

    assert [ShowScores(), ShowReplays(), Leave()] == [title.on_key(key) for key in "srq"]
    assert [NewGameForm, HelpPage] == [type(push.view) for push in asked if isinstance(push, Open)]
    assert title.on_key("c") is None


def test_further_games_with_a_place_have_letters() -> None:
    """A free letter each; games without a place are only in the form."""
    gentle = RuleChoice("spark:gentle", "Spark, gentle", SUMMARY, place=2, mode="gentle")  # one of the form's
    games = [CHOICE, RuleChoice("spark", "Spark", SUMMARY, place=2), gentle, RuleChoice("mine", "Mine", SUMMARY)]
    title = TitleMenu(games, CHOICE, NewGameDefaults("ada"))

    assert ["p", "a", "n"] == [row.key for row in title.rows()][:3]
    assert Begin("ada", "spark") == title.on_key("a")


def test_a_game_with_kits_begins_after_one_is_chosen() -> None:
    """Enter takes the last played one; each has its plan, in its row or below the rows."""
    first, last = [TitleMenu([KITTED], KITTED, NewGameDefaults("ada"), last=each) for each in KITTED.every_kit()]
    menus = [kits_of(title) for title in (first, last)]

    assert [Begin("ada", "stage"), Begin("ada", "stage:monk")] == [menu.on_key("enter") for menu in menus]
    assert Begin("ada", "stage:monk") == menus[0].on_key("b")
    wide, narrow = (drawn(menus[1], width).text() for width in (80, 40))
    assert "  a) smith  Strike while it is hot, and never let it cool down." in wide
    assert "> b) monk   Sit still." in wide
    assert "  a) smith  " in narrow
    assert "Sit still." in narrow
    assert "Strike" not in narrow
    assert "b) monk" in "".join(row.key + ") " + row.name for row in menus[1].spoken())


def test_the_kit_of_the_options_is_highlighted_and_not_part_of_the_title() -> None:
    """There is one entry for the rule set, for any requested kit."""
    title = TitleMenu([KITTED], KITTED.in_kit("monk"), NewGameDefaults("ada"))

    assert ["Play Stage"] == [row.name for row in title.rows() if row.name.startswith("Play")]
    assert Begin("ada", "stage:monk") == kits_of(title).on_key("enter")


def test_a_player_without_a_name_keeps_the_kit() -> None:
    """The form for a new game begins with it."""
    asked = kits_of(TitleMenu([KITTED], KITTED, NewGameDefaults())).on_key("b")

    assert isinstance(asked, Open)
    assert isinstance(asked.view, NewGameForm)
    assert "monk" == asked.view.kit


def test_it_can_be_left(title: TitleMenu) -> None:
    """Also by the key that leaves a game."""
    assert [Leave(), Leave()] == [title.on_key(key) for key in ("Q", "q")]


def test_escape_names_the_key_that_leaves(title: TitleMenu) -> None:
    """Some terminals send a stray Escape, and closing one menu too many is no wish to leave."""
    canvas = Canvas(80, 24)

    assert [None, None] == [title.on_key("escape") for _ in range(2)]
    screen_of(title).draw(canvas)
    assert "Q quits." in canvas.text()
    title.on_key("down")
    assert not title.answer


@pytest.mark.parametrize("key", ["enter", " "])
def test_without_a_game_in_progress_one_key_begins_to_play(title: TitleMenu, key: str) -> None:
    """By the main rule set, under one's own name."""
    assert Begin("ada", "stage") == title.on_key(key)


def test_a_game_of_that_name_is_not_set_aside_without_asking() -> None:
    """It may have been forgotten."""
    asked = TitleMenu([CHOICE], CHOICE, NewGameDefaults("alice"), [ALICE]).on_key("p")

    assert isinstance(asked, Open)
    assert Continue("alice") == asked.view.on_key("c")
    assert Begin("alice", "stage", sets_aside=True) == asked.view.on_key("n")


def test_a_player_without_a_name_is_asked_for_one() -> None:
    """The form for a new game asks."""
    asked = TitleMenu([CHOICE], CHOICE, NewGameDefaults()).on_key("p")

    assert isinstance(asked, Open)
    assert isinstance(asked.view, NewGameForm)


@pytest.mark.parametrize(
    ("wishes", "games", "first"),
    [
        (NewGameDefaults("ada", is_own=True), [ALICE], "p) Play Stage"),
        (NewGameDefaults("alice", is_own=True), [ALICE], "c) Continue: alice"),
        (NewGameDefaults("ada"), [ALICE], "c) Continue: alice"),
        (
            NewGameDefaults("alice"),
            [attrs.evolve(ALICE, trouble="It is being played.", is_played=True)],
            "p) Play Stage",
        ),
    ],
)
def test_enter_does_not_continue_a_strangers_game(wishes: NewGameDefaults, games: list[SavedGame], first: str) -> None:
    """Nor one that is being played elsewhere; both can still be chosen."""
    text = drawn(TitleMenu([CHOICE], CHOICE, wishes, games)).text()

    assert f"> {first}" in text
    assert " c) Continue: alice" in text


def test_remakes_have_a_list_of_their_own() -> None:
    """With the tutorials that they follow; where there are none, there is no such list."""
    title = TitleMenu([CHOICE, TUTORIAL], CHOICE, NewGameDefaults("ada"))
    asked = title.on_key("m")

    assert "m) More games" in drawn(title).text()
    assert isinstance(asked, Open)
    assert isinstance(asked.view, RemakesMenu)
    assert ["Halls (halls)  a tutorial, part 9"] == [row.name for row in asked.view.rows()]
    assert Begin("ada", "halls") == asked.view.on_key("a")
    assert TitleMenu([CHOICE], CHOICE, NewGameDefaults("ada")).on_key("m") is None


@pytest.mark.parametrize("key", ["enter", " ", "c"])
def test_with_a_game_in_progress_the_first_entry_goes_on_with_it(key: str) -> None:
    """Which one it is stands there: name, rule set, turns, and when it was played."""
    title = with_games(ALICE)

    assert "> c) Continue: alice, Classic, turn 1204, 2026-03-07 12:00" in drawn(title).text()
    assert Continue("alice") == title.on_key(key)


def test_with_several_games_there_is_a_list() -> None:
    """Its first row is the first entry's first."""
    title = with_games(ALICE, MONA)
    asked = title.on_key("enter")

    assert "Continue: 2 games" in drawn(title).text()
    assert isinstance(asked, Open)
    assert isinstance(asked.view, ContinueMenu)
    assert Continue("alice") == asked.view.on_key("enter")


def test_a_game_that_cannot_be_read_is_there_and_says_why() -> None:
    """It must not seem lost; choosing it shows the present reason."""
    title = with_games(MONA)

    assert "Continue: mona (cannot be read)" in drawn(title).text()
    assert Continue("mona") == title.on_key("enter")


@pytest.mark.parametrize("games", [[LONGEST], [MONA], [LONGEST] * 10])
@pytest.mark.parametrize("size", [(40, 15), (41, 16), (60, 20), (80, 24)])
def test_a_game_fits_into_its_row_on_any_screen(games: Sequence[SavedGame], size: tuple[int, int]) -> None:
    """Parts without room are left out from the right: the name comes first."""
    text = drawn(with_games(*games), *size).text()

    assert "> c) Continue: " in text
    assert len(games) > 1 or games[0].name in text
    assert "  q) Quit" in text
    assert text.count("┐") == text.count("┘") == 1


def test_arrows_move_the_highlight(title: TitleMenu) -> None:
    """As in every menu."""
    title.on_key("up")
    assert Leave() == title.on_key("enter")
    for _ in range(3):
        title.on_key("down")

    assert ShowScores() == title.on_key("enter")


def test_the_mouse_chooses(title: TitleMenu) -> None:
    """A click on a row is that row."""
    screen, canvas = screen_of(title), Canvas(80, 24)
    screen.draw(canvas)
    x, y = spot(canvas, "q) Quit")

    assert screen.on_mouse(Mouse(Button.MOVE, x, y)) is None
    assert "> q) Quit" in drawn(title).text()
    assert Leave() == screen.on_mouse(Mouse(Button.LEFT, x, y))
    assert screen.on_mouse(Mouse(Button.LEFT, 0, 0)) is None


def test_the_whole_summary_can_be_read(title: TitleMenu) -> None:
    """It is broken between words where it is wider than the screen, and pushes the menu down."""
    words = f"Stage: {SUMMARY}".split()
    text = drawn(title).text()

    assert words == [word for word in text.split() if word in words][: len(words)]
    assert "> p) Play Stage" in text
    assert text.split("\n")[-1].strip() == "Press a letter, or arrows and Enter. ? for help."


def test_the_description_is_of_the_highlighted_entry() -> None:
    """The menu stays where it is, however many lines that takes."""
    spark = RuleChoice("spark", "Spark", "A short one.", place=2)
    title = TitleMenu([CHOICE, spark], CHOICE, NewGameDefaults("ada"), [ALICE])
    texts = []
    for about in title.about():
        texts.append(drawn(title).text())
        assert about in " ".join(texts[-1].split())
        title.on_key("down")

    assert ["Pick up where you left off.", f"Stage: {SUMMARY}", "Spark: A short one."] == [*title.about()][:3]
    assert len(texts) == len({*title.about()})
    assert 1 == len({text.partition("p) Play Stage")[0].count("\n") for text in texts})


@pytest.mark.parametrize(("width", "height"), [(40, 15), (40, 24), (80, 15), (200, 60)])
def test_on_any_screen_the_menu_and_the_hint_are_whole(title: TitleMenu, width: int, height: int) -> None:
    """Where there is no room for all of the summary, it ends in dots."""
    text = drawn(title, width, height).text()

    for words in (
        "r o g u e l i k e",
        "Stage: One level",
        "> p) Play Stage",
        "  h) How to play",
        "  q) Quit",
        "? for help",
    ):
        assert words in text
    assert "└──────────────────────────────────┘" in text


def test_a_session_at_the_title_begins_with_the_rule_sets_name(title: TitleMenu, fixture_rules: RuleSet) -> None:
    """A player with rules of his own sees which ones these are."""
    named = RuleChoice(fixture_rules.name, fixture_rules.title, fixture_rules.summary)
    text = drawn(TitleMenu([named], named, NewGameDefaults())).text()

    assert "Stage: Nothing is left to chance." in text
    assert "Stage: One" in drawn(title).text()


@pytest.mark.parametrize("height", [15, 24, 40])
def test_a_message_stands_above_the_menu(height: int) -> None:
    """Five lines of it at most, however long they are, and never in place of the games."""
    title = TitleMenu([CHOICE], CHOICE, NewGameDefaults("ada"), message=["Welcome!", "", "word " * 100])
    lines = drawn(title, height=height).text().split("\n")

    assert ["Welcome!"] == [line.strip() for line in lines if "Welcome" in line]
    assert 3 == sum("word word" in line for line in lines)
    assert any("p) Play Stage" in line for line in lines)


@pytest.mark.parametrize("size", [(80, 24), (132, 43), (200, 60)])
def test_picture_and_menu_are_one_block_in_the_middle(title: TitleMenu, size: tuple[int, int]) -> None:
    """On a large screen ten blank rows stood between them."""
    canvas = Canvas(*size)
    screen_of(title).draw(canvas)
    blank = "".join(" " if row.strip() else "-" for row in canvas.text().split("\n")[:-1])

    assert "-" * 2 not in blank.strip("-")
    assert abs(len(blank) - len(blank.lstrip("-")) - len(blank) + len(blank.rstrip("-"))) <= 2
