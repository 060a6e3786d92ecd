"""The views of the lobby: the title, scores, statistics and replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from roguelike.classes import define
from roguelike.play.lobby import Lobby
from roguelike.play.requests import ShowReplays, ShowScores, ShowStatistics, Watch
from roguelike.play.views.notice import NoticePage
from roguelike.play.views.title import TitleEntry, TitleMenu
from roguelike.play.views.view import View

if TYPE_CHECKING:
    from roguelike.play.requests import ShowRequest
    from roguelike.store.listings import SavedGame

NO_REPLAYS = "No finished games yet."


def _cannot_watch(key: str, _: int) -> View:
    return NoticePage(f"Cannot replay {key} here.")


@define
class LobbyViews:
    """Returns the views of a lobby; every method except `bare_title` can raise `StoreError`."""

    lobby: Lobby
    watch: Callable[[str, int], View] = _cannot_watch
    """Returns the view that replays a finished game, by key and number of last turns (0 for all)."""
    offers: Sequence[TitleEntry] = ()
    """Entries of the title besides games."""
    message: Sequence[str] = ()
    """Lines that the title shows to all players."""

    def title(self) -> TitleMenu:
        """Return the title with the games in progress."""
        return self._title(self.lobby.library.saved())

    def bare_title(self) -> TitleMenu:
        """Return the title without games, for when they cannot be listed; never raises `StoreError`."""
        return self._title(())

    def _title(self, games: Sequence[SavedGame]) -> TitleMenu:
        lobby = self.lobby
        return TitleMenu(
            lobby.choices(), lobby.rules, lobby.wishes, games, lobby.last, more=self.offers, message=self.message
        )

    def show(self, asked: ShowRequest) -> View:
        """Return the requested view of finished games."""
        match asked:
            case ShowScores():
                return self.scores()
            case ShowStatistics():
                return self.statistics()
            case ShowReplays():
                return self.replays()
            case Watch(key, last_turns):
                return self.watch(key, last_turns)

    def scores(self) -> View:
        """Return the scores."""
        from roguelike.play.views.scores import ScoresPage

        scores = self.lobby.library.scores()
        return ScoresPage(next(scores), scores)

    def statistics(self) -> View:
        """Return the statistics of the player's games."""
        from roguelike.play.views.statistics import StatisticsPage

        later = self.lobby.library.statistics(self.lobby.wishes.name)
        return StatisticsPage(next(later), later)

    def replays(self) -> View:
        """Return the list of replays, or a notice if there are none."""
        from roguelike.play.views.replays import ReplaysMenu

        games = self.lobby.library.finished()
        return ReplaysMenu(games) if games else NoticePage(NO_REPLAYS)
