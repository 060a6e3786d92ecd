"""Flames and gas as they are drawn, pointed at, listed, aimed at and described."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.cells.canvas import Canvas, Mark
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.grid import board_of
from roguelike.engine.observation import observe
from roguelike.engine.parts.effects.fire import Ignite
from roguelike.engine.rules.fire import kindle
from roguelike.engine.rules.gas import release
from roguelike.engine.scenario import draw
from roguelike.line.surroundings import look, map_rows
from roguelike.narration.aiming import outcome
from roguelike.narration.examine import examine
from roguelike.narration.places import places
from roguelike.play.perspective import Perspective
from roguelike.play.views import confirm
from roguelike.play.views.view import Open
from roguelike.terminal.colors.depths import without_color
from roguelike.terminal.colors.schemes import Scheme
from roguelike.ui.widgets.map_view import draw_map
from tests.views import view

if TYPE_CHECKING:
    from roguelike.engine.game import Game

LEGEND = {",": "grass", "r": "rat", "!": "potion of healing"}


def scene(picture: str) -> Game:
    """Return a game of Ember on a drawn map."""
    return draw(picture, load_ruleset("ember"), legend=LEGEND)


def ablaze(picture: str, *points: tuple[int, int]) -> Game:
    """Return one in which some cells burn."""
    game = scene(picture)
    grid = game.world.level.grid
    kindle(game.world, board_of(grid.index(Point(*point)) for point in points), 9)
    return game


def drawn(game: Game) -> Canvas:
    """Return the map."""
    viewport, canvas = view(game), Canvas(game.world.level.width, game.world.level.height)
    draw_map(canvas, canvas.area, viewport, viewport.seen)
    return canvas


def test_flames_hide_items_and_monsters_flames() -> None:
    """Cells out of view show no fire."""
    game = ablaze("@.!r.##.", (1, 0), (2, 0), (3, 0), (7, 0))

    assert "@&&r·#" == drawn(game).text().rstrip()


def test_actors_that_burn_are_drawn_in_the_colour_of_burning() -> None:
    """Their letters stay, and all others keep their colours."""
    game = ablaze("@r.r", (0, 0), (1, 0))
    before = [cell.style.foreground for cell in drawn(scene("@r.r")).rows[0]]
    game.perform(Wait())
    at = {actor.at: actor for actor in game.world.level.actors}
    burning = {point for point, actor in at.items() if "burning" in actor.conditions}
    shown = drawn(game).rows[0]

    assert burning
    for point, actor in at.items():
        own = before[0] if actor.is_player else before[1]
        expected = game.world.ruleset.conditions["burning"].paints if point in burning else own
        assert (actor.kind.glyph.drawn, expected) == (shown[point.x].char, shown[point.x].style.foreground)


def test_flames_flicker_from_turn_to_turn_and_not_within_one() -> None:
    """It looks the same to all: only the cell and the turn decide."""
    game = ablaze("@......", *((x, 0) for x in range(1, 7)))

    def colors() -> list[tuple[int, int, int]]:
        return [cell.style.foreground for cell in drawn(game).rows[0][1:]]

    first = colors()
    assert first == colors()
    assert 1 < len(set(first))
    game.perform(Wait())
    assert first != colors()


def test_gas_is_a_tint_that_is_stronger_where_it_is_thick() -> None:
    """Without colours it is underlined; gas too thin to act is invisible."""
    game = scene("@....")
    for x, volume in ((1, 3), (2, 10), (3, 100)):
        release(game.world, game.world.ruleset.gases["caustic gas"], Point(x, 0), volume)

    row = drawn(game).rows[0]

    assert [Mark.NONE, Mark.NONE, Mark.GAS, Mark.GAS, Mark.NONE] == [cell.style.mark for cell in row]
    assert sum(row[1].style.background) < sum(row[2].style.background) < sum(row[3].style.background)
    assert [False, True] == [without_color(cell.style, Scheme()).underline for cell in row[1:3]]
    assert not without_color(row[2].style, Scheme()).reverse


def test_the_cell_under_the_pointer_lists_effects_of_flames_and_gas() -> None:
    """They are named where nothing else is there; else they follow the facts about the actor."""
    game = ablaze("@.,r.", (1, 0), (3, 0))
    for x, volume in ((2, 100), (4, 10)):
        release(game.world, game.world.ruleset.gases["caustic gas"], Point(x, 0), volume)
    seen = observe(game.world)

    described = [examine(seen, Point(x, 0)) for x in range(1, 5)]

    assert ["flames", "caustic gas, thick", "rat", "caustic gas, thin"] == [each.name for each in described if each]
    told = [each.lines[0] for each in described if each]
    assert [
        "flames: burning 4 a round, 3 HP a turn",
        "caustic gas, thick: poisoned 2 a round, 1 HP a turn",
        "flames: burning 4 a round, 3 HP a turn",
        "caustic gas, thin: poisoned 1 a round, 1 HP a turn",
    ] == told


def test_line_mode_lists_and_draws_them() -> None:
    """The nearest of each, and everything on the player's cell."""
    game = ablaze("@..", (1, 0), (2, 0))
    release(game.world, game.world.ruleset.gases["marsh gas"], Point(0, 0), 50)
    seen = observe(game.world)
    listed = places(seen)

    assert [("marsh gas", Point(0, 0)), ("flames", Point(1, 0))] == [(each.name, each.at) for each in listed]
    assert any(line.startswith("Here: marsh gas, ") for line in look(seen, listed))
    assert "  0 @&&" in map_rows(seen)
    assert "& flames" in map_rows(seen)[-1]


def test_a_step_into_flames_is_confirmed() -> None:
    """With its effects."""
    request = confirm.step(Perspective(ablaze("@..", (1, 0))), Direction.EAST)

    assert isinstance(request, Open)
    assert "Walk into the flames?" == getattr(request.view, "heading", "")


def test_the_aim_says_what_would_catch_fire() -> None:
    """Each terrain once."""
    seen = observe(scene("@..,,r").world)

    assert "rat: burning for 8 turns, lights the grass" == outcome(
        seen, Ignite(radius=2, rounds=6).preview(seen, Point(5, 0))
    )
