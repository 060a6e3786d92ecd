"""The interface to a served player: the full screen, or line mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from roguelike.classes import frozen
from roguelike.play.lobby_views import LobbyViews
from roguelike.play.views.title import TitleEntry
from roguelike.serve.accounts import Account
from roguelike.serve.game.options import PlayerSettings
from roguelike.settings.settings import Settings

if TYPE_CHECKING:
    import signal

    from roguelike.serve.game.views.name import NameField
    from roguelike.serve.game.views.take_over import OtherSession


@frozen
class Player:
    """A player with access: account, settings and games."""

    account: Account
    settings: Settings
    store: PlayerSettings
    has_game: bool
    """Whether there is a game to continue."""
    goes_on: bool
    """Whether to continue it at once: after a take-over, or after a lost connection."""
    offers: Sequence[TitleEntry]
    """Further entries of the title."""
    lobby: Callable[[Sequence[TitleEntry]], LobbyViews]
    """Makes the lobby, with all entries of the title."""


class PlayerInterface(Protocol):
    """Asks the player, and plays games."""

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the session; None if the player has left it."""

    def ask_name(self, question: NameField) -> None:
        """Ask until the question is answered, or the player leaves."""

    def take_over(self, other: OtherSession) -> bool:
        """End another session if the player agrees; return whether it has ended."""

    def notice(self, text: str) -> None:
        """Show the player a message before the game."""

    def say_now(self, text: str) -> None:
        """Show a sentence at once, during the game; on a screen until the next frame."""

    def play(self, player: Player) -> str:
        """Run the lobby and games of `player`; return why a game could not be saved, or an empty text."""
