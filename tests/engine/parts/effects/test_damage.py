"""Strikes, blasts and lightning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import Died, Exploded, Harm, Harmed, MissileMissed, Reason, Refused, TurnEnded, Won
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Blast, Lightning, Strike
from roguelike.engine.parts.effects.delivery import Cast, Launch
from roguelike.engine.parts.fov import Shadowcast
from roguelike.engine.preview import preview_terrain, preview_use
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause

if TYPE_CHECKING:
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.ruleset import RuleSet


SURE = Strike(stats=Stats(attack=1))


def test_a_missile_wounds_by_the_rules_of_combat(arena: RuleSet) -> None:
    """The missile's own steps decide, not the thrower's."""
    game = draw("@.S", arena)
    player, statue = game.world.level.actors
    stone = arena.projectiles["stone"]

    SURE.apply(game.world, Cause(player.ref, player.at, stone), statue.at)

    assert [Harmed(statue.ref, 1, Harm.MISSILE, means=stone)] == list(game.events)
    assert 9 == statue.hit_points


def test_a_missile_can_miss(arena: RuleSet) -> None:
    """No roll beats a high enough defence."""
    player = attrs.evolve(arena.player, stats=Stats(defence=200))
    game = draw("@...s", attrs.evolve(arena, player=player))

    events = game.play(Wait())

    assert MissileMissed(game.world.player.ref, arena.projectiles["stone"]) in events
    assert 20 == game.world.player.hit_points


def test_a_missile_can_kill_the_player(arena: RuleSet) -> None:
    """The thrower is named as the killer, with the missile as the means."""
    game = draw("@...s", arena, hit_points=1)
    player, slinger = game.world.level.actors
    stone = arena.projectiles["stone"]

    events = game.play(Wait())

    assert [
        Harmed(player.ref, 1, Harm.MISSILE, fatal=True, means=stone),
        Died(player.ref, Point(0, 0), slinger.ref, stone),
    ] == events[-2:]
    assert "died" == game.outcome


def test_a_missile_kills_a_monster(arena: RuleSet) -> None:
    """A fellow in the way is hit like any other actor."""
    game = draw("@.m.S", arena)
    _, mouse, statue = game.world.level.actors
    stone = arena.projectiles["stone"]

    SURE.apply(game.world, Cause(statue.ref, statue.at, stone), mouse.at)

    assert [Harmed, Died] == [type(event) for event in game.events]
    assert 1 == game.world.enemies_left


def test_a_strike_at_an_empty_cell_does_nothing(arena: RuleSet) -> None:
    """It also rolls no dice."""
    game = draw("@..", arena)
    before = game.digest()

    SURE.apply(game.world, Cause(game.world.player.ref, Point(0, 0), arena.projectiles["stone"]), Point(2, 0))

    assert before == game.digest()
    assert not game.events


def test_a_strike_needs_a_missile(arena: RuleSet) -> None:
    """No text describes damage without a means, so the effect needs a missile."""
    game = draw("@.S", arena)
    before = game.digest()

    SURE.apply(game.world, Cause(game.world.player.ref, Point(0, 0)), Point(2, 0))

    assert before == game.digest()


def test_an_item_can_strike_its_user(arena: RuleSet) -> None:
    """A rule set can have a cursed blade: the event names the item as the means of the damage."""
    cursed = attrs.evolve(arena.items["pebble"], effects=(SURE,))
    game = draw("@", attrs.evolve(arena, items={**arena.items, "pebble": cursed}), inventory=["pebble"])
    player = game.world.player

    events = game.play(Use(slot=0))

    assert Harmed(player.ref, 1, Harm.MISSILE, means=cursed) in events
    assert player.max_hit_points - 1 == player.hit_points


def unshielded(arena: RuleSet) -> RuleSet:
    """Return the rules with a fireball that walls do not stop."""
    ball = attrs.evolve(arena.projectiles["fireball"], on_stop=(Blast(radius=2, damage=4, shielded=False),))
    scroll = attrs.evolve(arena.items["fireball"], effects=(Launch(projectile=ball),))
    return attrs.evolve(arena, items={**arena.items, "fireball": scroll})


def test_everyone_within_the_radius_burns(arena: RuleSet) -> None:
    """Two cells straight are within a radius of two, but not two across and one down."""
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


def test_actors_beyond_the_radius_do_not_burn(arena: RuleSet) -> None:
    """A knight's move away is the root of 5, more than two."""
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
    """The burst reaches only cells in its line of sight."""
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


def test_a_rule_set_may_let_a_blast_through_walls(arena: RuleSet) -> None:
    """The burning circles of other games reach behind walls."""
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
    """An aim too near the thrower burns them."""
    game = draw("@.S", arena, inventory=["fireball"])

    events = game.play(Use(0, Point(2, 0)))

    assert Harmed(game.world.player.ref, 4, Harm.FIRE, arena.projectiles["fireball"]) in events
    assert 16 == game.world.player.hit_points


def test_the_thrower_can_die_of_a_blast(arena: RuleSet) -> None:
    """The fire burns its thrower too, and the event still names the killer."""
    game = draw("@.S", arena, inventory=["fireball"], hit_points=4)
    player = game.world.player

    events = game.play(Use(0, Point(2, 0)))

    assert Died(player.ref, Point(0, 0), player.ref, arena.projectiles["fireball"]) in events
    assert "died" == game.outcome


def test_all_deaths_are_reported_in_order(arena: RuleSet) -> None:
    """Oldest first, burns before deaths, and each leaves a corpse."""
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


def test_the_preview_shows_the_cells_that_burn(arena: RuleSet) -> None:
    """The cells shown while aiming are those of the later event."""
    game = draw("@......\n......#\n.......", arena, inventory=["fireball"])
    foreseen = Blast(radius=2, damage=4).preview(observe(game.world), Point(4, 1)).area

    events = game.play(Use(0, Point(4, 1)))

    assert [foreseen] == [event.cells for event in events if isinstance(event, Exploded)]


def test_a_burst_behind_a_wall_is_not_seen(arena: RuleSet) -> None:
    """No event reports unseen bursts."""
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
def test_a_blast_takes_no_numbers_below_zero(radius: int, damage: int) -> None:
    """Negative damage would heal."""
    with pytest.raises(ValueError, match="must be >= 0"):
        Blast(radius=radius, damage=damage)


@pytest.mark.parametrize("is_cast", [False, True])
def test_previews_of_blasting_terrain_spare_no_actor(arena: RuleSet, *, is_cast: bool) -> None:
    """It has no caster: a player who steps in burns, and the preview shows that."""
    burst: Effect = Blast(radius=1, damage=4, spares_caster=True)
    if is_cast:
        burst = Cast(effects=(burst,))
    seen = observe(draw("@.", arena).world)
    vent = attrs.evolve(arena.terrain[FLOOR], enter=(burst,))

    assert 4 == preview_terrain(vent, seen).befalls(seen.me.id).damage


@pytest.mark.parametrize("spares", [False, True])
def test_a_caster_that_is_spared_does_not_burn(arena: RuleSet, *, spares: bool) -> None:
    """Others burn, and the preview shows both; a blast without a caster spares no actor."""
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


def test_the_nearest_enemy_is_struck(arena: RuleSet) -> None:
    """The order of creation does not matter; the turn and the scroll are spent."""
    game = draw("S...@..S", arena, inventory=["lightning"])
    _, far, near = game.world.level.actors

    events = game.play(Use(0))

    assert [Harmed(near.ref, 4, Harm.LIGHTNING, arena.items["lightning"]), TurnEnded(1)] == events
    assert (10, 6) == (far.hit_points, near.hit_points)
    assert game.world.player.inventory.at(0) is None


def test_of_two_equally_near_the_older_is_struck(arena: RuleSet) -> None:
    """All ties are decided this way."""
    game = draw("S..@..S", arena, inventory=["lightning"])

    game.play(Use(0))

    assert [20, 6, 10] == [actor.hit_points for actor in game.world.level.actors]


def test_near_is_the_straight_distance(arena: RuleSet) -> None:
    """Four steps along a row are nearer than three across the corner (ruling D8)."""
    game = draw(
        """
        @...S
        .....
        .....
        ...S.
        """,
        arena,
        inventory=["lightning"],
    )

    game.play(Use(0))

    assert [20, 6, 10] == [actor.hit_points for actor in game.world.level.actors]


@pytest.mark.parametrize("at", [Point(5, 0), Point(0, 5), Point(3, 4), Point(4, 3)])
def test_an_enemy_at_the_end_of_the_range_is_struck(arena: RuleSet, at: Point) -> None:
    """Five cells straight, or the root of 9 and 16, are in a range of five."""
    game = draw("@.....\n" + "\n".join(["......"] * 5) + "S", arena, inventory=["lightning"])
    statue = game.world.level.actors[1]
    game.world.level.move(statue, at)

    game.play(Use(0))

    assert 6 == statue.hit_points


@pytest.mark.parametrize("at", [Point(6, 0), Point(1, 5), Point(4, 4)])
def test_without_an_enemy_in_range_the_scroll_is_refused_and_kept(arena: RuleSet, at: Point) -> None:
    """The root of 26 is more than a range of five; nothing changes, no turn passes."""
    game = draw("@......\n" + "\n".join(["......."] * 5) + "S", arena, inventory=["lightning"])
    game.world.level.move(game.world.level.actors[1], at)
    before = game.digest()

    events = game.play(Use(0))

    assert [Refused(Reason.NOBODY_IN_RANGE)] == events
    assert before == game.digest()


def test_an_enemy_behind_a_wall_is_not_struck(arena: RuleSet) -> None:
    """It hits only enemies in view, even if others are nearer."""
    game = draw("S.#@...S", arena, inventory=["lightning"])

    game.play(Use(0))

    assert [20, 10, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_an_enemy_beyond_the_players_sight_is_not_struck(arena: RuleSet) -> None:
    """An unseen enemy in range is not a target."""
    game = draw("@...S", attrs.evolve(arena, sight=Shadowcast(radius=3)), inventory=["lightning"])

    assert [Refused(Reason.NOBODY_IN_RANGE)] == game.play(Use(0))


def test_without_any_enemy_the_scroll_is_refused(arena: RuleSet) -> None:
    """The player is not a target."""
    game = draw("@....", arena, inventory=["lightning"])

    assert [Refused(Reason.NOBODY_IN_RANGE)] == game.play(Use(0))


def test_armour_is_no_help(arena: RuleSet) -> None:
    """Armour does not reduce the damage of lightning."""
    statue = attrs.evolve(arena.monsters["statue"], stats=Stats(defence=200, armour=200))
    game = draw("@..S", attrs.evolve(arena, monsters={"statue": statue}), inventory=["lightning"])

    game.play(Use(0))

    assert 6 == game.world.level.actors[1].hit_points


def test_lightning_kills(arena: RuleSet) -> None:
    """Lightning can kill the last enemy."""
    game = draw("@..m", arena, inventory=["lightning"])
    mouse = game.world.level.actors[1]

    events = game.play(Use(0))

    assert Harmed(mouse.ref, 4, Harm.LIGHTNING, arena.items["lightning"], fatal=True) == events[0]
    assert Won() == events[-1]
    assert 0 == mouse.hit_points


def storm(arena: RuleSet) -> RuleSet:
    """Return the rules with a scroll whose missile brings lightning to where it lands."""
    bolt = attrs.evolve(arena.projectiles["bolt"], on_hit=(), on_stop=(Lightning(damage=4, range=3),))
    scroll = attrs.evolve(arena.items["bolt"], effects=(Launch(projectile=bolt),))
    return attrs.evolve(arena, items={"bolt": scroll})


def test_lightning_of_a_missile_hits_the_enemy_nearest_to_its_end(arena: RuleSet) -> None:
    """The enemy nearest to where it lands, not to the player."""
    game = draw("..S..S.\n@......", storm(arena), inventory=["bolt"])

    game.play(Use(0, Point(4, 1)))

    assert [20, 10, 6] == [actor.hit_points for actor in game.world.level.actors]


def test_lightning_of_a_missile_hits_no_distant_enemy(arena: RuleSet) -> None:
    """The missile is still thrown."""
    game = draw("@...S..........", storm(arena), inventory=["bolt"])
    game.world.level.move(game.world.level.actors[1], Point(14, 0))

    events = game.play(Use(0, Point(5, 0)))

    assert not any(isinstance(event, Harmed) for event in events)
    assert 1 == game.world.turn


@pytest.mark.parametrize("numbers", [{"damage": -1, "range": 1}, {"damage": 1, "range": -1}])
def test_lightning_takes_no_numbers_below_zero(numbers: dict[str, int]) -> None:
    """Negative damage would heal."""
    with pytest.raises(ValueError, match="must be >= 0"):
        Lightning(**numbers)
