"""The kasidin tutorial, row by row: paths, turns, dice and combat (K4), and the cave of the weeks before (P-K)."""

from __future__ import annotations

import hashlib
from itertools import pairwise, product
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike import cli
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.dice import roll, step
from roguelike.engine.events import Died, Moved, Reason, Refused, Struck, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point, chebyshev_distance
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.kinds.terrain import WALL
from roguelike.engine.rng import PCG32
from roguelike.engine.scenario import draw, picture
from roguelike.tutorials.perception import Square
from tests.chosen_seeds import game_of_level, seed_after, seed_before
from tests.dice_vectors import INPUTS_PER_FACE, LAST_ACCEPTED, OUTPUTS, REJECTED_INPUTS, STATES_AFTER_TEN, STEPS
from tests.engine.mapgen.plans import boxes, floors, is_connected, monster_cells, plan_of, start_of, with_generator
from tests.every import every
from tests.rulesets.reading import WHITE, ground, in_view, levels, monsters, only, play, texts, told
from tests.sight_pictures import GAPS, plain, seen
from tests.textbook_paths import SPIRAL, Occupancy, textbook_search
from tests.watching import Size, cells, spot, watch, words

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet

KASIDIN, CHARGRID = load_ruleset("kasidin"), load_ruleset("chargrid")
STURDY = attrs.evolve(KASIDIN, player=attrs.evolve(KASIDIN.player, hit_points=999))
"""The rules with a player too sturdy for kestrels to kill."""

EAST, WEST, NORTH, SOUTH = Direction.EAST, Direction.WEST, Direction.NORTH, Direction.SOUTH
BY_TOP_BITS = (NORTH, SOUTH, EAST, WEST)
"""Where a kestrel that sees nobody goes; y grows downwards here (ruling D20)."""
BLACK = (0, 0, 0)


def after_rolls(*steps: int, seed: int = 1) -> tuple[list[int], PCG32]:
    """Return the rolls of dice of these steps, and the generator after them."""
    rng = PCG32(seed)
    return [step(rng, number) for number in steps], rng


def after_draws(count: int, seed: int = 1) -> PCG32:
    """Return the generator after `count` numbers."""
    rng = PCG32(seed)
    for _ in range(count):
        rng.next_u32()
    return rng


# K4-1 to K4-12: the ways of the kestrels. Chasms stand for walls: they hide nobody, so every kestrel sees the player


def with_chasms() -> RuleSet:
    """Return the rules with chasms, and kestrels that see far and do no harm."""
    chasm = attrs.evolve(KASIDIN.terrain[WALL], name="chasm", blocks=("walk", "missile"))
    kestrel = attrs.evolve(KASIDIN.monsters["kestrel"], stats=Stats())
    rules = attrs.evolve(KASIDIN, terrain=(*KASIDIN.terrain, chasm), monsters={"kestrel": kestrel})
    return attrs.evolve(rules, perception=Square(radius=20))


CHASMS = with_chasms()
OPEN = ground(10, 10, {})


def place(level: str, start: tuple[int, int], goal: tuple[int, int]) -> Game:
    """Return a game on this level with the player at the start of all ways, and a kestrel at their goal."""
    things = {start: "@", goal: "k"}
    rows = plain(level).splitlines()
    pictured = ["".join(things.get((x, y), glyph) for x, glyph in enumerate(row)) for y, row in enumerate(rows)]
    return draw("\n".join(pictured), CHASMS, legend={"#": "chasm"})


def way(game: Game) -> list[Point]:
    """Return the cells of the kestrel, turn by turn, until it strikes or stays where it is."""
    (kestrel,) = monsters(game)
    passed = [kestrel.at]
    while only(Moved, game.play(Wait())):
        passed.append(kestrel.at)
    return passed


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
    level: str, start: tuple[int, int], goal: tuple[int, int], steps: int
) -> None:
    """Its own cell is the first of the way and the player's the last, into which the last step is a blow."""
    game = place(level, start, goal)
    passed = way(game)

    assert (steps, goal) == (len(passed), passed[0])
    assert {1} == {abs(a.x - b.x) + abs(a.y - b.y) for a, b in pairwise(passed)}
    assert Struck(monsters(game)[0].ref, game.world.player.ref, 0) in game.play(Wait())


@pytest.mark.rows("K4-1", "K4-2", "K4-3", "K4-4", "K4-5", "K4-6", "K4-10")
def test_every_step_is_that_of_the_textbook_search() -> None:
    """Order of neighbours, estimate and ties: of many shortest ways it is the same one, cell by cell."""
    chance = PCG32(5)
    walked = 0
    for _ in range(60):
        rows = "\n".join("".join("...#"[roll(chance, 0, 3)] for _ in range(9)) for _ in range(7))
        start, goal = (Point(roll(chance, 0, 8), roll(chance, 0, 6)) for _ in range(2))
        if start == goal:
            continue
        passed = way(place(rows, start, goal))
        ground_of = Occupancy(rows)
        ground_of.floors |= {start, goal}
        for at, following in pairwise(passed):
            searched = textbook_search(start, at, ground_of)
            assert searched is not None
            assert [at, following] == list(searched[:2])
        walked += len(passed) - 1

    assert walked > 150


@pytest.mark.rows("K4-8", "K4-9", "K4-14")
@pytest.mark.parametrize(
    ("rows", "above", "expected"),
    [("...#...\n...#...", None, [(6, 0)]), ("...", (0, 0), [(2, 0), (1, 0)]), ("...", (2, 0), [(2, 0)])],
    ids=["a chasm between", "the player over one", "the kestrel over one"],
)
def test_a_kestrel_to_whom_no_way_leads_waits(
    rows: str, above: tuple[int, int] | None, expected: list[tuple[int, int]]
) -> None:
    """And draws no number. Where the player stands need not be walkable, but where the kestrel does."""
    game = place(rows, (0, 0), expected[0])
    if above is not None:
        game.world.level.set_terrain(Point(*above), len(CHASMS.terrain) - 1)

    assert expected == way(game)
    assert len(expected) > 1 or PCG32(1) == game.world.rng


@pytest.mark.rows("K4-11", "K4-16")
def test_a_kestrel_behind_another_spends_a_roll_and_does_no_harm() -> None:
    """Creatures do not block the path, only the way."""
    game = draw("#####\n@kk..\n.....", STURDY)
    (damage, _), rng = after_rolls(5, 5)
    game.play(Wait())

    assert [999 - damage, 10, 10] == [actor.hit_points for actor in game.world.level.actors]
    assert (Point(2, 1), rng) == (monsters(game)[1].at, game.world.rng)


# K4-13 to K4-20, K4-41: the turn of the monsters


def field(x: int, y: int, seed: int = 1) -> Game:
    """Begin a game on an open field of 19x19 with the player in its middle and a kestrel so far from there."""
    return draw(ground(19, 19, {(9, 9): "@", (9 + x, 9 + y): "k"}), KASIDIN, seed=seed)


@pytest.mark.rows("K4-13", "K4-14", "K4-15", "K4-41")
@pytest.mark.parametrize(
    ("cells_away", "sees"),
    [([(7, 0), (0, -7), (-7, 7), (7, 7), (3, -7)], True), ([(8, 0), (0, -8), (-8, 7), (1, 8), (8, 8)], False)],
)
def test_a_kestrel_sees_the_player_in_a_square_of_seven(cells_away: list[tuple[int, int]], *, sees: bool) -> None:
    """To the corners; then it comes, without a draw. Else it steps by the top two bits of one number."""
    for away, seed in product(cells_away, range(4)):
        game = field(*away, seed=seed)
        before = monsters(game)[0].at
        game.play(Wait())
        at = monsters(game)[0].at

        assert after_draws(0 if sees else 1, seed) == game.world.rng
        if sees:
            assert sum(map(abs, away)) - 1 == abs(at.x - 9) + abs(at.y - 9)
        else:
            assert before.step(BY_TOP_BITS[PCG32(seed).next_u32() >> 30]) == at


@pytest.mark.rows("K4-13", "K4-15")
@pytest.mark.parametrize("wall", ["#", " "])
def test_walls_and_undug_cells_hide_the_player(wall: str) -> None:
    """Both block the sight alike."""
    game = draw(f"@{wall}k", KASIDIN)
    game.play(Wait())

    assert after_draws(1) == game.world.rng


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


@pytest.mark.rows("K4-16", "K4-18", "K4-19")
def test_a_killed_kestrel_does_not_act_but_is_in_the_way_until_the_turn_ends() -> None:
    """The one behind it does not come on: it bumps into the dead one, for which it spends a roll."""
    game = draw("@kk", KASIDIN)
    player, first, second = game.world.level.actors
    first.hit_points = 1
    (damage, _), rng = after_rolls(5, 5)

    assert [
        Struck(player.ref, first.ref, damage, fatal=True),
        Died(first.ref, Point(1, 0), player.ref),
        TurnEnded(1),
    ] == game.play(Move(EAST))
    assert (Point(2, 0), rng) == (second.at, game.world.rng)
    assert "@.k" == picture(game)


@pytest.mark.rows("K4-17")
def test_a_kestrel_that_walks_into_a_wall_stays_there() -> None:
    """Nothing happens, and no roll is spent but the draw of the direction."""
    game = draw("@###\n####\n###k", KASIDIN)

    assert [TurnEnded(turn) for turn in range(1, 9)] == play(game, *[Wait()] * 8)
    assert (Point(3, 2), after_draws(8)) == (monsters(game)[0].at, game.world.rng)


@pytest.mark.rows("K4-9", "K4-17", "K4-34")
def test_undug_cells_are_solid() -> None:
    """Neither the player nor a kestrel makes floor by walking, inside the map or beyond its edge (ruling D21)."""
    game, wild = draw("@ \n  ", KASIDIN), draw("@#####\n######\n####k \n####  ", KASIDIN)
    play(wild, *[Wait()] * 30)

    assert [Refused(Reason.WALL)] * 2 == play(game, Move(EAST), Move(WEST))
    assert "@" == picture(game).rstrip()
    assert Point(4, 2) == monsters(wild)[0].at


@pytest.mark.rows("K4-18")
def test_kestrels_act_in_order_of_creation() -> None:
    """The one that was made first takes the cell that both want, and has the first roll."""
    game, fight = draw("#.k\n@..\n#.k", KASIDIN), draw("k@k", STURDY, seed=42)
    game.play(Wait())
    (first, second), _ = after_rolls(5, 5, seed=42)

    assert [(2, (2, 1)), (3, (2, 2))] == [(kestrel.id, kestrel.at) for kestrel in monsters(game)]
    assert [(2, first), (3, second)] == [(blow.attacker.id, blow.damage) for blow in only(Struck, fight.play(Wait()))]


@pytest.mark.rows("K4-20")
def test_the_list_of_creatures_and_the_map_agree() -> None:
    """After any number of turns each creature is where the map has it, alone, and alive."""
    game = new_game(attrs.evolve(KASIDIN, player=attrs.evolve(KASIDIN.player, hit_points=10_000)), 11)
    level = game.world.level
    for turn in range(60):
        game.play(Move(CARDINALS[turn // 7 % 4]))

        assert len(level.actors) == len({actor.at for actor in level.actors}) == game.world.enemies_left + 1
        assert all(level.actor_at(actor.at) is actor and actor.is_alive for actor in level.actors)


@pytest.mark.rows("K4-41")
def test_only_kestrels_that_see_the_player_search_for_a_path() -> None:
    """Fifty searches of the whole map a turn were too many: the others only draw a number each."""
    game = draw("#" * 110 + "\n@......." + "#k" * 50 + "#\n" + "#" * 110, KASIDIN)
    game.play(Wait())

    assert after_draws(50) == game.world.rng


# K4-21 to K4-30: the dice, read from the blows of a fight and from the way of a kestrel that sees nobody

BARE_DICE = {4: 3, 6: 4, 8: 5, 10: 6, 12: 7}
"""By its sides, the step that rolls one die and adds nothing."""


def blows(step: int, seed: int, count: int) -> list[int]:
    """Return the damage of the player's blows, in a fight in which only those use numbers, and nobody dies of them."""
    kestrel = attrs.evolve(KASIDIN.monsters["kestrel"], hit_points=10**6, stats=Stats())
    player = attrs.evolve(KASIDIN.player, stats=Stats(damage=step))
    game = draw("@k", attrs.evolve(KASIDIN, player=player, monsters={"kestrel": kestrel}), seed=seed)
    events = play(game, *[Move(EAST)] * count)
    assert step or PCG32(seed) == game.world.rng
    return [blow.damage for blow in only(Struck, events) if blow.attacker.is_player]


def width_rolled(state: int) -> int:
    """Return how wide the first room of a level is, by a roll of 1 to 20 with the first number after this state."""
    game = new_game(with_generator(CHARGRID, attempts=1, room_width=(2, 21)), game_of_level(state))
    ((_, _, width, _),) = boxes([plan_of(game)])
    return width - 1


@pytest.mark.rows("K4-21", "K4-22", "K4-23", "K4-24", "K4-25")
@pytest.mark.parametrize("sides", BARE_DICE)
def test_every_number_is_a_face_or_drawn_again(sides: int) -> None:
    """At both ends of what is accepted the faces take turns, from 1 on; a maximum explodes, the rest is rejected."""
    last, die = LAST_ACCEPTED[1, sides], BARE_DICE[sides]
    for number in (*range(2 * sides), *range(last + 1 - 2 * sides, last + 1)):
        face = number % sides + 1
        more = blows(die, seed_after(number), 1) if face == sides else [0]

        assert [face + more[0]] == blows(die, seed_before(number), 1)
    for number in range(last + 1, 2**32):
        assert blows(die, seed_after(number), 1) == blows(die, seed_before(number), 1)
    assert (REJECTED_INPUTS[sides], INPUTS_PER_FACE[sides]) == (2**32 - 1 - last, (last + 1) // sides)


@pytest.mark.rows("K4-21", "K4-22", "K4-23")
def test_a_range_of_twenty_numbers_is_even_too() -> None:
    """No step of the chart rolls a die of 20 sides; rooms of twenty widths do."""
    last = LAST_ACCEPTED[1, 20]

    for number in (*range(20), *range(last - 19, last + 1)):
        assert number % 20 + 1 == width_rolled(seed_before(number))
    for number in range(last + 1, 2**32):
        assert width_rolled(seed_after(number)) == width_rolled(seed_before(number))
    assert REJECTED_INPUTS[20] == 2**32 - 1 - last


@pytest.mark.rows("K4-26", "K4-27", "K4-28", "K4-29", "K4-30")
@every("step", [0, *(step for step in STEPS if step > 0)])
def test_blows_of_seed_42_are_the_published_steps(step: int) -> None:
    """The order of the dice decides every number: left to right, extra d12s first; step 0 draws none at all."""
    dealt = blows(step, 42, 10)

    assert (STEPS[step] if step else [0] * 10) == dealt
    assert min(step, 1) <= min(dealt)


@pytest.mark.rows("K4-15", "K4-30")
@pytest.mark.parametrize("seed", OUTPUTS)
def test_the_numbers_of_a_seed_are_the_published_ones(seed: int) -> None:
    """A kestrel that sees nobody shows the top two bits of one a turn; after ten, the state is the published one."""
    game = draw(ground(49, 25, {(24, 12): "k", (0, 24): "@"}), KASIDIN, seed=seed)
    places = [Point(24, 12)]
    for _ in range(10):
        game.play(Wait())
        places.append(monsters(game)[0].at)

    assert [at.step(BY_TOP_BITS[number >> 30]) for at, number in zip(places, OUTPUTS[seed], strict=False)] == places[1:]
    assert STATES_AFTER_TEN[seed] == game.world.rng.state


# K4-31 to K4-36: combat


@pytest.mark.rows("K4-31", "K4-32", "K4-36")
@pytest.mark.parametrize("seed", range(10))
def test_a_bump_rolls_the_damage_step_and_takes_the_turn(seed: int) -> None:
    """One roll for the player, then one for the kestrel that strikes back, line by line in plain words."""
    game = draw("@k", STURDY, seed=seed)
    monsters(game)[0].hit_points = 500
    (given, taken), rng = after_rolls(5, 5, seed=seed)

    assert [
        ((f"Player did {given} damage to CreatureID(2)", WHITE, False),),
        ((f"CreatureID(2) did {taken} damage to CreatureID(1)", WHITE, False),),
        (("turn over!", WHITE, False),),
    ] == told(game, Move(EAST))
    assert [999 - taken, 500 - given] == [actor.hit_points for actor in game.world.level.actors]
    assert rng == game.world.rng


@pytest.mark.rows("K4-31", "K4-36")
@pytest.mark.parametrize("seed", range(5))
def test_a_kestrel_lives_as_long_as_its_ten_hit_points_last(seed: int) -> None:
    """No blow misses, and nothing is taken off its damage; no message reports its death or its hit points."""
    game = draw("@k.", STURDY, seed=seed)
    given, lines = 0, ["turn over!"]
    while monsters(game):
        assert given < 10
        events = game.play(Move(EAST))
        given += next(blow.damage for blow in only(Struck, events) if blow.attacker.is_player)

    assert given >= 10
    assert (lines, {}) == (texts(game, Move(EAST)), game.world.level.items)


def test_nothing_else_is_ever_said() -> None:
    """There is no message for steps, deaths, monsters that come into view and refused commands."""
    assert {
        "Player did {damage} damage to CreatureID({target:id})",
        "CreatureID({attacker:id}) did {damage} damage to CreatureID({target:id})",
        "turn over!",
    } == {text.template for table in KASIDIN.messages.values() for text in table.values() if text.template}


@pytest.mark.rows("K4-33")
def test_walking_into_a_wall_costs_no_turn() -> None:
    """Nobody acts, no number is drawn, and nothing is said."""
    game = draw("#@k", KASIDIN)

    assert [Refused(Reason.WALL)] == game.play(Move(WEST))
    assert [] == texts(game, Move(WEST))
    assert (0, 10, PCG32(1)) == (game.world.turn, game.world.player.hit_points, game.world.rng)


@pytest.mark.rows("K4-35")
@pytest.mark.parametrize(("hit_points", "blows", "left"), [(1, 1, 0), (6, 1, 0), (7, 2, 0), (9, 2, 0), (10, 2, 1)])
def test_the_player_dies_at_0(hit_points: int, blows: int, left: int) -> None:
    """Of blows of 6 and 3: then the turn does not go on, and no command is taken (ruling D11)."""
    game = draw("k@k", KASIDIN, hit_points=hit_points, seed=42)
    events = game.play(Wait())

    assert left == game.world.player.hit_points
    assert [Struck] * blows + [TurnEnded if left else Died] == [type(event) for event in events]
    assert (None if left else "died") == game.outcome
    assert (left == 0) == (Refused(Reason.GAME_OVER) in game.play(Wait()))


# K4-37 to K4-40: the status line, and the keys


def top_row(canvas: Canvas) -> str:
    """Return the uppermost row of the screen."""
    return words(canvas, 0, 0, canvas.width).rstrip()


@pytest.mark.rows("K4-31", "K4-36", "K4-37", "K4-39", "P-K1")
def test_the_status_line_tells_hit_points_and_enemies() -> None:
    """In the top row, in the source's green on black; it follows the fight, and nothing of the old one is left."""
    game = draw("@k....\n.#####\n......", KASIDIN, seed=42)
    watched = watch(game, Size(50, 20), "right", Size(90, 30))

    assert ["HP: 10, Enemies: 1"] * 2 + ["HP: 7, Enemies: 1"] * 2 == [top_row(canvas) for canvas in watched.after]
    assert {((128, 255, 20), BLACK)} == {cell.style[:2] for cell in watched.after[0].rows[0][:18]}
    assert "CreatureID(2) did 3 damage to CreatureID(1)" in watched.last.text()


@pytest.mark.rows("K4-37")
def test_the_status_line_counts_the_whole_level_seen_or_not() -> None:
    """All creatures but the player; the dead not any more from the end of their turn."""
    game = draw("@##k\n####\nk#kk", KASIDIN)
    dying = draw("@k.k", KASIDIN)
    monsters(dying)[0].hit_points = 1

    assert "HP: 10, Enemies: 4" == top_row(watch(game).last)
    assert "HP: 10, Enemies: 50" == top_row(watch(lambda: new_game(KASIDIN, 5)).last)
    assert "Enemies: 1" in top_row(watch(dying, "right").last)


@pytest.mark.rows("K4-35", "K4-37")
def test_the_status_line_of_the_dead_says_0() -> None:
    """Never less."""
    canvas = watch(draw("@k", KASIDIN, hit_points=1), ".").last

    assert "HP: 0, Enemies: 1" == top_row(canvas)
    assert "YOU DIED" in canvas.text()


@pytest.mark.rows("K4-37", "K4-38")
@pytest.mark.parametrize("size", [(80, 24), (66, 50), (40, 15)])
def test_the_status_line_has_its_own_row_above_the_map(size: tuple[int, int], classic: RuleSet) -> None:
    """Whatever the size, the map begins below it; other rule sets have no such row."""
    canvas = watch(draw("@k", KASIDIN), size=size).last

    assert ("HP: 10, Enemies: 1", (0, 1)) == (top_row(canvas), spot(canvas, "@k"))
    assert (0, 0) == spot(watch(draw("@#", classic), size=size).last, "@")


@pytest.mark.rows("K4-1", "K4-40")
def test_the_arrows_walk_and_there_are_no_diagonals() -> None:
    """Up is towards the top of the screen; neither the player nor a kestrel steps or strikes over a corner."""
    game, cornered = draw("...\n.@.\n...", KASIDIN), draw("...\n.@.\n..k", KASIDIN)
    watched = watch(game, "up", "left", "down", "down", "right")

    assert (Point(1, 2), 5, True) == (game.world.player.at, game.world.turn, watched.hung_up)
    assert [Refused(Reason.NO_DIAGONALS)] * 4 == play(cornered, *map(Move, set(COMPASS) - set(CARDINALS)))
    assert [] == only(Struck, cornered.play(Wait()))


@pytest.mark.parametrize("key", ["g", ",", "i", "d"])
def test_the_keys_for_items_say_that_nothing_can_be_carried(key: str) -> None:
    """No menu of nothing opens, and no turn passes."""
    game = draw(ground(60, 3, {(1, 1): "@"}, edge="#"), KASIDIN)
    watched = watch(game, key, "right")

    assert "Nothing can be carried in this game." in watched.after[1].text()
    assert "Item├" not in watched.after[1].text()
    assert (Point(2, 1), 1) == (game.world.player.at, game.world.turn)


def test_there_is_no_victory() -> None:
    """One may walk about the empty cave for ever."""
    game = draw("@k.", KASIDIN)
    monsters(game)[0].hit_points = 1
    play(game, Move(EAST), Move(EAST))

    assert (None, 0, ".@.") == (game.outcome, game.world.enemies_left, picture(game))


# P-K: the cave, who lives in it, and what is seen of it

DIGESTS = {1: "c8866c309a98bf76", 42: "8b57d9ea7df497a6"}
STARTS = {1: (20, 65), 42: (75, 39)}
STATES = {1: 0xED9B8F53DCE26D2B, 42: 0xF0A0D16956857330}
"""By the state with which a level begins, the published cave, the player's cell, and the state after the cave."""
FIELD = ground(100, 63, {(1, 1): "@"}, edge="#")


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


@pytest.mark.rows("P-K4", "P-K5")
def test_a_cave_is_one_area_of_at_least_half_of_all_cells() -> None:
    """Small caves that do not come out so are begun again; the first two rows and columns are wall, and the last."""
    for level in levels(KASIDIN, range(12), width=40, height=40):
        assert is_connected(level)
        assert 2 * len(floors(level)) >= 40 * 40
        assert all(2 <= at.x <= 38 and 2 <= at.y <= 38 for at in floors(level))


@pytest.mark.rows("K4-20", "P-K7")
@pytest.mark.parametrize("tries", [50, 1000])
@pytest.mark.parametrize("seed", STATES)
def test_kestrels_live_on_the_next_random_floors(seed: int, tries: int) -> None:
    """Fifty are tried from the published state on: x, then y, until there is floor; who finds it taken is left out."""
    rules = KASIDIN if tries == 50 else with_generator(KASIDIN, tries=tries)
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
    assert {"kestrel"} == {kind.name for kind, *_ in level.monsters}


@pytest.mark.rows("P-K8")
def test_creatures_are_numbered_from_the_player_on() -> None:
    """The player is 1, and the numbers count up in order of creation."""
    actors = new_game(KASIDIN, 3).world.level.actors

    assert actors[0].is_player
    assert list(range(1, 52)) == [actor.id for actor in actors]


@pytest.mark.rows("P-K1", "P-K7", "P-K8", "P-K9")
def test_walls_floor_and_creatures_look_as_published() -> None:
    """On black, like all that was ever drawn there."""
    canvas = watch(draw("#####\n#@k.#\n#####", KASIDIN)).last
    rows = [cells(canvas, 0, y, 5) for y in (1, 2, 3)]

    assert ["█████", "█@k.█", "█████"] == ["".join(cell.char for cell in row) for row in rows]
    assert {BLACK} == {cell.style.background for row in rows for cell in row}
    assert [(155, 75, 0), (197, 139, 5), (166, 0, 0), (128, 128, 128)] == [
        cell.style.foreground for cell in rows[1][:4]
    ]


@pytest.mark.rows("P-K9")
def test_nothing_is_remembered() -> None:
    """What is out of sight is blank again, though it was seen a turn ago."""
    rows = """
        #######
        #...#.#
        #.@.#.#
        #...###
        ###.###
        #.....#
        #######
    """
    game = draw(rows, KASIDIN)
    watched = watch(game, "right", "down", "down", "down", "left", "left")
    level, before, after = game.world.level, watched.after[0].rows, watched.last.rows

    assert not KASIDIN.remembers
    assert (".", " ") == (before[2][1].char, after[2][1].char)
    assert level.is_explored(Point(1, 1))
    assert all(" " == after[at.y + 1][at.x].char for at in set(level.grid.points()) - in_view(game))


@pytest.mark.rows("P-K10")
def test_the_player_sees_a_square_of_25() -> None:
    """To the corners of the square, and not one cell further, wherever the player walks."""
    game = draw(ground(61, 61, {(29, 30): "@"}), KASIDIN)
    game.play(Move(EAST))
    shown = in_view(game)

    assert 2601 == len(shown)
    assert 25 == max(chebyshev_distance(Point(30, 30), at) for at in shown)


@pytest.mark.rows("P-K10")
def test_walls_hide_cells_behind_them() -> None:
    """The sight is permissive: narrow slits beside walls stay open; 77 cells of the published hall are seen."""
    game = draw(GAPS, KASIDIN)
    game.play(Wait())

    assert plain(GAPS_SEEN) == seen(game)
    assert 77 == sum(not char.isspace() for char in seen(game))


@pytest.mark.rows("P-K1", "P-K11")
@pytest.mark.parametrize("size", [(80, 24), (66, 50), (40, 15)])
def test_the_player_stays_in_the_middle_of_the_map(size: tuple[int, int]) -> None:
    """However small the screen and large the cave; whatever is outside may show: nothing at all (ruling D33)."""
    walk = [*"l" * 60, *"j" * 40] if size == (80, 24) else list("ljjl")
    frames = [
        *watch(lambda: new_game(KASIDIN, 1), *"hjkl", size=size).frames,
        *watch(draw(FIELD, KASIDIN), *walk, size=size).frames,
    ]
    (middle,) = {spot(canvas, "@") for canvas in frames}

    assert {(197, 139, 5)} == {canvas.rows[middle[1]][middle[0]].style.foreground for canvas in frames}
    if size == (80, 24):
        assert ((80 - 20) // 2, 1 + (24 - 5) // 2) == middle


@pytest.mark.rows("P-K11")
def test_a_cursor_that_leaves_the_map_takes_it_along() -> None:
    """Looking further than the screen reaches; then the player is in the middle again."""
    watched = watch(draw(FIELD, KASIDIN), "x", *"l" * 40, "escape")
    middle = spot(watched.after[0], "@")

    assert [middle] * 30 == [spot(canvas, "@") for canvas in watched.after[1:31]]
    assert "@" not in watched.after[41].text()
    assert (30, 10) == watched.after[41].cursor
    assert middle == spot(watched.last, "@")


@pytest.mark.rows("P-K12")
def test_another_seed_is_another_cave() -> None:
    """Whatever the seed comes from, it is all that decides."""
    caves = [bytes(new_game(KASIDIN, seed).world.level.terrain) for seed in (1, 2, 3, 1)]

    assert (3, caves[0]) == (len(set(caves)), caves[3])
