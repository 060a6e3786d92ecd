"""What the rooms with a prize cost in Ember, and what they give: each is walked as it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop
from roguelike.engine.events import FeatureActed, Laid, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.restore import restore
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.snapshot import digest, snapshot
from tests.automation.driving import drive
from tests.rulesets.test_ember_generator import PROMISES, levels
from tests.rulesets.test_ember_key_rooms import EMBER, a, asked, carried, feature, lost, room, told, walk

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor
    from tests.rulesets.test_ember_generator import Made

ROOMS = ("font", "oil press", "bone altar")


@pytest.mark.parametrize("name", ROOMS)
def test_levels_with_the_room_keep_every_promise(name: str) -> None:
    """It fits where an extra room may be."""
    rules = load_ruleset("ember")
    others = {
        each: attrs.evolve(kind, weight=0) for each, kind in rules.vaults.items() if kind.role in {"prize", "place"}
    }
    only = {**rules.vaults, **others, name: rules.vaults[name]}
    made = [level for seed in range(4) for level in levels(attrs.evolve(rules, vaults=only), seed)]
    with_room = [level for level in made if has(level, name)]

    assert len(with_room) >= 2
    assert [] == [(level.depth, promise.__name__) for level in with_room for promise in PROMISES if not promise(level)]


def has(level: Made, name: str) -> bool:
    """Return whether a level has a feature or the ground of a room."""
    cells = [EMBER.vaults[name].legend[key] for key in EMBER.vaults[name].legend if key != "+"]
    own = [cell.feature for cell in cells if cell.feature], [cell.terrain for cell in cells if cell.terrain]
    return bool(level.features(*own[0]) or level.cells(*own[1]))


def sleeper(game: Game, at: Point) -> Actor:
    """Put an orc asleep on a cell."""
    orc = spawn(game.world, EMBER.monsters["orc"], at, mood=Mood.ASLEEP)
    assert orc is not None
    game.world.level.move(orc, at)
    return orc


def goes_on_alike(game: Game, steps: str) -> None:
    """Check that a saved game goes on as this one does."""
    again = restore(EMBER, snapshot(game.world))
    for each in (game, again):
        walk(each, steps)
    assert digest(game.world) == digest(again.world)


# --- font


def test_the_font_heals_all_wounds_once_and_wakes_who_sleeps_near() -> None:
    """Poison, too; a second drink is none."""
    game = room("font")
    walk(game, "w" * 6)
    orc = sleeper(game, Point(9, 2))
    game.world.player.hit_points = 3
    walk(game, "w")

    assert 0 == lost(game)
    assert Mood.ASLEEP != orc.mood
    assert "dry font" == feature(game, 3, 2).kind.name
    game.world.level.move(orc, Point(1, 2))
    game.world.player.hit_points = 3
    walk(game, "w")
    assert 3 >= game.world.player.hit_points


def test_nobody_drinks_from_the_font_in_vain_or_unasked() -> None:
    """At full health it is refused; wounded, a question names the price; travelling ends beside it."""
    game = room("font")
    walk(game, "w" * 6)
    assert [Refused(Reason.FULL_HEALTH)] == walk(game, "w")
    assert "font" == feature(game, 3, 2).kind.name
    assert "Wakes everything within 20 steps. Heard within 20 steps." in told(game, 3, 2)
    goes_on_alike(game, "w.")
    assert drive(room("font"), Travel(Point(3, 2))).reason == "You are beside it. Walk into it to act."


# --- oil press


def test_the_oil_press_takes_five_loud_turns_and_gives_oil_once() -> None:
    """Work can be left and gone on with; nothing is given before the last turn."""
    game = room("oil press")
    walk(game, "w" * 6)
    oil = game.world.player.gauges["oil"]
    acted = walk(game, "www")
    assert 3 == sum(isinstance(event, FeatureActed) for event in acted)
    assert 20 == game.world.noise
    assert "2 turns of work left" in told(game, 2, 2)
    goes_on_alike(game, ".")

    walk(game, "ww")
    assert oil - 6 + 300 == game.world.player.gauges["oil"]
    walk(game, "ww")
    assert "empty press" == feature(game, 2, 2).kind.name
    assert oil - 6 + 300 == game.world.player.gauges["oil"]


def test_the_work_at_the_press_is_asked_about_once() -> None:
    """With its price; the turns after the first go on without a question."""
    keys = ["left"] * 7
    first, later = asked("oil press", *keys), asked("oil press", *keys, "enter", "left")

    assert "Work the oil press?" in first
    assert "Work it for 5 turns, each heard 20 steps away: your lamp gets 300 oil, once." in first
    assert "Work the oil press?" not in later


# --- bone altar


def test_the_bone_altar_turns_a_scroll_of_enchantment_into_five_hit_points() -> None:
    """One of a stack, once; wounds stay as they were."""
    game = room("bone altar")
    game.world.player.inventory.insert(a("scroll of enchantment", 3))
    walk(game, "w" * 9)
    game.world.player.hit_points -= 10
    most = game.world.player.max_hit_points
    game.play(Drop(0))

    assert (most + 5, 10) == (game.world.player.max_hit_points, lost(game))
    assert "fed altar" == feature(game, 1, 2).kind.name
    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert most + 5 == game.world.player.max_hit_points
    goes_on_alike(game, "e.")


def test_the_bone_altar_takes_nothing_else() -> None:
    """Another scroll just lies there, for the taking."""
    game = room("bone altar")
    game.world.player.inventory.insert(a("scroll of mapping"))
    walk(game, "w" * 9)

    assert not any(isinstance(event, Laid) for event in game.play(Drop(0)))
    assert "bone altar" == feature(game, 1, 2).kind.name
    walk(game, "ew")
    assert [] == carried(game)


def test_the_bone_altar_says_its_price() -> None:
    """When the player steps onto it."""
    shown = asked("bone altar", *["left"] * 9)

    assert "Bone altar: Drop a scroll of enchantment here: it crumbles, and your maximum HP rises by 5, once." in shown
