"""The halls of `roguebasin`: who and what is in them, how they move, and what is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Wait
from roguelike.engine.events import Reason, Refused, Started, Struck, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.terrain import FLOOR, NOTHING, WALL
from roguelike.engine.scenario import draw
from roguelike.ui.input import Button, Mouse
from roguelike.ui.narration import Span
from tests.rulesets.roguebasin_words import (
    CONFUSION,
    FIREBALL,
    LIGHT_YELLOW,
    LIGHTNING,
    ORC,
    POTION,
    RED,
    TROLL,
    VIOLET,
    WHITE,
    spans,
)
from tests.watching import cells, spot, watch, words

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

DIAGONALS = [direction for direction in COMPASS if not direction.is_cardinal]


@pytest.fixture(scope="module")
def roguebasin() -> RuleSet:
    """Return the rule set, read once."""
    return load_ruleset("roguebasin")


@pytest.mark.rows("P-R4", "R9-24")
def test_everything_has_its_glyph_its_colour_and_its_name(roguebasin: RuleSet) -> None:
    """A violet potion, and scrolls that are told apart by their names alone; names are lower case."""
    scrolls = {"l": LIGHTNING, "f": FIREBALL, "c": CONFUSION}
    game = draw("@o.T!lfc" + "." * 22, roguebasin, legend=scrolls)
    watched = watch(game, *(Mouse(Button.MOVE, x, 0) for x in (1, 3, 4, 5, 6, 7)), size=(60, 24))
    looks = [(cell.char, cell.style.foreground) for cell in watched.after[0].rows[0][:8] if cell.char != "."]
    names = [" ".join(words(canvas, 31, y, 29).strip() for y in (4, 5)).strip() for canvas in watched.after[1:]]

    assert [("@", WHITE), ("o", ORC), ("T", TROLL), ("!", VIOLET), *[("#", LIGHT_YELLOW)] * 3] == looks
    assert ["orc", "troll", POTION, LIGHTNING, FIREBALL, CONFUSION] == names


def test_items_tell_what_they_do_in_the_numbers_of_the_rules(roguebasin: RuleSet) -> None:
    """Whoever examines one reads them."""
    assert {
        POTION: "Heals 4.",
        LIGHTNING: "Strikes the nearest enemy in view within 5 cells for 20.",
        FIREBALL: "Aimed. Burns everyone within 3 cells of a place in view for 12, you too.",
        CONFUSION: "Aimed. Confuses an enemy in view within 8 cells for 10 turns.",
    } == {name: item.description for name, item in roguebasin.items.items()}


def test_the_terrain_looks_as_it_should(roguebasin: RuleSet) -> None:
    """The backgrounds are the source's, lit and dark; the glyphs on them are for those who see no colours."""
    assert {
        "wall": (Glyph("#", (180, 160, 100), (130, 110, 50)), Glyph("#", (60, 60, 160), (0, 0, 100))),
        "floor": (Glyph(".", (120, 100, 20), (200, 180, 50)), Glyph(".", (110, 110, 200), (50, 50, 150))),
        "nothing": (Glyph(" ", (0, 0, 0)), Glyph(" ", (0, 0, 0))),
    } == {terrain.name: (terrain.glyph, terrain.remembered) for terrain in roguebasin.terrain}
    assert [(False, True), (False, True), (True, False)] == [
        (roguebasin.terrain[code].walkable, roguebasin.terrain[code].opaque) for code in (NOTHING, WALL, FLOOR)
    ]


def test_what_was_seen_is_remembered_in_dark_colours_without_anyone_on_it(roguebasin: RuleSet) -> None:
    """Terrain stays on the map; creatures and items do not."""
    game = draw("#####\n#@.!#\n#.###\n#.###\n#####", roguebasin)
    before = watch(game).last
    for _ in range(2):
        game.play(Move(Direction.SOUTH))
    after = watch(game).last

    assert "!" == before.rows[1][3].char
    assert (200, 180, 50) == before.rows[1][3].style.background
    assert "." == after.rows[1][3].char
    assert (50, 50, 150) == after.rows[1][3].style.background


def test_the_player_sees_a_circle_of_ten(roguebasin: RuleSet) -> None:
    """On open ground, nothing outside of it, and walls stop it."""
    rows = ["." * 25 for _ in range(25)]
    rows[12] = "." * 12 + "@" + "." * 12
    level = draw("\n".join(rows), roguebasin).world.level
    walled = draw("@.#..", roguebasin).world.level

    assert [True, True, False, True, False] == [
        level.is_visible(Point(12 + x, 12 + y)) for x, y in ((10, 0), (0, -10), (11, 0), (7, 7), (8, 7))
    ]
    assert [True, True, True, False] == [walled.is_visible(Point(x, 0)) for x in range(4)]


@pytest.mark.rows("R9-33", "P-R1")
def test_the_player_moves_in_four_directions(roguebasin: RuleSet) -> None:
    """A diagonal is refused, into the open or at a monster, and takes no turn."""
    game = draw("...\n.@.\n..o", roguebasin)

    assert CARDINALS == roguebasin.directions
    for direction in DIAGONALS:
        assert [Refused(Reason.NO_DIAGONALS)] == game.play(Move(direction))
    assert 0 == game.world.turn


@pytest.mark.rows("P-R1")
def test_the_arrows_walk(roguebasin: RuleSet) -> None:
    """And the keys of the diagonals do nothing."""
    game = draw("...\n.@.\n...", roguebasin)
    watch(game, "up", "left", "down", "home", "u", "9", "right")

    assert Point(1, 1) == game.world.player.at
    assert 4 == game.world.turn


@pytest.mark.rows("R9-33", "P-R2")
def test_monsters_step_and_strike_diagonally_all_the_same(roguebasin: RuleSet) -> None:
    """They come straight: by the unit vector, each coordinate rounded."""
    game = draw("@...\n....\n....\n...o", roguebasin)
    player, orc = game.world.level.actors
    way = []
    for _ in range(2):
        game.play(Wait())
        way.append(tuple(orc.at))

    assert [(2, 2), (1, 1)] == way
    assert [Struck(orc.ref, player.ref, 1), TurnEnded(3)] == game.play(Wait())
    assert COMPASS == roguebasin.monster_directions


@pytest.mark.rows("P-R2")
def test_monsters_know_no_way_round(roguebasin: RuleSet) -> None:
    """A pillar between stops them, and a fellow too; out of sight they stand still."""
    game = draw("@....\n...#.\n....o", roguebasin)
    hidden = draw("@#o..\n.####\n.....", roguebasin)

    for each in (game, hidden):
        start = each.world.level.actors[1].at
        for _ in range(5):
            each.play(Wait())

        assert start == each.world.level.actors[1].at


@pytest.mark.rows("R9-35")
def test_a_game_begins_with_a_welcome_in_red(roguebasin: RuleSet) -> None:
    """The first line of the log."""
    text = "Welcome stranger! Prepare to perish in the Tombs of the Ancient Kings."
    canvas = watch(lambda: new_game(roguebasin, 1), size=(100, 50)).last

    assert (Span(text, RED),) == spans(roguebasin, Started())
    assert RED == cells(canvas, *spot(canvas, text))[0].style.foreground


@pytest.mark.rows("R9-25", "R9-34", "P-R5")
def test_creatures_are_drawn_over_items_and_items_over_remains(roguebasin: RuleSet) -> None:
    """The player last of all."""
    game = draw("@!o", roguebasin)
    level = game.world.level
    level.actors[1].hit_points = 1
    game.play(Move(Direction.EAST))
    game.play(Move(Direction.EAST))
    game.play(PickUp())
    over_potion = watch(game).last
    game.play(Move(Direction.EAST))
    over_remains = watch(game).last
    game.play(Drop(0))
    game.play(Move(Direction.WEST))
    beside = watch(game).last

    assert ".@%" == words(over_potion, 0, 0, 3)
    assert "..@" == words(over_remains, 0, 0, 3)
    assert ".@!" == words(beside, 0, 0, 3)


@pytest.mark.rows("R9-25", "P-R5")
def test_a_monster_hides_what_lies_under_it(roguebasin: RuleSet) -> None:
    """Items are drawn below."""
    game = draw("@..!o", roguebasin)
    game.play(Wait())
    canvas = watch(game).last

    assert "@..o." == words(canvas, 0, 0, 5)
    assert ORC == canvas.rows[0][3].style.foreground


@pytest.mark.parametrize("seed", range(3))
def test_games_of_the_same_seed_are_the_same(roguebasin: RuleSet, seed: int) -> None:
    """Turn by turn, whatever is met."""
    one, other = new_game(roguebasin, seed), new_game(roguebasin, seed)
    for turn in range(30):
        command = PickUp() if turn % 5 == 4 else Move(CARDINALS[turn // 5 % 4])

        assert one.play(command) == other.play(command)
    assert one.digest() == other.digest()


def test_the_rule_set_is_told_by_its_name(roguebasin: RuleSet) -> None:
    """Whoever chooses it is told what it is."""
    assert ("roguebasin", 1) == (roguebasin.name, roguebasin.version)
    assert "four directions" in roguebasin.summary
    assert not roguebasin.status
    assert (True, True, (), True) == (
        roguebasin.piles,
        roguebasin.remembers,
        roguebasin.goals,
        roguebasin.conditions["confused"].recovery_takes_turn,
    )
