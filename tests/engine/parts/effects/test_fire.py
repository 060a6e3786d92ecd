"""Effects of fire and gas, and their previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.engine.events import Exploded, Harmed
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Explode, Hurt
from roguelike.engine.parts.effects.fire import Extinguish, Ignite, Spill
from roguelike.engine.parts.effects.terrain import ReleaseGas
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.gas import release
from roguelike.engine.state.cause import Cause
from tests.burning import ACRID, MARSH, PROOF, amounts, flames, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.kinds.ruleset import RuleSet


FIELD = "@.......\n..,,.~..\n...S.#.,"
AT = Point(3, 1)


def after(arena: RuleSet, effect: Effect, at: Point = AT) -> Game:
    """Return a game in which an effect has just taken place."""
    game = scene(arena, FIELD)
    effect.apply(game.world, Cause(game.world.player.ref, game.world.player.at), at)
    return game


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (Ignite(radius=2, rounds=6), "@.&&&...\n.&&&&~..\n..&S&#.,"),
        (Ignite(radius=2), "@.......\n..&&.~..\n...S.#.,"),
        (Ignite(), "@.......\n..,&.~..\n...S.#.,"),
        (Explode(step=1, radius=1), "@.......\n..&&.~..\n...S.#.,"),
        (Spill(terrain="grass", rounds=3), "@..&....\n..&&&~..\n...S.#.,"),
        (Spill(terrain="grass", lit=False), "@..,....\n..,,,~..\n...S.#.,"),
    ],
    ids=["flames", "a light", "a spark", "an explosion", "lit oil", "unlit oil"],
)
def test_only_flammable_cells_burn(arena: RuleSet, effect: Effect, expected: str) -> None:
    """Neither water nor walls burn; bare ground burns only if the effect says so."""
    assert expected == flames(after(arena, effect))


def test_flames_go_out_where_they_are_put_out(arena: RuleSet) -> None:
    """Fire farther away burns on."""
    game = after(arena, Ignite(radius=2, rounds=6))

    Extinguish(radius=1).apply(game.world, Cause(None, AT), AT)

    assert "@.&.&...\n.&,,.~..\n..&S&#.," == flames(game)


def test_an_explosion_burns_everyone_within_it(arena: RuleSet) -> None:
    """One event reports the explosion, and one each victim; the damage is rolled."""
    game = after(arena, Explode(step=3, radius=1))
    events = game.take_events()

    assert 1 == sum(isinstance(event, Exploded) for event in events)
    assert [2] == [event.victim.id for event in events if isinstance(event, Harmed)]
    assert game.world.level.actors[1].hit_points < 10


def test_harm_reaches_all_around_in_a_fixed_order(arena: RuleSet) -> None:
    """In the order of cells; immune actors are spared, and the preview shows that."""
    game = scene(arena, "@S\nS.")
    world = game.world
    afflict(world, world.level.actors[2], PROOF, 9)
    effect = Hurt(amount=2, radius=1, harm="fire")
    preview = effect.preview(observe(world), Point(0, 0))

    effect.apply(world, Cause(None, Point(0, 0)), Point(0, 0))

    assert [1, 2] == [event.victim.id for event in game.take_events() if isinstance(event, Harmed)]
    assert [18, 8, 10] == [actor.hit_points for actor in world.level.actors]
    assert [2, 2, 0] == [preview.befalls(number).damage for number in (1, 2, 3)]


def test_gas_comes_out_on_its_cell(arena: RuleSet) -> None:
    """The whole volume is released on the cell; the next rounds spread it."""
    game = after(arena, ReleaseGas(gas=ACRID, volume=600))

    assert 600 == amounts(game, "acrid gas")[AT.y][AT.x] == sum(map(sum, amounts(game, "acrid gas")))


def test_lighting_a_cell_lights_the_gas_on_it(arena: RuleSet) -> None:
    """Immediately, not only at the end of the round."""
    game = scene(arena, FIELD)
    release(game.world, MARSH, AT, 400)

    Ignite().apply(game.world, Cause(None, AT), AT)

    assert {} == game.world.level.gas


def test_previews_promise_what_happens(arena: RuleSet) -> None:
    """The cells, actors and terrain that would burn; for gas, the cells that it would soon reach."""
    game = scene(arena, FIELD)
    seen = observe(game.world)

    flame = Ignite(radius=2, rounds=6).preview(seen, AT)
    burning = Ignite(radius=2, rounds=6)
    burning.apply(game.world, Cause(None, AT), AT)
    grid = game.world.level.grid
    assert sum(1 << grid.index(at) for at in flame.area) == game.world.level.burning
    assert ["grass"] == [kind.name for kind in flame.lights]
    assert flame.befalls(2).condition is not None
    assert not flame.befalls(1).is_harmful

    cloud = ReleaseGas(gas=ACRID, volume=600).preview(seen, AT)
    assert AT in cloud.area
    assert Point(5, 2) not in cloud.area
    assert 1 == cloud.befalls(2).damage
    assert (("grass",), 2) == (
        tuple(kind.name for kind in Explode(step=1, radius=1).preview(seen, AT).lights),
        len(Ignite(radius=2).preview(seen, AT).area),
    )


def test_a_rule_set_without_fire_knows_none(arena: RuleSet) -> None:
    """Nothing burns in rules without fire."""
    game = scene(attrs.evolve(arena), FIELD)
    game.world.ruleset = attrs.evolve(game.world.ruleset, fire=None)

    Ignite(radius=2, rounds=6).apply(game.world, Cause(None, AT), AT)

    assert () == game.world.level.fire
    assert () == Ignite(radius=2, rounds=6).preview(observe(game.world), AT).area
