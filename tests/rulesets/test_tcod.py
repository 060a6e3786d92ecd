"""The tcod tutorial, row by row: scrolls, targeting and items (T9), and all that came before them (P-T).

What the roguebasin tutorial has in common with it is tried in both: the levels (P-R, R9-23), and what happens unseen.
"""

from __future__ import annotations

import collections
import functools
import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Style
from roguelike.cells.color import grey
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Drop, Move, PickUp, Use, Wait
from roguelike.engine.dice import roll
from roguelike.engine.events import ConditionEnded, Died, Harmed, Moved, Reason, Refused, Struck
from roguelike.engine.game import new_game
from roguelike.engine.geometry import COMPASS, Direction, Point, chebyshev_distance, squared_distance
from roguelike.engine.kinds.glyphs import Glyph
from roguelike.engine.kinds.items import ItemKind
from roguelike.engine.level_plan import LEVEL_STREAM
from roguelike.engine.parts.mapgen.population import LootEntry
from roguelike.engine.rng import PCG32, stream_seed
from roguelike.engine.scenario import draw
from roguelike.tutorials.mapgen.halls import Halls
from tests.engine.mapgen.plans import fits, floors, item_cells, monster_cells, start_of
from tests.rulesets import reading
from tests.rulesets.reading import (
    WHITE,
    carried,
    ground,
    in_view,
    lay,
    levels,
    looks,
    monsters,
    named,
    only,
    play,
    texts_of,
    told,
    underfoot,
)
from tests.sight_pictures import GAPS, plain, seen
from tests.watching import cells, spot, watch

if TYPE_CHECKING:
    from roguelike.cells.canvas import Canvas
    from roguelike.cells.color import Color
    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from tests.watching import Deed

TCOD, ROGUEBASIN = load_ruleset("tcod"), load_ruleset("roguebasin")

EAST = Direction.EAST
POTION, FIREBALL, CONFUSION, LIGHTNING = "Healing Potion", "Fireball Scroll", "Confusion Scroll", "Lightning Scroll"
LEGEND = {"f": FIREBALL, "c": CONFUSION, "l": LIGHTNING}

RED: Color = (255, 0, 0)
YELLOW: Color = (255, 255, 0)
ORANGE: Color = (255, 127, 0)
DARK_RED: Color = (191, 0, 0)
LIGHT_CYAN: Color = (63, 255, 255)
NAMES: dict[str, Color] = {
    "Player": WHITE,
    "Orc": (63, 127, 63),
    "Troll": (0, 127, 0),
    POTION: (127, 0, 255),
    FIREBALL: (255, 0, 0),
    CONFUSION: (255, 63, 159),
    LIGHTNING: (255, 255, 0),
}
"""The colour of each name in messages (P-T5 to P-T7, T9-42 to T9-45)."""
LIGHT_WALL, LIGHT_GROUND = (130, 110, 50), (200, 180, 50)
DARK_WALL, DARK_GROUND = (0, 0, 100), (50, 50, 150)

FIELD = ground(40, 17, {(1, 8): "@"})
"""Large enough for a menu."""
SMALL_CELL = "###\n#@#\n#o#\n###"

said = functools.partial(reading.said, NAMES)

OUT_OF_VIEW = said("You cannot target a tile outside your field of view.", YELLOW)
NOBODY_THERE = said("There is no targetable enemy at that location.", YELLOW)
TOO_FAR = said("No enemy is close enough to strike.", RED)
EXPLODED = said("The fireball explodes, burning everything within 3 tiles!", ORANGE)
RECOVERED = said("The {Orc} is no longer confused!", RED)


def burned(name: str) -> reading.Line:
    """Return the message about one victim of a fireball."""
    return said(f"The {{{name}}} gets burned for 12 hit points.", ORANGE)


def dead(name: str) -> reading.Line:
    """Return the message about a death."""
    return said(f"{{{name}}} is dead!", ORANGE)


both = pytest.mark.parametrize("rules", [TCOD, ROGUEBASIN], ids=["tcod", "roguebasin"])


# T9-1 to T9-8: lightning


def struck_at(picture: str) -> list[Point]:
    """Return the cells of the actors that a scroll of lightning strikes."""
    game = draw(picture, TCOD, inventory=[LIGHTNING])
    places = {actor.id: actor.at for actor in game.world.level.actors}
    return [places[event.victim.id] for event in only(Harmed, game.play(Use(0)))]


@pytest.mark.rows("T9-1", "T9-3")
@pytest.mark.parametrize(
    ("picture", "at"),
    [
        ("@....o\n#####.\no.....", (5, 0)),  # the orc below is nearer, but behind a wall
        ("@..o.T", (3, 0)),
        (ground(9, 9, {(0, 0): "@", (4, 0): "o", (3, 3): "T"}), (4, 0)),  # 4, and 4.24
        (ground(9, 9, {(0, 0): "@", (5, 0): "o", (3, 4): "o"}), (5, 0)),  # 5 both
        (ground(9, 9, {(3, 0): "o", (0, 4): "@", (5, 4): "o"}), (3, 0)),
    ],
)
def test_lightning_strikes_the_nearest_in_view_and_of_two_the_first_made(picture: str, at: tuple[int, int]) -> None:
    """By the straight distance, without a target; the player is nearest of all."""
    assert [at] == struck_at(picture)


@pytest.mark.rows("T9-2", "T9-5", "T9-7", "T9-8", "T9-34")
@pytest.mark.parametrize(("hit_points", "left"), [(50, [30]), (16, [])])
def test_lightning_does_20_regardless_of_defence(hit_points: int, left: list[int]) -> None:
    """Told in white and spelled right (ruling D15), then the death, if it kills; corpses and items are no targets."""
    game = draw("@.!..T", TCOD, inventory=[LIGHTNING] * 2)
    monsters(game)[0].hit_points = hit_points
    stroke = said("A lightning bolt strikes the {Troll} with a loud thunder! The damage is 20")

    assert [stroke, *([] if left else [dead("Troll")])] == told(game, Use(0))
    assert left == [troll.hit_points for troll in monsters(game)]
    assert ([LIGHTNING], 1) == (carried(game), game.world.turn)
    if not left:
        assert ["remains of Troll"] == reading.lying(game, 5)
        assert [TOO_FAR] == told(game, Use(0))


@pytest.mark.rows("T9-2", "T9-4", "T9-6")
@pytest.mark.parametrize(
    ("at", "reached"),
    [
        *[((5, 0), True), ((3, 4), True), ((4, 3), True), ((0, 5), True)],
        *[((5, 1), False), ((4, 4), False), ((5, 3), False), ((6, 0), False)],
    ],
)
def test_lightning_reaches_five_cells(at: tuple[int, int], *, reached: bool) -> None:
    """A distance of at most 5, by ruling D8; beyond, the scroll is kept, and the orc does not get a turn."""
    game = draw(ground(9, 9, {(0, 0): "@", at: "o"}), TCOD, inventory=[LIGHTNING])
    lines = told(game, Use(0))

    assert reached == (lines != [TOO_FAR]) == (carried(game) == []) == (game.world.turn == 1)
    assert reached == (at not in [orc.at for orc in monsters(game)])


# T9-9 to T9-15: fire


@pytest.mark.rows("T9-9", "T9-10", "T9-16", "T9-18")
@pytest.mark.parametrize(
    ("scroll", "targets", "line"),
    [
        (FIREBALL, [Point(2, 2), Point(4, 0), Point(-1, 0)], OUT_OF_VIEW),
        (CONFUSION, [Point(2, 2), Point(4, 0), Point(-1, 0)], OUT_OF_VIEW),
        # The player, an empty cell, a potion and a corpse have no mind to lose.
        (CONFUSION, [Point(0, 0), Point(1, 0), Point(2, 0), Point(3, 0)], NOBODY_THERE),
    ],
)
def test_a_cast_needs_a_target_in_view_and_confusion_an_actor(
    scroll: str, targets: list[Point], line: reading.Line
) -> None:
    """Actors behind the wall do not count; the scroll is kept and no turn passes."""
    game = draw("@.!.\n####\n..o.", TCOD, inventory=[scroll])
    lay(game, "Orc", 3)

    assert [Refused(Reason.NEEDS_TARGET)] == game.play(Use(0))
    assert [line] * len(targets) == told(game, *(Use(0, target) for target in targets))
    assert ([scroll], 0) == (carried(game), game.world.turn)


@pytest.mark.rows("T9-9", "T9-12", "T9-13", "T9-14")
def test_a_fireball_burns_the_29_cells_within_3_and_the_player_too() -> None:
    """12 each, in order of creation, whatever the defence; nobody further away."""
    center = Point(4, 4)
    trolls = {(x, y): "T" for x in range(9) for y in range(9)}
    game = draw(ground(9, 9, trolls | {(4, 7): "@"}), TCOD, inventory=[FIREBALL])
    victims = [actor for actor in game.world.level.actors if squared_distance(center, actor.at) <= 9]

    burns = only(Harmed, game.play(Use(0, center)))
    assert 29 == len(victims)
    assert [(actor.ref, 12) for actor in victims] == [(burn.victim, burn.damage) for burn in burns]
    assert [4 if troll in victims else 16 for troll in monsters(game)] == [troll.hit_points for troll in monsters(game)]


@pytest.mark.rows("T9-11", "T9-13", "T9-34")
def test_a_fireball_is_told_victim_by_victim() -> None:
    """The burst, then each burn before the death that it brings; the scroll and the turn are spent."""
    game = draw("@.....oTo", TCOD, inventory=[FIREBALL])

    assert [EXPLODED, burned("Orc"), dead("Orc"), burned("Troll"), burned("Orc"), dead("Orc")] == told(
        game, Use(0, Point(7, 0))
    )
    assert ([], 1) == (carried(game), game.world.turn)


@pytest.mark.rows("N-2", "R9-7", "T9-12", "T9-13")
@both
@pytest.mark.parametrize("target", [Point(3, 1), Point(3, 2)], ids=["empty", "wall"])
def test_walls_do_not_shield_and_the_target_may_be_a_wall_or_empty(rules: RuleSet, target: Point) -> None:
    """Messages report monsters that burn and die behind the wall, unseen (ruling D36)."""
    scroll = next(name for name in rules.items if "fireball" in name.lower())
    game = draw("#######\n#@....#\n#######\n#.oTT.#\n#######", rules, inventory=[scroll])
    orc, troll, _ = monsters(game)
    burned = [f"The {victim.kind.name} gets burned for 12 hit points." for victim in (game.world.player, orc, troll)]

    assert not {monster.at for monster in monsters(game)} & in_view(game)
    assert [
        "The fireball explodes, burning everything within 3 tiles!",
        *burned[:2],
        "Orc is dead!",
        *[burned[2]] * 2,
    ] == texts_of(rules, game.play(Use(0, target)))
    assert [18, 4, 4] == [actor.hit_points for actor in game.world.level.actors]


@pytest.mark.rows("T9-15", "N-4")
@pytest.mark.parametrize("hit_points", [12, 13])
def test_the_player_can_die_of_the_fire(hit_points: int) -> None:
    """With 13 hit points, one is left; the troll does not get a turn after a death."""
    game = draw("@.T", TCOD, inventory=[FIREBALL], hit_points=hit_points)
    died = [said("You died!", RED)] if hit_points == 12 else []
    before = monsters(game)[0].at

    assert [EXPLODED, burned("Player"), *died, burned("Troll")] == told(game, Use(0, Point(0, 0)))
    assert hit_points - 12 == game.world.player.hit_points
    assert ("died" if died else None) == game.outcome
    assert bool(died) == (before == monsters(game)[0].at)


# T9-16 to T9-23: confusion


@pytest.mark.rows("T9-17", "T9-19", "T9-20", "T9-23")
def test_confusion_lasts_ten_turns_and_takes_the_eleventh() -> None:
    """The orc beside the player harms nobody for ten turns, comes to its senses on the next, and then strikes."""
    game = draw(SMALL_CELL, TCOD, inventory=[CONFUSION])
    (orc,) = monsters(game)
    turns = [told(game, Use(0, orc.at)), *(told(game, Wait()) for _ in range(11))]

    assert [
        [said("The eyes of the {Orc} look vacant, as he starts to stumble around!", (63, 255, 63))],
        *[[]] * 9,
        [RECOVERED],
        [said("{Orc} attacks {Player} for 1 hit points.")],
    ] == turns
    assert [] == carried(game)


@pytest.mark.rows("T9-19", "N-3")
def test_an_older_confusion_goes_on_after_a_newer_one() -> None:
    """Four of the first ten turns are gone when the second ten begin; the other six come after those."""
    game = draw(SMALL_CELL, TCOD, inventory=[CONFUSION] * 2)
    (orc,) = monsters(game)
    casts = {0: Use(0, orc.at), 4: Use(0, orc.at)}
    turns = [game.play(casts.get(turn, Wait())) for turn in range(23)]

    assert [4 + 10, 4 + 10 + 1 + 6] == [turn for turn, events in enumerate(turns) if only(ConditionEnded, events)]
    assert [4 + 10 + 1 + 6 + 1] == [turn for turn, events in enumerate(turns) if only(Struck, events)]


@pytest.mark.rows("T9-17", "T9-21", "T9-23")
def test_a_confused_monster_takes_each_of_nine_ways_alike() -> None:
    """By ruling D7 dx and dy are each -1, 0 or 1, standing still included; in the turn of recovery nothing is done."""
    steps = []
    for seed in range(60):
        game = draw(ground(31, 31, {(15, 6): "@", (15, 15): "o"}), TCOD, inventory=[CONFUSION], seed=seed)
        (orc,) = monsters(game)
        for turn in range(10):
            before = orc.at
            game.play(Wait() if turn else Use(0, before))
            if chebyshev_distance(before, game.world.player.at) > 1:
                steps.append((orc.at.x - before.x, orc.at.y - before.y))
        before = orc.at
        assert [orc.ref] == [event.victim for event in only(ConditionEnded, game.play(Wait()))]
        assert before == orc.at

    assert fits(steps, {(dx, dy): Fraction(1, 9) for dx in (-1, 0, 1) for dy in (-1, 0, 1)})


@pytest.mark.rows("T9-20", "T9-22")
@pytest.mark.parametrize("seed", range(5))
def test_walls_player_and_fellows_stop_a_confused_monster(seed: int) -> None:
    """It has nowhere to go, strikes neither of the two, and loses its turns all the same."""
    game = draw("#####\n#@oT#\n#####", TCOD, inventory=[CONFUSION], seed=seed)
    orc, troll = monsters(game)
    events = play(game, Use(0, orc.at), *[Wait()] * 10)

    assert [] == [event for event in events if isinstance(event, Struck | Died | Moved)]
    assert [Point(2, 1), Point(3, 1)] == [orc.at, troll.at]
    assert 1 == len(only(ConditionEnded, events))


@pytest.mark.rows("N-2", "R9-13", "T9-23", "T9-56")
@both
def test_out_of_sight_a_confused_monster_stumbles_on_and_its_recovery_is_told(rules: RuleSet) -> None:
    """Others stand still while the player does not see them (ruling D36)."""
    rows = """
        ########
        #..#####
        #o@#####
        ##.#####
        ##.....#
        ########
    """
    scroll = next(name for name in rules.items if "confusion" in name.lower())
    game = draw(rows, rules, inventory=[scroll], seed=2)
    (orc,) = monsters(game)
    ways = (Direction.SOUTH, Direction.SOUTH, EAST, EAST, EAST)
    play(game, Use(0, orc.at), *map(Move, ways))
    rest = play(game, *[Wait()] * 7)

    assert orc.at not in in_view(game)
    assert {False} == {event.seen for event in rest if isinstance(event, Moved | ConditionEnded)}
    assert only(Moved, rest)
    assert [f"The {orc.kind.name} is no longer confused!"] == texts_of(rules, rest)


# T9-24 to T9-38: targeting, played on a display

FIREBALL_PROMPT = "Left-click a target tile for the fireball, or right-click to cancel."
CONFUSION_PROMPT = "Left-click an enemy to confuse it, or right-click to cancel."
SCROLLS = [FIREBALL, CONFUSION, LIGHTNING]
ROOM = """
    ###########
    #@.......o#
    #.........#
    ###########
    #.........#
    ###########
"""
ORC = Mouse(Button.LEFT, 9, 1)
HIDDEN = Mouse(Button.LEFT, 5, 4)
USE, DROP = "┤Use Item├", "┤Drop Item├"


@pytest.fixture
def game() -> Game:
    """Return a game with all three scrolls, and an orc at the other end of the room."""
    return draw(ROOM, TCOD, inventory=SCROLLS)


def mode(canvas: Canvas) -> str:
    """Return what the screen says of the state that the game is in; nothing while one plays."""
    return " ".join(word for word in ("AIM", USE, DROP, "YOU DIED") if word in canvas.text())


@pytest.mark.rows("T9-24", "T9-31")
def test_play_menus_aim_and_death_are_states_of_their_own() -> None:
    """Aiming comes back to play and not to the menu; the monsters' turn has no screen, for it takes no time."""
    dying = draw(FIELD.replace("@.", "@T"), TCOD, inventory=SCROLLS, hit_points=12)
    watched = watch(dying, "i", "escape", "d", "escape", "i", "a", "escape", "i", "a", Mouse(Button.LEFT, 2, 7))

    assert ["", USE, "", DROP, "", USE, "AIM", "", USE, "AIM", "YOU DIED"] == list(map(mode, watched.after))


@pytest.mark.rows("T9-25", "T9-37")
def test_unaimed_items_are_used_immediately_without_a_prompt() -> None:
    """A potion and lightning, and anything else whose table says nothing of an aim; what has no use is named so."""
    stone = ItemKind(name="Stone", glyph=Glyph("*", grey(150)))
    rules = attrs.evolve(TCOD, items={**TCOD.items, "Stone": stone})
    game = draw(ROOM, rules, inventory=["Stone", POTION, FIREBALL], hit_points=10)
    assert [reading.said({"Stone": grey(150)}, "The {Stone} cannot be used", YELLOW)] == told(game, Use(0))
    watched = watch(game, "i", "a", "escape", "i", "b", "i", "b")

    assert ["", USE, USE, "", USE, "", USE, "AIM"] == list(map(mode, watched.after))
    assert [0] * 7 + [1] == [canvas.text().count("Left-click") for canvas in watched.after]
    assert (["Stone", FIREBALL], 1) == (carried(game), game.world.turn)


@pytest.mark.rows("T9-26", "T9-27", "T9-28")
@pytest.mark.parametrize(
    ("key", "prompt", "left"), [("a", FIREBALL_PROMPT, SCROLLS[1:]), ("b", CONFUSION_PROMPT, [FIREBALL, LIGHTNING])]
)
def test_using_an_aimed_item_prompts_in_light_cyan_and_uses_nothing(
    game: Game, key: str, prompt: str, left: list[str]
) -> None:
    """The aim opens in place of the menu, and remembers the item: the click that follows uses that one."""
    before = game.digest()
    aiming = watch(game, "i", key).last

    assert "AIM" == mode(aiming)
    assert {(LIGHT_CYAN, False)} == looks(aiming, prompt)
    assert before == game.digest()
    watch(game, "i", key, ORC)
    assert left == carried(game)


@pytest.mark.rows("T9-29", "T9-33")
@pytest.mark.parametrize(
    "deed",
    [
        *(*"gdi.xmQz flq+-6", "enter", "tab", "left", "shift_left", "ctrl_c"),
        Mouse(Button.LEFT, 70, 3),
        Mouse(Button.LEFT, 3, 22),
    ],
)
def test_other_keys_and_clicks_beside_the_map_are_ignored_while_aiming(game: Game, deed: Deed) -> None:
    """Only Escape, the help and the mouse key do anything."""
    before = game.digest()
    watched = watch(game, "i", "a", deed)

    assert watched.after[2].rows == watched.after[3].rows
    assert before == game.digest()


def test_without_a_mouse_an_aim_has_its_keys(game: Game) -> None:
    """The screen says that M turns the mouse off, and then names the keys that aim."""
    frames = watch(game, "i", "a", "M", "l", "h", "enter").after

    assert "Esc: back  M: aim by keys" in frames[2].text()
    assert "Enter: fire" in frames[3].text()
    assert "Orc is dead!" in frames[-1].text()


@pytest.mark.rows("T9-29", "T9-33", "T9-34")
@pytest.mark.parametrize(
    ("rows", "click", "told"), [(ROOM, (7, 1), "Orc is dead!"), (".....@", (0, 0), "The fireball explodes")]
)
def test_a_left_click_uses_the_item_there_and_the_monsters_act(rows: str, click: tuple[int, int], told: str) -> None:
    """The scroll leaves the inventory, and those after it move up; (0, 0) is a target like any other (ruling D10)."""
    game = draw(rows, TCOD, inventory=SCROLLS)
    last = watch(game, "i", "a", Mouse(Button.LEFT, *click)).last

    assert told in last.text()
    assert (SCROLLS[1:], "", 1) == (carried(game), mode(last), game.world.turn)


@pytest.mark.rows("T9-29", "T9-30", "T9-31")
@pytest.mark.parametrize("cancel", ["escape", Mouse(Button.RIGHT, 3, 3), Mouse(Button.RIGHT, 79, 23)])
def test_cancelling_goes_back_to_play_and_says_so(game: Game, cancel: Deed) -> None:
    """In white; nothing is used up, nobody moves, and the inventory stays closed."""
    before = game.digest()
    last = watch(game, "i", "a", cancel).last

    assert "" == mode(last)
    assert {(WHITE, False)} == looks(last, "Targeting cancelled")
    assert before == game.digest()


@pytest.mark.rows("T9-10", "T9-16", "T9-18", "T9-32")
@pytest.mark.parametrize(
    ("key", "click", "reason"),
    [
        ("a", HIDDEN, OUT_OF_VIEW),
        ("b", HIDDEN, OUT_OF_VIEW),
        ("b", Mouse(Button.LEFT, 4, 2), NOBODY_THERE),
        ("b", Mouse(Button.LEFT, 1, 1), NOBODY_THERE),
    ],
)
def test_a_failed_cast_says_why_and_keeps_aiming(game: Game, key: str, click: Mouse, reason: reading.Line) -> None:
    """Another tile may be tried at once."""
    watched = watch(game, "i", key, click, ORC)
    ((text, color, _),) = reason

    assert ["AIM", ""] == [mode(canvas) for canvas in watched.after[3:]]
    assert {(color, False)} == looks(watched.after[3], text)
    assert (2, 1) == (len(carried(game)), game.world.turn)


@pytest.mark.rows("T9-35")
@pytest.mark.parametrize("opener", ["i", "d"])
def test_escape_closes_a_menu_and_a_key_quits_from_play(game: Game, opener: str) -> None:
    """Escape in play asks, as `Q` does (ruling D22); in a menu it only closes that."""
    before = game.digest()
    watched = watch(game, opener, "escape", "escape")

    assert [USE if opener == "i" else DROP, "", ""] == [mode(canvas) for canvas in watched.after[1:]]
    assert ["Quit?" in canvas.text() for canvas in watched.after[1:]] == [False, False, True]
    assert before == game.digest()
    assert not watch(game, "Q", "enter").hung_up


@pytest.mark.rows("T9-36")
@pytest.mark.parametrize("button", [Button.LEFT, Button.MIDDLE, Button.RIGHT])
def test_a_click_without_an_aim_does_nothing_in_the_game(game: Game, button: Button) -> None:
    """It must not cost a turn; nor does moving the mouse, which names what is beneath it."""
    before = game.digest()
    watched = watch(game, Mouse(button, 5, 1), Mouse(Button.MOVE, 9, 1))

    assert before == game.digest()
    assert "HP 10/10" in watched.last.text()
    assert "HP 10/10" in watch(game, "i", "a", Mouse(Button.MOVE, 9, 1)).last.text()


@pytest.mark.rows("T9-12", "T9-36")
def test_the_aim_shows_the_cells_that_would_burn(game: Game) -> None:
    """Before anything is used: the cells within 3 of the cursor are lit."""
    canvas = watch(game, "i", "a", Mouse(Button.MOVE, 5, 1)).last
    lit = {(x, y) for y in (1, 2) for x in range(1, 10) if canvas.rows[y][x].style.background != LIGHT_GROUND}

    assert {(x, 1) for x in range(2, 9)} | {(x, 2) for x in range(3, 8)} == lit


@pytest.mark.rows("T9-38")
@pytest.mark.parametrize("keys", ["id", "dd", "iz", "dz", "iA", "d1"])
def test_a_letter_is_the_place_in_the_list_and_one_beyond_is_ignored(game: Game, keys: str) -> None:
    """The third letter drops the third item; the fourth gives no message, and no turn passes."""
    before = game.digest()
    watched = watch(game, *keys)

    assert watched.after[1].rows == watched.after[2].rows
    assert before == game.digest()
    watch(game, "d", "c")
    assert SCROLLS[:2] == carried(game)


@pytest.mark.rows("T9-38", "T9-61")
def test_the_dead_use_and_drop_nothing() -> None:
    """Whatever is typed, at once and after the two seconds of the death screen; Escape then leaves the game."""
    dying = draw(ROOM.replace("@.", "@o"), TCOD, inventory=[POTION], hit_points=1)
    watched = watch(dying, ".", "i", "a", "d", "a", 3.0, "i", "a", "d", "a", "escape", "escape")

    assert ["YOU DIED"] * 5 == [mode(canvas) for canvas in watched.after[1:6]]
    assert [POTION] == carried(dying)
    assert f"a) {POTION}" in watched.after[7].text()
    assert watched.after[7].rows == watched.after[10].rows
    assert watched.after[6].rows == watched.after[11].rows
    assert ["You died" in canvas.text() for canvas in watched.after[-2:]] == [True, False]


# T9-39 to T9-41, P-T2 to P-T4 and P-T9: the levels as they are made, of tcod and roguebasin


def by_the_rows(rng: PCG32) -> tuple[Point, set[Point], list[bool]]:
    """Return the start, the floor and the coins of an empty level, made as in P-T2 and P-T3."""
    rooms: list[tuple[int, int, int, int]] = []
    floor: set[Point] = set()
    centers, coins = [], []
    for _ in range(30):
        w, h = roll(rng, 6, 10), roll(rng, 6, 10)
        x1, y1 = roll(rng, 0, 80 - w - 1), roll(rng, 0, 43 - h - 1)
        x2, y2 = x1 + w, y1 + h
        if any(x1 <= x4 and x2 >= x3 and y1 <= y4 and y2 >= y3 for x3, y3, x4, y4 in rooms):
            continue
        rooms.append((x1, y1, x2, y2))
        centers.append(Point((x1 + x2) // 2, (y1 + y2) // 2))
        floor |= {Point(x, y) for x in range(x1 + 1, x2) for y in range(y1 + 1, y2)}
        if len(centers) > 1:
            a, b = centers[-2:]
            coins.append(roll(rng, 0, 99) < 50)
            floor |= {Point(x, (a if coins[-1] else b).y) for x in range(min(a.x, b.x), max(a.x, b.x) + 1)}
            floor |= {Point((b if coins[-1] else a).x, y) for y in range(min(a.y, b.y), max(a.y, b.y) + 1)}
        for _ in range(2):
            assert 0 == roll(rng, 0, 0)  # how many monsters, how many items
    return centers[0], floor, coins


def after_tries(taken: int, tries: int) -> dict[int, Fraction]:
    """Return the chances of how many of `tries` find one of four cells free, when none shares and so many are taken."""
    chances = {0: Fraction(1)}
    for _ in range(tries):
        following: dict[int, Fraction] = collections.defaultdict(Fraction)
        for placed, chance in chances.items():
            free = Fraction(4 - taken - placed, 4)
            following[placed + 1] += chance * free
            following[placed] += chance * (1 - free)
        chances = following
    return chances


def crowds(*, items_share: bool) -> dict[tuple[int, int], Fraction]:
    """Return the exact chances of numbers of monsters and items in a room of four cells with the player in it."""
    chances: dict[tuple[int, int], Fraction] = collections.defaultdict(Fraction)
    for tries, item_tries in itertools.product(range(4), range(3)):
        for npcs, chance in after_tries(1, tries).items():
            free = Fraction(3 - npcs, 4)
            ways = ((1,), (1, 1), (1, 2, 1))[item_tries]
            shared = {items: n * free**items * (1 - free) ** (item_tries - items) for items, n in enumerate(ways)}
            for items, part in (shared if items_share else after_tries(1 + npcs, item_tries)).items():
                chances[npcs, items] += chance * part / 12
    return chances


@both
def test_the_figures_of_a_level(rules: RuleSet) -> None:
    """To the last digit, which no count of games would show."""
    halls = rules.generator
    assert isinstance(halls, Halls)

    assert (80, 43, 30) == (halls.width, halls.height, halls.attempts)
    assert ((6, 10), (6, 10)) == (halls.room_width, halls.room_height)
    assert (3, 2, rules is ROGUEBASIN) == (halls.most_monsters, halls.most_items, halls.items_share)
    assert [80, 20] == [resident.weight for resident in halls.residents]
    assert [70, 10, 10, 10] == [treasure.weight for treasure in halls.treasures]


@pytest.mark.slow
@pytest.mark.rows("P-T1", "P-T2", "P-T3")
@both
def test_rooms_and_tunnels_are_those_of_the_rows(rules: RuleSet) -> None:
    """Cell by cell: 80 by 43, thirty attempts, none touching another, tunnels by a coin to the room before."""
    made = levels(rules, range(60), most_monsters=0, most_items=0)
    expected = [by_the_rows(PCG32(stream_seed(seed, LEVEL_STREAM, 1))) for seed in range(60)]

    assert {(80, 43)} == {(plan.grid.width, plan.grid.height) for plan in made}
    assert [(start, floor) for start, floor, _ in expected] == [(start_of(plan), floors(plan)) for plan in made]
    assert fits((coin for *_, coins in expected for coin in coins), dict.fromkeys((True, False), Fraction(1, 2)))


@pytest.mark.slow
@pytest.mark.rows("P-R3", "P-T4", "P-T9", "T9-39")
@both
def test_rooms_hold_as_many_as_find_a_free_cell(rules: RuleSet) -> None:
    """0 to 3 monsters and 0 to 2 items, each lost whose one cell is taken; items share a cell in roguebasin alone."""
    rooms = levels(rules, range(1500), room_width=(3, 3), room_height=(3, 3), attempts=1)
    share = rules is ROGUEBASIN

    assert fits(((len(room.monsters), len(room.items)) for room in rooms), crowds(items_share=share))
    assert share == any(len(set(item_cells(room))) < len(room.items) for room in rooms)


@pytest.mark.slow
@pytest.mark.rows("P-T4", "T9-39")
@pytest.mark.parametrize("nothing", ["most_items", "most_monsters"])
def test_every_free_cell_of_a_room_is_as_likely(nothing: str) -> None:
    """At a random interior cell, the player's excepted."""
    small: dict[str, object] = {"room_width": (5, 5), "room_height": (5, 5), "attempts": 1, nothing: 0}
    rooms = levels(TCOD, range(700), **small)
    placed = [(room, at) for room in rooms for at in monster_cells(room) + item_cells(room)]
    around = sorted(set(itertools.product(range(-1, 3), repeat=2)) - {(0, 0)})

    assert fits(
        ((at.x - start_of(room).x, at.y - start_of(room).y) for room, at in placed),
        dict.fromkeys(around, Fraction(1, 15)),
    )


@pytest.mark.slow
@pytest.mark.rows("P-T4", "R9-23", "T9-40")
@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (TCOD, ["Orc", "Troll", POTION, FIREBALL, CONFUSION, LIGHTNING]),
        (
            ROGUEBASIN,
            ["orc", "troll", "healing potion", "scroll of lightning bolt", "scroll of fireball", "scroll of confusion"],
        ),
    ],
    ids=["tcod", "roguebasin"],
)
def test_kinds_come_by_exact_percentages(rules: RuleSet, names: list[str]) -> None:
    """80 and 20 in a hundred, and 70, 10, 10 and 10 (ruling D9), the first room no exception."""
    rooms = levels(rules, range(800), attempts=1)
    shares = [Fraction(percent, 100) for percent in (80, 20, 70, 10, 10, 10)]
    chances = list(zip(names, shares, strict=True))

    assert fits((kind.name for room in rooms for kind, *_ in room.monsters), dict(chances[:2]))
    assert fits((kind.name for room in rooms for kind, *_ in room.items), dict(chances[2:]))


@pytest.mark.slow
@pytest.mark.rows("T9-41")
@pytest.mark.parametrize("weights", [{POTION: 70, LIGHTNING: 30}, {POTION: 70, FIREBALL: 15, LIGHTNING: 15}])
def test_the_tables_of_the_earlier_steps_can_be_had(weights: dict[str, int]) -> None:
    """70 and 30, then 70, 15 and 15: a change of the table is all it takes."""
    treasures = tuple(LootEntry(TCOD.items[name], weight) for name, weight in weights.items())
    rooms = levels(TCOD, range(800), attempts=1, treasures=treasures)
    found = (kind.name for room in rooms for kind, *_ in room.items)

    assert fits(found, {name: Fraction(weight, 100) for name, weight in weights.items()})


# T9-42 to T9-49: items


@pytest.mark.rows("T9-42", "T9-46")
@pytest.mark.parametrize(("before", "after"), [(1, 5), (26, 30), (28, 30), (29, 30), (30, None)])
def test_a_potion_heals_4_up_to_the_most(before: int, after: int | None) -> None:
    """A green message; it is used up and takes the turn; at full health neither, with a yellow message."""
    game = draw("@", TCOD, inventory=[POTION], hit_points=before)
    better = said("Your wounds start to feel better!", (0, 255, 0))

    assert [better if after else said("You are already at full health", YELLOW)] == told(game, Use(0))
    assert (after or before) == game.world.player.hit_points
    assert (([], 1) if after else ([POTION], 0)) == (carried(game), game.world.turn)


@pytest.mark.rows("T9-47", "P-T7")
@pytest.mark.parametrize(
    ("already", "beneath", "line"),
    [
        (0, POTION, said("You pick up the {Healing Potion}!", (0, 0, 255))),
        (25, POTION, said("You pick up the {Healing Potion}!", (0, 0, 255))),
        (26, POTION, said("You cannot carry any more, your inventory is full", YELLOW)),
        (0, "", said("There is nothing here to pick up.", YELLOW)),
        (0, "Orc", said("There is nothing here to pick up.", YELLOW)),
    ],
)
def test_picking_up_takes_a_turn_unless_it_fails(already: int, beneath: str, line: reading.Line) -> None:
    """26 items can be carried; the 27th stays where it is."""
    game = draw("@", TCOD, inventory=[LIGHTNING] * already)
    if beneath:
        lay(game, beneath, 0)
    before = underfoot(game)
    taken = beneath == POTION and already < 26

    assert [line] == told(game, PickUp())
    assert [LIGHTNING] * already + [POTION] * taken == carried(game)
    assert (([], 1) if taken else (before, 0)) == (underfoot(game), game.world.turn)


@pytest.mark.rows("T9-48")
def test_dropping_is_told_in_yellow_takes_a_turn_and_piles_up() -> None:
    """Any number of items may lie on one cell; those after it in the list move up."""
    game = draw("@", TCOD, inventory=[POTION, LIGHTNING, FIREBALL])

    assert [said("You dropped the {Healing Potion}", YELLOW)] == told(game, Drop(0))
    assert [LIGHTNING, FIREBALL] == carried(game)
    play(game, Drop(0), Drop(0))
    assert ([POTION, LIGHTNING, FIREBALL], 3) == (underfoot(game), game.world.turn)


@pytest.mark.rows("N-1")
@both
def test_of_a_pile_the_oldest_item_is_picked_up_first(rules: RuleSet) -> None:
    """What is dropped goes to the end of the list, and is picked up last (ruling D28)."""
    first, second, third = list(rules.items)[:3]
    game = draw("@.", rules, inventory=[first, second, third])
    play(game, *[Drop(0)] * 3, PickUp())
    assert [first] == carried(game)

    play(game, Drop(0), *[PickUp()] * 3)
    assert [second, third, first] == carried(game)


@pytest.mark.rows("T9-49")
@pytest.mark.parametrize(("opener", "title"), [("i", USE), ("d", DROP)])
def test_the_menu_has_a_row_with_a_letter_for_each_item(opener: str, title: str) -> None:
    """Its title says what a letter does; names are in their colours."""
    game = draw(ground(60, 40, {(0, 19): "@"}), TCOD, inventory=[POTION, LIGHTNING])
    canvas = watch(game, opener, size=(100, 50)).last

    assert title in canvas.text()
    assert {(NAMES[POTION], True)} == looks(canvas, POTION)
    assert spot(canvas, "a) Healing Potion")[1] + 1 == spot(canvas, "b) Lightning Scroll")[1]
    assert "c)" not in canvas.text()


@pytest.mark.rows("T9-49")
def test_an_empty_inventory_says_so() -> None:
    """In the same menu, with the map dimmed behind."""
    game = draw(FIELD, TCOD)
    watched = watch(game, "i", "a", "enter")
    lit, dim = watched.after[0].rows[8][2].style, watched.last.rows[8][2].style

    assert ["nothing carried" in canvas.text() for canvas in watched.after] == [False, True, True, True]
    assert tuple(part // 2 for part in lit.background) == dim.background
    assert (Point(1, 8), 0) == (game.world.player.at, game.world.turn)


def test_items_are_described_with_the_numbers_of_the_rules() -> None:
    """Examining an item shows them."""
    assert {
        POTION: "Heals 4 HP.",
        FIREBALL: "Aimed at a spot in view. Deals 12 damage within 3 cells, including you.",
        CONFUSION: "Aimed. Confuses an enemy in view for 10 turns.",
        LIGHTNING: "Hits the nearest enemy in view within 5 cells for 20 damage.",
    } == {name: item.description for name, item in TCOD.items.items()}


# T9-50 to T9-59: what is shown, and the monsters' turn


@pytest.mark.rows("T9-50")
def test_the_log_keeps_the_last_messages_and_wraps_long_ones() -> None:
    """Oldest first, below the map; the oldest make room, and `m` shows all of them."""
    game = draw(ground(30, 20, {(0, 0): "@"}), TCOD, inventory=[POTION, FIREBALL])
    deeds = ["i", "a", "escape", "g", "i", "b", "escape"]
    canvas = watch(game, *deeds, size=(50, 22)).last
    first, *others = [row.rstrip(" ") for row in canvas.text().splitlines()[18:22]]

    assert "There is nothing here to pick up." == first
    assert ["Left-click a target tile for the fireball, or", "right-click to cancel.", "Targeting cancelled"] == others
    assert {YELLOW} == {cell.style.foreground for cell in cells(canvas, 0, 18, 5)}
    assert "full health" not in canvas.text()
    assert "full health" in watch(game, *deeds, "m", size=(80, 30)).last.text()


@pytest.mark.rows("T9-51")
@pytest.mark.parametrize(("x", "y", "name"), [(3, 0, "Orc"), (1, 0, POTION), (0, 0, "yourself"), (3, 2, "")])
def test_things_under_the_mouse_are_named_in_the_panel(x: int, y: int, name: str) -> None:
    """Names are shown in view only."""
    canvas = watch(draw("@!.o\n####\n...o", TCOD), Mouse(Button.MOVE, x, y)).last

    assert name == named(canvas, 4)


@pytest.mark.rows("T9-52")
def test_the_health_bar_shows_the_share_and_the_numbers() -> None:
    """In white on red, of which nine tenths are bright."""
    canvas = watch(draw("@", TCOD, hit_points=27)).last

    assert [Style(WHITE, (200, 0, 0))] * 9 + [Style(WHITE, (100, 0, 0))] == [
        cell.style for cell in canvas.rows[0][2:12]
    ]
    assert 2 < spot(canvas, "27/30")[0] < 12


@pytest.mark.rows("T9-47", "T9-48", "T9-53")
def test_arrows_and_letters_move_and_g_i_and_d_get_use_and_drop() -> None:
    """In eight directions by one cell; each key takes a turn."""
    for keys, ways in ((["up", "right", "down", "left"], COMPASS[::2]), ([*"kulnjbhy"], COMPASS)):
        for key, way in zip(keys, ways, strict=True):
            game = draw("...\n.@.\n...", TCOD)
            watch(game, key)
            assert (Point(1, 1).step(way), 1) == (game.world.player.at, game.world.turn)

    game = draw(FIELD.replace("@.", "@!"), TCOD, hit_points=10)
    watch(game, "l", "g", "d", "a", "g", "i", "a")
    assert ([], 14, 5) == (carried(game), game.world.player.hit_points, game.world.turn)


@pytest.mark.rows("T9-54")
def test_a_wall_costs_nothing_and_an_enemy_is_struck() -> None:
    """The orc, two cells away, does not come nearer while the player bumps into walls, and there is no message."""
    game = draw("@.o", TCOD)

    assert [Refused(Reason.WALL)] == game.play(Move(Direction.NORTH))
    assert [] == told(game, Move(Direction.NORTH))
    assert (0, Point(2, 0)) == (game.world.turn, monsters(game)[0].at)
    assert [True] == [blow.attacker.is_player for blow in only(Struck, draw("@o", TCOD).play(Move(EAST)))][:1]


def evolved(**stats: int) -> RuleSet:
    """Return the rules with other stats for orcs."""
    orc = TCOD.monsters["Orc"]
    changed = attrs.evolve(orc, stats=attrs.evolve(orc.stats, **stats))
    return attrs.evolve(TCOD, monsters={**TCOD.monsters, "Orc": changed})


@pytest.mark.rows("T9-55")
@pytest.mark.parametrize(("defence", "power"), [(5, 2), (6, 1)])
def test_a_blow_that_does_nothing_is_told_too(defence: int, power: int) -> None:
    """Where the defence takes all of the power, or more."""
    game = draw("@o", evolved(defence=defence, damage=power))

    assert [
        said("{Player} attacks {Orc} but does no damage."),
        said("{Orc} attacks {Player} but does no damage."),
    ] == told(game, Move(EAST))
    assert [30, 10] == [actor.hit_points for actor in game.world.level.actors]


@pytest.mark.rows("T9-56", "T9-57")
@pytest.mark.parametrize(
    ("picture", "strikes"),
    [("@o", True), ("@.\n.o", True), ("@.o", False), ("@..\n..o", False), ("@..\n...\n..o", False)],
)
def test_monsters_strike_from_nearer_than_2_and_walk_otherwise(picture: str, *, strikes: bool) -> None:
    """1.41 is near enough, 2 is not."""
    game = draw(picture, TCOD)
    (orc,) = monsters(game)
    before = orc.at

    assert strikes == bool(only(Struck, game.play(Wait())))
    assert strikes == (before == orc.at)


@pytest.mark.rows("T9-56")
def test_monsters_out_of_the_players_view_stay_where_they_are() -> None:
    """Beyond the 10 cells of the player's sight, and behind a wall, however near."""
    game = draw("@...............o\n##############...\no................", TCOD)
    before = [actor.at for actor in game.world.level.actors]
    play(game, *[Wait()] * 5)

    assert before == [actor.at for actor in game.world.level.actors]


@pytest.mark.rows("T9-58")
@pytest.mark.parametrize(
    ("picture", "ways"),
    [
        ("#.....#\n@#.#.#o\n#.#.#.#", [(5, 0)]),  # as many steps, but four of them straight: a diagonal counts 1.41
        ("#######\n#@T..o#\n#######", [(4, 1), (3, 1), (3, 1)]),  # no way: straight on, up to the fellow
        ("......\n@.To..\n......", [(2, 1), (1, 2)]),  # round the fellow
        ("\n".join(["@#o", *[".#."] * 11, "..."]), [(2, 1)]),  # 24 steps round the wall
        ("\n".join(["@#.", ".#o", *[".#."] * 11, "..."]), [(2, 1)]),  # 25 are given up for a straight step into it
    ],
)
def test_monsters_take_the_shortest_way_or_else_a_straight_step(picture: str, ways: list[tuple[int, int]]) -> None:
    """In the player's view; others are obstacles, and a way must be shorter than 25."""
    game = draw(picture, TCOD)
    level, orc = game.world.level, next(actor for actor in monsters(game) if actor.kind.name == "Orc")
    found = []
    for _ in ways:
        level.visible[:] = b"\1" * len(level.visible)
        game.play(Wait())
        found.append(tuple(orc.at))

    assert ways == found


@pytest.mark.rows("T9-59")
def test_actors_are_drawn_over_items_and_items_over_corpses() -> None:
    """Whatever was there first."""
    game = draw("@o....", TCOD, inventory=[POTION])
    play(game, Move(EAST), Move(EAST))
    watched = watch(game, "l", "d", "a", "l", size=(110, 50))
    shown = [watched.after[deeds].rows[0][1] for deeds in (0, 1, 3, 4)]

    assert ["%", "@", "@", "!"] == [cell.char for cell in shown]
    assert [DARK_RED, NAMES[POTION]] == [cell.style.foreground for cell in (shown[0], shown[-1])]


# T9-60 to T9-62: death


@pytest.mark.rows("T9-60")
@pytest.mark.parametrize(("glyph", "name", "damage"), [("o", "Orc", 5), ("T", "Troll", 4)])
def test_a_monster_leaves_its_remains(glyph: str, name: str, damage: int) -> None:
    """Told in orange; they are a dark red `%` of that name, lie in nobody's way, and can neither fight nor be taken."""
    game = draw(f"@{glyph}.........", TCOD)
    monsters(game)[0].hit_points = 1

    assert [said(f"{{Player}} attacks {{{name}}} for {damage} hit points."), dead(name)] == told(game, Move(EAST))
    canvas = watch(game, Mouse(Button.MOVE, 1, 0)).last
    assert ("%", DARK_RED) == (canvas.rows[0][1].char, canvas.rows[0][1].style.foreground)
    assert f"remains of {name}" == named(canvas, 11)
    assert [] == monsters(game)
    game.play(Move(EAST))
    assert Point(1, 0) == game.world.player.at
    assert [Refused(Reason.NOTHING_HERE)] == game.play(PickUp())


@pytest.mark.rows("T9-61", "T9-62")
def test_the_players_death_is_told_in_red_and_ends_the_game() -> None:
    """At once: no second orc strikes or comes nearer. A dark red `%` lies there, and every command is refused."""
    game = draw("o@o..o", TCOD, hit_points=1, inventory=[POTION])

    assert [said("{Orc} attacks {Player} for 1 hit points."), said("You died!", RED)] == told(game, Wait())
    assert [(0, 0), (2, 0), (5, 0)] == [orc.at for orc in monsters(game)]
    assert [Glyph("%", DARK_RED)] == [item.kind.glyph for item in game.world.level.items_at(Point(1, 0))]
    assert "died" == game.outcome
    assert [Refused(Reason.GAME_OVER)] * 5 == play(game, Wait(), Move(EAST), PickUp(), Use(0), Drop(0))
    assert "%" == watch(draw("@.\n.o", TCOD, hit_points=1), ".").last.rows[0][0].char


# P-T: the parts before; P-T2 to P-T4 and P-T9 are above, with the levels


@pytest.mark.rows("P-T1")
def test_all_of_a_level_has_room_beside_the_panel_and_above_the_log() -> None:
    """On a screen of 100x47 and more nothing scrolls: the map at the top left, 80x43 of it."""
    game = new_game(TCOD, 1)
    x, y = game.world.player.at
    canvas = watch(game, size=(100, 47)).last

    assert "@" == canvas.rows[y][x].char
    assert (81, 0) <= spot(canvas, "30/30") < (100, 1)


@pytest.mark.rows("P-T5", "P-T6", "P-T7", "P-T8", "T9-55")
@pytest.mark.parametrize(("glyph", "name", "dealt", "taken", "blows"), [("o", "Orc", 5, 1, 2), ("T", "Troll", 4, 2, 4)])
def test_a_blow_does_power_less_defence(glyph: str, name: str, dealt: int, taken: int, blows: int) -> None:
    """No chance is in it, so a fight is as long as 10, 16 and 30 hit points last."""
    game = draw(f"@{glyph}", TCOD)
    hit = said(f"{{Player}} attacks {{{name}}} for {dealt} hit points.")
    hit_back = said(f"{{{name}}} attacks {{Player}} for {taken} hit points.")

    assert [*[hit, hit_back] * (blows - 1), hit, dead(name)] == told(game, *[Move(EAST)] * blows)
    assert 30 - taken * (blows - 1) == game.world.player.hit_points


@pytest.mark.rows("P-T5", "P-T6", "P-T7", "P-T11", "T9-42", "T9-43", "T9-44", "T9-45")
def test_everything_has_its_glyph_and_its_colour() -> None:
    """On the lit ground; the player has 30 hit points."""
    canvas = watch(draw("@oT!fcl\n#######", TCOD, legend=LEGEND), size=(110, 50)).last
    things, walls = canvas.rows[0][:7], canvas.rows[1][:7]

    assert list("@oT!###") == [cell.char for cell in things]
    assert [*NAMES.values()] == [cell.style.foreground for cell in things]
    assert {LIGHT_GROUND} == {cell.style.background for cell in things}
    assert {("#", LIGHT_WALL)} == {(cell.char, cell.style.background) for cell in walls}
    assert "30/30" in canvas.text()


@pytest.mark.rows("P-T10")
def test_in_the_open_one_sees_10_cells_far_wherever_one_goes() -> None:
    """A circle, of every cell at a straight distance of at most 10."""
    game = draw(ground(25, 25, {(12, 12): "@"}), TCOD)
    game.play(Move(Direction.NORTH_EAST))

    assert {at for at in game.world.level.grid.points() if squared_distance(at, Point(13, 11)) <= 100} == in_view(game)


@pytest.mark.rows("P-T10")
def test_walls_are_lit_and_hide_cells_behind_them_as_in_libtcod() -> None:
    """The picture is what libtcod sees; walls beside what is seen are lit."""
    game = draw(GAPS, TCOD)
    game.play(Wait())

    assert plain("""
             ..   #
        .   ..#  .#
        ..##..#...#
        ..........#
        ...@......#
        ......#...#
        ##....#   #
         ......
        ####..##
    """) == plain(seen(game))


@pytest.mark.rows("P-T11", "P-T12", "T9-59")
def test_explored_cells_out_of_view_are_drawn_dark_and_empty() -> None:
    """Terrain stays on the map in its dark colours, monsters and items vanish from it."""
    game = draw("#####\n@.!.#\n....#\n.######\n.......", TCOD)
    watched = watch(game, "j", "j", "j", size=(110, 50))
    before, after = ([canvas.rows[1][x] for x in (2, 4)] for canvas in (watched.after[0], watched.last))

    assert [("!", LIGHT_GROUND), ("#", LIGHT_WALL)] == [(cell.char, cell.style.background) for cell in before]
    assert [(".", DARK_GROUND), ("#", DARK_WALL)] == [(cell.char, cell.style.background) for cell in after]


def test_the_game_goes_on_when_the_last_enemy_is_dead() -> None:
    """There is no victory to be had."""
    game = draw("@o", TCOD)
    play(game, *[Move(EAST)] * 2)

    assert (0, None, ()) == (game.world.enemies_left, game.outcome, TCOD.goals)
