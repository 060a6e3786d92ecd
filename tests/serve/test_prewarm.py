"""What the fork server makes once, for all games."""

from __future__ import annotations

import pytest

from roguelike.serve.game.prewarm import TERMINALS, prewarm
from roguelike.serve.settings import ServeSettings
from roguelike.session import Session
from roguelike.terminal.quiet_terminal import open_quiet_terminal
from roguelike.terminal.tty_writer import TtyWriter


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no prepared terminal to other tests."""
    monkeypatch.setattr("roguelike.terminal.quiet_terminal._prepared", {})


def test_a_game_does_not_start_blessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took 24 ms of processor time at each login, a third of all."""
    prewarm(ServeSettings())
    monkeypatch.setattr("blessed.Terminal.__init__", lambda *_, **__: pytest.fail("starts blessed"))

    for kind in TERMINALS:
        monkeypatch.setenv("TERM", kind)
        assert kind == open_quiet_terminal(TtyWriter(-1)).kind


def test_it_plays_some_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that leads elsewhere, such as to a menu, would leave the first turns to each game: 6 MB more of memory."""
    turns: list[int] = []

    class Watched(Session):
        def idle(self, now: float) -> None:
            super().idle(now)
            if self.game is not None:
                turns.append(self.game.perspective.seen.turn)

    monkeypatch.setattr("roguelike.serve.game.prewarm.Session", Watched)
    prewarm(ServeSettings())

    assert {0, 1, 2} <= {*turns}
