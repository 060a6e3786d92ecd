"""Practice games: played on from a replay or an end, marked on every screen, and nothing of them is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Move, Wait
from roguelike.engine.geometry import Direction
from roguelike.engine.scenario import draw
from roguelike.play.playback import Playback
from roguelike.play.views.film import IN_PROGRESS, Film
from roguelike.play.views.view import Open
from roguelike.session import Session
from tests.fixture_rules import make_fixture_rules
from tests.recordings import record
from tests.watching import FakeLibrary, Size, Watched, make_lobby, show, watch

if TYPE_CHECKING:
    from roguelike.engine.game import Game
    from tests.recordings import Recorded
    from tests.watching import Deed

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
EAST = Move(Direction.EAST)


def corridor() -> Game:
    """Return a game alone in a corridor."""
    return draw("#@.......#", FIXTURE_RULES)


def duel() -> Game:
    """Return a game that the next blow ends."""
    return draw("#@o#", FIXTURE_RULES, hit_points=1)


def practise(recorded: Recorded, number: int, *deeds: Deed) -> Watched:
    """Practise from a moment of a replay, and do the deeds there."""
    playback = Playback(recorded)
    playback.go_to(number)
    watched = Watched(["p", *deeds])
    show(watched, Session(Open(Film(playback))))
    return watched


def feet(watched: Watched) -> list[str]:
    """Return the last row of the screen after each deed, without the keys."""
    return [", ".join(text.rpartition("\n")[2].split(", ")[:2]) for text in watched.texts()]


def test_a_practice_game_goes_back_and_forward_and_branches() -> None:
    """Forward is what was played, until something else is done."""
    recorded = record(corridor, [EAST] * 5)
    rows = list(recorded.rows)
    watched = practise(recorded, 3, "+", "backspace", "-", "l", "l", "+", "T")

    steps = ["3/5", "4/5", "3/5", "2/5", "3/3", "4/4", "4/4", "0/4"]
    assert [f"PRACTICE, step {step}" for step in steps] == feet(watched)[1:]
    assert [4, 5, 4, 3, 4, 5, 5, 1] == [text.splitlines()[0].index("@") for text in watched.texts()[1:]]
    assert rows == recorded.rows


def test_leaving_a_practice_game_leads_back_to_the_replay() -> None:
    """It stands at the same step, and the game that was recorded goes on as it did."""
    watched = practise(record(corridor, [EAST] * 5), 3, "h", "Q", "enter", "right")

    assert "step 3/5" in feet(watched)[-2]
    assert "step 4/5" in feet(watched)[-1]


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (132, 43)])
def test_every_screen_of_a_practice_game_is_marked(size: tuple[int, int]) -> None:
    """Nobody takes it for a game that counts: neither lists nor pages nor its end, on any size."""
    keys: list[Deed] = [
        "m",
        "escape",
        "=",
        "escape",
        "x",
        "escape",
        "?",
        "escape",
        "Q",
        "escape",
        "l",
        2.5,
        "m",
        "escape",
        "i",
    ]
    watched = practise(record(duel, [Wait()]), 0, Size(*size), *keys)

    assert all("PRACTICE" in text.rpartition("\n")[2] for text in watched.texts()[2:])
    assert "not scored" not in watched.last.text()


def test_a_death_in_practice_is_stepped_back_from() -> None:
    """Its summary says that nothing is scored, and offers neither a replay nor a place among the scores."""
    watched = practise(record(duel, [Wait()]), 1, ".", 2.5, "n", "v", "backspace")
    summary, back = watched.texts()[-4], watched.texts()[-1]

    assert "Practice: nothing is saved or scored." in summary
    assert "last turns" not in summary
    assert "rank" not in summary
    assert summary == watched.texts()[-3] == watched.texts()[-2]
    assert "@o" in back
    assert "step 0/1" in back


def test_the_future_of_a_game_in_progress_is_not_practised() -> None:
    """Its player would know what comes."""
    recorded = attrs.evolve(record(corridor, [EAST] * 5), is_over=False)

    assert IN_PROGRESS.split(".")[0] in practise(recorded, 3).last.text().replace("│", "")


def test_the_last_commands_before_a_death_are_played_again() -> None:
    """From the summary of a game that was saved; the store learns nothing of it."""
    library = FakeLibrary(duel)
    screens = make_lobby(duel, library=library)
    screens.lobby.recording = lambda _: record(duel, [Wait()])
    watched = watch(duel, ".", 2.5, "p", ".", 2.5, "p", "Q", "enter", library=library, screens=screens)

    assert "step 0/1" in feet(watched)[3]
    assert "step 0/1" in feet(watched)[-3]
    assert [["seen", "closed"]] == [play.endings for play in library.plays]
    assert [1] == [len(play.accounts) for play in library.plays]
    assert "New game" in watched.last.text()
