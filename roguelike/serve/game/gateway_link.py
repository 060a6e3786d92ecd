"""What a session has beside its terminal: whoever speaks SSH for it, and knows who else is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from roguelike.cells.input import Input
    from roguelike.serve.watching.listed_game import ListedGame


class GatewayLink(Protocol):
    """A source of input beside the terminal, which is told what happens in the session."""

    games: list[ListedGame] | None
    """The games of a server that can be watched; None before the first answer."""

    @property
    def was_taken_over(self) -> bool:
        """Whether the other session of the player has ended, as they wished."""

    @property
    def tell(self) -> Callable[..., None]:
        """What tells whoever speaks SSH something."""

    def fileno(self) -> int:
        """Return the file descriptor to wait for."""

    def take(self) -> Input | None:
        """Return what the player is told, if anything."""
