"""Messages of a session between two commands: items underfoot, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.scenario import draw
from roguelike.narration.hints import Hints
from roguelike.play.sections import sections
from roguelike.settings.keymap import Keymap
from roguelike.settings.presets import PRESETS
from roguelike.settings.reading import read_settings
from roguelike.settings.saving import SettingsFile
from roguelike.settings.settings import Settings
from tests.fixture_rules import make_fixture_rules
from tests.memory import Memory
from tests.watching import FakeLibrary, watch

if TYPE_CHECKING:
    from pathlib import Path

RULES = make_fixture_rules(load_ruleset("classic"))
BY_HAND = attrs.evolve(RULES, autopickup=False)


def test_an_item_underfoot_is_reported_once() -> None:
    """With the player's own key, and again only after having moved."""
    keymap = Keymap({"play": {"pick_up": ("p",)}})
    watched = watch(draw("@!..", BY_HAND), "l", ".", "x", "escape", "l", "h", keymap=keymap)
    told = ["You see a health potion here. (p)" in text for text in watched.texts()]

    assert [False, *[True] * 6] == told
    assert ["(p) (x2)" in text for text in watched.texts()] == [*[False] * 6, True]


def test_items_picked_up_in_passing_are_not_named_again() -> None:
    """But that it was picked up; unless an enemy is in view, so that it is left there."""
    taken = watch(draw("@!..", RULES), "l").last.text()
    left = watch(draw("@!..T", RULES), "l").last.text()

    assert ("You pick up the health potion." in taken, "You see" in taken) == (True, False)
    assert "You see a health potion here. (g)" in left


def test_an_automation_reports_items_only_where_it_stops() -> None:
    """A corridor full of corpses needs no line for each step."""
    watched = watch(draw("@!!!!#", BY_HAND), "L", 1.0)

    assert 1 == watched.last.text().count("You see a health potion here.")


def test_a_hint_is_given_once_and_not_to_a_player_who_knows_it() -> None:
    """Neither the second time nor in the second game; nothing of it is a part of the game."""
    library = FakeLibrary(lambda: draw("@..T", BY_HAND))
    hints = Hints(frozenset())
    first = watch(draw("@..T", BY_HAND), ".", ".", hints=hints, library=library)
    second = watch(draw("@..T", BY_HAND), ".", hints=hints)
    (play,) = library.plays

    assert "Hint: walk into an enemy to attack; press x" in first.texts()[0]
    assert 1 == first.last.text().count("Hint:")
    assert "Hint:" not in second.last.text()
    assert draw("@..T", BY_HAND).digest() == play.before[0]


@pytest.mark.parametrize(("presses", "told"), [(1, "Hints off."), (2, "Hints on.")])
def test_a_key_turns_hints_off_and_on(tmp_path: Path, presses: int, told: str) -> None:
    """Permanently, like the options; hints due meanwhile are not lost."""
    file = tmp_path / "config.toml"
    hints, keys = Hints(frozenset()), ["\\"] * presses
    watched = watch(draw("@.#.T", BY_HAND), *keys, *"ll", hints=hints, settings_store=SettingsFile(str(file), sections))

    assert told in watched.after[presses].text()
    assert (presses == 2) == read_settings(str(file), sections).hints


def test_hints_that_cannot_be_changed_are_not_said_to_be() -> None:
    """A notice gives the reason, and the log has no message."""
    watched = watch(
        draw("@.#.T", BY_HAND), "\\", "escape", hints=Hints(frozenset()), settings_store=Memory("Full disk.")
    )

    assert "Full disk." in watched.after[1].text()
    assert "Hints off" not in watched.after[2].text()


def test_a_player_who_explores_gets_no_hint_to_explore() -> None:
    """The key is known."""
    hints = Hints(frozenset())
    watch(draw("@..", BY_HAND), "o", 0.5, hints=hints)

    assert "explore" in hints.known


def test_an_unknown_player_gets_no_hints() -> None:
    """A session that cannot remember hints would repeat them."""
    assert "Hint:" not in watch(draw("@..T", BY_HAND), ".").last.text()


def test_no_hints_are_given_where_they_are_off() -> None:
    """And none counts as given."""
    hints = Hints(frozenset())
    watched = watch(draw("@..T", BY_HAND), ".", hints=hints, settings=Settings(hints=False))

    assert "Hint:" not in watched.last.text()
    assert frozenset() == hints.known


@pytest.mark.parametrize("key", ["o", "Z", "L"])
def test_a_refusal_for_an_enemy_names_the_key_to_fight(key: str) -> None:
    """At each refusal, also where no hints are wanted."""
    watched = watch(draw("@....T", BY_HAND), "tab", 1.0, key, key, settings=Settings(hints=False))
    phone = Settings(keymap=Keymap(preset=PRESETS["phone"]))
    hurt = watch(draw("@....T", BY_HAND, hit_points=5), key, 1.0, settings=phone).last.text()

    assert "Not with a troll in view: Tab attacks. (x2)" in watched.last.text()
    assert "Not with a troll in view: / attacks." in watch(draw("@....T", BY_HAND), key, settings=phone).last.text()
    assert "Not with a troll in view: use a direction to attack." in hurt
