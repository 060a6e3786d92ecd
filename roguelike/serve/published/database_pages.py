"""Publishing games that are in a database: the clerk of each host writes its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roguelike.classes import frozen
from roguelike.serve.published.publishing import record_of
from roguelike.store.remote.player_rows import DatabaseRows

if TYPE_CHECKING:
    from roguelike.store.kept.archive import Archived


@frozen
class DatabasePages:
    """The pages of the player whose seat a session has."""

    rows: DatabaseRows
    account: int

    def prepare(self, game: Archived) -> None:
        """Note what pages are to say of the game that is ended next: the database takes both at once, or neither."""
        held = self.rows.scores.held
        if held is not None and game.morgue:
            held.record = record_of(game, self.account).plain

    def publish(self, game: Archived) -> None:
        """Do nothing: it was published as it ended."""

    def withdraw(self) -> None:
        """Take all games of the player from the pages of all hosts.

        Raises:
            StoreError: the clerk does not answer.
        """
        self.rows.link.ask("withdraw_pages")
