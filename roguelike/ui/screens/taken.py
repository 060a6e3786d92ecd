"""The question asked when a player already has a game in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.ui.screens.dialog import Question
from roguelike.ui.screens.screen import Continue, Pop

if TYPE_CHECKING:
    from roguelike.store.listings import SavedGame
    from roguelike.ui.screens.screen import Begin


class TakenScreen(Question):
    """Go on with the game that is there, or begin the new one and keep the other as a replay."""

    section = "taken"
    title = "Game in progress"
    drops_typed_ahead = True

    def __init__(self, game: SavedGame, anew: Begin) -> None:
        super().__init__()
        self.heading = f"{game.name} has {'a damaged game' if game.is_damaged else 'a game in progress'}"
        instead = "New game (the damaged file is kept)" if game.is_damaged else "New game (the old one goes to Replays)"
        self.answers = (
            ("c", "Continue it", Continue(game.name)),
            ("a", instead, anew),
            ("b", "Back", Pop()),
        )
