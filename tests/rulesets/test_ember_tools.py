"""The tools of Ember: what each does to those who meet it, and what it promises before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, ThrowItem, Use, Wait
from roguelike.engine.events import Reason, Refused
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.preview import harmful_step, preview_throw
from roguelike.engine.restore import restore
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from tests.rulesets.drawn_rooms import EMBER, told

if TYPE_CHECKING:
    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EAST, WEST = Direction.EAST, Direction.WEST
SPARK = load_ruleset("spark")


def others(game: Game) -> list[Actor]:
    """Return all actors but the player."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def hunting(game: Game) -> Actor:
    """Set the only monster of a level on the player, and return it."""
    (monster,) = others(game)
    monster.mood, monster.noticed_on = Mood.HUNTING, game.world.turn
    return monster


def covers(game: Game, name: str) -> list[tuple[int, int]]:
    """Return the cells with a cover of that name."""
    level = game.world.level
    cells = (level.grid.point(cell) for cell, code in enumerate(level.cover) if level.kinds[code].name == name)
    return [(cell.x, cell.y) for cell in cells]


def test_caltrops_cover_five_cells() -> None:
    """A plus, on the floor alone: the preview shows the same cells."""
    game = draw(
        """
        ........
        @.......
        ........
        """,
        EMBER,
        inventory=["caltrops"],
    )
    shown = preview_throw(EMBER.items["caltrops"], observe(game.world), Point(5, 1)).area
    game.play(ThrowItem(0, Point(5, 1)))

    assert [(5, 0), (4, 1), (5, 1), (6, 1), (5, 2)] == covers(game, "caltrops")
    assert set(covers(game, "caltrops")) == {tuple(cell) for cell in shown}


def test_caltrops_wound_a_hunter_and_hold_it_for_a_turn() -> None:
    """It comes all the same, by the nearest way; each cell serves once."""
    game = draw("@...c..o", EMBER, legend={"c": "caltrops"})
    orc = hunting(game)
    orc.hit_points = orc.max_hit_points = 100
    where = []
    for _ in range(6):
        game.play(Wait())
        where.append(orc.at.x)

    assert [6, 5, 4, 4, 3, 2] == where
    assert 97 < orc.hit_points < 100
    assert [] == covers(game, "caltrops")


def test_caltrops_wake_those_within_seven_steps() -> None:
    """Of its blows and its own steps nobody hears anything."""
    game = draw("@" + "." * 20 + "c.o" + "." * 4 + "j", EMBER, legend={"c": "caltrops"})
    orc, jackal = others(game)
    orc.mood, orc.noticed_on, orc.relentless = Mood.HUNTING, game.world.turn, True
    jackal.mood = Mood.ASLEEP
    game.play(Wait())
    asleep = jackal.mood
    game.play(Wait())

    assert (Mood.ASLEEP, Point(21, 0)) == (asleep, orc.at)
    assert Mood.ASLEEP is not jackal.mood


def test_what_flies_passes_over_caltrops() -> None:
    """And leaves them where they are."""
    game = draw("@..c..B", EMBER, legend={"c": "caltrops", "B": "cave bat"})
    bat = hunting(game)
    for _ in range(8):
        game.play(Wait())

    assert bat.hit_points == bat.max_hit_points
    assert [(3, 0)] == covers(game, "caltrops")


def test_the_player_is_asked_before_stepping_into_caltrops() -> None:
    """Examining says the price before; then it is paid."""
    game = draw("@c...", EMBER, legend={"c": "caltrops"}, hit_points=20)
    asked = harmful_step(observe(game.world), EAST)
    text = told(game, Point(1, 0))
    game.play(Move(EAST))
    wounds = 20 - game.world.player.hit_points
    game.play(Move(EAST))
    stuck = game.world.player.at
    game.play(Move(EAST))

    assert ["caltrops"] == [each.into.name for each in asked]
    assert "takes 2 damage and cannot step on for a turn" in text
    assert (2, Point(1, 0), Point(2, 0)) == (wounds, stuck, game.world.player.at)


def test_smoke_blocks_sight_for_six_turns_and_leaves_what_was_there() -> None:
    """Nine cells; the grass and the web that it hid are there again."""
    game = draw(
        """
        ...,....
        @..,.w.o
        ...,....
        """,
        EMBER,
        inventory=["smoke pot"],
        legend={"w": "web", ",": "grass"},
    )
    (orc,) = others(game)
    orc.mood = Mood.ASLEEP
    game.play(ThrowItem(0, Point(4, 1)))
    first = [game.world.level.is_visible(orc.at)]
    for _ in range(6):
        game.play(Wait())
        first.append(game.world.level.is_visible(orc.at))

    assert [False] * 6 + [True] == first
    assert [(3, 0), (3, 1), (3, 2)] == covers(game, "grass")
    assert [(5, 1)] == covers(game, "web")
    assert {} == game.world.level.covering


def test_smoke_fills_three_by_three_and_is_saved() -> None:
    """A game that is loaded in it loses it on the same round."""
    game = draw("\n".join(["......."] * 2 + ["@......"] + ["......."] * 2), EMBER, inventory=["smoke pot"])
    game.play(ThrowItem(0, Point(4, 2)))
    loaded = restore(EMBER, snapshot(game.world))
    for each in (game, loaded):
        assert [(x, y) for y in (1, 2, 3) for x in (3, 4, 5)] == covers(each, "smoke")
        for _ in range(6):
            each.play(Wait())
        assert [] == covers(each, "smoke")


@pytest.mark.parametrize("smoky", [True, False])
def test_a_hunter_loses_the_player_in_smoke(*, smoky: bool) -> None:
    """Three archers of four cells away; without smoke they keep on."""
    lost = 0
    for seed in range(20):
        game = draw(
            """
            ..............
            @............o
            ..............
            """,
            EMBER,
            seed=seed,
            inventory=["smoke pot"],
        )
        orc = hunting(game)
        game.world.player.covered = True
        game.play(ThrowItem(0, Point(1, 1)) if smoky else Wait())
        for _ in range(3):
            game.play(Wait())
        lost += orc.mood is Mood.ROAMING

    assert lost == (20 if smoky else 0)


NOOK = """
    #########.#
    #@........#
    #########.#
    ........o.#
    #########.#
    ........,.#
    """


def roamed(command: Command, turns: int) -> tuple[Game, Actor]:
    """Return a game in which an orc roams two rows below the player, who leaves the corridor to it."""
    game = draw(NOOK, EMBER, inventory=["candle"], legend={",": "grass"})
    (orc,) = others(game)
    orc.mood, game.world.level.waypoints = Mood.ROAMING, [Point(0, 5)]
    game.play(command)
    game.world.level.move(game.world.player, Point(9, 0))
    for _ in range(turns):
        orc.mood = Mood.ROAMING
        game.play(Wait())
    return game, orc


def test_a_candle_lures_those_who_roam_and_goes_out_under_them() -> None:
    """They come before they go where they would have gone, and then go on there."""
    lured, orc = roamed(Use(0), 7)
    burning, came = covers(lured, "candle"), []
    for _ in range(3):
        lured.play(Wait())
        came.append(orc.at)
    _, other = roamed(Wait(), 7)

    assert [(1, 1)] == burning
    assert Point(1, 1) in came
    assert [] == covers(lured, "candle")
    assert 5 == other.at.y


def test_a_candle_shows_what_is_beside_it_until_it_gutters() -> None:
    """From afar, in the dark; examining it tells how long."""
    game = draw("@" + "." * 20, EMBER, inventory=["candle"])
    game.play(Use(0))
    game.world.level.move(game.world.player, Point(20, 0))
    seen, texts = [], [told(game, Point(0, 0))]
    for _ in range(200):
        game.play(Wait())
        seen.append(game.world.level.is_visible(Point(1, 0)))
        texts.append(told(game, Point(0, 0)))

    assert [True] * 199 + [False] == seen
    assert "Guttering candle in 180 turns." in texts[0]
    assert "Gone in 1 turn." in texts[199]


def test_a_candle_needs_a_floor() -> None:
    """In deep water nothing happens, and it is kept."""
    game = draw("@...", EMBER, inventory=["candle"])
    level = game.world.level
    level.set_terrain(game.world.player.at, level.code("deep water"))
    events = game.play(Use(0))

    assert [Reason.NO_FLOOR] == [each.reason for each in events if isinstance(each, Refused)]
    assert game.world.player.inventory.at(0) is not None
