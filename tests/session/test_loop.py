"""The main loop: preparations while the title waits, and the start of garbage collection."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from roguelike.cells.input import HangUp, Key
from roguelike.cli.preparing import prepared
from roguelike.content.loader import load_ruleset
from roguelike.play.lobby import Lobby
from roguelike.play.lobby_views import LobbyViews
from roguelike.play.new_game import RuleChoice
from roguelike.play.requests import Begin
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.view import Open
from roguelike.session import Session, run
from roguelike.ui.last_screen import last_screen
from tests.bench.unkept import UnkeptGames

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from roguelike.cells.canvas import Canvas
    from roguelike.cells.display import DisplayOptions
    from roguelike.cells.input import Input

PREPARED = """
import sys
from roguelike.cli.preparing import prepared
from roguelike.content.loader import load_ruleset
for _ in prepared("ember"):
    pass
before = set(sys.modules)
from roguelike.engine.game import new_game
import roguelike.play.journaled_game, roguelike.play.play, roguelike.store.kept.hints
import roguelike.store.kept.stored_game, roguelike.ui.screens.play, roguelike.ui.viewport
ruleset = load_ruleset("ember")
new_game(ruleset)
print("fingerprint" in vars(ruleset), *sorted(name for name in set(sys.modules) - before if "roguelike" in name))
"""


class FakeDisplay:
    """Gives the typed input after a number of reads that found nothing, and hangs up at the end."""

    size = (80, 24)
    takes_mouse = False

    def __init__(self, *typed: Input | None) -> None:
        self.typed = [*typed]
        self.happened: list[str] = []

    def read(self, timeout: float | None) -> Input | None:
        """Return the next input; a read without waiting returns none."""
        event = self.typed.pop(0) if self.typed else HangUp()
        self.happened.append("read" if timeout == 0 else "wait")
        return event

    def show(self, canvas: Canvas) -> None:  # noqa: ARG002 -- what it shows is all the same
        """Note it."""
        self.happened.append("show")

    def forget(self) -> None:
        """Do nothing."""

    def forget_typed(self) -> None:
        """Do nothing."""

    def toggle_mouse(self) -> None:
        """Do nothing."""

    def apply(self, options: DisplayOptions) -> None:
        """Do nothing."""


def _steps(display: FakeDisplay, count: int) -> Iterator[None]:
    for _ in range(count):
        display.happened.append("step")
        yield


def test_steps_are_taken_while_no_input_comes() -> None:
    """A key stops them, and they go on after its frame; then it waits."""
    display = FakeDisplay(None, Key("x"), None, HangUp())
    session = Session(Open(NoticePage("Hello.")))
    run(display, session, started=lambda: display.happened.append("started"), ahead=_steps(display, 3))

    before = ["show", "started", "step", "read", "step", "read"]
    assert [*before, "show", "step", "read", "wait"] == display.happened


def test_no_step_is_taken_in_a_game() -> None:
    """There the time belongs to the next command."""
    display = FakeDisplay(Key("."), HangUp())
    choice = RuleChoice("classic", "Classic", "")
    lobby = Lobby(UnkeptGames(load_ruleset), choice, last_screen, list)
    session = Session(Begin("you", "classic", 1), LobbyViews(lobby))
    run(display, session, started=lambda: display.happened.append("started"), ahead=_steps(display, 2))

    assert ["show", "started", "wait", "show", "wait"] == display.happened


def test_a_prepared_game_imports_nothing_more() -> None:
    """Even its fingerprint is computed, so that it begins immediately."""
    told = subprocess.run([sys.executable, "-c", PREPARED], capture_output=True, text=True, check=True)

    assert "True" == told.stdout.strip()


def test_a_file_that_cannot_be_read_ends_the_preparations(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title stays; a game that needs the file reports it."""

    def fail(name: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO), name)

    monkeypatch.setattr("roguelike.cli.preparing.importlib.import_module", fail)

    assert [] == list(prepared("ember"))
