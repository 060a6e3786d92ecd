"""The chargrid tutorial, row by row: items and the menu (C8), scrolls (C9), and all that came before them (P-C)."""

from __future__ import annotations

import functools
import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import BLANK, Cell, Mark, Rect, Style
from roguelike.cells.color import grey, scale
from roguelike.cells.input import Button, HangUp, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Command, Drop, Move, PickUp, Use, Wait
from roguelike.engine.dice import roll
from roguelike.engine.events import ConditionBegan, ConditionEnded, Harmed, Launched, Moved, Reason, Refused, Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.level_plan import LEVEL_STREAM
from roguelike.engine.parts.mapgen.population import LootEntry, SpawnEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.rules.flight import launch
from roguelike.engine.rules.fov_update import update_fov
from roguelike.engine.scenario import draw, picture
from roguelike.engine.state.cause import Cause
from roguelike.tutorials.mapgen.blocks import Blocks
from tests.engine.mapgen.plans import fits, floors, item_cells, monster_cells, start_of
from tests.line_vectors import CARDINAL_STEPS
from tests.rulesets import reading
from tests.rulesets.reading import (
    carried,
    ground,
    in_view,
    lay,
    levels,
    looks,
    lying,
    messages_of,
    monsters,
    named,
    only,
    play,
    texts,
    told,
)
from tests.sight_pictures import GAPS, plain, seen
from tests.watching import Deed, Stall, cells, spot, watch, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game
    from tests.watching import Watched

CHARGRID = load_ruleset("chargrid")

EAST, WEST, NORTH, SOUTH = Direction.EAST, Direction.WEST, Direction.NORTH, Direction.SOUTH
POTION, FIREBALL, CONFUSION = "health potion", "fireball scroll", "confusion scroll"
SCROLLS = [FIREBALL, CONFUSION]
THREE = [POTION, *SCROLLS]
LEGEND = {"f": FIREBALL, "c": CONFUSION}

RED: Color = (255, 0, 0)
GREEN: Color = (0, 187, 0)
NAMES: dict[str, Color] = {
    "orc": GREEN,
    "ORC": GREEN,
    "troll": (187, 0, 0),
    "TROLL": (187, 0, 0),
    POTION: (255, 0, 255),
    FIREBALL: (255, 127, 0),
    CONFUSION: (187, 0, 255),
    "fireball": (255, 127, 0),
    "confusion spell": (187, 0, 255),
}
"""The colour of each name in messages."""
FLOOR: Color = (0, 0, 63)
WALL: Color = (63, 127, 127)
"""The backgrounds of the map."""

SIZE = (60, 29)
"""A level of 40 by 25 with nothing to spare: the panel at its right, four messages below."""
BAR, LOG = 41, 25
"""The column of the panel in it, and the first row of the messages."""

SPELL = CHARGRID.projectiles["confusion spell"].on_hit[0]

said = functools.partial(reading.said, NAMES)


def hall(
    things: Mapping[tuple[int, int], str] | None = None, inventory: Sequence[str] = (), hit_points: int | None = None
) -> Game:
    """Begin a game in one hall as large as a level, with the player at (3, 3) and things on other cells."""
    rows = ground(40, 25, {(3, 3): "@", **(things or {})}, edge="#")
    return draw(rows, CHARGRID, inventory=inventory, hit_points=hit_points)


def run(game: Game, *deeds: Deed) -> Watched:
    """Watch a session on a screen of exactly the level's size."""
    return watch(game, *deeds, size=SIZE)


def log(canvas: Canvas) -> list[str]:
    """Return the four messages that are shown on a screen of that size."""
    return [words(canvas, 0, LOG + row, 40).rstrip() for row in range(4)]


def confuse(game: Game, at: Point) -> None:
    """Apply the spell to a cell."""
    SPELL.apply(game.world, Cause(game.world.player.ref, game.world.player.at), at)


# C8-1 to C8-10: objects on the floor


@pytest.mark.rows("C8-1", "C8-2", "P-C21")
def test_a_cell_has_room_for_one_character_and_one_object() -> None:
    """The orc stays behind the troll, which it neither strikes nor pushes, and the potion has the floor for itself."""
    game = draw("@!To.", CHARGRID, inventory=[FIREBALL])
    play(game, Move(EAST), *[Wait()] * 3)

    assert ".@To." == picture(game)
    assert [6, 2] == [monster.hit_points for monster in monsters(game)]
    assert ["No space to drop item!"] == texts(game, Drop(0))
    assert [POTION] == lying(game, 1)


@pytest.mark.rows("C8-2", "C8-3")
@pytest.mark.parametrize("beneath", [*THREE, "orc"])
def test_an_actor_that_dies_on_an_object_destroys_it(beneath: str) -> None:
    """One corpse is all that is left; a message reports a destroyed item, which the document does not do."""
    game = draw("@o", CHARGRID)
    lay(game, beneath, 1)
    game.play(Move(EAST))

    more = [] if beneath == "orc" else [said(f"The {{{beneath}}} is destroyed.")]
    assert [beneath] == lying(game, 1)
    assert [said("You kill the {orc}."), *more] == told(game, Move(EAST))
    assert [("orc", False)] == [(item.kind.name, item.kind.portable) for item in game.world.level.items_at(Point(1, 0))]


@pytest.mark.rows("C8-4", "C8-9")
def test_an_actor_hides_the_object_under_it_and_that_hides_the_floor() -> None:
    """The potion shows again when the player has gone on, and the floor when it has been got."""
    watched = run(hall({(4, 3): "!"}), "right", "right", "left", "g", "left")

    assert ["!", "@", "!", "@", "@", "."] == [canvas.rows[3][4].char for canvas in watched.after]


@pytest.mark.rows(
    "C8-4", "C8-5", "C8-10", "C9-17", "C9-18", "P-C12", "P-C13", "P-C14", "P-C16", "P-C17", "P-C18", "P-C19"
)
def test_cells_out_of_sight_show_only_their_terrain() -> None:
    """Round the corner floor and wall are grey on black; items, corpses and NPCs come back with the light."""
    rows = """
        ############
        #@..!fc..oT#
        #.##########
        #.##......##
        ############
    """
    game = draw(rows, CHARGRID, legend=LEGEND)
    lay(game, "orc", 7, 1)
    watched = run(game, "down", "down", "up", "up")
    lit, dark, back = watched.after[0].rows, watched.after[2].rows, watched.last.rows
    notes = "\N{BEAMED EIGHTH NOTES}"
    things = [("@", grey(255)), ("!", NAMES[POTION]), (notes, NAMES[FIREBALL]), (notes, NAMES[CONFUSION])]
    beings = [("%", GREEN), ("o", GREEN), ("T", NAMES["troll"])]

    assert [Cell(char, Style(color, FLOOR)) for char, color in things] == [lit[1][x] for x in (1, 4, 5, 6)]
    assert [Cell(char, Style(color, FLOOR, bold=True)) for char, color in beings] == [lit[1][x] for x in (7, 9, 10)]
    assert Cell(".", Style(grey(63), FLOOR)) == lit[1][2]
    assert Cell("#", Style((0, 63, 63), WALL)) == lit[0][0]
    assert [Cell(".", Style(grey(63), faint=True))] * 7 == dark[1][4:11]
    assert Cell("#", Style(grey(63), faint=True)) == dark[0][5]
    assert lit[1][4:7] == back[1][4:7]
    assert BLANK == lit[3][5] == dark[3][5] == back[3][5]


# C8-6 to C8-9, C9-19, C9-20 and P-C3 to P-C11: the level as it is made


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point]]:
    """Return the start and the floor of an empty level, made cell by cell as in P-C3 to P-C9."""
    made: dict[tuple[int, int], str] = {}
    centers = []
    for _ in range(100):
        width, height = roll(rng, 5, 10), roll(rng, 5, 8)
        left, top = roll(rng, 0, 39 - width), roll(rng, 0, 24 - height)
        covered = [(x, y) for x in range(left, left + width) for y in range(top, top + height)]
        if not any(cell in made for cell in covered):
            made |= {(x, y): "#" if x == left or y == top else "." for x, y in covered}
            centers.append((left + width // 2, top + height // 2))
    for (x, y), (next_x, next_y) in itertools.pairwise(centers):
        made |= {(across, y): "." for across in range(min(x, next_x), max(x, next_x) + 1)}
        made |= {(next_x, down): "." for down in range(min(y, next_y), max(y, next_y))}
    return Point(*centers[0]), {Point(*cell) for cell, code in made.items() if code == "."}


def test_the_figures_of_a_level() -> None:
    """To the last digit, which no count of games would show."""
    npcs, items = CHARGRID.monsters, CHARGRID.items
    figures = Blocks(
        width=40,
        height=25,
        attempts=100,
        room_width=(5, 10),
        room_height=(5, 8),
        monsters_in_room=(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4),
        residents=(SpawnEntry(npcs["orc"], 80), SpawnEntry(npcs["troll"], 20)),
        items_in_room=(0, 0, 1, 1, 1, 1, 1, 2, 2),
        treasures=tuple(LootEntry(items[name], weight) for name, weight in zip(THREE, (50, 30, 20), strict=True)),
    )

    assert figures == CHARGRID.generator


@pytest.mark.slow
@pytest.mark.rows("P-C3", "P-C4", "P-C5", "P-C6", "P-C7", "P-C8", "P-C9")
def test_rooms_and_corridors_are_those_of_the_rows() -> None:
    """Cell by cell: a hundred attempts on empty cells, corridors across first, centres, the start."""
    made = levels(CHARGRID, range(100), monsters_in_room=(), items_in_room=())

    assert {(40, 25)} == {(plan.grid.width, plan.grid.height) for plan in made}
    assert [by_the_rows(PCG32(stream_seed(seed, LEVEL_STREAM, 1))) for seed in range(100)] == [
        (start_of(plan), floors(plan)) for plan in made
    ]


@pytest.mark.slow
@pytest.mark.rows("C8-6", "C9-19", "C9-20", "P-C10", "P-C11")
def test_monsters_and_items_of_rooms_follow_the_published_chances() -> None:
    """Up to four NPCs, in the player's room too, four in five of them orcs; up to two items, half of them potions."""
    rooms = levels(CHARGRID, range(1500), attempts=1)
    npcs = {number: Fraction(count, 16) for number, count in enumerate((6, 4, 3, 2, 1))}
    items = {number: Fraction(count, 9) for number, count in enumerate((2, 5, 2))}
    kinds = {POTION: Fraction(5, 10), FIREBALL: Fraction(3, 10), CONFUSION: Fraction(2, 10)}
    living = [kind.name for room in rooms for kind, *_ in room.monsters]

    assert fits((len(room.monsters) for room in rooms), npcs)
    assert fits((len(room.items) for room in rooms), items)
    assert fits(living, {"orc": Fraction(4, 5), "troll": Fraction(1, 5)})
    assert fits((kind.name for room in rooms for kind, *_ in room.items), kinds)


@pytest.mark.slow
@pytest.mark.rows("C8-7")
@pytest.mark.parametrize(("npcs", "items"), [((2,), ()), ((), (2,))])
def test_every_free_cell_of_a_room_is_as_likely(npcs: tuple[int, ...], items: tuple[int, ...]) -> None:
    """Anywhere in the room but on the player."""
    size: dict[str, object] = {"attempts": 1, "room_width": (5, 5), "room_height": (5, 5)}
    rooms = levels(CHARGRID, range(700), **size, monsters_in_room=npcs, items_in_room=items)
    filled = [(start_of(room), at) for room in rooms for at in monster_cells(room) + item_cells(room)]
    around = sorted(set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)})

    assert 1400 == len(filled)
    assert fits(((at.x - start.x, at.y - start.y) for start, at in filled), dict.fromkeys(around, Fraction(1, 15)))


@pytest.mark.rows("C8-7", "C8-8")
@pytest.mark.parametrize("npcs", [3, 100])
def test_npcs_choose_cells_before_items(npcs: int) -> None:
    """Each cell once: where NPCs fill the room there are fewer items than asked for, none at all."""
    for room in levels(CHARGRID, range(100), attempts=1, monsters_in_room=(npcs,), items_in_room=(100,)):
        free = floors(room) - {start_of(room)}

        assert min(npcs, len(free)) == len(set(monster_cells(room)))
        assert sorted(free - set(monster_cells(room))) == sorted(item_cells(room))


@pytest.mark.rows("P-C7")
def test_corridors_are_dug_when_all_rooms_are_furnished() -> None:
    """Nobody lives in one, however many there are: every cell that is filled belongs to a room."""
    for level in levels(CHARGRID, range(30), monsters_in_room=(100,), items_in_room=()):
        filled = {start_of(level), *monster_cells(level)}
        squares = [[(dx, 0), (0, dy), (dx, dy)] for dx, dy in itertools.product((-1, 1), repeat=2)]

        assert all(any({at.offset(*step) for step in square} <= filled for square in squares) for at in filled)
        assert floors(level) - filled


# C8-11 to C8-27: the ten slots, getting, using and dropping


@pytest.mark.rows("C8-11", "C8-12", "C8-13", "C8-24")
def test_an_item_that_is_picked_up_fills_the_first_empty_slot() -> None:
    """Taking an item out moves no other one, and it comes back into the hole that it left."""
    game = draw("@!", CHARGRID, inventory=THREE)
    game.play(Drop(1))
    assert [POTION, None, CONFUSION] == carried(game)

    play(game, Move(EAST), PickUp())
    assert [POTION, POTION, CONFUSION] == carried(game)

    play(game, Drop(0), PickUp())
    assert [POTION, POTION, CONFUSION] == carried(game)


@pytest.mark.rows("C8-2", "C8-14", "C8-21", "C8-22", "C8-25", "C8-26", "C8-27", "C9-63", "C9-66")
@pytest.mark.parametrize(
    ("beneath", "command", "slots", "line"),
    [
        ("", Use, (1, 9, 10, 99, -1), "No item in inventory slot!"),
        ("", Drop, (1, 9, 10, 99, -1), "No item in inventory slot!"),
        (FIREBALL, Use, (1,), "No item in inventory slot!"),
        (FIREBALL, Drop, (0, 1, 99), "No space to drop item!"),
        ("orc", Drop, (0, 1, 99), "No space to drop item!"),
    ],
)
def test_a_slot_is_empty_or_there_is_no_room(
    beneath: str, command: type[Use | Drop], slots: tuple[int, ...], line: str
) -> None:
    """A slot that does not exist is as empty, and a corpse takes the room of an item; room is asked for first."""
    game = draw("@....o", CHARGRID, inventory=[POTION])
    if beneath:
        lay(game, beneath, 0)
    before = game.digest()

    assert [said(line)] * len(slots) == told(game, *map(command, slots))
    assert before == game.digest()


@pytest.mark.rows("C8-12", "C8-15", "C8-16", "C8-17", "C9-60", "C9-61", "C9-62")
@pytest.mark.parametrize(
    ("already", "beneath", "line"),
    [
        (0, POTION, "You get the {health potion}."),
        (0, FIREBALL, "You get the {fireball scroll}."),
        (9, CONFUSION, "You get the {confusion scroll}."),
        (10, FIREBALL, "Inventory is full!"),
        (0, "", "Nothing to get!"),
        (0, "orc", "Nothing to get!"),
        (0, "troll", "Nothing to get!"),
    ],
)
def test_an_item_that_is_picked_up_goes_from_the_map_into_the_first_slot(already: int, beneath: str, line: str) -> None:
    """Named in its own colour, and the orc comes nearer; with ten items, or no item there, nobody acts."""
    game = draw("@....o", CHARGRID, inventory=[POTION] * already)
    if beneath:
        lay(game, beneath, 0)
    got = line.startswith("You get")

    assert [said(line)] == told(game, PickUp())
    assert [POTION] * already + [beneath] * got == carried(game)
    assert ([beneath] if beneath and not got else []) == lying(game, 0)
    assert ("@...o." if got else "@....o") == picture(game)


@pytest.mark.rows("C8-19", "C8-20", "C9-64")
@pytest.mark.parametrize(("before", "after"), [(1, 6), (14, 19), (15, 20), (16, 20), (20, 20)])
def test_drinking_heals_five_up_to_twenty(before: int, after: int) -> None:
    """The potion is gone even at full health, the words are green, and the orc comes nearer."""
    game = draw("@....o", CHARGRID, inventory=[FIREBALL, POTION], hit_points=before)

    assert [said("You feel slightly better.", GREEN)] == told(game, Use(1))
    assert after == game.world.player.hit_points
    assert [FIREBALL] == carried(game)
    assert "@...o." == picture(game)


@pytest.mark.rows("C8-24", "C9-65")
@pytest.mark.parametrize("slot", range(3))
def test_dropping_lays_the_item_underfoot(slot: int) -> None:
    """The slot is empty then, the item is named in its own colour, and the orc comes nearer."""
    game = draw("@....o", CHARGRID, inventory=[*THREE, POTION])
    left: list[str | None] = [*THREE, POTION]
    left[slot] = None

    assert [said(f"You drop the {{{THREE[slot]}}}.")] == told(game, Drop(slot))
    assert [THREE[slot]] == lying(game, 0)
    assert left == carried(game)
    assert "@...o." == picture(game)


# C8-18, C8-23 and C8-28 to C8-40: the two menus


def rows_of(canvas: Canvas) -> list[str]:
    """Return the texts of the rows between the menu's sides."""
    lines = canvas.text().splitlines()
    return [line.split("│")[1].rstrip() for line in lines if line.count("│") == 2]


def marked(canvas: Canvas) -> str:
    """Return the letter of the highlighted row."""
    x, y = spot(canvas, "│> ")
    return words(canvas, x + 3, y, 1)


@pytest.mark.rows("C8-11", "C8-28", "C8-29", "C8-30")
def test_a_row_for_each_of_the_ten_slots() -> None:
    """Marker, letter and name; a hole keeps its row."""
    game = hall(inventory=THREE)
    game.world.player.inventory.remove(1)

    assert ["> a) health potion", "  b) -", "  c) confusion scroll", *(f"  {letter}) -" for letter in "defghij")] == (
        rows_of(run(game, "i").last)
    )


@pytest.mark.rows("C8-30", "C8-31", "C9-19")
def test_the_row_that_is_highlighted_is_bold_in_full_colour() -> None:
    """The others have two thirds of theirs, rounded down channel by channel; an empty one is a grey dash."""
    _, first, second = run(hall(inventory=THREE), "i", "down").after
    last = run(hall(inventory=THREE), "i", "up").last
    x, y = spot(first, "> a)")

    assert [Cell(char, Style(grey(255), bold=True)) for char in "> a) "] == cells(first, x, y, 5)
    assert [Cell(char, Style(grey(187))) for char in "  b) "] == cells(first, x, y + 1, 5)
    assert {(NAMES[POTION], True)} == looks(first, POTION)
    assert [{((170, 84, 0), False)}, {((124, 0, 170), False)}] == [looks(first, scroll) for scroll in SCROLLS]
    assert [{((170, 0, 170), False)}, {(NAMES[FIREBALL], True)}] == [looks(second, name) for name in THREE[:2]]
    assert Cell("-", Style(grey(124))) == first.rows[y + 9][x + 5]
    assert Cell("-", Style(grey(187), bold=True)) == last.rows[y + 9][x + 5]


@pytest.mark.rows("C8-32")
def test_the_highlight_wraps_at_both_ends() -> None:
    """It wraps with the arrows and with the wheel."""
    up, down = Mouse(Button.WHEEL_UP, 0, 0), Mouse(Button.WHEEL_DOWN, 0, 0)
    watched = run(hall(), "i", "up", "up", "down", "down", "down", up, up, down, down)

    assert list("ajijabajab") == [marked(canvas) for canvas in watched.after[1:]]


@pytest.mark.rows("C8-19", "C8-24", "C8-28", "C8-33", "C8-41")
@pytest.mark.parametrize(
    ("keys", "left", "text", "highlight"),
    [
        (["i", "b"], [FIREBALL, None, CONFUSION], "You feel slightly better.", "a"),
        (["d", "c"], [FIREBALL, POTION], "You drop the confusion scroll.", "a"),
        (["i", "down", "enter"], [FIREBALL, None, CONFUSION], "You feel slightly better.", "b"),
        (["d", "down", " "], [FIREBALL, None, CONFUSION], "You drop the health potion.", "b"),
    ],
)
def test_a_letter_enter_or_space_chooses_and_closes_the_menu(
    keys: list[str], left: list[str | None], text: str, highlight: str
) -> None:
    """A letter at once, and the highlight stays where it was; one turn has passed, and the log says what happened."""
    game = hall(inventory=[FIREBALL, POTION, CONFUSION], hit_points=9)
    watched = run(game, *keys, "i")
    after = watched.after[-2]

    assert (left, 1) == (carried(game), game.world.turn)
    assert text == log(after)[0]
    assert "Item├" not in after.text()
    assert highlight == marked(watched.last)


@pytest.mark.rows("C8-33", "C8-42", "C8-46", "C9-13", "C9-25")
@pytest.mark.parametrize("keys", ["i down", "d down", "x right", "i a", "i b left"])
def test_escape_goes_back_to_play_and_nothing_is_lost(keys: str) -> None:
    """The program goes on, and the game is as it was; from an aim, too, and not to the menu (ruling D16)."""
    game = rooms()
    before = game.digest()
    watched = watch(game, *keys.split(), "escape")

    assert watched.hung_up
    assert watched.after[0].rows == watched.last.rows
    assert before == game.digest()


@pytest.mark.rows("C8-34")
def test_the_mouse_highlights_and_chooses() -> None:
    """From the left edge of the text to the end of the widest row, on all ten rows, with any button."""
    x, y = spot(run(hall(inventory=THREE), "d").last, "> a)")
    width = len("> c) confusion scroll")
    inside = [Mouse(Button.MOVE, x, y + 9), Mouse(Button.MOVE, x + width - 1, y + 4)]
    outside = [(x - 1, y + 2), (x + width, y + 2), (x, y - 1), (x, y + 10)]
    watched = run(hall(inventory=THREE), "d", *inside, *(Mouse(Button.MOVE, *place) for place in outside))

    assert list("ajeeeee") == [marked(canvas) for canvas in watched.after[1:]]
    for button in (Button.LEFT, Button.MIDDLE, Button.RIGHT):
        game = hall(inventory=THREE)
        run(game, "d", Mouse(button, x + width - 1, y + 1))
        assert [POTION, None, CONFUSION] == carried(game)


@pytest.mark.rows("C8-34", "C8-38")
def test_the_padding_of_a_narrow_menu_is_not_clickable() -> None:
    """Inside it is 12 columns wide, of which the six of the text answer."""
    x, y = spot(run(hall(), "i").last, "> a)")
    moves = [Mouse(Button.MOVE, x + 5, y + 3), Mouse(Button.MOVE, x + 6, y + 7)]

    assert list("add") == [marked(shown) for shown in run(hall(), "i", *moves).after[1:]]


@pytest.mark.rows("C8-35")
def test_the_two_menus_have_one_highlight() -> None:
    """It begins at the first row, and stays from one opening to the next."""
    watched = run(hall(), "i", "down", "down", "escape", "d", "down", "escape", "i")

    assert list("acd") == [marked(watched.after[deeds]) for deeds in (1, 5, 8)]


@pytest.mark.rows("C8-36", "C8-44", "C9-11")
@pytest.mark.parametrize(
    ("opener", "keys"),
    [
        ("", "z e backspace f5"),
        ("i", "k z x left tab 1 A"),
        ("d", "k z x left tab 1 A"),
        ("x", "z g d f5"),
        ("ia", "z g d f5"),
    ],
    ids=["play", "use", "drop", "examine", "aim"],
)
def test_other_keys_do_nothing(opener: str, keys: str) -> None:
    """No turn, and no change on the screen, whether in play, in a menu or in a mode."""
    game = rooms()
    before = game.digest()
    watched = watch(game, *opener, *keys.split())
    shown = watched.after[len(opener) :]

    assert all(shown[0].rows == canvas.rows for canvas in shown)
    assert before == game.digest()


@pytest.mark.rows("C8-18", "C8-23", "C8-37", "C8-38", "C8-40", "C8-41")
@pytest.mark.parametrize(("key", "title", "inventory"), [("i", "Use Item", THREE), ("d", "Drop Item", [])])
def test_a_key_opens_a_box_in_the_middle_of_the_game_area(key: str, title: str, inventory: list[str]) -> None:
    """A single white line around ten rows, the title in it from column 2; black inside, above everything there."""
    canvas = run(hall({(11, 8): "T", (12, 9): "!"}, inventory=inventory), key).last
    inner = len("> c) confusion scroll") if inventory else 12
    box = Rect((40 - inner - 2) // 2, (25 - 12) // 2, inner + 2, 12)
    sides = {canvas.rows[y][x] for y in range(box.y + 1, box.y + 11) for x in (box.x, box.x + inner + 1)}
    top = f"┌┤{title}├"

    assert top + "─" * (inner + 1 - len(top)) + "┐" == words(canvas, box.x, box.y, box.width)
    assert "└" + "─" * inner + "┘" == words(canvas, box.x, box.y + 11, box.width)
    assert {Style(grey(255))} == {cell.style for cell in cells(canvas, box.x, box.y, box.width)}
    assert {Cell("│", Style(grey(255)))} == sides
    assert {BLANK} == set(cells(canvas, box.x + 8, box.y + 5, inner - 8))


@pytest.mark.rows("C8-39")
def test_the_game_area_is_at_half_its_light_and_nothing_else() -> None:
    """Floor and wall, player, orc, troll and potion; panel and messages stay as bright as they were."""
    things = {(9, 3): "o", (9, 4): "T", (5, 3): "!", (6, 4): "♫"}
    before, after = run(hall(things), "i").after
    colours = {
        (1, 1): (grey(31), (0, 0, 31)),
        (1, 0): ((0, 31, 31), (31, 63, 63)),
        (3, 3): (grey(127), (0, 0, 31)),
        (9, 3): ((0, 93, 0), (0, 0, 31)),
        (9, 4): ((93, 0, 0), (0, 0, 31)),
        (5, 3): ((127, 0, 127), (0, 0, 31)),
        (6, 4): ((127, 63, 0), (0, 0, 31)),
    }
    outside = [(x, y) for y in range(25) for x in range(40) if not Rect(13, 6, 14, 12).contains(x, y)]

    assert colours == {
        (x, y): (after.rows[y][x].style.foreground, after.rows[y][x].style.background) for x, y in colours
    }
    assert all(scale(before.rows[y][x].style.background, 1, 2) == after.rows[y][x].style.background for x, y in outside)
    assert [row[40:] for row in before.rows] == [row[40:] for row in after.rows]
    assert before.rows[LOG:] == after.rows[LOG:]


# C8-41 to C8-46: the states of the game, and its keys


@pytest.mark.rows("C8-21", "C8-22", "C8-25", "C8-26", "C8-27", "C8-41")
@pytest.mark.parametrize(
    ("on", "keys", "reason"),
    [
        ("", "ib", "No item in inventory slot!"),
        ("", "db", "No item in inventory slot!"),
        (POTION, "da", "No space to drop item!"),
        (POTION, "dj", "No space to drop item!"),
    ],
)
def test_a_failed_choice_keeps_the_menu_open(on: str, keys: str, reason: str) -> None:
    """The reason is in the log, and nobody acts."""
    game = hall({(9, 3): "o"}, inventory=[POTION])
    if on:
        lay(game, on, 3, 3)
    before = game.digest()
    canvas = run(game, *keys).last

    assert reason == log(canvas)[0]
    assert "Item├" in canvas.text()
    assert before == game.digest()


@pytest.mark.rows("C8-43", "C8-48")
@pytest.mark.parametrize("states", ["z", "i", "d", "x", "d a"])
def test_a_closed_window_ends_the_program_in_any_state(states: str) -> None:
    """In play, menus and modes, and on the screen of death: nothing that comes after it is read."""
    watched = run(hall({(4, 3): "o"}, inventory=[POTION], hit_points=1), *states.split(), HangUp(), "i")

    assert ["i"] == watched.script
    assert ("YOU DIED" in watched.last.text()) == (states == "d a")


@pytest.mark.rows("C8-15", "C8-44")
def test_the_keys_of_a_game() -> None:
    """Arrows move, Space waits, `g` gets, `i` uses and `d` drops: a turn each."""
    game = hall({(4, 3): "!"})
    run(game, "right", "g", "down", "left", "up", " ", "d", "a", "g", "i", "a")

    assert Point(3, 3) == game.world.player.at
    assert ([], []) == (carried(game), lying(game, 3, 3))
    assert 9 == game.world.turn


@pytest.mark.rows("C8-45")
def test_sight_is_up_to_date_after_every_key() -> None:
    """What is lit is what can be seen from where the player stands now; a menu changes nothing about it."""
    game = draw("#########\n#@......#\n#.#####.#\n#.......#\n#########", CHARGRID)
    for direction in [*[EAST] * 6, SOUTH, SOUTH, WEST, WEST]:
        game.play(Move(direction))
        level = game.world.level
        before = set(map(level.grid.point, CHARGRID.sight.cells(level, game.world.player.at)))

        assert before == in_view(game)
        run(game, "i", "down", "escape")
        assert before == in_view(game)


# C8-47 to C8-54 and P-C28: death, and the health bar


def last_stand(hit_points: int = 1, inventory: Sequence[str] = ()) -> Game:
    """Begin a game in which the orc at the player's side strikes first; a wall stands in the hall's dark half."""
    rows = ["#" * 40, *["#" + "." * 18 + "#" + "." * 19 + "#"] * 23, "#" * 40]
    places = {(5, 5): "@", (6, 5): "o", (5, 8): "T", (8, 8): "!"}
    pictured = ("".join(places.get((x, y), char) for x, char in enumerate(row)) for y, row in enumerate(rows))
    return draw("\n".join(pictured), CHARGRID, hit_points=hit_points, inventory=inventory)


@pytest.mark.rows("C8-47", "C8-49", "C8-53")
@pytest.mark.parametrize("keys", [[" "], ["d", "a"]], ids=["in play", "in a menu"])
def test_the_death_screen_comes_with_the_fatal_turn(keys: list[str]) -> None:
    """Not with the key after it: red and bold, in the middle of the whole screen, also of the source's 40 by 30."""
    *before, after = run(last_stand(inventory=[POTION]), *keys).after
    small = watch(last_stand(inventory=[POTION]), *keys, size=(40, 30)).last

    assert not any("YOU DIED" in canvas.text() for canvas in before)
    assert [((60 - 8) // 2, (29 - 1) // 2), (16, 14)] == [spot(canvas, "YOU DIED") for canvas in (after, small)]
    assert {(RED, True)} == looks(after, "YOU DIED")
    assert "Drop Item" not in after.text()


@pytest.mark.rows("C8-48")
def test_it_lasts_for_two_seconds_and_ignores_keys_and_mouse() -> None:
    """Then the summary comes by itself, from which a new game can begin."""
    deeds: list[Deed] = [
        "enter",
        "escape",
        " ",
        "Q",
        "i",
        "?",
        "up",
        Mouse(Button.LEFT, 5, 5),
        Mouse(Button.MOVE, 5, 5),
    ]
    watched = run(last_stand(), " ", *deeds, 1.99, "z", 0.02)

    assert "YOU DIED" in watched.after[1].text()
    assert all(watched.after[1].rows == canvas.rows for canvas in watched.after[2:-1])
    assert "killed by an orc" in watched.last.text()


@pytest.mark.rows("C8-50", "C8-51", "C8-52", "C8-54")
def test_the_game_area_turns_red() -> None:
    """A third of every colour and (31, 0, 0), also on the fill of the unseen; panel and log stay as they are."""
    after = run(last_stand(), " ").last
    rows, floor = after.rows, (31, 0, 21)

    assert [
        Cell(".", Style((52, 21, 21), floor, mark=Mark.DEATH)),
        Cell("#", Style((31, 21, 21), (52, 42, 42), mark=Mark.DEATH)),
        Cell("%", Style((116, 85, 85), floor, mark=Mark.DEATH)),
        Cell("o", Style((31, 62, 0), floor, bold=True, mark=Mark.DEATH)),
        Cell("T", Style((93, 0, 0), floor, bold=True, mark=Mark.DEATH)),
        Cell("!", Style((116, 0, 85), floor, mark=Mark.DEATH)),
    ] == [rows[y][x] for x, y in [(2, 2), (0, 5), (5, 5), (6, 5), (5, 8), (8, 8)]]
    assert {(41, 0, 0)} == {rows[y][x].style.background for y in range(1, 11) for x in range(21, 39)}
    assert "THE ORC KILLS YOU!" == log(after)[0]
    assert {(RED, False), (GREEN, True)} == looks(after, "THE ORC KILLS YOU!")
    assert {(0, 0, 0)} == {cell.style.background for row in rows[LOG:] for cell in row}
    assert grey(255) == rows[0][BAR + 4].style.foreground


@pytest.mark.rows("C8-3", "C8-54", "P-C15", "P-C28")
def test_the_dead_player_is_a_white_corpse_with_an_empty_bar() -> None:
    """Plain beneath the filter, and alone on its cell: what lay underfoot is destroyed; the bar shows 0 of 20."""
    game = last_stand()
    lay(game, POTION, 5, 5)
    after = run(game, " ").last
    glyphs = [item.kind.glyph for item in game.world.level.items_at(Point(5, 5))]

    assert [("%", grey(255), False)] == [(glyph.char, glyph.color, glyph.bold) for glyph in glyphs]
    assert "0/20" == words(after, BAR, 0, 10).strip()
    assert {(100, 0, 0)} == {cell.style.background for cell in cells(after, BAR, 0, 10)}


@pytest.mark.rows("P-C28")
@pytest.mark.parametrize(("hit_points", "filled"), [(20, 10), (19, 9), (11, 5), (10, 5), (3, 1), (1, 1)])
def test_the_health_bar(hit_points: int, filled: int) -> None:
    """Ten cells, rounded down, but one at least while there is life; the figures stand in its middle."""
    canvas = run(draw("@", CHARGRID, hit_points=hit_points)).last
    bar = cells(canvas, 2, 0, 10)

    assert [(200, 0, 0)] * filled + [(100, 0, 0)] * (10 - filled) == [cell.style.background for cell in bar]
    assert f"{hit_points}/20".center(10) == words(canvas, 2, 0, 10)
    assert {grey(255)} == {cell.style.foreground for cell in bar}


# C9-1 to C9-16: examining, and the cursor

ROOMS = """
    #########
    #@.T.!fc#
    ##.######
    #o......#
    #########
"""
EMPTY_ROOMS = ROOMS.replace("T", ".")


def rooms(rows: str = ROOMS) -> Game:
    """Return a game in two rooms with one of everything."""
    return draw(rows, CHARGRID, legend=LEGEND, inventory=SCROLLS)


def name_at(game: Game, x: int, y: int) -> str:
    """Return what the panel names when the mouse is on a cell."""
    return named(watch(game, Mouse(Button.MOVE, x, y)).last, game.world.level.width)


def pointed(canvas: Canvas) -> str:
    """Return x and y of the cell that shows the cursor."""
    lit = [f"{x}{y}" for y in range(5) for x in range(9) if canvas.rows[y][x].style.mark == Mark.CURSOR]
    assert len(lit) <= 1
    return lit[0] if lit else "none"


@pytest.mark.rows("C9-1")
def test_npcs_items_and_the_player_have_names() -> None:
    """Bare names, and "yourself"; floors, walls and what is off the map have none."""
    game = rooms()

    assert ["yourself", "", "troll", "", POTION, FIREBALL, CONFUSION] == [name_at(game, x, 1) for x in range(1, 8)]
    assert [""] * 5 == [name_at(game, *at) for at in ((0, 0), (2, 1), (9, 1), (1, 9), (40, 20))]


@pytest.mark.rows("C9-1", "P-C15")
@pytest.mark.parametrize(("glyph", "name"), [("o", "orc"), ("T", "troll")])
def test_a_corpse_has_the_name_and_the_colour_of_the_npc(glyph: str, name: str) -> None:
    """It lies, in bold, where the NPC stood: only their glyphs distinguish the living from the dead."""
    game = draw(f"#@{glyph}#", CHARGRID)
    monsters(game)[0].hit_points = 1
    before = name_at(game, 2, 0)
    watched = watch(game, "right")

    assert [Cell(char, Style(NAMES[name], FLOOR, bold=True)) for char in (glyph, "%")] == [
        canvas.rows[0][2] for canvas in watched.after
    ]
    assert name == before == name_at(game, 2, 0)


@pytest.mark.rows("C9-1")
def test_neither_the_players_corpse_nor_a_projectile_has_a_name() -> None:
    """There is nobody left to look at the one, and the other is gone before it could be read."""
    dead = watch(draw("#@o#", CHARGRID, hit_points=1), " ", Mouse(Button.MOVE, 1, 0)).last
    game = draw("#@.....#", CHARGRID, inventory=SCROLLS)
    game.submit(Use(0, Point(5, 0)))
    game.update()
    game.tick()

    assert ("%", "") == (dead.rows[0][1].char, named(dead, 4))
    assert Point(2, 0) == game.world.level.projectiles[0].at
    assert "" == name_at(game, 2, 0)


@pytest.mark.rows("C9-2")
def test_the_actor_on_an_item_is_named_first() -> None:
    """The item is named before the player is above it, and again afterwards."""
    game = draw("#@!.#", CHARGRID)
    names = [name_at(game, 2, 0)]
    for _ in range(2):
        game.play(Move(EAST))
        names.append(name_at(game, 2, 0))

    assert [POTION, "yourself", POTION] == names


@pytest.mark.rows("C9-3")
def test_only_things_in_view_have_a_name() -> None:
    """Never what was not seen yet, and not any more what is remembered."""
    game = draw("#########\n#@o.....#\n#.#####.#\n#!.....o#\n#########", CHARGRID)
    before = (name_at(game, 1, 3), name_at(game, 7, 3))
    play(game, *[Move(EAST)] * 3)

    assert (POTION, "") == before
    assert game.world.level.is_explored(Point(1, 3))
    assert "" == name_at(game, 1, 3)


@pytest.mark.rows("C9-4", "C9-5")
@pytest.mark.parametrize(
    ("x", "y", "background"),
    [(2, 1, (127, 127, 158)), (3, 1, (127, 127, 158)), (4, 0, (158, 190, 190)), (1, 3, grey(127))],
    ids=["floor", "troll", "wall", "unseen"],
)
def test_the_cursor_lights_the_background_half_way_up_and_changes_nothing_else(
    x: int, y: int, background: Color
) -> None:
    """By the mouse alone, and without a turn."""
    game = rooms()
    before, after = watch(game, Mouse(Button.MOVE, x, y)).after
    old, new = before.rows[y][x], after.rows[y][x]

    assert Cell(old.char, old.style._replace(background=background, mark=Mark.CURSOR)) == new
    assert f"{x}{y}" == pointed(after)
    assert 0 == game.world.turn


@pytest.mark.rows("C9-4", "C9-6", "C9-14")
@pytest.mark.parametrize("opener", ["i", "d", "Q", "escape"])
def test_a_cursor_of_the_mouse_stays_bright_over_a_dimmed_map(opener: str) -> None:
    """It is drawn last (ruling D31)."""
    watched = run(hall(), Mouse(Button.MOVE, 5, 1), opener)

    assert [(127, 127, 158)] * 2 == [canvas.rows[1][5].style.background for canvas in watched.after[1:]]
    assert (0, 0, 31) == watched.last.rows[1][6].style.background


@pytest.mark.rows("C9-6")
@pytest.mark.parametrize("key", ["right", " ", "g", "z"])
def test_a_key_in_play_clears_the_cursor(key: str) -> None:
    """Whether it does anything or not."""
    watched = watch(rooms(), Mouse(Button.MOVE, 4, 1), key)

    assert ["41", "none"] == [pointed(canvas) for canvas in watched.after[1:]]


@pytest.mark.rows("C9-7", "C9-8", "C9-10")
@pytest.mark.parametrize(("keys", "alone"), [("x", "11"), ("ia", "31")], ids=["examine", "aim"])
def test_a_mode_starts_where_the_mouse_left_the_cursor(keys: str, alone: str) -> None:
    """Else on the player, or for an aim on the nearest enemy (ruling D25)."""
    assert alone == pointed(watch(rooms(), *keys).last)
    assert "51" == pointed(watch(rooms(), Mouse(Button.MOVE, 5, 1), *keys).last)


@pytest.mark.rows("C9-14", "C9-16")
@pytest.mark.parametrize(("keys", "mode"), [("x", "EXAMINE"), ("ia", "AIM")])
def test_a_mode_is_named_in_white_and_does_not_dim_the_map(keys: str, mode: str) -> None:
    """A target must be seen well."""
    watched = watch(rooms(), *keys)
    before, after = watched.after[0], watched.last

    assert {(grey(255), True)} == looks(after, mode)
    assert [before.rows[y][:9] for y in (0, 4)] == [after.rows[y][:9] for y in (0, 4)]


@pytest.mark.rows("C9-8", "C9-10", "C9-12", "C9-13")
def test_arrows_move_the_cursor_one_cell_as_far_as_the_map_goes() -> None:
    """In four directions; it stays on the map (ruling D18), and Enter or Escape leave without a turn."""
    game = rooms()
    ways = ["right", "right", "down", "left", "up", "up", "up", "left", "left", "left"]
    watched = watch(game, "x", *ways, "enter", "x", "escape")

    places = "11 21 31 32 22 21 20 20 10 00 00 none 11 none"
    assert places.split() == [pointed(canvas) for canvas in watched.after[1:]]
    assert 0 == game.world.turn
    assert watched.after[0].rows == watched.last.rows


@pytest.mark.rows("C9-8", "C9-10", "C9-23")
def test_arrows_move_the_aim_and_enter_takes_its_cell() -> None:
    """The scroll is used up at once, the spell above the player flies to the cell, and one is back in play."""
    game = rooms(EMPTY_ROOMS)
    watched = watch(game, "i", "a", "right", "right", "right", "down", "up", "enter")

    assert [("fireball", Point(1, 1), Point(4, 1))] == [
        (projectile.means.name, projectile.at, projectile.path[-1]) for projectile in game.world.level.projectiles
    ]
    assert [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 1), (1, 1)] == [canvas.cursor for canvas in watched.after[2:]]
    assert [None, CONFUSION] == carried(game)
    assert not {"AIM", "Use Item"} & set(watched.last.text().split())


@pytest.mark.rows("C9-9")
def test_the_mouse_places_the_cursor_and_its_left_button_takes_the_cell() -> None:
    """The middle one and the wheel do nothing; the right one goes back, as in other documents."""
    game = rooms()
    idle = [Mouse(button, 5, 3) for button in (Button.MIDDLE, Button.WHEEL_UP, Button.WHEEL_DOWN)]
    watched = watch(game, "i", "a", Mouse(Button.MOVE, 2, 1), *idle, Mouse(Button.LEFT, 4, 1))

    assert [(2, 1)] * 4 == [canvas.cursor for canvas in watched.after[3:7]]
    assert [Point(4, 1)] == [projectile.path[-1] for projectile in game.world.level.projectiles]


@pytest.mark.rows("C9-15")
@pytest.mark.parametrize(("keys", "mouse"), [(("x",), True), ((), True), (("x", *["right"] * 5), False)])
def test_the_name_is_shown_in_grey_below_the_mode(keys: tuple[str, ...], *, mouse: bool) -> None:
    """Pointed at by keys or by the mouse, in examine mode or in play: in the rows below the mode."""
    deeds: tuple[Deed, ...] = (Mouse(Button.MOVE, 6, 1),) if mouse else ()
    canvas = watch(rooms(EMPTY_ROOMS), *keys, *deeds).last
    name = [cell for cell in canvas.rows[5][10:] if cell.char != " "]

    assert "fireballscroll" == "".join(cell.char for cell in name)
    assert {grey(187)} == {cell.style.foreground for cell in name}


# C9-21 to C9-28: using and aiming


@pytest.mark.rows("C9-21", "C9-22", "C9-28")
def test_a_potion_is_drunk_at_once_and_a_scroll_is_aimed() -> None:
    """The potion is gone and the turn too; the scroll stays in its slot until there is a target."""
    drunk, aimed = draw("@...T", CHARGRID, inventory=[POTION]), rooms()
    drinking, aiming = watch(drunk, "i", "a"), watch(aimed, "i", "b")

    assert not any("AIM" in canvas.text() for canvas in drinking.frames)
    assert ([], 1) == (carried(drunk), drunk.world.turn)
    assert "AIM" in aiming.last.text()
    assert (SCROLLS, 0) == (carried(aimed), aimed.world.turn)


def test_effects_of_items_are_described_with_their_numbers() -> None:
    """They are the ones of its effects."""
    assert [
        "Heals 5 HP.",
        "Aimed. Deals 2 damage to the first creature it hits.",
        "Aimed. Confuses the first creature it hits for 5 turns.",
    ] == [CHARGRID.items[name].description for name in THREE]


@pytest.mark.rows("C9-10", "C9-24")
@pytest.mark.parametrize("deed", ["enter", Mouse(Button.LEFT, 1, 1)])
@pytest.mark.parametrize("slot", [0, 1])
def test_the_own_cell_is_not_a_target(slot: int, deed: Deed) -> None:
    """With nobody in view the aim starts there; it stays open and says why (rulings D17, D25)."""
    game = rooms(EMPTY_ROOMS)
    watched = watch(game, "i", "ab"[slot], deed)

    assert (1, 1) == watched.after[2].cursor
    assert "AIM" in watched.last.text()
    assert "You cannot target yourself." in watched.last.text()
    assert SCROLLS == carried(game)
    assert [Refused(Reason.OWN_CELL)] == game.play(Use(slot, Point(1, 1)))


@pytest.mark.rows("C9-26")
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("target", [Point(29, 0), Point(0, 1), Point(6, 3), Point(2, 1), Point(29, 3)])
def test_any_cell_of_the_map_can_be_aimed_at(target: Point, slot: int) -> None:
    """Seen or not, near or far, wall or floor."""
    game = draw("#" * 30 + "\n#@...#" + "." * 23 + "#\n" + ("#" * 30 + "\n") * 2, CHARGRID, inventory=SCROLLS)
    game.play(Use(slot, target))

    assert game.world.player.inventory.slots[slot] is None


@pytest.mark.rows("C9-27")
@pytest.mark.parametrize("slot", [0, 1])
def test_a_launch_gives_the_npcs_no_turn(slot: int) -> None:
    """Neither when it leaves nor when it hits: the troll is where it was until the player does something else."""
    game = draw("#@...T...#", CHARGRID, inventory=SCROLLS)
    game.play(Use(slot, Point(5, 0)))

    assert ("#@...T...#", 0) == (picture(game), game.world.turn)
    game.play(Wait())
    assert 1 == game.world.turn


# C9-29 to C9-42, C9-54, C9-55: what flies

LETTERS = {(1, 0): "E", (0, 1): "S", (-1, 0): "W", (0, -1): "N"}
LAUNCH: tuple[Deed, ...] = ("i", "a", Mouse(Button.LEFT, 13, 2))
"""Twelve cells along the empty corridor, with nobody there to be hit."""


def corridor(things: str = "@", inventory: Sequence[str] = SCROLLS) -> Game:
    """Return a game in a hall 28 cells long, whose middle row, 2, begins with these things."""
    rows = ground(30, 5, dict(zip([(x, 2) for x in range(1, 29)], things, strict=False)), edge="#")
    return draw(rows, CHARGRID, inventory=inventory)


def flight(game: Game, target: Point, slot: int = 0) -> list[Point]:
    """Launch what is in a slot, and return the cells over which it is, from the launch to the landing."""
    game.submit(Use(slot, target))
    game.update()
    (projectile,) = game.world.level.projectiles
    places = [projectile.at]
    while game.in_flight:
        assert [projectile] == game.world.level.projectiles
        game.tick()
        places.append(projectile.at)
    assert [] == game.world.level.projectiles
    return places


def since_launch(game: Game) -> list[AnyEvent]:
    """Return all events except launches."""
    return [event for event in game.events if not isinstance(event, Launched)]


@pytest.mark.rows("C8-4", "C9-23", "C9-29")
@pytest.mark.parametrize(("key", "name"), [("a", "fireball"), ("b", "confusion spell")])
def test_it_is_a_star_in_its_scrolls_colour_above_everything(key: str, name: str) -> None:
    """It begins above the player, who is hidden for a moment, and flies above objects."""
    watched = watch(corridor("@.!"), "i", key, Mouse(Button.LEFT, 13, 2), 0.07)
    star = Cell("*", Style(NAMES[name], FLOOR))

    assert star == watched.after[3].rows[2][1]
    assert star == watched.after[4].rows[2][3]
    assert "@" == watched.after[4].rows[2][1].char


@pytest.mark.rows("C9-30", "C9-38")
@pytest.mark.parametrize("slot", [0, 1])
def test_it_takes_the_published_steps_one_a_tick_and_ends_on_the_target(slot: int) -> None:
    """Both spells fly along cardinal lines only; the longer axis leads, the vertical one in a tie (ruling D1)."""
    for delta, expected in CARDINAL_STEPS.items():
        center = Point(11, 11)
        game = draw(ground(23, 23, {center: "@"}), CHARGRID, inventory=SCROLLS)
        places = flight(game, center.offset(*delta), slot)

        assert expected == "".join(LETTERS[b.x - a.x, b.y - a.y] for a, b in itertools.pairwise(places))
        assert center.offset(*delta) == places[-1]


@pytest.mark.rows("C9-31")
def test_a_tick_comes_every_33_milliseconds() -> None:
    """As many as there are cells, one more in which it is seen on the last of them, and then none."""
    watched = watch(corridor(), *LAUNCH, 1.0)

    assert [pytest.approx(0.033)] * 13 == [wait for wait in watched.waits if wait is not None]
    assert watched.waits[-1] is None


@pytest.mark.rows("C9-31")
@pytest.mark.parametrize(
    ("deeds", "lag", "places"),
    [
        (["f5"] * 14, 0.5, list(range(1, 12))),  # the twelfth cell is out of sight
        ([Stall(0.5), 0.032, 0.002], 0.0, [1, 2, 2, 3]),
    ],
    ids=["slow", "late"],
)
def test_there_are_never_two_ticks_in_one_frame(deeds: list[Deed], lag: float, places: list[int]) -> None:
    """A slow machine shows every cell, and the full time comes again after a tick that was late."""
    rows = [canvas.rows[2][:30] for canvas in watch(corridor(), *LAUNCH, *deeds, lag=lag).after[3:]]

    assert places == [x for row in rows for x, cell in enumerate(row) if cell.char == "*"]


@pytest.mark.rows("C9-32", "C9-41")
@pytest.mark.parametrize(
    ("keys", "shown"), [(["x"], "EXAMINE"), (["i"], "Use Item"), (["d"], "Drop Item"), (["escape"], "Quit?")]
)
def test_screens_open_during_a_flight_and_do_not_stop_it(keys: list[str], shown: str) -> None:
    """Menus and modes work as ever, Escape leaves them, and the ticks go on beneath (ruling D6)."""
    game = corridor()
    watched = watch(game, *LAUNCH, 0.1, *keys, 0.1, "escape", 1.0)

    assert "*" in watched.after[4].text()
    assert shown in watched.after[5].text()
    assert shown not in watched.after[-2].text()
    assert "*" in watched.after[-2].text()
    assert not game.in_flight


@pytest.mark.rows("C9-33", "C9-34", "C9-35", "C9-37", "C9-38", "C9-43")
@pytest.mark.parametrize(
    ("things", "target", "last", "hit"),
    [
        ("@..#.", 6, 3, False),  # never inside the wall
        ("@!.T.TT", 7, 4, True),  # the first in the way, over an item
        ("@%.T.TT", 7, 4, True),  # over a corpse
        ("@.....T", 5, 5, False),
        ("@.....T", 6, 6, False),  # not one too far, as in the source (ruling D1)
    ],
)
@pytest.mark.parametrize("slot", [0, 1])
def test_it_flies_until_a_wall_an_actor_or_its_target(
    slot: int, things: str, target: int, last: int, *, hit: bool
) -> None:
    """Only the first actor that it meets is burned or confused; objects on the floor are not affected."""
    game = corridor(things.replace("%", "."))
    if "%" in things:
        lay(game, "orc", 2, 2)
    places = flight(game, Point(target, 2), slot)

    assert Point(last, 2) == places[-1]
    assert hit == bool(since_launch(game))
    assert [6 - 2 * (hit and slot == 0), 6, 6][: things.count("T")] == [troll.hit_points for troll in monsters(game)]
    assert [hit and slot == 1, False, False][: things.count("T")] == [bool(m.conditions) for m in monsters(game)]
    assert {"!": [POTION], "%": ["orc"]}.get(things[1], []) == lying(game, 2, 2)


@pytest.mark.rows("C9-36")
def test_two_that_meet_ignore_each_other() -> None:
    """They pass, and each hits its own target."""
    game = corridor("@......T")
    player, troll = game.world.level.actors
    launch(game.world, CHARGRID.projectiles["fireball"], player.ref, player.at, troll.at)
    launch(game.world, CHARGRID.projectiles["fireball"], troll.ref, troll.at, player.at)
    while game.in_flight:
        game.tick()

    assert (18, 4) == (player.hit_points, troll.hit_points)


@pytest.mark.rows("C9-36", "C9-37")
@pytest.mark.parametrize("target", [5, 2])
def test_it_is_seen_on_its_last_cell(target: int) -> None:
    """For one tick, on an empty target as well, and when that is the next cell (ruling D29)."""
    watched = watch(corridor("@......T"), "i", "a", Mouse(Button.LEFT, target, 2), 1.0)
    places = [spot(canvas, "*") for canvas in watched.frames if "*" in canvas.text() and "AIM" not in canvas.text()]

    assert [(x, 2) for x in range(1, target + 1)] == places
    assert "*" not in watched.last.text()


@pytest.mark.rows("C9-39", "C9-40")
@pytest.mark.parametrize("command", [Move(EAST), Wait(), PickUp(), Use(1), Use(1, Point(9, 2)), Drop(1)])
def test_no_command_is_done_during_a_flight(command: Command) -> None:
    """No turn passes and nothing is said; dropping is no exception (ruling D5)."""
    game = corridor("@......T")
    game.submit(Use(0, Point(5, 2)))
    game.update()
    game.events.clear()
    before = game.digest()
    game.submit(command)
    game.update()

    assert [Refused(Reason.IN_FLIGHT)] == list(game.events)
    assert [] == messages_of(CHARGRID, game.events)
    assert before == game.digest()


@pytest.mark.rows("C9-39")
def test_keys_pressed_during_a_flight_are_ignored() -> None:
    """Without a word, without a turn, and not done later either."""
    game = corridor()
    watched = watch(game, *LAUNCH, "right", " ", "g", "right", 1.0)

    assert 0 == game.world.turn
    assert "@" == watched.last.rows[2][1].char
    assert "get" not in watched.last.text()


@pytest.mark.rows("C9-39", "C9-40")
@pytest.mark.parametrize("opener", ["i", "d"])
@pytest.mark.parametrize("slot", ["a", "b", "c"])
def test_a_choice_during_a_flight_says_to_wait_and_leaves_its_menu_as_it_is(opener: str, slot: str) -> None:
    """Whether that is a potion, a scroll that would be aimed, or nothing at all (ruling D30)."""
    game = corridor(inventory=[FIREBALL, POTION, CONFUSION])
    watched = watch(game, *LAUNCH, opener, slot)
    before, after = watched.after[4:6]

    assert "Wait until it lands." in after.text()
    assert "Item├" in after.text()
    assert before.rows[:20] == after.rows[:20]
    assert game.in_flight
    assert ([None, POTION, CONFUSION], 0) == (carried(game), game.world.turn)


@pytest.mark.rows("C9-42")
def test_all_projectiles_step_and_vanish_before_any_takes_effect() -> None:
    """Two reach one troll in the same tick: fire first, then confusion, with nothing left in the air."""
    game = corridor("@..T")
    player, troll = game.world.level.actors
    for name in ("fireball", "confusion spell"):
        launch(game.world, CHARGRID.projectiles[name], player.ref, player.at, troll.at)
    game.tick()
    game.tick()
    assert [Point(3, 2)] * 2 == [projectile.at for projectile in game.world.level.projectiles]
    game.tick()

    assert not game.in_flight
    assert [Harmed, ConditionBegan] == [
        type(event) for event in since_launch(game) if isinstance(event, Harmed | ConditionBegan)
    ]


@pytest.mark.rows("C9-54")
@pytest.mark.parametrize("slot", [0, 1])
def test_it_never_hits_its_launcher(slot: int) -> None:
    """Even against the next wall: the first step leaves the cell or ends the flight."""
    for target in (Point(0, 2), Point(1, 1), Point(2, 2), Point(1, 4)):
        game = corridor()
        flight(game, target, slot)

        assert [] == since_launch(game)
        assert (20, {}) == (game.world.player.hit_points, game.world.player.conditions)


@pytest.mark.rows("C9-55")
def test_commands_wait_exactly_as_long_as_something_flies() -> None:
    """From the launch to the landing: the very next command is done."""
    game = corridor()
    assert not game.in_flight
    flight(game, Point(3, 2))

    assert Refused(Reason.IN_FLIGHT) not in game.play(Wait())
    assert 1 == game.world.turn


# C9-43 to C9-53: fire and confusion. Of the latter the document's words bind, not its code (ruling D3)

FAR = ground(26, 15, {(0, 7): "@", (17, 7): "o"})
"""The orc is too far away to notice the player, and waits for ever."""
NEAR = ground(15, 15, {(0, 7): "@", (5, 7): "T"})
"""The troll notices the player wherever it staggers in five turns."""
QUARTERS = {(way.dx, way.dy): Fraction(1, 4) for way in CARDINALS}


def steps(events: Iterable[AnyEvent], number: int) -> list[tuple[int, int]]:
    """Return the steps of the actor of that number."""
    moved = [event for event in only(Moved, events) if event.who.id == number]
    return [(event.goal.x - event.start.x, event.goal.y - event.start.y) for event in moved]


@pytest.mark.rows("C9-43", "C9-44", "C9-45", "C9-67", "C9-68")
@pytest.mark.parametrize("name", ["orc", "troll"])
def test_a_fireball_takes_two_hit_points_and_only_death_is_told(name: str) -> None:
    """Never below nothing; the corpse takes the place of what lay there, and fellows around are not even warmed."""
    game = draw("########\n#@..MM.#\n#...MM.#\n########", CHARGRID, legend={"M": name}, inventory=[FIREBALL] * 2)
    first, *others = monsters(game)
    first.hit_points = 3
    lay(game, POTION, 4, 1)
    unhurt = [other.hit_points for other in others]
    deaths = [said(f"The {{{name}}} dies."), said("The {health potion} is destroyed.")]

    for slot, left, more in ((0, 1, []), (1, 0, deaths)):
        assert [said("You launch a {fireball}!"), *more] == told(game, Use(slot, first.at))
        assert left == first.hit_points
    assert (others, unhurt) == (monsters(game), [other.hit_points for other in others])
    assert [name] == lying(game, 4, 1)


@pytest.mark.rows("C9-46", "C9-56", "C9-57", "C9-58", "P-C12", "P-C13", "P-C14", "P-C25", "P-C26")
@pytest.mark.parametrize(("glyph", "name", "blows"), [("o", "orc", 2), ("T", "troll", 6)])
def test_a_fight_is_as_long_as_its_hit_points(glyph: str, name: str, blows: int) -> None:
    """No chance is in it: every attack takes 1, and a killed NPC does not attack again; nobody changes place."""
    game = draw(f"@{glyph}.", CHARGRID)
    events = play(game, Wait(), *[Move(EAST)] * blows)
    attack, attacked = said(f"You attack the {{{name}}}."), said(f"The {{{name}}} attacks you.")

    assert {1} == {blow.damage for blow in only(Struck, events)}
    assert [*[attacked, attack] * (blows - 1), attacked, said(f"You kill the {{{name}}}.")] == messages_of(
        CHARGRID, events
    )
    assert 20 - blows == game.world.player.hit_points
    assert "@%." == picture(game)


@pytest.mark.rows("C9-47", "C9-48", "C9-49", "C9-50", "C9-51", "C9-67", "C9-69", "C9-70")
@pytest.mark.parametrize("name", ["orc", "troll"])
def test_confusion_is_five_turns_of_steps_in_any_of_four_directions(name: str) -> None:
    """A quarter each, even for a waiting NPC that never saw the player. Messages report the beginning and the end."""
    found = []
    for seed in range(100):
        game = draw(FAR, CHARGRID, legend={"o": name}, inventory=[CONFUSION], seed=seed)
        (victim,) = monsters(game)
        lines = [said("You launch a {confusion spell}!"), said(f"The {{{name}}} is confused.")]

        assert lines == told(game, Use(0, victim.at))
        later = [game.play(Wait()) for _ in range(8)]
        found += [step for events in later for step in steps(events, victim.id)]
        assert [1, 1, 1, 1, 1, 0, 0, 0] == [len(steps(events, victim.id)) for events in later]
        assert [[]] * 5 + [[said(f"The {{{name}}}'s confusion passes.")]] + [[]] * 2 == [
            messages_of(CHARGRID, events) for events in later
        ]

    assert fits(found, QUARTERS)


@pytest.mark.rows("C9-47")
def test_a_second_confusion_restarts_the_turns_and_does_not_add() -> None:
    """Hit after three turns: five more, and eight in all, then one message."""
    game = draw("############\n#@.......T##\n############", CHARGRID, inventory=[CONFUSION] * 2)
    game.play(Use(0, Point(9, 1)))
    again = play(game, *[Wait()] * 3, Use(1, Point(9, 1)))
    rest = [len(only(ConditionEnded, game.play(Wait()))) for _ in range(7)]

    assert [] == only(ConditionEnded, again)
    assert [0] * 5 + [1, 0] == rest


@pytest.mark.rows("C9-48", "C9-51", "C9-52")
@pytest.mark.parametrize(
    ("rows", "at"),
    [("#####\n#@#o#\n#####", Point(3, 1)), ("#######\n#@#.T.#\n###ToT#\n###.T.#\n#######", Point(4, 2))],
    ids=["walls", "trolls who have not noticed the player"],
)
def test_into_walls_and_its_fellows_nothing_happens(rows: str, at: Point) -> None:
    """Shut in on all sides it stays where it is, and recovers after as many turns."""
    game = draw(rows, CHARGRID)
    before, unhurt = picture(game), [monster.hit_points for monster in monsters(game)]
    confuse(game, at)
    later = [game.play(Wait()) for _ in range(6)]

    assert [0] * 5 + [1] == [len(only(ConditionEnded, events)) for events in later]
    assert [] == [event for events in later for event in events if isinstance(event, Struck | Moved)]
    assert (before, unhurt) == (picture(game), [monster.hit_points for monster in monsters(game)])


@pytest.mark.rows("C9-49", "C9-50")
@pytest.mark.parametrize("seed", range(10))
def test_the_turn_on_which_it_passes_is_a_normal_one(seed: int) -> None:
    """The troll comes nearer with that very turn."""
    game = draw(NEAR, CHARGRID, inventory=[CONFUSION], seed=seed)
    (troll,) = monsters(game)
    play(game, Use(0, troll.at), *[Wait()] * 5)
    before = abs(troll.at.x) + abs(troll.at.y - 7)

    assert 1 == len(only(ConditionEnded, game.play(Wait())))
    assert before - 1 == abs(troll.at.x) + abs(troll.at.y - 7)


@pytest.mark.rows("C9-52")
def test_it_attacks_the_player_when_it_stumbles_into_them() -> None:
    """A quarter of the turns, for one hit point; a normal orc would do so every turn."""
    struck = []
    for seed in range(100):
        game = draw("###\n#@#\n#o#\n###", CHARGRID, inventory=[CONFUSION], seed=seed)
        game.play(Use(0, Point(1, 2)))
        blows = [len(only(Struck, game.play(Wait()))) for _ in range(5)]
        struck += blows
        assert 20 - sum(blows) == game.world.player.hit_points

    assert fits(struck, {1: Fraction(1, 4), 0: Fraction(3, 4)})


@pytest.mark.rows("C9-48", "C9-50", "C9-51", "C9-53")
def test_a_confused_player_goes_anywhere_for_five_turns_and_is_not_told() -> None:
    """There is no way to become so, but the rule is the same: a quarter each way, and a turn of waiting counts."""
    found = []
    for seed in range(100):
        game = draw(ground(15, 15, {(7, 7): "@"}), CHARGRID, seed=seed)
        player = game.world.player
        confuse(game, player.at)
        turns = [game.play(Wait()), *(game.play(Move(EAST)) for _ in range(5))]
        found += [step for events in turns[:-1] for step in steps(events, player.id)]

        assert [(1, 0)] == steps(turns[-1], player.id)
        assert [[]] * 6 == [messages_of(CHARGRID, events) for events in turns]

    assert 400 == len(found)
    assert fits(found, QUARTERS)


@pytest.mark.rows("P-C23", "C9-50")
@pytest.mark.parametrize("seed", range(8))
def test_a_confused_npc_still_sees_the_player_and_chases_for_three_more_turns(seed: int) -> None:
    """Only its steps are replaced, so its memory counts from the last turn in which it saw (ruling D26)."""
    nook = """
        ############
        #.##########
        #@........T#
        ############
    """
    game = draw(nook, CHARGRID, seed=seed, inventory=[CONFUSION])
    (troll,) = monsters(game)
    play(game, Use(0, troll.at), *[Wait()] * 5, Move(NORTH))
    before = troll.at.x

    assert not game.world.level.is_visible(troll.at)
    play(game, *[Wait()] * 2)
    assert before - 2 == troll.at.x
    play(game, *[Wait()] * 9)
    assert before - 2 == troll.at.x


# C9-56 to C9-70: the messages that the tests above do not check, and their colours


@pytest.mark.rows("C9-59", "C8-52")
@pytest.mark.parametrize("name", ["orc", "troll"])
def test_the_last_message_is_a_shout_in_red(name: str) -> None:
    """The name too is in capitals, but keeps its colour."""
    game = draw("#@M#", CHARGRID, legend={"M": name}, hit_points=1)

    assert [said(f"THE {{{name.upper()}}} KILLS YOU!", RED)] == told(game, Wait())


@pytest.mark.rows("C8-44", "C9-56", "C9-64")
def test_a_message_reaches_the_screen_in_its_colours() -> None:
    """White words, a green name in bold, and the next message below it."""
    canvas = watch(draw("#@o#", CHARGRID, inventory=[POTION]), "right", "i", "a").last
    x, y = spot(canvas, "You attack the orc.")

    assert [(grey(255), False)] * 15 + [(GREEN, True)] * 3 + [(grey(255), False)] == [
        (cell.style.foreground, cell.style.bold) for cell in cells(canvas, x, y, 19)
    ]
    assert {(GREEN, False)} == looks(canvas, "You feel slightly better.")


def test_ordinary_life_is_silent() -> None:
    """Steps, bumps, a new enemy in view and turns that end have no words here."""
    game = draw("#@..#T", CHARGRID)
    game.world.in_view = frozenset()

    assert [] == told(game, Wait(), *[Move(EAST)] * 3)


# P-C: the parts before; P-C3 to P-C19 are above, with the level and what is seen of it


@pytest.mark.rows("P-C1")
def test_the_whole_level_is_shown_where_there_is_room() -> None:
    """40 by 25 cells at the top left, and the rows of messages right below them."""
    game = new_game(CHARGRID, 3)
    level = game.world.level
    level.visible = level.explored = bytearray(b"\1" * level.grid.size)
    canvas = run(game, "g").last

    assert picture(game) == "\n".join(words(canvas, 0, y, 40).rstrip() for y in range(25))
    assert "Nothing to get!" == log(canvas)[1]  # below what there is to do
    assert (200, 0, 0) == canvas.rows[0][BAR].style.background


@pytest.mark.rows("P-C2")
def test_a_seed_gives_the_same_game_again_and_is_told_at_the_end() -> None:
    """Up to the last of 64 bits; another one gives another."""
    highest = 2**64 - 1

    assert new_game(CHARGRID, highest).digest() == new_game(CHARGRID, highest).digest()
    assert 4 == len({picture(new_game(CHARGRID, seed)) for seed in (0, 1, 2**63, highest)})
    assert "Seed 7" in run(draw("@o", CHARGRID, seed=7, hit_points=1), " ", 2.5).last.text()


@pytest.mark.rows("P-C20")
def test_the_player_sees_a_circle_of_ten() -> None:
    """317 cells of an open field, with these half-widths by row, wherever the player walks."""
    game = draw(ground(25, 25, {(11, 12): "@"}), CHARGRID)
    game.play(Move(EAST))
    shown = in_view(game)

    assert 317 == len(shown)
    assert [10, 9, 9, 9, 9, 8, 8, 7, 6, 4, 0] == [max(at.x for at in shown if at.y == 12 + dy) - 12 for dy in range(11)]


@pytest.mark.rows("P-C20")
def test_walls_block_the_players_sight_and_are_seen() -> None:
    """The published picture of a hall with gaps, of which 71 cells are seen; an NPC does not block it."""
    game, beside = draw(GAPS, CHARGRID), draw("@.o.#..", CHARGRID)
    play(game, Wait())
    play(beside, Move(WEST))

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
    assert "@o..#" == seen(beside)


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize("direction", CARDINALS)
def test_the_player_steps_in_four_directions(direction: Direction) -> None:
    """A step is a turn."""
    game = draw("...\n.@.\n...", CHARGRID)
    game.play(Move(direction))

    assert (Point(1, 1).step(direction), 1) == (game.world.player.at, game.world.turn)


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize("direction", [WEST, SOUTH], ids=["the edge", "a wall"])
def test_bumping_spends_the_turn(direction: Direction) -> None:
    """The orc comes nearer while the player runs against walls or off the map."""
    game = draw("@....o\n######", CHARGRID)
    game.play(Move(direction))

    assert "@...o.\n######" == picture(game)


@pytest.mark.rows("P-C21")
@pytest.mark.parametrize("direction", [way for way in COMPASS if way not in CARDINALS])
def test_actors_neither_step_nor_attack_diagonally(direction: Direction) -> None:
    """For the player it is no move at all; an orc at a corner has to come beside first."""
    game = draw("o.o\n.@.\no.o", CHARGRID)
    before = game.digest()
    game.play(Move(direction))

    assert before == game.digest()
    assert [] == only(Struck, game.play(Wait()))


@pytest.mark.rows("P-C22")
@pytest.mark.parametrize(
    ("rows", "sees"),
    [
        *[("@.........o", True), ("@..........o", False), ("@...#.....o", False), ("@...T.....o", True)],
        *[(ground(7, 9, {(0, 0): "@", (6, 8): "o"}), True), (ground(8, 9, {(0, 0): "@", (7, 8): "o"}), False)],
    ],
)
def test_an_npc_sees_ten_cells_far_along_a_clear_line(rows: str, *, sees: bool) -> None:
    """By straight distance, past other NPCs; who does not see the player stays."""
    game = draw(rows, CHARGRID)
    orc = monsters(game)[-1]
    start = orc.at
    game.play(Wait())

    assert sees == (start != orc.at)


@pytest.mark.rows("P-C23")
def test_an_npc_remembers_for_three_turns() -> None:
    """It comes after a player it no longer sees three times, and the fourth time it waits; before, it waited too."""
    game = draw("@..............\n##############.\n.o.............", CHARGRID)
    level, player, (orc,) = game.world.level, game.world.player, monsters(game)
    play(game, *[Wait()] * 4)
    assert Point(1, 2) == orc.at
    level.move(player, Point(6, 2))
    update_fov(game.world)
    game.play(Wait())
    level.move(player, Point(12, 0))
    update_fov(game.world)
    places = [orc.at.x]
    for _ in range(6):
        game.play(Wait())
        places.append(orc.at.x)

    assert [2, 3, 4, 5, 5, 5, 5] == places


@pytest.mark.rows("P-C24")
@pytest.mark.parametrize(("steps_away", "comes"), [(20, True), (21, False)])
def test_the_distance_map_ends_at_twenty(steps_away: int, *, comes: bool) -> None:
    """An NPC further off waits, though it knows of the player."""
    game = draw(f"@{'.' * (steps_away - 1)}o", CHARGRID)
    (orc,) = monsters(game)
    orc.noticed_on = 0
    game.play(Wait())

    assert steps_away - comes == orc.at.x


@pytest.mark.rows("P-C24")
@pytest.mark.parametrize(
    ("rows", "goal"),
    [
        ("oT.@\n.##.\n....", (0, 1)),  # back, for the cell in the corner, five steps away, that is nearer
        ("o.T..@\n.##.##\n....##", (1, 0)),  # the sixth the other way would be nearer still
        ("oT.@\n.##.\n.##.\n....", (0, 0)),  # nothing nearer within five
        ("o..\n...\n..@", (1, 0)),  # ties: east, north, west, south, and then straight on before left before right
        ("..o\n...\n@..", (1, 0)),
        ("@..\n...\n..o", (2, 1)),
        ("..@\n...\no..", (1, 2)),
    ],
)
def test_the_search_looks_five_steps_far_for_the_nearest_cell(rows: str, goal: tuple[int, int]) -> None:
    """And where there is none that is nearer than its own it waits."""
    game = draw(rows, CHARGRID)
    game.play(Wait())

    assert goal == monsters(game)[0].at


@pytest.mark.rows("P-C26")
@pytest.mark.parametrize(
    ("rows", "expected"), [("@..oo", "@.oo."), ("oo..@", "o.o.@")], ids=["front one first", "rear one first"]
)
def test_npcs_act_in_the_order_of_their_creation(rows: str, expected: str) -> None:
    """An NPC that acts later finds the cell already free; one that acts first finds it still taken."""
    game = draw(rows, CHARGRID)
    game.play(Wait())

    assert expected == picture(game)


@pytest.mark.rows("P-C26")
def test_npcs_higher_on_the_map_act_first() -> None:
    """NPCs are numbered row by row, as the document's are created, and act by their numbers (ruling D27)."""
    for seed in range(30):
        npcs = monsters(new_game(CHARGRID, seed))
        places = [(actor.at.y, actor.at.x) for actor in npcs]

        assert sorted(places) == places
        assert list(range(2, 2 + len(npcs))) == [actor.id for actor in npcs]


@pytest.mark.rows("P-C27")
def test_the_turn_stops_with_the_players_death() -> None:
    """Of three orcs only the first strikes; the others stay, and nothing can be done any more."""
    game = draw("o@oo\n....", CHARGRID, hit_points=1)

    assert [2] == [blow.attacker.id for blow in only(Struck, game.play(Wait()))]
    assert "died" == game.outcome
    game.play(Move(EAST))
    assert "o%oo\n...." == picture(game)
    assert (None, 2) == (game.world.level.actor_at(Point(1, 0)), monsters(game)[1].hit_points)


@pytest.mark.rows("P-C29")
def test_the_last_four_messages_are_shown_oldest_on_top() -> None:
    """A line each, in the four rows below the level; nothing older is lost."""
    game = last_stand(hit_points=20, inventory=[POTION])
    game.world.level.remove(monsters(game)[1])
    lay(game, FIREBALL, 5, 5)
    watched = run(game, "g", "right", "i", "a", "g", "m")
    everything = [
        "You get the fireball scroll.",
        "The orc attacks you.",
        "You attack the orc.",
        "The orc attacks you.",
        "You feel slightly better.",
        "The orc attacks you.",
        "Nothing to get!",
    ]

    assert everything[-4:] == log(watched.after[5])
    assert all(line in watched.last.text() for line in everything)


def test_there_is_no_end_but_ones_own() -> None:
    """When the last NPC is dead the game goes on."""
    game = draw("@o", CHARGRID)
    play(game, *[Move(EAST)] * 4)

    assert (0, None, ()) == (game.world.enemies_left, game.outcome, CHARGRID.goals)
