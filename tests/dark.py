"""The arena in the dark: its monsters have moods and notice by noise, and the player has a lamp."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from roguelike.engine.commands import Wait
from roguelike.engine.kinds.conditions import ConditionKind, Modifier
from roguelike.engine.kinds.gauges import Gauge
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.noise import Noise as NoiseTable
from roguelike.engine.parts.fov import LampLight
from roguelike.engine.parts.minds import Beast, Panic
from roguelike.engine.parts.perception import Noise
from roguelike.engine.scenario import draw

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import Behaviour
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor

LED = ConditionKind(name="led", modifiers=(Modifier("attack", add=2),))
AFRAID = ConditionKind(name="afraid", overrides=Panic())
SUMMONED = ConditionKind(name="summoned", counts="rounds", stacks="longest", traits=("summoned",))
DARK = ConditionKind(name="dark", traits=("dark",), modifiers=(Modifier("noise", factor=50),))


def dark(arena: RuleSet, *behaviours: Behaviour, sure: bool = True, **orc: Any) -> RuleSet:  # noqa: ANN401 -- fields of a kind
    """Return the arena with a lamp and moods; its orcs have these behaviours and fields, and notice surely or never."""
    chance = 100 if sure else 0
    beasts = {name: attrs.evolve(kind, mind=Beast(memory=20)) for name, kind in arena.monsters.items()}
    mind = Beast(memory=20, behaviours=behaviours)
    beasts["orc"] = attrs.evolve(beasts["orc"], **{"mind": mind, "corpse": None, **orc})
    return attrs.evolve(
        arena,
        monsters=beasts,
        goals=(),
        piles=True,
        conditions={**arena.conditions, "led": LED, "afraid": AFRAID, "dark": DARK, "summoned": SUMMONED},
        gauges={"oil": Gauge(start=900, most=1500, per_round=-1, low=150)},
        lamp="oil",
        noise=NoiseTable(),
        counts_rounds=True,
        sight=LampLight(),
        perception=Noise(asleep=chance, seen=chance, unseen=chance),
    )


def moods(game: Game) -> list[Mood]:
    """Return the moods of all monsters, by rising id."""
    return [actor.mood for actor in others(game)]


def others(game: Game) -> list[Actor]:
    """Return all but the player, by rising id."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def put_to(mood: Mood, game: Game) -> list[Actor]:
    """Give all monsters a mood, and return them."""
    for actor in others(game):
        actor.mood = mood
        actor.noticed_on = game.world.turn if mood == Mood.HUNTING else None
    return others(game)


def wait(game: Game, turns: int = 1) -> None:
    """Wait for `turns` turns."""
    for _ in range(turns):
        game.play(Wait())


def scene(picture: str, ruleset: RuleSet, mood: Mood = Mood.ROAMING, **given: Any) -> Game:  # noqa: ANN401 -- as `draw`
    """Begin a game in which all monsters are in one mood."""
    game = draw(picture, ruleset, **given)
    put_to(mood, game)
    return game
