"""The options screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.stop_rules import StopRules
from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.play.requests import ChangeSetting
from roguelike.play.views.options import OPTIONS, OptionsMenu
from roguelike.play.views.view import Close, Open
from roguelike.settings.settings import DEFAULTS, Choice, Settings
from roguelike.ui.screens.screen import screen_of
from tests.fixture_rules import make_fixture_rules
from tests.memory import Memory
from tests.watching import Watched, spot, watch

if TYPE_CHECKING:
    from tests.watching import Deed

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))


def options(*deeds: Deed, store: Memory | None = None, settings: Settings = DEFAULTS) -> Watched:
    """Open the options in a game."""
    game = draw("######\n#@...#\n######", FIXTURE_RULES)
    return watch(game, "=", *deeds, settings=settings, settings_store=store or Memory())


def shown(settings: Settings, width: int = 80) -> str:
    """Return the text of the screen for settings."""
    screen, canvas = OptionsMenu(), Canvas(width, 24)
    screen.settings = settings
    screen_of(screen).draw(canvas)
    return canvas.text()


def test_every_setting_is_listed_with_its_value() -> None:
    """Detected values are marked."""
    text = options().last.text()

    for row in (
        "> a) Palette       default",
        "b) Colours       (default: detected)",
        "Background    black",
        "ASCII only    (default: detected)",
        "Mouse         (default: detected)",
        "Hints         on",
        "Flashes       on",
        "Animation     normal",
        "Key preset    standard: all",
        "j) Autopickup    on",
        "k) Don't pick up nothing",
        "l) Wide map      (default: by size)",
        "m) Out of reach  stop for enemies",
        "n) Stop within   any distance",
        "o) Harmless      stop for enemies",
        "p) Always ignore nothing",
        "q) Light         plain",
    ):
        assert row in text
    assert "Left/Right: change  Esc: back" in text


def test_an_option_of_the_session_is_the_first_row() -> None:
    """It is chosen from a menu, where each value is explained: no single key changes it."""
    screen = OptionsMenu()
    values = {"dark": "No light.", "dim": "Some light.", "bright": "Much light."}
    screen.settings = Settings(choices=(Choice("lit", "Lamp", values, "dim", "How bright it is."),))
    asked = screen.on_key("a")

    assert "a) Lamp          dim" in shown(screen.settings)
    assert "Enter: list  Esc: back" in shown(screen.settings)
    assert screen.on_key("left") is screen.on_key("right") is None
    assert isinstance(asked, Open)
    assert ["Some light."] == asked.view.notes(60)  # type: ignore[attr-defined]
    asked.view.on_key("down")
    assert ["Much light."] == asked.view.notes(60)  # type: ignore[attr-defined]
    assert Close(ChangeSetting("lit", "bright")) == asked.view.on_key("enter")
    assert Close(ChangeSetting("lit", "dark")) == asked.view.on_key("a")
    screen.settings = screen.settings.choosing("lit", "bright")
    assert "Much light." in screen.notes(60)


@pytest.mark.parametrize("height", [15, 43])
def test_the_description_of_a_setting_is_below_the_rows_in_the_frame(height: int) -> None:
    """At the foot of a large screen it would be far from them; the frame is as high for each row."""
    game = draw("#@#", FIXTURE_RULES)
    watched = watch(game, "=", "up", at_title=True, settings_store=Memory(), size=(40 + height, height))
    first, last = (text.split("\n") for text in watched.texts()[1:])
    rule = next(y for y, row in enumerate(first) if row.strip().startswith("├─"))

    assert first[rule] == last[rule]
    assert "│ Colour-blind and high-contrast palettes. │" in first[rule + 1]
    assert "│ Left/Right: change  Esc: back" in first[rule + 3]
    assert "│ Warm and cool colours, and glows." in last[rule + 1]


def test_a_change_shows_immediately_in_the_list_and_the_terminal() -> None:
    """No restart is needed."""
    store = Memory()
    watched = options("right", "down", "down", "right", "left", "left", store=store)

    assert [
        ("palette", "deuteranopia"),
        *[("background", name) for name in ("terminal", "black", "terminal")],
    ] == store.changed
    assert "Palette       deuteranopia" in watched.last.text()
    assert ["deuteranopia"] * 4 == [options.palette for options in watched.applied]
    assert not watched.applied[-1].paints


def test_kinds_are_taken_off_their_list_one_by_one() -> None:
    """No key of the options clears the list: the player would not remember its content."""
    store = Memory()
    settings = attrs.evolve(DEFAULTS, never_pick_up=("javelin", "mace"), stops=StopRules(("rat",)))
    watched = options("k", "left", "a", "escape", "left", "right", "p", "enter", store=store, settings=settings)
    texts = watched.texts()

    assert "a) javelin" in texts[2]
    assert "Don't pick up: take off which?" in texts[2]
    assert "Enter: take off  Esc: back" in texts[2]
    assert "a) mace" in texts[4]
    assert "Don't pick up mace" in texts[7]
    assert "nothing" in texts[-1]
    assert "(x) one, then ! adds its kind." in texts[-1]
    assert [("never_pick_up", ["mace"]), ("stops.ignore", None)] == store.changed


LISTS = {"never_pick_up", "stops.ignore"}


@pytest.mark.parametrize(
    "option", [option for option in OPTIONS if option.name not in LISTS], ids=lambda option: option.name
)
def test_left_and_right_go_round_all_values(option: object) -> None:
    """And come back to the first."""
    number = [*OPTIONS].index(option)  # type: ignore[arg-type]
    steps = len(OPTIONS[number].values)
    round_, back = Memory(), Memory()
    options(*["down"] * number, *["right"] * steps, store=round_)
    options(*["down"] * number, *["left"] * steps, store=back)
    values = [value for _, value in round_.changed]

    assert sorted(map(repr, OPTIONS[number].values)) == sorted(map(repr, values))
    assert [*reversed(values[:-1])] == [value for _, value in back.changed][:-1]


def test_a_preset_counts_on_the_screens_that_are_open_already() -> None:
    """The game beneath has the new keys as soon as it is seen again."""
    watched = options(*["down"] * 8, "left", "escape", "?")

    assert "q w e" in watched.last.text()
    assert "Esc        save and quit" in watched.last.text()


def test_each_preset_is_explained() -> None:
    """The frame is as high for each; telephone and phone differ in more than a word."""
    texts = options(*["down"] * 8, *["right"] * 7).texts()[9:]

    assert "telephone: keypad" in texts[3]
    assert "1 2 3 as the upper row" in " ".join(texts[3].replace("│", " ").split())
    assert "phone: touch screen" in texts[5]
    assert "For touch screens: signs stand in" in texts[5]
    assert {text.count("│") for text in texts} == {texts[0].count("│")}


def test_a_list_from_the_file_can_be_left_and_chosen_again() -> None:
    """Else a look at the other values would lose it."""
    store = Memory()
    watched = options(
        *["down"] * 9, "right", "right", "left", "left", store=store, settings=Settings(autopickup=("potion",))
    )

    assert [True, False, True, ["potion"]] == [value for _, value in store.changed]
    assert "Autopickup    potion" in watched.last.text()


def test_settings_from_the_command_line_are_marked() -> None:
    """The change is saved, and hidden again by the option of the next time."""
    text = shown(Settings(ascii=True, overridden=frozenset({"palette", "ascii"})))

    assert "ASCII only    on                  [this session]" in text
    assert 2 == text.count("[this session]")
    assert "Set for this session" in text
    assert "[this session]" not in shown(DEFAULTS)


def test_a_failure_to_save_is_reported() -> None:
    """The message is that of the store."""
    watched = options("right", store=Memory("Changed until you quit, but not saved: it is read-only."))

    assert "not saved: it is read-only." in watched.last.text()


def test_a_click_changes_and_a_right_click_beside_goes_back() -> None:
    """As on other menus."""
    x, y = spot(options().last, "Flashes")
    store = Memory()
    watched = options(Mouse(Button.LEFT, x, y), Mouse(Button.RIGHT, 0, 0), store=store)

    assert [("flashes", False)] == store.changed
    assert "Options" not in watched.last.text()


def test_options_open_from_the_title_too() -> None:
    """Before the first game, for players who cannot read the colours."""
    game = draw("#@#", FIXTURE_RULES)

    assert "Key preset" in watch(game, "=", at_title=True, settings_store=Memory()).last.text()


def test_changes_are_requested_by_the_names_in_the_file() -> None:
    """Detected again, a setting is taken out of the file."""
    screen = OptionsMenu()
    screen.settings = Settings(colors=0)
    screen.highlight = 1

    assert ChangeSetting("colors", None) == screen.on_key("left")
    assert ChangeSetting("colors", "8") == screen.on_key("enter")


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_all_options_can_be_reached_on_a_small_screen(size: tuple[int, int]) -> None:
    """The list scrolls with the highlight."""
    game = draw("#@#", FIXTURE_RULES)
    texts = watch(game, "=", *["down"] * (len(OPTIONS) - 1), size=size, settings_store=Memory()).texts()

    for option in OPTIONS:
        assert any(re.search(f"> .[)] {option.label}", text) for text in texts)
