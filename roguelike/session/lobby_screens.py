"""The screens of the lobby: the title, and what it shows of games that are over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from roguelike.classes import define
from roguelike.play.lobby import Lobby
from roguelike.play.requests import ShowReplays, ShowScores, ShowStatistics, Watch
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.screen import Screen
from roguelike.ui.screens.title import TitleEntry, TitleScreen

if TYPE_CHECKING:
    from roguelike.play.requests import ShowRequest
    from roguelike.store.listings import SavedGame

NO_REPLAYS = "No finished games yet."


def _cannot_watch(key: str, _: int) -> Screen:
    return NoticeScreen(f"Cannot replay {key} here.")


@define
class LobbyScreens:
    """Returns the screens of a lobby; every method but `bare_title` may raise `StoreError`."""

    lobby: Lobby
    watch: Callable[[str, int], Screen] = _cannot_watch
    """Returns the screen that replays a finished game, by its key, or as many of its last turns, if not 0."""
    offers: Sequence[TitleEntry] = ()
    """What the title offers beside games."""
    message: Sequence[str] = ()
    """Lines that the title shows everybody."""

    def title(self) -> TitleScreen:
        """Return the title screen, with the games in progress."""
        return self._title(self.lobby.library.saved())

    def bare_title(self) -> TitleScreen:
        """Return the title screen without games, for when they cannot be listed; never raises `StoreError`."""
        return self._title(())

    def _title(self, games: Sequence[SavedGame]) -> TitleScreen:
        lobby = self.lobby
        return TitleScreen(
            lobby.choices(), lobby.rules, lobby.wishes, games, lobby.last, more=self.offers, message=self.message
        )

    def show(self, asked: ShowRequest) -> Screen:
        """Return the screen that shows something of games that are over."""
        match asked:
            case ShowScores():
                return self.scores()
            case ShowStatistics():
                return self.statistics()
            case ShowReplays():
                return self.replays()
            case Watch(key, last_turns):
                return self.watch(key, last_turns)

    def scores(self) -> Screen:
        """Return the score screen."""
        from roguelike.ui.screens.scores import ScoresScreen

        scores = self.lobby.library.scores()
        return ScoresScreen(next(scores), scores)

    def statistics(self) -> Screen:
        """Return the screen with the figures over all games of the player."""
        from roguelike.ui.screens.statistics import StatsScreen

        later = self.lobby.library.statistics(self.lobby.wishes.name)
        return StatsScreen(next(later), later)

    def replays(self) -> Screen:
        """Return the list of replays, or a notice that there are none."""
        from roguelike.ui.screens.replays import ReplaysScreen

        games = self.lobby.library.finished()
        return ReplaysScreen(games) if games else NoticeScreen(NO_REPLAYS)
