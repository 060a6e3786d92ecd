"""Inhabitants, sight and pursuit, by the figures of the chargrid tutorial."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.events import Bumped, Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw, picture
from roguelike.tutorials.perception import Line
from roguelike.ui.canvas import Cell, Style
from tests.sight_pictures import GAPS, plain, seen
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.state.actor import Actor
    from roguelike.ui.color import Color

EAST, WEST, NORTH, SOUTH = Direction.EAST, Direction.WEST, Direction.NORTH, Direction.SOUTH
GREEN, RED, FLOOR = (0, 187, 0), (187, 0, 0), (0, 0, 63)


@pytest.fixture(scope="module")
def chargrid() -> RuleSet:
    """Return the rule set as it is played."""
    return load_ruleset("chargrid")


def monster(game: Game, name: str = "orc") -> Actor:
    """Return the first monster of a kind."""
    return next(actor for actor in game.world.level.actors if actor.kind.name == name)


def after_waiting(rows: str, ruleset: RuleSet, turns: int = 1, *, hunting: bool = False) -> str:
    """Return what the level looks like some turns later; `hunting` has every monster know of the player."""
    game = draw(rows, ruleset)
    for actor in game.world.level.actors if hunting else ():
        actor.noticed_on = 0
    for _ in range(turns):
        game.play(Wait())
    return picture(game)


def test_what_the_title_tells_of_it(chargrid: RuleSet) -> None:
    """The figures and switches that belong to no single row."""
    assert ("chargrid", "Chargrid", 1) == (chargrid.name, chargrid.title, chargrid.version)
    assert "Rooms of orcs and trolls" in chargrid.summary
    assert not chargrid.status
    assert not chargrid.removes_dead_late
    assert not chargrid.conditions["confused"].recovery_takes_turn
    assert not chargrid.monsters_diagonal
    assert not chargrid.piles


@pytest.mark.rows("P-C12", "P-C13", "P-C14")
@pytest.mark.parametrize(("picture", "name", "blows"), [("@o", "orc", 2), ("@T", "troll", 6)])
def test_a_fight_is_as_long_as_its_hit_points(chargrid: RuleSet, picture: str, name: str, blows: int) -> None:
    """No chance is in it: every blow takes 1, and whoever is struck last strikes no more."""
    game = draw(picture, chargrid)
    strokes = [event for _ in range(blows) for event in game.play(Move(EAST)) if isinstance(event, Struck)]

    assert [(True, 1)] * blows == [(True, blow.damage) for blow in strokes if blow.attacker.is_player]
    assert [name] * (blows - 1) == [blow.attacker.kind.name for blow in strokes if not blow.attacker.is_player]
    assert 20 - (blows - 1) == game.world.player.hit_points
    assert 1 == len(game.world.level.actors)


@pytest.mark.rows("P-C20")
def test_the_player_sees_a_circle_of_ten(chargrid: RuleSet) -> None:
    """317 cells of an open field, with these half-widths by row, wherever the player walks."""
    field = "\n".join(["." * 25] * 12 + ["." * 11 + "@" + "." * 13] + ["." * 25] * 12)
    game = draw(field, chargrid)
    game.play(Move(EAST))
    level = game.world.level
    in_view = [at for at in level.grid.points() if level.is_visible(at)]
    halves = [max(at.x for at in in_view if at.y == 12 + dy) - 12 for dy in range(11)]

    assert 317 == len(in_view)
    assert [10, 9, 9, 9, 9, 8, 8, 7, 6, 4, 0] == halves


@pytest.mark.rows("P-C20")
def test_walls_block_the_players_sight_and_are_seen(chargrid: RuleSet) -> None:
    """The published picture of a hall with gaps, of which 71 cells are seen; an NPC does not block it."""
    game = draw(GAPS, chargrid)
    game.play(Wait())
    corridor = draw("@.o.#..", chargrid)
    corridor.play(Move(WEST))

    assert plain("""
             ..
        .    .#  .#
        ..##..#...#
        ..........#
        ...@......#
        ......#...#
        ##....#
         ......
         ###..##
    """) == seen(game)
    assert 71 == sum(not char.isspace() for char in seen(game))
    assert "@o..#" == seen(corridor)


@pytest.mark.rows("P-C15")
@pytest.mark.parametrize(("glyph", "blows", "color"), [("o", 2, GREEN), ("T", 6, RED)])
def test_a_corpse_has_the_colour_of_the_npc(chargrid: RuleSet, glyph: str, blows: int, color: Color) -> None:
    """Bold, as the living is, on the floor where it stood."""
    watched = watch(draw(f"#@{glyph}#", chargrid), *["right"] * blows)
    before, after = (canvas.rows[0][2] for canvas in (watched.after[-2], watched.last))

    assert Cell(glyph, Style(color, FLOOR, bold=True)) == before
    assert Cell("%", Style(color, FLOOR, bold=True)) == after


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize("direction", CARDINALS)
def test_the_player_steps_in_four_directions(chargrid: RuleSet, direction: Direction) -> None:
    """A step is a turn."""
    game = draw("...\n.@.\n...", chargrid)
    game.play(Move(direction))

    assert Point(1, 1).step(direction) == game.world.player.at
    assert 1 == game.world.turn


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize("direction", [way for way in COMPASS if way not in CARDINALS])
def test_nobody_steps_or_strikes_diagonally(chargrid: RuleSet, direction: Direction) -> None:
    """For the player it is no move at all; an orc at a corner has to come beside first."""
    game = draw("o.o\n.@.\no.o", chargrid)
    before = game.digest()
    game.play(Move(direction))

    assert before == game.digest()
    assert not chargrid.diagonal
    assert not any(isinstance(event, Struck) for event in game.play(Wait()))


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize(("direction", "into"), [(WEST, "the edge"), (SOUTH, "a wall")])
def test_bumping_spends_the_turn(chargrid: RuleSet, direction: Direction, into: str) -> None:
    """The orc comes nearer while the player runs against walls or off the map."""
    game = draw("@....o\n######", chargrid)
    events = game.play(Move(direction))

    assert Bumped(game.world.player.ref) in events, into
    assert "@...o.\n######" == picture(game)


@pytest.mark.rows("P-C21", "P-C24")
def test_npcs_neither_strike_nor_swap_with_each_other(chargrid: RuleSet) -> None:
    """The orc behind the troll waits for ever in a corridor, and both are unhurt."""
    game = draw("#######\n#@To..#\n#######", chargrid)
    for _ in range(8):
        game.play(Wait())

    assert "#@To..#" == picture(game).splitlines()[1]
    assert [6, 2] == [monster(game, "troll").hit_points, monster(game).hit_points]


@pytest.mark.rows("P-C22")
@pytest.mark.parametrize(
    ("rows", "sees"),
    [
        ("@.........o", True),
        ("@..........o", False),
        ("@...#.....o", False),
        ("@...T.....o", True),
        ("\n".join(["@......", *["......."] * 7, "......o"]), True),
        ("\n".join(["@.......", *["........"] * 7, ".......o"]), False),
    ],
    ids=["ten", "eleven", "wall", "troll between", "six and eight", "seven and eight"],
)
def test_an_npc_sees_ten_cells_far_along_a_clear_line(chargrid: RuleSet, rows: str, *, sees: bool) -> None:
    """By straight distance; who does not see the player stays."""
    game = draw(rows, chargrid)
    start = monster(game).at
    game.play(Wait())

    assert Line(radius=10) == chargrid.perception
    assert sees == (start != monster(game).at)


@pytest.mark.rows("P-C23")
def test_an_npc_remembers_for_three_turns(chargrid: RuleSet) -> None:
    """It comes after a player it no longer sees three times, and the fourth time it waits."""
    game = draw("@..............\n##############.\n.o.............", chargrid)
    level, player = game.world.level, game.world.player
    level.move(player, Point(6, 2))
    update_fov(game.world)
    game.play(Wait())
    level.move(player, Point(12, 0))
    update_fov(game.world)
    places = [monster(game).at.x]
    for _ in range(6):
        game.play(Wait())
        places.append(monster(game).at.x)

    assert [2, 3, 4, 5, 5, 5, 5] == places


@pytest.mark.rows("P-C23")
def test_an_npc_that_never_saw_the_player_waits(chargrid: RuleSet) -> None:
    """The counter begins where memory ends."""
    rows = "@..\n##.\no.."

    assert rows == after_waiting(rows, chargrid, 4)


@pytest.mark.rows("P-C24")
@pytest.mark.parametrize(("steps", "comes"), [(20, True), (21, False)])
def test_the_distance_map_ends_at_twenty(chargrid: RuleSet, steps: int, *, comes: bool) -> None:
    """An NPC further off waits, though it knows of the player."""
    expected = f"@{'.' * (steps - 2)}o." if comes else f"@{'.' * (steps - 1)}o"

    assert expected == after_waiting(f"@{'.' * (steps - 1)}o", chargrid, hunting=True)


@pytest.mark.rows("P-C24")
def test_the_way_round_may_be_five_steps_long(chargrid: RuleSet) -> None:
    """The cell in the corner is the first that is nearer than where it stands, so it steps back for it."""
    rows = """
        oT.@
        .##.
        ....
    """

    assert Point(0, 1) == _step(rows, chargrid)


@pytest.mark.rows("P-C24")
def test_the_search_looks_no_further_than_five_steps(chargrid: RuleSet) -> None:
    """Six steps the other way would lead nearer than the one step up to the troll; it does not know that."""
    rows = """
        o.T..@
        .##.##
        ....##
    """

    assert Point(1, 0) == _step(rows, chargrid)


@pytest.mark.rows("P-C24")
def test_where_nothing_nearer_is_within_reach_it_waits(chargrid: RuleSet) -> None:
    """The way round needs seven steps."""
    rows = """
        oT.@
        .##.
        .##.
        ....
    """

    assert Point(0, 0) == _step(rows, chargrid)


def _step(rows: str, ruleset: RuleSet) -> Point:
    """Return where the first orc is after a turn."""
    game = draw(rows, ruleset)
    game.play(Wait())
    return monster(game).at


@pytest.mark.rows("P-C24")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("o..\n...\n..@", ".o.\n...\n..@"),
        ("..o\n...\n@..", ".o.\n...\n@.."),
        ("@..\n...\n..o", "@..\n..o\n..."),
        ("..@\n...\no..", "..@\n...\n.o."),
    ],
)
def test_ties_go_to_the_direction_searched_first(chargrid: RuleSet, rows: str, expected: str) -> None:
    """East, north, west, south, and then straight on before left before right."""
    game = draw(rows, chargrid)
    game.play(Wait())

    assert expected == picture(game)


@pytest.mark.rows("P-C25")
def test_an_npc_attacks_by_stepping_into_the_player(chargrid: RuleSet) -> None:
    """A blow a turn, 1 hit point each, and nobody changes place."""
    game = draw("@o", chargrid)
    strokes = [event for _ in range(3) for event in game.play(Wait()) if isinstance(event, Struck)]

    assert [Struck(monster(game).ref, game.world.player.ref, 1)] * 3 == strokes
    assert 17 == game.world.player.hit_points
    assert "@o" == picture(game)


@pytest.mark.rows("P-C26")
@pytest.mark.parametrize(
    ("rows", "expected"), [("@..oo", "@.oo."), ("oo..@", "o.o.@")], ids=["front one first", "rear one first"]
)
def test_npcs_act_in_the_order_of_their_creation(chargrid: RuleSet, rows: str, expected: str) -> None:
    """Who comes later finds the cell free already; who comes first finds it taken still."""
    assert expected == after_waiting(rows, chargrid)


@pytest.mark.rows("P-C26")
def test_the_dead_do_not_act(chargrid: RuleSet) -> None:
    """The orc that was killed strikes no more in the turn of its death."""
    game = draw("@o", chargrid)
    game.play(Move(EAST))
    health = game.world.player.hit_points
    game.play(Move(EAST))

    assert 19 == health == game.world.player.hit_points


@pytest.mark.rows("P-C27")
def test_the_turn_stops_with_the_players_death(chargrid: RuleSet) -> None:
    """Of three orcs only the first strikes; the others stay where they are."""
    game = draw("o@oo\n....", chargrid, hit_points=1)
    strokes = [event for event in game.play(Wait()) if isinstance(event, Struck)]

    assert [2] == [blow.attacker.id for blow in strokes]
    assert "died" == game.outcome
    assert "o%oo\n...." == picture(game)
    assert game.world.level.actor_at(Point(1, 0)) is None


@pytest.mark.rows("P-C2")
def test_a_seed_gives_the_same_game_again(chargrid: RuleSet) -> None:
    """Up to the last of 64 bits; another one gives another."""
    highest = 2**64 - 1

    assert new_game(chargrid, highest).digest() == new_game(chargrid, highest).digest()
    assert 4 == len({picture(new_game(chargrid, seed)) for seed in (0, 1, 2**63, highest)})


def test_there_is_no_end_but_ones_own(chargrid: RuleSet) -> None:
    """When the last NPC is dead the game goes on."""
    game = draw("@o", chargrid)
    for _ in range(4):
        game.play(Move(EAST))

    assert 0 == game.world.enemies_left
    assert game.outcome is None
    assert not chargrid.goals
