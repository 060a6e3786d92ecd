"""Using carried items: refusals first, then the effects (C8-19 to C8-22, C9-21 to C9-26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import Healed, Launched, Reason, Refused, TurnEnded
from roguelike.engine.geometry import Point
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


def test_an_item_is_used_up(arena: RuleSet) -> None:
    """A use takes one turn and frees the slot."""
    game = draw("@", arena, inventory=["pebble", "potion"], hit_points=1)

    events = game.play(Use(1))

    assert [Healed(game.world.player.ref, 5), TurnEnded(1)] == events
    assert ["pebble", None] == [item and item.kind.name for item in game.world.player.inventory.slots[:2]]


@pytest.mark.parametrize("slot", [1, 9, 10, -1, -10, 10**9])
def test_an_empty_slot_is_refused(arena: RuleSet, slot: int) -> None:
    """A slot that does not exist is refused as well (C8-21)."""
    game = draw("@", arena, inventory=["potion"], hit_points=1)
    before = game.digest()

    events = game.play(Use(slot))

    assert [Refused(Reason.EMPTY_SLOT)] == events
    assert before == game.digest()


def test_an_item_without_effects_is_refused_by_name(arena: RuleSet) -> None:
    """Such an item can only be carried."""
    game = draw("@", arena, inventory=["pebble"])
    before = game.digest()

    events = game.play(Use(0))

    assert [Refused(Reason.NOT_USABLE, arena.items["pebble"])] == events
    assert before == game.digest()


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (None, Reason.NEEDS_TARGET),
        (Point(0, 0), Reason.OWN_CELL),
        (Point(5, 0), Reason.OUT_OF_SIGHT),
        (Point(-1, 0), Reason.OUT_OF_RANGE),
        (Point(0, 1), Reason.OUT_OF_RANGE),
        (Point(10**9, -(10**9)), Reason.OUT_OF_RANGE),
    ],
)
def test_an_aimed_item_is_kept_when_the_target_is_no_use(arena: RuleSet, target: Point | None, reason: Reason) -> None:
    """A slip of the cursor costs neither the scroll nor the turn (C9-24)."""
    game = draw("@..S#.", arena, inventory=["fireball"])
    before = game.digest()

    events = game.play(Use(0, target))

    assert [Refused(reason)] == events
    assert before == game.digest()
    assert not game.in_flight


def test_an_aimed_item_is_used_up_when_it_is_launched(arena: RuleSet) -> None:
    """Whatever happens to the projectile (C9-23)."""
    game = draw("@..", arena, inventory=["bolt"])
    game.submit(Use(0, Point(2, 0)))

    game.update()

    assert [Launched(game.world.player.ref, arena.projectiles["bolt"])] == list(game.events)
    assert game.world.player.inventory.at(0) is None
    assert game.in_flight


def test_the_target_of_an_unaimed_item_is_ignored(arena: RuleSet) -> None:
    """A potion is drunk, whatever the target."""
    game = draw("@.S", arena, inventory=["potion"], hit_points=1)

    game.play(Use(0, Point(2, 0)))

    assert (6, 10) == tuple(actor.hit_points for actor in game.world.level.actors)


def test_all_effects_of_an_item_take_place(arena: RuleSet) -> None:
    """Effects compose in data: one on the user, the other on the target."""
    both = attrs.evolve(
        arena.items["potion"], name="both", effects=(Heal(amount=5), Launch(projectile=arena.projectiles["bolt"]))
    )
    game = draw("@.S", attrs.evolve(arena, items={"both": both}), inventory=["both"], hit_points=1)

    events = game.play(Use(0, Point(2, 0)))

    assert ["Healed", "Launched", "ConditionBegan"] == [type(event).__name__ for event in events[:3]]
    assert both.aimed


def test_one_refusing_effect_keeps_all_of_them_back(arena: RuleSet) -> None:
    """All effects are checked before anything changes."""
    both = attrs.evolve(
        arena.items["potion"], name="both", effects=(Heal(amount=5), Launch(projectile=arena.projectiles["bolt"]))
    )
    game = draw("@.S", attrs.evolve(arena, items={"both": both}), inventory=["both"], hit_points=1)
    before = game.digest()

    events = game.play(Use(0))

    assert [Refused(Reason.NEEDS_TARGET)] == events
    assert before == game.digest()
