"""Predicted turns until enemies kill the player, compared with simulated fights."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.narration.examine import examine
from roguelike.narration.threat import MAX_ROUNDS, company, turns_to_live
from tests.effort import some

if TYPE_CHECKING:
    from roguelike.engine.game import Game

GAMES = some(60)
SURE = 4
"""Standard errors; the seeds are fixed."""

DUEL = "###\n#@M\n###"
SURROUNDED = "####\n#MM#\n#@M#\n####"
IN_A_ROW = "######\n#@MMM#\n######"


def begin(picture: str, monster: str, rules: str = "ember", seed: int = 1, **ails: int) -> Game:
    """Begin a fight with enemies that hunt a player with some conditions."""
    game = draw(picture, load_ruleset(rules), seed=seed, legend={"M": monster}, hit_points=30)
    for actor in game.world.level.actors[1:]:
        actor.mood = Mood.HUNTING
    for name, turns in ails.items():
        afflict(game.world, game.world.player, game.world.ruleset.conditions[name], turns)
    return game


def survived(game: Game) -> int:
    """Return the turn in which an inactive player dies."""
    while game.world.outcome is None:
        game.play(Wait())
    return game.world.turn


@pytest.mark.parametrize(
    ("picture", "monster", "rules", "ails"),
    [
        (DUEL, "orc", "ember", {}),
        (DUEL, "orc", "ember:gentle", {}),
        (DUEL, "jackal", "ember", {}),
        (DUEL, "ogre", "ember", {}),
        (DUEL, "grass viper", "ember", {}),
        (DUEL, "web spider", "ember", {"poisoned": 12}),
        (DUEL, "orc", "ember", {"shielded": 8, "poisoned": 6}),
        (DUEL, "orc", "ember", {"held": 4}),
        (SURROUNDED, "jackal", "ember", {}),
        (SURROUNDED, "grass viper", "ember", {}),
        (IN_A_ROW, "orc", "ember", {}),
    ],
)
def test_enemies_kill_in_the_predicted_number_of_turns(
    picture: str, monster: str, rules: str, ails: dict[str, int]
) -> None:
    """At any speed; with poison and shields, in packs as room permits, and in gentle games."""
    seen = observe(begin(picture, monster, rules, **ails).world)
    foe = seen.enemies[0]
    told = turns_to_live(seen, [foe, *company(seen, foe)])
    turns = [survived(begin(picture, monster, rules, seed, **ails)) for seed in range(1, GAMES + 1)]

    assert told is not None
    error = statistics.stdev(turns) / math.sqrt(GAMES)
    assert abs(told - statistics.mean(turns)) <= SURE * error + 0.25


def lines_about(game: Game, at: Point) -> tuple[str, ...]:
    """Return the lines about a cell."""
    found = examine(observe(game.world), at)
    return () if found is None else found.lines


def test_a_pack_is_described_beside_the_examined_monster() -> None:
    """With as many as there is room for; a single monster has no such line."""
    alone, pack, row = (lines_about(begin(each, "jackal"), Point(2, 1)) for each in (DUEL, SURROUNDED, IN_A_ROW))

    assert not any(line.startswith("with ") for line in (*alone, *row))
    assert any(line.startswith("with 2 others in about ") for line in pack)
    assert {line for line in alone if line.startswith("kills you in")} & set(pack)


def test_long_fights_are_not_computed_to_their_end() -> None:
    """A rat in front of the best armour."""
    game = begin(DUEL, "rat")
    armour = game.world.player.inventory.worn("armour")
    assert armour is not None
    armour.plus = 20

    assert f"kills you in over {MAX_ROUNDS} turns" in lines_about(game, Point(2, 1))


def test_webs_that_hold_the_player_are_reported() -> None:
    """One try in three gets free, and four rounds end it: two or three turns."""
    far = begin("#####\n#@.M#\n#####", "web spider", held=4)
    near = begin(DUEL, "web spider", held=4)

    assert "You are stuck for about 2 turns" in lines_about(far, Point(3, 1))
    assert not any("stuck" in line for line in lines_about(near, Point(2, 1)))


def in_hand(game: Game, weapon: str) -> None:
    """Put a carried weapon in the player's hand immediately."""
    for each in game.world.player.inventory.slots:
        if each is not None and each.kind.equips == "weapon":
            each.worn = each.kind.name == weapon


def test_kills_with_a_slow_weapon_are_counted_in_turns() -> None:
    """An attack with a mace takes two, so that the numbers of both sides can be compared."""
    game = draw(DUEL, load_ruleset("ember"), legend={"M": "orc"}, inventory=["mace", "sword"])
    told = []
    for weapon in ("sword", "mace"):
        in_hand(game, weapon)
        told.append([line for line in lines_about(game, Point(2, 1)) if line.startswith("kill it")])

    assert [["kill it in about 4 turns"], ["kill it in about 6 turns"]] == told


def test_the_most_of_a_slow_attack_covers_all_its_turns() -> None:
    """Two orcs attack twice each during the swing of a mace."""
    game = draw(SURROUNDED, load_ruleset("ember"), legend={"M": "orc"}, inventory=["mace"])
    plain = lines_about(game, Point(2, 1))
    in_hand(game, "mace")
    heavy = lines_about(game, Point(2, 1))

    assert "this turn at most 24" in plain
    assert not any("(an attack)" in line for line in plain)
    assert {"this turn at most 24", "in 2 turns (an attack) at most 48"} < set(heavy)
