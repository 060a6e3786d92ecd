"""The first screen."""

from __future__ import annotations

import functools
import string
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from roguelike.cells.canvas import Rect, Style
from roguelike.cells.color import grey
from roguelike.classes import frozen
from roguelike.engine.kinds.heading import LAST_PLACE
from roguelike.play.requests import Begin, Continue, Leave, ShowReplays, ShowScores, ShowStatistics
from roguelike.settings.keymap import Action
from roguelike.store.limits import is_name
from roguelike.ui.screens.continue_game import CLOSED, ContinueScreen, described
from roguelike.ui.screens.game_in_progress import GameInProgressDialog
from roguelike.ui.screens.help import HelpScreen
from roguelike.ui.screens.menu import MenuScreen
from roguelike.ui.screens.new_game import NewGameScreen
from roguelike.ui.screens.options import OptionsScreen
from roguelike.ui.screens.rules import TutorialsMenu
from roguelike.ui.screens.screen import Push, ScreenRequest
from roguelike.ui.widgets.list_menu import PREFIX_WIDTH, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roguelike.cells.canvas import Canvas
    from roguelike.play.new_game import NewGameDefaults, RuleChoice
    from roguelike.store.listings import SavedGame

NAME = "r o g u e l i k e"
PICTURE = (
    "",
    "#############    ########",
    "#...........######......#",
    "#..@..........o.....!...#",
    "#...........######......#",
    "#############    ########",
)
COLORS = {"#": (215, 175, 135), ".": (175, 175, 135), "@": (255, 255, 255), "o": (135, 215, 0), "!": (255, 95, 255)}
GOLD = (255, 215, 135)
MESSAGE = Style((175, 215, 255))
MOST_MESSAGE = 5
"""Lines of a message."""
FRAME = 2
"""The columns, and the rows, of a menu's frame."""

LETTERS = "pcntsirohq"
"""Those of the entries that are always there, or may be."""
HINT = "Press a letter, or arrows and Enter. ? for help."
SHORT_HINT = "? for help"
YOU = "You are @. Letters are monsters: walk into one to attack it. Pick up items and use them."


@frozen
class TitleEntry:
    """An entry that not every title has; its letter must be none of the others'."""

    letter: str
    label: str
    choose: Callable[[], ScreenRequest]


@frozen
class _Entry:
    row: Row
    choose: Callable[[], ScreenRequest]


class TitleScreen(MenuScreen):
    """A picture, and what can be done: first of all to go on with a game, where there is one."""

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
            current: the one to play with one key.
            wishes: what the form for a new game begins with.
            games: those in progress.
            last: the rule set that the form begins with; `current` unless given.
            more: what else is offered here.
            message: lines for everybody who comes here.
        """
        super().__init__()
        self._choices = choices
        self._current = current
        self._last = last or current
        self._wishes = wishes
        self._more = more
        self._message = message
        self._games = sorted(games, key=lambda game: game.name != wishes.name)
        """One's own first."""
        self._width = 80

    def rows(self) -> Sequence[Row]:
        """Return the entries."""
        return [entry.row for entry in self._entries()]

    def choose(self, number: int) -> ScreenRequest:
        """Do what the entry says."""
        return self._entries()[number].choose()

    def _entries(self) -> list[_Entry]:
        white = grey(255)
        main = self._current
        tutorials = [choice for choice in self._choices if choice.tutorial and choice is not main]
        play = _Entry(Row("p", f"Play {main.title}", white), lambda: self._begin(main))
        first = [self._continuation()] if self._games else []
        return [
            *([*first, play] if self._continues_first() else [play, *first]),
            *self._other_games(),
            _Entry(Row("n", "New game: rules, gentle, seed", white), self._open_form),
            *([_Entry(Row("t", "Tutorial games", white), lambda: self._list(tutorials))] if tutorials else []),
            _Entry(Row("s", "Scores", white), ShowScores),
            _Entry(Row("i", "Statistics", white), ShowStatistics),
            _Entry(Row("r", "Replays", white), ShowReplays),
            *(_Entry(Row(offer.letter, offer.label, white), offer.choose) for offer in self._more),
            _Entry(Row("o", "Options", white), lambda: Push(OptionsScreen())),
            _Entry(Row("h", "How to play", white), self._open_guide),
            _Entry(Row("q", "Quit", white), Leave),
        ]

    def _open_guide(self) -> ScreenRequest:
        from roguelike.ui.screens.play import play_help

        main = self._current
        keys = play_help(self.keymap, main.turns, main.subjects, diagonal=main.diagonal)
        return Push(HelpScreen(keys, f"{main.summary} {YOU}"))

    def _other_games(self) -> list[_Entry]:
        """Return an entry for each further game that has a place, with the first letter of its title that is free.

        Modes are chosen in the form for a new game.
        """
        taken = {*LETTERS, *(offer.letter for offer in self._more)}
        free = [letter for letter in string.ascii_lowercase if letter not in taken]
        entries = []
        for game in self._choices:
            if game.place < LAST_PLACE and not game.mode and game is not self._current:
                letter = next((each for each in game.title.lower() if each in free), free[0])
                free.remove(letter)
                row = Row(letter, f"Play {game.title}", grey(255))
                entries.append(_Entry(row, functools.partial(self._begin, game)))
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
            return _Entry(row, lambda: Push(ContinueScreen(self._games)))
        (game,) = self._games
        label = "Continue: "
        what = described(game, self._width - FRAME - PREFIX_WIDTH - len(label))
        return _Entry(Row("c", label + what, CLOSED if game.trouble else grey(255)), lambda: Continue(game.name))

    def _begin(self, choice: RuleChoice) -> ScreenRequest:
        """Start a game under the player's name; ask first if one is in progress, or if the name is invalid."""
        name, seed = self._wishes.name, self._wishes.seed
        if not is_name(name):
            return self._open_form()
        asked = Begin(name, choice.name, seed)
        taken = next((game for game in self._games if game.name == name), None)
        return asked if taken is None else Push(GameInProgressDialog(taken, asked, [game.name for game in self._games]))

    def _list(self, tutorials: Sequence[RuleChoice]) -> ScreenRequest:
        return Push(TutorialsMenu(tutorials, self._begin))

    def _open_form(self) -> ScreenRequest:
        return Push(NewGameScreen(self._choices, self._last, self._wishes, self._games))

    def draw(self, canvas: Canvas) -> None:
        """Draw the name of the game, the picture where there is room for it, and the menu below."""
        self._width = canvas.width
        menu = len(self.rows()) + FRAME
        message = self._message_lines(canvas.width)
        told = len(message)
        banner = (NAME, *PICTURE) if canvas.height > menu + told + 2 + len(PICTURE) + 1 else (NAME,)
        below = max(0, (canvas.height - len(banner) - told - menu - 3) // 2)
        for line in banner:
            _draw_centered(canvas, below, line)
            below += 1
        for line in message:
            canvas.write((canvas.width - len(line)) // 2, below, line, MESSAGE)
            below += 1
        for line in self._description(canvas.width, canvas.height - below - menu - 1):
            canvas.write((canvas.width - len(line)) // 2, below, line, Style(grey(187)))
            below += 1
        self.draw_menu(canvas, Rect(0, below, canvas.width, max(3, canvas.height - below - 1)))
        hint = HINT if len(HINT) <= canvas.width else SHORT_HINT
        canvas.write(max(0, (canvas.width - len(hint)) // 2), canvas.height - 1, hint, Style(grey(158)))

    def _message_lines(self, width: int) -> list[str]:
        """Return the message in lines as wide as the screen, and no more of them than leave room for the menu."""
        wrapped = [part for line in self._message for part in textwrap.wrap(line, width) or [""]]
        return wrapped[:MOST_MESSAGE]

    def _description(self, width: int, most: int) -> list[str]:
        """Say what the rule set is, in lines as wide as the screen and as many as it has room for."""
        words = f"{self._current.title}: {self._current.summary}"
        return textwrap.wrap(words, width, max_lines=max(1, most), placeholder=" ...")

    def do_options(self) -> ScreenRequest:
        """Open the options."""
        return Push(OptionsScreen())

    def do_leave(self) -> ScreenRequest:
        """End the program."""
        return Leave()

    ACTIONS = (*MenuScreen.ACTIONS, Action("options", ("=",), "options"), Action("leave", ("Q", "escape"), "quit"))


def _draw_centered(canvas: Canvas, y: int, line: str) -> None:
    """Draw a line of the banner, each character in its colour."""
    for x, char in enumerate(line, start=(canvas.width - len(line)) // 2):
        canvas.write(x, y, char, Style(GOLD if line == NAME else COLORS.get(char, grey(255)), bold=True))
