"""The form for a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Key, Mouse, Paste
from roguelike.play.new_game import NewGameDefaults, RuleChoice
from roguelike.play.requests import Begin, Continue
from roguelike.play.views.game_in_progress import GameInProgressDialog
from roguelike.play.views.new_game import NewGameForm
from roguelike.play.views.rules import KitsMenu, RulesMenu
from roguelike.play.views.view import Close, Open, Request
from roguelike.store.limits import MAX_SEED, is_name
from roguelike.store.listings import SavedGame
from roguelike.ui.screens.screen import screen_of
from roguelike.ui.stack import ScreenStack
from tests.watching import spot

if TYPE_CHECKING:
    from roguelike.play.views.view import View

FIRST = RuleChoice("first", "First", "The first of all.")
SECOND = RuleChoice("./second", "Second", "Not the first.")
KITTED = RuleChoice("kitted", "Kitted", "The third.", kits={"smith": "Strike.", "monk": "Sit still."})
SOFT = attrs.evolve(KITTED, name="kitted:soft", title="Kitted, soft", mode="soft")
WRONG_NAME = "Name: 1 to 16 letters, digits, _ or -, not starting with -."
WRONG_SEED = f"Seed: a whole number from 0 to {MAX_SEED}."


def form(name: str = "", seed: int | None = None, *games: SavedGame) -> NewGameForm:
    """Return a form with two rule sets to choose from."""
    return NewGameForm([FIRST, SECOND], FIRST, NewGameDefaults(name, seed), games)


def shown(screen: View, width: int = 80, height: int = 24) -> str:
    """Return what it shows, in one line."""
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    return " ".join(canvas.text().replace("│", " ").split())


def press(screen: NewGameForm, *keys: str) -> Request:
    """Press keys through the stack, as they come from a keyboard; returns the answer to the last."""
    stack = ScreenStack()
    stack.reset(screen)
    stack.draw(Canvas(80, 24))
    result: Request = None
    for key in keys:
        result = stack.answer(Key(key))
    return result


def test_the_kit_has_a_line_where_there_are_any() -> None:
    """It is kept in another mode, and forgotten in a rule set without kits."""
    screen = NewGameForm([FIRST, KITTED, SOFT], KITTED, NewGameDefaults("Ada"))

    assert Begin("Ada", "kitted:monk:soft") == press(
        screen, "up", "up", "right", "up", "right", "down", "down", "down", "enter"
    )
    assert "Kit < monk >" in shown(screen)
    assert "Monk: Sit still." in shown(screen)
    press(screen, "up", "up", "up", "right")
    assert "Kit" not in shown(screen)
    assert Begin("Ada", "first") == press(screen, "down", "down", "enter")


def test_the_list_of_kits_is_opened_by_a_blank() -> None:
    """What is chosen there is in the form."""
    screen = NewGameForm([KITTED], KITTED.in_kit("monk"), NewGameDefaults("Ada"))
    asked = press(screen, "up", "up", " ")

    assert isinstance(asked, Open)
    assert isinstance(asked.view, KitsMenu)
    assert isinstance(asked.view.on_key("a"), Close)
    assert "Kit < smith >" in shown(screen)


def test_with_a_name_that_is_free_enter_begins() -> None:
    """A returning player need not fill in anything."""
    assert Begin("Ada", "first") == press(form("Ada"), "enter")
    assert Begin("Ada", "first", 7) == press(form("Ada", 7), "enter")


def test_without_a_name_it_begins_at_the_name_and_enter_goes_on_from_line_to_line() -> None:
    """In the end, it begins."""
    assert Begin("Ada", "first", 42) == press(form(), *"Ada", "enter", "enter", *"42", "enter", "enter")


def test_letters_are_letters_even_those_that_mean_something_elsewhere() -> None:
    """`M` leaves the mouse to the terminal on every other screen, `?` helps, and `q` leaves."""
    screen = form()
    press(screen, *"Mq?")

    assert "[Mq? " in shown(screen)


def test_f1_still_helps() -> None:
    """It cannot be typed."""
    result = press(form(), "f1")

    assert isinstance(result, Open)
    assert "Help" == result.view.title


@pytest.mark.parametrize("keys", [("tab", "tab", "tab"), ("down", "down", "down"), ("shift_tab",), ("up",)])
def test_tab_and_arrows_go_from_line_to_line_and_round(keys: tuple[str, ...]) -> None:
    """They go from the name to the line that begins."""
    assert "> Begin" in shown(_after(form(), *keys))
    assert "> Name" in shown(_after(form(), *keys, "down"))


def _after(screen: NewGameForm, *keys: str) -> NewGameForm:
    press(screen, *keys)
    return screen


@pytest.mark.parametrize("name", ["../../etc", "Ada Lovelace", "Zoë", "12345678901234567", "-" * 30])
def test_an_invalid_name_is_reported_immediately_and_kept(name: str) -> None:
    """The player mends it instead of typing it again; nothing begins until then."""
    screen = form()
    result = press(screen, *name, "up", "enter")

    assert result is None
    assert WRONG_NAME in shown(screen)
    assert name[-20:] in shown(screen)
    assert "> Name" in shown(screen)


def test_a_missing_name_is_wrong_only_when_it_is_tried_to_begin() -> None:
    """Players dislike an error before typing anything."""
    screen = form()
    before = shown(screen)
    result = press(screen, "up", "enter")

    assert WRONG_NAME not in before
    assert result is None
    assert WRONG_NAME in shown(screen)


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "0x10", "\u0661", "\u00b2", str(MAX_SEED + 1), "9" * 40])
def test_an_invalid_seed_is_reported_immediately_and_kept(seed: str) -> None:
    """Including Unicode digits, and any number of digits."""
    screen = form("Ada")
    result = press(screen, "up", *seed, "down", "enter")

    assert result is None
    assert WRONG_SEED in shown(screen)
    assert seed[-20:] in shown(screen)
    assert "> Seed" in shown(screen)


@pytest.mark.parametrize(("typed", "expected"), [("", None), ("0", 0), ("007", 7), (str(MAX_SEED), MAX_SEED)])
def test_every_seed_that_there_is_can_be_typed(typed: str, expected: int | None) -> None:
    """None at all is a fresh one."""
    assert Begin("Ada", "first", expected) == press(form("Ada"), "up", *typed, "down", "enter")


def test_left_and_right_choose_the_rule_set_and_show_its_summary() -> None:
    """Round and round."""
    screen = form("Ada")
    for key, choice in (("right", SECOND), ("right", FIRST), ("left", SECOND)):
        press(screen, "up", "up", key, "down", "down")

        assert f"< {choice.title} >" in shown(screen)
        assert choice.summary in shown(screen)
    assert Begin("Ada", "./second") == press(screen, "enter")


def test_a_blank_lists_the_rule_sets() -> None:
    """Where there are many, a list is quicker."""
    screen = form("Ada")
    asked = press(screen, "up", "up", " ")

    assert isinstance(asked, Open)
    assert isinstance(asked.view, RulesMenu)
    assert 0 == asked.view.highlight
    assert Close() == asked.view.on_key("escape")
    assert "< First >" in shown(screen)
    assert Close() == asked.view.on_key("b")
    assert "< Second >" in shown(screen)


def test_in_fields_the_cursor_moves_and_keys_mend() -> None:
    """As everywhere that text is typed."""
    screen = form("Ada")
    press(screen, "down", "home", "X", "right", "delete", "end", "left", "Y", "backspace", "end", "Z")
    assert "[XAaZ " in shown(screen)
    press(screen, "ctrl_u")

    assert "[ " in shown(screen)


def test_escape_goes_back() -> None:
    """It does so on every line."""
    for keys in ((), ("up",), ("up", "up"), ("up", "up", "up")):
        screen = form("Ada")
        press(screen, *keys)
        assert Close() == screen.on_key("escape")


def test_pasted_text_goes_into_the_field() -> None:
    """Seeds are passed on by copying; a whole page of them is cut, and no control character gets in."""
    screen = form()
    stack = ScreenStack()
    stack.reset(screen)
    stack.draw(Canvas(80, 24))
    stack.answer(Paste("  A\x1bda\nenter"))
    assert "[Ada " in shown(screen)
    for _ in range(3):
        stack.answer(Key("down"))
    stack.answer(Paste("A" * 1_000_000))

    assert Begin("Ada", "first") == press(screen, "enter")


def test_the_mouse_chooses_a_line() -> None:
    """A click on the rule set lists them, one on Begin begins, a right one goes back."""
    view, canvas = form("Ada"), Canvas(80, 24)
    screen = screen_of(view)
    screen.draw(canvas)
    clicks = {label: Mouse(Button.LEFT, *spot(canvas, label)) for label in ("Name", "< First >", "Seed", "Begin")}

    assert screen.on_mouse(clicks["Seed"]) is None
    assert "> Seed" in shown(view)
    assert isinstance(screen.on_mouse(clicks["< First >"]), Open)
    assert Begin("Ada", "first") == screen.on_mouse(clicks["Begin"])
    assert screen.on_mouse(clicks["Name"]) is None
    assert "> Name" in shown(view)
    assert screen.on_mouse(Mouse(Button.MOVE, 1, 7)) is None
    assert screen.on_mouse(Mouse(Button.LEFT, 1, 20)) is None
    assert "> Name" in shown(view)
    assert Close() == screen.on_mouse(Mouse(Button.RIGHT, 1, 1))


def test_a_tap_types_only_into_its_fields() -> None:
    """The rows of the fields are marked, until a list is on top."""
    canvas, stack = Canvas(80, 24), ScreenStack()
    stack.reset(form("Ada"))
    stack.draw(canvas)
    assert [row.split()[1] for row in (canvas.text().split("\n")[y] for y in canvas.fields)] == ["Name", "Seed"]
    stack.push(RulesMenu([FIRST, SECOND], 0, lambda _: None))
    stack.draw(canvas)
    assert not canvas.fields


def test_a_name_with_a_game_in_progress_is_reported_and_confirmed() -> None:
    """To go on with it, to put it with the replays, or to think of another name; nothing is lost by mistake."""
    screen = form("Ada", 7, SavedGame("Ada", "First", 120))
    told = shown(screen)
    asked = press(screen, "up", "enter")

    assert "Ada already has a game in progress." in told
    assert "> Name" in told
    assert isinstance(asked, Open)
    assert isinstance(asked.view, GameInProgressDialog)
    assert [Continue("Ada"), Begin("Ada-first", "first", 7), Close(), Close()] == [
        asked.view.on_key(key) for key in ("c", "p", "b", "escape")
    ]
    assert Begin("Ada", "first", 7, sets_aside=True) == asked.view.on_key("n")
    assert Continue("Ada") == asked.view.on_key("enter")


@pytest.mark.parametrize(
    ("name", "rules", "others", "other"),
    [
        ("ada", "chargrid", [], "ada-chargrid"),
        ("ada", "/home/ada/caves", [], "ada-caves"),
        ("ada", "chargrid", ["ada-chargrid", "ada-2"], "ada-3"),
        ("ada", "/home/ada/my caves", [], "ada-2"),
        ("Grandmother-Ada1", "chargrid", [], "Grandmother-Ad-2"),
    ],
)
def test_another_game_can_be_played_beside_the_first_under_a_free_name(
    name: str, rules: str, others: list[str], other: str
) -> None:
    """A tutorial must not cost the game in progress; the row that ends it is the last."""
    screen = GameInProgressDialog(SavedGame(name, "Classic", 120), Begin(name, rules, 7), [name, *others])

    assert Begin(other, rules, 7) == screen.on_key("p")
    assert is_name(other)
    assert ["Continue it", f"Play as {other}", "Back"] == [words for _, words, _ in screen.answers[:-1]]
    assert "New game" in screen.answers[-1][1]


def test_an_unreadable_game_of_the_same_name_says_why() -> None:
    """Continuing it shows the reason from the library; the new game keeps its file."""
    screen = form("Ada", None, SavedGame("Ada", trouble="it is damaged."))
    told = shown(screen)
    asked = press(screen, "up", "enter")
    assert isinstance(asked, Open)

    assert "Ada already has a damaged game." in told
    assert "New game (the damaged file is kept)" in shown(asked.view)
    assert Continue("Ada") == asked.view.on_key("c")


@pytest.mark.parametrize(("width", "height"), [(40, 15), (41, 16), (80, 24), (200, 60)])
def test_on_any_screen_all_lines_and_all_complaints_are_whole(width: int, height: int) -> None:
    """And the frame around them."""
    long = RuleChoice("long", "A Title That Goes On And On And On And On", "word " * 300)
    screen = NewGameForm([long], long, NewGameDefaults("no name", 1))
    press(screen, "down", "down", "x")
    canvas = Canvas(width, height)
    screen_of(screen).draw(canvas)
    lines = canvas.text().split("\n")

    assert "└" + "─" * (width - 2) + "┘" == lines[-1]
    assert all(line[0] == line[-1] == "│" and len(line) == width for line in lines[1:-1])
    for words in (WRONG_NAME, WRONG_SEED, "Rules", "Seed", "Begin", "Enter: next Esc: back F1: help"):
        assert words in shown(screen, width, height)
