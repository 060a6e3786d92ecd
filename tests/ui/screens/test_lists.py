"""Saved games, replays and scores, in lists that can be longer than the screen."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.play.requests import Continue, Watch
from roguelike.play.views.continue_game import ContinueMenu, described
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.replays import ReplaysMenu
from roguelike.play.views.scores import ScoredGamesMenu, ScoresPage
from roguelike.play.views.view import Close, Open
from roguelike.store.listings import FinishedGame, SavedGame, ScoreLine
from roguelike.ui.screens.screen import screen_of
from tests.library_fixtures import noon
from tests.watching import spot

if TYPE_CHECKING:
    from roguelike.play.views.view import View

GAMES = [SavedGame(f"player-{number}", "Classic", number, noon(1)) for number in range(70)]
BROKEN = SavedGame("mona", trouble="/home/ada/\x1b[2Jmona.game cannot be read: " + "it is damaged " * 20)
ENDED = [FinishedGame(f"ada-{day:04}", "ada", "Classic", "died", day, noon(day)) for day in range(1, 31)]


def shown(screen: View, width: int = 80, height: int = 24) -> str:
    """Return the text of a screen."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return canvas.text()


def test_a_saved_game_has_name_rule_set_turn_and_time() -> None:
    """In columns, for comparison."""
    games = [SavedGame("a", "Classic", 7, noon(3)), SavedGame("Grandmother", "tcod", 1000, noon(1))]
    text = shown(ContinueMenu(games))

    assert "> a) a            Classic  turn 7     2026-03-03 12:00" in text
    assert "  b) Grandmother  tcod     turn 1000  2026-03-01 12:00" in text


def test_the_level_is_listed_if_there_are_several() -> None:
    """For games in progress, also on the title, and for finished ones."""
    games = [SavedGame("a", "Classic", 7, noon(3)), SavedGame("bo", "Ember", 812, noon(1), depth=3)]
    over = [FinishedGame("bo-0001", "bo", "Ember", "died", 90, noon(2), 2)]

    assert "> a) a   Classic  turn 7       2026-03-03 12:00" in shown(ContinueMenu(games))
    assert "  b) bo  Ember    D3 turn 812  2026-03-01 12:00" in shown(ContinueMenu(games))
    assert "bo, Ember, D3 turn 812, 2026-03-01 12:00" == described(games[1], 60)
    assert "bo-0001  Ember  died  D2 turn 90  2026-03-02 12:00" in shown(ReplaysMenu(over))


def test_times_are_local() -> None:
    """The file holds the time of Greenwich."""
    when = dt.datetime(2026, 3, 1, 23, 59, tzinfo=dt.UTC)

    assert f"{when.astimezone():%Y-%m-%d %H:%M}" in shown(ContinueMenu([SavedGame("a", "x", 1, when)]))


def test_choosing_goes_on_with_that_game() -> None:
    """By letter, by Enter, by mouse."""
    menu, canvas = ContinueMenu(GAMES), Canvas(80, 24)
    screen = screen_of(menu)
    screen.draw(canvas)
    x, y = spot(canvas, "player-2")

    assert Continue("player-1") == menu.on_key("b")
    assert Continue("player-0") == menu.on_key("enter")
    assert Continue("player-2") == screen.on_mouse(Mouse(Button.LEFT, x, y))
    assert Close() == menu.on_key("escape")


def test_a_game_that_cannot_be_read_stands_below_the_others_and_says_why() -> None:
    """The list has three words; choosing the game shows the full reason."""
    played = SavedGame("nora", trouble="the game nora is being played.", is_played=True)
    screen = ContinueMenu([BROKEN, played, *GAMES[:1]])

    assert ["b) mona (cannot be read)", "c) nora (being played)"] == re.findall(r"[bc]\) .*\)", shown(screen))
    assert Continue("player-0") == screen.on_key("a")
    assert Continue("mona") == screen.on_key("b")


def test_rows_after_the_letters_are_reached_by_the_highlight() -> None:
    """A shared account may have more games than letters."""
    screen = ContinueMenu(GAMES)
    shown(screen)
    screen.on_key("end")

    assert ">    player-69" in shown(screen)
    assert Continue("player-69") == screen.on_key("enter")
    screen.on_key("home")
    assert Continue("player-0") == screen.on_key("enter")


def test_pages_stop_at_the_ends() -> None:
    """Single steps go round, pages do not."""
    screen = ContinueMenu(GAMES)
    screen.on_key("page_down")
    assert Continue("player-10") == screen.on_key("enter")
    for _ in range(9):
        screen.on_key("page_down")
    assert Continue("player-69") == screen.on_key("enter")
    for _ in range(9):
        screen.on_key("page_up")

    assert Continue("player-0") == screen.on_key("enter")


def test_the_latest_replay_is_first_and_choosing_it_watches_it() -> None:
    """The keys of the games give the order."""
    screen = ReplaysMenu(ENDED)

    assert "> a) ada-0030  Classic  died  turn 30  2026-03-30" in shown(screen)
    assert Watch("ada-0030") == screen.on_key("enter")
    assert Watch("ada-0029") == screen.on_key("b")


@pytest.mark.parametrize(("width", "height"), [(40, 15), (41, 16), (60, 20), (80, 24)])
@pytest.mark.parametrize("screen", [ContinueMenu([*GAMES, BROKEN]), ReplaysMenu(ENDED)], ids=["games", "replays"])
def test_a_list_stays_in_its_frame_on_any_screen(screen: ContinueMenu | ReplaysMenu, width: int, height: int) -> None:
    """For any highlight; columns without room are left out from the right."""
    for key in ("home", "end"):
        screen.on_key(key)
        rows = shown(screen, width, height).split("\n")

        assert all(row.strip()[0] == row.strip()[-1] == "│" for row in rows[1:-1])
        assert (1, 1) == ("\n".join(rows).count("┐"), "\n".join(rows).count("┘"))


def score(points: int, name: str = "Ada", seed: int = 1) -> ScoreLine:
    """Return a score."""
    return ScoreLine(name, "Classic", "won", points, 100, 7, seed, noon(2), verified=True)


def test_scores_are_a_table_in_the_order_in_which_they_come() -> None:
    """The library knows which is best."""
    lines = shown(ScoresPage([score(1200), score(30, "Grandmother")]), 120).split("\n")

    assert "score  name         how  turns  kills  rules    when              seed" in lines[1]
    assert "1.   1200  Ada          won    100      7  Classic  2026-03-02 12:00     1" in lines[2]
    assert "2.     30  Grandmother  won    100      7  Classic  2026-03-02 12:00     1" in lines[3]


def test_the_scores_of_a_mode_stand_below_with_ranks_of_their_own() -> None:
    """However high they are; without any there is no heading."""
    gentle = attrs.evolve(score(5000, "Bo"), board="gentle")
    lines = [line.strip("│ ") for line in shown(ScoresPage([score(1200), gentle])).split("\n")]

    assert ["Gentle, ranked separately"] == [line for line in lines if "ranked separately" in line]
    head = lines.index("Gentle, ranked separately")
    assert lines[head - 2].startswith("1.   1200  Ada")
    assert lines[head + 1].startswith("1.   5000  Bo")
    assert "apart" not in shown(ScoresPage([score(1200)]))


def test_marks_of_scores_are_explained_below() -> None:
    """Players need not know them by heart, and a list without marks has no legend."""
    fine = attrs.evolve(score(1200), verified=True)
    cheat = attrs.evolve(fine, verified=False)
    both = attrs.evolve(cheat, spoiled=True)
    signs = [shown(ScoresPage(scores)) for scores in ([fine], [fine, cheat], [fine, both])]

    assert ["won?" in text for text in signs] == [False, True, False]
    assert ["won*?" in text for text in signs] == [False, False, True]
    assert ["? unverified: not confirmed by a replay" in text for text in signs] == [False, True, True]
    assert ["* spoiled: seed or level revealed during play" in text for text in signs] == [False, False, True]

    perhaps = shown(ScoresPage([attrs.evolve(fine, spoiled=None)]))
    assert "won~ " in perhaps
    assert "~ maybe spoiled: imported, or its mark cannot be checked" in perhaps


def test_scores_are_shown_while_they_are_verified() -> None:
    """Between two bits of work there is a moment for keys; at the end it is quiet."""
    fine = score(1200)
    unknown = attrs.evolve(fine, verified=False)
    later = iter([[unknown], [fine]])
    screen = ScoresPage([unknown], later)
    seen = []
    for _ in range(4):
        seen.append(("won?" in shown(screen), "verifying" in shown(screen), screen.interval is not None))
        screen.on_tick()

    assert [(True, False, True), (True, True, True), (False, True, True), (False, False, False)] == seen


def test_scores_name_the_key_that_leaves_them() -> None:
    """Whether there are any or not."""
    assert "Esc: back" in shown(ScoresPage([]))
    assert "Esc: back" in shown(ScoresPage([score(1)]))


def test_the_games_of_scores_can_be_watched() -> None:
    """Known ones, by rank; without any, no key is shown."""
    lines = [score(1200), attrs.evolve(score(30, "Bo"), game="Bo-0001"), attrs.evolve(score(9), game="Ada-0001")]
    screen = ScoresPage(lines)

    assert "w: watch a game  Esc: back" in shown(screen)
    asked = screen.on_key("w")
    assert isinstance(asked, Open)
    assert isinstance(asked.view, ScoredGamesMenu)
    assert "> a) 2.  30  Bo" in shown(asked.view)
    assert Watch("Ada-0001") == asked.view.on_key("b")
    assert "watch" not in shown(ScoresPage([score(1)]))


def test_scores_scroll() -> None:
    """More than a screen of them."""
    screen = ScoresPage([score(1000 - number) for number in range(100)])
    shown(screen)
    screen.on_key("end")

    assert " 100.    901  Ada" in shown(screen)
    assert "of 101" in shown(screen)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_a_score_is_never_wider_than_the_screen(width: int) -> None:
    """The score and the name come first."""
    lines = shown(ScoresPage([score(10**9, "Grandmother-Ada1", 2**64 - 1)]), width).split("\n")

    assert all(len(line) == width and line[-1] in "│┐┘" for line in lines)
    assert "1000000000  Grandmother-Ada1" in lines[2]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("no room is left.", "No room is left."),
        ("guests/guest-1 cannot be written.", "guests/guest-1 cannot be written."),
    ],
)
def test_a_notice_begins_with_a_capital_unless_with_a_path(sentence: str, shown: str) -> None:
    """The name of a file is case-sensitive."""
    assert shown == NoticePage(sentence).sentence


def test_a_notice_can_always_be_read_to_its_end() -> None:
    """Paths can be long, and screens small."""
    screen = NoticePage("x" * 2000 + " end.")
    shown(screen, 40, 15)
    screen.on_key("end")

    assert "end." in shown(screen, 40, 15)
    assert Close() == screen.on_key("enter")
