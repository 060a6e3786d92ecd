"""The dispatcher, which carries out the requests of views for every front-end."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol, assert_never

from roguelike.play.requests import (
    Automate,
    Begin,
    ChangeSetting,
    Continue,
    Leave,
    NewGame,
    ShowEnd,
    ShowReplays,
    ShowScores,
    ShowStatistics,
    StepThrough,
    Submit,
    ToggleMouse,
    ToTitle,
    Watch,
)
from roguelike.play.views.view import Close, Open, Practise, Replace
from roguelike.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roguelike.automation.automation import Automation
    from roguelike.engine.commands import Command
    from roguelike.engine.events import AnyEvent
    from roguelike.play.ending import Ending
    from roguelike.play.journaled_game import JournaledGame
    from roguelike.play.lobby import Lobby
    from roguelike.play.lobby_views import LobbyViews
    from roguelike.play.play import Play
    from roguelike.play.playback import Recording
    from roguelike.play.requests import LobbyRequest
    from roguelike.play.views.view import Request, View
    from roguelike.settings.settings import Settings, SettingsStore

FIRST_STEP: Final = "Nothing comes before this."
IN_ALL_GAMES: Final = "This holds for all games."
LAST_STEP: Final = "Nothing comes after this."


class FrontEnd(Protocol):
    """The interface of a front-end for the dispatcher.

    A front-end sets the `settings` of each view and the `label` of the last key, passes keys to the topmost view, and
    its requests to `Dispatcher.do`. While `Perspective.is_moving` it calls `Play.tick`; before each input it calls
    `Playing.advise`, and while it waits `stored.prepare`.
    """

    def open(self, view: View) -> Request:
        """Show a view or ask its question."""

    def replace(self, view: View) -> Request:
        """Show a view in place of the topmost."""

    def close_view(self) -> bool:
        """Close the topmost view; return whether the session goes on."""

    def submit(self, play: Play, command: Command) -> Sequence[AnyEvent] | None:
        """Perform a command; return its events, or None if it is queued or could not be saved."""

    def after(self, events: Sequence[AnyEvent]) -> Request:
        """Return the next request of the topmost view after the events of a command."""

    def automate(self, play: Play, automation: Automation) -> None:
        """Close the views above the game and start an automation, unless something is in flight.

        Raises:
            StoreError: its commands could not be saved.
        """

    def entered(self, play: Play) -> None:
        """Show a game that has become the current one."""

    def ended(self, play: Play, ending: Ending) -> None:
        """Show the end of the current game in place of its views; call `play.kept.see_end` after the player saw it."""

    def leaving(self) -> None:
        """Stop showing the current game, which is about to be closed."""

    def to_title(self, trouble: str, *, saved: bool) -> Request:
        """Show the title; `trouble` is a problem to report, `saved` whether a game in progress was left."""

    def tell(self, text: str) -> None:
        """Show information that the player requested."""

    def refuse(self, trouble: str, *, begins: bool = False) -> Request:
        """Show why a request failed; `begins` is whether it was to begin or resume a game."""

    def apply(self, settings: Settings) -> None:
        """Apply changed settings."""

    def toggle_mouse(self) -> None:
        """Turn mouse reports off or on."""

    def forget_typed(self) -> None:
        """Discard typed-ahead input."""

    def distrust_key(self) -> None:
        """Ignore repeats of the last key, which may be held down."""


class Dispatcher:
    """Carries out requests of views on the current game of a player and on other games.

    Without a lobby there are no other games, and without a settings store no settings can be changed.
    """

    def __init__(
        self, front: FrontEnd, views: LobbyViews | None, settings: Settings, store: SettingsStore | None
    ) -> None:
        self.settings = settings
        """The current settings."""
        self.play: Play | None = None
        """The current game."""
        self.is_running = True
        """Whether the session goes on."""
        self.left: JournaledGame | None = None
        """The last game that was closed."""
        self.has_ended = False
        """Whether the end of the current game has been shown."""
        self._front = front
        self._views = views
        self._store = store
        self._has_begun = False
        """Whether there is a view to return to if a request fails."""
        self._asked: Begin | Continue | None = None
        """The request to carry out after an unseen end was shown."""
        self._back: Open | ShowEnd | None = None
        """The view to show above the title, or in place of it, when the player leaves the practice game."""

    def do(self, request: Request) -> None:
        """Carry out a request and those that result from it.

        Raises:
            StoreError: the first request of the session fails, so that there is no view to return to.
        """
        while request is not None:
            request = self._do(request)
            self._has_begun = True

    def close(self) -> str:
        """Close the current game; return why it could not be saved, as a sentence, or "" if it was or there is none."""
        play, self.play, self._back = self.play, None, None
        if play is None:
            return ""
        self._front.leaving()
        if not play.perspective.is_practice:
            self.left = play.kept
        return play.kept.close()

    def release(self) -> None:
        """Release the current game without further writes."""
        play, self.play = self.play, None
        if play is not None:
            self._front.leaving()
            play.kept.stored.release()

    def go_on(self, steps: int) -> None:
        """Perform up to `steps` commands of the automation; if saving fails, leave the game at its last saved state."""
        if self.play is not None:
            self.do(self._kept(self.play, lambda play: play.go_on(steps)))

    def end_if_over(self) -> bool:
        """Archive a game that is over and show its end; return whether this call did so."""
        play = self.play
        if play is None or self.has_ended or not play.finish():
            return False
        from roguelike.play.ending import Ending

        self.has_ended = True
        lobby = None if self._views is None else self._views.lobby
        self._front.ended(play, Ending(play.kept.trouble) if lobby is None else lobby.ending(play.kept))
        return True

    def shows_unseen(self, name: str) -> bool:
        """Show an unseen end of a game called `name`; return whether there is one.

        Raises:
            StoreError: games cannot be read.
        """
        kept = None if self._views is None else self._views.lobby.unseen(name, self.settings.messages)
        if kept is not None:
            self._enter(kept)
        return kept is not None

    def _do(self, request: Request) -> Request:
        match request:
            case Open() | Close() | Replace():
                return self._show(request)
            case Submit() | Automate():
                return None if self.play is None else self._play_on(self.play, request)
            case Practise() | StepThrough():
                return self._practise(request)
            case ToggleMouse():
                self._front.toggle_mouse()
            case ChangeSetting():
                return self._change(request)
            case Leave():
                self.is_running = False
            case None:
                pass
            case _:
                return self._ask(request)
        return None

    def _show(self, asked: Open | Close | Replace) -> Request:
        match asked:
            case Open(view):
                return self._front.open(view)
            case Replace(view):
                return self._front.replace(view)
            case Close(then):
                self.is_running = self._front.close_view()
                return then

    def _play_on(self, play: Play, asked: Submit | Automate) -> Request:
        """Perform a command, or start an automation; returns the view's next request."""
        if isinstance(asked, Automate):
            return self._kept(play, lambda play: self._front.automate(play, asked.automation))
        events = self._front.submit(play, asked.command)
        return None if self.end_if_over() or events is None else self._front.after(events)

    def _kept(self, play: Play, act: Callable[[Play], None]) -> Request:
        """Perform commands of an automation; if saving fails, leave the game at its last saved state."""
        try:
            act(play)
        except StoreError as trouble:
            self.release()
            return None if self._views is None else self._front.to_title(str(trouble), saved=False)
        self.end_if_over()
        return None

    def _change(self, asked: ChangeSetting) -> Request:
        """Change a setting; report a failure to save it."""
        if self._store is None:
            raise ValueError(f"a session without a settings store was asked for {asked}")
        self.settings, trouble = self._store.change(self.settings, asked.name, asked.value)
        self._front.apply(self.settings)
        if self.play is not None:
            self._use_settings(self.play)
        if trouble:
            return self._front.refuse(trouble)
        if asked.told:
            is_practice = self.play is not None and self.play.perspective.is_practice
            self._front.tell(f"{asked.told} {IN_ALL_GAMES}" if is_practice else asked.told)
        return None

    def _use_settings(self, play: Play) -> None:
        play.autopickup = self.settings.kinds
        play.standoff.rules = self.settings.stops
        play.perspective.log.use(self.settings.messages)

    def _practise(self, asked: Practise | StepThrough) -> Request:
        """Begin a practice game, or go back or forward in one; report a failure."""
        from roguelike.play.practice import PracticeGame

        try:
            if isinstance(asked, Practise):
                from roguelike.play.outcome import PRACTICE

                begun = PracticeGame(self._recording(asked.recording), asked.number)
                self._put_away()
                self._back = asked.back
                self._enter(begun.presented())
                self._front.tell(PRACTICE)
            elif self.play is not None and isinstance(practice := self.play.kept.stored, PracticeGame):
                before = practice.number
                practice.go_to(before + asked.commands)
                if practice.number == before:
                    self._front.tell(FIRST_STEP if asked.commands < 0 else LAST_STEP)
                else:
                    self._enter(practice.presented())
        except StoreError as trouble:
            return self._front.refuse(str(trouble))
        return None

    def _recording(self, asked: Recording | str) -> Recording:
        """Return a recording, or that of the finished game with a key."""
        if not isinstance(asked, str):
            return asked
        if self._views is None:
            raise ValueError(f"a session without a lobby was asked for the game {asked}")
        return self._views.lobby.recording(asked)

    def _ask(self, asked: LobbyRequest) -> Request:
        """Carry out a request about other games; report a failure."""
        if self._views is None and isinstance(asked, ToTitle):
            return self._to_title()
        if self._views is None:
            raise ValueError(f"a session without a lobby was asked for {asked}")
        try:
            return self._ask_lobby(self._views, asked)
        except StoreError as trouble:
            if not self._has_begun:
                raise
            return self._front.refuse(str(trouble), begins=isinstance(asked, Begin | Continue))

    def _ask_lobby(self, views: LobbyViews, asked: LobbyRequest) -> Request:
        match asked:
            case ToTitle():
                return self._to_title()
            case NewGame():
                return self._asked or views.lobby.like_the_last()
            case Continue() if self.play is not None and not self.play.is_over:
                kept, then = self._opened(views.lobby, asked)  # first: if this fails, the current game goes on
                self._put_away()
                self._enter(kept, then)
            case Begin(is_practice=True):
                return Practise(views.lobby.unsaved(asked), 0)
            case Begin() | Continue():
                self._put_away()
                self._enter(*self._opened(views.lobby, asked))
            case ShowEnd(key):
                kept = views.lobby.look_back(key)  # first: if this fails, the present view stays
                self._put_away()
                self._enter(kept)
            case ShowScores() | ShowStatistics() | ShowReplays() | Watch():
                return Open(views.show(asked))
            case _:
                assert_never(asked)  # a command needs `Submit`, a view `Open`
        return None

    def _to_title(self) -> Request:
        play, back = self.play, self._back
        saved = play is not None and not play.is_over and not play.perspective.is_practice
        if isinstance(back, ShowEnd) and (kept := self._looked_back(back)) is not None:
            self._put_away()
            self._enter(kept)
            return None
        return self._front.to_title(self.close(), saved=saved) or (back if isinstance(back, Open) else None)

    def _looked_back(self, asked: ShowEnd) -> JournaledGame | None:
        """Return a finished game at its end; None if that can no longer be shown."""
        with contextlib.suppress(StoreError):
            return None if self._views is None else self._views.lobby.look_back(asked.key)
        return None

    def _put_away(self) -> None:
        """Close the current game to make room for another."""
        if trouble := self.close():
            self._front.tell(trouble)

    def _opened(self, lobby: Lobby, asked: Begin | Continue) -> tuple[JournaledGame, Begin | Continue | None]:
        """Begin or resume a game; if there is an unseen end of its name, return that, with the request for later."""
        filters = self.settings.messages
        kept = lobby.unseen(asked.name, filters)
        if kept is not None:
            return kept, asked
        return (lobby.begin(asked) if isinstance(asked, Begin) else lobby.resume(asked, filters)), None

    def _enter(self, kept: JournaledGame, asked: Begin | Continue | None = None) -> None:
        """Make a game the current one; if it is over, show its end."""
        from roguelike.play.play import Play

        self._asked, self.has_ended = asked, False
        self.play = Play(kept, self._front.forget_typed, self._front.distrust_key)
        self._use_settings(self.play)
        self._front.entered(self.play)
        self.end_if_over()
