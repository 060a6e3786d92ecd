"""The side panel of Ember: lamp and noise, conditions, and moods of monsters in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas, Rect
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.rules.moods import notice
from roguelike.engine.scenario import draw
from roguelike.engine.state.actor import Side
from roguelike.line.surroundings import status
from roguelike.narration.conditions import AMBER, DEADLY, WAITING, lasting
from roguelike.narration.resting import rounds_to_heal
from roguelike.play.perspective import Perspective
from roguelike.ui.widgets.panel import LOW, draw_panel
from tests.dark import scene
from tests.rulesets.drawn_rooms import told
from tests.views import view
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.cells.color import Color
    from roguelike.engine.state.actor import Actor
    from roguelike.ui.viewport import Viewport

EMBER = load_ruleset("ember")
HALL = """
    ##################
    #.r.@..o..a..p...#
    ##################
"""


def presented(picture: str = HALL) -> Viewport:
    """Return a game of Ember on a drawn map, all asleep."""
    viewport = view(draw(picture, EMBER))
    for actor in others(viewport):
        actor.mood = Mood.ASLEEP
    return viewport


def others(viewport: Viewport) -> list[Actor]:
    """Return all but the player."""
    return viewport.perspective.world.level.actors[1:]


def panel(viewport: Viewport, mode: str = "", height: int = 20, width: int = 20) -> Canvas:
    """Return the text of the panel."""
    canvas = Canvas(width, height)
    cursor = viewport.perspective.pointer.cursor
    draw_panel(
        canvas,
        canvas.area,
        viewport.seen,
        cursor,
        mode,
        map_view=Rect(0, 0, 80, 24),
        startled=viewport.perspective.startled,
        facts=viewport.facts,
        ground=viewport.perspective.ground,
    )
    return canvas


def rows(viewport: Viewport, mode: str = "") -> list[str]:
    """Return its rows as text."""
    return [row[1:] for row in panel(viewport, mode).text().split("\n")]


@pytest.mark.parametrize(
    ("oil", "missing", "noise", "row"),
    [
        (540, 0, 7, "Oil 540  Noise 7"),
        (540, 10, 14, "Oil 540 rest 44 N14"),
        (900, 39, 14, "Oil 900 R171 N14"),
        (1500, 39, 14, "Oil 1500 R171 N14"),
        (1500, 0, 14, "Oil 1500  Noise 14"),
    ],
)
def test_the_rounds_of_rest_stand_beside_the_oil_of_the_wounded(oil: int, missing: int, noise: int, row: str) -> None:
    """Where the words have no room, their first letters stand for them; numbers are whole and apart."""
    viewport = presented("@")
    world = viewport.perspective.world
    world.player.gauges["oil"], world.noise = oil, noise
    world.player.hit_points -= missing

    assert row == rows(view(viewport.perspective.game))[1].strip()


def test_the_rounds_of_rest_are_the_rounds_until_all_wounds_have_healed() -> None:
    """Exactly, including progress towards the next hit point."""
    viewport = presented("@")
    game = viewport.perspective.game
    game.world.player.hit_points = 20
    game.play(Wait())
    told = rounds_to_heal(view(game).seen)
    for _ in range(told - 1):
        game.play(Wait())
    assert 1 == rounds_to_heal(view(game).seen)
    game.play(Wait())

    assert game.world.player.max_hit_points == game.world.player.hit_points
    assert 0 == rounds_to_heal(view(game).seen)


def test_depth_health_and_turn_have_a_row_and_oil_and_noise_the_next() -> None:
    """The most important data; there is room for the deepest level and a full lamp."""
    viewport = presented()

    assert ["D1  HP 40/40  T0", "Oil 900  Noise 0"] == rows(viewport)[:2]


def test_oil_that_runs_low_stands_out() -> None:
    """Not before."""
    viewport = presented()
    gauges = viewport.perspective.world.player.gauges
    for oil, is_low in ((151, False), (150, True)):
        gauges["oil"] = oil
        canvas = panel(view(viewport.perspective.game))

        assert is_low is (canvas.rows[1][3].style == LOW)
        assert canvas.rows[1][-2].style != LOW


def test_the_list_marks_sleepers_allies_and_captives() -> None:
    """By a mark before the glyph; hunters first."""
    viewport = presented()
    rat, orc, archer, shaman = others(viewport)
    orc.mood = Mood.HUNTING
    archer.side, archer.mood = Side.PLAYER, Mood.FOLLOWING
    shaman.side, shaman.mood = Side.NONE, Mood.HELD

    listed = [row[:17].rstrip(" =") for row in rows(viewport)[7:11]]

    assert rat.mood == Mood.ASLEEP
    assert [" o orc", "zr rat", "+a orc archer", "=p orc shaman"] == listed


def test_an_ally_has_a_line_with_what_it_does() -> None:
    """A fleeing ally has "flees" at any width; a follower has "follows" where its name is short."""
    viewport = presented()
    rat, orc, archer, _ = others(viewport)
    for ally, mood in ((rat, Mood.HELD), (orc, Mood.FOLLOWING), (archer, Mood.FLEEING)):
        ally.side, ally.mood = Side.PLAYER, mood

    listed = [row.rstrip(" =") for row in rows(viewport)[7:10]]

    assert ["+r rat waits", "+o orc follows", "+a orc archer flees"] == listed


def test_a_player_with_the_wand_sees_the_chance_to_tame() -> None:
    """After it is identified; wounds raise the chance."""
    for known, is_told in ((["wand of taming"], True), ([], False)):
        game = draw("#@...o#", EMBER, inventory=["wand of taming"])
        game.world.knowledge.identified = known
        game.world.player.inventory.slots[3].charges = 1  # type: ignore[union-attr]
        orc = game.world.level.actors[1]
        orc.hit_points = orc.max_hit_points // 2
        viewport = view(game)
        viewport.perspective.pointer.cursor = orc.at

        assert is_told is any("Taming 50%" in row for row in rows(viewport, "EXAMINE"))


def test_a_monster_that_noticed_the_player_is_marked_for_a_turn() -> None:
    """Monsters that already hunt have no mark."""
    viewport = presented("#######\n#@...o#\n#######")
    assert rows(viewport)[7].startswith("zo orc")

    notice(viewport.perspective.world, others(viewport)[0])
    viewport.perspective.game.play(Wait())
    assert rows(viewport)[7].startswith("!o orc")

    viewport.perspective.game.play(Wait())
    assert rows(viewport)[7].startswith(" o orc")


def test_conditions_without_room_are_counted_and_no_word_is_cut() -> None:
    """In one row beside a mode, and in two without one."""
    viewport = presented()
    for name, turns in (("afloat", 20), ("poisoned", 12), ("held", 4), ("slowed", 15)):
        afflict(viewport.perspective.world, viewport.perspective.world.player, EMBER.conditions[name], turns)
    again = view(viewport.perspective.game)

    assert ["Held4 Pois12 Slow15", "Max 2 Float20"] == [row.strip() for row in rows(again)[2:4]]
    assert "Held4 Pois12 +3" == rows(again, "EXAMINE")[2]


@pytest.mark.parametrize(("hit_points", "color"), [(17, WAITING), (16, AMBER), (8, DEADLY)])
def test_the_most_damage_of_the_turn_is_shown_before_it_comes(hit_points: int, color: Color) -> None:
    """Without examining: amber where two such turns kill, red where one does; sleepers do not count."""
    game = scene("@o.", EMBER, Mood.HUNTING, hit_points=hit_points)
    asleep = scene("@o.", EMBER, Mood.ASLEEP)

    assert [("Max 8", color)] == [(each.text, each.color) for each in lasting(observe(game.world))]
    assert [] == lasting(observe(asleep.world))
    assert "At most 8 damage this turn" in status(Perspective(game, "kim"))
    assert "Max 8: the most damage that you can take this turn." in told(game, game.world.player.at)


def test_conditions_about_to_end_stand_out() -> None:
    """A player who levitates over a chasm must not miss it."""
    for turns, stands_out in ((4, False), (3, True)):
        viewport = presented()
        afflict(viewport.perspective.world, viewport.perspective.world.player, EMBER.conditions["afloat"], turns)

        assert stands_out is panel(view(viewport.perspective.game)).rows[2][1].style.reverse


def test_armour_that_is_being_put_on_is_counted_down() -> None:
    """So that one knows when it protects."""
    viewport = presented()
    armour = viewport.perspective.world.player.inventory.slots[1]
    assert armour is not None
    armour.ready_on = viewport.perspective.world.round + 3

    assert "Armr3" == rows(viewport)[2]


@pytest.mark.parametrize("name", [kind.name for kind in EMBER.monsters.values() if not kind.hides])
def test_special_traits_of_a_monster_are_always_shown(name: str) -> None:
    """On the smallest screen before its maximum damage; on a normal one both fit."""
    viewport = view(draw("#@.a#", EMBER, legend={"a": name}))
    viewport.perspective.pointer.cursor = Point(3, 0)
    rule = EMBER.monsters[name].description

    def told(height: int) -> str:
        return " ".join(row.strip() for row in panel(viewport, "EXAMINE", height).text().split("\n"))

    assert rule in told(16)
    assert rule in told(20)
    assert "You " in told(16)
    assert any(words in told(20) for words in ("kills you in", "cannot hurt you", "at most"))


def test_a_name_too_long_for_the_list_drops_its_sort() -> None:
    """No word is cut in its middle; a name that fits is whole."""
    game = draw("#@?.!#", EMBER, legend={"?": "scroll of enchantment", "!": "potion of life"})

    assert ["? enchantment", "! potion of life"] == rows(view(game))[7:9]


def test_a_name_too_long_for_a_bar_is_its_last_word() -> None:
    """The glyph shows the rest; every monster has a bar, also among others."""
    game = draw("#@..a..s..#", EMBER, legend={"a": "orc archer", "s": "kobold slinger"})

    assert ["a orc archer  ====", "s slinger     ===="] == [row.strip() for row in rows(view(game))[7:9]]


@pytest.mark.parametrize(("name", "row"), [("eel", "e eel no path ===="), ("ogre", "O ogre no path ===")])
def test_a_hunter_without_a_path_is_marked_in_full(name: str, row: str) -> None:
    """A cut word or name would be unclear."""
    game = draw("#@:.a#", EMBER, legend={"a": name, ":": "chasm"})
    game.world.level.actors[1].mood = Mood.HUNTING

    assert row == rows(view(game))[7].strip()


def test_the_described_thing_has_all_the_room() -> None:
    """The list gives way, unlike when the mouse only passes over."""
    viewport = presented()
    viewport.perspective.pointer.cursor = Point(7, 1)

    told, beside = (panel(viewport, mode, height=16).text() for mode in ("EXAMINE", ""))

    assert "As strong as you" in told
    assert "kills you in" in told
    assert "kills you in" not in beside


def test_facts_are_directly_below_the_name() -> None:
    """The list follows after a blank row; where one only points with the mouse, it stays in its place."""
    viewport = presented()
    without = rows(viewport)
    viewport.perspective.pointer.cursor = Point(7, 1)
    told, beside = rows(viewport, "EXAMINE"), rows(viewport)
    blank = told.index("", 6)

    assert [told[5].strip(), told[6]] == ["orc", "HP 16/16"]
    assert told[blank + 1].startswith("zr rat")
    assert without[7] == beside[7]


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ("PPP", "and 3 more allies"),
        ("MPP", "+1 enemy, 2 allies"),
        ("MMM", "and 3 more enemies"),
        ("MPN", "+1 enemy, 2 others"),
    ],
)
def test_things_without_room_are_counted_by_side(sides: str, told: str) -> None:
    """Allies are no enemies; three sorts would not fit into the row."""
    game = draw("#@ooo.#", EMBER)
    for actor, side in zip(game.world.level.actors[1:], sides, strict=True):
        actor.side = {"P": Side.PLAYER, "M": Side.MONSTERS, "N": Side.NONE}[side]
    viewport = view(game)

    assert told == panel(viewport, height=8).text().split("\n")[-1].strip()


def test_the_line_that_counts_the_rest_is_whole() -> None:
    """It needs no column for marks."""
    text = panel(presented("#.r.@oooo!)!..#"), height=10).text().split("\n")

    assert "+3 enemies, 3 items" == text[-1].strip()


def test_a_wide_panel_shows_facts_until_a_cell_is_pointed_at() -> None:
    """The facts about the cell are below the list, which is short then."""
    viewport = presented("@..r" + 56 * "#")
    told = watch(viewport.perspective.game, "x", "tab", size=(132, 43)).texts()

    assert "HP 6/6. Asleep, may wake" in told[0]
    assert "HP 6/6. Asleep" not in told[2]
    assert "HP 6/6" in told[2]
    assert "HP 6/6" not in watch(viewport.perspective.game, size=(80, 24)).last.text()


def test_the_list_of_a_wide_panel_ends_with_the_ground_in_view() -> None:
    """Each kind of unusual terrain is listed with its effects, without pointing at it."""
    game = draw("#" * 60 + "\n#@,,r.>" + 53 * "#" + "\n" + "#" * 60, EMBER, legend={",": "grass", ">": "stairs down"})
    listed = [row.strip() for row in panel(view(game), width=40).text().split("\n")[7:]]
    told = [row[0] for row in listed if row[1:2] == " "]

    assert ["r", ">", ","] == told
    assert ["The way down.", "Burns easily."] == [
        listed[listed.index(name) + 1] for name in ("> stairs down", ", grass")
    ]
    assert "grass" not in panel(view(game)).text()
