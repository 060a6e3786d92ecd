"""The prompt for a repeat count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.play.repeating import repeated
from roguelike.play.views.view import Action, Close, Open, Replace, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.engine.events import AnyEvent
    from roguelike.play.views.map_view import GameView
    from roguelike.play.views.view import Request

MAX_DIGITS: Final = 3
NOT_REPEATED: Final = "Only moving, attacking, waiting and picking up can be repeated."


class RepeatPrompt(View):
    """Takes a number, then the key to repeat."""

    sort = "count"
    section = "count"
    title = "Repeat count"

    def __init__(self, game: GameView, digits: str = "") -> None:
        """Prompt for a number.

        Args:
            game: the game in play, which interprets the key.
            digits: digits typed so far.
        """
        self.game = game
        self.digits = digits

    def on_other_key(self, key: str) -> Request:
        """Type a digit, or repeat the action of another key."""
        if key.isdigit() and key.isascii():
            self.digits = (self.digits + key).lstrip("0")[:MAX_DIGITS]
            return None
        return self._repeated(self.game.on_key(key), int(self.digits or "1"))

    def _repeated(self, asked: Request, times: int) -> Request:
        """Return the request to repeat another one `times` times."""
        match asked:
            case _ if times > 1 and (often := repeated(asked, times)) is not None:
                return often
            case Open(view):
                return Replace(view)
            case None:
                return Close()
            case _ if times == 1:
                return asked
            case _:
                self.game.perspective.notify(NOT_REPEATED)
                return Close()

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Close after a command that was not repeated."""
        return Close()

    def erase(self) -> Request:
        """Delete the last digit."""
        self.digits = self.digits[:-1]
        return None

    def cancel(self) -> Request:
        """Go back to the game."""
        return Close()

    ACTIONS = (
        Action["RepeatPrompt"]("erase", ("backspace",), "delete last digit", lambda prompt: prompt.erase()),
        Action["RepeatPrompt"]("cancel", ("escape",), "back", lambda prompt: prompt.cancel()),
    )
