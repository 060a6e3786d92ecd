"""The part of a session that the verbs of line mode use: the game, and questions and lines to the player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.line.current_game import CurrentGame
    from roguelike.line.question import Question
    from roguelike.play.lobby import Lobby
    from roguelike.play.views.view import Request
    from roguelike.settings.settings import Settings


class Conversation(Protocol):
    """Asks the player and prints lines."""

    lobby: Lobby
    game: CurrentGame

    @property
    def settings(self) -> Settings:
        """The current settings."""

    def write(self, lines: Iterable[str]) -> None:
        """Write lines."""

    def ask(self, question: Question) -> None:
        """Print a question, and treat the next line as its answer."""

    def follow(self, request: Request) -> None:
        """Carry out a request and those that result from it."""
