"""The cause of death in the morgue file of `ember`, and the actor behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

from roguelike.autoplay.record import Record
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Wait
from roguelike.engine.events import Harm
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import board_of
from roguelike.engine.restore import restore
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.damage import die, hurt
from roguelike.engine.rules.fire import kindle, light_gas
from roguelike.engine.rules.gas import release
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.attribution import Attribution
from roguelike.engine.state.cause import Cause
from roguelike.play.morgue import cause_of_death

if TYPE_CHECKING:
    from roguelike.autoplay.record import GameResult
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.observation import Observation

LEGEND = {",": "grass", "}": "lava", "c": "caustic vent"}
HERE = Point(0, 0)


class Idle:
    """A policy that only waits."""

    def choose(self, seen: Observation) -> Wait:  # noqa: ARG002 -- a policy
        """Wait."""
        return Wait()


def scene(picture: str, **how: Any) -> Game:  # noqa: ANN401 -- as draw
    """Return a game on a drawn map, without moving monsters and starting items."""
    ember = load_ruleset("ember")
    still = {name: attrs.evolve(kind, mind=None) for name, kind in ember.monsters.items()}
    return draw(picture, attrs.evolve(ember, monsters=still, possessions=()), legend=LEGEND, **how)


def told(game: Game, *commands: Command) -> tuple[str, GameResult]:
    """Perform commands, wait until the player dies, and return the cause by the morgue file and the judge."""
    record = Record(game, Idle())
    events = game.take_events()
    for command in (*commands, *[Wait()] * 60):
        events += game.play(command) if game.outcome is None else []
    for event in events:
        record.tell(event)
    return cause_of_death(game.world), record.result(0, stuck=False)


def test_the_poisoner_is_named_when_the_poison_kills() -> None:
    """Long after the bite."""
    game = scene("@v", hit_points=2)
    world = game.world
    viper = world.level.actors[1]
    for effect in viper.kind.on_hit:
        effect.apply(world, Cause(viper.ref, viper.at), HERE)
    game = restore(world.ruleset, snapshot(world))
    sentence, result = told(game)

    assert "poisoned (grass viper)" == sentence
    assert ("poison", "grass viper", "grass viper") == (result.cause, result.maker, result.killer)


def test_the_igniter_of_grass_is_named_when_it_burns_the_player() -> None:
    """Even after the fire has spread far, and the game was saved meanwhile."""
    game = scene(",@,,,,,,", inventory=["potion of fire"], hit_points=2)
    game.play(ThrowItem(0, Point(6, 0)))
    assert game.world.level.fire_maker == Attribution(own=True, means="potion of fire")

    game = restore(game.world.ruleset, snapshot(game.world))
    sentence, result = told(game, *[Move(Direction.EAST)] * 5)

    assert "burned (your own potion of fire)" == sentence
    assert ("fire", "player", "player") == (result.cause, result.maker, result.killer)


def test_a_drifter_is_named_when_its_gas_kills() -> None:
    """The gas comes first, as it poisons."""
    game = scene("#####\n#@d.#\n#####", hit_points=2)
    drifter = game.world.level.actors[1]
    die(game.world, drifter, Cause(game.world.player.ref, HERE))
    sentence, result = told(game)

    assert "killed by caustic gas (drifter)" == sentence
    assert ("gas", "drifter", "drifter") == (result.cause, result.maker, result.killer)


def test_a_trap_is_named_by_itself() -> None:
    """No actor is behind it."""
    game = scene("#####\n#@c.#\n#####", hit_points=2)
    sentence, result = told(game, Move(Direction.EAST))

    assert "killed by caustic gas (caustic vent)" == sentence
    assert ("gas", "caustic vent") == (result.cause, result.maker)


@pytest.mark.parametrize(
    ("lit_by", "sentence"),
    [(None, "blown up"), (Attribution("fire drake"), "blown up (fire drake)")],
    ids=["lava", "drake"],
)
def test_the_cause_of_an_explosion_is_named(lit_by: Attribution | None, sentence: str) -> None:
    """Neither marsh gas nor a spark from lava has an actor behind it."""
    game = scene("@..", hit_points=1)
    release(game.world, game.world.ruleset.gases["marsh gas"], HERE, 400)
    light_gas(game.world, board_of([game.world.level.grid.index(HERE)]), lit_by)
    said, result = told(game)

    assert (sentence, "explosion") == (said, result.cause)


@pytest.mark.parametrize(
    ("harm", "sentence", "cause"),
    [(Harm.FALL, "killed by a fall", "fall"), (Harm.WATER, "drowned", "water"), (Harm.FIRE, "burned", "fire")],
)
def test_harm_without_means_is_a_cause_too(harm: Harm, sentence: str, cause: str) -> None:
    """Every morgue file has a cause."""
    game = scene("@")
    hurt(game.world, game.world.player, 99, harm, Cause(None, HERE))
    said, result = told(game)

    assert (sentence, cause, None) == (said, result.cause, result.maker)


def test_lava_is_a_cause_by_its_name() -> None:
    """It is more than fire."""
    game = scene("@}")
    said, result = told(game, Move(Direction.EAST))

    assert ("killed by lava", "lava") == (said, result.cause)


def test_a_blow_names_the_monster_and_a_fire_that_burns_meanwhile_does_not_count() -> None:
    """Only the immediate cause counts."""
    game = scene("@r")
    rat = game.world.level.actors[1]
    afflict(game.world, game.world.player, game.world.ruleset.conditions["burning"], 4, Attribution("wisp"))
    hurt(game.world, game.world.player, 99, None, Cause(rat.ref, rat.at))
    said, result = told(game)

    assert ("killed by a rat", "rat", None) == (said, result.cause, result.maker)


def test_an_extinguished_fire_has_no_remembered_igniter() -> None:
    """The next fire has its own igniter."""
    game = scene("@...,", hit_points=30)
    kindle(game.world, board_of([game.world.level.grid.index(Point(4, 0))]), maker=Attribution("wisp"))
    assert game.world.level.fire_maker is not None
    for _ in range(8):
        game.play(Wait())

    assert {"burning": 0, "maker": None} == {"burning": game.world.level.burning, "maker": game.world.level.fire_maker}
