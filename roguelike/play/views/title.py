"""The title: what can be played, and what is shown of other games."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from roguelike.cells.color import grey
from roguelike.classes import frozen
from roguelike.engine.kinds.capabilities import Capability
from roguelike.engine.kinds.heading import LAST_PLACE
from roguelike.play.requests import Begin, Continue, Leave, ShowReplays, ShowScores, ShowStatistics
from roguelike.play.views.continue_game import CLOSED, ContinueMenu, described
from roguelike.play.views.game_in_progress import GameInProgressDialog
from roguelike.play.views.help import HelpPage
from roguelike.play.views.menu import FRAME_WIDTH, PREFIX_WIDTH, Menu, Row
from roguelike.play.views.new_game import NewGameForm
from roguelike.play.views.options import OptionsMenu
from roguelike.play.views.rules import KitsMenu, RemakesMenu
from roguelike.play.views.view import Action, Open, Request
from roguelike.settings.keymap import ESCAPE
from roguelike.store.limits import is_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.play.new_game import NewGameDefaults, RuleChoice
    from roguelike.store.listings import SavedGame

LETTERS: Final = "pcnmsirohq"
"""Those of the entries that are always there, or may be."""
LEAVES: Final = "{key} quits."
MAX_MESSAGE: Final = 5
"""Lines of a message."""
GAME: Final = "Pick up where you left off."
CANNOT_CONTINUE: Final = "Choose this game to read why it cannot be continued."
GAMES: Final = "Choose a game to continue."
NEW_GAME: Final = "Choose the name, the rule set, the kit, the mode and the seed."
REMAKES: Final = "Remakes of small roguelikes that programming tutorials teach."
SCORES: Final = "The best finished games."
STATISTICS: Final = "Figures and plots of your finished games."
REPLAYS: Final = "Watch finished games, or practise from any of their turns."
OPTIONS: Final = "Colours, keys, animation, hints and more."
GUIDE: Final = "The goal and the keys, on one page."
QUIT: Final = "Leave the program."
YOU: Final = "You are @. Letters are monsters: walk into one to attack it. Pick up items and use them."


@frozen
class TitleEntry:
    """An entry that not every title has; its letter must be none of the others'."""

    letter: str
    label: str
    about: str
    """A sentence about it."""
    choose: Callable[[], Request]


@frozen
class _Entry:
    row: Row
    about: str
    choose: Callable[[], Request]


class TitleMenu(Menu):
    """What can be done: first of all to go on with a game, where there is one."""

    sort = "title"
    section = "title"
    title = "Title screen"

    def __init__(
        self,
        choices: Sequence[RuleChoice],
        current: RuleChoice,
        wishes: NewGameDefaults,
        games: Sequence[SavedGame] = (),
        last: RuleChoice | None = None,
        *,
        more: Sequence[TitleEntry] = (),
        message: Sequence[str] = (),
    ) -> None:
        """Offer games.

        Args:
            choices: the rule sets.
            current: the one to play with one key, or with the kit that is highlighted then.
            wishes: what the form for a new game begins with.
            games: those in progress.
            last: the rule set and the kit that the form begins with; `current` unless given.
            more: what else is offered here.
            message: lines for everybody who comes here.
        """
        self._choices = choices
        self.current = current.usual
        self._last = last or current
        self._wishes = wishes
        self._more = more
        self.message = message
        self._games = sorted(games, key=lambda game: game.name != wishes.name)
        """One's own first."""

    def rows(self) -> Sequence[Row]:
        """Return the entries."""
        return [entry.row for entry in self._entries()]

    def choose(self, number: int) -> Request:
        """Do what the entry says."""
        return self._entries()[number].choose()

    def about(self) -> Sequence[str]:
        """Return what is said of each entry."""
        return [entry.about for entry in self._entries()]

    def _entries(self) -> list[_Entry]:
        white = grey(255)
        main = self.current
        remakes = [choice for choice in self._choices if choice.tutorial and choice.name != main.name]
        play = _Entry(Row("p", f"Play {main.title}", white), _described(main), lambda: self._play(main))
        first = [self._continuation()] if self._games else []
        return [
            *([*first, play] if self._continues_first() else [play, *first]),
            *self._other_games(),
            _Entry(Row("n", "New game: rules, gentle, seed", white), NEW_GAME, self._open_form),
            *([_Entry(Row("m", "More games", white), REMAKES, lambda: self._list(remakes))] if remakes else []),
            _Entry(Row("s", "Scores", white), SCORES, ShowScores),
            _Entry(Row("i", "Statistics", white), STATISTICS, ShowStatistics),
            _Entry(Row("r", "Replays", white), REPLAYS, ShowReplays),
            *(_Entry(Row(offer.letter, offer.label, white), offer.about, offer.choose) for offer in self._more),
            _Entry(Row("o", "Options", white), OPTIONS, lambda: Open(OptionsMenu())),
            _Entry(Row("h", "How to play", white), GUIDE, self._open_guide),
            _Entry(Row("q", "Quit", white), QUIT, Leave),
        ]

    def _open_guide(self) -> Request:
        from roguelike.play.views.playing import play_help

        main = self.current
        keys = play_help(self.keymap, main.turns, main.capabilities, diagonal=main.diagonal)
        return Open(HelpPage(keys, f"{main.summary} {YOU}"))

    def _other_games(self) -> list[_Entry]:
        """Return an entry for each further game that has a place, with the first letter of its title that is free.

        Modes are chosen in the form for a new game.
        """
        taken = {*LETTERS, *(offer.letter for offer in self._more)}
        free = [letter for letter in string.ascii_lowercase if letter not in taken]
        entries = []
        for game in self._choices:
            if game.place < LAST_PLACE and not game.mode and game.name != self.current.name:
                letter = next((each for each in game.title.lower() if each in free), free[0])
                free.remove(letter)
                row = Row(letter, f"Play {game.title}", grey(255))
                entries.append(_Entry(row, _described(game), functools.partial(self._play, game)))
        return entries

    def _continues_first(self) -> bool:
        """Return whether there is a game that the player will want to go on with before any other."""
        return any(
            not game.is_played and (game.name == self._wishes.name or not self._wishes.is_own) for game in self._games
        )

    def _continuation(self) -> _Entry:
        """Return the first entry: the game itself where there is one, a list of them where there are more."""
        if len(self._games) > 1:
            row = Row("c", f"Continue: {len(self._games)} games", grey(255))
            return _Entry(row, GAMES, lambda: Open(ContinueMenu(self._games)))
        (game,) = self._games
        label = "Continue: "
        what = described(game, self.width - FRAME_WIDTH - PREFIX_WIDTH - len(label))
        row = Row("c", label + what, CLOSED if game.trouble else grey(255))
        return _Entry(row, CANNOT_CONTINUE if game.trouble else GAME, lambda: Continue(game.name))

    def _play(self, choice: RuleChoice) -> Request:
        """Start a game, after a choice among its kits if it has any: Enter takes the last played one."""
        return Open(KitsMenu(choice, self._last.kit, self._begin)) if choice.kits else self._begin(choice)

    def _begin(self, choice: RuleChoice) -> Request:
        """Start a game under the player's name; ask first if one is in progress, or if the name is invalid."""
        name, seed = self._wishes.name, self._wishes.seed
        if not is_name(name):
            return self._open_form(choice)
        asked = Begin(name, choice.name, seed)
        taken = next((game for game in self._games if game.name == name), None)
        return asked if taken is None else Open(GameInProgressDialog(taken, asked, [game.name for game in self._games]))

    def _list(self, remakes: Sequence[RuleChoice]) -> Request:
        return Open(RemakesMenu(remakes, self._begin))

    def _open_form(self, choice: RuleChoice | None = None) -> Request:
        return Open(NewGameForm(self._choices, choice or self._last, self._wishes, self._games))

    def options(self) -> Request:
        """Open the options."""
        return Open(OptionsMenu())

    def leave(self) -> Request:
        """End the program."""
        return Leave()

    def escape(self) -> Request:
        """Name the key that leaves: some terminals send an Escape of their own; end the program in the tutorials."""
        if Capability.COMFORT not in self.current.capabilities:
            return self.leave()
        self.answer = LEAVES.format(key=self.key_of("leave"))
        return None

    ACTIONS = (
        *Menu.ACTIONS,
        Action["TitleMenu"]("options", ("=",), "options", lambda title: title.options()),
        Action["TitleMenu"]("leave", ("Q",), "quit", lambda title: title.leave()),
        Action["TitleMenu"]("escape", (ESCAPE,), "how to quit", lambda title: title.escape(), yields=True),
    )


def _described(choice: RuleChoice) -> str:
    return f"{choice.title}: {choice.summary}"
