"""Items with charges, items for other items, and stacks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Drop, Move, PickUp, Slot, Use, Wait
from roguelike.engine.commands.plain import decode, encode
from roguelike.engine.events import BecameReady, Identified, Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.items import Recharge
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_use
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.actor import Side
from roguelike.engine.state.item import Item
from tests.gear import carried, pack, with_gear

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


def refused(game: Game, command: Use | Drop | PickUp) -> Reason | None:
    """Return why a command is refused, which must change nothing; None if it is not refused."""
    before = game.digest()
    for event in game.play(command):
        if isinstance(event, Refused):
            assert before == game.digest()
            return event.reason
    return None


def with_rod(arena: RuleSet, picture: str = "@", plus: int = 2) -> Game:
    """Begin a game with a full rod."""
    game = draw(picture, with_gear(arena), inventory=["rod"])
    game.world.player.inventory.slots[0] = Item.of(game.world.ruleset.items["rod"], plus=plus)
    return game


def test_a_charge_is_taken_and_comes_back_after_its_rounds(arena: RuleSet) -> None:
    """With a plus of 2 one charge returns every 12 / 2 rounds; the next recharge begins after that."""
    game = with_rod(arena, "@.........S")
    assert 3 == carried(game).charges
    game.play(Use(0, Point(10, 0)))
    game.play(Use(0, Point(10, 0)))
    assert 1 == carried(game).charges

    charges = []
    for _ in range(10):
        game.play(Wait())
        charges.append(carried(game).charges)

    assert [1, 1, 1, 2, 2, 2, 2, 2, 2, 3] == charges
    assert (3, 0) == (carried(game).charges, carried(game).ready_on)


def test_an_item_from_the_floor_has_regained_its_charges(arena: RuleSet) -> None:
    """On a level that was left as well: only the rounds count."""
    game = with_rod(arena, "@.........S")
    rod = carried(game)
    for _ in range(3):
        game.play(Use(0, Point(10, 0)))
    game.play(Drop(0))
    for _ in range(30):
        game.play(Wait())
    assert 0 == rod.charges

    game.play(PickUp())

    assert rod.most_charges == rod.charges
    assert 0 == rod.ready_on


def test_an_empty_item_is_refused_until_it_is_reported_ready(arena: RuleSet) -> None:
    """The player can wait for a charm."""
    game = with_rod(arena, "@....S", plus=0)
    game.play(Use(0, Point(5, 0)))
    assert Reason.NO_CHARGE == refused(game, Use(0, Point(5, 0)))

    told = [event for _ in range(12) for event in game.play(Wait()) if isinstance(event, BecameReady)]

    assert [False] == [event.is_worn for event in told]
    assert refused(game, Use(0, Point(5, 0))) is None


def test_an_effect_and_its_preview_grow_with_the_plus(arena: RuleSet) -> None:
    """Nothing at plus 0, ten steps more with each plus; it always hits."""
    game = with_rod(arena, "@....S", plus=1)
    kind, statue = carried(game).kind, game.world.level.actors[1]
    expected = preview_use(kind, observe(game.world), statue.at, 1).befalls(statue.id).damage
    game.play(Use(0, statue.at))

    assert preview_use(kind, observe(game.world), statue.at).befalls(statue.id).damage < expected
    assert statue.hit_points < 9


@pytest.mark.parametrize(("plus", "rounds"), [(0, 900), (1, 820), (9, 180), (10, 120), (14, 120)])
def test_an_interval_never_falls_below_its_least(plus: int, rounds: int) -> None:
    """A25."""
    assert rounds == Recharge(every=900, less=80, least=120).rounds(plus)


def test_a_charm_heals_a_part_of_the_whole_with_each_plus(arena: RuleSet) -> None:
    """The charm heals 30 + 2 x 5 percent of 20 hit points: 8."""
    game = draw("@", with_gear(arena), inventory=["idol"], hit_points=1)
    game.world.player.inventory.slots[0] = Item.of(game.world.ruleset.items["idol"], plus=2)
    game.play(Use(0))

    assert 9 == game.world.player.hit_points


def test_a_scroll_improves_the_item_that_is_chosen(arena: RuleSet) -> None:
    """It gains one plus; an item with charges also gains a charge immediately."""
    game = with_rod(arena, plus=0)
    for name in ("blade", "rune", "rune", "dart"):
        game.world.player.inventory.insert(Item.of(game.world.ruleset.items[name]))
    game.play(Use(2, Slot(1)))
    game.play(Use(2, Slot(0)))

    assert (1, 2) == (carried(game, 0).plus, carried(game, 0).charges)
    assert 1 == carried(game, 1).plus
    assert [("rod", 1), ("blade", 1), ("dart", 1)] == pack(game)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (None, Reason.NEEDS_ITEM),
        (Slot(5), Reason.NEEDS_ITEM),
        (Slot(1), Reason.NOT_FOR_THAT),
        (Slot(0), Reason.NOT_FOR_THAT),
        (Point(1, 0), Reason.NOBODY_THERE),
    ],
)
def test_a_scroll_refuses_unsuitable_items(arena: RuleSet, target: Slot | Point | None, reason: Reason) -> None:
    """Stacks, the scroll itself, no item, or an actor that is no ally (ruling 54)."""
    game = draw("@S", with_gear(arena), inventory=["rune", "dart"])

    assert reason == refused(game, Use(0, target))


def test_an_ally_beside_is_made_stronger(arena: RuleSet) -> None:
    """Six hit points, one attack, one damage."""
    game = draw("@S", with_gear(arena), inventory=["rune"])
    ally = game.world.level.actors[1]
    ally.side, stats = Side.PLAYER, ally.stats
    game.play(Use(0, ally.at))

    assert (16, 16) == (ally.hit_points, ally.max_hit_points)
    assert attrs.evolve(stats, attack=stats.attack + 1, damage=stats.damage + 1) == ally.stats


def test_recharging_fills_all_that_recharges_and_gives_wands_one(arena: RuleSet) -> None:
    """No item gets more charges than its maximum."""
    game = with_rod(arena, plus=2)
    for name in ("hook", "idol", "spark"):
        game.world.player.inventory.insert(Item.of(game.world.ruleset.items[name]))
    rod, hook, idol = (carried(game, slot) for slot in range(3))
    rod.charges, rod.ready_on, hook.charges, idol.charges, idol.ready_on = 0, 5, 0, 0, 900
    game.play(Use(3))

    assert [3, 1, 1] == [rod.charges, hook.charges, idol.charges]
    assert [0, 0] == [rod.ready_on, idol.ready_on]


def test_insight_identifies_the_chosen_kind_or_the_most_numerous(arena: RuleSet) -> None:
    """A player who reads it unidentified cannot choose."""
    rules = with_gear(arena)
    blind = draw("@", rules, inventory=["lens", "balm", "tonic", "tonic"])
    blind.play(Use(0))
    chosen = draw("@", rules, inventory=["lens", "balm", "tonic", "tonic"])
    chosen.world.knowledge.identified = ["lens"]
    events = chosen.play(Use(0, Slot(1)))

    assert ["lens", "tonic", "veil"] == blind.world.knowledge.identified
    assert ["balm"] == [event.kind.name for event in events if isinstance(event, Identified)]


def test_insight_without_anything_unknown_shows_the_items_on_the_level(arena: RuleSet) -> None:
    """The map shows them as if the player had just seen them."""
    game = draw("@#b", with_gear(arena), inventory=["lens"], legend={"b": "blade"})
    game.play(Use(0))
    seen = observe(game.world)

    assert ["blade"] == [item.kind.name for pile in seen.lying.values() for item in pile]
    assert seen.level.is_explored(Point(2, 0))


def test_an_unidentified_item_is_used_without_checks(arena: RuleSet) -> None:
    """A refusal to waste it would identify it."""
    game = draw("@", with_gear(arena), inventory=["balm", "balm"])
    assert refused(game, Use(0)) is None
    assert Reason.FULL_HEALTH == refused(game, Use(0))


def test_one_of_a_stack_is_used_and_the_others_stay(arena: RuleSet) -> None:
    """The rest of the stack keeps its slot."""
    game = draw("@", with_gear(arena), inventory=["tonic", "blade", "tonic", "tonic"])
    assert [("tonic", 3), ("blade", 1)] == pack(game)
    game.play(Use(0))

    assert [("tonic", 2), ("blade", 1)] == pack(game)


def test_several_things_are_dropped_in_one_turn_and_a_pile_is_picked_up_in_one(arena: RuleSet) -> None:
    """Ruling 40, if the rule set allows it; one item after the other otherwise."""
    game = draw("@", with_gear(arena, collects=True), inventory=["dart", "dart", "blade", "rune"])
    game.play(Drop(0, (2, 1)))
    assert [] == pack(game)
    assert 1 == game.world.turn

    game.play(PickUp())
    assert [("dart", 2), ("blade", 1), ("rune", 1)] == pack(game)
    assert 2 == game.world.turn


def test_a_full_pack_still_takes_items_that_stack(arena: RuleSet) -> None:
    """Other items stay on the floor."""
    rules = with_gear(arena, collects=True, inventory=attrs.evolve(arena.inventory, slots=1))
    game = draw("@", rules, inventory=["dart"])
    for name in ("blade", "dart"):
        game.world.level.put(Item.of(rules.items[name]), Point(0, 0))
    game.play(PickUp())

    assert [("dart", 2)] == pack(game)
    assert Reason.INVENTORY_FULL == refused(game, PickUp())


def test_a_step_gathers_what_the_player_did_not_drop(arena: RuleSet) -> None:
    """In the same turn, if the rule set gathers items."""
    game = draw("@dd", with_gear(arena, gathers=True), legend={"d": "dart"})
    game.play(Move(Direction.EAST))
    assert [("dart", 1)] == pack(game)
    game.play(Drop(0))
    game.play(Move(Direction.EAST))
    game.play(Move(Direction.WEST))

    assert [("dart", 1)] == pack(game)
    assert [("dart", 1)] == [(item.kind.name, item.number) for item in game.world.level.items_at(Point(1, 0))]


@pytest.mark.parametrize("command", [Use(0, Slot(3)), Drop(1, (2, 5)), Drop(1)])
def test_commands_are_written_so_that_old_journals_stay_readable(command: Use | Drop) -> None:
    """`["use", 0, ["slot", 3]]`; defaults are omitted."""
    assert command == decode(json.loads(json.dumps(encode(command))))
    assert ["drop", 1] == encode(Drop(1))
    assert ["use", 0, ["slot", 3]] == encode(Use(0, Slot(3)))


def test_all_this_is_saved(arena: RuleSet) -> None:
    """Stacks, pluses, charges, worn items and knowledge."""
    game = with_rod(arena, "@....S")
    for name in ("coat", "tonic", "tonic"):
        game.world.player.inventory.insert(Item.of(game.world.ruleset.items[name]))
    game.play(Use(2))
    game.play(Use(0, Point(5, 0)))
    again = restore(game.world.ruleset, json.loads(json.dumps(snapshot(game.world))))

    assert game.digest() == again.digest()
    assert again.world.knowledge == game.world.knowledge
