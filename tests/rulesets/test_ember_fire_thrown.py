"""Oil thrown out of the lamp of Ember: its price, its fire, and what is shown before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import ThrowFuel
from roguelike.engine.events import LampChange, LampChanged, Reason, Refused, Shattered
from roguelike.engine.geometry import Point
from roguelike.engine.grid import cells_of
from roguelike.engine.kinds.moods import Mood
from roguelike.engine.observation import observe
from roguelike.engine.rules.terrain import change
from roguelike.narration.aiming import Aim, aim_of, aimed_by
from roguelike.narration.inventory_rows import fuel_row
from roguelike.play.perspective import Perspective
from roguelike.play.requests import Submit
from roguelike.play.views.aim import Aiming, again
from roguelike.play.views.gear import ThrowMenu
from roguelike.play.views.view import Open, Replace
from tests.dark import others, scene
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game

EMBER = load_ruleset("ember")
OIL = EMBER.items["lamp oil"]


def begin(drawn: str) -> Game:
    """Begin a game in which all sleep."""
    return scene(drawn, EMBER, Mood.ASLEEP, legend={",": "grass"})


def throw(game: Game, x: int, y: int = 0) -> list[AnyEvent]:
    """Throw oil at a cell, and let it land."""
    return list(game.play(ThrowFuel(Point(x, y))))


def burning(game: Game) -> list[Point]:
    """Return the cells on fire."""
    level = game.world.level
    return [level.grid.point(cell) for cell in cells_of(level.burning)]


def test_oil_of_the_lamp_burns_one_cell_and_the_grass_beside_it() -> None:
    """It costs 150 of the gauge; the aim showed the same cells, and nothing shatters."""
    game = begin("@...,.\n...,,,\n......")
    aim = aim_of(observe(game.world), ThrowFuel(Point(3, 0)))
    assert aim is not None
    shown = aim.preview(observe(game.world), Point(3, 0))
    events = throw(game, 3)

    assert {Point(3, 0), Point(4, 0), Point(3, 1)} <= {*shown.area}
    assert {*shown.area} <= {*burning(game)}
    assert 900 - 150 - 1 == game.world.player.gauges["oil"]
    assert not any(isinstance(event, Shattered) for event in events)
    assert not game.world.level.items


def test_a_sleeper_in_grass_catches_fire_and_on_bare_floor_too() -> None:
    """Orcs asleep four cells away."""
    for grown in (False, True):
        game = begin("@...o\n.....")
        (orc,) = others(game)
        if grown:
            change(game.world, 1 << orc.cell, "grass")
        throw(game, 4)
        assert "burning" in orc.conditions


def test_the_lamp_never_goes_out_by_a_throw() -> None:
    """At 150 oil the aim and the rules refuse it, which costs nothing; a throw that leaves little warns."""
    game = begin("@....")
    player = game.world.player
    player.gauges["oil"] = 150
    (refused,) = throw(game, 3)

    assert Refused(Reason.CANNOT_PAY) == refused
    assert Reason.CANNOT_PAY == Aim(OIL, throws=True, fuel=True).preview(observe(game.world), Point(3, 0)).refused
    assert 150 == player.gauges["oil"]
    player.gauges["oil"] = 300
    assert LampChanged(LampChange.LOW) in throw(game, 3)


def test_it_reaches_four_cells_and_only_in_view() -> None:
    """As a flask does, and never the own cell."""
    game = begin("@.....")

    for x, reason in ((5, Reason.OUT_OF_RANGE), (0, Reason.OWN_CELL)):
        assert [Refused(reason, None)] == throw(game, x)


def test_the_menu_of_throws_offers_it_with_its_price() -> None:
    """Last, so that the highlight begins on darts; it leads to the aim, which submits the throw."""
    game = begin("@..r..")
    perspective = Perspective(game)
    menu = ThrowMenu(perspective)
    (row,) = fuel_row(perspective.seen)

    assert "lamp oil (costs 150 of 900)" == menu.rows()[-1].name == row.name
    assert "dart" in menu.rows()[menu.highlight].name
    opened = menu.choose(len(menu.rows()) - 1)
    assert isinstance(opened, Replace)
    assert isinstance(opened.view, Aiming)
    assert ThrowFuel(Point(3, 0)) == opened.view.aim.command(-1, Point(3, 0))
    assert "rat: burning for 8 turns" in opened.view.aim.outcome(perspective.seen, opened.view.preview)


def test_other_rule_sets_throw_none() -> None:
    """Without such a gauge it is refused."""
    game = scene("@...", load_ruleset("kasidin"))

    assert [Refused(Reason.NO_LAMP)] == list(game.play(ThrowFuel(Point(2, 0))))
    assert [] == fuel_row(observe(game.world))


def test_f_throws_it_again_at_the_last_target() -> None:
    """It opens the aim where the target burns already, or where too little oil is left."""
    assert "orc: burning for 8 turns" in watch(begin("@..o.."), "t", "L", "f", 1.0, "f").last.text()
    game = begin("@..o..")
    perspective = Perspective(game)
    perspective.choices.aimed = aimed_by(perspective.seen, ThrowFuel(Point(3, 0)))
    assert Submit(ThrowFuel(Point(3, 0))) == again(perspective)

    game.world.player.gauges["oil"] = 150
    opened = again(perspective)
    assert isinstance(opened, Open)
    assert isinstance(opened.view, Aiming)
    assert opened.view.aim.fuel
