"""A rule set whose numbers never change, for the tests of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.engine.kinds.actors import ActorKind, Drop
from roguelike.engine.kinds.conditions import ConditionKind
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import InventoryShape
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.kinds.projectiles import ProjectileKind
from roguelike.engine.parts.effects.conditions import Afflict
from roguelike.engine.parts.effects.damage import Blast, Lightning, Strike
from roguelike.engine.parts.effects.delivery import Launch
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.parts.minds import Chase, Erratic, Skirmish, Stagger, Wander
from roguelike.engine.rules.conditions import afflict
from tests.fixture_rules import HARMLESS, SURE, without_chance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.engine.state.world import World

CONFUSED = ConditionKind(name="confused", overrides=Stagger())

REMAINS = ItemKind(name="remains", glyph=Glyph("%", (200, 200, 200)), portable=False)


def _glyph(char: str) -> Glyph:
    return Glyph(char, (200, 200, 200))


def _projectiles() -> Iterable[ProjectileKind]:
    yield ProjectileKind(name="fireball", glyph=_glyph("*"), on_stop=(Blast(radius=2, damage=4),))
    yield ProjectileKind(name="bolt", glyph=_glyph("*"), on_hit=(Afflict(CONFUSED, turns=4),))
    yield ProjectileKind(name="stone", glyph=_glyph("*"), on_hit=(Strike(stats=SURE),))


def _items(projectiles: dict[str, ProjectileKind]) -> Iterable[ItemKind]:
    yield ItemKind(name="potion", glyph=_glyph("!"), effects=(Heal(amount=5, refused_when_healthy=True),))
    yield ItemKind(name="lightning", glyph=_glyph("?"), effects=(Lightning(damage=4, range=5),))
    yield ItemKind(name="fireball", glyph=_glyph("="), effects=(Launch(projectile=projectiles["fireball"]),))
    yield ItemKind(name="bolt", glyph=_glyph("-"), effects=(Launch(projectile=projectiles["bolt"]),))
    yield ItemKind(name="pebble", glyph=_glyph(","))


def _monsters(projectiles: dict[str, ProjectileKind]) -> Iterable[ActorKind]:
    orc = ActorKind(name="orc", glyph=_glyph("o"), hit_points=10, stats=SURE, mind=Chase(memory=3), corpse=REMAINS)
    yield orc
    yield attrs.evolve(orc, name="hawk", glyph=_glyph("h"), speed=200)
    yield attrs.evolve(orc, name="snail", glyph=_glyph("n"), speed=50)
    yield attrs.evolve(orc, name="statue", glyph=_glyph("S"), stats=HARMLESS, mind=None)
    yield attrs.evolve(orc, name="mouse", glyph=_glyph("m"), hit_points=1, stats=HARMLESS, mind=None)
    yield attrs.evolve(
        orc, name="chest", glyph=_glyph("c"), hit_points=1, stats=HARMLESS, mind=None, drops=(Drop("pebble", 100),)
    )
    yield attrs.evolve(orc, name="wanderer", glyph=_glyph("w"), mind=Wander())
    yield attrs.evolve(orc, name="bat", glyph=_glyph("b"), mind=Erratic(flits=100))
    yield attrs.evolve(
        orc,
        name="slinger",
        glyph=_glyph("s"),
        mind=Skirmish(distance=3, throws=100),
        missile=projectiles["stone"],
        missile_range=7,
    )


@pytest.fixture(scope="session")
def arena(classic: RuleSet) -> RuleSet:
    """Return a rule set in which every blow wounds for exactly 1.

    Everyone has 10 hit points but the mouse `m` and the chest `c`, which die of one blow, and the player, who has 20.
    `o` chases, `h` does so at twice and `n` at half the speed; `S`, `m` and `c` stand still; `w` wanders, `b` flits,
    `s` throws stones. The player sees 30 cells far.
    """
    projectiles = {kind.name: kind for kind in _projectiles()}
    return attrs.evolve(
        without_chance(classic),
        name="arena",
        conditions={CONFUSED.name: CONFUSED},
        inventory=InventoryShape(slots=10),
        player=ActorKind(name="player", glyph=_glyph("@"), hit_points=20, stats=SURE, corpse=REMAINS),
        monsters={kind.name: kind for kind in _monsters(projectiles)},
        items={kind.name: kind for kind in _items(projectiles)},
        projectiles=projectiles,
    )


def with_confusion(ruleset: RuleSet, **how: Any) -> RuleSet:  # noqa: ANN401 -- fields of its kind
    """Return a rule set in which confusion is another."""
    return attrs.evolve(ruleset, conditions={"confused": attrs.evolve(ruleset.conditions["confused"], **how)})


def confuse(world: World, victim: Actor, turns: int) -> None:
    """Confuse somebody, as the rule set of that world has it."""
    afflict(world, victim, world.ruleset.conditions["confused"], turns)


def confused_turns(actor: Actor) -> int:
    """Return for how many turns an actor is still confused."""
    return actor.conditions["confused"].left if "confused" in actor.conditions else 0
