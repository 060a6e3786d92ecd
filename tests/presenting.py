"""What a session does with the presenter of a game, for tests that have no session."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roguelike.engine.events import AnyEvent
    from roguelike.ui.presenter import Presenter


def tick(presenter: Presenter) -> list[AnyEvent]:
    """Let a tick pass in the game that is shown; returns what happened."""
    presenter.begin_tick()
    presenter.game.tick()
    return presenter.take_events()
