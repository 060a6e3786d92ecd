"""The game's own rule set: no document describes it, so the catalogs hold what it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.engine.commands import Move
from roguelike.engine.geometry import Point, direction_to
from roguelike.engine.parts.minds import Chase, Erratic, Skirmish, Wander
from roguelike.engine.rules.flight import launch
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator
from roguelike.play.perspective import Perspective
from tests.catalog import GAMES_OF_CLASSIC, LOOKS_OF_CLASSIC, games, looks

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet


@pytest.mark.slow
def test_the_games_that_the_bot_plays_end_as_they_did() -> None:
    """A change to a number of a fight, an item or a monster shows here in the results of forty games.

    Where a change is meant, `python -m tests.catalog` writes the catalog again, and the table in `docs/classic.md` and
    the rule set's version may need a change.
    """
    assert GAMES_OF_CLASSIC.read_text(encoding="utf-8").splitlines() == games("classic").splitlines()


def test_everything_looks_and_reads_as_it_did() -> None:
    """Glyphs, colours and texts."""
    assert LOOKS_OF_CLASSIC.read_text(encoding="utf-8").splitlines() == looks("classic").splitlines()


def test_monsters_think_as_the_manual_says(classic: RuleSet) -> None:
    """How long each looks for the player, how often one flits and one throws: `docs/classic.md` has these figures."""
    minds = {kind.name: kind.mind for kind in classic.monsters.values()}

    assert {
        "kestrel": Erratic(flits=50, memory=3),
        "kobold slinger": Skirmish(distance=3, throws=60, memory=3),
        "orc": Chase(memory=3),
        "orc brute": Wander(memory=5),
        "troll": Chase(memory=6),
    } == minds


def test_monsters_leave_the_items_in_the_manual(classic: RuleSet) -> None:
    """The chances in a hundred, in the order in which they are tried."""
    drops = {kind.name: [(drop.item, drop.chance) for drop in kind.drops] for kind in classic.monsters.values()}

    assert {
        "kestrel": [],
        "kobold slinger": [("health potion", 15)],
        "orc": [("health potion", 10)],
        "orc brute": [("fireball scroll", 15), ("health potion", 15)],
        "troll": [("health potion", 50)],
    } == drops


def killed_on_a_potion(classic: RuleSet, picture: str, *taken: Point) -> tuple[Game, list[str]]:
    """Return a game in which the player has just killed an orc on a potion, and its messages."""
    game = draw(picture, classic)
    level = game.world.level
    orc = level.actors[1]
    for at in (orc.at, *taken):
        level.put(Item(classic.items["health potion"]), at)
    orc.hit_points = 1
    events: list[AnyEvent] = []
    while orc.is_alive:
        events += game.play(Move(direction_to(game.world.player.at, orc.at)))
    told = map(Narrator(classic).tell, events)
    return game, [message.text for message in told if message is not None]


@pytest.mark.parametrize(("picture", "goal"), [("...\n@o.\n...", (1, 0)), ("#!.\n@o!\n#..", (2, 0)), ("@o", (0, 0))])
def test_an_item_under_a_dying_actor_is_pushed_aside(classic: RuleSet, picture: str, goal: tuple[int, int]) -> None:
    """It goes to the first empty cell beside, clockwise from the north, with a message."""
    game, told = killed_on_a_potion(classic, picture)

    assert ["health potion"] == [item.kind.name for item in game.world.level.items_at(Point(*goal))]
    assert "The health potion is pushed aside." in told


def test_an_item_that_has_nowhere_to_go_is_crushed(classic: RuleSet) -> None:
    """A message says so."""
    game, told = killed_on_a_potion(classic, "@o", Point(0, 0))

    assert ["health potion"] == [item.kind.name for item in game.world.level.items_at(Point(0, 0))]
    assert "The health potion is crushed." in told


def test_a_death_by_another_monster_is_not_a_kill_of_the_player(classic: RuleSet) -> None:
    """A stone of a slinger that hits an orc brings no points."""
    game = draw("@.........o..s", classic, legend={"s": "kobold slinger"})
    orc, slinger = game.world.level.actors[1:]
    orc.hit_points = 1
    perspective = Perspective(game)
    while orc.is_alive:
        launch(game.world, classic.projectiles["stone"], slinger.ref, slinger.at, orc.at)
        while perspective.is_moving:
            perspective.tick()

    assert 0 == perspective.score
    assert {} == perspective.world.tally.kills
