"""What the fork server makes once, for all games."""

from __future__ import annotations

import re

import pytest

from roguelike.serve.game.prewarm import TERMINALS, prewarm
from roguelike.serve.settings import ServeSettings
from roguelike.session import Session
from roguelike.terminal.quiet_terminal import QuietTerminal
from roguelike.terminal.tty_writer import TtyWriter


def test_a_game_compiles_nothing_for_its_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It took 24 ms of processor time at each login, a third of all."""
    re.purge()
    prewarm(ServeSettings())
    monkeypatch.setattr("re._compiler.compile", lambda pattern, _: pytest.fail(f"compiles {pattern[:80]}"))

    kinds = {kind: QuietTerminal(TtyWriter(-1), kind).kind for kind in TERMINALS}

    assert {kind: kind for kind in TERMINALS} == kinds


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
