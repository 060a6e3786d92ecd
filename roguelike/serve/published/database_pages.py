"""Publishing games that are in a database: the clerk of each host writes the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.serve.published.publishing import record_of
from roguelike.store.remote.player_rows import DatabaseRows

if TYPE_CHECKING:
    from roguelike.store.kept.archive import Archived


@frozen
class DatabasePages:
    """Publishes the games of the player whose seat the session has."""

    rows: DatabaseRows
    account: int

    def prepare(self, game: Archived) -> None:
        """Set the record for the next game that ends: the database commits both or neither."""
        held = self.rows.scores.held
        if held is not None and game.morgue:
            held.record = record_of(game, self.account).plain

    def publish(self, game: Archived) -> None:
        """Do nothing: the game was published when it ended."""

    def withdraw(self) -> None:
        """Withdraw all games of the player from the pages of all hosts.

        Raises:
            StoreError: the clerk does not answer.
        """
        self.rows.link.ask("withdraw_pages")
