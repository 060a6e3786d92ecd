"""An end that its player has not seen comes first when they come back, and what they asked for after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from roguelike.cells.input import HangUp
from roguelike.content.loader import load_ruleset
from roguelike.engine.commands import Wait
from roguelike.engine.scenario import draw
from roguelike.play.journaled_game import NOT_SHOWN
from roguelike.play.new_game import NewGameDefaults
from roguelike.play.requests import Begin, Continue, ToTitle
from roguelike.session import Session
from roguelike.store.errors import StoreError
from roguelike.store.listings import SavedGame
from tests.fixture_rules import make_fixture_rules
from tests.library_fixtures import OTHER, noon
from tests.watching import Deed, FakeLibrary, Watched, make_lobby, show, watch

if TYPE_CHECKING:
    from roguelike.cells.input import Input
    from roguelike.play.views.view import Request

FIXTURE_RULES = make_fixture_rules(load_ruleset("classic"))
FULL = "/home/ada/games/you.lock cannot be written: No space left on device."


def library(**known: Any) -> FakeLibrary:  # noqa: ANN401 -- whatever a play knows
    """Return a library in which Ada was killed by an orc and has not seen it."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    store.ended = {"Ada": {"past": [Wait()], **known}}
    return store


def play(store: FakeLibrary, start: Request, *deeds: Deed) -> Watched:
    """Continue Ada's game in a library."""
    return watch(store.make, *deeds, library=store, start=start, wishes=NewGameDefaults("Ada"), others=[OTHER])


@pytest.mark.parametrize("start", [Begin("Ada", "stage", 7), Continue("Ada"), ToTitle()])
def test_the_end_and_the_summary_come_first(start: Request) -> None:
    """This holds for every way back: nobody begins another game without knowing why."""
    store = library()
    watched = play(store, start, 1.9, "q", 0.2)
    (kept,) = store.plays

    assert "YOU DIED" in watched.after[0].text()
    assert "YOU DIED" in watched.after[2].text()  # deaf, as always
    assert "Ada died, killed by an orc." in watched.last.text()
    assert "Killed: 0" in watched.last.text()
    assert ["seen", "closed"] == kept.endings
    assert [] == store.asked
    assert [] == kept.accounts  # it was written down when it ended


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (Begin("Ada", "other", 7), ("begin", "Ada", "other", 7)),
        (Continue("Ada"), ("resume", "Ada")),
        (ToTitle(), ("begin", "Ada", FIXTURE_RULES.name, None)),
    ],
)
def test_n_then_does_what_was_asked_for(start: Request, expected: tuple[object, ...]) -> None:
    """With its seed and its rules; after the title, a game like the last."""
    store = library()
    play(store, start, 2.5, "n")

    assert [expected] == store.asked


def test_t_leads_to_the_title_where_the_end_is_not_shown_again() -> None:
    """The first request is forgotten: the next game is like the last one played."""
    store = library()
    watched = play(store, Begin("Ada", "other", 7), 2.5, "t", "n", "enter", ".", 2.5, "n")

    assert "r o g u e l i k e" in watched.after[2].text()
    assert [("begin", "Ada", FIXTURE_RULES.name, None)] * 2 == store.asked


def test_the_form_shows_the_unseen_end_of_the_player_it_names() -> None:
    """Somebody else has begun the program, under another name."""
    store = library()
    watched = watch(store.make, "n", "up", "up", "up", "ctrl_u", *"Ada", "up", "enter", library=store, at_title=True)

    assert "YOU DIED" in watched.last.text()
    assert [] == store.asked


def test_the_end_of_somebody_else_is_not_shown() -> None:
    """It waits for its own player."""
    store = library()
    watched = play(store, Begin("bob", "stage"))

    assert "Turn 0" in watched.last.text()
    assert ["Ada"] == list(store.ended)


@pytest.mark.parametrize("deeds", [(), (1.9,), ("q", "escape", "q")])
@pytest.mark.parametrize("ends", ["hang-up", "Ctrl-C"])
def test_an_end_that_is_cut_short_is_not_seen(deeds: tuple[Deed, ...], ends: str) -> None:
    """A line that drops, a signal, or Ctrl-C before the two seconds are over: to show it once more does no harm."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    if ends == "hang-up":
        watch(store.make, ".", *deeds, HangUp(), library=store)
    else:
        with pytest.raises(KeyboardInterrupt):
            show(Interrupted([".", *deeds]), Session(Begin("you", ""), make_lobby(store.make, library=store)))

    assert ["closed"] == store.plays[0].endings
    assert 1 == len(store.plays[0].accounts)


class Interrupted(Watched):
    """A display on which the player presses Ctrl-C when the script is at its end."""

    def read(self, timeout: float | None) -> Input | None:
        """Do as the script says, then raise."""
        if not self.script and not self._waiting:
            raise KeyboardInterrupt
        return super().read(timeout)


class GoneMeanwhile(Watched):
    """A terminal that is gone; the program learns of it late, for the machine was busy."""

    def read(self, timeout: float | None) -> Input | None:
        """Hang up after the end has had its time."""
        if not self.script:
            self.now += 10
            return HangUp()
        return super().read(timeout)


def test_an_end_on_a_terminal_that_is_gone_is_not_seen() -> None:
    """However long it was drawn there."""
    store = FakeLibrary(lambda: draw("#o@#", FIXTURE_RULES, hit_points=1))
    show(GoneMeanwhile(["."]), Session(Begin("you", ""), make_lobby(store.make, library=store)))

    assert ["closed"] == store.plays[0].endings


def test_an_end_that_cannot_be_shown_is_told() -> None:
    """In a sentence above the title, or on the command line where there is no title."""
    store = library()
    store.failing["unseen"] = [FULL]
    assert FULL in " ".join(play(store, ToTitle()).last.text().replace("│", " ").split())

    store.failing["unseen"] = [FULL]
    with pytest.raises(StoreError, match="No space left"):
        play(store, Begin("Ada", "stage"))


def test_an_end_that_the_rules_do_not_lead_to_any_more_is_told_once() -> None:
    """The game must not be played on: it is over, and has its score."""
    store = library(past=[])
    store.games = [SavedGame("bob", "Stage", 3, noon(1))]
    watched = play(store, ToTitle(), "enter")

    assert NOT_SHOWN.format(name="Ada") in " ".join(watched.after[0].text().replace("│", " ").split())
    assert "Continue: bob" in watched.last.text()
    assert ["seen", "released"] == store.plays[0].endings
