"""Aiming: the first and next cells of the cursor, the preview, and the result of firing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from roguelike.cells.canvas import Canvas
from roguelike.cells.color import grey
from roguelike.cells.input import Button, Mouse
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Use
from roguelike.engine.events import ConditionBegan, Exploded, Harmed, Reason
from roguelike.engine.geometry import Point
from roguelike.engine.observation import observe
from roguelike.engine.preview import Preview
from roguelike.engine.rules.trajectory import predict_flight
from roguelike.engine.scenario import draw
from roguelike.narration.aiming import refusal_text
from roguelike.play.views.aim import Aiming
from roguelike.play.views.playing import Playing
from roguelike.ui.screens.aim import BURST, OWN_CELL, PATH
from roguelike.ui.screens.screen import screen_of
from roguelike.ui.widgets.shades import dimmed
from tests.effort import some
from tests.fixture_rules import make_fixture_rules
from tests.views import view
from tests.watching import Ahead, watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from tests.watching import Deed

CARRIED = ["fireball scroll", "confusion scroll"]
ENEMIES = {(20, 10): "T", (14, 10): "m", (10, 16): "o"}
START = (13, 7)
"""The cell where an aim begins with no enemy in view."""
AIM: tuple[Deed, ...] = ("i", Ahead(["b", "enter"]))
"""Aims the fireball scroll."""


def carried(game: Game) -> list[str]:
    """Return the names of the items left."""
    return [item.kind.name for item in game.world.player.inventory.slots if item is not None]


def test_the_aim_starts_on_the_nearest_enemy(begin: Callable[..., Game]) -> None:
    """It is the intended target nine times of ten."""
    canvas = watch(begin(ENEMIES, CARRIED), *AIM).last

    assert (14, 10) == canvas.cursor
    assert "AIM" in canvas.text()


def test_without_an_enemy_it_starts_ahead_of_the_player(begin: Callable[..., Game]) -> None:
    """Outside of the burst, so that the next key does no harm."""
    canvas = watch(begin(inventory=CARRIED), *AIM).last

    assert START == canvas.cursor
    assert OWN_CELL != canvas.rows[10][10].style.background


def test_tab_goes_round_the_enemies_nearest_first_and_shift_tab_back(begin: Callable[..., Game]) -> None:
    """Both wrap."""
    watched = watch(begin(ENEMIES, CARRIED), *AIM, "tab", "tab", "tab", "shift_tab", "shift_tab")

    places = [(14, 10), (10, 16), (20, 10), (14, 10), (20, 10), (10, 16)]
    assert places == [canvas.cursor for canvas in watched.after[2:]]


def test_from_between_them_tab_goes_to_the_nearest_and_shift_tab_to_the_furthest(begin: Callable[..., Game]) -> None:
    """The cursor need not be on one of them."""
    assert (14, 10) == watch(begin(ENEMIES, CARRIED), *AIM, "l", "tab").last.cursor
    assert (20, 10) == watch(begin(ENEMIES, CARRIED), *AIM, "l", "shift_tab").last.cursor


def test_tab_without_enemies_does_nothing(begin: Callable[..., Game]) -> None:
    """There is nothing to go round."""
    assert START == watch(begin(inventory=CARRIED), *AIM, "tab", "shift_tab").last.cursor


def test_every_direction_key_moves_the_cursor_by_one(begin: Callable[..., Game]) -> None:
    """Not the player."""
    game = begin(ENEMIES, CARRIED)
    watched = watch(game, *AIM, "up", "right", "j", "4", "end", "u")

    places = [(14, 10), (14, 9), (15, 9), (15, 10), (14, 10), (13, 11), (14, 10)]
    assert places == [canvas.cursor for canvas in watched.after[2:]]
    assert Point(10, 10) == game.world.player.at


def test_the_cursor_never_leaves_the_level(begin: Callable[..., Game]) -> None:
    """It stops at the border, in every direction."""
    for key, edge in (("h", (0, 7)), ("l", (59, 7)), ("k", (13, 0)), ("j", (13, 19))):
        assert edge == watch(begin(inventory=CARRIED), *AIM, *key * 60).last.cursor


def test_an_unknown_key_does_nothing(begin: Callable[..., Game]) -> None:
    """The aim stays as it is."""
    watched = watch(begin(ENEMIES, CARRIED), *AIM, "z", "x", " ", "i")

    assert all(watched.after[2].rows == canvas.rows for canvas in watched.after[3:])


def test_firing_uses_the_scroll_up_and_goes_back_to_the_game(begin: Callable[..., Game]) -> None:
    """The projectile is in flight when the aim closes."""
    game = begin(ENEMIES, CARRIED)
    watched = watch(game, *AIM, "enter")

    assert game.in_flight
    assert CARRIED[1:] == carried(game)
    assert "AIM" not in watched.last.text()
    assert (10, 10) == watched.last.cursor


def test_cancelling_uses_nothing_and_takes_no_turn(begin: Callable[..., Game]) -> None:
    """Back to the game, by Escape or by the right button."""
    for way in ("escape", Mouse(Button.RIGHT, 3, 3)):
        game = begin(ENEMIES, CARRIED)
        before = game.digest()
        watched = watch(game, *AIM, "l", way)

        assert watched.after[0].rows == watched.last.rows
        assert before == game.digest()


def test_a_refused_target_keeps_the_aim_open(begin: Callable[..., Game]) -> None:
    """The reason is in the log, and the player can choose another target."""
    game = begin(inventory=CARRIED)
    watched = watch(game, *AIM, Ahead("bbb"), "enter", Ahead("lll"), "enter")

    assert "Aim it anywhere but at yourself." in watched.after[4].text()
    assert "AIM" in watched.after[4].text()
    assert (10, 10) == watched.after[4].cursor
    assert "AIM" not in watched.after[6].text()
    assert CARRIED[1:] == carried(game)


def test_the_mouse_points_and_its_left_button_fires(begin: Callable[..., Game]) -> None:
    """Other buttons do nothing, and neither does a click outside the map."""
    game = begin(ENEMIES, CARRIED)
    idle = [
        Mouse(Button.MIDDLE, 5, 5),
        Mouse(Button.WHEEL_UP, 5, 5),
        Mouse(Button.LEFT, 70, 5),
        Mouse(Button.MOVE, 5, 22),
    ]
    watched = watch(game, *AIM, Mouse(Button.MOVE, 18, 8), *idle, Mouse(Button.LEFT, 20, 10))

    assert [(18, 8)] * 5 == [canvas.cursor for canvas in watched.after[3:8]]
    assert "AIM" not in watched.last.text()
    assert [Point(20, 10)] == [projectile.path[-1] for projectile in game.world.level.projectiles]


def test_the_map_is_not_dimmed(begin: Callable[..., Game]) -> None:
    """A target must be seen well: nothing changes but the aim's own cells."""
    watched = watch(begin(ENEMIES, CARRIED), "i", "escape", *AIM)
    before, after = watched.after[2], watched.after[4]

    assert before.rows[3][:60] == after.rows[3][:60]


def test_flight_and_burst_are_drawn(begin: Callable[..., Game]) -> None:
    """The path as the fireball's own glyphs, the burst behind the actors, the cursor half-way to white."""
    game = begin(ENEMIES, CARRIED)
    rows = watch(game, *AIM, "tab", "tab").last.rows

    assert "*" == rows[10][11].char
    assert PATH == rows[10][11].style.background
    assert BURST == rows[10][13].style.background
    assert BURST == rows[8][14].style.background
    assert "m" == rows[10][14].char
    assert BURST != rows[10][17].style.background
    assert "." == rows[10][16].char


ROGUEBASIN = load_ruleset("roguebasin")


def aimed(x: int, carried: str = "scroll of fireball") -> Canvas:
    """Return the aim at a cell of a long hall, with a troll ten cells away."""
    viewport = view(draw("@.........T" + "." * 5, ROGUEBASIN, inventory=[carried]))
    screen = Aiming(viewport.perspective, 0, ROGUEBASIN.items[carried])
    viewport.perspective.pointer.cursor = Point(x, 0)
    canvas = Canvas(80, 24)
    screen_of(screen).draw(canvas)
    return canvas


def backgrounds(canvas: Canvas) -> set[object]:
    """Return all backgrounds of the map's row."""
    return {cell.style.background for cell in canvas.rows[0][:60]}


def test_a_target_that_would_be_refused_shows_why_and_no_burst() -> None:
    """A tint marks cells that burn, and none would."""
    near, far = aimed(5), aimed(9, "scroll of confusion")

    assert BURST in backgrounds(near)
    assert "AIM: " not in near.text()
    assert "AIM: out of range" in far.text()
    assert BURST not in backgrounds(far)


def test_cells_out_of_range_are_darker() -> None:
    """Among the lit cells, and only if no document defines the look of an aim."""
    darker = []
    for rules, carried in (("ember", "dart"), ("roguebasin", "scroll of confusion")):
        game = draw("@.............", load_ruleset(rules), inventory=[carried])
        viewport = view(game)
        viewport.perspective.pointer.cursor = Point(3, 0)
        aiming = Aiming(viewport.perspective, 0, game.world.ruleset.items[carried], throws=rules == "ember")
        before, after = (Canvas(80, 24) for _ in range(2))
        screen_of(Playing(viewport.perspective), viewport).draw(before)
        screen_of(aiming, viewport).draw(after)
        pairs = enumerate(zip(before.rows[0][:14], after.rows[0], strict=False))
        darker.append([x for x, (old, new) in pairs if old != new == dimmed(old)])

    assert [[9], []] == darker


def test_an_enemy_that_is_missed_is_said_too() -> None:
    """Confusion needs a monster as target."""
    assert "AIM: no target there" in aimed(5, "scroll of confusion").text()


def test_the_reason_goes_when_the_cursor_does(begin: Callable[..., Game]) -> None:
    """It is shown on the player, and not on an adjacent cell."""
    watched = watch(begin(inventory=CARRIED), *AIM, Ahead("bbb"), "l")

    assert ["AIM: yourself" in canvas.text() for canvas in watched.after[2:]] == [False, True, False]


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_room_in_the_panel(reason: Reason, monkeypatch: pytest.MonkeyPatch) -> None:
    """Including those of future effects."""
    monkeypatch.setattr("roguelike.narration.aiming.preview_use", lambda *_: Preview(refused=reason))
    canvas = aimed(5)

    assert f"AIM: {refusal_text(reason)}" == canvas.text().splitlines()[3].strip()


def test_the_previewed_flight_hides_no_monster(begin: Callable[..., Game]) -> None:
    """Items in its path stay visible as well."""
    rows = watch(begin({(20, 10): "T", (15, 10): "!"}, CARRIED), *AIM).last.rows

    assert "!" == rows[10][15].char
    assert "*" == rows[10][16].char


def test_the_start_of_the_aim_is_shown_on_a_map_that_scrolls(begin: Callable[..., Game]) -> None:
    """The nearest enemy can be in view but outside the visible part of the level."""
    for x in (1, 30):
        canvas = watch(begin({(15, 10): "@", (x, 10): "T"}, CARRIED), *AIM, size=(40, 15)).last

        assert canvas.cursor is not None
        cell = canvas.rows[canvas.cursor[1]][canvas.cursor[0]]
        assert "T" == cell.char
        assert cell.style.background[0] >= 127


def test_a_cursor_moved_by_keys_is_always_shown(begin: Callable[..., Game]) -> None:
    """The map scrolls with it, and back to the player when the aim closes."""
    watched = watch(begin(inventory=CARRIED), *AIM, *"l" * 45, "escape", size=(40, 15))

    for canvas in watched.after[2:-1]:
        assert canvas.cursor is not None
        assert canvas.cursor[0] < 20
    assert watched.after[0].rows == watched.last.rows


FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
PLACES = st.tuples(st.integers(0, 11), st.integers(0, 6))


@st.composite
def aims(draw_one: st.DrawFn) -> tuple[Game, Point]:
    """Return a game on a small level with pillars and monsters, all of it in view, and a target."""
    things = {
        **dict.fromkeys(draw_one(st.lists(PLACES, max_size=12)), "#"),
        **dict.fromkeys(draw_one(st.lists(PLACES, max_size=5)), "T"),
        **dict.fromkeys(draw_one(st.lists(PLACES, max_size=3)), "m"),
        draw_one(PLACES): "@",
    }
    picture = "\n".join("".join(things.get((x, y), ".") for x in range(12)) for y in range(7))
    game = draw(picture, FIXTURE_RULES, inventory=CARRIED)
    level = game.world.level
    level.visible = bytearray(b"\1" * level.grid.size)
    level.explored = bytearray(b"\1" * level.grid.size)
    target = Point(*draw_one(PLACES))
    assume(target != game.world.player.at)
    return game, target


@given(aims())
@settings(max_examples=some(150))
def test_a_fireball_burns_exactly_what_the_aim_showed(aim: tuple[Game, Point]) -> None:
    """With everything in view the preview is a promise: the cells that burst, and everyone on them."""
    game, target = aim
    world = game.world
    kind = FIXTURE_RULES.projectiles["fireball"]
    flight = predict_flight(world.level, kind, world.player.at, target)
    shown = FIXTURE_RULES.items["fireball scroll"].effects[0].preview(observe(world), target).area
    victims = {actor.id for actor in world.level.actors if actor.at in shown}

    events = game.play(Use(0, target))
    bursts = [event for event in events if isinstance(event, Exploded)]

    assert 1 == len(bursts)
    assert flight.end == bursts[0].at
    assert sorted(shown) == sorted(bursts[0].cells)
    assert victims == {event.victim.id for event in events if isinstance(event, Harmed)}


@given(aims())
@settings(max_examples=some(150))
def test_a_bolt_hits_exactly_the_monster_that_the_aim_showed(aim: tuple[Game, Point]) -> None:
    """No other monster, and none if the aim showed none."""
    game, target = aim
    world = game.world
    kind = FIXTURE_RULES.projectiles["confusion bolt"]
    flight = predict_flight(world.level, kind, world.player.at, target)
    shown = FIXTURE_RULES.items["confusion scroll"].effects[0].preview(observe(world), target).area
    hit = [] if flight.hit is None else [flight.hit.id]

    events = game.play(Use(1, target))

    assert hit == [event.victim.id for event in events if isinstance(event, ConditionBegan)]
    assert ((flight.end,) if hit else ()) == shown


@given(aims())
@settings(max_examples=some(60))
def test_the_drawn_preview_is_the_intended_one(aim: tuple[Game, Point]) -> None:
    """The cells with the burst's background are the cells that will burn, save for the one under the cursor."""
    game, target = aim
    viewport = view(game)
    screen = Aiming(viewport.perspective, 0, FIXTURE_RULES.items["fireball scroll"])
    viewport.perspective.pointer.cursor = target
    canvas = Canvas(80, 24)
    screen_of(screen).draw(canvas)
    shown = FIXTURE_RULES.items["fireball scroll"].effects[0].preview(observe(game.world), target).area
    drawn = {
        Point(x, y) for y in range(7) for x in range(12) if canvas.rows[y][x].style.background in {BURST, OWN_CELL}
    }

    assert set(shown) - {target} == drawn
    assert grey(0) != canvas.rows[target.y][target.x].style.background
