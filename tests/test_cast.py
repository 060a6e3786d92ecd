"""Films of games: what they show, when, and that any player of films can show them."""

from __future__ import annotations

import functools
import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from roguelike.cast import make_cast
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Use, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Direction, Point
from roguelike.engine.scenario import draw
from roguelike.terminal.colors.palette import Palette
from roguelike.terminal.drawing.capabilities import TerminalCapabilities
from tests.every import every
from tests.fixture_rules import make_fixture_rules
from tests.recordings import Recorded, Row, last_picture, record, record_bot
from tests.terminal.drawing.emulator import Emulator, assert_shows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.cells.canvas import Canvas
    from roguelike.engine.game import Game

CLASSIC = load_ruleset("classic")
FIXTURE_RULES = make_fixture_rules(CLASSIC)
NOTHING_SPECIAL = TerminalCapabilities(fills=False, moves_lines=True)


def hall() -> Game:
    """Return a game with something to launch along an empty row."""
    return draw("##############\n#@...........#\n##############", FIXTURE_RULES, inventory=["confusion scroll"])


LAUNCH = Use(0, Point(12, 1))
"""It flies for eleven ticks."""


def film(recorded: Recorded, colors: int = 256, **how: Any) -> tuple[dict[str, Any], list[Any]]:  # noqa: ANN401 -- options
    """Return header and events of a film."""
    header, *events = map(json.loads, make_cast(recorded, Palette(colors), **how))
    return header, events


def times(events: Iterable[list[Any]]) -> list[float]:
    """Return when something happens, without the last event, which only tidies up."""
    return [event[0] for event in events][:-1]


@functools.cache
def played(seed: int) -> tuple[Recorded, Canvas]:
    """Return a game that the bot played, and its last picture."""
    recorded = record_bot(lambda: new_game(CLASSIC, seed))
    return recorded, last_picture(recorded, (80, 24))


@every("colors", [0, 16, 256, 1 << 24])
@pytest.mark.parametrize("seed", [3, 5, 11])
def test_the_last_picture_is_that_of_the_game(colors: int, seed: int) -> None:
    """All frames are differences: what is wrong in one of them shows at the end at the latest."""
    recorded, expected = played(seed)
    _, events = film(recorded, colors)
    screen = Emulator(80, 24, NOTHING_SPECIAL)
    for _, code, text in events[:-1]:
        assert "o" == code
        screen.feed(text)

    assert_shows(screen, expected, Palette(colors))
    screen.feed(events[-1][2])
    assert not screen.cursor.hidden
    assert "default" == screen.cursor.attrs.bg == screen.cursor.attrs.fg
    assert expected.text().split("\n")[12] == screen.display[12].rstrip()


@pytest.mark.parametrize("size", [(40, 15), (57, 33), (200, 60)])
def test_it_can_be_of_any_size(size: tuple[int, int]) -> None:
    """A film for a phone, and one for a wall, of the same game."""
    recorded = record_bot(lambda: new_game(CLASSIC, 5), 40)
    header, events = film(recorded, size=size)
    screen = Emulator(*size, NOTHING_SPECIAL)
    for _, _, text in events[:-1]:
        screen.feed(text)

    assert size == (header["width"], header["height"])
    assert_shows(screen, last_picture(recorded, size), Palette(256))


def test_the_header_is_what_players_of_films_want() -> None:
    """Version 2, for nearly none can show version 3; the date is when the game was begun."""
    header, _ = film(record(hall, []))

    assert {
        "version": 2,
        "width": 80,
        "height": 24,
        "timestamp": 1770091506,
        "title": "ann: Stage, seed 7",
        "env": {"TERM": "xterm-256color"},
    } == header


@pytest.mark.parametrize("begun", ["", "yesterday", "9999-12-31T23:59:59-23:59", "\x1b[2J"])
def test_a_date_that_is_none_is_left_out(begun: str) -> None:
    """Files from strangers say anything."""
    recorded = record(hall, [])
    recorded.about["begun"] = begun
    lines = "".join(make_cast(recorded, Palette(256)))

    assert begun in {"", "9999-12-31T23:59:59-23:59"} or "timestamp" not in lines.split("\n")[0]
    assert not set(lines) & {"\x1b", "\x07"}


def test_a_date_without_a_zone_is_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game gives the same film, wherever it is made."""
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    recorded = record(hall, [])
    recorded.about["begun"] = "2026-02-03T04:05:06"

    found = film(recorded)[0]["timestamp"]
    monkeypatch.undo()
    time.tzset()

    assert 1770091506 == found


def test_names_put_no_sequence_into_the_film() -> None:
    """Some players show the title as it is."""
    recorded = record(hall, [])
    recorded.about.update(name="\x1b]0;x\x07", ruleset="\u202e")

    assert "?]0;x?: ?, seed 7" == film(recorded)[0]["title"]


def test_the_same_game_gives_the_same_bytes() -> None:
    """A film that is made again does not differ."""
    recorded = record_bot(lambda: new_game(CLASSIC, 3), 60)

    assert [*make_cast(recorded, Palette(256))] == [*make_cast(recorded, Palette(256))]


def test_the_time_is_that_of_the_play() -> None:
    """Half a second a command, as it was played."""
    _, events = film(record(hall, [Move(Direction.EAST)] * 4))

    assert [0.0, 0.5, 1.0, 1.5, 2.0] == times(events)
    assert 4.0 == events[-1][0]


@pytest.mark.parametrize("limit", [0.5, 2.0, 60.0])
def test_a_pause_is_as_long_as_the_limit_at_most(limit: float) -> None:
    """Nobody watches a player think for a minute, unless they want to."""
    recorded, game = Recorded(hall), hall()
    for pace in (100, 30_000, 100):
        recorded.add(game, Move(Direction.EAST), pace)
    _, events = film(recorded, limit=limit)
    pause = min(limit, 30.0)

    assert [0.0, 0.1, 0.1 + pause, 0.2 + pause] == pytest.approx(times(events))


def test_times_that_go_back_are_none() -> None:
    """A stranger's file may say so; the times of a film never go back."""
    recorded = record(hall, [Move(Direction.EAST)] * 4)
    for place, at in enumerate((900, 100, 5, 1000)):
        row = recorded.rows[place]
        recorded.rows[place] = Row(row.command, row.turn, at, row.before)

    assert [0.0, 0.9, 0.9, 0.9, 1.0] == times(film(recorded)[1])


def test_a_flight_is_filmed_cell_by_cell() -> None:
    """33 ms a cell, and as long on the last one, as in play; the command after it comes when it was given."""
    recorded, game = Recorded(hall), hall()
    recorded.add(game, LAUNCH, 1000)
    recorded.add(game, Move(Direction.EAST), 1000)
    shown = times(film(recorded)[1])

    assert [0.0, *(1 + tick * 0.033 for tick in range(13)), 2.0] == pytest.approx(shown)


def test_a_command_never_comes_before_the_landing() -> None:
    """Whoever types ahead has it done when nothing flies any more; later commands are in time again."""
    recorded, game = Recorded(hall), hall()
    recorded.add(game, LAUNCH, 1000)
    recorded.add(game, Move(Direction.EAST), 10)
    recorded.add(game, Move(Direction.EAST), 990)
    shown = times(film(recorded)[1])

    assert [1.396, 1.396, 2.0] == pytest.approx(shown[-3:])


def test_moments_without_anything_new_take_no_line() -> None:
    """Bytes for nothing."""
    wall = record(hall, [Move(Direction.NORTH)] * 5)
    first = film(record(hall, [Wait()]))[1]

    assert len(film(wall)[1]) <= 1 + 5 + 1
    assert "\x1b[?7l" == first[0][2][:5]
    assert all(text for _, _, text in film(wall)[1])


def test_no_line_feed_is_in_it() -> None:
    """A terminal that is not in raw mode would go to the first column with it."""
    recorded = record_bot(lambda: new_game(CLASSIC, 5), 60)

    assert not any("\n" in text for _, _, text in film(recorded)[1])


def test_a_game_that_differs_is_filmed_up_to_there() -> None:
    """And says so, on the last picture."""
    recorded = record(hall, [Move(Direction.EAST)] * 4)
    row = recorded.rows[2]
    recorded.rows[2] = Row(row.command, row.turn, row.at, "0" * 32)
    _, events = film(recorded)
    screen = Emulator(80, 24, NOTHING_SPECIAL)
    for _, _, text in events:
        screen.feed(text)

    assert any("The replay ends here" in line for line in screen.display)
