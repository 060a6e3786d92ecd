"""Interface to a served player: the full screen, or line mode."""

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
    """A player with access, with their account, settings and games."""

    account: Account
    settings: Settings
    store: PlayerSettings
    has_game: bool
    """Whether they have a game to continue."""
    goes_on: bool
    """Whether they go on with that game at once: they have just taken over another session, or lost the connection."""
    offers: Sequence[TitleEntry]
    """What the title offers beside games."""
    lobby: Callable[[Sequence[TitleEntry]], LobbyViews]
    """Makes the lobby, with all that the title offers."""


class PlayerInterface(Protocol):
    """What asks the player, and what games are played on."""

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the session; None if the player has left it."""

    def ask_name(self, question: NameField) -> None:
        """Ask until the question is answered, or the player leaves."""

    def take_over(self, other: OtherSession) -> bool:
        """End another session, if the player says so; returns whether it has ended."""

    def notice(self, text: str) -> None:
        """Show the player a message before the game."""

    def say_now(self, text: str) -> None:
        """Show a sentence at once, in the middle of what goes on; on a screen the next frame is without it."""

    def play(self, player: Player) -> str:
        """Run the lobby and games of `player`; return why a game could not be saved, or an empty text."""
