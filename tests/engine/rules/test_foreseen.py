"""Forecasts of harm match what the engine then does: the mean, and the chance to kill."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import ThrowItem, Use
from roguelike.engine.events import Harm, Harmed
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.damage import Blast, Drown, Hurt
from roguelike.engine.parts.effects.healing import Heal
from roguelike.engine.preview import preview_throw, preview_use
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.families import Effect
    from roguelike.engine.preview import Expected
    from roguelike.engine.state.item import Item

GAMES = some(200)
SURE = 4
"""Standard errors; the seeds are fixed."""
AT = Point(3, 1)
BY_AIM = {Harm.FIRE, Harm.LIGHTNING, Harm.MISSILE}


def scene(monster: str, item: str, seed: int, hit_points: int) -> Game:
    """Draw a monster two cells away that has noticed the player."""
    game = draw("#####\n#@.M#\n#####", load_ruleset("ember"), seed=seed, inventory=[item], legend={"M": monster})
    foe = game.world.level.actors[1]
    foe.mood, foe.hit_points = Mood.HUNTING, min(hit_points, foe.hit_points)
    _, carried = carried_as(game, item)
    if carried.kind.has_charges:
        carried.plus = 1
        carried.charges = carried.most_charges
    return game


def carried_as(game: Game, name: str) -> tuple[int, Item]:
    """Return the player's item of a kind, and its slot."""
    slots = enumerate(game.world.player.inventory.slots)
    kind = game.world.ruleset.items[name]
    return next((slot, each) for slot, each in slots if each is not None and each.kind is kind)


def assert_agree(promised: Expected, losses: list[int], hit_points: int) -> None:
    """Compare a forecast with the lost hit points, which never exceed those that are left."""
    kills = sum(lost >= hit_points for lost in losses) / len(losses)
    chance = float(promised.kills)
    assert abs(chance - kills) <= SURE * math.sqrt(max(chance * (1 - chance), 0.0) / len(losses))
    if not kills:
        error = statistics.pstdev(losses) / math.sqrt(len(losses))
        assert abs(float(promised.damage) - statistics.mean(losses)) <= SURE * error


@pytest.mark.parametrize("hit_points", [4, 9, 99])
@pytest.mark.parametrize(
    ("monster", "item"),
    [
        ("rat", "dart"),
        ("skeleton", "dart"),
        ("skeleton", "javelin"),
        ("troll", "javelin"),
        ("orc", "staff of fire"),
        ("wisp", "staff of fire"),
        ("orc", "staff of lightning"),
        ("dusk knight", "staff of lightning"),
    ],
)
def test_the_preview_of_an_aim_matches_the_outcome(monster: str, item: str, hit_points: int) -> None:
    """Resistance and immunity count as well; "killed" is reported only if it is certain."""
    game = scene(monster, item, 1, hit_points)
    seen, foe = observe(game.world), game.world.level.actors[1]
    slot, carried = carried_as(game, item)
    throws = carried.kind.thrown is not None
    aimed = preview_throw(carried.kind, seen, AT) if throws else preview_use(carried.kind, seen, AT, plus=carried.plus)
    losses = []
    for seed in range(1, GAMES + 1):
        played = scene(monster, item, seed, hit_points)
        events = played.play((ThrowItem if throws else Use)(slot, AT))
        harms = [each.damage for each in events if isinstance(each, Harmed) and each.harm in BY_AIM]
        losses.append(harms[0] if harms else 0)

    assert_agree(aimed.befalls(foe.id), losses, foe.hit_points)


@pytest.mark.parametrize("rules", ["ember", "ember:gentle"])
@pytest.mark.parametrize("shield", [0, 5])
@pytest.mark.parametrize("hit_points", [3, 40])
@pytest.mark.parametrize(
    "effect",
    [Hurt(amount=7, harm="fire"), Hurt(step=8, harm="fire"), Hurt(amount=1), Blast(radius=0, damage=9), Drown()],
    ids=["fixed", "rolled", "least", "burst", "water"],
)
def test_the_forecast_of_harm_to_the_player_matches_the_outcome(
    effect: Effect, hit_points: int, shield: int, rules: str
) -> None:
    """Halved in gentle games, and reduced by shields."""

    def begin(seed: int) -> Game:
        game = draw("#@#", load_ruleset(rules), seed=seed, inventory=["mail"], hit_points=hit_points)
        slots = game.world.player.inventory.slots
        for each in slots:
            if each is not None and each.kind.equips == "armour":
                each.worn = each.kind.drags > 0
        if shield:
            afflict(game.world, game.world.player, game.world.ruleset.conditions["shielded"], shield)
        return game

    game = begin(1)
    seen = observe(game.world)
    promised = effect.preview(seen, seen.me.at).befalls(seen.me.id)
    losses = []
    for seed in range(1, GAMES + 1):
        world = begin(seed).world
        effect.apply(world, Cause(None, world.player.at), world.player.at)
        losses.append(hit_points - world.player.hit_points)

    assert_agree(promised, losses, hit_points)


def test_healing_burns_the_undead_as_forecast() -> None:
    """The preview is exact to the last hit point."""
    game = scene("wight", "potion of healing", 1, 30)
    effect = Heal(amount=40)
    promised = effect.preview(observe(game.world), AT).befalls(game.world.level.actors[1].id)

    assert promised.kills == 1
    assert promised.damage == 40
