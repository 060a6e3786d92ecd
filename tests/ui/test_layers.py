"""Ground, cover and features as they are drawn, pointed at, listed and described."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas, Rect
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.observation import observe
from roguelike.engine.rules.conditions import afflict
from roguelike.engine.scenario import draw
from roguelike.line.surroundings import look, map_rows
from roguelike.narration.examine import examine
from roguelike.narration.places import places
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Submit
from roguelike.play.views import confirm
from roguelike.play.views.view import Open
from roguelike.ui.widgets.map_view import draw_map
from roguelike.ui.widgets.panel import draw_panel
from tests.views import view

if TYPE_CHECKING:
    from roguelike.engine.game import Game

LEGEND = {",": "grass", "=": "deep water", "^": "trapdoor", ":": "chasm", "w": "web"}


def scene(picture: str) -> Game:
    """Return a game of Ember on a drawn map."""
    return draw(picture, load_ruleset("ember"), legend=LEGEND)


def drawn(game: Game) -> Canvas:
    """Return the map."""
    viewport, canvas = view(game), Canvas(game.world.level.width, game.world.level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    return canvas


def test_a_cover_hides_the_ground_a_feature_both_and_a_monster_all() -> None:
    """Deep water is reversed, so that it is another than shallow water even without colours."""
    game = scene("@,^=r")
    level = game.world.level
    level.move(level.actors[1], Point(1, 0))

    canvas = drawn(game)

    assert "@r^≈·" == canvas.text()
    assert [False, False, False, True, False] == [cell.style.reverse for cell in canvas.rows[0]]
    level.move(level.actors[1], Point(4, 0))
    assert "@,^≈r" == drawn(game).text()


def test_a_hidden_trap_is_not_drawn() -> None:
    """Nor is it named."""
    game = scene("@.^..")
    next(iter(game.world.level.features.values())).hidden = True
    seen = observe(game.world)

    assert "@····" == drawn(game).text()
    assert "floor" == getattr(examine(seen, Point(2, 0)), "name", None)
    assert [] == places(seen)


def test_the_cell_under_the_pointer_is_named_from_the_top() -> None:
    """The description has the effects of each layer."""
    seen = observe(scene("@,^=..").world)
    grass, trap, water = (examine(seen, Point(x, 0)) for x in (1, 2, 3))

    assert grass is not None
    assert ("grass", ("Burns easily.",)) == (grass.name, grass.lines)
    assert trap is not None
    assert ("trapdoor", "Drops whatever steps on it to the next level.") == (trap.name, trap.lines[0])
    assert water is not None
    assert "In it: swimming 2" in water.lines


def test_lines_describe_covers_and_features() -> None:
    """As the map does."""
    game = scene("@,^=..")
    game.play(Move(Direction.EAST))
    seen = observe(game.world)

    assert ["  0 .@^~.."] == [row for row in map_rows(seen) if row.startswith("  0")]
    assert "^ trapdoor" in map_rows(seen)[-1]
    assert "Here: grass, floor." in look(seen, [])
    assert ["trapdoor", "deep water"] == [place.name for place in places(seen) if place.name != "grass"]


@pytest.mark.parametrize(("glyph", "asks"), [(",", False), ("=", True), (":", True), ("^", True), ("w", True)])
def test_a_step_into_terrain_that_asks_is_confirmed(glyph: str, *, asks: bool) -> None:
    """One into grass is not."""
    request = confirm.step(Perspective(scene(f"@{glyph}...")), Direction.EAST)

    assert isinstance(request, Open if asks else Submit)


def test_the_panel_shows_the_worst_conditions_first_in_two_rows() -> None:
    """None of four is cut off."""
    game = scene("@....")
    for name, turns in (("afloat", 20), ("poisoned", 12), ("held", 4), ("slowed", 15)):
        afflict(game.world, game.world.player, game.world.ruleset.conditions[name], turns)
    canvas = Canvas(20, 20)

    draw_panel(canvas, canvas.area, observe(game.world), None, map_view=Rect(0, 0, 20, 20))

    assert ["Held4 Pois12 Slow15", "Max 2 Float20"] == [row.strip() for row in canvas.text().split("\n")[2:4]]
