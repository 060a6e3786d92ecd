"""The hit points of a game, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use, Wait
from roguelike.engine.events import ActorRef, Harm, Harmed, Struck, TurnEnded
from roguelike.engine.scenario import draw
from roguelike.narration.health import Blow, HealthRecord
from roguelike.play.perspective import Perspective

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

EMBER = load_ruleset("ember")


def test_every_turn_and_hit_is_recorded(fixture_rules: RuleSet) -> None:
    """Hits have the hit points before and after them, including the fatal one."""
    game = draw("#o@#", fixture_rules, hit_points=2)
    perspective = Perspective(game)
    for _ in range(2):
        perspective.tell(game.play(Wait()))

    assert [Blow(1, "orc", 1, 2, 1), Blow(2, "orc", 1, 1, 0)] == list(perspective.narration.health.blows)
    assert [2, 1, 0] == perspective.narration.health.values
    assert 0 == perspective.narration.health.first_turn


def test_healing_counts(fixture_rules: RuleSet) -> None:
    """The plot goes up again."""
    game = draw("#@#..T", fixture_rules, hit_points=5, inventory=["health potion"])
    perspective = Perspective(game)
    perspective.tell(game.play(Use(0)))

    assert game.world.player.hit_points == perspective.narration.health.by_turn[-1] > 5


def test_lasting_damage_is_one_hit() -> None:
    """Four turns of poison must not hide the attacker."""
    viper, poison = ActorRef(7, EMBER.monsters["grass viper"]), EMBER.conditions["poisoned"]
    you = ActorRef(1, EMBER.player)
    record = HealthRecord(0, 9, 40)
    for turn in range(1, 4):
        if turn == 1:
            record.note(Struck(viper, you, 1))
        record.note(Harmed(you, 1, Harm.POISON, poison))
        record.note(TurnEnded(turn))

    assert [Blow(1, "grass viper", 1, 9, 8), Blow(3, "poisoned", 3, 8, 5)] == list(record.blows)
