"""Watching a replay: its timing and speed, missiles in flight, and leaving it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.input import HangUp, Redraw
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.play.playback import Playback
from roguelike.play.views.film import Film
from roguelike.play.views.view import Open
from roguelike.session import Session
from tests.fixture_rules import make_fixture_rules
from tests.recordings import record
from tests.watching import Ahead, Size, Stall, Watched, spot
from tests.watching import show as show_on

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from tests.recordings import Recorded
    from tests.watching import Deed

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
HALL = """
    ##############################
    #............................#
    #.@..........................#
    #............................#
    #.................T..........#
    ##############################
"""
LAUNCH = Use(0, Point(14, 2))
"""A bolt along the empty row; it flies for twelve ticks and hurts nobody."""


def hall() -> Game:
    """Return a game with something to launch."""
    return draw(HALL, FIXTURE_RULES, inventory=["confusion scroll"])


def walk(*commands: Move | Use | Wait) -> Recorded:
    """Return a game of twenty steps to the right, or of other commands."""
    return record(hall, commands or [Move(Direction.EAST)] * 20)


def show(
    recorded: Recorded, *deeds: Deed, playing: bool = False, speed: int = 4, size: tuple[int, int] = (80, 24)
) -> Watched:
    """Watch it on a display of glass until it is left or the deeds are done."""
    watched = Watched(list(deeds), size)
    playback = Playback(recorded)
    playback.playing = playing
    playback.speed = speed
    show_on(watched, Session(Open(Film(playback))))
    return watched


def status(text: str) -> str:
    """Return the line about the replay."""
    return text.rpartition("\n")[2]


def numbers(watched: Watched) -> list[int]:
    """Return the numbers of commands performed at the start and after each deed."""
    return [int(status(text).split(", ")[1].removeprefix("step ").split("/")[0]) for text in watched.texts()]


def test_a_paused_replay_waits_for_ever() -> None:
    """A player who has gone for lunch must cost no processor time."""
    watched = show(walk(), "right", "left", 60.0, "j", "escape", "v")

    assert {None} == set(watched.waits)


def test_keys_go_forward_and_back() -> None:
    """Players look step by step at what went wrong."""
    watched = show(walk(), "right", ".", "l", "left", "h", "h", "h", "end", "right", "home")

    assert [0, 1, 2, 3, 2, 1, 0, 0, 20, 20, 0] == numbers(watched)


def test_going_back_shows_what_was_there() -> None:
    """The whole screen, including the log, is the same as before."""
    deeds: list[Deed] = ["right", 1.0] * 4
    watched = show(walk(Wait(), LAUNCH, *[Move(Direction.NORTH)] * 2), *deeds, *["left"] * 4)
    texts = watched.texts()

    assert texts[0:8:2] == texts[:8:-1]


@pytest.mark.parametrize(("speed", "after"), [(1, 2), (2, 4), (8, 16)])
def test_it_plays_its_number_of_commands_a_second(speed: int, after: int) -> None:
    """The speed is what the status line says."""
    watched = show(walk(), 2.01, playing=True, speed=speed)

    assert [0, after] == numbers(watched)
    assert f"{speed} steps/s" in status(watched.texts()[0])


def test_sixty_four_a_second_is_kept_up_with() -> None:
    """Twenty commands take a third of a second, including the time to perform them."""
    watched = Watched([0.26], lag=0.004)
    playback = Playback(walk())
    playback.playing, playback.speed = True, 64
    show_on(watched, Session(Open(Film(playback))))

    assert 20 == playback.number
    assert watched.now < 0.35


def test_what_was_missed_is_not_made_up_for() -> None:
    """After the machine was suspended, the replay continues at its own speed."""
    watched = show(walk(), Stall(60.0), 0.1, playing=True)

    assert [0, 1, 1] == numbers(watched)


def test_space_plays_and_pauses() -> None:
    """It is the most common key of any player."""
    watched = show(walk(), " ", 1.01, " ", 5.0)

    assert [0, 0, 4, 4, 4] == numbers(watched)
    assert [True, False, False, True, True] == [", paused, " in status(text) for text in watched.texts()]
    assert watched.waits[-1] is None


@pytest.mark.parametrize("key", ["right", "left", "home", "end"])
def test_seeking_pauses_the_replay(key: str) -> None:
    """A step pauses the replay; otherwise the moment would be gone at once."""
    watched = show(walk(), 1.01, key, 60.0, "left", playing=True)

    assert numbers(watched)[2] == numbers(watched)[3]
    assert ", paused, " in status(watched.texts()[-1])


def test_other_keys_do_not_hold_it_up() -> None:
    """Toggling the hidden map again and again does not delay the replay."""
    deeds: list[Deed] = ["v", 0.1, "v", 0.1, "v", 0.1]
    watched = show(walk(), *deeds, playing=True)

    assert 1 == int(status(watched.texts()[-1]).split(", ")[1].removeprefix("step ").split("/")[0])


def test_the_end_stops_it() -> None:
    """Nothing is left to play, and Space starts nothing."""
    watched = show(walk(), 30.0, " ", playing=True)

    assert 20 == numbers(watched)[-1]
    assert ", the end, " in status(watched.texts()[-1])
    assert watched.waits[-1] is None


def test_plus_and_minus_change_the_speed_between_1_and_64() -> None:
    """Each press doubles or halves it."""
    faster = show(walk(), *["+"] * 6)
    slower = show(walk(), *["-"] * 4)

    assert [4, 8, 16, 32, 64, 64, 64] == [int(status(text).split(", ")[3].split()[0]) for text in faster.texts()]
    assert [4, 2, 1, 1, 1] == [int(status(text).split(", ")[3].split()[0]) for text in slower.texts()]


def test_a_flight_is_seen_cell_by_cell() -> None:
    """Up to four commands a second leave time for it, and so do single steps."""
    watched = show(walk(LAUNCH, Wait()), "right", 1.0)
    places = [spot(canvas, "*") for canvas in watched.frames if "*" in canvas.text()]

    assert [(x, 2) for x in range(2, 15)] == places
    assert 13 == len([wait for wait in watched.waits if wait is not None])
    assert watched.waits[-1] is None


def test_a_flight_is_left_out_where_it_would_hold_up_the_replay() -> None:
    """Nobody sees single cells at sixteen commands a second."""
    watched = show(walk(LAUNCH, Wait()), "right", 1.0, speed=16)

    assert not [canvas for canvas in watched.frames if "*" in canvas.text()]
    assert [0, 1, 1] == numbers(watched)


def test_a_step_in_mid_flight_lands_first() -> None:
    """The next command is performed in the world in which it was given."""
    watched = show(walk(LAUNCH, Move(Direction.NORTH), Move(Direction.EAST)), "right", 0.1, "right", "right")

    assert [0, 1, 1, 2, 3] == numbers(watched)
    assert "differently" not in watched.texts()[-1]


def test_nothing_goes_on_beneath_another_screen() -> None:
    """A player who reads the messages or the help misses nothing."""
    watched = show(walk(), "m", 10.0, "escape", "?", 10.0, "escape", 1.01, playing=True)

    assert 4 == numbers_at_end(watched)
    assert None in watched.waits


def numbers_at_end(watched: Watched) -> int:
    """Return the number of commands performed at the end."""
    return int(status(watched.texts()[-1]).split(", ")[1].removeprefix("step ").split("/")[0])


@pytest.mark.parametrize("opener", ["j", "g"])
def test_a_turn_is_gone_to_by_its_number(opener: str) -> None:
    """Players tell each other: look at turn twelve."""
    watched = show(
        walk(), opener, "1", "x", "2", "3", "backspace", "enter", opener, "9", "9", "9", "enter", playing=True
    )

    assert 12 == int(status(watched.texts()[7]).split(", ")[1].removeprefix("step ").split("/")[0])
    assert "Replay: turn 12," in status(watched.texts()[7])
    assert 20 == numbers_at_end(watched)
    assert "Go to turn" in watched.texts()[2]


@pytest.mark.parametrize("keys", [["j", "enter"], ["j", "7", "escape"], ["j", "7", "ctrl_u", "enter"]])
def test_no_turn_is_gone_to_where_none_was_said(keys: list[str]) -> None:
    """A slip of the finger keeps the position."""
    assert 2 == numbers_at_end(show(walk(), "right", "right", *keys))


@pytest.mark.parametrize("key", ["q", "escape"])
def test_it_is_left_by_a_key(key: str) -> None:
    """The screen before it is shown again."""
    watched = show(walk(), key, "right")

    assert ["right"] == watched.script
    assert not watched.hung_up


@pytest.mark.parametrize("before", [[], [" "], ["j"], ["m"], ["?"]])
def test_a_lost_terminal_ends_it_everywhere(before: list[Deed]) -> None:
    """A program without a terminal must not live on."""
    watched = show(walk(), *before, HangUp(), "right")

    assert ["right"] == watched.script


def test_the_screen_is_redrawn_on_demand() -> None:
    """Another program may have written across it."""
    assert 1 == show(walk(), Redraw()).forgotten


def test_it_follows_every_size() -> None:
    """The window is made smaller, then larger."""
    texts = show(walk(), Size(39, 24), Size(40, 15), Size(200, 60), "right").texts()

    assert "too small" in texts[1]
    assert "Replay: turn 0, step 0/20, paused" == texts[2].split("\n")[14]
    assert "Replay: turn 0, step 0/20, paused, 4 steps/s, ?: help" == texts[3].split("\n")[59]
    assert "Replay: turn 1, step 1/20, paused, 4 steps/s, ?: help" == texts[4].split("\n")[59]


def test_what_cannot_be_read_any_more_is_told_and_nothing_is_lost() -> None:
    """A file may be taken away while it is watched."""
    recorded = walk()
    watched = Watched(["right", "right", "left", "escape", "right"])
    playback = Playback(recorded)
    recorded.trouble = "/games/ann.game cannot be read: it is gone."
    show_on(watched, Session(Open(Film(playback))))

    assert "/games/ann.game cannot be read: it is gone." in watched.texts()[3]
    assert 3 == playback.number


def test_an_error_is_not_closed_by_what_was_typed_before_it() -> None:
    """A player who steps back and forth quickly would never read it."""
    recorded = walk()
    watched = Watched(["right", "right", Ahead(["left", "escape", "q"])])
    playback = Playback(recorded)
    recorded.trouble = "/games/ann.game cannot be read: it is gone."
    show_on(watched, Session(Open(Film(playback))))

    assert "/games/ann.game cannot be read: it is gone." in watched.last.text()


def test_the_mouse_can_be_left_to_the_terminal() -> None:
    """Then the player can copy a message."""
    assert not show(walk(), "M").takes_mouse
