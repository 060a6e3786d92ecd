"""The game's own rule set: no document describes it, so the catalogs hold what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.engine.minds.chase import Chase
from roguelike.engine.minds.erratic import Erratic
from roguelike.engine.minds.skirmish import Skirmish
from roguelike.engine.minds.wander import Wander
from tests.catalog import GAMES_OF_CLASSIC, LOOKS_OF_CLASSIC, SEEDS, entry, games, looks, read

if TYPE_CHECKING:
    from roguelike.engine.ruleset import RuleSet


def test_the_games_that_the_bot_plays_end_as_they_did() -> None:
    """Whoever changes a number of a fight, an item or a monster sees here how forty games go now.

    Where a change is meant, `python -m tests.catalog` writes the catalog anew, and the table in `docs/playing.md` and
    the rule set's version want a look.
    """
    assert GAMES_OF_CLASSIC.read_text(encoding="utf-8").splitlines() == games("classic").splitlines()


def test_everything_looks_and_reads_as_it_did() -> None:
    """Glyphs, colours and texts."""
    assert LOOKS_OF_CLASSIC.read_text(encoding="utf-8").splitlines() == looks("classic").splitlines()


def test_the_levels_are_those_of_the_catalog() -> None:
    """The numbers of the generator."""
    assert [read("classic")[seed] for seed in SEEDS] == [entry("classic", seed) for seed in SEEDS]


def test_monsters_think_as_the_manual_says(classic: RuleSet) -> None:
    """How long each looks for the player, how often one flits and one throws: `docs/playing.md` has these figures."""
    minds = {kind.name: kind.mind for kind in classic.monsters.values()}

    assert {
        "kestrel": Erratic(flits=50, memory=3),
        "kobold slinger": Skirmish(distance=3, throws=60, memory=3),
        "orc": Chase(memory=3),
        "orc brute": Wander(memory=5),
        "troll": Chase(memory=6),
    } == minds


def test_monsters_leave_what_the_manual_says(classic: RuleSet) -> None:
    """The chances in a hundred, in the order in which they are tried."""
    drops = {kind.name: [(drop.item, drop.chance) for drop in kind.drops] for kind in classic.monsters.values()}

    assert {
        "kestrel": [],
        "kobold slinger": [("health potion", 15)],
        "orc": [("health potion", 10)],
        "orc brute": [("fireball scroll", 15), ("health potion", 15)],
        "troll": [("health potion", 50)],
    } == drops
