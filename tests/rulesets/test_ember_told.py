"""What players of Ember read about what they do."""

from __future__ import annotations

from roguelike.automation.automation import Stop, interruption
from roguelike.automation.rest import Rest
from roguelike.content.loader import load_ruleset
from roguelike.engine.events import Harm, Harmed
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from tests.watching import watch

EMBER = load_ruleset("ember")
LEGEND = {"r": "rat"}


def test_an_enchantment_is_told_with_the_new_plus() -> None:
    """That is what the player wants to know."""
    game = draw("@...", EMBER, inventory=["scroll of enchantment"])

    assert "It gleams: dagger +1." in watch(game, "i", "d", "u", "a").last.text()


def test_a_missile_is_told_with_its_damage() -> None:
    """Like a blow."""
    game = draw("@..r", EMBER, legend=LEGEND)
    game.world.level.actors[1].hit_points = game.world.level.actors[1].max_hit_points = 1000
    again: list[str | float] = ["f", 1.0]

    assert "The dart hits the rat for " in "\n".join(watch(game, "t", "c", "enter", 1.0, *again * 5).texts())


def test_a_rest_tells_how_much_oil_it_burned() -> None:
    """It is its price."""
    game = draw("@...", EMBER, hit_points=30)
    before, rest = game.world.player.gauges["oil"], Rest()
    while not isinstance(command := rest.next(observe(game.world)), Stop):
        game.play(command)

    assert f"You feel rested (oil burned: {before - game.world.player.gauges['oil']})." == command.reason


def test_poison_that_stops_an_automation_is_named() -> None:
    """The log itself is silent about it."""
    me = draw("@...", EMBER).world.player.ref

    assert Stop("The poison hurts you.") == interruption(Harmed(me, 1, Harm.POISON))
    assert Stop("You are hurt.") == interruption(Harmed(me, 1, Harm.OTHER))
