"""The lobby: choosing, beginning and resuming games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.narration.hints import Hints
from roguelike.narration.message_filter import NO_FILTER
from roguelike.session.kept_game import KeptGame
from roguelike.store.errors import StoreError
from roguelike.store.port import GameStore
from roguelike.ui.ending import Ending
from roguelike.ui.playback import Recording, retrace
from roguelike.ui.screens.new_game import Wishes
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.replays import ReplaysScreen
from roguelike.ui.screens.rules import RuleChoice
from roguelike.ui.screens.scores import ScoresScreen
from roguelike.ui.screens.screen import (
    Begin,
    Continue,
    Screen,
    ShowReplays,
    ShowRequest,
    ShowScores,
    ShowStatistics,
    Watch,
)
from roguelike.ui.screens.statistics import StatsScreen
from roguelike.ui.screens.title import Offer, TitleScreen

if TYPE_CHECKING:
    from roguelike.narration.health import HealthRecord
    from roguelike.narration.message_filter import MessageFilter
    from roguelike.store.listings import SavedGame

NO_REPLAYS = "No finished games yet."
NO_WISHES = Wishes()


def _cannot_watch(key: str, _: int) -> Screen:
    return NoticeScreen(f"Cannot replay {key} here.")


def _not_recorded(key: str) -> Recording:
    raise StoreError(f"No recording of {key} here.")


def _no_hints(_: str) -> Hints:
    return Hints()


@define
class Lobby:
    """Begins, resumes and lists games; every method may raise `StoreError`."""

    library: GameStore
    rules: RuleChoice
    """The rule set that the title offers first."""
    choices: Callable[[], Sequence[RuleChoice]]
    """Called only for the title, since it reads the head of every rule set."""
    wishes: Wishes = NO_WISHES
    """The defaults of the form for a new game."""
    watch: Callable[[str, int], Screen] = _cannot_watch
    """Returns the screen that replays a finished game, by its key, or as many of its last turns, if not 0."""
    recording: Callable[[str], Recording] = _not_recorded
    """Returns the recording of a finished game, by its key."""
    hints: Callable[[str], Hints] = _no_hints
    """Returns the hints that the player of that name has been given."""
    offers: Sequence[Offer] = ()
    """What the title offers beside games."""
    message: Sequence[str] = ()
    """Lines that the title shows everybody."""
    _last: RuleChoice = attrs.field(init=False, default=attrs.Factory(lambda self: self.rules, takes_self=True))
    """The rule set that was played last."""

    def title(self) -> TitleScreen:
        """Return the title screen, with the games in progress."""
        return self._title(self.library.saved())

    def bare_title(self) -> TitleScreen:
        """Return the title screen without games, for when they cannot be listed; never raises `StoreError`."""
        return self._title(())

    def _title(self, games: Sequence[SavedGame]) -> TitleScreen:
        choices = self.choices()
        return TitleScreen(choices, self.rules, self.wishes, games, self._last, more=self.offers, message=self.message)

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
        scores = self.library.scores()
        return ScoresScreen(next(scores), scores)

    def statistics(self) -> Screen:
        """Return the screen with the figures over all games of the player."""
        later = self.library.statistics(self.wishes.name)
        return StatsScreen(next(later), later)

    def replays(self) -> Screen:
        """Return the list of replays, or a notice that there are none."""
        games = self.library.finished()
        return ReplaysScreen(games) if games else NoticeScreen(NO_REPLAYS)

    def like_the_last(self) -> Begin:
        """Return the request for another game with the same name and rules."""
        return Begin(self.wishes.name, self._last.name)

    def begin(self, asked: Begin) -> KeptGame:
        """Begin a game; the next one has its name, and not its seed."""
        self.wishes = attrs.evolve(self.wishes, name=asked.name, seed=asked.seed, is_own=True)
        self._remember_rules(asked.rules)
        play = self.library.begin(asked.name, asked.rules, asked.seed, sets_aside=asked.sets_aside)
        kept = KeptGame.begin(play)
        kept.presenter.advice.hints = self.hints(asked.name)
        self.wishes = attrs.evolve(self.wishes, seed=None)
        return kept

    def resume(self, asked: Continue, filters: MessageFilter = NO_FILTER) -> KeptGame:
        """Resume a game where it was left."""
        kept = KeptGame.resume(self.library.resume(asked.name), filters)
        self._remember(asked.name, kept)
        kept.presenter.advice.hints = self.hints(asked.name)
        return kept

    def unseen(self, name: str, filters: MessageFilter = NO_FILTER) -> KeptGame | None:
        """Return a finished game of that name whose end has not been seen, if there is one."""
        play = self.library.unseen(name)
        if play is None:
            return None
        kept = KeptGame.look_back(play, filters)
        self._remember(name, kept)
        return kept

    def ending(self, kept: KeptGame) -> Ending:
        """Return what is known of the end of a game beside the game itself; never raises."""
        key, presenter = kept.stored.key, kept.presenter
        standing = None
        with contextlib.suppress(StoreError):
            stored = kept.stored
            standing = self.library.standing(stored.name, presenter.score, stored.board) if key else None
        retraced = self._retraced(key) if key and presenter.telling.health.first_turn else None
        return Ending(kept.trouble, key, standing, retraced)

    def _retraced(self, key: str) -> Iterator[HealthRecord | None]:
        """Yield the record of a finished game that was not played in one sitting, bit by bit, if there can be one."""
        with contextlib.suppress(StoreError):
            yield from retrace(self.recording(key))

    def _remember(self, name: str, kept: KeptGame) -> None:
        self.wishes = attrs.evolve(self.wishes, name=name, is_own=True)
        self._remember_rules(kept.presenter.world.ruleset.name)

    def _remember_rules(self, name: str) -> None:
        """Make a rule set the one of another game like the last, if it can be chosen."""
        if name != self._last.name:
            self._last = next((choice for choice in (self.rules, *self.choices()) if choice.name == name), self._last)
