"""The account (morgue file) of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.store.port import Account
from roguelike.ui.morgue import account, cause_of_death
from roguelike.ui.presenter import Presenter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game


def account_of(presenter: Presenter) -> Account:
    """Return the account of a game from what its player saw."""
    return Account(account(presenter), cause_of_death(presenter.world))


class Retelling:
    """Builds the account of a game from the events of a replay, without a screen."""

    def __init__(self, game: Game, name: str, *, spoiled: bool, seeded: bool) -> None:
        self._presenter = Presenter(game, name, spoiled=spoiled, seeded=seeded)

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Add these events."""
        self._presenter.retell(events)

    def account(self) -> Account:
        """Return the account of the game as it is now."""
        return account_of(self._presenter)
