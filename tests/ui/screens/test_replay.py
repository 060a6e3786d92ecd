"""The screen of a replay: the state, the log up to it, and hidden things."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roguelike.cells.canvas import Canvas
from roguelike.cells.input import Button, Mouse
from roguelike.engine.commands import Use, Wait
from roguelike.engine.game import new_game
from roguelike.engine.geometry import Point
from roguelike.engine.scenario import draw
from roguelike.play.playback import Playback
from roguelike.play.views.film import IN_PROGRESS, Film
from roguelike.play.views.help import HelpPage
from roguelike.play.views.playing import Playing
from roguelike.play.views.view import Close, Open
from roguelike.ui.screens.screen import screen_of
from roguelike.ui.viewport import Viewport
from tests.recordings import record, record_bot

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.engine.game import Game
    from roguelike.engine.kinds.ruleset import RuleSet
    from roguelike.play.views.view import View

CELLAR = """
    ###############################
    #.......#...........#.........#
    #.@.....#.....T.....#....!....#
    #.......#...........#.........#
    ###############################
"""


@pytest.fixture
def cellar(fixture_rules: RuleSet) -> Callable[[], Game]:
    """Return the beginning of a game in a room next to two unexplored ones."""
    return lambda: draw(CELLAR, fixture_rules, inventory=["fireball scroll"])


def picture(playback: Playback, size: tuple[int, int] = (80, 24)) -> Canvas:
    """Return the screen."""
    canvas = Canvas(*size)
    screen_of(Film(playback)).draw(canvas)
    return canvas


def picture_of(screen: View) -> str:
    """Return the text of a screen."""
    canvas = Canvas(80, 24)
    screen_of(screen).draw(canvas)
    return canvas.text()


def on_map(canvas: Canvas) -> str:
    """Return the characters of the cellar."""
    return "".join(cell.char for row in canvas.rows[:5] for cell in row[:31])


def lines(playback: Playback) -> list[str]:
    """Return all messages."""
    return ["".join(span.text for span in line) for line in playback.perspective.log.lines(200)]


def test_it_is_the_picture_that_the_player_had(classic: RuleSet) -> None:
    """Map and panel match the game in every cell; the log has one line less, for the status."""
    playback = Playback(record_bot(lambda: new_game(classic, 3), 40))
    for _ in range(40):
        playback.forward()
        playback.land()
        live = Canvas(80, 24)
        screen_of(Playing(playback.perspective)).draw(live)

        assert live.rows[:20] == picture(playback).rows[:20]
        assert live.cursor == picture(playback).cursor
        assert f"Replay: turn {playback.perspective.world.turn}, " in picture(playback).text()
        assert ", paused, " in picture(playback).text() or playback.is_over


def test_hidden_things_are_shown_on_demand(cellar: Callable[[], Game]) -> None:
    """Viewers want to know what waited behind the door."""
    playback = Playback(record(cellar, [Wait()]))
    usual = picture(playback)
    Film(playback).on_key("v")
    shown = picture(playback)

    assert not {"T", "!"} & set(on_map(usual))
    assert [line.strip() for line in CELLAR.strip().split("\n")] == [line[:31] for line in shown.text().split("\n")[:5]]
    assert "hidden shown" in shown.text()
    assert usual.rows[2][:8] == shown.rows[2][:8]
    Film(playback).on_key("v")
    assert usual.rows == picture(playback).rows


def test_hidden_terrain_is_fainter_than_explored_terrain(cellar: Callable[[], Game]) -> None:
    """The player's knowledge must stay recognizable, in dark rooms and in lit ones."""
    playback = Playback(record(cellar, [Wait()]))
    playback.hidden = True
    shown = picture(playback).rows

    assert not shown[1][1].style.faint
    assert shown[1][10].style.faint
    assert sum(shown[1][10].style.foreground) < sum(shown[1][1].style.foreground)
    assert not shown[2][14].style.faint
    assert not shown[2][25].style.faint


def test_showing_hidden_things_changes_nothing(classic: RuleSet) -> None:
    """A replay that one has looked into must come out as it did."""
    recorded = record_bot(lambda: new_game(classic, 5), 120)
    playback = Playback(recorded)
    playback.hidden = True
    for row in recorded.rows:
        picture(playback)

        assert row.before == playback.perspective.game.digest()
        assert playback.forward()
        playback.land()
    assert recorded.game_at(len(recorded.rows)).digest() == playback.perspective.game.digest()


def test_hidden_things_scroll_with_the_map(fixture_rules: RuleSet) -> None:
    """On a small screen the level does not fit: each thing is still drawn where it is."""
    far = CELLAR.replace("@", ".").replace("....!....#", "...@!....#").replace("..T..", ".T..T")
    playback = Playback(record(lambda: draw(far, fixture_rules), [Wait()]))
    usual = picture(playback, (40, 15))
    playback.hidden = True
    shown = picture(playback, (40, 15))
    viewport = Viewport(playback.perspective)
    left, _ = viewport.origin(viewport.layout(shown).map)

    assert left > 0
    assert "T" not in [cell.char for cell in usual.rows[2][:20]]
    assert [16 - left] == [x for x, cell in enumerate(shown.rows[2][:20]) if cell.char == "T" and x + left > 13]
    assert not shown.rows[2][16 - left].style.faint
    assert "@" == shown.rows[2][24 - left].char


def test_a_step_back_drops_the_burst(fixture_rules: RuleSet) -> None:
    """It burns in one moment, and in no other."""
    hall = "##############\n#@.......T...#\n##############"
    playback = Playback(
        record(lambda: draw(hall, fixture_rules, inventory=["fireball scroll"]), [Wait(), Use(0, Point(9, 1)), Wait()])
    )
    screen, before, after = screen_of(Film(playback)), Canvas(80, 24), Canvas(80, 24)
    screen.draw(before)
    playback.go_to(1)
    playback.forward()
    while not playback.perspective.animation.is_on:
        playback.tick()
    playback.go_to(0)
    screen.draw(after)

    assert before.rows == after.rows
    assert not playback.perspective.is_moving


def test_the_last_line_of_the_log_is_the_newest(classic: RuleSet) -> None:
    """The line about the replay takes the place of an old message and not of the last."""
    playback = Playback(record_bot(lambda: new_game(classic, 5), 60))
    playback.go_to(60)
    rows = picture(playback).text().split("\n")
    newest, _ = playback.perspective.log.newest(78, 3, joins=True)
    told = ["".join(span.text for span in line.parts).rstrip() for line in newest]

    assert told[-2:] == [row[2:] for row in rows[21:23]]
    assert told[-3] == rows[20][2:] or "more above" in rows[20]
    assert "step 60/60" in rows[23]
    playback.go_to(59)
    assert "more above" not in picture(playback).text()


def test_an_empty_game_can_be_watched(cellar: Callable[[], Game]) -> None:
    """A game can be left without a command."""
    playback = Playback(record(cellar, []))
    playback.advance()
    playback.go_to(5)
    playback.go_to(-5)

    assert "Replay: turn 0, step 0/0, the end, " in picture(playback).text()


def test_hidden_things_of_a_game_in_progress_stay_hidden(cellar: Callable[[], Game]) -> None:
    """The player could look behind the next door; a message says how to do so deliberately."""
    recorded = record(cellar, [Wait()])
    recorded.is_over = False
    screen = Film(Playback(recorded))
    before = picture(screen.playback).text()
    result = screen.on_key("v")
    assert isinstance(result, Open)
    canvas = Canvas(80, 24)
    screen_of(result.view).draw(canvas)

    assert IN_PROGRESS in " ".join(canvas.text().replace("│", " ").split())
    assert before == picture(screen.playback).text()


def test_a_death_is_said(fixture_rules: RuleSet) -> None:
    """The status has the outcome."""
    recorded = record(lambda: draw("#####\n#@o.#\n#####", fixture_rules, hit_points=2), [Wait()] * 2)
    playback = Playback(recorded)
    playback.go_to(2)

    assert "step 2/2, you died, " in picture(playback).text()


def test_the_mouse_examines(cellar: Callable[[], Game]) -> None:
    """As it does in play; a key forgets it."""
    playback = Playback(record(cellar, [Wait()]))
    film = Film(playback)
    screen = screen_of(film)
    screen.draw(Canvas(80, 24))
    assert "yourself" not in picture_of(film)
    screen.on_mouse(Mouse(Button.MOVE, 2, 2))

    assert "yourself" in picture_of(film)
    film.on_key("right")
    assert "yourself" not in picture_of(film)


@pytest.mark.parametrize(
    ("keys", "is_told"), [((), "mouse look "), (("x",), "Enter _ back")], ids=["replay", "examine"]
)
def test_a_replay_can_be_examined_but_not_travelled(
    cellar: Callable[[], Game], keys: tuple[str, ...], is_told: str
) -> None:
    """Neither is it offered on the screen, nor in the help; Enter and a click go back."""
    playback = Playback(record(cellar, [Wait()]))
    screens: list[View] = [Film(playback)]
    for key in keys:
        pushed = screens[-1].on_key(key)
        assert isinstance(pushed, Open)
        screens.append(pushed.view)
    pages = [picture_of(screens[-1]), " ".join(picture_of(HelpPage(screens[-1].key_help())).split())]

    assert is_told in pages[1]
    assert not [page for page in pages if "travel" in page]


def test_enter_goes_back_to_the_replay(cellar: Callable[[], Game]) -> None:
    """It does so from any cell."""
    looking = Film(Playback(record(cellar, [Wait()]))).on_key("x")
    assert isinstance(looking, Open)

    assert looking.view.on_key("right") is None
    assert Close() == looking.view.on_key("enter")
