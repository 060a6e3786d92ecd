"""Key presets: no key has two meanings, and nothing is out of reach."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.play.sections import views_by_section
from roguelike.play.views.help import rose
from roguelike.play.views.view import Action, AnyAction, View
from roguelike.serve import watching
from roguelike.serve.game import views as serve_views
from roguelike.serve.watching.watch_view import WatchView
from roguelike.settings.keymap import KeyCollision, Keymap
from roguelike.settings.presets import PRESETS, STANDARD, Preset
from tests.every import every
from tests.fixture_rules import make_fixture_rules
from tests.memory import Memory
from tests.watching import watch

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))

every_preset = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)


@every_preset
@every("section", views_by_section())
def test_every_action_of_every_screen_has_unambiguous_keys(preset: Preset, section: str) -> None:
    """Neither a direction nor another action takes them."""
    kind = views_by_section()[section]
    actions = Keymap(preset=preset).apply(section, kind.ACTIONS)
    keys = [key for action in actions for key in action.keys]
    steering = {*preset.directions} if kind.STEERING else set()
    running = {*preset.runs} if section == "play" else set()

    assert sorted(set(keys)) == sorted(keys)
    assert not {*keys} & (steering | running)
    assert all(action.keys or action.yields for action in actions)


@every_preset
@every("section", views_by_section())
def test_no_action_needs_a_key_that_a_browser_keeps(preset: Preset, section: str) -> None:
    """Ctrl with n, t or w never reaches a page; the others copy, paste, or lead out of the game."""
    kept = {"ctrl_c", "ctrl_n", "ctrl_t", "ctrl_v", "ctrl_w", "f6"}
    actions = Keymap(preset=preset).apply(section, views_by_section()[section].ACTIONS)
    assert not [action.name for action in actions if action.keys and {*action.keys} <= kept]


@every_preset
def test_keys_are_moved_only_for_actions_that_there_are(preset: Preset) -> None:
    """An action that was renamed would lose its keys unseen."""
    screens: dict[str, type[View]] = {**views_by_section(), WatchView.section: WatchView}
    for section, keys in preset.keys.items():
        assert {*keys} <= {action.name for action in screens[section].ACTIONS}


def action(name: str, key: str) -> AnyAction:
    """Return an action that does nothing."""
    return Action[View](name, (key,), "", lambda _: None)


@pytest.mark.parametrize(
    ("actions", "rest", "told"),
    [
        ((action("one", "z"), action("two", "z")), {}, "the key 'z' is bound to both one and two"),
        ((action("one", "?"),), {}, "the key '?' of one always opens help"),
        ((action("one", "M"),), {"takes_letters": True}, "the key 'M' of one always turns the mouse on or off"),
        ((action("one", "esc"),), {}, "the key 'esc' is unknown: use a character or a name in KEY_NAMES"),
        ((action("one", "z"), action("one", "v")), {}, "two actions are called one: rename one"),
        ((action("one", "z"),), {"takes_text": True}, "the key 'z' of one is typed as text there"),
        ((action("one", "z"),), {"takes_letters": True}, "the key 'z' of one selects a row there"),
        ((action("one", "c"),), {"STEERING": "move"}, "laptop, the key 'c' of one is a direction there"),
    ],
)
def test_a_view_whose_keys_cannot_work_is_refused_when_it_is_made(
    actions: tuple[AnyAction, ...], rest: dict[str, object], told: str
) -> None:
    """The message names the key, what else it means, and what to do."""
    with pytest.raises(KeyCollision, match=re.escape(told)):
        type("Made", (View,), {"section": "made", "ACTIONS": actions, **rest})


@every_preset
def test_every_direction_has_an_arrow_and_another_key(preset: Preset) -> None:
    """Diagonals without a numpad, too, unless the numpad was chosen."""
    for direction in Direction:
        named = [len(key) == 1 for key, way in preset.directions.items() if way is direction]
        assert {True, False} == {*named}


@pytest.mark.parametrize(
    ("name", "keys", "expected"),
    [
        ("standard", "l6", (4, 2)),
        ("vi", "l6", (3, 1)),
        ("numpad", "l6", (3, 1)),
        ("laptop", "dl", (3, 1)),
        ("laptop", "cs", (3, 2)),
        ("numpad", "35", (3, 2)),
        ("qwertz", "nz", (2, 2)),
        ("laptop-qwertz", "dz", (3, 1)),
        ("laptop-qwertz", "dcq", (3, 3)),
        ("phone", "l;", (3, 1)),
    ],
)
def test_a_preset_decides_which_keys_move(name: str, keys: str, expected: tuple[int, int]) -> None:
    """Whatever is no direction does what it does else: nothing, look around, wait."""
    game = draw("######\n#.@..#\n#....#\n######", FIXTURE_RULES)
    watch(game, *keys, keymap=Keymap(preset=PRESETS[name]))

    assert (expected[0], game.world.turn) == (game.world.player.at.x, expected[1])


PLAIN = {"enter", "backspace"}


@functools.cache
def every_view() -> list[type[View]]:
    """Return every view with keys of its own, those of servers included."""
    for package in (serve_views, watching):
        for module in pkgutil.iter_modules(package.__path__):
            importlib.import_module(f"{package.__name__}.{module.name}")
    found, looked_at = [*views_by_section().values()], [View]
    while looked_at:
        kind = looked_at.pop()
        looked_at += kind.__subclasses__()
        if vars(kind).get("section") and kind.__module__.startswith("roguelike.serve."):
            found.append(kind)
    return found


@every("kind", every_view())
def test_a_phone_without_escape_tab_control_and_arrows_does_everything(kind: type[View]) -> None:
    """In every view each action has a printable key, Enter or Backspace; in text fields, no letter or digit."""
    for action in Keymap(preset=PRESETS["phone"]).apply(kind.section, kind.ACTIONS):
        printable = [key for key in action.keys if len(key) == 1]
        assert printable or PLAIN & {*action.keys}, action.name
        assert not kind.takes_text or not any(key.isalnum() for key in printable), action.name


def test_the_servers_views_are_walked_too() -> None:
    """And the text fields among them."""
    assert {"watch", "watch_list", "account", "key_name", "new_game", "turn", "help"} <= {
        kind.section for kind in every_view()
    }


PHONE = Keymap(preset=PRESETS["phone"])


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (";", "Game menu"),
        (";;", "explore"),
        ("=;", "explore"),
        ("=/", "> b) Colours"),
        ("=//::", "> a) Palette"),
        ("=)", "deuteranopia"),
        ("x;", "explore"),
        ("x/", "EXAMINE"),
        ("?;", "explore"),
        ("?", "Press a key to see what it does. ;: back"),
        ("Gw/&", "Go to: w_ [monsters]"),
        ("G?", "search by name"),
        ("G;", "explore"),
        ("#;", "explore"),
    ],
)
def test_signs_stand_in_for_the_keys_that_a_phone_lacks(keys: str, told: str) -> None:
    """The screens name them; what is typed as text is not searched for them."""
    game = draw("######\n#.@..#\n#....#\n######", FIXTURE_RULES)
    text = watch(game, *keys, keymap=PHONE, settings_store=Memory()).last.text()

    assert (told in text) == (told != "explore")
    assert told != "explore" or not any(each in text for each in ("┤", "EXAMINE", "Repeat:"))


def test_a_new_game_is_begun_on_a_phone() -> None:
    """From the title, with a name that was typed twice, and help in between."""
    game = draw("######\n#.@..#\n######", FIXTURE_RULES)
    helped = watch(game, "n", *"/{ada?", at_title=True, keymap=PHONE).last.text()
    form = watch(game, "n", *"/{ada?;//", at_title=True, keymap=PHONE).last.text()
    begun = watch(game, "n", *"/{ada//", "/", "enter", at_title=True, keymap=PHONE).last.text()

    assert "? F1           this help" in helped
    assert "Name    [ada " in form
    assert "> Seed " in form
    assert ";: back  ?: help" in form
    assert ".@.." in begun


def test_shift_runs_with_the_directions_of_the_preset() -> None:
    """Where the letters are actions, they are not."""
    at = {}
    for name, key in (("laptop", "D"), ("numpad", "L"), ("numpad", "shift_right"), ("vi", "L")):
        game = draw("##########\n#@.......#\n##########", FIXTURE_RULES)
        watch(game, key, 1.0, keymap=Keymap(preset=PRESETS[name]))
        at[name, key] = game.world.player.at.x

    assert {("laptop", "D"): 8, ("numpad", "L"): 1, ("numpad", "shift_right"): 8, ("vi", "L"): 8} == at


def test_help_shows_the_directions_of_the_preset() -> None:
    """And no others."""
    assert ["  q w e", "  a   d", "  y x c"] == [row[:7] for row in rose(PRESETS["laptop-qwertz"], diagonal=True)]
    assert "  z k u    7 8 9    Home  Up  PgUp" == rose(PRESETS["qwertz"], diagonal=True)[0]
    laptop = rose(PRESETS["laptop"], diagonal=True)

    assert ["  q w e    Home  Up  PgUp", "  a   d    Left     Right", "  z x c    End  Down PgDn"] == laptop
    assert "    8            Up" == rose(PRESETS["numpad"], diagonal=False)[0]
    text = watch(draw("#@#", FIXTURE_RULES), "?", keymap=Keymap(preset=PRESETS["laptop"])).last.text()
    assert all(row in text for row in laptop)
    assert "y k u" not in text


KEYS = {
    Direction.NORTH: ["up", "k", "8"],
    Direction.SOUTH: ["down", "j", "2"],
    Direction.WEST: ["left", "h", "4"],
    Direction.EAST: ["right", "l", "6"],
    Direction.NORTH_WEST: ["home", "y", "7"],
    Direction.NORTH_EAST: ["page_up", "u", "9"],
    Direction.SOUTH_WEST: ["end", "b", "1"],
    Direction.SOUTH_EAST: ["page_down", "n", "3"],
}


@pytest.mark.parametrize("direction", Direction)
def test_arrows_vi_keys_and_numpad_all_mean_a_direction(direction: Direction) -> None:
    """Whatever a player is used to, it moves; Home to PgDn are the numpad's corners without a number lock."""
    assert KEYS[direction] == [key for key, meant in STANDARD.directions.items() if meant is direction]


def test_nothing_else_is_a_direction() -> None:
    """The numpad's 5 waits."""
    assert {key for keys in KEYS.values() for key in keys} == set(STANDARD.directions)
