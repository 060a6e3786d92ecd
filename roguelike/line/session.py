"""A session in lines: each line that is typed becomes the request of a screen, which is carried out and told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from roguelike.line.current_game import CurrentGame
from roguelike.line.ending import replay_lines, score_lines
from roguelike.line.prompts import opened
from roguelike.line.question import CANCEL
from roguelike.line.things import Unclear
from roguelike.line.verbs import Verbs
from roguelike.line.words import NO_GAME
from roguelike.play.requests import (
    Automate,
    Begin,
    ChangeSetting,
    Continue,
    Leave,
    NewGame,
    ShowReplays,
    ShowScores,
    ShowStatistics,
    Submit,
    ToggleMouse,
    ToTitle,
    Watch,
)
from roguelike.settings.settings import DEFAULTS, Settings
from roguelike.store.errors import StoreError
from roguelike.toml_file import shown
from roguelike.ui.screens.screen import Pop, Push, Replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.line.question import Question
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.requests import LobbyRequest
    from roguelike.session.lobby_screens import LobbyScreens
    from roguelike.settings.settings import SettingsStore
    from roguelike.ui.screens.screen import Screen, ScreenRequest

SAVED: Final = "Saved."
NOTHING: Final = "Nothing happens."
EMPTY: Final = "Nothing typed. Type help for commands."


class LineSession:
    """The games of one player, what was asked last, and the words that are understood."""

    def __init__(
        self,
        start: Begin | Continue,
        screens: LobbyScreens,
        settings: Settings = DEFAULTS,
        store: SettingsStore | None = None,
        *,
        write: Callable[[Sequence[str]], None],
        forget_typed: Callable[[], None] = lambda: None,
    ) -> None:
        self.lobby = screens.lobby
        self._screens = screens
        self.game = CurrentGame(settings, write, forget_typed)
        self.is_running = True
        self.trouble = ""
        """Why the last game could not be saved, in a sentence; empty if it was."""
        self.left: JournaledGame | None = None
        """The game that was left last, once it is closed."""
        self._settings_store = store
        self._start = start
        self._asked: Begin | Continue | None = None
        """The request to carry out after an unseen end."""
        self._question: Question | None = None
        self._verbs = Verbs(self)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.game.settings

    def begin(self) -> None:
        """Begin or resume the game to start with.

        Raises:
            StoreError: that fails.
        """
        self._enter(*self._opened(self._start))

    def close(self) -> None:
        """Close the current game, if any; `trouble` says if it could not be saved."""
        self.left = self.game.kept or self.left
        self.trouble = self.game.close() or self.trouble

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines."""
        self.game.tell(lines)

    def ask(self, question: Question) -> None:
        """Ask, and take the next line for the answer."""
        self._question = question
        self.tell(question.lines())

    def answer(self, line: str) -> None:
        """Do what a line says, or answer the question that was asked."""
        self.game.has_told = False
        text = line.strip()
        try:
            self._answer(text)
        except Unclear as unclear:
            self.tell([str(unclear)])
        except StoreError as trouble:
            self.tell([str(trouble)])
        self.game.tell_news()
        if self.is_running and not self.game.has_told:
            self.tell([NOTHING])

    def follow(self, request: ScreenRequest) -> None:
        """Carry out a request, and the requests that follow from it."""
        while request is not None:
            request = self._do(request)

    def _answer(self, text: str) -> None:
        question = self._question
        if not text:
            self.tell([EMPTY])
        elif question is None:
            self._verbs.do(text)
        elif text.lower() in CANCEL:
            self._question = None
            self.follow(question.cancel())
            if not self.game.tell_news():
                self.tell(["Cancelled."])
        elif not self._verbs.inform(text):
            self._choose(question, text)

    def _choose(self, question: Question, text: str) -> None:
        """Take a line for an answer, or else for a command, which ends the question."""
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

    def _do(self, request: ScreenRequest) -> ScreenRequest:
        match request:
            case None:
                pass
            case Pop(then):
                return then
            case Push(screen) | Replace(screen):
                screen.settings = self.settings
                return opened(self, screen)
            case Submit(command):
                self.game.submit(command)
                self._end_if_over()
            case Automate(automation):
                self._automate(automation)
                self._end_if_over()
            case ToggleMouse():
                self.tell(["No mouse in line mode."])
            case ChangeSetting():
                self._adjust(request)
            case Leave():
                self.is_running = False
            case _:
                return self._ask_lobby(request)
        return None

    def _adjust(self, asked: ChangeSetting) -> None:
        """Change a setting, and say so, or why not."""
        if self._settings_store is None:
            raise ValueError(f"a session without a settings store was asked for {asked}")
        settings, trouble = self._settings_store.change(self.settings, asked.name, asked.value)
        self.game.use(settings)
        self.tell([trouble or asked.told])

    def _automate(self, automation: Automation) -> None:
        try:
            self.game.automate(automation)
        except StoreError as trouble:
            self.game.release()
            self._leave_game([str(trouble), NO_GAME])

    def _end_if_over(self) -> bool:
        """Archive a game that is over and tell how it ended; returns whether it has ended now."""
        lines = self.game.finish(self.lobby.ending)
        if lines:
            self._question = None
            self.tell(lines)
        return bool(lines)

    def _ask_lobby(self, asked: LobbyRequest) -> ScreenRequest:
        match asked:
            case ToTitle():
                saved = "" if self.game.kept is None else SAVED
                self._leave_game([self.game.close() or saved, NO_GAME])
            case NewGame():
                return self._asked or self.lobby.like_the_last()
            case Continue() if self.game.kept is not None:
                kept, then = self._opened(asked)  # first: if it cannot be resumed, the game in play goes on
                self._leave_game([self.game.close()])
                self._enter(kept, then)
            case Begin() | Continue():
                self._leave_game([self.game.close()])
                self._enter(*self._opened(asked))
            case ShowScores():
                self.tell(score_lines(self.lobby))
            case ShowStatistics():
                return self._told_at_once(self._screens.statistics())
            case ShowReplays():
                self.tell(replay_lines(self.lobby))
            case Watch(key, last_turns):
                return self._told_at_once(self._screens.watch(key, last_turns))
            case _:
                assert_never(asked)
        return None

    def _told_at_once(self, screen: Screen) -> ScreenRequest:
        """Return the request for a screen that changes by itself, as it is in the end."""
        while screen.interval is not None:
            screen.on_tick()
        return Push(screen)

    def _opened(self, asked: Begin | Continue) -> tuple[JournaledGame, Begin | Continue | None]:
        """Begin or resume a game; an unseen end of that name comes first, and then what was asked for."""
        filters = self.settings.messages
        kept = self.lobby.unseen(asked.name, filters)
        if kept is not None:
            return kept, asked
        return (self.lobby.begin(asked) if isinstance(asked, Begin) else self.lobby.resume(asked, filters)), None

    def _enter(self, kept: JournaledGame, asked: Begin | Continue | None) -> None:
        """Make a game the current one, and tell of it."""
        self._asked, self._question = asked, None
        self.game.enter(kept)
        if not self._end_if_over():
            self.game.look_around()

    def _leave_game(self, lines: Iterable[str]) -> None:
        self._question = None
        self.tell(filter(None, lines))
