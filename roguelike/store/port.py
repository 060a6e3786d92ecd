"""What the store asks of those who use it, and gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game


@attrs.frozen
class Account:
    """What is kept of a game that is over."""

    text: str
    """The whole story, for people."""
    kills: Mapping[str, int]
    """By kind."""
    cause: str


class Retelling(Protocol):
    """A replayed game that is put into words for its account."""

    @property
    def kills(self) -> Mapping[str, int]:
        """Whom the player has killed by now, by kind."""

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Take note of what happened."""

    def account(self) -> Account:
        """Return the account of the game as it is now."""


class Retell(Protocol):
    """Begins to put a game into words: `session.account.Retelling` does."""

    def __call__(self, game: Game, name: str, *, spoiled: bool) -> Retelling:
        """Return what the events of that game are to be told to, from the first on."""
