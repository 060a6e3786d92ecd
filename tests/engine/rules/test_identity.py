"""The player's knowledge of items."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

import attrs
import pytest

from roguelike.engine.commands import Drop, PickUp, Use
from roguelike.engine.events import Dropped, Identified, ItemRef, PickedUp
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.appearances import UnknownKind
from roguelike.engine.observation import observe
from roguelike.engine.rules.identity import chance_of_bad, item_ref, judge, learn, odds_of
from roguelike.engine.scenario import draw
from tests.gear import carried, pack, with_gear

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

POTIONS = ["balm", "tonic", "venom"]


def told(game: Game, slot: int = 0) -> str:
    """Return the item in a slot as the player sees it."""
    item = observe(game.world).me.inventory.at(slot)
    assert item is not None
    return item_ref(item).name


def unknown(game: Game, slot: int = 0) -> UnknownKind:
    """Return the unknown kind that the player sees for the item in a slot."""
    item = observe(game.world).me.inventory.at(slot)
    assert item is not None
    return cast("UnknownKind", item.kind)


def test_an_observation_reveals_no_unidentified_kind(arena: RuleSet) -> None:
    """Neither in the pack nor on the floor, as remembered or in flight."""
    rules = with_gear(arena)
    game = draw("@a.\n###\n...", rules, inventory=["venom", "hook", "lens"], legend={"a": "balm"})
    seen = observe(game.world)
    shown = [item for item in (*seen.me.inventory.slots, *seen.level.items_at(Point(1, 0))) if item is not None]

    assert 4 == len(shown)
    for item in shown:
        assert isinstance(item.kind, UnknownKind)
        assert not item.kind.effects
        assert (0, 0) == (item.plus, item.charges)
    assert not any("venom" in str(value) for value in (seen.identified, [item.kind.name for item in shown]))


def test_appearances_differ_between_games_and_depend_on_the_dice(arena: RuleSet) -> None:
    """The seed of the levels does not reveal the appearances."""
    rules = with_gear(arena)
    looks = {tuple(new_game(rules, 1, dice).world.knowledge.appearances.values()) for dice in range(30)}

    assert len(looks) > 10
    assert all(len(set(each)) == len(each) for each in looks)
    assert new_game(rules, 5, 1).world.knowledge == new_game(rules, 6, 1).world.knowledge


def test_using_an_item_identifies_its_kind(arena: RuleSet) -> None:
    """Even if wasting an identified one would be refused."""
    game = draw("@", with_gear(arena), inventory=["balm", "balm"])
    look = unknown(game).name
    assert f"2 {look}s" == told(game)

    events = game.play(Use(0))

    assert [look] == [event.look.name for event in events if isinstance(event, Identified)]
    assert "balm" == told(game)


def test_the_last_unknown_of_a_sort_is_known_by_elimination(arena: RuleSet) -> None:
    """Kinds of other sorts are not."""
    game = draw("@", with_gear(arena), inventory=[*POTIONS, "lens"])
    learn(game.world, game.world.ruleset.items["tonic"])
    assert isinstance(unknown(game, 0), UnknownKind)

    learn(game.world, game.world.ruleset.items["venom"])

    assert POTIONS == [told(game, slot) for slot in range(3)]
    assert isinstance(unknown(game, 3), UnknownKind)


def test_the_odds_are_shares_of_an_average_game_without_known_kinds(arena: RuleSet) -> None:
    """Sixty, thirty and ten; items that the player carries do not count."""
    game = draw("@", with_gear(arena), inventory=["venom"])
    rules, kind = game.world.ruleset, unknown(game)
    before = [(each.name, share) for each, share in odds_of(rules, (), kind)]
    after = [(each.name, share) for each, share in odds_of(rules, ("balm",), kind)]

    assert [("balm", Fraction(6, 10)), ("tonic", Fraction(3, 10)), ("venom", Fraction(1, 10))] == before
    assert [("tonic", Fraction(3, 4)), ("venom", Fraction(1, 4))] == after
    assert Fraction(1, 10) == chance_of_bad(rules, (), kind)


def test_appraised_items_are_marked_and_have_narrower_odds(arena: RuleSet) -> None:
    """Good or bad, without a name."""
    game = draw("@", with_gear(arena), inventory=POTIONS)
    judge(game.world, [game.world.ruleset.items[name] for name in POTIONS])

    assert ["(good)", "(good)", "(bad)"] == [told(game, slot).rpartition(" ")[2] for slot in range(3)]
    assert ["balm", "tonic"] == [each.name for each, _ in odds_of(game.world.ruleset, (), unknown(game))]
    assert 1 == chance_of_bad(game.world.ruleset, (), unknown(game, 2))


def test_events_name_items_as_the_player_knows_them(arena: RuleSet) -> None:
    """With the number, the plus and the charges, if there are any."""
    game = draw("@", with_gear(arena), inventory=["venom", "venom", "rod"])
    rod = carried(game, 1)
    rod.plus, rod.charges = 2, 1
    look = unknown(game).name
    dropped = [event.item for event in game.play(Drop(0, (1,))) if isinstance(event, Dropped)]
    picked_up = [event.item for _ in range(2) for event in game.play(PickUp()) if isinstance(event, PickedUp)]

    assert [ItemRef, ItemRef] == [type(item) for item in dropped]
    assert [f"2 {look}s", "rod +2 [1/3]"] == [item.name for item in dropped]
    assert dropped == picked_up
    assert "rod +2 [1/3]" == told(game, 1)
    assert [("venom", 2), ("rod", 1)] == pack(game)


def test_a_stand_in_fits_its_kind(arena: RuleSet) -> None:
    """Otherwise the menus would reveal the kind."""
    rules = with_gear(arena)
    few = {sort: kind for sort, kind in rules.appearances.items() if sort != "scroll"}

    with pytest.raises(ValueError, match="too few appearances"):
        with_gear(arena, appearances=few)
    with pytest.raises(ValueError, match="must be aimed, thrown and stacked as all of its sort"):
        with_gear(arena, appearances={**few, "scroll": attrs.evolve(rules.appearances["wand"], name="scroll")})
