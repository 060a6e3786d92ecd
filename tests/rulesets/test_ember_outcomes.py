"""The screen and line mode report what happens to items and actors, and name nobody who was not seen."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

import roguelike
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import ThrowItem
from roguelike.engine.commands.monster_commands import StrikeCell
from roguelike.engine.events import Harm, Harmed, HitNothing, ItemBroke
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import preview_throw
from roguelike.engine.rules.damage import hurt
from roguelike.engine.rules.fire import kindle
from roguelike.engine.scenario import draw
from roguelike.engine.state.cause import Cause
from roguelike.engine.state.item import Item
from roguelike.narration.narrator import Narrator
from tests.watching import watch

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent

EMBER = attrs.evolve(load_ruleset("ember"), possessions=())
LEGEND = {":": "chasm", "}": "lava", "-": "bridge", "~": "deep water", ",": "grass", "o": "ogre", "e": "eel"}
TELLING = {
    "carrying.take_up": "PickedUp",
    "damage._make_room": "Crushed, or PushedAside",
    "damage.remove_dead": "Died",
    "drifting._move": "it lies beside, in view",
    "drifting.drift_items": "Sank, ItemFell, or Returned",
    "fire._burn_items": "BurnedUp, or FlaredUp",
    "following._send_risen": "ArrivedBehind, once it comes",
    "hordes.vanish": "Vanished",
    "relocating.depart": "Fell, ArrivedBehind, or LostAlly",
    "rounds._rise": "Rose",
    "shaking._break": "Shattered",
}
"""Functions that take an item or an actor away, and the events that report it."""
A_JAVELIN, A_FLASK = EMBER.items["javelin"], EMBER.items["oil flask"]


@pytest.mark.parametrize(
    ("terrain", "told"), [("}", "The javelin sinks out of sight."), (":", "The javelin falls out of sight.")]
)
def test_items_thrown_where_they_are_lost_are_reported(terrain: str, told: str) -> None:
    """It is gone from this level in both cases."""
    game = draw(f"#############\n#@..{terrain * 4}....#\n#############", EMBER, legend=LEGEND, inventory=["javelin"])
    watched = watch(game, "t", "enter", *["right"] * 2, "enter", 1.5)  # the aim begins three cells ahead

    assert told in watched.last.text()
    assert not game.world.level.items


def test_items_on_a_burning_bridge_are_reported_to_fall() -> None:
    """Each thing by its name; what burns does so first."""
    game = draw("########\n#@..---#\n########", EMBER, legend=LEGEND)
    level = game.world.level
    level.put(Item.of(A_JAVELIN), Point(5, 1))
    kindle(game.world, 1 << level.grid.index(Point(5, 1)))
    watched = watch(game, *["."] * 6)

    assert "The javelin falls out of sight." in "\n".join(watched.texts())


def test_a_missile_that_breaks_is_reported() -> None:
    """One in two javelins that hit."""
    broken, lying, narrator = 0, 0, Narrator(EMBER)
    for seed in range(20):
        game = draw("@..o", EMBER, legend=LEGEND, inventory=["javelin"], seed=seed)
        events = game.play(ThrowItem(0, Point(3, 0)))
        told = [told_by(narrator, event) for event in events if isinstance(event, ItemBroke)]
        assert told in ([], ["The javelin breaks."])
        broken += bool(told)
        lying += bool(game.world.level.items)

    assert (20, True) == (broken + lying, broken > 0)


def test_a_flask_that_burns_on_the_floor_is_predicted_and_reported_to_burst() -> None:
    """Its oil sets fire to bare ground around it, which the preview of fire counts."""
    game = draw("########\n#@.,...#\n#......#\n########", EMBER, legend=LEGEND, inventory=["oil flask"])
    level = game.world.level
    level.put(Item.of(A_FLASK), Point(5, 1))
    seen = observe(game.world)
    assert Point(6, 2) in preview_throw(A_FLASK, seen, Point(4, 1)).area
    assert Point(6, 2) not in preview_throw(A_FLASK, seen, Point(2, 2)).area

    kindle(game.world, 1 << level.grid.index(Point(5, 1)), 3)
    shown = "\n".join(watch(game, ".", ".").texts())

    assert "The oil flask bursts into flames!" in shown
    assert level.is_burning(Point(6, 2))


def test_actors_out_of_view_are_not_named() -> None:
    """A blow out of the dark at a cell in view, and a missile that meets what hides in the water."""
    narrator = Narrator(EMBER)
    game = draw("#########\n#@......#\n#.~e~...#\n#####.###\n####o####", EMBER, legend=LEGEND)
    world = game.world
    eel, ogre = world.level.actors[1:]
    world.level.set_terrain(eel.at, world.level.code("deep water"))
    assert not world.level.is_visible(ogre.at)
    game.take_events()
    StrikeCell(Point(5, 3)).perform(world, ogre)
    hurt(world, eel, 1, Harm.MISSILE, Cause(world.player.ref, world.player.at, A_JAVELIN))
    events = game.take_events()
    (missed,) = [event for event in events if isinstance(event, HitNothing)]
    (met,) = [event for event in events if isinstance(event, Harmed)]

    assert world.is_hidden(eel)
    assert "Something hits nothing but air." == told_by(narrator, missed)
    assert told_by(narrator, met).startswith("The javelin hits something")


def told_by(narrator: Narrator, event: AnyEvent) -> str:
    """Return the words for an event."""
    message = narrator.tell(event)
    return "" if message is None else message.text


@pytest.mark.slow
def test_nothing_is_taken_off_the_floor_or_the_level_without_an_event() -> None:
    """Every function of the engine that takes an item or an actor away is known to report it."""
    engine = Path(roguelike.__file__).parent / "engine"
    takers = {
        f"{path.stem}.{function.name}"
        for path in sorted(engine.rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and any(map(_takes_away, ast.walk(function)))
    }

    assert takers == TELLING.keys()


def _takes_away(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = ast.unparse(node.func.value).split(".")[-1]
    return owner == "level" and node.func.attr in {"take", "clear", "remove"}
