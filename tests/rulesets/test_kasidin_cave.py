"""The cave of `kasidin`, who lives in it, and what is seen of it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point, king_distance
from roguelike.engine.instances import PLAYER_ID
from roguelike.engine.kinds import FLOOR, NOTHING, WALL, Glyph
from roguelike.engine.mapgen.caves import Caves
from roguelike.engine.mapgen.tables import Dweller
from roguelike.engine.rng import PCG32
from roguelike.engine.rules.sights import Permissive
from roguelike.engine.scenario import draw
from tests.watching import Size, cells, spot, watch

if TYPE_CHECKING:
    from roguelike.engine.plan import Plan
    from roguelike.engine.ruleset import RuleSet
    from roguelike.ui.canvas import Canvas

BLACK = (0, 0, 0)
DIGESTS = {1: "c8866c309a98bf76", 42: "8b57d9ea7df497a6"}
STARTS = {1: (20, 65), 42: (75, 39)}
FIELD = "\n".join(["#" * 100, "#@" + "." * 97 + "#", *["#" + "." * 98 + "#"] * 60, "#" * 100])


@pytest.fixture(scope="module")
def kasidin() -> RuleSet:
    """Give the rule set, read once."""
    return load_ruleset("kasidin")


@pytest.fixture(scope="module")
def plans(kasidin: RuleSet) -> dict[int, Plan]:
    """Give the levels whose digests are published, by the seed that makes them."""
    return {seed: kasidin.generator.generate(kasidin, PCG32(seed)) for seed in DIGESTS}


@pytest.mark.rows("P-K2", "P-K3", "P-K4", "P-K5")
@pytest.mark.parametrize("seed", DIGESTS)
def test_the_level_is_the_published_cave(plans: dict[int, Plan], seed: int) -> None:
    """A hundred by a hundred, 45 walls in a hundred, five passes: any other number is another cave."""
    plan = plans[seed]
    text = "".join("." if plan.terrain_at(at) == FLOOR else "#" for at in plan.grid.points())

    assert (100, 100) == (plan.grid.width, plan.grid.height)
    assert DIGESTS[seed] == hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.rows("P-K6")
@pytest.mark.parametrize("seed", STARTS)
def test_the_player_starts_on_the_published_cell(plans: dict[int, Plan], seed: int) -> None:
    """The next random floor after the cave is made."""
    assert STARTS[seed] == plans[seed].start


@pytest.mark.rows("P-K7")
def test_fifty_kestrels_are_tried(kasidin: RuleSet) -> None:
    """Each on one random floor; only one whose cell is taken is left out."""
    counts = [len(kasidin.generator.generate(kasidin, PCG32(seed)).monsters) for seed in range(8)]

    assert 50 == max(counts)
    assert min(counts) > 45


@pytest.mark.rows("P-K2", "P-K3", "P-K7")
def test_the_numbers_of_the_cave_are_the_published_ones(kasidin: RuleSet) -> None:
    """As the loaded rule set has them."""
    expected = Caves(
        width=100, height=100, walls=45, passes=5, tries=50, residents=(Dweller(kasidin.monsters["kestrel"], 1),)
    )

    assert expected == kasidin.generator


@pytest.mark.rows("P-K7", "P-K8")
def test_player_and_kestrels_look_as_published(kasidin: RuleSet) -> None:
    """There is no other kind of creature."""
    assert ["kestrel"] == list(kasidin.monsters)
    assert Glyph("k", (166, 0, 0)) == kasidin.monsters["kestrel"].glyph
    assert Glyph("@", (197, 139, 5)) == kasidin.player.glyph


@pytest.mark.rows("P-K8")
def test_creatures_are_numbered_from_the_player_on(kasidin: RuleSet) -> None:
    """The player is 1, and the numbers count up in order of creation."""
    level = new_game(kasidin, 3).world.level
    numbers = [actor.id for actor in level.actors]

    assert level.actors[0].is_player
    assert PLAYER_ID == 1
    assert list(range(1, len(numbers) + 1)) == numbers


@pytest.mark.rows("P-K9")
def test_walls_and_floor_look_as_published(kasidin: RuleSet) -> None:
    """A full block in brown and a grey dot; there is nothing to see where nothing is, nor where it was seen before."""
    blank = Glyph(" ", BLACK)

    assert Glyph("█", (155, 75, 0)) == kasidin.terrain[WALL].glyph
    assert Glyph(".", (128, 128, 128)) == kasidin.terrain[FLOOR].glyph
    assert blank == kasidin.terrain[NOTHING].glyph
    assert {blank} == {terrain.remembered for terrain in kasidin.terrain}
    assert [False, False, True] == [terrain.walkable for terrain in kasidin.terrain]
    assert [True, True, False] == [terrain.opaque for terrain in kasidin.terrain]


@pytest.mark.rows("P-K1", "P-K9")
def test_on_the_screen_they_look_so_too(kasidin: RuleSet) -> None:
    """On black, like all that was ever drawn there."""
    canvas = watch(draw("####\n#@k#\n####", kasidin)).last
    rows = [cells(canvas, 0, y, 4) for y in (1, 2, 3)]

    assert ["████", "█@k█", "████"] == ["".join(cell.char for cell in row) for row in rows]
    assert {BLACK} == {cell.style.background for row in rows for cell in row}
    assert [(155, 75, 0), (197, 139, 5), (166, 0, 0)] == [rows[1][x].style.foreground for x in range(3)]


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
    """To the corners of the square, and not one cell further."""
    middle = Point(30, 30)
    rows = ["." * 61 for _ in range(61)]
    rows[30] = "." * 30 + "@" + "." * 30
    level = draw("\n".join(rows), kasidin).world.level

    assert Permissive(radius=25) == kasidin.sight
    assert all(level.is_visible(at) == (king_distance(middle, at) <= 25) for at in level.grid.points())


@pytest.mark.rows("P-K10")
def test_walls_hide_what_is_behind_them(kasidin: RuleSet) -> None:
    """The sight is permissive: it goes past a corner, and not through a wall."""
    level = draw("@.#.\n..#.\n....\n....", kasidin).world.level

    assert not level.is_visible(Point(3, 0))
    assert level.is_visible(Point(2, 0))
    assert level.is_visible(Point(3, 2))


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
