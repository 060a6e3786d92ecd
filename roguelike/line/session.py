"""A session in line mode: each line becomes a request, whose result is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roguelike.line.current_game import CurrentGame
from roguelike.line.prompts import opened
from roguelike.line.question import CANCEL, YES_OR_NO
from roguelike.line.things import Unclear
from roguelike.line.verbs import Verbs
from roguelike.line.words import NO_GAME
from roguelike.play.dispatcher import Dispatcher
from roguelike.settings.settings import DEFAULTS, Settings
from roguelike.store.errors import StoreError
from roguelike.toml_file import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.line.question import Question
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.play import Play
    from roguelike.play.views.view import Request, View
    from roguelike.settings.settings import SettingsStore

SAVED: Final = "Saved."
NOTHING: Final = "Nothing happens."
CANCELLED: Final = "Cancelled."
EMPTY: Final = "Nothing typed. Type help for commands."


class LineSession:
    """The session of one player: the current game, the open question and the verbs."""

    def __init__(
        self,
        start: Request,
        views: LobbyViews,
        settings: Settings = DEFAULTS,
        store: SettingsStore | None = None,
        *,
        write: Callable[[Sequence[str]], None],
        forget_typed: Callable[[], None] = lambda: None,
    ) -> None:
        self.lobby = views.lobby
        self.game = CurrentGame(settings, write, forget_typed)
        self.trouble = ""
        """Why the last game could not be saved, as a sentence; empty if it was."""
        self.left: JournaledGame | None = None
        """The last game left in progress, after it is closed."""
        self._dispatcher = Dispatcher(self, views, settings, store)
        self._start = start
        self._question: Question | None = None
        self._verbs = Verbs(self, views.offers)

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._dispatcher.settings

    @property
    def question(self) -> str:
        """The open question; empty if there is none."""
        return "" if self._question is None else self._question.heading

    @property
    def is_running(self) -> bool:
        """Whether the session goes on."""
        return self._dispatcher.is_running

    def begin(self) -> None:
        """Begin or resume the first game, or ask for one.

        Raises:
            StoreError: that fails.
        """
        self._dispatcher.do(self._start)

    def close(self) -> None:
        """Close the current game; `trouble` says why it could not be saved."""
        self.left = self.game.kept or self.left
        self.trouble = self._dispatcher.close() or self.trouble

    def release(self) -> None:
        """Release the current game without further writes."""
        self._dispatcher.release()

    def write(self, lines: Iterable[str]) -> None:
        """Write lines."""
        self.game.tell(lines)

    def ask(self, question: Question) -> None:
        """Print a question, and treat the next line as its answer."""
        self._question = question
        self.write(question.lines())

    def answer(self, line: str) -> None:
        """Carry out a line, or take it as the answer to the open question."""
        self.game.has_told = False
        text = line.strip()
        try:
            self._answer(text)
        except Unclear as unclear:
            self.write([str(unclear)])
        except StoreError as trouble:
            self.write([str(trouble)])
        self.game.tell_news()
        if self.is_running and not self.game.has_told:
            self.write([NOTHING])

    def follow(self, request: Request) -> None:
        """Carry out a request and those that result from it."""
        self._dispatcher.do(request)

    def _answer(self, text: str) -> None:
        question = self._question
        if not text:
            self.write([EMPTY])
        elif question is None:
            self._verbs.do(text)
        elif text.lower() in CANCEL:
            self._question = None
            self.follow(question.cancel())
            if not self.game.tell_news():
                self.write([CANCELLED])
        elif question.text is not None:
            request = question.text(text)
            self._question = None
            self.follow(request)
        elif not self._verbs.inform(text):
            self._choose(question, text)

    def _choose(self, question: Question, text: str) -> None:
        """Take a line as an answer, else as a command, which closes the question."""
        found = question.chosen(text)
        if len(found) > 1:
            raise Unclear(f"Which one: {' or '.join(choice.label for choice in found)}?")
        if not found and self._verbs.has(text):
            self._question = None
            self._verbs.do(text)
            return
        if not found and question.other is None:
            raise Unclear(f"No such answer: {shown(text)}. Type its number, or cancel.")
        request = found[0].act() if found else question.other(text.lower()) if question.other is not None else None
        if self._question is question:
            self._question = None
        self.follow(request)
        is_no = [choice.key for choice in found] == ["n"] and {choice.key for choice in question.choices} == YES_OR_NO
        if is_no and not self.game.tell_news() and not self.game.has_told:
            self.write([CANCELLED])

    def open(self, view: View) -> Request:
        """Print a view or ask its question."""
        view.settings = self.settings
        return opened(self, view)

    def replace(self, view: View) -> Request:
        """Print a view or ask its question."""
        return self.open(view)

    def close_view(self) -> bool:
        """Do nothing, since printed lines stay; return true, as the session goes on."""
        return True

    def submit(self, play: Play, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command, and print its result."""
        self.game.submit(play, command)
        return None

    def after(self, events: Sequence[AnyEvent]) -> Request:  # noqa: ARG002 -- all is printed already
        """Do nothing."""
        return None

    def automate(self, play: Play, automation: Automation) -> None:
        """Run an automation until it stops, and print its results."""
        self.game.automate(play, automation)

    def entered(self, play: Play) -> None:
        """Print the introduction of a game, and the player's surroundings."""
        self._question = None
        self.game.enter(play)

    def ended(self, play: Play, ending: Ending) -> None:
        """Print how a game ended."""
        self._question = None
        self.game.end(play, ending)

    def leaving(self) -> None:
        """Forget the game and its open question."""
        self._question = None
        self.game.leave()

    def to_title(self, trouble: str, *, saved: bool) -> Request:
        """Print that the game was left."""
        self.write(filter(None, [trouble or (SAVED if saved else ""), NO_GAME]))
        return None

    def tell(self, text: str) -> None:
        """Print information that the player requested."""
        self.write([text])

    def refuse(self, trouble: str, *, begins: bool = False) -> Request:  # noqa: ARG002 -- for screens
        """Print why a request failed."""
        self.write([trouble])
        return None

    def apply(self, settings: Settings) -> None:
        """Apply changed settings."""
        self.game.use(settings)

    def toggle_mouse(self) -> None:
        """Print that line mode has no mouse."""
        self.write(["No mouse in line mode."])

    def forget_typed(self) -> None:
        """Discard typed-ahead input."""
        self.game.note_danger()

    def distrust_key(self) -> None:
        """Do nothing: line mode has no key repeat."""
