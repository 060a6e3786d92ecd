"""The question to a player who has another session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roguelike.cells.color import grey
from roguelike.narration.message import Span
from roguelike.narration.message_log import wrap
from roguelike.play.views.page import Page
from roguelike.play.views.view import Action, Close

if TYPE_CHECKING:
    from roguelike.narration.message_log import Line
    from roguelike.play.views.view import Request

LOOK_EVERY = 0.1
"""Seconds between two checks whether the other session has ended."""


class OtherSession(Protocol):
    """Another session of the player."""

    @property
    def address(self) -> str:
        """Address of the session."""

    @property
    def since(self) -> str:
        """Start of the session."""

    def end(self) -> None:
        """Start to end the session."""

    def has_ended(self) -> bool:
        """Return whether the session has ended."""


def question(other: OtherSession) -> str:
    """Return the question; a host that drains is named as before."""
    place = other.address.partition(" (draining ")[0]
    return f"You are already playing from {place} (since {other.since}). Take over here?"


class TakeOverPage(Page):
    """Asks whether to end the other session, and waits for its end."""

    section = "take_over"
    title = "Welcome back"
    ACTIONS = (
        Action["TakeOverPage"]("take_over", ("enter",), "take your game over", lambda page: page.take_over()),
        Action["TakeOverPage"]("leave", ("escape", "q"), "leave", lambda page: page.leave()),
    )

    def __init__(self, other: OtherSession) -> None:
        super().__init__()
        self._other = other
        self._asked = False
        self.has_ended = False
        """Whether the other session has ended at the player's request."""

    @property
    def interval(self) -> float | None:
        """Seconds between two checks, after the player agreed."""
        return LOOK_EVERY if self._asked else None

    def lines(self, width: int) -> list[Line]:
        """Return the question, or the reason to wait."""
        keys = "Closing the other session..." if self._asked else "Enter: take over  Esc: leave"
        return [
            (),
            *wrap((Span(question(self._other), grey(255), bold=True),), width),
            (),
            *wrap((Span(keys, grey(187)),), width),
        ]

    def take_over(self) -> Request:
        """End the other session."""
        if not self._asked:
            self._asked = True
            self._other.end()
        return None

    def leave(self) -> Request:
        """Leave the other session alone."""
        return Close()

    def on_tick(self) -> Request:
        """Continue once the other session has ended."""
        self.has_ended = self._other.has_ended()
        return Close() if self.has_ended else None
