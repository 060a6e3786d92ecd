"""Alternatives for the last turns of a game, with the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.autoplay.decisions import SHOWN, TRIES, last_decisions
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Label, Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.narration.decisions import spoken
from tests.recordings import record

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.narration.decisions import Decision
    from tests.recordings import Recorded

EMBER = load_ruleset("ember")
EAST, WEST = Move(Direction.EAST), Move(Direction.WEST)


def duel() -> Game:
    """Return a player with a healing potion who cannot kill the ogre in one hit, but dies of one of its hits."""
    game = draw(
        "#o@..#",
        EMBER,
        legend={"o": "orc"},
        inventory=["potion of healing"],
        hit_points=3,
    )
    game.world.knowledge.identified = sorted(name for name, kind in EMBER.items.items() if kind.disguised)
    return game


def decided(recorded: Recorded) -> list[Decision]:
    """Return the decisions of a whole game."""
    return [each for each in last_decisions(recorded) if each is not None]


def after(*commands: Command) -> Recorded:
    """Return the duel with these commands."""
    return record(duel, commands)


def test_each_choice_has_its_odds_and_the_bot_finds_the_one_that_saves() -> None:
    """The attack was fatal; the potion is not."""
    decision = decided(after(WEST))[0]
    lived = {choice.command: choice.lived for choice in (decision.taken, *decision.others)}

    assert "attack the orc" == decision.taken.command
    assert lived["use the potion of healing"] > lived["attack the orc"]
    assert all(0 <= each <= TRIES for each in lived.values())
    assert len(lived) == 1 + len(decision.others)
    assert not decision.is_the_bots
    assert spoken(decision).startswith(
        "Turn 0, HP 3, at most 8 lost. You: attack the orc (strike), lived 1 of 6; Bot: use the potion "
    )


def test_the_last_decisions_come_first_without_free_commands() -> None:
    """As many as are shown at most."""
    recorded = record(lambda: draw("#@..#", EMBER, inventory=["dart"]), [Label(0, "mine"), *[EAST, WEST] * 8])
    found = decided(recorded)

    assert SHOWN == len(found)
    assert sorted((each.turn for each in found), reverse=True) == [each.turn for each in found]
    assert ["step west", "step east"] == [each.taken.command for each in found[:2]]
    assert 1 == len(decided(record(duel, [Wait(), Label(0, "mine")])))


def test_the_same_game_has_the_same_decisions_and_stays_as_it_is() -> None:
    """No clock and no other chance decides."""
    recorded = after(Wait(), WEST)

    assert decided(recorded) == decided(recorded)
    assert after(Wait(), WEST).rows == recorded.rows


def test_a_game_that_plays_out_differently_today_has_none() -> None:
    """Another game may differ at the first command."""
    recorded = after(Wait(), WEST)
    recorded.make = lambda: draw("#.@..#", EMBER)

    assert [] == decided(recorded)
