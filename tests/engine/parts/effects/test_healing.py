"""Healing (C8-19, C8-20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import Healed, Reason, Refused
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.mark.parametrize(("before", "gained"), [(1, 5), (15, 5), (16, 4), (19, 1)])
def test_a_potion_heals_up_to_the_most_that_one_can_have(arena: RuleSet, before: int, gained: int) -> None:
    """The maximum is twenty, and the event has the hit points actually gained."""
    game = draw("@", arena, inventory=["potion"], hit_points=before)

    events = game.play(Use(0))

    assert Healed(game.world.player.ref, gained) == events[0]
    assert before + gained == game.world.player.hit_points


def test_in_full_health_a_potion_is_refused_and_kept(arena: RuleSet) -> None:
    """A rule set can prevent wasting one by mistake."""
    game = draw("@", arena, inventory=["potion"])
    before = game.digest()

    events = game.play(Use(0))

    assert [Refused(Reason.FULL_HEALTH)] == events
    assert before == game.digest()


def test_a_rule_set_may_let_a_potion_be_wasted(arena: RuleSet) -> None:
    """In other games, it is drunk, reported and spent (C8-20)."""
    plain = attrs.evolve(arena.items["potion"], effects=(Heal(amount=5),))
    game = draw("@", attrs.evolve(arena, items={"potion": plain}), inventory=["potion"])

    events = game.play(Use(0))

    assert Healed(game.world.player.ref, 0) == events[0]
    assert game.world.player.inventory.at(0) is None
    assert 1 == game.world.turn


def test_a_missile_can_heal_the_actor_that_it_hits(arena: RuleSet) -> None:
    """Effects and means combine freely; only the actor on the cell is healed."""
    glyph = Glyph("*", (0, 0, 0))
    balm = ProjectileKind(name="balm", glyph=glyph, on_hit=(Heal(amount=5),))
    scroll = ItemKind(name="scroll", glyph=glyph, effects=(Launch(projectile=balm),))
    game = draw("@..S", attrs.evolve(arena, items={"scroll": scroll}), inventory=["scroll"], hit_points=7)
    statue = game.world.level.actors[1]
    statue.hit_points = 3

    events = game.play(Use(0, Point(3, 0)))

    assert Healed(statue.ref, 5) in events
    assert (7, 8) == (game.world.player.hit_points, statue.hit_points)


def test_healing_on_an_empty_cell_does_nothing(arena: RuleSet) -> None:
    """A thrown potion over an empty cell has no effect."""
    glyph = Glyph("*", (0, 0, 0))
    balm = ProjectileKind(name="balm", glyph=glyph, on_stop=(Heal(amount=5),))
    scroll = ItemKind(name="scroll", glyph=glyph, effects=(Launch(projectile=balm),))
    game = draw("@...", attrs.evolve(arena, items={"scroll": scroll}), inventory=["scroll"], hit_points=7)

    events = game.play(Use(0, Point(3, 0)))

    assert not any(isinstance(event, Healed) for event in events)
    assert 7 == game.world.player.hit_points


def test_it_reaches_no_more_than_the_cell_where_it_takes_place(arena: RuleSet) -> None:
    """The preview shows that cell for every effect without an area."""
    seen = observe(draw("@o.", arena).world)

    assert [(Point(1, 0),), (Point(2, 0),)] == [Heal(amount=5).preview(seen, Point(x, 0)).area for x in (1, 2)]


def test_no_one_is_healed_for_less_than_nothing() -> None:
    """A negative number is refused on reading."""
    with pytest.raises(ValueError, match="amount"):
        Heal(amount=-1)
