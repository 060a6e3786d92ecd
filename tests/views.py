"""How screens look at games that tests have drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.play.perspective import Perspective
from roguelike.ui.viewport import Viewport

if TYPE_CHECKING:
    from roguelike.engine.game import Game


def view(game: Game, name: str = "") -> Viewport:
    """Return an animated view of a game."""
    return Viewport.animated(Perspective(game, name))
