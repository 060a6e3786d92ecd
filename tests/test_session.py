"""The session: waiting, ticks, queued commands and discarded keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.cells.input import Button, HangUp, Key, Mouse, Paste, Redraw
from roguelike.content.loader import load_ruleset
from roguelike.engine.game import new_game
from roguelike.engine.scenario import draw
from roguelike.play.new_game import NewGameDefaults
from roguelike.play.requests import Begin
from roguelike.session import TICK, DisplayRequest, Session
from roguelike.settings.presets import STANDARD
from tests.effort import some
from tests.fixture_rules import make_fixture_rules
from tests.library_fixtures import OTHER, full_library
from tests.memory import Memory
from tests.watching import Ahead, Deed, Size, Stall, Watched, make_lobby, show, spot, watch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game

CLASSIC = load_ruleset("classic")
FIXTURE_RULES = make_fixture_rules(CLASSIC)

HALL = """
    ##############################
    #............................#
    #.@..........................#
    #............................#
    #.................T..........#
    ##############################
"""


def hall() -> Game:
    """Return a game with something to launch."""
    return draw(HALL, FIXTURE_RULES, inventory=["confusion scroll", "confusion scroll"])


def ticks(watched: Watched) -> list[float]:
    """Return how long the session waited each time that it did not wait for ever."""
    return [wait for wait in watched.waits if wait is not None]


LAUNCH: tuple[Deed, ...] = ("i", Ahead(["c", "enter"]), Mouse(Button.LEFT, 14, 2))
"""Launches a bolt along the empty row; it flies for twelve ticks and hurts nobody."""


def fired(*deeds: Deed) -> Watched:
    """Launch a bolt, then do something."""
    return watch(hall(), *LAUNCH, *deeds)


def test_when_nothing_moves_it_waits_for_ever() -> None:
    """A turn-based game must not spend a machine's time while the player thinks."""
    watched = watch(hall(), "l", "i", "escape", "x", "escape", 60.0, "m", "escape")

    assert [] == ticks(watched)


def test_while_something_flies_it_ticks_every_33_milliseconds() -> None:
    """One cell a tick, one frame each, and one more on the last; then it waits for ever again."""
    watched = fired(1.0)
    places = [spot(canvas, "*") for canvas in watched.frames if "AIM" not in canvas.text() and "*" in canvas.text()]

    assert [(x, 2) for x in range(2, 15)] == places
    assert all(wait == pytest.approx(TICK) for wait in ticks(watched))
    assert 13 == len(ticks(watched))
    assert watched.waits[-1] is None
    assert 0.033 == TICK


@pytest.mark.parametrize("opener", ["i", "d", "x", "m", "Q", "?"])
def test_it_ticks_under_any_screen(opener: str) -> None:
    """A projectile keeps flying while a menu is open."""
    game = hall()
    watched = watch(game, *LAUNCH, opener, 1.0)

    assert not game.in_flight
    assert 1 + 13 == len(ticks(watched))


def test_it_never_ticks_twice_in_one_go() -> None:
    """On a machine that takes half a second for everything a flight goes on where it was, cell by cell, in sight."""
    watched = watch(hall(), *LAUNCH, *["f5"] * 15, lag=0.5)
    places = [spot(canvas, "*")[0] for canvas in watched.frames if "AIM" not in canvas.text() and "*" in canvas.text()]

    assert list(range(2, 15)) == places


def test_ticks_that_were_missed_are_not_made_up_for() -> None:
    """A machine that slept goes on at the usual pace, instead of hurrying the flight along."""
    watched = fired(0.1, Stall(1.0), 0.1)
    places = [spot(canvas, "*")[0] for canvas in watched.after[3:]]

    assert [2, 5, 6, 9] == places
    assert all(wait is None or wait > 0.001 for wait in watched.waits)


def test_keys_do_not_hurry_a_flight() -> None:
    """A key before the next tick is due leaves the flight where it is."""
    watched = fired("f5", "f5", "f5", 0.02, "f5")

    assert [(2, 2)] * 6 == [spot(canvas, "*") for canvas in watched.after[3:]]


def test_commands_typed_during_a_flight_are_done_after_the_landing() -> None:
    """Nothing that the player asked for is lost, in its order, and nothing is done too early."""
    game = hall()
    watched = watch(game, *LAUNCH, 0.1, "l", "l", "j", 1.0)

    assert (2, 2) == spot(watched.after[7], "@")
    assert (4, 3) == spot(watched.after[8], "@")
    assert 4 == game.world.turn
    assert "Wait until" not in watched.last.text()


def test_commands_typed_ahead_are_forgotten_when_the_player_is_hurt() -> None:
    """Commands from before the hit may be wrong after it."""
    picture = """
        ######################
        #.@................s.#
        ######################
    """
    game = draw(picture, FIXTURE_RULES)
    watched = watch(game, ".", 0.1, "h", "h", 1.0)

    assert "stone" in watched.last.text()
    assert 19 == game.world.player.hit_points
    assert (2, 1) == spot(watched.last, "@")


def test_commands_typed_ahead_are_forgotten_when_an_enemy_comes_into_view() -> None:
    """The player decides again."""
    game = hall()
    game.world.in_view = frozenset()
    watched = watch(game, *LAUNCH, 0.1, "l", "l", 1.0)

    assert "comes into view" in watched.last.text()
    assert (2, 2) == spot(watched.last, "@")


def test_commands_typed_ahead_are_done_though_the_player_has_opened_a_menu_since() -> None:
    """First the steps, then the menu, which takes the keys typed after it."""
    game = hall()
    watched = watch(game, *LAUNCH, "l", "l", "i", 1.0, "escape")

    assert "┤Inventory " in watched.after[7].text()
    assert (4, 2) == spot(watched.last, "@")
    assert 3 == game.world.turn


@pytest.mark.rows("C8-28", "N-6")
@pytest.mark.parametrize(
    "typed",
    [
        "ij",
        "ia",
        ["i", "c", "enter", "f"],
        ["i", "c", "enter", "tab", "enter"],
        "db",
        ["i", "down", "enter", "l"],
        "xlljj",
        ["x", "escape", "l"],
        ["m", "q", "l", "l"],
        "?j",
        ["?", "q", "l"],
        "Qgl",
        ["i", "escape", "d", "c", "j"],
    ],
)
def test_an_opened_menu_takes_the_keys_typed_after_it(typed: Sequence[str]) -> None:
    """Fast typists and slow lines send both together."""
    one_by_one, at_once = hall(), hall()
    pressed = watch(one_by_one, *typed, 1.0)
    watched = watch(at_once, Ahead(typed), 1.0)

    assert pressed.last.text() == watched.last.text()
    assert one_by_one.digest() == at_once.digest()


def test_the_title_passes_on_keys_typed_after_its_choice() -> None:
    """A whole form, and the first steps of the game."""
    typed = ["n", "up", "up", "up", "ctrl_u", *"Eve", "enter", "enter", "enter", "enter", "l", "l", "x", "j"]
    pressed = watch(hall, *typed, at_title=True, wishes=NewGameDefaults("you"))
    watched = watch(hall, Ahead(typed), at_title=True, wishes=NewGameDefaults("you"))

    assert "EXAMINE" in watched.last.text()
    assert "Turn 2" in watched.last.text()
    assert pressed.last.text() == watched.last.text()


def test_leaving_can_be_typed_in_one_go() -> None:
    """It is saved, so nothing is lost by it."""
    assert not watch(hall(), Ahead(["Q", "enter"])).hung_up


def test_ending_an_old_game_is_not_answered_before_it_is_asked() -> None:
    """A player in haste does not know that there is a game of the same name."""
    library = full_library(hall)
    form = ["n", "up", "up", "up", "ctrl_u", *"alice", "enter", "enter", "enter", "enter"]
    watched = watch(hall, Ahead([*form, "n", "down", "enter"]), at_title=True, library=library, others=[OTHER])

    assert "alice has a game in progress" in watched.last.text()
    assert "> c) Continue it" in watched.last.text()
    assert [] == library.asked


def test_an_error_is_not_closed_by_earlier_keys() -> None:
    """Else it would never be read."""
    library = full_library(hall)
    library.failing["scores"] = ["the scores cannot be read."]
    watched = watch(hall, Ahead(["s", "enter", "q"]), at_title=True, library=library, others=[OTHER])

    assert "The scores cannot be read." in watched.last.text()
    assert watched.hung_up


def test_keys_typed_into_a_menu_are_discarded_when_the_player_is_hurt() -> None:
    """The stone hits while the menu is open: the potion may be the wrong choice now."""
    game = draw("#@................s.#", FIXTURE_RULES, inventory=["health potion", "health potion"], hit_points=9)
    watched = watch(game, ".", Ahead(["i", *["f5"] * 9, *["down"] * 9, "up", "a"]), lag=0.05)

    assert 8 == game.world.player.hit_points
    assert "┤Inventory " in watched.last.text()


def test_keys_typed_ahead_act_one_after_the_other_while_nothing_happens() -> None:
    """Players walk by typing ahead, most of all where the line is slow."""
    watched = watch(hall(), Ahead("lljj"))

    assert (4, 4) == spot(watched.last, "@")


def test_keys_typed_ahead_are_discarded_when_an_enemy_comes_into_view() -> None:
    """A step into a room is no step on towards an enemy that waits there."""
    picture = """
        ##########
        #....#...#
        #.@....T.#
        #....#...#
        ##########
    """
    game = draw(picture, FIXTURE_RULES)
    game.world.in_view = frozenset()
    watched = watch(game, Ahead("hhhh"))

    assert (1, 2) == spot(watched.last, "@")


def test_the_mouse_is_left_to_the_terminal_and_taken_back_by_one_key() -> None:
    """Copying a line of the log needs the terminal's own selection."""
    left, back = watch(hall(), "M"), watch(hall(), "M", "M")

    assert not left.takes_mouse
    assert "select text with it" in left.last.text()
    assert back.takes_mouse
    assert "Mouse on." in back.last.text()


@pytest.mark.parametrize("screen", ["i", "x", "m", "Q"])
def test_the_mouse_can_be_left_on_any_screen(screen: str) -> None:
    """Players copy the history."""
    watched = watch(hall(), screen, "M")

    assert not watched.takes_mouse


def test_queued_commands_are_bounded() -> None:
    """A cat on the keyboard does not play for minutes."""
    game = hall()
    watch(game, *LAUNCH, *["."] * 200, 1.0)

    assert 60 <= game.world.turn <= 70


def test_a_command_from_a_menu_during_a_flight_is_refused_and_the_menu_stays() -> None:
    """A choice from a list cannot be queued, as the list can change."""
    game = hall()
    watched = watch(game, *LAUNCH, "d", "c")

    assert "Wait until it lands." in watched.last.text()
    assert "Drop which item?" in watched.last.text()


def test_the_death_screen_is_deaf_for_two_seconds_and_the_summary_follows() -> None:
    """Regardless of the number of inputs."""
    game = draw("#o@#", FIXTURE_RULES, hit_points=1)
    keys: list[Deed] = ["q", "escape", 0.4] * 4
    watched = watch(game, ".", *keys, 0.5)

    assert watched.hung_up
    assert all("YOU DIED" in text for text in watched.texts()[1:13])
    assert "killed by an orc" in watched.last.text()
    assert [pytest.approx(2.0)] * 3 == watched.waits[1:4]


class Slow(Watched):
    """A display that takes a second to show that the player died."""

    def show(self, canvas: Canvas) -> None:
        """Take it."""
        if "YOU DIED" in canvas.text() and not any("YOU DIED" in frame.text() for frame in self.frames):
            self.now += 1.0
        super().show(canvas)


def test_the_two_seconds_begin_when_the_end_is_on_the_screen() -> None:
    """A slow line, or a disk that is busy with the last command, must not take the end away before it was seen."""
    watched = Slow([".", 1.9, "q", 0.2])
    show(watched, Session(Begin("you", ""), make_lobby(draw("#o@#", FIXTURE_RULES, hit_points=1))))

    assert "YOU DIED" in watched.after[3].text()
    assert "killed by an orc" in watched.last.text()


def test_a_step_returns_canvas_wait_and_effects() -> None:
    """A driver of sessions needs nothing else: no terminal and no clock."""
    session = Session(Begin("you", ""), make_lobby(hall()))
    begun = session.step(0.0, None)
    redrawn, mouse = session.step(1.0, Redraw()), session.step(2.0, Key("M"))
    for key in ("i", "c", "enter"):
        session.step(3.0, Key(key))
    fired = session.step(4.0, Mouse(Button.LEFT, 14, 2))
    early, tick = session.step(4.01, None), session.step(4.0 + TICK, None)

    assert begun is not None
    assert (None, ()) == (begun.wait, begun.effects)
    assert redrawn is not None
    assert (DisplayRequest.FORGET,) == redrawn.effects
    assert mouse is not None
    assert (DisplayRequest.TOGGLE_MOUSE,) == mouse.effects
    assert fired is not None
    assert early is not None
    assert tick is not None
    assert [pytest.approx(wait) for wait in (TICK, TICK - 0.01, TICK)] == [fired.wait, early.wait, tick.wait]
    assert spot(fired.canvas, "*") == spot(early.canvas, "*")
    assert spot(fired.canvas, "*") != spot(tick.canvas, "*")
    assert session.step(5.0, HangUp()) is None


def test_a_death_in_flight_is_noticed_under_any_screen() -> None:
    """The stone arrives while the history is open."""
    game = draw("#@...........s#", FIXTURE_RULES, hit_points=1)
    watched = watch(game, ".", "m", 1.0)

    assert "died" == game.outcome
    assert "YOU DIED" in watched.last.text()


def test_a_win_in_flight_leads_to_the_summary() -> None:
    """The fireball kills the last enemy."""
    game = draw("#@...........m#", FIXTURE_RULES, inventory=["fireball scroll"])
    watched = watch(game, "i", "b", "enter", "enter", 4.0)

    assert "won" == game.outcome
    assert "You won" in watched.last.text()
    assert watched.waits[-1] is None


def test_a_new_game_begins_from_the_title_and_ends_there() -> None:
    """Title, form, game and the ways out."""
    watched = watch(hall, "n", "enter", "l", "Q", "enter", at_title=True)

    assert "New game" in watched.texts()[0]
    assert "A new game" in watched.texts()[1]
    assert "@" in watched.texts()[2]
    assert not watched.hung_up


def test_the_title_can_be_left_immediately() -> None:
    """One key."""
    assert not watch(hall, "q", at_title=True).hung_up


def test_after_the_end_there_is_another_game_or_the_title() -> None:
    """Each game is a new one."""
    begun: list[Game] = []

    def begin() -> Game:
        begun.append(draw("#@m#", FIXTURE_RULES))
        return begun[-1]

    watched = watch(begin, "n", "enter", "l", 2.5, "n", "l", 2.5, "t", "q", at_title=True)

    assert 3 == len(begun)
    assert "YOU WON" in watched.texts()[3]
    assert "You won" in watched.texts()[4]
    assert "Turn 0" in watched.texts()[5]
    assert "New game" in watched.texts()[8]
    assert not watched.hung_up


def test_a_terminal_that_is_gone_ends_it() -> None:
    """On any screen."""
    for opener in ("z", "i", "?"):
        watched = watch(hall(), opener, HangUp(), "l")

        assert ["l"] == watched.script


def test_a_redraw_asks_for_all_of_the_frame() -> None:
    """The screen may hold something else by now."""
    assert 1 == watch(hall(), Redraw()).forgotten


def test_a_paste_plays_nothing() -> None:
    """On any screen."""
    game = hall()
    watch(game, Paste("llll"), "i", Paste("aaaa"))

    assert 0 == game.world.turn


PLAY: tuple[Deed, ...] = ("n", "enter")
"""Keys from the title into a game."""

SCREENS: dict[str, tuple[Deed, ...]] = {
    "title": (),
    "title help": ("?",),
    "continue": ("c", "down"),
    "notice": ("c", "c"),
    "form": ("n", "up", "x", "y", "up", "right", "up", "!"),
    "form's help": ("n", "f1"),
    "rules": ("n", "up", "up", " ", "down"),
    "taken": ("n", "up", "up", "up", "ctrl_u", *"alice", "down", "down", "down", "enter"),
    "scores": ("s", "down"),
    "replays": ("r", "end"),
    "play": (*PLAY, "l"),
    "use": (*PLAY, "i"),
    "drop": (*PLAY, "d", "down"),
    "aim": (*PLAY, "i", "c", "enter", "tab"),
    "examine": (*PLAY, "x", "l"),
    "history": (*PLAY, "m"),
    "help": (*PLAY, "?"),
    "quit": (*PLAY, "Q"),
    "flight": (*PLAY, "i", "c", "enter", "enter", 0.1),
    "mouse": (*PLAY, Mouse(Button.MOVE, 3, 3)),
}
SIZES = [(1, 1), (2, 2), (200, 60), (5, 30), (200, 1), (39, 15), (40, 14), (40, 15), (41, 16), (80, 24), (120, 40)]


LOOKED_AT = {"aim": "T", "mouse": "@"}
"""What stays in view of screens whose map keeps its place: which cells they show depends on the size before."""


def opened_at_title(*deeds: Deed, size: tuple[int, int] = (80, 24)) -> Watched:
    """Begin at a title with more of everything than there is room for."""
    return watch(hall, *deeds, size=size, at_title=True, library=full_library(hall), others=[OTHER])


def ending(picture: str, hit_points: int) -> Game:
    """Return a game that ends with the next hit."""
    return draw(picture, FIXTURE_RULES, hit_points=hit_points)


@pytest.mark.parametrize("name", [*SCREENS, "death", "summary", "victory"])
def test_every_screen_survives_every_size(name: str) -> None:
    """Repeated resizing never fails, fills the screen, and gives the same picture as opening at that size."""

    def opened(size: tuple[int, int], *deeds: Deed) -> Watched:
        if name in {"death", "summary"}:
            wait = () if name == "death" else (2.5,)
            return watch(ending("#o@#", 1), ".", *wait, *deeds, size=size)
        if name == "victory":
            return watch(ending("#@m#", 1), "l", *deeds, size=size)
        return opened_at_title(*SCREENS[name], *deeds, size=size)

    resized = opened((80, 24), *(Size(*size) for size in SIZES))

    for size, canvas in zip(SIZES, resized.after[-len(SIZES) :], strict=True):
        assert size == (canvas.width, canvas.height)
        assert {size[0]} == {len(row) for row in canvas.rows}
        if size[0] >= 40 and size[1] >= 15:
            if name in LOOKED_AT:
                assert LOOKED_AT[name] in canvas.text()
            else:
                assert opened(size).last.rows == canvas.rows


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_that_was_too_small_for_a_while_is_as_it_was(name: str) -> None:
    """Keys pressed meanwhile did nothing."""
    deeds = SCREENS[name]
    before = opened_at_title(*deeds).last
    watched = opened_at_title(*deeds, Size(20, 5), "q", "l", "enter", "escape", Size(80, 24))

    assert "too" in watched.texts()[-2]
    assert before.rows == watched.last.rows


NAMED = ["enter", "escape", "tab", "shift_tab", "backspace", "f1", "f5", "ctrl_a", "center"]
KEYS = sorted({*STANDARD.directions, *NAMED, *"abcdghijmnqstxyzQGY?., 5+", "ctrl_u", "delete"})
DEEDS = st.one_of(
    st.sampled_from(KEYS),
    st.sampled_from(["i", "x", "a", "b", "enter", "tab"]),
    st.builds(Mouse, st.sampled_from(Button), st.integers(0, 90), st.integers(0, 30)),
    st.sampled_from([0.01, 0.05, 0.5, 2.5]),
    st.builds(Size, st.integers(1, 90), st.integers(1, 30)),
    st.sampled_from([Paste("abc"), Paste("\x1b[2J\n7"), Redraw()]),
)


@given(st.lists(DEEDS, max_size=40), st.integers(0, 3))
@settings(max_examples=some(60))
def test_no_input_makes_a_session_fail(deeds: list[Deed], seed: int) -> None:
    """On any screen, in any order, in the game as it is."""
    watched = watch(
        lambda: new_game(CLASSIC, seed),
        *deeds,
        size=(60, 20),
        at_title=True,
        library=full_library(lambda: new_game(CLASSIC, seed)),
        others=[OTHER],
        settings_store=Memory(),
    )

    assert watched.frames


PICTURE = """
    ##############
    #o..?......T.#
    #.@.!...s....#
    #....m.......#
    ##############
"""
ALL = ["health potion", "fireball scroll", "confusion scroll", "lightning scroll", "pebble"]


@given(st.lists(DEEDS, max_size=40), st.integers(1, 20))
@settings(max_examples=some(60))
def test_no_input_in_a_fight_makes_a_session_fail(deeds: list[Deed], hit_points: int) -> None:
    """With enemies around, things to launch, and death near."""
    watched = watch(
        lambda: draw(PICTURE, FIXTURE_RULES, inventory=ALL, hit_points=hit_points),
        *PLAY,
        *deeds,
        size=(60, 20),
        at_title=True,
    )

    assert watched.frames
