"""The tools of Ember: their effects, and their previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Equip, Move, Slot, ThrowItem, Use, Wait
from roguelike.engine.events import Heard, Reason, Refused
from roguelike.engine.geometry import Direction, Point, chebyshev_distance
from roguelike.engine.kinds.exits import Exit
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.kinds.terrain import FLOOR
from roguelike.engine.observation import observe
from roguelike.engine.preview import harmful_step, preview_throw, preview_use
from roguelike.engine.restore import restore
from roguelike.engine.rules.spawn import spawn
from roguelike.engine.scenario import draw
from roguelike.engine.snapshot import snapshot
from roguelike.engine.state.feature import Feature
from roguelike.engine.state.item import Item
from roguelike.narration.dark_hints import sees_sleeper
from roguelike.narration.inventory_rows import stacks
from roguelike.narration.narrator import Narrator
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Submit
from roguelike.play.views import confirm
from roguelike.play.views.confirm import Confirm
from roguelike.play.views.gear import TargetMenu, use
from roguelike.play.views.view import Open, Replace
from tests.drawn_levels import Drawn
from tests.line.talking import talk
from tests.rulesets.drawn_rooms import EMBER, carried, told
from tests.rulesets.test_ember_climb import FIRST, LAST
from tests.rulesets.test_ember_climb import HALL as CLIMB
from tests.rulesets.test_ember_climb import begin as climbing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.commands import Command
    from roguelike.engine.game import Game
    from roguelike.engine.state.actor import Actor

EAST, WEST = Direction.EAST, Direction.WEST
SPARK = load_ruleset("spark")


def others(game: Game) -> list[Actor]:
    """Return all actors except the player."""
    return [actor for actor in game.world.level.actors if not actor.is_player]


def hunting(game: Game) -> Actor:
    """Make the only monster of a level hunt the player, and return it."""
    (monster,) = others(game)
    monster.mood, monster.noticed_on = Mood.HUNTING, game.world.turn
    return monster


def covers(game: Game, name: str) -> list[tuple[int, int]]:
    """Return the cells with a cover of that name."""
    level = game.world.level
    cells = (level.grid.point(cell) for cell, code in enumerate(level.cover) if level.kinds[code].name == name)
    return [(cell.x, cell.y) for cell in cells]


def test_caltrops_cover_five_cells() -> None:
    """A plus shape, only on floor; the preview shows the same cells."""
    game = draw(
        """
        ........
        @.......
        ........
        """,
        EMBER,
        inventory=["caltrops"],
    )
    shown = preview_throw(EMBER.items["caltrops"], observe(game.world), Point(5, 1)).area
    game.play(ThrowItem(0, Point(5, 1)))

    assert [(5, 0), (4, 1), (5, 1), (6, 1), (5, 2)] == covers(game, "caltrops")
    assert set(covers(game, "caltrops")) == {tuple(cell) for cell in shown}


def test_caltrops_wound_a_hunter_and_hold_it_for_a_turn() -> None:
    """It still comes by the shortest path; each cell works once."""
    game = draw("@...c..o", EMBER, legend={"c": "caltrops"})
    orc = hunting(game)
    orc.hit_points = orc.max_hit_points = 100
    where = []
    for _ in range(6):
        game.play(Wait())
        where.append(orc.at.x)

    assert [6, 5, 4, 4, 3, 2] == where
    assert 97 < orc.hit_points < 100
    assert [] == covers(game, "caltrops")


def test_caltrops_wake_sleepers_within_seven_steps() -> None:
    """A beetle steps into them; sleepers do not hear its attacks and steps."""
    game = draw("@" + "." * 20 + "c.o" + "." * 4 + "j", EMBER, legend={"c": "caltrops"})
    orc, jackal = others(game)
    orc.mood, orc.noticed_on, orc.relentless = Mood.HUNTING, game.world.turn, True
    jackal.mood = Mood.ASLEEP
    game.play(Wait())
    asleep = jackal.mood
    game.play(Wait())

    assert (Mood.ASLEEP, Point(21, 0)) == (asleep, orc.at)
    assert Mood.ASLEEP is not jackal.mood


def test_flyers_pass_over_caltrops() -> None:
    """The caltrops stay."""
    game = draw("@..c..B", EMBER, legend={"c": "caltrops", "B": "cave bat"})
    bat = hunting(game)
    for _ in range(8):
        game.play(Wait())

    assert bat.hit_points == bat.max_hit_points
    assert [(3, 0)] == covers(game, "caltrops")


def test_the_player_is_asked_before_stepping_into_caltrops() -> None:
    """Examining shows the price in advance; then it is paid."""
    game = draw("@c...", EMBER, legend={"c": "caltrops"}, hit_points=20)
    asked = harmful_step(observe(game.world), EAST)
    text = told(game, Point(1, 0))
    game.play(Move(EAST))
    wounds = 20 - game.world.player.hit_points
    game.play(Move(EAST))
    stuck = game.world.player.at
    game.play(Move(EAST))

    assert ["caltrops"] == [each.into.name for each in asked]
    assert "takes 2 damage and cannot step on for a turn" in text
    assert (2, Point(1, 0), Point(2, 0)) == (wounds, stuck, game.world.player.at)


def test_smoke_blocks_sight_for_six_turns_and_restores_covers() -> None:
    """Nine cells; the grass and the web under it reappear."""
    game = draw(
        """
        ...,....
        @..,.w.o
        ...,....
        """,
        EMBER,
        inventory=["smoke pot"],
        legend={"w": "web", ",": "grass"},
    )
    (orc,) = others(game)
    orc.mood = Mood.ASLEEP
    game.play(ThrowItem(0, Point(4, 1)))
    first = [game.world.level.is_visible(orc.at)]
    for _ in range(6):
        game.play(Wait())
        first.append(game.world.level.is_visible(orc.at))

    assert [False] * 6 + [True] == first
    assert [(3, 0), (3, 1), (3, 2)] == covers(game, "grass")
    assert [(5, 1)] == covers(game, "web")
    assert {} == game.world.level.covering


def test_smoke_fills_three_by_three_and_is_saved() -> None:
    """In a loaded game, it disappears in the same round."""
    game = draw("\n".join(["......."] * 2 + ["@......"] + ["......."] * 2), EMBER, inventory=["smoke pot"])
    game.play(ThrowItem(0, Point(4, 2)))
    loaded = restore(EMBER, snapshot(game.world))
    for each in (game, loaded):
        assert [(x, y) for y in (1, 2, 3) for x in (3, 4, 5)] == covers(each, "smoke")
        for _ in range(6):
            each.play(Wait())
        assert [] == covers(each, "smoke")


@pytest.mark.parametrize("smoky", [True, False])
def test_a_hunter_loses_the_player_in_smoke(*, smoky: bool) -> None:
    """Three archers four cells away do; without smoke they keep hunting."""
    lost = 0
    for seed in range(20):
        game = draw(
            """
            ..............
            @............o
            ..............
            """,
            EMBER,
            seed=seed,
            inventory=["smoke pot"],
        )
        orc = hunting(game)
        game.world.player.covered = True
        game.play(ThrowItem(0, Point(1, 1)) if smoky else Wait())
        for _ in range(3):
            game.play(Wait())
        lost += orc.mood is Mood.ROAMING

    assert lost == (20 if smoky else 0)


NOOK = """
    #########.#
    #@........#
    #########.#
    ........o.#
    #########.#
    ........,.#
    """


def roamed(command: Command, turns: int) -> tuple[Game, Actor]:
    """Return a game in which an orc roams two rows below the player, who leaves the corridor to it."""
    game = draw(NOOK, EMBER, inventory=["candle"], legend={",": "grass"})
    (orc,) = others(game)
    orc.mood, game.world.level.waypoints = Mood.ROAMING, [Point(0, 5)]
    game.play(command)
    game.world.level.move(game.world.player, Point(9, 0))
    for _ in range(turns):
        orc.mood = Mood.ROAMING
        game.play(Wait())
    return game, orc


def test_a_candle_lures_roaming_monsters_and_goes_out_under_them() -> None:
    """They come to it first, and then continue to their goals."""
    lured, orc = roamed(Use(0), 7)
    burning, came = covers(lured, "candle"), []
    for _ in range(3):
        lured.play(Wait())
        came.append(orc.at)
    _, other = roamed(Wait(), 7)

    assert [(1, 1)] == burning
    assert Point(1, 1) in came
    assert [] == covers(lured, "candle")
    assert 5 == other.at.y


def test_a_candle_shows_adjacent_cells_until_it_gutters() -> None:
    """From a distance, in the dark; examining it shows the remaining time."""
    game = draw("@" + "." * 20, EMBER, inventory=["candle"])
    game.play(Use(0))
    game.world.level.move(game.world.player, Point(20, 0))
    seen, texts = [], [told(game, Point(0, 0))]
    for _ in range(200):
        game.play(Wait())
        seen.append(game.world.level.is_visible(Point(1, 0)))
        texts.append(told(game, Point(0, 0)))

    assert [True] * 199 + [False] == seen
    assert "Guttering candle in 180 turns." in texts[0]
    assert "Gone in 1 turn." in texts[199]


def test_a_candle_needs_a_floor() -> None:
    """Setting it in deep water is refused, and the candle stays in the pack."""
    game = draw("@...", EMBER, inventory=["candle"])
    level = game.world.level
    level.set_terrain(game.world.player.at, level.code("deep water"))
    events = game.play(Use(0))

    assert [Reason.NO_FLOOR] == [each.reason for each in events if isinstance(each, Refused)]
    assert game.world.player.inventory.at(0) is not None


@pytest.mark.parametrize("item", ["caltrops", "smoke pot", "oil flask"])
def test_items_thrown_into_a_sanctuary_leave_it_whole(item: str) -> None:
    """It covers only the floor around, as the preview shows; the orc stays out."""
    game = draw("#######\n#@_...o\n#######", EMBER, inventory=[item], legend={"_": "sanctuary"})
    orc = hunting(game)
    shown = preview_throw(EMBER.items[item], observe(game.world), Point(3, 1)).area
    game.play(ThrowItem(0, Point(3, 1)))
    for _ in range(12):
        game.play(Wait())

    assert [(2, 1)] == covers(game, "sanctuary")
    assert item == "oil flask" or Point(2, 1) not in shown
    assert orc.at.x > 2


@pytest.mark.parametrize("item", ["caltrops", "smoke pot"])
@pytest.mark.parametrize(
    ("cell", "is_wasted"), [("chasm", True), ("deep water", True), ("sanctuary", True), ("floor", False)]
)
def test_items_that_cover_nothing_say_so(item: str, cell: str, *, is_wasted: bool) -> None:
    """One message says so, and the aim shows no cell."""
    game = draw("....:::\n@...:::\n....:::", EMBER, inventory=[item], legend={":": cell})
    shown = preview_throw(EMBER.items[item], observe(game.world), Point(5, 1)).area
    narrator = Narrator(game.world.ruleset)
    events = game.play(ThrowItem(0, Point(5, 1)))
    texts = [message.text for event in events if (message := narrator.tell(event)) is not None]

    assert is_wasted == ("It has no effect here." in texts)
    assert is_wasted == (not shown)


def test_a_candle_is_not_set_down_in_a_sanctuary() -> None:
    """It is kept."""
    game = draw("@..", EMBER, inventory=["candle"])
    game.world.level.set_terrain(game.world.player.at, game.world.level.code("sanctuary"))
    events = game.play(Use(0))

    assert [Reason.NO_FLOOR] == [each.reason for each in events if isinstance(each, Refused)]
    assert [(0, 0)] == covers(game, "sanctuary")


SHAFT = """
    .....
    .@:..
    .....
    """


def below(inventory: Sequence[str], key: str = ":", hit_points: int = 20) -> Game:
    """Return a game beside a depth, with another level under it."""
    rules = attrs.evolve(EMBER, generator=Drawn((SHAFT.replace(":", key), SHAFT.replace(":", "."))), depths=2, goals=())
    legend = DEPTHS | TRAP
    return draw(SHAFT.replace(":", key), rules, inventory=inventory, hit_points=hit_points, legend=legend)


DEPTHS = {":": "chasm", "p": "pit", "w": "well"}
TRAP = {"^": "trapdoor"}
HOLE = Point(2, 1)
STAIRS = """
    <....
    .@:..
    ....>
"""


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_rope_takes_the_player_down_unhurt_and_stays_behind(depth: str) -> None:
    """The step into a depth asks, and names the rope; jumping does damage."""
    game, jumped = below(["rope"], depth), below([], depth)
    note = " ".join(asked(game, EAST))
    narrator = Narrator(game.world.ruleset)
    told = [message.text for event in game.play(Use(0, Point(2, 1))) if (message := narrator.tell(event)) is not None]
    jumped.play(Move(EAST))

    assert (2, 20) == (game.world.depth, game.world.player.hit_points)
    assert game.world.player.inventory.at(0) is None
    assert jumped.world.player.hit_points < 20
    assert "Use your rope instead to get down unhurt" in note
    assert "rope" not in " ".join(asked(below([], depth), EAST))
    assert ["You climb the rope, and it stays behind.", "You come down to level 2 unhurt."] == told[:2]


def test_a_rope_needs_a_depth_beside_the_player() -> None:
    """Without one, the rope is refused and stays in the pack."""
    game = below(["rope"])
    for at, reason in ((Point(1, 0), Reason.NO_DEPTH), (Point(1, 1), Reason.NO_DEPTH)):
        assert [reason] == refused(game, Use(0, at))
    game.play(Move(WEST))
    assert [Reason.OUT_OF_RANGE] == refused(game, Use(0, Point(2, 1)))
    assert game.world.player.inventory.at(0) is not None


@pytest.mark.parametrize("falls", [False, True])
@pytest.mark.parametrize("depth", [*DEPTHS, *TRAP])
def test_a_rope_takes_the_player_up_where_they_came_down(depth: str, falls: bool) -> None:  # noqa: FBT001 -- a case
    """After a fall or a climb, a hole above marks the cell; only the Keeper and allies follow the player up."""
    if depth in TRAP and not falls:
        return
    game = below(["rope", "rope"], depth)
    game.play(Move(EAST) if falls else Use(0, HOLE))
    world = game.world
    (hole,) = world.level.features.values()
    spawn(world, EMBER.monsters["orc"], world.player.at, mood=Mood.HUNTING)
    narrator = Narrator(world.ruleset)
    game = restore(world.ruleset, snapshot(world))
    seen, at = observe(game.world), game.world.player.at
    told = [message.text for event in game.play(Use(0, at)) if (message := narrator.tell(event)) is not None]
    game.play(Wait())

    assert ("hole above", HOLE) == (hole.kind.name, hole.above)
    assert ("you climb up, the rope stays",) == preview_use(EMBER.items["rope"], seen, at).makes
    assert ["You climb the rope, and it stays behind.", "You climb up to level 1."] == [told[0], told[-1]]
    assert (1, []) == (game.world.depth, others(game))
    assert 1 == chebyshev_distance(game.world.player.at, HOLE)
    assert falls == (game.world.player.inventory.at(0) is not None)


def test_a_rope_needs_a_hole_above_on_or_beside_the_cell_of_the_player() -> None:
    """Elsewhere it is refused; a step away it still reaches."""
    game = below(["rope"])
    game.play(Move(EAST))
    at = game.world.player.at
    game.play(Move(WEST))
    assert [Reason.NO_DEPTH] == refused(game, Use(0, game.world.player.at))
    game.play(Move(WEST))
    assert [Reason.OUT_OF_RANGE] == refused(game, Use(0, at))
    game.play(Move(EAST))
    assert [] == refused(game, Use(0, at))
    assert 1 == game.world.depth


def test_a_hole_that_was_closed_is_gone_when_the_player_comes_down_again() -> None:
    """The map stays true: an open hole remains."""
    for is_closed in (False, True):
        rules = attrs.evolve(EMBER, generator=Drawn((STAIRS, STAIRS.replace(":", "."))), depths=2, goals=())
        game = draw(STAIRS, rules, legend={":": "chasm", ">": "stairs down", "<": "stairs up"})
        game.play(Move(EAST))
        take(game, Exit.UP)
        if is_closed:
            game.world.level.set_terrain(HOLE, FLOOR)
        take(game, Exit.DOWN)

        assert ([] if is_closed else ["hole above"]) == [each.kind.name for each in game.world.level.features.values()]


def test_a_climb_by_the_rope_counts_with_the_ember_and_the_keeper_comes_by_the_stairs() -> None:
    """It counts like stairs, but monsters within ten steps do not follow."""
    game = climbing(FIRST, CLIMB, LAST)
    world = game.world
    world.level.set_feature(world.player.cell, Feature(EMBER.features["hole above"], above=Point(20, 1)))
    world.player.inventory.insert(Item.of(EMBER.items["rope"]))
    slot = next(number for number, each in enumerate(world.player.inventory.slots) if each and each.kind.name == "rope")
    game.play(Use(slot, world.player.at))

    assert (2, 2) == (world.depth, world.tally.least_depth)
    assert 1 == chebyshev_distance(world.player.at, Point(20, 1))
    (arrival,) = world.arrivals
    assert arrival.actor is not None
    assert ("Keeper", Exit.UP) == (arrival.actor.kind.name, arrival.by)


def test_no_rope_leads_out_of_the_first_level() -> None:
    """Whatever a save contains."""
    game = draw("@..", EMBER, inventory=["rope"], legend={})
    game.world.level.set_feature(game.world.player.cell, Feature(EMBER.features["hole above"], above=Point(1, 0)))

    assert [Reason.NO_DEPTH] == refused(game, Use(0, game.world.player.at))


def take(game: Game, by: Exit) -> None:
    """Take the player off the level at once."""
    game.world.leaving = by
    game.play(Wait())


def refused(game: Game, command: Command) -> list[Reason]:
    """Return why a command is refused."""
    return [each.reason for each in game.play(command) if isinstance(each, Refused)]


def asked(game: Game, direction: Direction) -> Sequence[str]:
    """Return what the question before a step says; nothing where there is none."""
    request = confirm.step(Perspective(game), direction)
    asked = request.view if isinstance(request, Open) else None
    return [asked.heading, *asked.notes(200)] if isinstance(asked, Confirm) else []


@pytest.mark.parametrize("waxed", [True, False])
def test_monsters_take_six_turns_to_force_a_waxed_door(*, waxed: bool) -> None:
    """The player hears five turns of battering, and the sixth opens it; an ordinary door takes two turns."""
    game = draw("@+o", EMBER, inventory=["wax"], legend={"+": "door"})
    orc = hunting(game)
    orc.relentless = True
    orc.conditions = {}
    game.world.level.move(orc, Point(2, 0))
    heard: list[object] = []
    if waxed:
        game.world.level.set_terrain(Point(1, 0), game.world.level.code("waxed door"))
    turns = 0
    while orc.at == Point(2, 0):
        heard += [each for each in game.play(Wait()) if isinstance(each, Heard)]
        turns += 1
        assert turns < 20

    assert (6 if waxed else 1) == turns
    assert (5 if waxed else 0) == len(heard)
    assert {} == game.world.level.forced


def test_wax_seals_a_closed_door_and_the_player_breaks_it() -> None:
    """A question comes before breaking it, and exploring avoids it; open doors and floors are refused."""
    game = draw("..@+..", EMBER, inventory=["wax", "wax"], legend={"+": "door"})
    assert [Reason.NO_DOOR] == refused(game, Use(0, Point(1, 0)))
    game.play(Use(0, Point(3, 0)))
    text = told(game, Point(3, 0))
    question = asked(game, EAST)
    sealed = game.world.level.terrain_at(Point(3, 0)).name
    for _ in range(3):
        game.play(Move(EAST))

    assert "waxed door" == sealed
    assert "Monsters take 6 turns to force it" in text or "monsters take 6 turns to force it" in text
    assert "Walk into the waxed door?" == question[0]
    assert (Point(5, 0), "door") == (game.world.player.at, game.world.level.terrain_at(Point(3, 0)).name)
    assert ["wax"] == carried(game)


def honing() -> Game:
    """Return a game in which the player carries a whetstone, a sword +2 in hand, a plain cloak and a staff +1."""
    game = draw("@...", EMBER)
    for name, plus in (("whetstone", 0), ("sword", 2), ("shadow cloak", 0), ("staff of fire", 1)):
        game.world.player.inventory.insert(Item.of(EMBER.items[name], plus=plus))
    game.play(Equip(1))
    return game


def pluses(game: Game) -> list[tuple[str, int]]:
    """Return the pluses of the player's items, by name."""
    return [(item.kind.name, item.plus) for item in game.world.player.inventory.slots if item is not None]


def test_a_whetstone_moves_one_plus_and_is_gone() -> None:
    """A staff that gains it immediately has one more charge; a staff that loses it has one fewer."""
    game, other = honing(), honing()
    game.play(Use(0, Slot(1), 3))
    other.play(Use(0, Slot(3), 2))

    assert [("sword", 1), ("shadow cloak", 0), ("staff of fire", 2)] == pluses(game)
    assert [("sword", 2), ("shadow cloak", 1), ("staff of fire", 0)] == pluses(other)
    assert [3, 1] == [each.world.player.inventory.slots[3].charges for each in (game, other)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (Use(0), Reason.NEEDS_ITEM),
        (Use(0, Slot(1)), Reason.NEEDS_ITEM),
        (Use(0, Slot(1), 9), Reason.NEEDS_ITEM),
        (Use(0, Slot(2), 1), Reason.NOT_FOR_THAT),
        (Use(0, Slot(1), 1), Reason.NOT_FOR_THAT),
        (Use(0, Slot(1), 0), Reason.NOT_FOR_THAT),
    ],
)
def test_a_whetstone_is_for_two_different_items(command: Use, reason: Reason) -> None:
    """One with a plus, and one that can take it: everything else is refused without a loss."""
    game = honing()
    before = pluses(game)

    assert [reason] == refused(game, command)
    assert before == pluses(game)


def test_the_menus_of_a_whetstone_show_the_results_for_both_items() -> None:
    """First the giver, then the receiver: the first menu offers only items with a plus."""
    perspective = Perspective(honing())
    whetstone = stacks(perspective.seen)[0]
    first = use(perspective, whetstone)
    assert isinstance(first, Replace)
    assert isinstance(first.view, TargetMenu)
    second = first.view.choose_row(0)
    assert isinstance(second, Replace)
    assert isinstance(second.view, TargetMenu)
    asked = first.view.heading, second.view.heading
    offered = [[row.name for row in each.listed()] for each in (first.view, second.view)]
    told = " ".join(second.view.notes(80))
    chosen = second.view.choose_row(0)

    assert ("Whetstone: take a plus from what?", "Whetstone: give the plus of the sword to what?") == asked
    assert [["sword +2 (in hand)", "staff of fire +1 [2/2]"], ["shadow cloak", "staff of fire +1 [2/2]"]] == offered
    assert "sword +2 becomes +1, shadow cloak becomes +1" in told
    assert Submit(Use(0, Slot(1), 2)) == chosen


def test_line_mode_asks_for_both_items_of_a_whetstone() -> None:
    """It shows the results in advance."""
    session = talk("@...", "whetstone", "sword", "shadow cloak", rules=EMBER)
    session.game.world.player.inventory.slots[1].plus = 2  # type: ignore[union-attr]
    session.say("wait")
    first = session.say("use whetstone")
    second = session.say("1")
    session.say("1")

    assert "Whetstone: take a plus from what?" in " ".join(first)
    assert "sword +2 becomes +1, shadow cloak becomes +1" in " ".join(second)
    assert [("sword", 1), ("shadow cloak", 1)] == pluses(session.game)


def test_exploring_avoids_caltrops_candles_and_wax() -> None:
    """No automation walks into them or spoils them."""
    game = draw("@cg.+", EMBER, legend={"c": "caltrops", "g": "candle", "+": "waxed door"})
    seen = observe(game.world)

    assert [False, False, True, False] == [seen.is_safe(Point(x, 0)) for x in (1, 2, 3, 4)]


def test_caltrops_are_no_missiles() -> None:
    """The hint at a sleeper mentions only items that do damage when thrown."""
    for name, is_hinted in (("caltrops", False), ("dart", True)):
        game = draw("@..r", EMBER, inventory=[name])
        others(game)[0].mood = Mood.ASLEEP
        assert is_hinted == sees_sleeper(observe(game.world))
