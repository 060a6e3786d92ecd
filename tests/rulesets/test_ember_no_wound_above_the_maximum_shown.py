"""No wound above the maximum shown: of monsters, missiles, breath, falls, gases, burning, and the player's bursts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Harm, Harmed, Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point, chebyshev_distance, direction_to
from roguelike.engine.kinds.limits import FALL_DAMAGE
from roguelike.engine.observation import observe
from roguelike.engine.preview import harmful_step, preview_use
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.rules.most_damage import most_this_turn
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.condition import Condition
from roguelike.engine.state.feature import Feature
from roguelike.narration.aiming import told
from roguelike.narration.examine import examine
from tests.drawn_levels import Drawn
from tests.effort import some
from tests.every import every

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.observation import Observation

EMBER = load_ruleset("ember")
STRIKERS = sorted(
    name for name, kind in EMBER.monsters.items() if kind.stats.attack or (kind.mind is not None and kind.mind.fuse)
)
BURNING = 3
LASTING = {Harm.FIRE: BURNING, Harm.POISON: 1}
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
    for seed in range(some(2)):
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


@pytest.mark.parametrize("picture", ["ooo\no@o\nooo", "#####\no@Oo.\n#####", ".j...\nj@..C\n.K..."])
def test_ember_no_slow_attack_above_the_maximum_of_its_turns(picture: str) -> None:
    """While a mace swings, everything strikes twice, and who waits behind steps up."""
    for seed in range(20):
        game = draw(picture, EMBER, seed=seed, inventory=["mace"])
        me = game.world.player
        for each in me.inventory.slots:
            if each is not None and each.kind.equips == "weapon":
                each.worn = each.kind.name == "mace"
        foe = next(each for each in game.world.level.actors[1:] if chebyshev_distance(each.at, me.at) == 1)
        foe.hit_points = 1 if seed % 2 else 500
        most, me.hit_points = most_this_turn(observe(game.world), 2), 10_000
        dealt = wounds(tuple(game.play(Move(direction_to(me.at, foe.at)))), -1)

        assert most is not None
        assert sum(damage for _, damage in dealt) <= most


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


DEPTHS = ("chasm", "cleft", "well", "pit", "trapdoor", "covered pit")
FALL = re.compile(r"down to the next level, at most -(\d+) HP")


def harms(events: Iterable[AnyEvent]) -> list[int]:
    """Return the damage of each harm to the player."""
    return [each.damage for each in events if isinstance(each, Harmed) and each.victim.is_player]


@pytest.mark.parametrize("depth", DEPTHS)
def test_ember_no_fall_above_the_maximum_of_its_question(depth: str) -> None:
    """Of every depth that can be stepped into, by 60 seeds; what is no depth is not known to fall."""
    level = ("....\n.@..\n....",) * 2
    rules = attrs.evolve(EMBER, generator=Drawn(level), depths=2)
    fallen, most = [], set()
    for seed in range(60):
        game = new_game(rules, seed)
        there, here = game.world.player.at.step(Direction.EAST), game.world.level
        if depth in EMBER.features:
            here.set_feature(here.grid.index(there), Feature(EMBER.features[depth]))
        else:
            here.set_terrain(there, here.code(depth))
        (question,) = harmful_step(observe(game.world), Direction.EAST)
        named = FALL.search(told(question.who, question.harm))
        assert named is not None
        fallen += harms(game.play(Move(Direction.EAST)))
        most.add(int(named[1]))
        assert 2 == game.world.depth

    assert {max(fallen)} == most


def test_every_kind_of_depth_of_ember_is_tried() -> None:
    """Or a new one would go unseen."""
    grounds = {kind.name for kind in EMBER.terrain if kind.falls}

    assert grounds | {kind.name for kind in EMBER.features.values() if kind.falls} == set(DEPTHS)


HOLE = "#####\n#...#\n#.@.#\n#...#\n#####"


def most_around(game: Game) -> int:
    """Return the most HP that examining the player's own cell names as the cost of a turn, or of an explosion."""
    found = examine(observe(game.world), game.world.player.at)
    assert found is not None
    return max(map(int, re.findall(r"(?<=at most )\d+|\d+(?= HP a turn)", " ".join(found.lines))), default=0)


def waited(game: Game, turns: int) -> list[int]:
    """Wait, and return the damage of each harm to the player."""
    return harms(event for _ in range(turns) for event in game.play(Wait()))


@pytest.mark.parametrize("gas", sorted(EMBER.gases))
@pytest.mark.parametrize("volume", [60, 2000])
def test_ember_no_gas_does_more_damage_than_shown(gas: str, volume: int) -> None:
    """Breathed, thin or thick, or lit: each wound is within what examining the cell named before, flames included."""
    hardest = 0
    for seed in range(20):
        game = draw(HOLE, EMBER, seed=seed)
        me, level = game.world.player, game.world.level
        me.hit_points = me.max_hit_points = 1000
        release(game.world, EMBER.gases[gas], me.at, volume)
        most = most_around(game)
        breathed = waited(game, 3)
        assert all(damage <= most for damage in breathed), (breathed, most)

        release(game.world, EMBER.gases[gas], me.at, volume)
        kindle(game.world, 1 << level.grid.index(Point(1, 2)) | 1 << me.cell, 3)
        most = max(most, most_around(game))
        lit = waited(game, 6)
        assert lit
        assert all(damage <= most for damage in lit), (lit, most)
        hardest = max(hardest, *lit)

    assert (hardest > BURNING) == bool(EMBER.gases[gas].explodes)


def test_ember_no_flame_does_more_damage_than_its_question_says() -> None:
    """A step into fire asks and names the cost of a turn; nothing of it, nor of burning on, is above that."""
    for seed in range(60):
        game = draw("#@..#", EMBER, seed=seed)
        kindle(game.world, 1 << game.world.level.grid.index(Point(2, 0)), 3)
        (question,) = harmful_step(observe(game.world), Direction.EAST)
        cost = re.search(r"burning for \d+ turns \((\d+) HP a turn\)", told(question.who, question.harm))
        assert cost is not None
        burned = harms([*game.play(Move(Direction.EAST)), *(e for _ in range(6) for e in game.play(Wait()))])

        assert burned
        assert all(damage <= int(cost[1]) for damage in burned)


@pytest.mark.parametrize("lasting", ["burning", "poisoned", "caustic gas", "fire"])
def test_ember_a_turn_with_lasting_harm_is_within_its_maximum(lasting: str) -> None:
    """Burning, poison, and the flames and gas about the player count beside the blows of the enemies in view."""
    reached = 0
    for seed in range(20):
        game = draw('#####\n#o@"#\n#####', EMBER, seed=seed, legend={'"': "grass"})
        me, level = game.world.player, game.world.level
        me.hit_points = me.max_hit_points = 1000
        bare = most_this_turn(observe(game.world))
        if lasting in EMBER.conditions:
            me.conditions[lasting] = Condition(EMBER.conditions[lasting], 5)
        elif lasting == "fire":
            kindle(game.world, 1 << level.grid.index(Point(3, 1)) | 1 << me.cell, 3)
        else:
            release(game.world, EMBER.gases[lasting], me.at, 200)
        most = most_this_turn(observe(game.world))
        dealt = harms(game.play(Wait()))

        assert bare is not None
        assert most is not None
        assert bare < most
        assert sum(dealt) <= most, (dealt, most)
        reached += bool(dealt)
    assert reached
