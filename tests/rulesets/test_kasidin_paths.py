"""The ways of the kestrels of `kasidin`: A* from the player, as the document describes it (K4-1 to K4-14).

Chasms stand for walls here: they cannot be walked on, and hide nobody, so that every kestrel sees the player.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.dice import roll
from roguelike.engine.events import Moved, Struck
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import WALL
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.tutorials.perception import Square
from tests.sight_pictures import plain
from tests.textbook_paths import SPIRAL, Occupancy, textbook_search

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

OPEN = "\n".join(["." * 10] * 10)
CHASM = {"#": "chasm"}


@pytest.fixture(scope="module")
def kasidin() -> RuleSet:
    """Return the rules with chasms, and kestrels that see far and do no harm."""
    rules = load_ruleset("kasidin")
    chasm = attrs.evolve(rules.terrain[WALL], name="chasm", blocks=("walk", "missile"))
    kestrel = attrs.evolve(rules.monsters["kestrel"], stats=Stats())
    return attrs.evolve(
        rules, perception=Square(radius=20), terrain=(*rules.terrain, chasm), monsters={"kestrel": kestrel}
    )


def place(level: str, start: tuple[int, int], goal: tuple[int, int], rules: RuleSet) -> Game:
    """Return a game on this level with the player at the start of all ways, and a kestrel at their goal."""
    things = {start: "@", goal: "k"}
    rows = plain(level).splitlines()
    picture = ["".join(things.get((x, y), glyph) for x, glyph in enumerate(row)) for y, row in enumerate(rows)]
    return draw("\n".join(picture), rules, legend=CHASM)


def way(game: Game) -> list[Point]:
    """Return the cells of the kestrel, turn by turn, until it strikes or stays where it is."""
    kestrel = game.world.level.actors[1]
    cells = [kestrel.at]
    while any(isinstance(event, Moved) for event in game.play(Wait())):
        cells.append(kestrel.at)
    return cells


@pytest.mark.rows("K4-1", "K4-7", "K4-10", "K4-12", "K4-14")
@pytest.mark.parametrize(
    ("level", "start", "goal", "steps"),
    [
        (SPIRAL, (0, 0), (5, 4), 27),
        (SPIRAL, (0, 0), (9, 8), 17),
        (SPIRAL, (9, 0), (0, 9), 18),
        (SPIRAL, (4, 4), (0, 0), 26),
        (OPEN, (0, 0), (9, 9), 18),
        (OPEN, (0, 0), (9, 0), 9),
    ],
)
def test_a_kestrel_comes_by_a_way_of_the_published_length(
    kasidin: RuleSet, level: str, start: tuple[int, int], goal: tuple[int, int], steps: int
) -> None:
    """Its own cell is the first of the way and the player's the last, into which the last step is a blow."""
    game = place(level, start, goal, kasidin)
    cells = way(game)

    assert steps == len(cells)
    assert Point(*goal) == cells[0]
    assert [True] * (steps - 1) == [abs(a.x - b.x) + abs(a.y - b.y) == 1 for a, b in pairwise(cells)]
    assert Struck(game.world.level.actors[1].ref, game.world.player.ref, 0) in game.play(Wait())


@pytest.mark.rows("K4-8", "K4-14")
def test_a_kestrel_to_whom_no_way_leads_waits(kasidin: RuleSet) -> None:
    """It sees the player across a chasm without a gap, and draws no number."""
    game = place("\n".join(["...#..."] * 4), (0, 0), (6, 0), kasidin)

    assert [Point(6, 0)] == way(game)
    assert PCG32(1) == game.world.rng


@pytest.mark.rows("K4-1", "K4-2", "K4-3", "K4-4", "K4-5", "K4-6", "K4-10")
def test_every_step_is_that_of_the_textbook_search(kasidin: RuleSet) -> None:
    """Order of neighbours, estimate and ties: of many shortest ways it is the same one, cell by cell."""
    chance = PCG32(5)
    walked = 0
    for _ in range(60):
        rows = ["".join("...#"[roll(chance, 0, 3)] for _ in range(9)) for _ in range(7)]
        start, goal = ((roll(chance, 0, 8), roll(chance, 0, 6)) for _ in range(2))
        if start == goal:
            continue
        game = place("\n".join(rows), start, goal, kasidin)
        ground = Occupancy("\n".join(rows))
        ground.floors |= {Point(*start), Point(*goal)}
        cells = way(game)
        for at, following in pairwise(cells):
            searched = textbook_search(Point(*start), at, ground)
            assert searched is not None
            assert (at, following) == (searched[0], searched[1])
        walked += len(cells) - 1

    assert walked > 150


@pytest.mark.rows("K4-9")
def test_where_the_player_stands_need_not_be_walkable_but_where_the_kestrel_does(kasidin: RuleSet) -> None:
    """Whoever stands over a chasm is come for all the same, and comes no more."""
    over = len(kasidin.terrain) - 1
    fallen, falling = (place("...", (0, 0), (2, 0), kasidin) for _ in range(2))
    fallen.world.level.set_terrain(Point(0, 0), over)
    falling.world.level.set_terrain(Point(2, 0), over)

    assert [Point(2, 0), Point(1, 0)] == way(fallen)
    assert [Point(2, 0)] == way(falling)
