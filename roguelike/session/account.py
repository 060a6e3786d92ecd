"""The account of a game that is over, as it is kept with the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.store.port import Account
from roguelike.ui.morgue import account, cause_of_death
from roguelike.ui.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roguelike.engine.events import AnyEvent
    from roguelike.engine.game import Game


def account_of(view: View) -> Account:
    """Return the account of a game as it was seen."""
    return Account(account(view), dict(view.tally.kills), cause_of_death(view.tally.death))


class Retelling:
    """A game that is replayed with nobody looking on, put into words for its account."""

    def __init__(self, game: Game, name: str, *, spoiled: bool) -> None:
        self._view = View(game, name, spoiled=spoiled)

    @property
    def kills(self) -> Mapping[str, int]:
        """Whom the player has killed by now, by kind."""
        return self._view.tally.kills

    def tell(self, events: Iterable[AnyEvent]) -> None:
        """Take note of what happened."""
        self._view.retell(events)

    def account(self) -> Account:
        """Return the account of the game as it is now."""
        return account_of(self._view)
