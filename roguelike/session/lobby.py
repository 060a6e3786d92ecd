"""Where games are chosen: what was played last, and what the library has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import attrs

from roguelike.classes import define
from roguelike.session.kept_game import KeptGame
from roguelike.store.port import GameStore
from roguelike.ui.screens.new_game import Wishes
from roguelike.ui.screens.notice import NoticeScreen
from roguelike.ui.screens.replays import ReplaysScreen
from roguelike.ui.screens.rules import RuleChoice
from roguelike.ui.screens.scores import ScoresScreen
from roguelike.ui.screens.screen import Begin, Continue, Screen
from roguelike.ui.screens.title import TitleScreen

if TYPE_CHECKING:
    from roguelike.store.listings import SavedGame

OTHER_GAME = "This is the game that you left. The one you asked for begins with --new."
NO_REPLAYS = "No game is over yet."
NO_WISHES = Wishes()


def _cannot_watch(key: str) -> Screen:
    return NoticeScreen(f"{key} cannot be watched here.")


@define
class Lobby:
    """Begins games, goes on with them and lists them; every method may raise `StoreError`."""

    library: GameStore
    rules: RuleChoice
    """The rule set to play until another one is chosen."""
    choices: Callable[[], Sequence[RuleChoice]]
    """Asked for with the title only, since every rule set is read for it."""
    wishes: Wishes = NO_WISHES
    """What fills in the form for a new game."""
    watch: Callable[[str], Screen] = _cannot_watch
    """Returns the screen that shows a finished game, by its key."""

    def title(self) -> TitleScreen:
        """Return the title, with the games in progress."""
        return self._title(self.library.saved())

    def bare_title(self) -> TitleScreen:
        """Return the title without any games, since they cannot be listed; never raises `StoreError`."""
        return self._title(())

    def _title(self, games: Sequence[SavedGame]) -> TitleScreen:
        return TitleScreen(self.choices(), self.rules, self.wishes, games)

    def scores(self) -> Screen:
        """Return the scores."""
        scores = self.library.scores()
        return ScoresScreen(next(scores), scores)

    def replays(self) -> Screen:
        """Return the list of the games that are over, or say that there are none."""
        games = self.library.finished()
        return ReplaysScreen(games) if games else NoticeScreen(NO_REPLAYS)

    def like_the_last(self) -> Begin:
        """Return what begins another game of the same name by the same rules."""
        return Begin(self.wishes.name, self.rules.name)

    def begin(self, asked: Begin) -> KeptGame:
        """Begin a game; what was asked for is remembered for the next one, but for the seed."""
        self.wishes = Wishes(asked.name, asked.seed)
        self._remember_rules(asked.rules)
        play = self.library.begin(asked.name, asked.rules, asked.seed, sets_aside=asked.sets_aside)
        kept = KeptGame.begin(play)
        self.wishes = Wishes(asked.name)
        return kept

    def resume(self, asked: Continue) -> KeptGame:
        """Go on with a game where it was left."""
        kept = KeptGame.resume(self.library.resume(asked.name))
        self._remember(asked.name, kept)
        world = kept.presenter.world
        if asked.seed not in {None, world.seed} or asked.rules.rpartition("/")[2] not in {"", world.ruleset.name}:
            kept.presenter.notify(OTHER_GAME)
        return kept

    def unseen(self, name: str) -> KeptGame | None:
        """Return the last game of that name, if it is over and its end has not been seen."""
        play = self.library.unseen(name)
        if play is None:
            return None
        kept = KeptGame.look_back(play)
        self._remember(name, kept)
        return kept

    def _remember(self, name: str, kept: KeptGame) -> None:
        self.wishes = attrs.evolve(self.wishes, name=name)
        self._remember_rules(kept.presenter.world.ruleset.name)

    def _remember_rules(self, name: str) -> None:
        """Take a rule set for the next game, too, if it is one of those that can be chosen."""
        if name != self.rules.name:
            self.rules = next((choice for choice in self.choices() if choice.name == name), self.rules)
