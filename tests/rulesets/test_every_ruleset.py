"""What holds in every rule set: it can be played on every screen, and the front-end is the same."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.autoplay import autoplay
from roguelike.content.loader import load_ruleset, ruleset_names
from roguelike.engine.events import Recovered
from roguelike.engine.game import new_game
from roguelike.engine.instances import Who
from roguelike.ui.narration import Narrator
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.ruleset import RuleSet

KEYS = ["up", "down", "left", "right", *"hjklyubn.gidxm?Qabcf+- ", "enter", "escape", "tab", "shift_tab", "page_up"]


@pytest.fixture(params=ruleset_names())
def ruleset(request: pytest.FixtureRequest) -> RuleSet:
    """Give each of them."""
    return load_ruleset(request.param)


def test_the_five_are_there() -> None:
    """The game's own first, then one for each source."""
    assert ["classic", "chargrid", "kasidin", "roguebasin", "tcod"] == ruleset_names()


def test_the_bot_plays_it_to_the_same_end_twice(ruleset: RuleSet) -> None:
    """The same seed, the same game."""
    for policy in ("random", "seek"):
        assert autoplay(ruleset, 3, 60, policy) == autoplay(ruleset, 3, 60, policy)


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (120, 40)])
def test_any_keys_can_be_pressed(ruleset: RuleSet, size: tuple[int, int]) -> None:
    """On whatever screen they lead to; every frame is drawn."""
    chance = random.Random(ruleset.name)
    keys = [chance.choice(KEYS) for _ in range(250)]
    watched = watch(lambda: new_game(ruleset, 5), "n", "enter", *keys, size=size, at_title=True)

    assert all(frame.width == size[0] and frame.height == size[1] for frame in watched.frames)


def test_the_item_menus_have_a_row_for_every_slot(ruleset: RuleSet) -> None:
    """In a frame with the title on it, however many there are (C8-28, C8-37)."""
    text = watch(new_game(ruleset, 5), "i", size=(80, 60)).last.text()

    assert "┤Use Item├" in text
    assert ruleset.inventory.slots == text.count(") -")


def test_enemies_left_is_always_shown(ruleset: RuleSet) -> None:
    """Over the whole level, seen or not."""
    game = new_game(ruleset, 5)

    assert f"Enemies left: {game.world.enemies_left}" in watch(game, "x").last.text()


def test_only_the_classic_log_keeps_silent_about_what_is_out_of_sight(ruleset: RuleSet) -> None:
    """The sources log it wherever it happens; kasidin has nobody to confuse."""
    monster = next(iter(ruleset.monsters.values()))
    told = Narrator(ruleset).tell(Recovered(Who(2, monster), seen=False))

    assert (told is not None) == (ruleset.name in {"chargrid", "tcod", "roguebasin"})
    silent = Narrator(attrs.evolve(ruleset, tells_unseen=False))
    assert silent.tell(Recovered(Who(2, monster), seen=False)) is None
