"""Kills."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.events import PLAYER_ID, ActorRef, Died, Struck
from roguelike.engine.geometry import Point
from roguelike.store.tally import Tally

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

HERE = Point(1, 1)


def player(stage: RuleSet) -> ActorRef:
    """Return the player's name in events."""
    return ActorRef(PLAYER_ID, stage.player)


def monster(stage: RuleSet, name: str) -> ActorRef:
    """Return a monster's name in events."""
    return ActorRef(7, stage.monsters[name])


def test_the_dead_are_counted_by_kind_the_most_frequent_first(stage: RuleSet) -> None:
    """That is the order in which the summary lists them."""
    tally = Tally()
    for name in ("orc", "troll", "troll"):
        tally.count(Died(monster(stage, name), HERE, player(stage)))

    assert [("troll", 2), ("orc", 1)] == list(tally.most_killed.items())


def test_those_who_die_out_of_sight_count_too(stage: RuleSet) -> None:
    """A fireball round the corner kills as well."""
    tally = Tally()
    tally.count(Died(monster(stage, "orc"), HERE, player(stage), seen=False))

    assert {"orc": 1} == tally.most_killed


def test_nothing_but_deaths_counts(stage: RuleSet) -> None:
    """A wound is no kill, and the player is none of the dead."""
    tally = Tally()
    tally.count(Struck(player(stage), monster(stage, "orc"), 3))
    tally.count(Died(player(stage), HERE, monster(stage, "orc")))

    assert {} == tally.most_killed
