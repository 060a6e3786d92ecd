"""The link of a session to the gateway, or to its replacement behind OpenSSH."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.input import Input
    from roguelike.serve.watching.listed_game import ListedGame


class GatewayLink(Protocol):
    """A source of input beside the terminal, which also takes reports of the session."""

    games: list[ListedGame] | None
    """Games of the server that can be watched; None before the first answer."""

    seat: str
    """Token of the account's seat in the database; empty before there is one."""

    elsewhere: dict[str, str] | None
    """Address and time of another session of an account that was made or joined in this one; None before the answer."""

    @property
    def was_taken_over(self) -> bool:
        """Whether the player's other session has ended at their request."""

    @property
    def send(self) -> Callable[..., None]:
        """Function that sends a message to the gateway."""

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""

    def take(self) -> Input | None:
        """Return a message for the player, if there is one."""
