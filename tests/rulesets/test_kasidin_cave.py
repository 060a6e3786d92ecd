"""The cave of `kasidin`, who lives in it, and what is seen of it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike import cli
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import roll
from roguelike.engine.events import PLAYER_ID
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point, king_distance
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw
from roguelike.tutorials.combat import Constant
from tests.chosen_seeds import game_of_level
from tests.engine.mapgen.plans import floors, is_connected, monster_cells, plan_of, start_of, with_generator
from tests.sight_pictures import GAPS, plain, seen
from tests.watching import Size, cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.ui.canvas import Canvas

BLACK = (0, 0, 0)
DIGESTS = {1: "c8866c309a98bf76", 42: "8b57d9ea7df497a6"}
STARTS = {1: (20, 65), 42: (75, 39)}
STATES = {1: 0xED9B8F53DCE26D2B, 42: 0xF0A0D16956857330}
"""By the state with which a level begins, the published cave, the player's cell, and the state after the cave."""
GAPS_SEEN = """
    .   ...
    ..  ..# ..#
    ..##..#...#
    ..........#
    ...@......#
    ......#...#
    ##....#
     .......
     ###..##
"""
FIELD = "\n".join(["#" * 100, "#@" + "." * 97 + "#", *["#" + "." * 98 + "#"] * 60, "#" * 100])


@pytest.fixture(scope="module")
def kasidin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("kasidin")


@pytest.mark.rows("P-K2", "P-K3", "P-K4", "P-K5", "P-K6")
@pytest.mark.parametrize("seed", DIGESTS)
def test_the_level_is_the_published_cave(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A hundred by a hundred, 45 walls in a hundred, five passes: any other number is another cave, or start."""
    assert 0 == cli.main(["map", "--rules", "kasidin", "--seed", str(game_of_level(seed))])
    rows = capsys.readouterr().out.splitlines()
    text = "".join(rows).replace("█", "#").replace("k", ".")
    x, y = STARTS[seed]

    assert [100] * 100 == [len(row) for row in rows]
    assert "@" == rows[y][x]
    assert DIGESTS[seed] == hashlib.sha256(text.replace("@", ".").encode()).hexdigest()[:16]


@pytest.mark.rows("K4-20", "P-K7")
@pytest.mark.parametrize("tries", [50, 1000])
@pytest.mark.parametrize("seed", STATES)
def test_kestrels_live_on_the_next_random_floors(kasidin: RuleSet, seed: int, tries: int) -> None:
    """Fifty are tried from the published state on: x, then y, until there is floor; who finds it taken is left out."""
    rules = kasidin if tries == 50 else with_generator(kasidin, tries=tries)
    level = plan_of(new_game(rules, game_of_level(seed)))
    replay, floor = PCG32(STATES[seed]), floors(level)
    taken: list[Point] = []
    for _ in range(1 + tries):
        at = Point(0, 0)
        while at not in floor:
            x = roll(replay, 0, 99)
            at = Point(x, roll(replay, 0, 99))
        if at not in taken:
            if taken:
                roll(replay, 0, 0)  # which of the one kind
            taken.append(at)

    assert taken == [start_of(level), *monster_cells(level)]
    assert (tries == 50) == (len(taken) == 1 + tries)
    assert {"kestrel"} == {kind.name for kind, _ in level.monsters}


@pytest.mark.rows("P-K4", "P-K5")
def test_a_cave_is_one_area_of_at_least_half_of_all_cells(kasidin: RuleSet) -> None:
    """Small caves that do not come out so are begun again; the first two rows and columns are wall, and the last."""
    for seed in range(12):
        level = plan_of(new_game(with_generator(kasidin, width=40, height=40), seed))

        assert is_connected(level)
        assert 2 * len(floors(level)) >= 40 * 40
        assert all(2 <= at.x <= 38 and 2 <= at.y <= 38 for at in floors(level))


@pytest.mark.rows("P-K8")
def test_creatures_are_numbered_from_the_player_on(kasidin: RuleSet) -> None:
    """The player is 1, and the numbers count up in order of creation."""
    level = new_game(kasidin, 3).world.level
    numbers = [actor.id for actor in level.actors]

    assert level.actors[0].is_player
    assert PLAYER_ID == 1
    assert list(range(1, len(numbers) + 1)) == numbers


@pytest.mark.rows("P-K1", "P-K7", "P-K8", "P-K9")
def test_walls_floor_and_creatures_look_as_published(kasidin: RuleSet) -> None:
    """On black, like all that was ever drawn there."""
    canvas = watch(draw("#####\n#@k.#\n#####", kasidin)).last
    rows = [cells(canvas, 0, y, 5) for y in (1, 2, 3)]

    assert ["█████", "█@k.█", "█████"] == ["".join(cell.char for cell in row) for row in rows]
    assert {BLACK} == {cell.style.background for row in rows for cell in row}
    assert [(155, 75, 0), (197, 139, 5), (166, 0, 0), (128, 128, 128)] == [
        cell.style.foreground for cell in rows[1][:4]
    ]


@pytest.mark.rows("P-K9")
def test_nothing_is_remembered(kasidin: RuleSet) -> None:
    """What is out of sight is blank again, though it was seen a turn ago."""
    picture = """
        #######
        #...#.#
        #.@.#.#
        #...###
        ###.###
        #.....#
        #######
    """
    game = draw(picture, kasidin)
    steps = [Direction.EAST, Direction.SOUTH, Direction.SOUTH, Direction.SOUTH, Direction.WEST, Direction.WEST]
    before = watch(game).last
    for direction in steps:
        game.play(Move(direction))
    after = watch(game).last
    level = game.world.level

    assert not kasidin.remembers
    assert "." == before.rows[2][1].char
    assert not level.is_visible(Point(1, 1))
    assert level.is_explored(Point(1, 1))
    assert " " == after.rows[2][1].char
    for at in level.grid.points():
        assert level.is_visible(at) or " " == after.rows[at.y + 1][at.x].char


@pytest.mark.rows("P-K10")
def test_the_player_sees_a_square_of_25(kasidin: RuleSet) -> None:
    """To the corners of the square, and not one cell further, wherever the player walks."""
    middle = Point(30, 30)
    rows = ["." * 61 for _ in range(61)]
    rows[30] = "." * 29 + "@" + "." * 31
    game = draw("\n".join(rows), kasidin)
    game.play(Move(Direction.EAST))
    level = game.world.level

    assert 2601 == sum(map(level.is_visible, level.grid.points()))
    assert all(level.is_visible(at) == (king_distance(middle, at) <= 25) for at in level.grid.points())


@pytest.mark.rows("P-K10")
def test_walls_hide_what_is_behind_them(kasidin: RuleSet) -> None:
    """The sight is permissive: narrow slits beside walls stay open; 77 cells of the published hall are seen."""
    game = draw(GAPS, kasidin)
    game.play(Wait())

    assert plain(GAPS_SEEN) == seen(game)
    assert 77 == sum(not char.isspace() for char in seen(game))


@pytest.mark.rows("K4-13")
def test_a_kestrel_sees_from_wherever_it_is_seen_within_seven_cells(kasidin: RuleSet) -> None:
    """In the published hall: it comes without a draw from every cell of the picture, and else steps by one number."""
    rows = plain(GAPS).splitlines()
    shown = plain(GAPS_SEEN).splitlines()
    for y, row in enumerate(rows):
        for x in (x for x, glyph in enumerate(row) if glyph == "."):
            with_kestrel = [*rows[:y], f"{row[:x]}k{row[x + 1 :]}", *rows[y + 1 :]]
            game = draw("\n".join(with_kestrel), attrs.evolve(kasidin, combat=Constant()))
            game.play(Wait())

            assert (shown[y].ljust(11)[x] == ".") == (PCG32(1) == game.world.rng), (x, y)


@pytest.mark.rows("P-K1", "P-K11")
def test_the_player_is_always_on_the_map(kasidin: RuleSet) -> None:
    """However small the display is, the map scrolls with the player, a cave of any size fits on it."""
    for size in ((80, 24), (66, 50), (40, 15)):
        for seed in (1, 2):
            canvas = watch(lambda seed=seed: new_game(kasidin, seed), Size(*size)).last  # type: ignore[misc]
            x, y = spot(canvas, "@")

            assert (197, 139, 5) == canvas.rows[y][x].style.foreground
            assert 0 <= x < size[0] - 20
            assert 1 <= y < size[1] - 4


@pytest.mark.rows("P-K11")
def test_the_map_follows_a_walk(kasidin: RuleSet) -> None:
    """A corridor of a hundred cells is longer than the map is wide."""
    game = draw("#" * 100 + "\n@" + "." * 99 + "\n" + "#" * 100, kasidin)
    watched = watch(game, *["right"] * 99)

    assert Point(99, 1) == game.world.player.at
    assert all(_shows_player(canvas) for canvas in watched.frames)


def _shows_player(canvas: Canvas) -> bool:
    return any("@" == cell.char for cell in canvas.rows[2][:60])


@pytest.mark.rows("P-K12")
def test_another_seed_is_another_cave(kasidin: RuleSet) -> None:
    """Whatever the seed comes from, it is all that decides."""
    caves = {bytes(new_game(kasidin, seed).world.level.terrain) for seed in (1, 2, 3, 1)}

    assert 3 == len(caves)


@pytest.mark.rows("P-K11")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_player_stays_in_the_middle_of_the_map(kasidin: RuleSet, size: tuple[int, int]) -> None:
    """Whatever is outside may show: nothing at all (ruling D33)."""
    frames = [
        *watch(lambda: new_game(kasidin, 1), *"hjkl", size=size).frames,
        *watch(draw(FIELD, kasidin), *"l" * 60, *"j" * 40, size=size).frames,
    ]

    assert {((size[0] - 20) // 2, 1 + (size[1] - 5) // 2)} == {spot(canvas, "@") for canvas in frames}


@pytest.mark.rows("P-K11")
def test_a_cursor_that_leaves_the_map_takes_it_along(kasidin: RuleSet) -> None:
    """Looking further than the screen reaches; then the player is in the middle again."""
    watched = watch(draw(FIELD, kasidin), "x", *"l" * 40, "escape")
    middle = spot(watched.after[0], "@")

    assert [middle] * 30 == [spot(canvas, "@") for canvas in watched.after[1:31]]
    assert "@" not in watched.after[41].text()
    assert (30, 10) == watched.after[41].cursor
    assert middle == spot(watched.last, "@")
