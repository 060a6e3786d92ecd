"""Bursts: who burns, and who is shielded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use
from roguelike.engine.events import Died, Exploded, Harm, Harmed
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.blast import Blast
from roguelike.engine.parts.effects.cast import Cast
from roguelike.engine.parts.effects.launch import Launch
from roguelike.engine.preview import preview_terrain, preview_use
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.parts import Effect
    from roguelike.engine.kinds.ruleset import RuleSet


def unshielded(arena: RuleSet) -> RuleSet:
    """Return the rules with a fireball that no wall holds back."""
    ball = attrs.evolve(arena.projectiles["fireball"], on_stop=(Blast(radius=2, damage=4, shielded=False),))
    scroll = attrs.evolve(arena.items["fireball"], effects=(Launch(projectile=ball),))
    return attrs.evolve(arena, items={**arena.items, "fireball": scroll})


def test_everyone_within_the_radius_burns(arena: RuleSet) -> None:
    """Two cells straight are within two, two across and one down are not."""
    game = draw(
        """
        ..S..
        .S.S.
        S...S
        .....
        ..@..
        """,
        arena,
        inventory=["fireball"],
    )

    game.play(Use(0, Point(2, 2)))

    assert [16, 6, 6, 6, 6, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_beyond_the_radius_nobody_burns(arena: RuleSet) -> None:
    """A knight's move away is too far for two: the root of 5."""
    game = draw(
        """
        .S.S.
        S...S
        .....
        S...S
        .....
        ..@..
        """,
        arena,
        inventory=["fireball"],
    )

    game.play(Use(0, Point(2, 2)))

    assert [20, 10, 10, 10, 10, 10, 10] == [actor.hit_points for actor in game.world.level.actors]


def test_walls_shield_what_is_behind_them(arena: RuleSet) -> None:
    """What the burst does not see it does not reach."""
    game = draw(
        """
        #######
        #@...S#
        #####.#
        ####S.#
        #######
        """,
        arena,
        inventory=["fireball"],
    )

    game.play(Use(0, Point(4, 1)))

    assert [20, 6, 10] == [actor.hit_points for actor in game.world.level.actors]


def test_a_rule_set_may_let_it_through_walls(arena: RuleSet) -> None:
    """In the circle of other games everything burns."""
    game = draw(
        """
        #######
        #@...S#
        #####.#
        ####S.#
        #######
        """,
        unshielded(arena),
        inventory=["fireball"],
    )

    game.play(Use(0, Point(4, 1)))

    assert [20, 6, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_the_thrower_burns_too(arena: RuleSet) -> None:
    """Aimed too near it is one's own fault."""
    game = draw("@.S", arena, inventory=["fireball"])

    events = game.play(Use(0, Point(2, 0)))

    assert Harmed(game.world.player.ref, 4, Harm.FIRE, arena.projectiles["fireball"]) in events
    assert 16 == game.world.player.hit_points


def test_the_thrower_can_die_of_it(arena: RuleSet) -> None:
    """The fire does not ask who lit it; the killer is told all the same."""
    game = draw("@.S", arena, inventory=["fireball"], hit_points=4)
    player = game.world.player

    events = game.play(Use(0, Point(2, 0)))

    assert Died(player.ref, Point(0, 0), player.ref, arena.projectiles["fireball"]) in events
    assert "died" == game.outcome


def test_all_the_dead_are_told_of_in_order(arena: RuleSet) -> None:
    """Oldest first, burn before death, and each leaves its corpse."""
    game = draw("@....mmS", arena, inventory=["fireball"])
    player, first, second, statue = game.world.level.actors
    ball = arena.projectiles["fireball"]

    events = game.play(Use(0, Point(5, 0)))

    assert [
        Exploded(Point(5, 0), 2, tuple(Point(x, 0) for x in range(3, 8)), ball),
        Harmed(first.ref, 4, Harm.FIRE, arena.projectiles["fireball"], fatal=True),
        Died(first.ref, Point(5, 0), player.ref, ball),
        Harmed(second.ref, 4, Harm.FIRE, arena.projectiles["fireball"], fatal=True),
        Died(second.ref, Point(6, 0), player.ref, ball),
        Harmed(statue.ref, 4, Harm.FIRE, arena.projectiles["fireball"]),
    ] == events[1:7]
    assert [1, 1] == [len(game.world.level.items_at(Point(x, 0))) for x in (5, 6)]


def test_the_preview_is_what_burns(arena: RuleSet) -> None:
    """The cells shown while aiming and the cells told afterwards are the same."""
    game = draw("@......\n......#\n.......", arena, inventory=["fireball"])
    foreseen = Blast(radius=2, damage=4).preview(observe(game.world), Point(4, 1)).area

    events = game.play(Use(0, Point(4, 1)))

    assert [foreseen] == [event.cells for event in events if isinstance(event, Exploded)]


def test_a_burst_behind_a_wall_is_not_seen(arena: RuleSet) -> None:
    """Nobody is told of what nobody saw."""
    game = draw(
        """
        @.....
        #####.
        ......
        """,
        arena,
    )

    Blast(radius=1, damage=1).apply(game.world, Cause(game.world.player.ref, Point(0, 0)), Point(0, 2))

    assert [False] == [event.seen for event in game.events]


@pytest.mark.parametrize(("radius", "damage"), [(-1, 1), (1, -1)])
def test_numbers_below_zero_are_refused(radius: int, damage: int) -> None:
    """Fire below zero would heal."""
    with pytest.raises(ValueError, match="must be >= 0"):
        Blast(radius=radius, damage=damage)


@pytest.mark.parametrize("is_cast", [False, True])
def test_terrain_that_blasts_spares_nobody_in_a_preview(arena: RuleSet, *, is_cast: bool) -> None:
    """It has no caster: a player who steps in burns, and the preview says so."""
    burst: Effect = Blast(radius=1, damage=4, spares_caster=True)
    if is_cast:
        burst = Cast(effects=(burst,))
    seen = observe(draw("@.", arena).world)
    vent = attrs.evolve(arena.terrain[FLOOR], enter=(burst,))

    assert 4 == preview_terrain(vent, seen).befalls(seen.me.id).damage


@pytest.mark.parametrize("spares", [False, True])
def test_a_caster_that_is_spared_does_not_burn(arena: RuleSet, *, spares: bool) -> None:
    """The others do, and a preview says both; a blast that nobody brings about spares nobody."""
    burst = Blast(radius=2, damage=4, spares_caster=spares)
    ball = attrs.evolve(arena.projectiles["fireball"], on_stop=(burst,))
    scroll = attrs.evolve(arena.items["fireball"], effects=(Launch(projectile=ball),))
    rules = attrs.evolve(arena, items={**arena.items, "fireball": scroll})
    game = draw("@.S\n..S", rules, inventory=["fireball"])
    seen, before = observe(game.world), [actor.hit_points for actor in game.world.level.actors]
    harmed = {each.actor for each in preview_use(scroll, seen, Point(2, 0)).expected}
    game.play(Use(0, Point(2, 0)))
    after = [actor.hit_points for actor in game.world.level.actors]

    assert [0 if spares else 4, 4, 4] == [was - now for was, now in zip(before, after, strict=True)]
    assert {actor.id for actor in game.world.level.actors[spares:]} == harmed
    burst.apply(game.world, Cause(None, Point(1, 0)), Point(1, 0))
    assert after[0] - 4 == game.world.player.hit_points
