"""Barrels of oil in Ember: pushed by steps, stuck where they would block a path, lost in deep liquids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.automation.explore import Explore
from roguelike.automation.repeat import Repeat
from roguelike.automation.run import Run
from roguelike.automation.travel import Travel
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.events import FeatureActed, Pushed, Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.features import FeatureKind
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import harmful_step, preview_throw
from roguelike.engine.restore import restore
from roguelike.engine.rules.fire import kindle, light
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.feature import Feature
from roguelike.narration.narrator import Narrator
from tests.automation.driving import drive
from tests.dark import others, scene

if TYPE_CHECKING:
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
EAST = Direction.EAST
LEGEND = {"T": "oil barrel", "~": "deep water", ":": "chasm", "'": "open door", ",": "grass", ">": "stairs down"}
HALL = "......\n{}\n......"
NARRATOR = Narrator(EMBER)


def hall(row: str, picture: str = HALL) -> Game:
    """Start a game in a hall with a drawn row, in which all monsters sleep."""
    return scene(picture.format(row), EMBER, Mood.ASLEEP, legend=LEGEND)


def barrels(game: Game) -> list[Point]:
    """Return the cells of barrels."""
    level = game.world.level
    return [level.grid.point(cell) for cell, each in sorted(level.features.items()) if each.kind.name == "oil barrel"]


def told(game: Game, direction: Direction = EAST) -> list[str]:
    """Step, and return its messages."""
    messages = [NARRATOR.tell(event) for event in game.play(Move(direction))]
    return [message.text for message in messages if message is not None]


@pytest.mark.parametrize("behind", [".", ","])
def test_a_step_pushes_a_barrel_on_and_takes_its_place(behind: str) -> None:
    """On bare floor and grass, in one turn; its cell is saved."""
    game = hall(f".@T{behind}..")
    before = game.world.round

    assert ["You push the oil barrel."] == told(game)
    assert [Point(3, 1)] == barrels(game)
    assert Point(2, 1) == game.world.player.at
    assert 1 == game.world.round - before
    again = restore(EMBER, snapshot(game.world))
    assert {*again.world.level.features} == {*game.world.level.features}
    assert ["You push the oil barrel."] == told(game)


def test_a_barrel_is_pushed_along_a_diagonal() -> None:
    """Like a step of the player."""
    game = hall("..T...", "......\n......\n.@....\n{}\n......\n......")
    game.play(Move(Direction.SOUTH_EAST))

    assert [Point(3, 4)] == barrels(game)


@pytest.mark.parametrize("row", [".@To..", ".@TT..", ".@T#..", ".@T>..", ".@T'..", ".@T!..", "...@T"])
def test_a_barrel_with_something_behind_it_is_stuck(row: str) -> None:
    """A sleeper, a barrel, a wall, stairs, a door, an item, the end of the map: refused, at no cost."""
    game = scene(HALL.replace("......", "." * len(row)).format(row), EMBER, Mood.ASLEEP, legend={**LEGEND, "!": "dart"})
    before, where = game.world.round, barrels(game)

    assert ["The barrel is stuck: something is behind it, or it would shut the way."] == told(game)
    assert (before, where) == (game.world.round, barrels(game))


@pytest.mark.parametrize("picture", ["######\n{}\n######", "....##\n{}\n....##"])
def test_a_barrel_never_shuts_a_way(picture: str) -> None:
    """It also cannot go into a corridor, which it would block."""
    game = hall(".@T...", picture) if "....##" not in picture else hall("..@T..", picture)

    assert Refused(Reason.STUCK) in game.play(Move(EAST))


@pytest.mark.parametrize(("deep", "name"), [("~", "deep water"), (":", "chasm")])
def test_a_barrel_is_gone_in_the_deep(deep: str, name: str) -> None:
    """The message names the terrain."""
    game = hall(f".@T{deep * 3}")

    assert [f"You push the oil barrel into the {name}: it is gone."] == told(game)
    assert not barrels(game)
    assert Point(2, 1) == game.world.player.at


def test_a_barrel_pushed_to_sleepers_burns_them_and_chains() -> None:
    """The aim shows the cells within 2 of both barrels."""
    game = hall("@T..oT.o.o", "..........\n{}\n..........")
    game.play(Move(EAST))
    game.play(Move(Direction.WEST))
    assert [Point(2, 1), Point(5, 1)] == barrels(game)
    shown = preview_throw(EMBER.items["oil flask"], observe(game.world), Point(3, 1))
    level = game.world.level
    light(game.world, 1 << level.grid.index(Point(3, 1)), 3)

    assert [] == barrels(game)
    assert Point(7, 1) in shown.area
    assert Point(9, 1) not in shown.area
    assert [True, True, False] == [bool(level.burning >> each.cell & 1) for each in others(game)]


def test_no_barrel_is_pushed_into_fire() -> None:
    """The step is refused, and nothing bursts."""
    game = hall(".@T...")
    kindle(game.world, 1 << game.world.level.grid.index(Point(4, 1)), 5)
    events = list(game.play(Move(EAST)))

    assert Refused(Reason.NEAR_FIRE) in events
    assert not any(isinstance(event, Pushed | FeatureActed) for event in events)


def test_a_hidden_trap_behind_a_barrel_is_covered_and_not_given_away() -> None:
    """The step neither asks nor is refused."""
    game = hall(".@T...")
    level = game.world.level
    level.set_feature(level.grid.index(Point(3, 1)), Feature(EMBER.features["bell trap"], hidden=True))

    assert [] == harmful_step(observe(game.world), EAST)
    assert ["You push the oil barrel."] == told(game)
    assert [Point(3, 1)] == barrels(game)


def test_automations_never_push_and_walk_round() -> None:
    """Neither exploring, travelling, running nor a repeated step."""
    drawn = "########\n{}\n#......#\n#......#\n########"
    for automation in (Explore(), Travel(Point(6, 1)), Travel(Point(3, 1)), Run(EAST), Repeat(Move(EAST), 5)):
        game = hall("#@.T...#", drawn)
        drive(game, automation)
        assert [Point(3, 1)] == barrels(game)
    game = hall("#@.T...#", drawn)
    drive(game, Travel(Point(6, 1)))
    assert Point(6, 1) == game.world.player.at


def test_monsters_walk_round_barrels() -> None:
    """Only the player pushes."""
    game = scene("@.T.o\n.....", EMBER, Mood.HUNTING, legend=LEGEND)
    events = [event for _ in range(3) for event in game.play(Move(Direction.WEST))]

    assert not any(isinstance(event, Pushed) for event in events)
    assert [Point(2, 0)] == barrels(game)


def test_only_blocking_features_can_be_pushed() -> None:
    """A trap that is pushed is refused when it is loaded."""
    with pytest.raises(ValueError, match="'pushed' is for what blocks 'walk'"):
        FeatureKind(name="crate", glyph=EMBER.features["oil barrel"].glyph, pushed=True)
