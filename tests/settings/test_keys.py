"""Keys that a person chose in the settings: what they do in play, what help and hints say, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.english import listed
from roguelike.play.playback import Playback
from roguelike.play.sections import sections, views_by_section
from roguelike.play.views.film import Film
from roguelike.play.views.playing import Playing
from roguelike.settings.reading import SettingsError, read_settings
from tests.fixture_rules import make_fixture_rules
from tests.library_fixtures import few_games
from tests.recordings import record
from tests.watching import spot, watch

if TYPE_CHECKING:
    from pathlib import Path

    from roguelike.engine.game import Game
    from roguelike.settings.keymap import Keymap

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))


def hall() -> Game:
    """Return a game with something to use, and something to pick up."""
    return draw("########\n#@!....#\n########", FIXTURE_RULES, inventory=["fireball scroll", "health potion"])


def keymap(folder: Path, keys: str) -> Keymap:
    """Return the keys of settings with these lines below `[keys]`."""
    file = folder / "config.toml"
    file.write_text(f"[keys]\n{keys}\n", encoding="utf-8")
    return read_settings(str(file), sections).keymap


def test_a_chosen_key_does_it_and_the_usual_one_no_longer(tmp_path: Path) -> None:
    """What is not chosen stays as it is."""
    chosen = keymap(tmp_path, "play.wait = ['v', 'f2']")
    games = {key: hall() for key in ("v", "f2", ".", "l")}
    for key, game in games.items():
        watch(game, key, keymap=chosen)

    assert {"v": 1, "f2": 1, ".": 0, "l": 2} == {key: game.world.turn for key, game in games.items()}


@pytest.mark.parametrize("key", ["é", "ж", "§", "→"])
def test_a_chosen_character_is_shown_as_it_is(tmp_path: Path, key: str) -> None:
    """Keyboards have more than ASCII."""
    text = watch(hall(), "?", keymap=keymap(tmp_path, f"play.wait = ['{key}']")).last.text()

    assert f"{key}          wait a turn" in text


def test_an_action_without_a_screen_is_the_games_own_or_the_only_one(tmp_path: Path) -> None:
    """As most people would write it."""
    chosen = keymap(tmp_path, "wait = ['v', 'kp_0']\nfire = ['!']\nplay.use = ['w']")

    assert {"play": {"wait": ("v", "0"), "use": ("w",)}, "aim": {"fire": ("!",)}} == chosen.chosen


def test_a_preset_and_keys_of_ones_own_go_together(tmp_path: Path) -> None:
    """What is chosen wins, what is not is as the preset has it; its letters are free for actions."""
    chosen = keymap(tmp_path, "preset = 'numpad'\nexplore = ['h']\nrest = ['r']")
    game, rested = hall(), hall()
    watch(game, "h", 1.0, keymap=chosen)
    watch(rested, "l", "6", keymap=chosen)

    assert 1 < game.world.player.at.x
    assert 2 == rested.world.player.at.x


def test_a_shortcut_gives_up_its_key(tmp_path: Path) -> None:
    """Whatever key is chosen for resting, the inventory still reads scrolls."""
    chosen = keymap(tmp_path, "rest = ['r']")
    play = {action.name: action.keys for action in chosen.apply("play", Playing.ACTIONS)}

    assert (("r",), (), ("q",)) == (play["rest"], play["read"], play["drink"])


def test_what_a_key_did_is_free_once_it_has_another(tmp_path: Path) -> None:
    """Two actions can change places."""
    chosen = keymap(tmp_path, "play.use = ['d']\nplay.drop = ['i']")

    assert "┤Inventory " in watch(hall(), "d", keymap=chosen).last.text()
    assert "Drop which item?" in watch(hall(), "i", keymap=chosen).last.text()


def test_keys_are_chosen_for_every_screen_that_a_session_opens(tmp_path: Path) -> None:
    """An aim behind a menu, the history, and a replay behind the title."""
    chosen = keymap(tmp_path, "aim.fire = ['!']\nhistory.close = ['z']\nreplay.forward = ['>']\nplay.history = ['H']")
    fired = hall()
    watch(fired, "i", "b", "enter", *["right"] * 4, "f", "!", 1.0, keymap=chosen)
    read = watch(hall(), "H", "q", "z", keymap=chosen)

    assert 1 == fired.world.turn
    assert ["Messages" in text for text in read.texts()] == [False, True, True, False]

    def replay(_: str, __: int) -> Film:
        return Film(Playback(record(hall, [Move(Direction.EAST)] * 3)))

    library = few_games(hall)
    watched = watch(hall, "r", "a", ">", "right", at_title=True, library=library, show_replay=replay, keymap=chosen)
    assert "step 1/3" in watched.last.text()


def test_help_and_hints_name_the_chosen_keys(tmp_path: Path) -> None:
    """Help that names other keys than work would be worse than none."""
    play = "play.wait = ['v']\nplay.history = ['H']"
    others = "summary.new_game = ['a']\nnotice.close = ['f4']\nnew_game.enter = ['f5']"
    chosen = keymap(tmp_path, f"{play}\n{others}")
    text = watch(hall(), "?", keymap=chosen).last.text()
    ended = watch(draw("#@m#", FIXTURE_RULES), "l", 2.5, keymap=chosen).last.text()
    library = few_games(hall)
    library.failing["scores"] = ["the scores cannot be read."]
    notice = watch(hall, "s", at_title=True, library=library, keymap=chosen).last.text()
    form = watch(hall, "n", at_title=True, keymap=chosen).last.text()
    guide = watch(hall, "h", at_title=True, keymap=chosen).last.text()
    crowd = draw("\n".join(["." * 20, "....@oT..m.....s....", "." * 20]), FIXTURE_RULES)
    crowd.world.in_view = frozenset()
    small = watch(crowd, "v", 1.0, size=(40, 15), keymap=chosen)

    assert "v          wait a turn *" in text
    assert ". 5" not in text
    assert "wait a turn" in guide
    assert ". 5" not in guide
    assert "a) new game" in ended
    assert "F4: back" in notice
    assert "F5: next  Esc: back" in form
    assert any("more above: H]" in frame.text() for frame in small.frames)


def test_escape_leads_out_whatever_is_chosen(tmp_path: Path) -> None:
    """Nobody can lock themselves in."""
    chosen = keymap(tmp_path, "\n".join(f"{section}.{name} = ['f9']" for section, name in ways_out()))
    quit_ = watch(hall(), "escape", keymap=chosen)
    aimed = watch(hall(), "i", "b", "enter", "escape", keymap=chosen)

    assert "Game menu" in quit_.last.text()
    assert "AIM" not in aimed.last.text()
    assert {"escape", "f9"} <= {key for table in chosen.chosen.values() for keys in table.values() for key in keys}


def ways_out() -> list[tuple[str, str]]:
    """Return what Escape does, by the sections of the screens."""
    found = views_by_section().items()
    return [(section, action.name) for section, kind in found for action in kind.ACTIONS if "escape" in action.keys]


def test_escape_leads_out_of_every_screen_with_keys() -> None:
    """So that it can be kept for that."""
    assert [section for section, _ in ways_out()] == list(views_by_section())


def test_keys_of_the_game_itself_are_typed_where_text_is(tmp_path: Path) -> None:
    """Whoever waits with `v` can still be called Eva."""
    watched = watch(hall, "n", "up", "up", "up", "v", at_title=True, keymap=keymap(tmp_path, "play.wait = ['v']"))

    assert spot(watched.last, "[youv")


SCREENS = listed(views_by_section(), "and")
THE_PRESETS = "'standard', 'vi', 'numpad', 'telephone', 'laptop', 'phone', 'qwertz' or 'laptop-qwertz'"
ACTIONS = listed([action.name for action in Playing.ACTIONS], "and")
A_KEY = "a key is one character, or a name like enter, page_up, f2 or ctrl_a."


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (
            "pley.wait = ['s']",
            f"keys: unknown screen 'pley' (did you mean 'play'?): the screens are {SCREENS}.",
        ),
        (
            "play.wiat = ['s']",
            f"keys.play: unknown action 'wiat' (did you mean 'wait'?): its actions are {ACTIONS}.",
        ),
        ("wiat = ['z']", "keys: unknown action 'wiat' (did you mean 'wait'?)."),
        ("wait = 'z'", "keys.play.wait must be a list of keys like ['z', 'f2'], not 'z'."),
        ("wait = ['v']\nuse = ['v']", "keys.play: the key 'v' is bound to both wait and use."),
        (
            "play.wait = ['v']\nwait = ['z']",
            "keys.wait and keys.play.wait are the same action: keep one of them.",
        ),
        (
            "page_up = ['z']",
            (
                "keys: page_up is an action of actions, continue, decisions, discoveries, help, history, ignored, "
                "item, last_pack, levels, notice, places, replays, scored_games, scores, statistics and summary: write "
                "actions.page_up."
            ),
        ),
        (
            "preset = 'emacs'",
            f"keys.preset must be {THE_PRESETS}, not 'emacs'.",
        ),
        (
            "preset = ['vi']",
            f"keys.preset must be {THE_PRESETS}, not a list.",
        ),
        ("preset = 'laptop'\nexplore = ['w']", "keys.play.explore: the key 'w' is a direction there."),
        ("preset = 'laptop'\nexplore = ['r']", "keys.play: the key 'r' is bound to both explore and rest."),
        ("play.wait = ['SPC']", f"keys.play.wait: unknown key 'SPC': {A_KEY}"),
        ("play.wait = ['page_upp']", f"keys.play.wait: unknown key 'page_upp' (did you mean 'page_up'?): {A_KEY}"),
        ("play.wait = [5]", f"keys.play.wait: unknown key 5: {A_KEY}"),
        ('play.wait = ["\\u001b"]', f"keys.play.wait: unknown key '\\x1b': {A_KEY}"),
        ("play.wait = 's'", "keys.play.wait must be a list of keys like ['z', 'f2'], not 's'."),
        ("play.wait = []", "keys.play.wait must be a list of keys like ['z', 'f2'], not an empty list."),
        *(
            (f"play.wait = ['{key}']", f"keys.play.wait: terminals cannot tell '{key}' from '{same}'.")
            for key, same in {"ctrl_h": "backspace", "ctrl_i": "tab", "ctrl_j": "enter", "ctrl_m": "enter"}.items()
        ),
        *(
            (
                f'play.wait = ["{key}"]',
                f"keys.play.wait: the key '{key}' is not one column wide.",
            )
            for key in ("漢", "\u0301", "\u0903", "🙂", "\u1160")
        ),
        ("play = 's'", "keys.play must be a table with lines like explore = ['z'], not 's'."),
        ("play.wait = ['d']", "keys.play: the key 'd' is bound to both wait and drop."),
        ("play.wait = ['v']\nplay.use = ['v']", "keys.play: the key 'v' is bound to both wait and use."),
        ("aim.fire = ['escape']", "keys.aim: the key 'escape' is bound to both cancel and fire."),
        ("play.wait = ['h']", "keys.play.wait: the key 'h' is a direction there."),
        ("play.wait = ['ctrl_c']", "keys.play.wait: the key 'ctrl_c' always quits."),
        ("play.wait = ['?']", "keys.play.wait: the key '?' always opens help."),
        ("use.next = ['j']", "keys.use.next: the key 'j' selects a row there."),
        ("new_game.clear = ['u']", "keys.new_game.clear: the key 'u' is typed as text there."),
    ],
)
def test_what_cannot_be_chosen_is_told_in_a_sentence(tmp_path: Path, keys: str, sentence: str) -> None:
    """No game begins until it is mended."""
    with pytest.raises(SettingsError) as refused:
        keymap(tmp_path, keys)

    assert f"{tmp_path / 'config.toml'}: {sentence}" == str(refused.value)


def test_keys_that_are_no_table_are_refused(tmp_path: Path) -> None:
    """As any other value that does not fit."""
    (tmp_path / "config.toml").write_text("keys = 'vi'")
    with pytest.raises(SettingsError, match="keys must be a table with lines like "):
        read_settings(str(tmp_path / "config.toml"), sections)
