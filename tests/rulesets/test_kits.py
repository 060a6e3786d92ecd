"""Kits of a rule set: what the player starts a game of Ember with."""

from __future__ import annotations

import attrs
import pytest

from roguelike.content.loader import (
    ContentError,
    describe,
    in_variant,
    load_ruleset,
    place_of,
    split_variant,
    variants_of,
)
from roguelike.engine.game import Game, new_game
from roguelike.engine.geometry import chebyshev_distance
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.restore import restore
from roguelike.engine.rules.identity import known_kind
from roguelike.engine.rules.pursuit import allies
from roguelike.engine.snapshot import snapshot
from roguelike.line.surroundings import status
from roguelike.narration.inventory_rows import stacks
from roguelike.play.morgue import build_morgue
from roguelike.play.perspective import Perspective
from roguelike.serve.game.lobby import rule_choices
from roguelike.store.listings import board_of
from roguelike.ui.last_screen import last_screen

EMBER = load_ruleset("ember")
KITS = {
    "lamplighter": (40, 900, ["dagger (in hand)", "leather armour (worn)", "8 darts"]),
    "sellsword": (42, 600, ["sword (in hand)", "leather armour +1 (worn)"]),
    "poacher": (34, 700, ["dagger +2 (in hand)", "shadow cloak (worn)", "4 javelins"]),
    "chandler": (38, 600, ["spear (in hand)", "leather armour (worn)", "3 oil flasks", "potion of fire immunity"]),
    "hound keeper": (38, 900, ["spear (in hand)", "leather armour (worn)", "whistle"]),
}


def begun(game: Game) -> Perspective:
    """Return a game as its player sees it, with its first messages."""
    perspective = Perspective(game, "kim")
    perspective.take_events()
    return perspective


@pytest.mark.parametrize("kit", KITS)
def test_every_kit_starts_as_it_says(kit: str) -> None:
    """With its hit points, its oil and its possessions, of which none is unknown."""
    game = new_game(load_ruleset(f"ember:{kit}"), 1)
    world, perspective = game.world, begun(game)
    me = world.player
    carried = [item for item in me.inventory.slots if item is not None]

    assert KITS[kit] == (me.hit_points, me.gauges["oil"], [row.name for row in stacks(perspective.seen)])
    assert ["hound"] * (kit == "hound keeper") == [each.kind.name for each in allies(world)]
    assert me.hit_points == me.max_hit_points
    assert all(known_kind(world, item.kind) is item.kind for item in carried)
    assert world.ruleset.expected


@pytest.mark.parametrize("kit", KITS)
def test_a_game_names_its_kit(kit: str) -> None:
    """In the first messages where it was chosen, in the status of line mode, and in the morgue file."""
    game = new_game(load_ruleset(f"ember:{kit}"), 1)
    perspective = begun(game)
    plan = f"{kit.capitalize()}: {EMBER.kits[kit].plan}"

    assert (kit != "lamplighter") == any(plan == told.message.text for told in perspective.log.take_new())
    assert f"Kit {kit}. " in status(perspective)
    assert f"\nKit           {kit}\n" in build_morgue(perspective, last_screen).text


def test_the_first_is_the_game_without_any() -> None:
    """Saved games and scores of Ember are those of the lamplighter; the others have their own."""
    named = ("ember", "ember:gentle", "ember:poacher", "ember:poacher:gentle")
    titles = ["Ember", "Ember, gentle", "Ember, poacher", "Ember, poacher, gentle"]

    assert EMBER is load_ruleset("ember:lamplighter")
    assert load_ruleset("ember:gentle") is not EMBER
    assert "ember:gentle" == place_of("ember:lamplighter:gentle")
    assert titles == [load_ruleset(name).title for name in named] == [describe(name).title for name in named]
    assert list(named) == [load_ruleset(name).name for name in named] == [place_of(name) for name in named]
    assert len(named) == len({load_ruleset(name).fingerprint for name in named})
    assert {*named} < {*variants_of("ember")}
    assert ["", "gentle", "poacher", "poacher, gentle"] == [
        board_of(split_variant(name)[1], seeded=False) for name in named
    ]


def test_another_kit_keeps_the_mode() -> None:
    """As the options ask for it."""
    assert "ember:poacher:gentle" == in_variant("ember:gentle", kit="poacher")
    assert "ember:poacher:gentle" == in_variant("ember:poacher", mode="gentle")
    assert "ember" == in_variant("ember:poacher", kit="lamplighter")
    with pytest.raises(ContentError, match=r"Rule set 'ember' has no kit 'cook': its kits are lamplighter, .*\."):
        in_variant("ember", kit="cook")
    with pytest.raises(ContentError, match=r"Rule set 'classic' has no kit 'cook': it has no kits\."):
        in_variant("classic", kit="cook")


def test_choices_of_a_kit_match_the_loader() -> None:
    """The title composes their names and titles without reading anything."""
    choices = {each.name: each for choice in rule_choices(("ember",)) for each in choice.every_kit()}

    assert {*choices} == {*variants_of("ember")}
    for name, choice in choices.items():
        told = describe(name)
        assert (told.title, told.kit, told.mode, told.kits) == (choice.title, choice.kit, choice.mode, choice.kits)
        assert {choice.usual.in_kit(kit).name for kit in choice.kits} == {
            each.name for each in choices.values() if each.mode == choice.mode
        }


def test_companions_stand_beside_the_player_at_the_start() -> None:
    """They are allies from the first turn, and saved as others are."""
    rules = attrs.evolve(EMBER, companions=("rat", "jackal"))
    world = new_game(rules, 1).world
    beside = allies(world)

    assert ["jackal", "rat"] == sorted(each.kind.name for each in beside)
    assert all(chebyshev_distance(each.at, world.player.at) == 1 and each.mood is Mood.FOLLOWING for each in beside)
    assert len({each.id for each in world.level.actors}) == len(world.level.actors)
    assert snapshot(world) == snapshot(restore(rules, snapshot(world)).world)
