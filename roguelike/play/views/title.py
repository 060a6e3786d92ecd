"""The title screen, with games to play and pages of finished games."""

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
"""The letters of the built-in entries."""
LEAVES: Final = "{key} quits."
MAX_MESSAGE: Final = 5
"""Maximum lines of the message."""
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
    """A further entry of some titles; its letter must be unique."""

    letter: str
    label: str
    about: str
    """Its description, a sentence."""
    choose: Callable[[], Request]


@frozen
class _Entry:
    row: Row
    about: str
    choose: Callable[[], Request]


class TitleMenu(Menu):
    """The title menu, which begins with continuing a game in progress."""

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
            current: the rule set of the main entry.
            wishes: the defaults of the form for a new game.
            games: the games in progress.
            last: the last played rule set and kit, the default of the form; `current` unless given.
            more: further entries.
            message: lines for all players.
        """
        self._choices = choices
        self.current = current.usual
        self._last = last or current
        self._wishes = wishes
        self._more = more
        self.message = message
        self._games = sorted(games, key=lambda game: game.name != wishes.name)
        """The games in progress, the player's own first."""

    def rows(self) -> Sequence[Row]:
        """Return the entries."""
        return [entry.row for entry in self._entries()]

    def choose(self, number: int) -> Request:
        """Return the request of an entry."""
        return self._entries()[number].choose()

    def about(self) -> Sequence[str]:
        """Return the description of each entry."""
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
        """Return an entry for each further game with a place in lists, under the first free letter of its title.

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
        """Return whether the player most likely wants to continue a game in progress."""
        return any(
            not game.is_played and (game.name == self._wishes.name or not self._wishes.is_own) for game in self._games
        )

    def _continuation(self) -> _Entry:
        """Return the entry to continue the only game in progress, or to open the list of several."""
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
        """Report the key that leaves, as some terminals send a stray Escape; in the tutorials, end the program."""
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
