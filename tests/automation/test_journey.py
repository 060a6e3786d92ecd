"""Travelling to a known cell of another level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.journey import Journey
from roguelike.automation.travel import Travel, path_to
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import TakeStairs
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.known_level import visited_level
from roguelike.engine.observation import observe
from roguelike.narration.places import places_elsewhere
from tests.automation.driving import drive
from tests.dark import dark, put_to
from tests.drawn_levels import with_levels
from tests.effort import some
from tests.every import every

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

TOP = "##########\n#@....>..#\n##########"
MIDDLE = "##########\n#.<....>.#\n##########"
BOTTOM = "##########\n#.<......#\n##########"


def go(game: Game, way: Exit) -> None:
    """Walk to the stairs and take them."""
    stairs = game.world.level.exit_at(way)
    assert stairs is not None
    drive(game, Travel(stairs))
    game.play(TakeStairs(way.value))  # type: ignore[arg-type]


def test_it_takes_the_stairs_of_every_level_between(arena: RuleSet) -> None:
    """There and back, and no further than the cell."""
    game = new_game(with_levels(arena, TOP, MIDDLE, BOTTOM))
    go(game, Exit.DOWN)
    go(game, Exit.DOWN)

    assert "You have arrived." == drive(game, Journey(1, Point(8, 1))).reason
    assert (1, Point(8, 1)) == (game.world.depth, game.world.player.at)
    assert "You have arrived." == drive(game, Journey(3, Point(8, 1))).reason
    assert (3, Point(8, 1)) == (game.world.depth, game.world.player.at)


def test_it_stops_where_no_stairs_are_known(arena: RuleSet) -> None:
    """A level can be left by a fall."""
    game = new_game(with_levels(arena, "####\n#@.#\n####", BOTTOM))

    assert ([], "You have not seen any stairs down.") == drive(game, Journey(2, Point(8, 1)))


def test_it_stops_for_an_enemy_on_the_path_and_goes_on_when_repeated(arena: RuleSet) -> None:
    """One stop for each reason."""
    game = new_game(with_levels(dark(arena), TOP, MIDDLE, BOTTOM.replace("...#", ".o.#")))
    put_to(Mood.ASLEEP, game)
    go(game, Exit.DOWN)
    go(game, Exit.UP)

    first = drive(game, Journey(3, Point(8, 1)))
    assert "An orc comes into view." == first.reason
    assert 3 == game.world.depth


def empty(game: Game) -> None:
    """Show the player the whole level, and take its monsters away."""
    level = game.world.level
    for actor in [each for each in level.actors if not each.is_player]:
        level.remove(actor)
    level.look(cells_of(level.grid.inside))


@pytest.mark.slow
@every("seed", range(some(5)))
def test_an_item_seen_three_levels_away_is_reached(seed: int) -> None:
    """On levels that the generator made, with one key for each stop; hordes come as they do."""
    game = new_game(load_ruleset("ember"), seed)
    empty(game)
    seen = observe(game.world)
    dry = [cell for cell in sorted(seen.lying) if seen.level.terrain[cell] == FLOOR and seen.safe >> cell & 1]
    reached = {at for at in map(seen.level.grid.point, dry) if path_to(seen, at)}
    for _ in range(3):
        go(game, Exit.DOWN)
        empty(game)
    known = places_elsewhere([visited_level(game.world, 1)], game.world.depth)
    goal = next(place.at for place in known if place.is_item and place.at in reached)
    reasons: list[str] = []
    while (game.world.depth, game.world.player.at) != (1, goal) and len(reasons) < 20:
        reasons.append(drive(game, Journey(1, goal)).reason)
        empty(game)

    assert "You have arrived." == reasons[-1], reasons
    assert len(reasons) <= 3, reasons
