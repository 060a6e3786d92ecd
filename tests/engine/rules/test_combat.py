"""Attacks, damage, death and remains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.commands import Move, PickUp, Wait
from roguelike.engine.dice import spread, spread_chances, step, step_chances
from roguelike.engine.events import Died, Harm, Harmed, LeftBehind, Missed, Moved, Struck, TurnEnded
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.actors import Drop
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.parts.combat import Steps
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.combat import attack
from roguelike.engine.rules.damage import hurt
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet


@every("seed", range(30))
def test_an_attack_is_two_steps_of_the_chart(seed: int) -> None:
    """The attack step must beat the defence, and only then is the damage rolled, less the armour, at least 1."""
    attacker, target = Stats(attack=7, damage=8), Stats(defence=6, armour=3)
    rng, foreseen = PCG32(seed), PCG32(seed)
    expected = max(1, step(foreseen, 8) - 3) if step(foreseen, 7) > 6 else None

    assert expected == Steps().blow(rng, attacker, target)
    assert foreseen == rng


def test_a_roll_equal_to_the_defence_misses() -> None:
    """The roll must beat it: a step of 0 is 0 and beats no defence, not even 0."""
    assert Steps().blow(PCG32(1), Stats(attack=0), Stats(defence=0)) is None
    assert 1 == Steps().blow(PCG32(1), Stats(attack=1), Stats(defence=0))


def test_armour_leaves_at_least_1_damage() -> None:
    """Every actor can be killed in the end."""
    assert 1 == Steps().blow(PCG32(1), Stats(attack=40, damage=8), Stats(armour=200))


def test_armour_is_subtracted_from_every_hit() -> None:
    """The same dice, minus the armour."""
    bare, armoured = (Steps().blow(PCG32(3), Stats(attack=9, damage=40), Stats(armour=armour)) for armour in (0, 5))

    assert bare is not None
    assert bare - 5 == armoured


@every("armour", [0, 2, 3, 5, 7, 20])
def test_a_third_of_bounded_damage_passes_any_armour(armour: int) -> None:
    """Rounded up; no attack exceeds the maximum, and the chances are those of both rolls."""
    bounded, attacker, target = Steps("spread"), Stats(attack=9, damage=9), Stats(defence=4, armour=armour)
    left = [max(rolled - armour, -(-rolled // 3)) for rolled in range(14)]
    rng, foreseen = PCG32(armour), PCG32(armour)
    for _ in range(60):
        expected = left[spread(foreseen, 9)] if step(foreseen, 9) > 4 else None
        assert expected == bounded.blow(rng, attacker, target)

    hit = 1 - sum(step_chances(9, 4))
    chances = bounded.chances(attacker, target, 15)
    for damage in range(1, 16):
        ways = sum(chance for rolled, chance in enumerate(spread_chances(9, 13)) if left[rolled] == damage)
        assert hit * ways == chances[damage]
    assert (1, left[-1]) == (sum(chances), bounded.most(attacker, target))


def test_a_miss_is_reported_and_does_no_damage(arena: RuleSet) -> None:
    """No attack beats a defence of a million."""
    statue = attrs.evolve(arena.monsters["statue"], stats=Stats(defence=200))
    game = draw("@S", attrs.evolve(arena, monsters={"statue": statue}))
    player, target = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    assert Missed(player.ref, target.ref) == events[0]
    assert 10 == target.hit_points


def test_a_wound_never_goes_below_0_and_the_dead_do_not_die_again(arena: RuleSet) -> None:
    """One death is one event (C9-44), even where dead actors stay on the level until the turn ends."""
    game = draw("@S", attrs.evolve(arena, removes_dead_late=True))
    statue, cause = game.world.level.actors[1], Cause(game.world.player.ref, Point(0, 0))

    for damage, left in ((9, 1), (999, 0), (5, 0)):
        hurt(game.world, statue, damage, Harm.FIRE, cause)
        assert left == statue.hit_points

    assert [Harmed, Harmed, Died] == [type(event) for event in game.events][:3]
    assert 1 == sum(isinstance(event, Died) for event in game.events)
    assert {"statue": 1} == game.world.tally.kills


def test_a_monster_that_dies_leaves_the_level_and_a_corpse(arena: RuleSet) -> None:
    """Its cell is free immediately, and no event reports the corpse as an item."""
    game = draw("@mS", arena)
    player, mouse, _ = game.world.level.actors

    events = game.play(Move(Direction.EAST))

    assert [
        Struck(player.ref, mouse.ref, 1, fatal=True),
        Died(mouse.ref, Point(1, 0), player.ref),
    ] == events[:2]
    assert not any(isinstance(event, LeftBehind) for event in events)
    assert game.world.level.actor_at(Point(1, 0)) is None
    assert mouse not in game.world.level.actors
    assert ["remains"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]


def test_the_dead_do_not_act(arena: RuleSet) -> None:
    """Not even in the rest of the turn."""
    weak = attrs.evolve(arena.monsters["orc"], hit_points=1)
    game = draw("@oS", attrs.evolve(arena, monsters={**arena.monsters, "orc": weak}))

    game.play(Move(Direction.EAST))

    assert 20 == game.world.player.hit_points


def test_a_drop_is_left_instead_of_the_corpse_and_reported(arena: RuleSet) -> None:
    """A chest holds its pebble for certain; it can be picked up."""
    game = draw("@cS", arena)
    chest = game.world.level.actors[1]

    events = game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))
    game.play(PickUp())

    assert LeftBehind(chest.ref, arena.items["pebble"]) in events
    assert "pebble" == getattr(game.world.player.inventory.at(0), "kind", arena.player).name


def test_drops_are_tried_in_order_and_the_first_is_left(arena: RuleSet) -> None:
    """A cell holds one item: there is no room for two drops."""
    chest = attrs.evolve(arena.monsters["chest"], drops=(Drop("bolt", 0), Drop("potion", 100), Drop("pebble", 100)))
    game = draw("@cS", attrs.evolve(arena, monsters={**arena.monsters, "chest": chest}))

    game.play(Move(Direction.EAST))

    assert ["potion"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]


def test_a_drop_has_exactly_its_chance(arena: RuleSet) -> None:
    """30 in a hundred, exactly (ruling D9)."""
    chest = attrs.evolve(arena.monsters["chest"], drops=(Drop("potion", 30),))
    ruleset = attrs.evolve(arena, monsters={**arena.monsters, "chest": chest})
    left = []
    for seed in range(400):
        game = draw("@cS", ruleset, seed=seed)
        game.play(Move(Direction.EAST))
        left.append(game.world.level.items_at(Point(1, 0))[0].kind.name)

    assert 85 < left.count("potion") < 155
    assert {"potion", "remains"} == set(left)


def test_a_kind_without_a_corpse_leaves_nothing(arena: RuleSet) -> None:
    """For example ghosts."""
    ghost = attrs.evolve(arena.monsters["mouse"], corpse=None)
    game = draw("@mS", attrs.evolve(arena, monsters={**arena.monsters, "mouse": ghost}))

    game.play(Move(Direction.EAST))

    assert not game.world.level.items_at(Point(1, 0))


def test_a_death_destroys_the_item_beneath(arena: RuleSet) -> None:
    """A cell holds one item, and the corpse replaces it (C8-3)."""
    game = draw("@!oS", arena)
    orc = game.world.level.actors[1]
    orc.hit_points = 1
    game.play(Wait())

    events = game.play(Move(Direction.EAST))

    assert any(isinstance(event, Died) for event in events)
    assert ["remains"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]


def test_with_piles_a_death_destroys_nothing(arena: RuleSet) -> None:
    """The corpse lies on top."""
    game = draw("@!oS", attrs.evolve(arena, piles=True))
    game.world.level.actors[1].hit_points = 1
    game.play(Wait())

    game.play(Move(Direction.EAST))

    assert ["potion", "remains"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]


def test_the_player_leaves_a_corpse(arena: RuleSet) -> None:
    """The rule applies to all actors (C8-3)."""
    game = draw("@o", arena, hit_points=1)

    game.play(Wait())

    assert game.world.level.actor_at(Point(0, 0)) is None
    assert ["remains"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]


def test_corpses_can_be_walked_over(arena: RuleSet) -> None:
    """A corpse does not block its cell."""
    game = draw("@mS", arena)
    game.play(Move(Direction.EAST))

    events = game.play(Move(Direction.EAST))

    assert Moved(game.world.player.ref, Point(0, 0), Point(1, 0)) == events[0]


def test_a_fight_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """Two monsters can fight out of view, if a rule allows it."""
    game = draw("@#oS", arena)
    _, orc, statue = game.world.level.actors

    attack(game.world, orc, statue)

    assert [Struck(orc.ref, statue.ref, 1, seen=False)] == list(game.events)


def test_a_death_out_of_view_is_not_seen(arena: RuleSet) -> None:
    """The remains are not seen either."""
    game = draw("@#ocS", arena)
    _, orc, chest, _ = game.world.level.actors

    attack(game.world, orc, chest)

    assert [(Struck, False), (Died, False), (LeftBehind, False)] == [(type(event), event.seen) for event in game.events]


@pytest.mark.parametrize(("late", "expected"), [(False, Point(1, 0)), (True, Point(2, 0))])
def test_the_dead_block_their_cells_until_the_turn_ends_if_removed_late(
    arena: RuleSet,
    late: bool,  # noqa: FBT001 -- pytest gives it by name
    expected: Point,
) -> None:
    """The orc steps over a mouse that is removed immediately, and not over one that is removed late."""
    game = draw("@mo", attrs.evolve(arena, removes_dead_late=late))
    _, mouse, orc = game.world.level.actors

    game.play(Move(Direction.EAST))

    assert expected == orc.at
    assert mouse not in game.world.level.actors
    assert mouse is not game.world.level.actor_at(Point(1, 0))


def test_the_dead_that_are_removed_late_do_not_act(arena: RuleSet) -> None:
    """Actors below 1 hit point get no turn."""
    weak = attrs.evolve(arena.monsters["orc"], hit_points=1)
    game = draw("@oS", attrs.evolve(arena, removes_dead_late=True, monsters={**arena.monsters, "orc": weak}))

    game.play(Move(Direction.EAST))

    assert 20 == game.world.player.hit_points


def test_remains_are_there_when_the_turn_has_ended(arena: RuleSet) -> None:
    """They die immediately and are removed late, after all actors have acted."""
    game = draw("@c.o", attrs.evolve(arena, removes_dead_late=True))

    events = game.play(Move(Direction.EAST))

    assert [Struck, Died, Moved, LeftBehind, TurnEnded] == [type(event) for event in events]
    assert ["pebble"] == [item.kind.name for item in game.world.level.items_at(Point(1, 0))]


def test_the_last_death_wins_the_game_before_the_body_is_removed(arena: RuleSet) -> None:
    """Dead monsters do not count as enemies."""
    game = draw("@m", attrs.evolve(arena, removes_dead_late=True))

    game.play(Move(Direction.EAST))

    assert "won" == game.outcome
    assert 0 == game.world.enemies_left


def test_a_dead_player_is_removed_immediately(arena: RuleSet) -> None:
    """A dead player's turn does not end, and the screen that follows shows the remains."""
    game = draw("@o", attrs.evolve(arena, removes_dead_late=True), hit_points=1)

    game.play(Wait())

    assert game.world.level.actor_at(Point(0, 0)) is None
    assert ["remains"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]


def test_an_attack_without_an_attacker_is_reported_as_other_harm(arena: RuleSet) -> None:
    """Every loss of hit points has an event."""
    game = draw("@S", arena)
    statue = game.world.level.actors[1]

    hurt(game.world, statue, 3, None, Cause(None, statue.at))

    assert [Harmed(statue.ref, 3, Harm.OTHER)] == list(game.events)
