"""No wound above the maximum shown: of every monster and missile, breath, falls, and the player's own bursts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.events import Harm, Harmed, Struck
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_use
from roguelike.engine.rules.levels import FALL_DAMAGE
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.narration.examine import examine
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.observation import Observation

EMBER = load_ruleset("ember")
STRIKERS = sorted(name for name, kind in EMBER.monsters.items() if kind.stats.attack)
LASTING = {Harm.FIRE: 3, Harm.POISON: 1}
"""What burning and poison cost a round, which is told apart."""
HALL = "\n".join(("." * 12, "...@{}" + "." * 4, "." * 12))


def shown(seen: Observation) -> dict[int, int]:
    """Return the "at most" of each monster in view, as it is described."""
    found = {}
    for foe in seen.foes:
        about = examine(seen, foe.at)
        lines = [] if about is None else about.lines
        told = [int(line[1]) for each in lines if (line := re.fullmatch(r"at most (\d+)", each))]
        found[foe.id] = told[0] if told else 0
    return found


def wounds(events: tuple[AnyEvent, ...], dealer: int) -> list[tuple[int, int]]:
    """Return who wounded the player and for how much, lasting harm left out; missiles and breath are the dealer's."""
    found = []
    for event in events:
        match event:
            case Struck(attacker=by, target=victim, damage=damage) if victim.is_player:
                found.append((by.id, damage))
            case Harmed(victim=victim, damage=damage, harm=harm) if victim.is_player and damage > LASTING.get(harm, 0):
                found.append((dealer, damage))
            case _:
                pass
    return found


def check(game: Game, dealer: int, turns: int) -> int:
    """Wait some turns, hold each wound against what was shown before it, and return the number of wounds."""
    me, count = game.world.player, 0
    unseen = max(1, me.max_hit_points // 2)
    for _ in range(turns):
        me.hit_points = me.max_hit_points
        seen = observe(game.world)
        most, turn = shown(seen), most_this_turn(seen)
        me.hit_points = 10_000
        dealt = wounds(tuple(game.play(Wait())), dealer)
        assert all(damage <= most.get(by, unseen) for by, damage in dealt), (most, dealt)
        known = [damage for by, damage in dealt if by in most]
        assert turn is not None
        assert sum(known) <= turn, (turn, dealt)
        count += len(dealt)
    return count


@pytest.mark.slow
@every("name", STRIKERS)
def test_ember_no_wound_above_the_maximum_shown(name: str) -> None:
    """Of each monster, beside the player and from afar; what is unseen takes at most half of all hit points."""
    for seed in range(4):
        for gap in ("M", "...M"):
            game = draw(HALL.format(gap), EMBER, seed=seed, legend={"M": name})
            check(game, game.world.level.actors[-1].id, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["oooo", "OOj", "CoT", "DK"])
def test_ember_no_turn_above_the_maximum_shown(name: str) -> None:
    """Several together, led or not: the sum of all wounds is within the maximum of the turn."""
    picture = "." * 9 + f"\n...{name[:1]}.....\n...@{name[1:2]}....\n...{name[2:].ljust(6, '.')}\n" + "." * 9
    game = draw(picture, EMBER, seed=3)

    assert check(game, game.world.level.actors[-1].id, 40)


@pytest.mark.parametrize("number", [1, 3, FALL_DAMAGE, 7, 12, 15, 30])
def test_ember_no_burst_above_the_maximum_of_its_preview(number: int) -> None:
    """Explosions, bolts, breath, lightning and falls roll the same bounded dice, whatever armour there is."""
    game = draw("@o", EMBER)
    dice = EMBER.combat.damage_dice

    assert max(dice.roll(game.world.rng, number) for _ in range(4000)) <= (dice.most(number) or 0)


@pytest.mark.parametrize(("item", "plus"), [("staff of fire", 1), ("staff of lightning", 3), ("Ember", 0)])
def test_ember_no_weapon_of_the_player_wounds_above_its_preview(item: str, plus: int) -> None:
    """The victims of what the player aims, and of the light of the Ember."""
    kind, hurts = EMBER.items[item], []
    for seed in range(40):
        game = draw("@.o", EMBER, seed=seed)
        orc = game.world.level.actors[1]
        most = preview_use(kind, observe(game.world), orc.at, plus).befalls(orc.id).most
        orc.hit_points = 10_000
        for effect in kind.effects:
            effect.apply(game.world, Cause(game.world.player.ref, game.world.player.at, plus=plus), orc.at)
        while game.world.level.projectiles:
            game.tick()
        hurts += [most is not None and 10_000 - orc.hit_points <= most]

    assert all(hurts)
