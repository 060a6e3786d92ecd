"""The roguebasin tutorial, row by row: spells and targeting (R9), and what differs from tcod before them (P-R).

Its levels are tried together with those of tcod, of which it is the ancestor (R9-23, P-R3).
"""

from __future__ import annotations

import functools
import string
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.events import ConditionEnded, Died, Harmed, Reason, Refused, Struck, TurnEnded
from roguelike.engine.game import new_game
from roguelike.engine.geometry import CARDINALS, COMPASS, Direction, Point
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.heading import TurnCosts
from roguelike.engine.scenario import draw, picture
from tests.engine.mapgen.plans import fits
from tests.rulesets import reading
from tests.rulesets.reading import (
    WHITE,
    carried,
    ground,
    in_view,
    lay,
    looks,
    lying,
    monsters,
    named,
    only,
    play,
    texts,
    told,
    underfoot,
)
from tests.watching import watch, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roguelike.cells.color import Color
    from roguelike.engine.game import Game
    from tests.watching import Deed

ROGUEBASIN = load_ruleset("roguebasin")

EAST, WEST = Direction.EAST, Direction.WEST
POTION, LIGHTNING = "healing potion", "scroll of lightning bolt"
FIREBALL, CONFUSION = "scroll of fireball", "scroll of confusion"
LEGEND = {"l": LIGHTNING, "f": FIREBALL, "c": CONFUSION}

RED, ORANGE, YELLOW, GREEN = (255, 0, 0), (255, 127, 0), (255, 255, 0), (0, 255, 0)
LIGHT_BLUE, LIGHT_CYAN, LIGHT_GREEN = (63, 63, 255), (63, 255, 255), (63, 255, 63)
LIGHT_VIOLET, DARK_RED = (159, 63, 255), (191, 0, 0)
NAMES: dict[str, Color] = {
    "player": WHITE,
    "Player": WHITE,
    "orc": (63, 127, 63),
    "Orc": (63, 127, 63),
    "troll": (0, 127, 0),
    "Troll": (0, 127, 0),
    POTION: (127, 0, 255),
    **dict.fromkeys((LIGHTNING, FIREBALL, CONFUSION), (255, 255, 63)),
}
"""The colour of each name in messages; at the head of a message it has a capital (P-R4)."""

CELL = "###\n#o#\n#@#\n###"
ORC = Point(1, 1)
"""The orc in it."""

said = functools.partial(reading.said, NAMES)

TOO_CLOSE_TO_NOBODY = said("No enemy is close enough to strike.", RED)
UNSEEN = said("You cannot see that spot.", YELLOW)
TOO_FAR = said("That is too far away.", YELLOW)
NOBODY_THERE = said("There is no enemy there to confuse.", YELLOW)
CONFUSED = said("The eyes of the {orc} look vacant, as he starts to stumble around!", LIGHT_GREEN)
RECOVERED = said("The {orc} is no longer confused!", RED)
EXPLODED = said("The fireball explodes, burning everything within 3 tiles!", ORANGE)


def field(things: Mapping[tuple[int, int], str], inventory: Sequence[str] = (), hit_points: int | None = None) -> Game:
    """Begin a game on an open field of 25x21 with the player at (12, 10) and things so far from there."""
    places = {(12 + x, 10 + y): glyph for (x, y), glyph in things.items()}
    rows = ground(25, 21, places | {(12, 10): "@"})
    return draw(rows, ROGUEBASIN, inventory=inventory, hit_points=hit_points)


def at(x: int, y: int) -> Point:
    """Return the cell of the field so far from the player."""
    return Point(12 + x, 10 + y)


# R9-1 to R9-5: lightning, and the figures of all magic


def test_items_are_described_with_the_numbers_of_the_rules() -> None:
    """Examining an item shows them."""
    assert {
        POTION: "Heals 4 HP.",
        LIGHTNING: "Hits the nearest enemy in view within 5 cells for 20 damage.",
        FIREBALL: "Aimed at a spot in view. Deals 12 damage within 3 cells, including you.",
        CONFUSION: "Aimed. Confuses an enemy in view within 8 cells for 10 turns.",
    } == {name: item.description for name, item in ROGUEBASIN.items.items()}


@pytest.mark.rows("R9-1", "R9-2", "R9-3", "R9-5")
@pytest.mark.parametrize(("hit_points", "left"), [(16, 16), (50, 30)])
def test_lightning_strikes_the_closest_monster_for_twenty(hit_points: int, left: int) -> None:
    """It strikes not the first that was made; the message is light blue, and a fresh troll dies."""
    game = field({(0, -4): "o", (3, 0): "T", (-4, 1): "o"}, [LIGHTNING])
    troll = next(monster for monster in monsters(game) if monster.kind.name == "troll")
    assert 16 == troll.hit_points
    troll.hit_points = hit_points
    stroke = "A lightning bolt strikes the {troll} with a loud thunder! The damage is 20 hit points."

    assert [said(stroke, LIGHT_BLUE), said("{Troll} is dead!", ORANGE)][: 1 + (left == 16)] == told(game, Use(0))
    assert [10, 10, left][: 2 + (left == 30)] == sorted(monster.hit_points for monster in monsters(game))
    assert [] == carried(game)


@pytest.mark.rows("R9-1", "R9-2", "R9-4", "R9-21")
@pytest.mark.parametrize(
    ("away", "reached"),
    [((5, 0), True), ((3, 4), True), ((-4, 3), True), ((6, 0), False), ((5, 1), False), ((4, 4), False)],
)
def test_lightning_reaches_as_far_as_five_cells(away: tuple[int, int], *, reached: bool) -> None:
    """A straight distance of at most 5; beyond, it says so in red, and the scroll is kept."""
    game = field({away: "T"}, [LIGHTNING])

    assert reached == (told(game, Use(0)) != [TOO_CLOSE_TO_NOBODY]) == (monsters(game) == [])
    assert ([] if reached else [LIGHTNING]) == carried(game)


@pytest.mark.rows("R9-2", "R9-4", "R9-21")
def test_lightning_hits_no_monster_out_of_sight() -> None:
    """However near."""
    game = draw("@#o", ROGUEBASIN, inventory=[LIGHTNING])

    assert [TOO_CLOSE_TO_NOBODY] == told(game, Use(0))
    assert [LIGHTNING] == carried(game)


# R9-6 to R9-8: fire


@pytest.mark.rows("R9-6")
def test_a_fireball_bursts_on_any_cell_in_view() -> None:
    """As far as one sees, and where nobody is."""
    game = field({}, [FIREBALL])

    assert [EXPLODED] == told(game, Use(0, at(10, 0)))
    assert [] == carried(game)


@pytest.mark.rows("R9-1", "R9-7")
def test_a_fireball_burns_everyone_within_three_cells_for_twelve() -> None:
    """A straight distance of at most 3 from the cell, not from the player; it kills orcs, and a troll keeps 4."""
    near = {(8, 0): "o", (5, 3): "T", (5, -3): "o", (3, 2): "T", (7, -2): "o"}
    far = {(9, 0): "o", (8, 1): "T", (3, 3): "o", (6, -3): "T"}
    game = field(near | far, [FIREBALL])
    before = {actor.id: actor.at for actor in monsters(game)}
    events = game.play(Use(0, at(5, 0)))

    assert {at(*away) for away in near} == {before[burn.victim.id] for burn in only(Harmed, events)}
    assert {12} == {burn.damage for burn in only(Harmed, events)}
    assert 3 == len(only(Died, events))
    assert [4, 4, 16, 16] == sorted(actor.hit_points for actor in monsters(game) if actor.kind.name == "troll")


@pytest.mark.rows("R9-7", "R9-8", "N-4")
@pytest.mark.parametrize(("distance", "hit_points", "left"), [(0, 30, 18), (3, 30, 18), (4, 30, 30), (1, 12, 0)])
def test_a_fireball_burns_the_player_as_well(distance: int, hit_points: int, left: int) -> None:
    """It does so within 3 cells; a player with 12 hit points dies of it."""
    game = field({}, [FIREBALL], hit_points)
    game.play(Use(0, at(distance, 0)))

    assert left == game.world.player.hit_points
    assert ("died" if left == 0 else None) == game.outcome


@pytest.mark.rows("R9-7")
@pytest.mark.parametrize(("rows", "target"), [("@...o", Point(2, 0)), ("@..#o", Point(2, 0))])
def test_a_fireball_is_told_in_orange(rows: str, target: Point) -> None:
    """First the burst, then everyone who is burned, the player too, and dies of it; walls do not protect."""
    burned = [said(f"The {{{name}}} gets burned for 12 hit points.", ORANGE) for name in ("player", "orc")]

    assert [EXPLODED, *burned, said("{Orc} is dead!", ORANGE)] == told(
        draw(rows, ROGUEBASIN, inventory=[FIREBALL]), Use(0, target)
    )


# R9-9 to R9-14: confusion


@pytest.mark.rows("R9-1", "R9-9", "R9-11", "R9-17")
@pytest.mark.parametrize(
    ("away", "reached"),
    [((8, 0), True), ((0, -8), True), ((5, 6), True), ((9, 0), False), ((8, 1), False), ((6, 6), False)],
)
def test_confusion_reaches_as_far_as_eight_cells(away: tuple[int, int], *, reached: bool) -> None:
    """A straight distance of at most 8; beyond, the reason is given and the scroll is kept."""
    game = field({away: "o"}, [CONFUSION])

    assert [CONFUSED if reached else TOO_FAR] == told(game, Use(0, at(*away)))
    assert ([] if reached else [CONFUSION]) == carried(game)


@pytest.mark.rows("R9-9", "R9-10")
def test_confusion_is_aimed_and_does_not_look_for_the_nearest() -> None:
    """The first form of the scroll, which chose for itself, is gone."""
    game = field({(2, 0): "o", (5, 0): "T"}, [CONFUSION])
    orc, troll = monsters(game)
    game.play(Use(0, troll.at))

    assert (False, True) == (bool(orc.conditions), bool(troll.conditions))


@pytest.mark.rows("R9-12")
def test_a_confused_monster_steps_anywhere_or_stands_still() -> None:
    """Eight directions and none, each one time in nine."""
    steps = []
    for seed in range(900):
        rows = ground(8, 6, {(0, 0): "@", (5, 3): "o"})
        game = draw(rows, ROGUEBASIN, seed=seed, inventory=[CONFUSION])
        (orc,) = monsters(game)
        play(game, Use(0, orc.at), Wait())
        steps.append((orc.at.x - 5, orc.at.y - 3))

    assert fits(steps, {(x, y): Fraction(1, 9) for x in (-1, 0, 1) for y in (-1, 0, 1)})


@pytest.mark.rows("R9-1", "R9-12", "R9-13", "R9-14")
@pytest.mark.parametrize("seed", range(5))
def test_a_confused_monster_does_no_harm_for_ten_turns_and_recovers_on_the_eleventh(seed: int) -> None:
    """Walls and the player are in its way all around; on the twelfth it does again what it always did."""
    game = draw(CELL, ROGUEBASIN, seed=seed, inventory=[CONFUSION])

    assert [CONFUSED] == told(game, Use(0, ORC))
    assert [] == told(game, *[Wait()] * 10)
    assert ORC == monsters(game)[0].at
    assert [RECOVERED] == told(game, Wait())
    assert [said("{Orc} attacks {player} for 1 hit points.")] == told(game, Wait())


@pytest.mark.rows("R9-14", "N-3")
def test_confusion_on_confusion_goes_on_when_the_newer_has_passed() -> None:
    """What it goes back to is what it was before: here, ten more turns of confusion."""
    game = draw(CELL, ROGUEBASIN, inventory=[CONFUSION, CONFUSION])
    play(game, Use(0, ORC), Use(0, ORC))

    assert [11, 22] == [turn for turn in range(1, 25) if only(ConditionEnded, game.play(Wait()))]
    assert 28 == game.world.player.hit_points


# R9-15 to R9-22: targeting


@pytest.mark.rows("R9-6", "R9-9")
@pytest.mark.parametrize(
    ("scroll", "prompt"),
    [
        (FIREBALL, "Left-click a target tile for the fireball, or right-click to cancel."),
        (CONFUSION, "Left-click an enemy to confuse it, or right-click to cancel."),
    ],
)
def test_an_aim_begins_with_its_prompt(scroll: str, prompt: str) -> None:
    """In light cyan, before anything is chosen."""
    game = field({(3, 0): "o"}, [scroll])
    canvas = watch(game, "i", "a", size=(90, 30)).last

    assert {(LIGHT_CYAN, False)} == looks(canvas, prompt)
    assert [scroll] == carried(game)


@pytest.mark.rows("R9-15")
def test_the_menu_is_closed_while_aiming_and_the_panel_names_things_under_the_mouse() -> None:
    """Wherever the mouse goes."""
    game = field({(2, 0): "o", (4, 0): "T"}, [FIREBALL])
    moves = [Mouse(Button.MOVE, x, 10) for x in (14, 16, 13)]
    watched = watch(game, "i", "a", *moves)

    assert ["Item├" in canvas.text() for canvas in watched.after[1:3]] == [True, False]
    assert [(True, False), (False, True), (False, False)] == [
        ("HP 10/10" in canvas.text(), "HP 16/16" in canvas.text()) for canvas in watched.after[3:]
    ]


@pytest.mark.rows("R9-16")
def test_keys_of_the_game_do_nothing_while_aiming() -> None:
    """Neither at once nor when the aim is over."""
    game = draw("@..o", ROGUEBASIN, inventory=[FIREBALL])
    digest = game.digest()
    watched = watch(game, "i", "a", *"gdi.5x,", "escape")

    assert digest == game.digest()
    assert ["Item├" in watched.last.text(), "AIM" in watched.last.text()] == [False, False]


@pytest.mark.rows("R9-6", "R9-17", "R9-20", "R9-21")
@pytest.mark.parametrize(
    ("scroll", "target", "line"),
    [
        (FIREBALL, Point(4, 0), UNSEEN),
        (CONFUSION, Point(4, 0), UNSEEN),
        (CONFUSION, Point(0, 0), NOBODY_THERE),
        (CONFUSION, Point(1, 0), NOBODY_THERE),
    ],
)
def test_an_invalid_target_gives_a_reason_and_keeps_the_scroll(scroll: str, target: Point, line: reading.Line) -> None:
    """Out of sight, at the player, or at an empty cell; and an aim it must be."""
    game = draw("@..#o", ROGUEBASIN, inventory=[scroll])

    assert [Refused(Reason.NEEDS_TARGET)] == game.play(Use(0))
    assert [line] == told(game, Use(0, target))
    assert [scroll] == carried(game)


@pytest.mark.rows("R9-17", "R9-18")
def test_a_click_out_of_sight_keeps_aiming() -> None:
    """The next one, in view, is accepted."""
    game = draw("@...#o#\n....###", ROGUEBASIN, inventory=[FIREBALL])
    watched = watch(game, "i", "a", Mouse(Button.LEFT, 5, 0), Mouse(Button.LEFT, 2, 1))

    assert [True, False] == ["AIM" in canvas.text() for canvas in watched.after[3:]]
    assert "You cannot see that spot." in watched.after[3].text()
    assert "The fireball explodes" in watched.last.text()


@pytest.mark.rows("R9-17", "R9-20")
def test_confusion_is_aimed_until_a_monster_is_clicked() -> None:
    """The player, an empty cell and one too far away are refused one after the other."""
    game = field({(2, 0): "o", (9, 0): "o"}, [CONFUSION])
    watched = watch(game, "i", "a", *(Mouse(Button.LEFT, x, 10) for x in (12, 13, 21, 14)))

    assert [True, True, True, False] == ["AIM" in canvas.text() for canvas in watched.after[3:]]
    for line in (
        "There is no enemy there to confuse. (x2)",
        "That is too far away.",
        "The eyes of the orc look vacant",
    ):
        assert line in watched.last.text()
    assert [] == carried(game)


@pytest.mark.rows("R9-18", "R9-19", "R9-21")
@pytest.mark.parametrize("cancel", ["escape", Mouse(Button.RIGHT, 14, 10)])
@pytest.mark.parametrize("scroll", [FIREBALL, CONFUSION])
def test_escape_and_the_right_button_cancel(scroll: str, cancel: Deed) -> None:
    """Even on a target: nothing is used, no time passes, nothing is said, and the game goes on."""
    game = field({(2, 0): "o"}, [scroll])
    digest = game.digest()
    watched = watch(game, "i", "a", cancel)

    assert digest == game.digest()
    assert [True, False] == ["AIM" in canvas.text() for canvas in watched.after[2:]]
    assert watched.last.text().count("Left-click") == 1


@pytest.mark.rows("R9-22")
def test_one_can_aim_without_a_mouse() -> None:
    """The cursor begins on the nearest monster; Tab, the arrows and Enter do the rest."""
    game = field({(2, 0): "o", (4, 0): "T"}, [CONFUSION, FIREBALL])
    watch(game, "i", "a", "tab", "enter", "i", "a", *["right"] * 4, "enter")

    assert [("orc", 10, False), ("troll", 4, True)] == [
        (monster.kind.name, monster.hit_points, bool(monster.conditions)) for monster in monsters(game)
    ]


# R9-24 to R9-31: items, and which command takes a turn


@pytest.mark.rows("P-R4", "R9-24")
def test_everything_has_its_glyph_its_colour_and_its_name() -> None:
    """The potion is violet, and only their names distinguish scrolls; names are lower case."""
    game = draw("@oT!lfc" + "." * 23, ROGUEBASIN, legend=LEGEND)
    watched = watch(game, *(Mouse(Button.MOVE, x, 0) for x in range(1, 7)), size=(60, 24))
    names = ["orc", "troll", POTION, LIGHTNING, FIREBALL, CONFUSION]
    shown = watched.after[0].rows[0][:7]

    assert list("@oT!###") == [cell.char for cell in shown]
    assert [NAMES[name] for name in ("player", *names)] == [cell.style.foreground for cell in shown]
    assert names == [named(canvas, 30) for canvas in watched.after[1:]]


@pytest.mark.rows("R9-25", "R9-34", "P-R5")
def test_creatures_are_drawn_over_items_and_items_over_remains() -> None:
    """The player last of all."""
    game = draw("@!o.", ROGUEBASIN)
    monsters(game)[0].hit_points = 1
    watched = watch(game, "right", "right", "g", "right", "d", "a", "left")

    assert [".@%.", "..@.", ".@!."] == [words(watched.after[deeds], 0, 0, 4) for deeds in (3, 4, 7)]


@pytest.mark.rows("R9-25", "P-R5")
def test_a_monster_hides_the_items_under_it() -> None:
    """Items are drawn below."""
    canvas = watch(draw("@..!o", ROGUEBASIN), ".").last

    assert "@..o." == words(canvas, 0, 0, 5)
    assert NAMES["orc"] == canvas.rows[0][3].style.foreground


HALL = ground(60, 36, {(10, 15): "@"})
"""Wide enough for a menu."""


@pytest.mark.rows("R9-26")
def test_d_opens_the_menu_of_items_to_drop() -> None:
    """A letter drops, a key that is no item's does nothing, and Escape cancels."""
    game = draw(HALL, ROGUEBASIN, inventory=[POTION, FIREBALL])
    watched = watch(game, "d", "z", "escape", "d", "b")

    assert [True, True, False, True, False] == ["┤Drop Item├" in canvas.text() for canvas in watched.after[1:]]
    assert [FIREBALL] == underfoot(game)
    assert "You dropped a scroll of fireball." in watched.last.text()


@pytest.mark.rows("R9-27", "R9-28", "P-R3")
def test_any_number_of_items_may_be_dropped_on_one_cell() -> None:
    """Dropping takes no turn; each drop has a yellow message, and the other items close the gap."""
    game = draw("@o", ROGUEBASIN, inventory=[POTION, FIREBALL, CONFUSION])

    assert [said(f"You dropped a {{{name}}}.", YELLOW) for name in (POTION, FIREBALL, CONFUSION)] == told(
        game, *[Drop(0)] * 3
    )
    assert ([POTION, FIREBALL, CONFUSION], 0) == (underfoot(game), game.world.turn)


@pytest.mark.rows("R9-28")
@pytest.mark.parametrize("item", [POTION, LIGHTNING, FIREBALL, CONFUSION])
def test_magic_takes_no_turn(item: str) -> None:
    """The troll that stands beside the player does not strike."""
    game = draw("@T", ROGUEBASIN, inventory=[item], hit_points=20)
    events = game.play(Use(0, Point(1, 0) if ROGUEBASIN.items[item].aimed else None))

    assert [] == [event for event in events if isinstance(event, TurnEnded | Struck | Refused)]
    assert ([], 0) == (carried(game), game.world.turn)


@pytest.mark.rows("R9-29")
def test_walking_into_a_wall_takes_a_turn() -> None:
    """The monsters act, and nothing is said of the wall; the same goes for steps, blows and waiting alone."""
    game = draw("#@o", ROGUEBASIN)

    assert [said("{Orc} attacks {player} for 1 hit points.")] == told(game, Move(WEST))
    assert 1 == game.world.turn
    assert TurnCosts(move=True, bump=True, wait=True, pick_up=False, drop=False, use=False, launch=False) == (
        ROGUEBASIN.turns
    )


@pytest.mark.rows("R9-28", "R9-30")
@pytest.mark.parametrize(
    ("already", "beneath", "lines"),
    [
        (0, POTION, [said("You picked up a {healing potion}!", GREEN)]),
        (25, POTION, [said("You picked up a {healing potion}!", GREEN)]),
        (26, POTION, [said("Your inventory is full, cannot pick up {healing potion}.", RED)]),
        (0, "", []),
        (0, "orc", []),
    ],
)
def test_picking_up_takes_no_turn(already: int, beneath: str, lines: list[reading.Line]) -> None:
    """The orc beside the player does not strike; 26 items are all that can be carried, and remains are none."""
    game = draw("@o", ROGUEBASIN, inventory=[LIGHTNING] * already)
    if beneath:
        lay(game, beneath, 0)
    taken = beneath == POTION and already < 26

    assert lines == told(game, PickUp())
    assert [LIGHTNING] * already + [POTION] * taken == carried(game)
    assert ([] if taken or not beneath else 1) == (lying(game, 0) and len(lying(game, 0)))
    assert 0 == game.world.turn


@pytest.mark.rows("R9-1", "R9-21", "R9-31")
@pytest.mark.parametrize(("before", "after"), [(1, 5), (25, 29), (26, 30), (29, 30), (30, None)])
def test_a_potion_heals_four_and_never_past_the_full_health(before: int, after: int | None) -> None:
    """It says so in light violet, and is used up without a turn; in full health, in red, and is kept."""
    game = draw("@", ROGUEBASIN, inventory=[POTION], hit_points=before)
    better = said("Your wounds start to feel better!", LIGHT_VIOLET)

    assert [better if after else said("You are already at full health.", RED)] == told(game, Use(0))
    assert (after or before) == game.world.player.hit_points
    assert ([] if after else [POTION]) == carried(game)


# R9-32 to R9-36: blows, deaths, the welcome and the menu


@pytest.mark.rows("R9-32", "P-R4")
@pytest.mark.parametrize(("glyph", "name", "given", "taken"), [("o", "orc", 5, 1), ("T", "troll", 4, 2)])
def test_a_blow_does_the_power_less_the_defence(glyph: str, name: str, given: int, taken: int) -> None:
    """A white message, the attacker with a capital; the monster strikes back."""
    assert [
        said(f"{{Player}} attacks {{{name}}} for {given} hit points."),
        said(f"{{{name.capitalize()}}} attacks {{player}} for {taken} hit points."),
    ] == told(draw(f"@{glyph}", ROGUEBASIN), Move(EAST))


@pytest.mark.rows("R9-32")
def test_a_blow_in_vain_is_told_too() -> None:
    """Where the defence takes all of the power."""
    orc = ROGUEBASIN.monsters["orc"]
    tough = attrs.evolve(orc, stats=attrs.evolve(orc.stats, damage=2, defence=5))

    assert [
        said("{Player} attacks {orc} but it has no effect!"),
        said("{Orc} attacks {player} but it has no effect!"),
    ] == told(draw("@o", attrs.evolve(ROGUEBASIN, monsters={"orc": tough})), Move(EAST))


@pytest.mark.rows("R9-33", "P-R1")
def test_the_player_moves_in_four_directions() -> None:
    """A diagonal is refused, into the open or at a monster, and takes no turn; the arrows walk."""
    game = draw("...\n.@.\n..o", ROGUEBASIN)
    diagonals = [Move(direction) for direction in COMPASS if direction not in CARDINALS]
    assert [Refused(Reason.NO_DIAGONALS)] * 4 == play(game, *diagonals)
    assert 0 == game.world.turn

    alone = draw("...\n.@.\n...", ROGUEBASIN)
    watch(alone, "up", "left", "down", "home", "u", "9", "right")
    assert (Point(1, 1), 4) == (alone.world.player.at, alone.world.turn)


@pytest.mark.rows("R9-33", "P-R2")
def test_monsters_step_and_strike_diagonally_all_the_same() -> None:
    """They come straight: by the unit vector, each coordinate rounded."""
    game = draw("@...\n....\n....\n...o", ROGUEBASIN)
    way = [(game.play(Wait()), monsters(game)[0].at)[1] for _ in range(2)]

    assert [(2, 2), (1, 1)] == way
    assert ["Orc attacks player for 1 hit points."] == texts(game, Wait())


@pytest.mark.rows("R9-34", "P-R4")
def test_a_monster_dies_in_orange_and_leaves_its_remains() -> None:
    """A dark red sign that lies under everything and is in nobody's way, and cannot be carried off."""
    game = draw("@o.", ROGUEBASIN)

    assert said("{Orc} is dead!", ORANGE) == told(game, *[Move(EAST)] * 2)[-1]
    assert ("%", DARK_RED) == (watch(game).last.rows[0][1].char, watch(game).last.rows[0][1].style.foreground)
    game.play(Move(EAST))
    assert ["remains of orc"] == underfoot(game)
    assert [Refused(Reason.NOTHING_HERE)] == game.play(PickUp())


@pytest.mark.rows("R9-8", "R9-34")
def test_the_player_dies_in_red_and_every_key_is_dead() -> None:
    """The remains are dark red like all others; the screen stays as it is until its time is up."""
    game = draw("@o", ROGUEBASIN, hit_points=1)
    watched = watch(game, ".", "left", "i", "g", "x", "enter")

    assert {(RED, False)} == looks(watched.after[1], "You died!")
    assert {watched.after[1].text()} == {canvas.text() for canvas in watched.after[1:]}
    assert [("%", DARK_RED)] == [
        (item.kind.glyph.char, item.kind.glyph.color) for item in game.world.level.items_at(Point(0, 0))
    ]
    assert [Refused(Reason.GAME_OVER)] * 5 == play(game, Move(EAST), Wait(), PickUp(), Use(0), Drop(0))


@pytest.mark.rows("R9-35")
def test_a_game_begins_with_a_welcome_in_red() -> None:
    """The first line of the log."""
    text = "Welcome stranger! Prepare to perish in the Tombs of the Ancient Kings."

    assert {(RED, False)} == looks(watch(lambda: new_game(ROGUEBASIN, 1), size=(100, 50)).last, text)


@pytest.mark.rows("R9-36")
def test_the_menu_shows_carried_items() -> None:
    """A row for each item, and one that says so where there is none; that one is no choice."""
    some = watch(draw(HALL, ROGUEBASIN, inventory=[POTION, FIREBALL]), "i").last.text()
    none = watch(draw(HALL, ROGUEBASIN), "i", "enter").last.text()
    all_26 = watch(draw(HALL, ROGUEBASIN, inventory=[POTION] * 26), "i", size=(80, 60)).last.text()

    assert [True, True, False] == [row in some for row in ("> a) healing potion", "  b) scroll of fireball", "c)")]
    assert [True, True] == [row in none for row in ("nothing carried", "Use Item")]
    assert all(f" {letter}) healing potion" in all_26 for letter in string.ascii_lowercase)


@pytest.mark.rows("R9-36")
def test_all_26_rows_can_be_reached_on_a_small_screen() -> None:
    """The box scrolls with the highlight, which goes round."""
    game = draw(HALL, ROGUEBASIN, inventory=[*[FIREBALL] * 25, POTION], hit_points=10)
    watched = watch(game, "i", "up", "enter")

    assert "> z) healing potion" in watched.after[2].text()
    assert 14 == game.world.player.hit_points


@pytest.mark.rows("R9-36")
@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24)])
def test_the_letters_are_never_cut_off(size: tuple[int, int]) -> None:
    """The longest name is wider than the map is on the smallest screen; then the box covers a part of the panel."""
    text = watch(draw(HALL, ROGUEBASIN, inventory=list(ROGUEBASIN.items)), "i", size=size).last.text()

    assert "│> a) healing potion" in text
    assert "│  b) scroll of lightning bolt│" in text


# P-R: what differs from tcod up to part 8; what does not is tried here once more in a line or two


@pytest.mark.rows("P-R2")
@pytest.mark.parametrize(("rows", "in_sight"), [("@..\n.#o", True), ("@..\n.To", True), ("@#o..\n.####\n.....", False)])
def test_monsters_know_no_way_round(rows: str, *, in_sight: bool) -> None:
    """A pillar or a fellow in the straight way stops them, and out of sight they stand still."""
    game = draw(rows, ROGUEBASIN)
    orc = monsters(game)[-1]
    before = orc.at
    play(game, *[Wait()] * 5)

    assert in_sight == (before in in_view(game))
    assert before == orc.at


def test_the_player_sees_a_circle_of_ten_and_remembers_seen_cells() -> None:
    """Lit on yellow ground, dark on blue without anyone on it."""
    game = draw("#####\n#@.!#\n#.###\n#.###\n#####", ROGUEBASIN)
    watched = watch(game, "down", "down")
    shown = [canvas.rows[1][3] for canvas in (watched.after[0], watched.last)]

    assert [("!", (200, 180, 50)), (".", (50, 50, 150))] == [(cell.char, cell.style.background) for cell in shown]
    seen = in_view(field({}))
    assert [True, True, False, False] == [at(*away) in seen for away in ((10, 0), (7, 7), (11, 0), (8, 7))]


def test_there_is_no_victory() -> None:
    """The halls may be empty, and one may still walk them."""
    game = draw("@o.", ROGUEBASIN)
    play(game, *[Move(EAST)] * 3)

    assert (None, 0, ".@.") == (game.outcome, game.world.enemies_left, picture(game))


def test_nothing_is_said_but_this_and_in_these_colours() -> None:
    """Whatever the variant: all texts of the loaded rule set. The four in yellow that the source lacks are rulings'."""
    lightning = "A lightning bolt strikes the {victim} with a loud thunder! The damage is {damage} hit points."
    expected = {
        ("Welcome stranger! Prepare to perish in the Tombs of the Ancient Kings.", RED),
        ("You picked up a {item}!", GREEN),
        ("You dropped a {item}.", YELLOW),
        ("The fireball explodes, burning everything within {radius} tiles!", ORANGE),
        ("{attacker:capital} attacks {target} for {damage} hit points.", None),
        ("{attacker:capital} attacks {target} but it has no effect!", None),
        ("The {victim} gets burned for {damage} hit points.", ORANGE),
        (lightning, LIGHT_BLUE),
        ("You died!", RED),
        ("{victim:capital} is dead!", ORANGE),
        ("Your wounds start to feel better!", LIGHT_VIOLET),
        ("The eyes of the {victim} look vacant, as he starts to stumble around!", LIGHT_GREEN),
        ("The {victim} is no longer confused!", RED),
        ("Your inventory is full, cannot pick up {item}.", RED),
        ("You are already at full health.", RED),
        ("No enemy is close enough to strike.", RED),
        ("The {item} cannot be used", YELLOW),
        ("You cannot see that spot.", YELLOW),
        ("That is too far away.", YELLOW),
        ("There is no enemy there to confuse.", YELLOW),
    }
    tables = [*ROGUEBASIN.messages.values(), ROGUEBASIN.conditions["confused"].texts]
    assert expected == {(text.template, text.color) for table in tables for text in table.values() if text.template}


def test_the_terrain_looks_as_it_should() -> None:
    """The backgrounds are the source's, lit and dark; the glyphs on them are for those who see no colours."""
    wall, floor = ({kind.name: kind for kind in ROGUEBASIN.terrain}[name] for name in ("wall", "floor"))

    assert (Glyph("#", (180, 160, 100), (130, 110, 50)), Glyph("#", (60, 60, 160), (0, 0, 100))) == (
        wall.glyph,
        wall.remembered,
    )
    assert (Glyph(".", (120, 100, 20), (200, 180, 50)), Glyph(".", (110, 110, 200), (50, 50, 150))) == (
        floor.glyph,
        floor.remembered,
    )
