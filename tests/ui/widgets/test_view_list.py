"""The list of things in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas, Rect, Style
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.scenario import draw
from roguelike.engine.state.item import Item
from roguelike.narration.in_view import in_view
from roguelike.ui.widgets.view_list import WIDEST, draw_in_view
from tests.arena import confuse
from tests.fixture_rules import POTION, TROLL
from tests.watching import spot

if TYPE_CHECKING:
    from roguelike.engine.kinds.ruleset import RuleSet

WHOLE_MAP = Rect(0, 0, 80, 24)
HALL = """
    ##################
    #.m......@.T...!.#
    #.....o..!.......#
    ##################
    #o...............#
    ##################
"""


FACTS = {"troll": "aa bb cc dd ee ff", "orc": "gg hh", "mouse": ""}


def listed(
    picture: str,
    rules: RuleSet,
    *,
    width: int = 19,
    height: int = 12,
    cursor: Point | None = None,
    name: str = "",
    map_view: Rect = WHOLE_MAP,
) -> Canvas:
    """Return the list for a drawn level, in which slingers are called `name`, if one is given."""
    kinds = {**rules.monsters, "slinger": attrs.evolve(rules.monsters["slinger"], name=name or "slinger")}
    canvas = Canvas(width, height)
    seen = observe(draw(picture, attrs.evolve(rules, monsters=kinds)).world)
    draw_in_view(canvas, Rect(0, 0, width, height), seen.me.at, in_view(seen), cursor, map_view=map_view)
    return canvas


def rows(canvas: Canvas) -> list[str]:
    """Return its rows without the empty ones."""
    return [row for row in canvas.text().split("\n") if row]


def test_hunters_come_first_then_monsters_then_items(fixture_rules: RuleSet) -> None:
    """The nearest of each come first; actors out of view are not listed."""
    canvas = listed(HALL, fixture_rules)

    expected = ["o orc          ====", "T troll        ====", "m mouse        ===="]
    assert [*expected, "! health potion 1S", "! health potion 6E"] == rows(canvas)
    x, y = spot(canvas, "T troll")
    assert Style(TROLL, bold=True) == canvas.rows[y][x].style
    assert Style(POTION) == canvas.rows[3][0].style


def test_confused_monsters_are_no_hunters(fixture_rules: RuleSet) -> None:
    """As long as it lasts."""
    game = draw("oo.@", fixture_rules)
    assert [1, 0] == [row.at.x for row in in_view(observe(game.world))]

    orc = game.world.level.actor_at(Point(1, 0))
    assert orc is not None
    confuse(game.world, orc, 3)
    assert [0, 1] == [row.at.x for row in in_view(observe(game.world))]


def test_items_that_cannot_be_taken_are_not_listed(fixture_rules: RuleSet) -> None:
    """Corpses would crowd out important things."""
    pebble = attrs.evolve(fixture_rules.items["pebble"], portable=False)

    assert [] == rows(listed(",@", attrs.evolve(fixture_rules, items={"pebble": pebble})))


@pytest.mark.parametrize(
    ("picture", "last"),
    [
        ("m!T@o!,", "and 3 more items"),
        ("mTo@o!,!", "+1 enemy, 3 items"),
        ("mToo@oT", "and 3 more enemies"),
        ("mTo@", "m mouse        ===="),
    ],
)
def test_items_give_way_to_monsters_and_hidden_ones_are_counted(
    fixture_rules: RuleSet, picture: str, last: str
) -> None:
    """No monster is left out while an item is there."""
    text = rows(listed(picture, fixture_rules, height=4))

    assert last == text[-1]
    assert "!" not in "".join(row[0] for row in text)


def test_the_monster_that_is_pointed_at_is_always_there(fixture_rules: RuleSet) -> None:
    """However many are nearer."""
    assert ["o orc", "m mouse", "and 2 more enemies"] == [
        row.replace("=", "").strip() for row in rows(listed("mTT@o", fixture_rules, height=3, cursor=Point(0, 0)))
    ]


def test_several_of_a_kind_differ_by_bearing(fixture_rules: RuleSet) -> None:
    """Distance and one of eight directions; the only monster of a kind needs none."""
    picture = """
        .o.....
        ......o
        ...@.T.
        o......
        ...o...
    """

    labels = [row.split("=")[0].strip() for row in rows(listed(picture, fixture_rules))]
    assert ["o orc 2S", "o orc 2NW", "o orc 3E", "o orc 3W", "T troll"] == labels


def test_equal_bearings_give_way_to_the_exact_offsets(fixture_rules: RuleSet) -> None:
    """Two rows must never read the same."""
    picture = """
        @......
        .....o.
        o....o.
    """

    labels = [row.split("=")[0].strip() for row in rows(listed(picture, fixture_rules))]
    assert ["o orc 2S", "o orc 5E 1S", "o orc 5E 2S"] == labels


def test_things_off_the_map_are_listed_with_bearings(fixture_rules: RuleSet) -> None:
    """Otherwise the place of "An orc comes into view." would be unknown."""
    text = rows(listed("@..T......o", fixture_rules, map_view=Rect(0, 0, 8, 3)))

    assert ["o orc 10E      ====", "T troll        ===="] == text


def test_an_item_underfoot_is_here(fixture_rules: RuleSet) -> None:
    """It has no direction."""
    game = draw("@.!", fixture_rules)
    game.world.level.put(Item(fixture_rules.items["health potion"]), game.world.player.at)
    canvas = Canvas(20, 4)
    draw_in_view(canvas, canvas.area, game.world.player.at, in_view(observe(game.world)), None, map_view=WHOLE_MAP)

    assert ["! health potion here", "! health potion 2E"] == rows(canvas)


def test_bars_yield_to_names_and_names_to_where_they_are(fixture_rules: RuleSet) -> None:
    """All bars are as long as the shortest, for comparison; a monster without room has none."""
    alone = rows(listed("@sT", fixture_rules, name="kobold slinger"))
    two = rows(listed("@.s........s.T", fixture_rules, name="kobold slinger"))

    assert ["s kobold slinger ==", "T troll          =="] == alone
    assert ["s kobold slinger 2E", "s kobold sli... 11E", "T troll        ===="] == two


def test_the_row_under_the_pointer_is_in_reverse(fixture_rules: RuleSet) -> None:
    """So that of two orcs the player knows which."""
    canvas = listed("@oo", fixture_rules, cursor=Point(2, 0))

    assert [False, True] == [canvas.rows[y][2].style.reverse for y in (0, 1)]


def test_on_a_wide_panel_bars_stay_near_their_names(fixture_rules: RuleSet) -> None:
    """A row across half the screen is hard to follow."""
    assert WIDEST == len(rows(listed("@T", fixture_rules, width=60))[0])


def test_a_monster_on_an_item_keeps_its_own_name(fixture_rules: RuleSet) -> None:
    """Two things on one cell are two rows."""
    game = draw("#@..o#", fixture_rules)
    game.world.level.put(Item(fixture_rules.items["health potion"]), Point(4, 0))
    canvas = Canvas(30, 4)
    draw_in_view(canvas, canvas.area, game.world.player.at, in_view(observe(game.world)), None, map_view=WHOLE_MAP)

    assert ["o orc", "! health potion"] == [row.split("  ")[0].strip() for row in rows(canvas)]


@pytest.mark.parametrize(
    ("height", "expected"),
    [
        (6, ["T troll", "o orc 3E", "o orc 5E", "m mouse"]),
        (7, ["T troll", "  aa bb", "  cc dd", "  ee ff", "o orc 3E", "o orc 5E", "m mouse"]),
        (8, ["T troll", "  aa bb", "  cc dd", "  ee ff", "o orc 3E", "  gg hh", "o orc 5E", "m mouse"]),
    ],
)
def test_facts_stand_below_their_rows_where_there_is_room(
    fixture_rules: RuleSet, height: int, expected: list[str]
) -> None:
    """The first come first, each with enough to be of use, and of namesakes the nearest."""
    canvas, seen = Canvas(9, height), observe(draw("@T.o.o.m", fixture_rules).world)
    rows_in_view = sorted(in_view(seen), key=lambda row: (row.name == "mouse", row.at.x))

    draw_in_view(
        canvas,
        canvas.area,
        seen.me.at,
        rows_in_view,
        None,
        map_view=WHOLE_MAP,
        facts=lambda row: FACTS[row.name],
    )

    assert expected == [row.rstrip(" =") for row in rows(canvas)]
