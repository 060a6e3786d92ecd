"""Aiming in Ember: the flight, the affected actors, and the fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Mark
from roguelike.content.loader import load_ruleset
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.terrain import change
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.ui.screens.aim import BURST, OWN_CELL
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
LEGEND = {",": "grass"}
MEADOW = """
    ##############
    #@..,,r......#
    #...,,.......#
    #............#
    ##############
"""
DART, FIRST = ("t", "c"), ("t", "d")
"""Aim a dart, or the first thing carried beside what one has from the start."""
TAME = ("i", "e", "u")
"""Aim the second of those to use it."""


def game_with(*carried: str, picture: str = MEADOW, mood: Mood = Mood.HUNTING, known: bool = True) -> Game:
    """Begin a game with these things, and with all potions identified by default."""
    game = draw(picture, EMBER, legend=LEGEND, inventory=carried)
    game.world.knowledge.identified = sorted(EMBER.items) if known else []
    for actor in game.world.level.actors[1:]:
        actor.mood = mood
    return game


def marks(canvas: Canvas, mark: Mark) -> set[tuple[int, int]]:
    """Return the cells of the map that are marked so."""
    rows = canvas.rows[:5]
    return {(x, y) for y, row in enumerate(rows) for x, each in enumerate(row[:14]) if each.style.mark is mark}


def test_a_dart_shows_its_flight_and_hit_chance() -> None:
    """Sleepers within three cells are never missed; farther away there is no sneak attack."""
    awake = watch(game_with(), *DART).last
    asleep = watch(game_with(mood=Mood.ASLEEP), *DART).last
    beside = watch(game_with(mood=Mood.ASLEEP, picture=MEADOW.replace("..,,r...", "..r,....")), *DART).last

    assert (6, 1) == awake.cursor
    assert {(x, 1) for x in range(2, 6)} == marks(awake, Mark.TRACE)
    assert "rat: about -4 HP (hit 91%, kill 10%)" in awake.text()
    assert "rat: about -4 HP (hit 91%, kill 10%)" in asleep.text()
    assert "rat: killed" in beside.text()
    assert "(hit" not in beside.text()


@pytest.mark.parametrize(
    ("keys", "deed"),
    [
        (DART, "Throw a dart"),
        (FIRST, "Throw an oil flask"),
        (("t", "L"), "Throw lamp oil"),
        (TAME, "Aim the wand of taming"),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_the_aim_names_the_item_and_its_target(keys: tuple[str, ...], deed: str, size: tuple[int, int]) -> None:
    """Above the log, before the keys, on every screen."""
    watched = watch(game_with("oil flask", "wand of taming"), *keys, "l", size=size)
    rows = [canvas.text().splitlines()[size[1] - 4] for canvas in watched.after[-2:]]

    assert rows[0].startswith(f"{deed} at: rat")
    assert rows[1].startswith(f"{deed} at: floor")


def test_a_flask_of_oil_shows_its_burst_and_lights_the_grass() -> None:
    """There is no mention of fire without fuel."""
    near, far = watch(game_with("oil flask"), *FIRST).last, watch(game_with("oil flask"), *FIRST, *["l"] * 4).last

    assert {(6, 1), (5, 1), (7, 1), (6, 2)} == marks(near, Mark.AREA) | marks(near, Mark.CURSOR)
    assert BURST == near.rows[2][6].style.background
    assert "rat: burning for 8 turns, lights the grass" in near.text()
    assert "lights" not in far.text()


def test_the_players_own_cell_is_red_in_a_burst() -> None:
    """And firing asks first."""
    watched = watch(game_with("oil flask"), *FIRST, *["h"] * 4, "f")
    near = watched.after[-2]

    assert OWN_CELL == near.rows[1][1].style.background
    assert "you: burning for 4 turns" in near.text()
    assert "This will affect you. Fire anyway?" in watched.last.text()


@pytest.mark.parametrize(
    ("picture", "underfoot", "turns"),
    [
        ("@,,,,,r.", "grass", "5 turns"),
        ("@.....\n,,,,r.", "grass", "4 turns"),
        ("@,,,..r.", "grass", ""),
        ("@,,,,,r.", "floor", ""),
        ("@,,,,,r.", "shallow water", ""),
    ],
)
def test_fire_that_can_spread_to_the_player_is_confirmed(picture: str, underfoot: str, turns: str) -> None:
    """It spreads over adjacent fuel, and harms a player who stands on it."""
    game = game_with("oil flask", picture=picture)
    change(game.world, 1 << game.world.player.cell, underfoot)
    watched = watch(game, *FIRST, "enter")
    aim, told = watched.after[2], f"ire can reach you in {turns}"

    assert bool(turns) is (f"f{told}" in " ".join(aim.text().split()))
    assert bool(turns) is (OWN_CELL == aim.rows[0][0].style.background)
    assert bool(turns) is (f"F{told}. Fire anyway?" in " ".join(watched.last.text().split()))


def test_fire_cannot_reach_an_immune_player() -> None:
    """The grass underfoot burns, and does no harm."""
    game = game_with("oil flask", picture="@,,,,,r.")
    change(game.world, 1 << game.world.player.cell, "grass")
    afflict(game.world, game.world.player, EMBER.conditions["fireproof"], 20)

    assert "can reach you" not in " ".join(watch(game, *FIRST).last.text().split())


def test_an_ally_in_the_line_of_fire_is_confirmed() -> None:
    """Though the one behind is meant."""
    game = game_with(picture="@..o..r")
    game.world.level.actors[1].side = Side.PLAYER
    watched = watch(game, *DART, "f")

    assert "orc: about -3 HP" in watched.after[-2].text()
    assert "This will hit your orc. Fire anyway?" in watched.last.text()


def test_a_target_in_view_around_a_corner_is_hit() -> None:
    """The path of the dart is drawn clear of the wall."""
    aimed = watch(game_with(picture="@...\n..#r"), *DART).last

    assert {(1, 0), (2, 0)} == marks(aimed, Mark.TRACE)
    assert "rat: about -4 HP" in aimed.text()


def test_the_burst_of_an_unidentified_potion_has_no_preview() -> None:
    """No hint either: the text is the same for all kinds."""
    told = {watch(game_with(name, known=False), *FIRST).last.text().splitlines()[21] for name in ("potion of fire",)}

    assert {"effect unknown"} == {line.strip() for line in told}


def test_a_wand_shows_its_effect_on_the_target() -> None:
    """How likely it is to be won over; or that it will be gone."""
    game = game_with("wand of taming", "wand of sending", picture="@...o")
    orc = game.world.level.actors[1]
    orc.hit_points = orc.max_hit_points // 4
    for slot in (3, 4):
        game.world.player.inventory.slots[slot].charges = 1  # type: ignore[union-attr]

    assert "orc: 75% to join you" in watch(game, "i", "d", "u").last.text()
    assert "orc: teleported far away" in watch(game, "i", "e", "u").last.text()
