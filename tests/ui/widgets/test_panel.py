"""The side panel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.cells.canvas import Canvas, Rect, Style
from roguelike.cells.color import grey
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Cover, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.kinds.stats import Stats
from roguelike.engine.scenario import draw
from roguelike.narration.in_view import Sighting, in_view
from roguelike.ui.widgets.bars import FULL, HURT
from roguelike.ui.widgets.panel import draw_panel
from tests.arena import confuse
from tests.dark import dark
from tests.views import view
from tests.watching import spot, watch

if TYPE_CHECKING:
    from collections.abc import Collection

    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.engine.observation import Observation
    from roguelike.ui.viewport import Viewport

WHOLE_MAP = Rect(0, 0, 80, 24)
HALL = """
    ##################
    #.m......@.T...!.#
    #......!.........#
    ##################
    #o...............#
    ##################
"""


def panel(viewport: Viewport, mode: str = "", width: int = 20, height: int = 20) -> Canvas:
    """Return the text of a panel."""
    canvas = Canvas(width, height)
    seen, before = viewport.seen, viewport.perspective.narration.health.before_last_turn
    draw_panel(canvas, canvas.area, seen, viewport.perspective.pointer.cursor, mode, map_view=WHOLE_MAP, before=before)
    return canvas


def rows(viewport: Viewport, mode: str = "", height: int = 20) -> list[str]:
    """Return a panel's rows as text."""
    return panel(viewport, mode, height=height).text().split("\n")


def test_health_turns_and_enemies_are_at_the_top(fixture_rules: RuleSet) -> None:
    """They must be known at a glance; the column at the left keeps it apart from the map."""
    viewport = view(draw(HALL, fixture_rules, hit_points=7))
    viewport.perspective.game.play(Wait())
    canvas = panel(viewport)

    assert "  HP 7/20   Turn 1" == rows(viewport)[0]
    assert " Enemies left: 3" == rows(viewport)[1]
    assert [HURT.full] * 3 == [cell.style.background for cell in canvas.rows[0][1:4]]
    assert HURT.full != canvas.rows[0][4].style.background


@pytest.mark.parametrize("rules", ["classic", "tcod", "roguebasin", "chargrid", "kasidin", "ember"])
def test_the_turn_is_shown_with_all_its_digits(rules: str) -> None:
    """Cut off, turn 12345 would be 123."""
    game = new_game(load_ruleset(rules), 3)
    game.world.turn = 12345

    assert re.search("T(urn )?12345( |$)", watch(game).last.text(), re.MULTILINE)


def test_by_the_rules_of_a_tutorial_the_bar_is_red_and_has_no_label(fixture_rules: RuleSet) -> None:
    """As its document draws it."""
    canvas = panel(view(draw(HALL, attrs.evolve(fixture_rules, comfort=False), hit_points=17)))

    assert "   17/20    Turn 0" == canvas.text().split("\n")[0]
    assert FULL == canvas.rows[0][1].style.background


def test_the_bar_shows_the_loss_of_the_last_turn(fixture_rules: RuleSet) -> None:
    """Until the next turn has passed."""
    viewport = view(draw("#####\n#@o.#\n#...#\n#####", fixture_rules, hit_points=10))
    viewport.perspective.game.perform(Wait())
    viewport.perspective.take_events()
    assert [HURT.full, HURT.lost] == [cell.style.background for cell in panel(viewport).rows[0][4:6]]

    viewport.perspective.world.level.remove(viewport.perspective.world.level.actors[1])
    viewport.perspective.game.perform(Wait())
    viewport.perspective.take_events()
    assert HURT.lost not in {cell.style.background for cell in panel(viewport).rows[0]}


def test_every_enemy_counts_seen_or_not(fixture_rules: RuleSet) -> None:
    """The player knows how much is left to do."""
    assert " Enemies left: 1" == rows(view(draw("#@#o", fixture_rules)))[1]


def test_conditions_are_shown_with_their_turns(fixture_rules: RuleSet) -> None:
    """A condition that passes with the next turn has nothing left."""
    game = draw(HALL, fixture_rules)
    confuse(game.world, game.world.player, 3)
    assert " Confused 3" == rows(view(game))[2]
    confuse(game.world, game.world.player, 0)

    assert "" == rows(view(game))[2]


@pytest.mark.parametrize("mode", ["EXAMINE", "AIM"])
def test_the_mode_is_named_in_the_middle(fixture_rules: RuleSet, mode: str) -> None:
    """In white, under the health bar."""
    canvas = panel(view(draw(HALL, fixture_rules)), mode)

    assert (1 + (19 - len(mode)) // 2, 3) == spot(canvas, mode)
    assert grey(255) == canvas.rows[3][10].style.foreground


def test_the_thing_under_the_pointer_is_named_in_grey_with_facts(fixture_rules: RuleSet) -> None:
    """The name is centred, at the bottom of its two rows; facts stand at the bottom, and the list keeps its place."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.pointer.cursor = Point(11, 1)
    canvas = panel(viewport)

    x, y = spot(canvas, "troll")
    assert (8, 5) == (x, y)
    assert Style(grey(187)) == canvas.rows[y][x].style
    facts = [" HP 24/24", " You hit 100% for 1", " kill it in 24 turns", " It cannot hurt you"]
    assert facts == rows(viewport)[14:18]
    assert " T troll        ====" == rows(viewport)[7]


def test_a_line_too_long_for_the_panel_says_it_shorter(fixture_rules: RuleSet) -> None:
    """Twenty columns are few; wider panels have the words."""
    orc = attrs.evolve(fixture_rules.monsters["orc"], stats=Stats(attack=6, damage=5))
    viewport = view(draw("@o", attrs.evolve(fixture_rules, monsters={"orc": orc})))
    viewport.perspective.pointer.cursor = Point(1, 0)
    narrow, wide = ([row.strip() for row in panel(viewport, width=width).text().split("\n")] for width in (20, 30))

    assert {"Hits you 100%, ~5", "worst 19+ (1 in 85)"} < set(narrow)
    assert {"Hits you 100%, about 5", "at worst 19+ (1 in 85)"} < set(wide)


def test_the_turns_of_slow_weapons_keep_their_unit() -> None:
    """A number of attacks that take two turns each, without the word, would be half of it."""
    game = draw("@O", load_ruleset("ember"), inventory=["mace"])
    for each in game.world.player.inventory.slots:
        if each is not None and each.kind.equips == "weapon":
            each.worn = each.kind.name == "mace"
    game.world.level.actors[1].aims_at = Point(0, 0)
    viewport = view(game)
    viewport.perspective.pointer.cursor = Point(1, 0)

    assert "kill in ~15 turns" in {row.strip() for row in rows(viewport)}


def test_facts_leave_room_for_the_monsters_in_view(fixture_rules: RuleSet) -> None:
    """A description is the first to go."""
    alone, crowded = (view(draw(picture, fixture_rules)) for picture in ("@o", "@ommm!!!"))
    for viewport in (alone, crowded):
        viewport.perspective.pointer.cursor = Point(1, 0)

    assert "There is always" in panel(alone).text()
    assert "There is always" not in panel(crowded).text()
    assert 3 == panel(crowded).text().count("m mouse")
    assert "and 2 more items" in panel(crowded).text()


def test_the_lamp_has_a_separate_row(arena: RuleSet) -> None:
    """Below depth, bar and turn, and above conditions, which never cover it."""
    game = draw("@..", dark(arena))
    confuse(game.world, game.world.player, 3)
    game.play(Cover())

    assert ["D1  HP 20/20  T1", "Cov 899  Noise 7", "Confused 2"] == [row.strip() for row in rows(view(game))[:3]]

    game.world.player.gauges["oil"] = 0

    assert " Out 0  Noise 7" == rows(view(game))[1]


def test_a_long_name_takes_both_rows(fixture_rules: RuleSet) -> None:
    """Names are data, and the panel is narrow."""
    troll = attrs.evolve(fixture_rules.monsters["troll"], name="troll of the deepest cellar")
    viewport = view(draw(HALL, attrs.evolve(fixture_rules, monsters={**fixture_rules.monsters, "troll": troll})))
    viewport.perspective.pointer.cursor = Point(11, 1)

    assert ["troll of the", "deepest cellar"] == [row.strip() for row in rows(viewport)[4:6]]


def test_pointing_at_nothing_shows_nothing(fixture_rules: RuleSet) -> None:
    """The rows stay empty, so that the list below does not jump."""
    viewport = view(draw(HALL, fixture_rules))
    before = rows(viewport)
    viewport.perspective.pointer.cursor = Point(99, 2)

    assert before == rows(viewport)
    assert ["", "", ""] == before[3:6]


@pytest.mark.parametrize("height", range(6, 12))
def test_a_low_panel_is_cut_and_never_runs_into_the_log(fixture_rules: RuleSet, height: int) -> None:
    """It is drawn only into its area, which has eleven rows on the lowest playable screen."""
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.pointer.cursor = Point(11, 1)
    canvas = Canvas(30, 20)
    area = Rect(4, 2, 20, height)
    draw_panel(canvas, area, viewport.seen, viewport.perspective.pointer.cursor, "EXAMINE", map_view=WHOLE_MAP)
    inside = Rect(4, 2, 20, height)

    outside = [canvas.rows[y][x].char for y in range(20) for x in range(30) if not inside.contains(x, y)]
    assert {" "} == set(outside)


def test_things_in_view_are_sorted_once_a_frame(fixture_rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while something is pointed at, whose facts leave room for it."""
    asked = []

    def count(seen: Observation, startled: Collection[int]) -> list[Sighting]:
        asked.append(seen)
        return in_view(seen, startled)

    monkeypatch.setattr("roguelike.ui.widgets.panel.in_view", count)
    viewport = view(draw(HALL, fixture_rules))
    viewport.perspective.pointer.cursor = Point(11, 1)
    panel(viewport)

    assert [viewport.seen] == asked
