"""The link from a forked game to the gateway: messages in both directions."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from roguelike.cells.input import HangUp, Notice, Refresh
from roguelike.serve.channel import Gone
from roguelike.serve.watching.listed_game import ListedGame

if TYPE_CHECKING:
    from roguelike.cells.input import Input
    from roguelike.serve.channel import Channel


class ChannelLink:
    """The link of a game that was forked by the fork server."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        channel.set_blocking(blocking=False)
        self.was_taken_over = False
        """Whether the gateway has ended the player's other session."""
        self.seat = ""
        """Token of the account's seat in the database; empty until the gateway has taken the seat."""
        self.elsewhere: dict[str, str] | None = None
        """Other session of a new account's player; empty without one, None until the gateway has reported it."""
        self.games: list[ListedGame] | None = None
        """Games that can be watched, as last reported by the gateway."""

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""
        return self._channel.fileno()

    def take(self) -> Input | None:
        """Return a message of the gateway as input; HangUp if the gateway is gone."""
        try:
            message, _ = self._channel.receive()
        except BlockingIOError:
            return None
        except Gone:
            return HangUp()
        if message.get("taken_over"):
            self.was_taken_over = True
        self.seat = str(message.get("seat") or self.seat)
        self.elsewhere = message.get("elsewhere", self.elsewhere)
        if "games" in message:
            self.games = [ListedGame.of(game) for game in message["games"]]
            return Refresh()
        return Notice(str(message["tell"])) if "tell" in message else None

    def send(self, **message: Any) -> None:  # noqa: ANN401 -- plain data
        """Send a message to the gateway; drop it if the gateway is gone or does not read."""
        with contextlib.suppress(Gone, BlockingIOError):
            self._channel.send(message)
